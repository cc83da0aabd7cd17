"""No page and no state of play has a fault that axe can find, in either theme: WCAG 2.2 AA and what
is held to be good practice. None is wider than a phone."""

from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route

from tests.browser.conftest import DESKTOP, PHONE, Filled, Still
from tests.browser.filling import PASSWORD

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
FOR_EVERYBODY = (
    "/account/login/",
    "/account/signup/",
    "/account/password/reset/",
    "/account/password/reset/done/",
    "/account/confirm-email/x:y:z/",
    "/statistics",
    "/games",
    "/settings",
)
ANNS = (
    "/statistics",
    "/statistics?kind=people",
    "/games",
    "/records",
    "/ladder",
    "/people/simulated 1",
    "/people/simulated 2/report",
    "/settings",
    "/account/profile/",
    "/account/password/change/",
    "/account/email/",
    "/account/2fa/",
    "/account/2fa/totp/activate/",
    "/account/sessions/",
    "/account/people/",
    "/account/data/",
    "/account/delete/",
    "/account/logout/",
    "/account/reauthenticate/",
)
BENS = (
    "/",  # with notices of the moderators
    "/account/2fa/",
    "/account/2fa/reauthenticate/",
    "/account/2fa/recovery-codes/",
    "/account/2fa/recovery-codes/generate/",
    "/account/2fa/totp/deactivate/",
)
# Around play: what a newcomer may open, and who has games to go on with.
AROUND = ("/", "/new", "/new/rules", "/lobby", "/tables/new", "/tables/new/rules", "/guide")
STATES = (
    *("bid", "barred", "follow", "taken", "deal-end", "last-deal-end", "paused", "given-up"),
    *("others-bid", "others-play", "talking", "pause-asked", "away", "others-deal-end", "room"),
)
BEAS = (
    "/dashboard",
    "/admin/",
    "/admin/games/report/",
    "/admin/games/game/",
    "/admin/accounts/user/",
    "/admin/accounts/act/",
    "/admin/accounts/bannedword/",
)


def arrive(
    chromium: Browser, site: Filled | Still, who: str = "", **options: Any
) -> BrowserContext:
    context = chromium.new_context(base_url=site.at, service_workers="block", **options)
    context.add_init_script(AXE)
    if who:
        context.add_cookies([{"name": "sessionid", "value": site.sessions[who], "url": site.at}])
    return context


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
    found = [f"{address}: {fault}" for fault in page.evaluate(FAULTS, STANDARDS)]
    see(page, PHONE, "dark")
    found += [f"{address}, dark: {fault}" for fault in page.evaluate(FAULTS, LOOKS)]
    wide = page.evaluate("document.documentElement.scrollWidth")
    return found + [f"{address}: {wide} wide"] * (wide > PHONE["width"])


def see(page: Page, size: dict[str, int], theme: str) -> None:
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]


def faults_of(context: BrowserContext, addresses: tuple[str, ...]) -> list[str]:
    page = context.pages[0] if context.pages else context.new_page()
    found = [fault for address in addresses for fault in faults_at(page, address)]
    context.close()
    return found


def confirm(context: BrowserContext) -> None:
    """Give the password once more, which pages about safety ask for."""
    page = context.new_page()
    page.goto("/account/reauthenticate/")
    page.fill("[name=password]", PASSWORD)
    page.locator("main").get_by_role("button").click()
    page.wait_for_url("**/")


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
    see(page, PHONE, "dark")
    page.goto("/account/login/")
    page.fill("[name=login]", "Banned")
    page.fill("[name=password]", PASSWORD)
    page.locator("main").get_by_role("button").click()
    page.get_by_text("You may not play here any more.").wait_for()
    assert page.evaluate(FAULTS, STANDARDS) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    context.close()


def test_a_refused_form_has_no_fault(chromium: Browser, filled: Filled):
    context = arrive(chromium, filled)
    page = context.new_page()
    page.goto("/account/signup/")
    page.evaluate("document.querySelector('main form').noValidate = true")
    page.locator("main").get_by_role("button").click()
    assert page.locator(".errorlist").count()
    assert page.evaluate(FAULTS, STANDARDS) == []
    context.close()


def test_pages_of_staff_and_moderators_have_no_fault(chromium: Browser, filled: Filled):
    context = arrive(chromium, filled, "bea")
    assert faults_of(context, BEAS + tuple(filled.admin.values())) == []


# --- Play --------------------------------------------------------------------------------------


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def open_leaving(page: Page) -> None:
    press(page, "Menu")
    page.locator("#menu summary").click()


def open_sheet(page: Page) -> None:
    page.locator("#deal-end").get_by_role("link", name="Score sheet").click()
    page.locator("#score-box table").wait_for()


def open_person(page: Page) -> None:
    page.locator(".tag a.person").first.click()
    page.locator("#person-title").wait_for()


def open_report(page: Page) -> None:
    open_person(page)
    page.locator("#person").get_by_role("link", name="Report").click()
    page.locator("#person textarea").wait_for()


def lose_connection(page: Page) -> None:
    page.route_web_socket("**/ws/**", lambda socket: socket.close())
    page.reload()
    page.locator("#lost").wait_for()


DOINGS: dict[str, tuple[str, Callable[[Page], None]]] = {
    "menu": ("talking", lambda page: press(page, "Menu")),
    "leaving": ("talking", open_leaving),
    "last trick": ("taken", lambda page: press(page, "Last trick")),
    "score sheet": ("deal-end", open_sheet),
    "chat": ("talking", lambda page: press(page, "Chat")),
    "person": ("talking", open_person),
    "report": ("talking", open_report),
    "refused card": ("follow", lambda page: page.locator(".hand .no").first.press("Enter")),
    "chosen bid": ("barred", lambda page: page.keyboard.press("ArrowUp")),
    "connection lost": ("follow", lose_connection),
}


def test_what_is_around_play_has_no_fault(chromium: Browser, still: Still):
    room = still.stages["room"]
    assert faults_of(arrive(chromium, still), (*AROUND, room, "/away/en", "/nothing")) == []
    assert faults_of(arrive(chromium, still, "ann"), ("/", "/lobby", "/tables/new")) == []


def test_no_state_of_play_has_a_fault(chromium: Browser, still: Still):
    assert faults_of(arrive(chromium, still, "ann"), tuple(still.stages[s] for s in STATES)) == []


def test_results_and_pages_beside_a_table_have_no_fault(chromium: Browser, still: Still):
    results = [f"{still.stages[name]}/results" for name in ("results", "shared-results")]
    beside = [f"{still.stages['talking']}/chat", f"{still.stages['deal-end']}/sheet"]
    assert faults_of(arrive(chromium, still, "ann"), (*results, *beside)) == []


@pytest.mark.parametrize(
    ("who", "stage"), [("ben", "room"), ("eve", "room"), ("eve", "talking"), ("fay", "first")]
)
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
    for name, html in still.errors.items():
        context.route(f"**/broken/{name}", answer(html))
    assert faults_of(context, tuple(f"/broken/{name}" for name in still.errors)) == []
