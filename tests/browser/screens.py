"""The screens of the site: addresses of pages by who may open them, states of play, and what opens
at a table by a press."""

from collections.abc import Callable

from playwright.sync_api import Page

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
OTHERS = (
    *(("ben", "room"), ("eve", "room"), ("fay", "first"), ("eve", "turned-away")),
    *(("eve", "talking"), ("eve", "others-deal-end"), ("eve", "shared-results")),
)
"""Guests, strangers, spectators and beginners, and the states of play they come to."""
BESIDE = (
    *(("results", "results"), ("shared-results", "results")),
    *(("talking", "chat"), ("deal-end", "sheet")),
)
"""Pages beside the table of a state of play."""
BEAS = (
    "/dashboard",
    "/admin/",
    "/admin/games/report/",
    "/admin/games/game/",
    "/admin/accounts/user/",
    "/admin/accounts/act/",
    "/admin/accounts/bannedword/",
)


def open_dialog(name: str) -> Callable[[Page], None]:
    """A press on the button that opens it, whatever language that speaks."""
    return lambda page: page.locator(f"[commandfor={name}][command=show-modal]:visible").click()


def open_leaving(page: Page) -> None:
    open_dialog("menu")(page)
    page.locator("#menu summary").click()


def open_sheet(page: Page) -> None:
    page.locator("#deal-end [data-opens=score-sheet]").click()
    page.locator("#score-box table").wait_for()


def open_person(page: Page) -> None:
    page.locator(".tag a.person").first.click()
    page.locator("#person-title").wait_for()


def open_report(page: Page) -> None:
    open_person(page)
    page.locator("#person a.deed[href*=report]").click()
    page.locator("#person textarea").wait_for()


def lose_connection(page: Page) -> None:
    page.route_web_socket("**/ws/**", lambda socket: socket.close())
    page.reload()
    page.locator("#lost").wait_for()


DOINGS: dict[str, tuple[str, Callable[[Page], None]]] = {
    "menu": ("talking", open_dialog("menu")),
    "leaving": ("talking", open_leaving),
    "last trick": ("taken", open_dialog("last-trick")),
    "score sheet": ("deal-end", open_sheet),
    "chat": ("talking", lambda page: page.locator("[data-chat-open]").click()),
    "person": ("talking", open_person),
    "report": ("talking", open_report),
    "refused card": ("follow", lambda page: page.locator(".hand .no").first.press("Enter")),
    "chosen bid": ("barred", lambda page: page.keyboard.press("ArrowUp")),
    "connection lost": ("follow", lose_connection),
}
