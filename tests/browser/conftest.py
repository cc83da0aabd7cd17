"""A real server and a real browser for the tests of this folder."""

import json
import re
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from tests import machine
from tests.browser.player import Player
from tests.server import collected_static, free_port, running, serving, until

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
]
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}

REFUSAL = "the server responded with a status of 4"
NO_LINE = "net::ERR_|WebSocket connection to .* failed|htmx:ws:error|htmx:error: Failed to fetch"

NewPlayer = Callable[..., Player]


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a site that keeps its things in a folder of its own."""
    folder = tmp_path_factory.mktemp("site")
    return environment_in(folder)


def environment_in(folder: Path) -> dict[str, str]:
    """The same for any folder."""
    return {
        "HOME": str(folder),
        "OHHELL_DATA_DIR": str(folder / "var"),
        "OHHELL_STATIC_ROOT": str(folder / "static"),
        "OHHELL_GUESTS_PER_HOUR": "0",
    }


@pytest.fixture(scope="session")
def site(environment: dict[str, str]) -> Iterator[str]:
    """The address of a running site."""
    port = free_port()
    with serving(environment, port):
        yield f"http://127.0.0.1:{port}"


@dataclass(frozen=True)
class Still:
    """A site without a worker, on which nothing changes by itself: where it is, the sessions of
    its people, the address of each state of play, and the pages of errors."""

    at: str
    sessions: dict[str, str]
    stages: dict[str, str]
    errors: dict[str, str]


@pytest.fixture(scope="session")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Still]:
    """Every state of play, standing still."""
    environment = environment_in(tmp_path_factory.mktemp("still"))
    environment["OHHELL_STATIC_ROOT"] = collected_static()
    code = "import runpy; runpy.run_module('tests.browser.stages', run_name='__main__')"
    command = ("manage.py", "shell", "--no-imports", "-c", code)
    with running(*command, environment=environment) as setting:
        assert setting.popen.wait(60) == 0, setting.said()
        stages = json.loads(setting.said().splitlines()[-1])
    port = free_port()
    served = ("-m", "daphne", "-p", str(port), "ohhell_site.asgi:application")
    with running(*served, environment=environment):
        until(lambda: _listens(port))
        yield Still(f"http://127.0.0.1:{port}", **stages)


@dataclass(frozen=True)
class Filled:
    """A site where every page has something to show: where it is, the sessions of its people, and
    the addresses of what moderators look at."""

    at: str
    sessions: dict[str, str]
    admin: dict[str, str]


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Filled]:
    """People, games and a report, on a site that sends mail."""
    environment = environment_in(tmp_path_factory.mktemp("filled"))
    environment |= {"OHHELL_EMAIL_HOST": "127.0.0.1", "OHHELL_EMAIL_PORT": "9"}
    environment["OHHELL_STATIC_ROOT"] = collected_static()
    port = free_port()
    with serving(environment, port):
        code = "import runpy; runpy.run_module('tests.browser.filling', run_name='__main__')"
        command = ("manage.py", "shell", "--no-imports", "-c", code)
        with running(*command, environment=environment) as filling:
            assert filling.popen.wait(60) == 0, filling.said()
            yield Filled(f"http://127.0.0.1:{port}", **json.loads(filling.said().splitlines()[-1]))


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A browser, where there is one."""
    path = machine.browser()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def new_player(chromium: Browser, site: str) -> Iterator[NewPlayer]:
    """Somebody at the site with a browser of their own, who reports every error it shows."""
    pages: list[tuple[Page, list[str]]] = []

    def arrive(
        size: dict[str, int] = DESKTOP,
        *,
        at: str = site,
        may_lose_server: bool = False,
        may_be_refused: bool = False,
        **options: object,
    ) -> Player:
        context = chromium.new_context(viewport=size, base_url=at, **options)  # type: ignore[arg-type]
        page = context.new_page()
        troubles: list[str] = []
        allowed = [NO_LINE] * may_lose_server + [REFUSAL] * may_be_refused

        def is_trouble(said: ConsoleMessage) -> bool:
            return said.type == "error" and not any(re.search(each, said.text) for each in allowed)

        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda said: troubles.append(said.text) if is_trouble(said) else None)
        pages.append((page, troubles))
        return Player(page)

    yield arrive
    for page, troubles in pages:
        page.context.close()
        assert not troubles, troubles
