"""A real server and a real browser for the tests of this folder."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from tests import machine
from tests.browser.journal import Journal
from tests.browser.player import Player
from tests.browser.sites import Filled, Still, environment_in, filled_site, still_site
from tests.server import Process, free_port, serving

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

expect.set_options(timeout=20_000)
"""Patience, for machines with more to do than this: what comes in time costs none of it."""

NewPlayer = Callable[..., Player]


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a site that keeps its things in a folder of its own."""
    folder = tmp_path_factory.mktemp("site")
    return environment_in(folder)


@pytest.fixture(scope="session")
def server(environment: dict[str, str]) -> Iterator[tuple[str, Process]]:
    """A running site: its address, and its process."""
    port = free_port()
    with serving(environment, port) as process:
        yield f"http://127.0.0.1:{port}", process


@pytest.fixture(scope="session")
def site(server: tuple[str, Process]) -> str:
    """The address of a running site."""
    return server[0]


@pytest.fixture(scope="session")
def filled() -> Iterator[Filled]:
    """A site where every page has something to show."""
    with filled_site() as site:
        yield site


@pytest.fixture(scope="session")
def still() -> Iterator[Still]:
    """Every state of play, standing still."""
    with still_site() as site:
        yield site


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A browser, where there is one."""
    path = machine.browser()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def new_player(
    chromium: Browser, server: tuple[str, Process], request: pytest.FixtureRequest
) -> Iterator[NewPlayer]:
    """Somebody at the site with a browser of their own, who reports every error it shows."""
    pages: list[tuple[Page, list[str], Journal]] = []
    site, process = server

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
        pages.append((page, troubles, Journal(page)))
        return Player(page)

    yield arrive
    for number, (_, _, journal) in enumerate(pages, 1):
        request.node.add_report_section("teardown", f"player {number}", str(journal))
    request.node.add_report_section("teardown", "server", process.said()[-4000:])
    for page, troubles, _ in pages:
        page.context.close()
        assert not troubles, troubles
