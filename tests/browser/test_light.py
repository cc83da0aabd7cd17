"""How much comes over the wire before somebody sees and plays, and what is there without a wire."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, NewPlayer

FIRST_PAGE, TABLE = 100, 300
"""KB: the first page without its cards, a table with its deck."""


class Wire:
    """What a page has fetched, in KB as it came, by address."""

    def __init__(self, page: Page) -> None:
        self.fetched: dict[str, float] = {}
        self._asked: dict[str, str] = {}
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", self._begin)
        session.on("Network.loadingFinished", self._end)

    def _begin(self, event: dict[str, Any]) -> None:
        self._asked[event["requestId"]] = event["request"]["url"]

    def _end(self, event: dict[str, Any]) -> None:
        self.fetched[self._asked[event["requestId"]]] = event["encodedDataLength"] / 1024

    def total(self, *, without: str = "\0") -> float:
        return sum(size for url, size in self.fetched.items() if without not in url)


def test_the_first_page_is_light(new_player: NewPlayer):
    page = new_player(PHONE).page
    wire = Wire(page)
    page.goto("/", wait_until="networkidle")
    assert len(wire.fetched) > 10
    assert wire.total(without="/cards/") < FIRST_PAGE, wire.fetched


def test_a_table_with_its_deck_is_light(new_player: NewPlayer):
    player = new_player(PHONE)
    player.start()
    table = new_player(PHONE).page
    # As in a browser that has kept nothing.
    table.context.add_cookies(player.page.context.cookies())  # type: ignore[arg-type]
    wire = Wire(table)
    table.goto(player.page.url)
    table.wait_for_load_state("networkidle")
    expect(table.locator(".hand li")).not_to_have_count(0)
    assert any("/cards/" in url for url in wire.fetched)
    assert wire.total() < TABLE, wire.fetched


def test_without_a_line_a_page_says_so_and_goes_on_by_itself(new_player: NewPlayer):
    page = new_player(PHONE, may_lose_server=True).page
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(({ active }) => active.state)")
    page.context.set_offline(True)
    page.goto("/guide")
    expect(page.get_by_role("heading", level=1)).to_have_text("The connection is lost")
    font = "document.fonts.check('16px Jost')"
    assert page.evaluate(font)
    page.context.set_offline(False)
    expect(page.locator("h1")).not_to_have_text("The connection is lost")
    assert page.url.endswith("/guide")
    kept = page.evaluate(
        "caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name)"
        ".then((cache) => cache.keys()).then((asked) => asked.map(({ url }) => url)))))"
    )
    pages = [url for urls in kept for url in urls if "/static/" not in url]
    assert [url.rpartition(":")[2].partition("/")[2] for url in pages] == ["away/en"]
