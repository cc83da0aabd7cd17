"""No page and no state of play has a fault that axe can find, in either theme: WCAG 2.2 AA and what
is held to be good practice. None is wider than a phone."""

from collections.abc import Callable
from importlib.resources import files

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.password import PASSWORD
from tests.browser.screens import (
    ANNS,
    AROUND,
    BEAS,
    BENS,
    BESIDE,
    DOINGS,
    FOR_EVERYBODY,
    OTHERS,
    STATES,
)
from tests.browser.sites import Filled, Still, arrive, confirm

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text()
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# What another theme and another width can change; the rest is the same page.
LOOKS = ["color-contrast", "link-in-text-block", "target-size", "link-name", "button-name"]
FAULTS = """async (rules) => {
    for (const each of document.getAnimations()) {
        each.effect.getComputedTiming().endTime === Infinity ? each.cancel() : each.finish();
    }
    const found = await axe.run(document, {resultTypes: ["violations"], runOnly: rules});
    return found.violations.map((fault) =>
        `${fault.id}: ${fault.nodes.map((node) => node.html).join(" | ")}`);
}"""


def faults_at(page: Page, address: str) -> list[str]:
    """What is wrong with a page, in the light on a desktop and in the dark on a phone."""
    see(page, DESKTOP, "light")
    answer = page.goto(address)
    assert answer is not None
    assert page.url.replace("%20", " ").endswith(address), page.url
    page.evaluate("document.querySelectorAll('main details').forEach(each => each.open = true)")
    return faults_now(page, address)


def faults_now(page: Page, address: str) -> list[str]:
    """The same of a page that is open."""
    see(page, DESKTOP, "light")
    found = [f"{address}: {fault}" for fault in standing(page)]
    see(page, PHONE, "dark")
    found += [f"{address}, dark: {fault}" for fault in page.evaluate(FAULTS, LOOKS)]
    wide = page.evaluate("document.documentElement.scrollWidth")
    return found + [f"{address}: {wide} wide"] * (wide > PHONE["width"])


def standing(page: Page) -> list[str]:
    """All that axe holds against a page as it is."""
    page.evaluate(f"() => {{{AXE}}}")
    found: list[str] = page.evaluate(FAULTS, STANDARDS)
    return found


def see(page: Page, size: dict[str, int], theme: str) -> None:
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]


def faults_of(context: BrowserContext, addresses: tuple[str, ...]) -> list[str]:
    page = context.pages[0] if context.pages else context.new_page()
    found = [fault for address in addresses for fault in faults_at(page, address)]
    context.close()
    return found


def test_pages_for_everybody_have_no_fault(chromium: Browser, filled: Filled):
    assert faults_of(arrive(chromium, filled), FOR_EVERYBODY) == []


def test_pages_of_a_player_have_no_fault(chromium: Browser, filled: Filled):
    context = arrive(chromium, filled, "ann")
    confirm(context)
    assert faults_of(context, ANNS) == []


def test_pages_of_a_second_factor_have_no_fault(chromium: Browser, filled: Filled):
    context = arrive(chromium, filled, "ben")
    confirm(context)
    assert faults_of(context, BENS) == []


def test_the_second_step_of_a_log_in_has_no_fault(chromium: Browser, filled: Filled):
    context = arrive(chromium, filled)
    page = context.new_page()
    page.goto("/account/login/")
    page.fill("[name=login]", "Simulated 2")
    page.fill("[name=password]", PASSWORD)
    page.locator("main").get_by_role("button").click()
    assert faults_of(context, ("/account/2fa/authenticate/",)) == []


def test_the_page_for_who_is_kept_out_has_no_fault(chromium: Browser, filled: Filled):
    context = arrive(chromium, filled)
    page = context.new_page()
    page.goto("/account/login/")
    page.fill("[name=login]", "Banned")
    page.fill("[name=password]", PASSWORD)
    page.locator("main").get_by_role("button").click()
    page.get_by_text("You may not play here any more.").wait_for()
    assert faults_now(page, "kept out") == []
    context.close()


def test_a_refused_form_has_no_fault(chromium: Browser, filled: Filled):
    context = arrive(chromium, filled)
    page = context.new_page()
    page.goto("/account/signup/")
    page.evaluate("document.querySelector('main form').noValidate = true")
    page.locator("main").get_by_role("button").click()
    assert page.locator(".errorlist").count()
    assert standing(page) == []
    context.close()


def test_pages_of_staff_and_moderators_have_no_fault(chromium: Browser, filled: Filled):
    context = arrive(chromium, filled, "bea")
    assert faults_of(context, BEAS + tuple(filled.admin.values())) == []


# --- Play --------------------------------------------------------------------------------------


def test_what_is_around_play_has_no_fault(chromium: Browser, still: Still):
    room = still.stages["room"]
    assert faults_of(arrive(chromium, still), (*AROUND, room, "/away/en", "/nothing")) == []
    assert faults_of(arrive(chromium, still, "ann"), ("/", "/lobby", "/tables/new")) == []


def test_no_state_of_play_has_a_fault(chromium: Browser, still: Still):
    assert faults_of(arrive(chromium, still, "ann"), tuple(still.stages[s] for s in STATES)) == []


def test_results_and_pages_beside_a_table_have_no_fault(chromium: Browser, still: Still):
    beside = tuple(f"{still.stages[stage]}/{page}" for stage, page in BESIDE)
    assert faults_of(arrive(chromium, still, "ann"), beside) == []


@pytest.mark.parametrize(("who", "stage"), OTHERS)
def test_guests_strangers_spectators_and_beginners_find_no_fault(
    chromium: Browser, still: Still, who: str, stage: str
):
    assert faults_of(arrive(chromium, still, who), (still.stages[stage],)) == []


@pytest.mark.parametrize("doing", DOINGS)
def test_what_opens_at_a_table_has_no_fault(chromium: Browser, still: Still, doing: str):
    stage, do = DOINGS[doing]
    context = arrive(chromium, still, "ann")
    page = context.new_page()
    page.goto(still.stages[stage])
    page.wait_for_load_state()
    do(page)
    assert faults_now(page, doing) == []
    context.close()


def answer(html: str) -> Callable[[Route], None]:
    return lambda route: route.fulfill(status=500, body=html, content_type="text/html")


def test_pages_of_errors_have_no_fault(chromium: Browser, still: Still):
    context = arrive(chromium, still)
    errors = still.errors["en"]
    for name, html in errors.items():
        context.route(f"**/broken/{name}", answer(html))
    assert faults_of(context, tuple(f"/broken/{name}" for name in errors)) == []
