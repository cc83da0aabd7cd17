"""What a page has been through, for the report of a test that failed.

A test in a browser that fails once in a hundred runs can't be looked at again: what the page sent
and got has to be in the report already.
"""

import re
import time
from typing import Final

from playwright.sync_api import Page, Request, WebSocket

KEPT: Final = 300
"""So many lines are kept, the last ones."""

PRESSES: Final = """() => {
    for (const name of ["pointerdown", "pointerup", "keydown", "click", "submit"]) {
        addEventListener(name, (event) => {
            const at = event.target;
            const what = `${at.tagName} ${at.id || at.value || at.className || ""}`;
            console.debug(`${name} at ${what}${event.isTrusted ? "" : ", by a script"}`);
        }, true);
    }
}"""

VERSION: Final = re.compile(r'data-version="\d+"')


def painted(frame: str | bytes) -> str:
    """What came over a socket, in short."""
    found = VERSION.search(str(frame))
    return found[0] if found else str(frame)[:90]


class Journal:
    """What one page did, line by line, each with the seconds since it came."""

    def __init__(self, page: Page) -> None:
        self._began = time.monotonic()
        self._lines: list[str] = []
        page.add_init_script(f"({PRESSES})()")
        page.on("request", lambda it: self._tell_of("->", it))
        page.on("requestfinished", lambda it: self._tell_of("<-", it))
        page.on("requestfailed", lambda it: self._tell(f"<- {it.failure} {it.method} {it.url}"))
        page.on("console", lambda it: self._tell(f"{it.type}: {it.text}"))
        page.on("pageerror", lambda it: self._tell(f"error: {it}"))
        page.on("websocket", self._watch)

    def __str__(self) -> str:
        return "\n".join(self._lines[-KEPT:])

    def _tell(self, what: str) -> None:
        self._lines.append(f"{time.monotonic() - self._began:7.2f} {what}")

    def _tell_of(self, arrow: str, request: Request) -> None:
        if "/static/" not in request.url:
            self._tell(f"{arrow} {request.method} {request.url}")

    def _watch(self, socket: WebSocket) -> None:
        self._tell(f"socket {socket.url}")
        socket.on("framereceived", lambda frame: self._tell(f"socket: {painted(frame)}"))
        socket.on("socketerror", lambda error: self._tell(f"socket failed: {error}"))
        socket.on("close", lambda _: self._tell("socket closed"))
