"""A person with a browser that knows neither script nor style: forms, cookies, a socket."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from ssl import SSLContext

import httpx
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

Attributes = dict[str, str | None]


@dataclass
class Form:
    """A form as it would be sent: what it holds, and the buttons that could send it."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[Attributes] = field(default_factory=list)


class Page(HTMLParser):
    """What the HTML of a page, or of a part of one, offers."""

    def __init__(self, html: str, path: str = "") -> None:
        super().__init__()
        self.html = html
        self.path = path
        self.forms: list[Form] = []
        self.elements: dict[str, Attributes] = {}
        self._select = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.elements[attributes.get("id") or ""] = attributes
        if tag == "form":
            self.forms.append(Form(attributes.get("action") or ""))
        elif self.forms and "disabled" not in attributes:
            self._control(tag, attributes)

    def _control(self, tag: str, attributes: Attributes) -> None:
        name, value = attributes.get("name") or "", attributes.get("value") or ""
        is_switch = attributes.get("type") in {"radio", "checkbox"}
        if tag == "button":
            self.forms[-1].buttons.append(attributes)
        elif tag == "select":
            self._select = name
        elif tag == "option" and "selected" in attributes:
            self.forms[-1].fields[self._select] = value
        elif tag == "input" and name and ("checked" in attributes or not is_switch):
            self.forms[-1].fields[name] = value

    def form(self, ending: str) -> Form | None:
        """The form whose address ends so."""
        return next((form for form in self.forms if form.action.endswith(ending)), None)


class Refused(AssertionError):
    """An answer that is no page."""

    def __init__(self, answer: httpx.Response) -> None:
        super().__init__(f"{answer.url}: {answer.status_code} {answer.text}")
        self.status = answer.status_code


class Visitor:
    """One person; their cookies hold for every port of this machine, as browsers have it. Whoever
    trusts somebody's certificates comes by https only."""

    def __init__(self, trust: SSLContext | None = None) -> None:
        self._trust = trust
        self._scheme = "https" if trust else "http"
        self._client = httpx.Client(follow_redirects=True, timeout=20, verify=trust or True)

    def get(self, port: int, path: str) -> Page:
        """Open a page."""
        return _page(self._client.get(self._origin(port) + path))

    def send(self, port: int, form: Form, **changes: str) -> Page:
        """Send a form; the page that comes of it."""
        token = {"csrfmiddlewaretoken": self.cookies["csrftoken"]}
        origin = self._origin(port)
        return _page(
            self._client.post(
                origin + form.action,
                data=form.fields | token | changes,
                headers={"Origin": origin},
            )
        )

    def watch(self, port: int, path: str) -> ClientConnection:
        """Open the socket of a live page."""
        origin = self._origin(port)
        return connect(
            origin.replace("http", "ws", 1) + path,
            origin=Origin(origin),
            additional_headers={"Cookie": self.cookie_header},
            ssl=self._trust,
        )

    def _origin(self, port: int) -> str:
        return f"{self._scheme}://127.0.0.1:{port}"

    @property
    def cookies(self) -> dict[str, str]:
        """The cookies by name."""
        return dict(self._client.cookies)

    @property
    def cookie_header(self) -> str:
        """The cookies as a browser sends them."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())


def _page(answer: httpx.Response) -> Page:
    if answer.status_code != 200:
        raise Refused(answer)
    return Page(answer.text, answer.url.path)
