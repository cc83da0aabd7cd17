"""Text of twice the size on a phone: every page around the game is read by scrolling one way."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.browser import screens as pages
from tests.browser.sites import Filled, Still, arrive, confirm

PHONE = {"width": 390, "height": 844}
AT_TABLES = ("results", "shared-results", "given-up")

LARGE = """() => {
    document.documentElement.style.fontSize = "200%";
    document.querySelectorAll("main details").forEach((each) => each.open = true);
}"""
TROUBLES = """() => {
    const wide = document.documentElement.scrollWidth;
    const cut = [...document.body.querySelectorAll("*")].filter((each) => {
        const style = getComputedStyle(each);
        const says = [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
        if (!says || style.display === "inline" || each.clientWidth < 2) return false;
        if (!each.checkVisibility({visibilityProperty: true})) return false;
        // What scrolls in a box of its own, by keys too; what is for ears only.
        if (each.closest("[tabindex='0'], .sr, .visually-hidden, svg, select, textarea")) {
            return false;
        }
        const hangs = each.scrollHeight - each.clientHeight; // more than the tails of letters
        return each.scrollWidth > each.clientWidth + 1
            || style.overflowY !== "visible" && hangs > parseFloat(style.fontSize) * 0.4;
    }).map((each) => each.outerHTML.slice(0, 90));
    return wide > innerWidth ? [`${wide} wide`, ...cut] : cut;
}"""
"""What is wider than the screen, and texts that don't fit where they stand."""


def troubles(context: BrowserContext, addresses: tuple[str, ...]) -> Iterator[str]:
    page = context.new_page()
    for address in addresses:
        page.goto(address)
        page.evaluate(LARGE)
        page.wait_for_function("document.fonts.status === 'loaded'")
        for trouble in page.evaluate(TROUBLES):
            yield f"{address}: {trouble}"
    context.close()


def addresses_of(site: Filled | Still, who: str) -> tuple[str, ...]:
    """The pages that somebody has: of all the lists that axe looks at, too."""
    if isinstance(site, Filled):
        moderators = pages.BEAS + tuple(site.admin.values())
        lists = {"": pages.FOR_EVERYBODY, "ann": pages.ANNS, "ben": pages.BENS, "bea": moderators}
        return lists[who]
    around = (*pages.AROUND, site.stages["room"])
    if not who:
        return (*around, "/away/en", "/nothing")
    games = tuple(f"{site.stages[name]}/results" for name in AT_TABLES)
    return (*around, *games, f"{site.stages['talking']}/chat", f"{site.stages['deal-end']}/sheet")


@pytest.mark.parametrize("language", ["en", "ru", "ro"])
@pytest.mark.parametrize("who", ["", "ann", "ben", "bea"])
def test_no_page_of_an_account_is_wider_than_a_phone(
    chromium: Browser, filled: Filled, who: str, language: str
):
    context = arrive(chromium, filled, who, locale=language, viewport=PHONE)
    if who in {"ann", "ben"}:
        confirm(context)
    assert list(troubles(context, addresses_of(filled, who))) == []


@pytest.mark.parametrize("language", ["en", "ru", "ro"])
@pytest.mark.parametrize("who", ["", "ann"])
def test_no_page_around_play_is_wider_than_a_phone(
    chromium: Browser, still: Still, who: str, language: str
):
    context = arrive(chromium, still, who, locale=language, viewport=PHONE)
    assert list(troubles(context, addresses_of(still, who))) == []
