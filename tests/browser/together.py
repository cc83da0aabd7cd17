"""People who sit at one table, each with a browser of their own."""

from playwright.sync_api import Page, expect

from tests.browser.player import TINY, Player
from tests.server import running

BID_AT_ONCE = "4_ls9_turned_10t-0_sim"
"""One deal, which begins with a bid of everybody."""

SEATING = """
import sys
from django.contrib.sessions.models import Session
from accounts.models import User
from games import table
from games.pacing import Pace
from games.rules import parse_rules
keys, rules = {keys!r}, parse_rules({rules!r})
ids = [Session.objects.get(pk=key).get_decoded()["_auth_user_id"] for key in keys]
people = [User.objects.get(pk=pk) for pk in ids]
for user, name in zip(people, {names!r}):
    user.name = name
    user.save()
offer = table.Opening(rules=rules, level="easy", pace=Pace.FAST)
game = table.open_table(host=people[0], offer=offer)
for user in people[1:]:
    table.sit(code=game.code, user=user)
table.start(code=game.code, user=people[0])
print("seated at", game.code, "!")
"""


def sit_together(environment: dict[str, str], *players: Player, rules: str = BID_AT_ONCE) -> str:
    """Make guests of these people and begin a game with them; every browser is at its table.
    They are called Guest Ann, Ben, Cat. Returns the game's code."""
    for player in players:
        player.start()
    keys = [key_of(player) for player in players]
    code = SEATING.format(keys=keys, rules=rules, names=["Ann", "Ben", "Cat"])
    with running("manage.py", "shell", "-c", code, environment=environment) as seating:
        seating.wait_for(" !")
        game = seating.said().split("seated at ")[1].split()[0]
    for player in players:
        player.page.goto(f"/game/{game}")
        player.page.wait_for_load_state()
    return game


def opened(player: Player, *, rules: str = TINY, public: bool = True) -> str:
    """A table opened by somebody; its address."""
    page = player.page
    page.goto(f"/tables/new/rules?rules={rules}")
    page.get_by_role("radio", name="Fast").check()
    if not public:
        page.get_by_role("radio", name="Only people with the link").check()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#room")).to_be_visible()
    page.wait_for_load_state()
    return page.url


def sat_down(player: Player, address: str) -> Page:
    """Somebody who came by the link and has a seat."""
    player.page.goto(address)
    player.page.get_by_role("button", name="Sit here").first.click()
    expect(player.page.get_by_role("button", name="Leave")).to_be_visible()
    player.page.wait_for_load_state()
    return player.page


def key_of(player: Player) -> str:
    """The session a browser has."""
    cookies = player.page.context.cookies()
    return next(each["value"] for each in cookies if each["name"] == "sessionid")
