"""A whole game of four people with a browser each, and with what happens to people: a phone loses
its line twice, and somebody lets a computer play for a while."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, NewPlayer
from tests.browser.line import Line
from tests.browser.player import Player
from tests.browser.together import opened, sat_down
from tests.server import running, until

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
SIZES = [2, 3, 1]
RULES = "4_ls2.3.1_turned_10t-0_hook"

SIGNS = "[data-away], .mark, .handbar, .is-lost"
"""All that tells of somebody who is away or played for."""

SEEN = """game => {
  const text = (box, part) => box.querySelector(part)?.textContent.replace(/\\s+/g, " ").trim();
  const seen = { facts: text(game, ".facts"), phase: game.dataset.phase };
  const plate = (at, box, total) => (seen[at] = {
    badge: text(box, ".badge"), dealer: text(box, ".d"), total: parseInt(text(box, total)),
    turn: "turn" in box.dataset, card: text(game, `.played[data-at="${at}"]:not(.slot) .card`),
  });
  plate(0, game.querySelector(".tray"), ".who > span");
  for (const box of game.querySelectorAll(".seat")) plate(box.dataset.at, box, ".total");
  return seen;
}"""
"""What a painted table shows that is the same for everybody; seats count from the viewer."""

FACTS = """
import json
from games.models import Deal
for deal in Deal.objects.filter(game__code={code!r}):
    for what, rows in (("bid", deal.bids), ("card", deal.plays)):
        for row in rows.order_by("pk"):
            print(json.dumps([deal.number, what, row.seat.number, row.is_for_owner]))
print("that is all")
"""


class Company:
    """Four people at a table, by the number of their seat; the second has the phone."""

    def __init__(self, *people: Player) -> None:
        self.people = people

    def meet(self) -> str:
        """The first opens a table, the others come by its link, the first starts; its address."""
        host, *guests = self.people
        address = opened(host, rules=RULES, public=False)
        for guest in guests:
            sat_down(guest, urlsplit(address).path)
        press(host, "Start")
        for player in self.people:
            expect(player.game).to_be_visible()
            player.page.wait_for_load_state()
        return address

    def play_until(self, is_so: Callable[[Player], bool]) -> Player:
        """All do what they are asked, until this is so of who is asked next; who that is."""
        while not is_so(player := self._asked()):
            player.act("tap" if player is self.people[1] else "click")
        return player

    def _asked(self) -> Player:
        until(lambda: any(each.asked.count() for each in self.people))
        return next(each for each in self.people if each.asked.count())

    def expect_mark(self, text: str, *, at: Player) -> None:
        """Every other sees this mark on somebody's plate."""
        marked = self.people.index(at)
        for number, player in enumerate(self.people):
            if player is not at:
                plate = player.page.locator(f"#seat{(marked - number) % 4}")
                expect(plate.get_by_role("img", name=text)).to_be_visible()

    def expect_one_table(self) -> None:
        """Everybody is there, and all see the same."""
        for player in self.people:
            expect(player.page.locator(SIGNS)).to_have_count(0)
        until(lambda: len({player.moment() for player in self.people}) == 1)
        first, *others = (self._seen_by(number) for number in range(4))
        for other in others:
            assert other == first

    def _seen_by(self, number: int) -> dict[str, Any]:
        seen = self.people[number].game.evaluate(SEEN)
        return {f"{(int(key) + number) % 4}" if key.isdigit() else key: seen[key] for key in seen}


@pytest.fixture
def line(site: str) -> Iterator[Line]:
    """The way of one browser to the site."""
    with Line(urlsplit(site).port or 0).laid() as line:
        yield line


def test_a_whole_game_of_four_with_two_lost_lines_and_a_computer_for_a_while(
    line: Line, new_player: NewPlayer, environment: dict[str, str]
) -> None:
    phone = {"at": line.address, "has_touch": True, "is_mobile": True, "may_lose_server": True}
    ben = new_player(PHONE, **phone)
    ann, cat, dan = new_player(), new_player({"width": 844, "height": 390}), new_player(DESKTOP)
    company, lost = Company(ann, ben, cat, dan), ben.page.locator("#lost")
    address = company.meet()

    # Ben's line is cut in his own turn: the others see him go, and come back.
    company.play_until(lambda player: player is ben)
    company.expect_one_table()
    line.cut()
    expect(lost).to_be_visible()
    company.expect_mark("is away", at=ben)
    line.mend()
    expect(lost).to_be_hidden()
    company.expect_one_table()

    # His phone is off while others play: he is told so at once, and later sees what he missed.
    other = company.play_until(lambda player: player is not ben and player.wait_to_act() == "play")
    ben.page.context.set_offline(True)
    expect(lost).to_be_visible()
    line.cut()
    before = ben.moment()
    other.act()
    company.expect_mark("is away", at=ben)
    assert ben.moment() == before
    line.mend()
    ben.page.context.set_offline(False)
    ben.wait_for_change(before)
    company.expect_one_table()

    # Cat lets a computer play from her bid on, and takes her seat back in the middle of a trick.
    company.play_until(lambda player: player is cat and player.wait_to_act() == "bid")
    press(cat, "Menu", "Let a computer play")
    company.expect_mark("A computer plays for", at=cat)
    expect(cat.page.get_by_text("A computer plays for you, as you asked.")).to_be_visible()
    company.play_until(lies_in_mid_trick)
    press(cat, "TAKE MY SEAT BACK")
    company.expect_one_table()

    company.play_until(lambda player: player.wait_to_act() == "results")
    company.expect_one_table()
    for player in company.people:
        player.act()
    results = [player.page.locator(".places .tt").all_inner_texts() for player in company.people]
    assert results == 4 * results[:1]
    check_facts(environment, address.rpartition("/")[2], computer_for=2)


def press(player: Player, *names: str) -> None:
    for name in names:
        player.page.get_by_role("button", name=name).click()


def lies_in_mid_trick(player: Player) -> bool:
    """Whether some cards of a trick lie on the table, and not yet all."""
    return player.page.locator(".mat:not([data-complete]) .played:not(.slot)").count() > 0


def check_facts(environment: dict[str, str], code: str, computer_for: int) -> None:
    """Everybody bid once in every deal and played every card once; a computer did some of it for
    one person, up to the moment in which they were back."""
    script = FACTS.format(code=code)
    with running("manage.py", "shell", "-c", script, environment=environment) as asking:
        asking.wait_for("that is all")
        rows = [json.loads(line) for line in asking.said().splitlines() if line.startswith("[")]
    made = Counter((deal, what, seat) for deal, what, seat, _ in rows)
    for deal, size in enumerate(SIZES):
        for seat in range(4):
            assert (made[deal, "bid", seat], made[deal, "card", seat]) == (1, size)
    assert {seat for *_, seat, for_owner in rows if for_owner} == {computer_for}
    by_turns = [for_owner for deal, _, seat, for_owner in rows if seat == computer_for]
    assert [each for each, _ in groupby(by_turns)] == [False, True, False]
