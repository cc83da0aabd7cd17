"""What whoever can't see the table hears: all that happens, in order, each thing once."""

import json
import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from playwright.sync_api import Browser, expect

from tests.browser.conftest import NewPlayer
from tests.browser.sites import Still, arrive
from tests.server import running, until

LISTENING = """
window.heard = [];
new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
        if (target.id === "voice") heard.push(...[...addedNodes].map((line) => line.textContent));
    }
}).observe(document, { childList: true, subtree: true });
"""
FACTS = """
import json
from games.models import Game
game = Game.objects.get(code={code!r})
seats = list(game.seats.select_related("user"))
print("facts", json.dumps({{
    "names": ["You" if seat.user_id else seat.name for seat in seats],
    "places": sorted([seat.place, seat.number, seat.total] for seat in seats),
    "deals": [
        {{
            "bids": list(deal.bids.order_by("pk").values_list("seat__number", "value")),
            "plays": list(
                deal.plays.order_by("pk").values_list("trick__number", "seat__number", "card")
            ),
            "scores": list(
                deal.scores.values_list("seat__number", "taken", "bid", "points").order_by("pk")
            ),
        }}
        for deal in game.deals.order_by("number")
    ],
}}), "!")
"""
RANKS = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
ASKED = re.compile(
    r"(Your bid|Your turn|\w+ to (bid|lead|play))\.|Paused\. The table waits for you\."
)


def facts_of(environment: dict[str, str], code: str) -> dict[str, Any]:
    """What the database has of a finished game."""
    with running(
        "manage.py", "shell", "-c", FACTS.format(code=code), environment=environment
    ) as it:
        it.wait_for(" !")
        facts: dict[str, Any] = json.loads(it.said().split("facts ")[1].removesuffix(" !\n"))
        return facts


def happened(facts: dict[str, Any]) -> Iterator[str]:
    """What is to be heard of a game, but for its deals' trumps."""
    names, totals = facts["names"], [0] * len(facts["names"])
    for number, deal in enumerate(facts["deals"], 1):
        yield f"Deal {number}: "
        yield from (f"{names[seat]}: bid {bid}." for seat, bid in deal["bids"])
        yield from tricks(names, deal)
        yield f"Deal {number} is over."
        scores = {seat: score for seat, *score in deal["scores"]}
        for seat, _ in deal["bids"]:
            taken, bid, points = scores[seat]
            totals[seat] += points
            score = f"taken {taken}, bid {bid}, points {points}, total {totals[seat]}."
            yield f"{names[seat]}: {score}"
    yield "The game is over."
    for place, seat, total in facts["places"]:
        yield f"Place {place}: {names[seat]}, total {total}."


def tricks(names: list[str], deal: dict[str, Any]) -> Iterator[str]:
    """Each card, and who takes each trick: who leads to the next, or still lacks one."""
    left = {seat: taken for seat, taken, _, _ in deal["scores"]}
    played = [list(plays) for _, plays in groupby(deal["plays"], key=lambda play: play[0])]
    for at, trick in enumerate(played):
        for _, seat, (rank, suit) in trick:
            yield f"{names[seat]}: {RANKS.get(rank, rank)} of {SUITS[suit]}."
        is_last = at + 1 == len(played)
        taker = next(s for s in left if left[s]) if is_last else played[at + 1][0][1]
        left[taker] -= 1
        yield "You take the trick." if names[taker] == "You" else f"{names[taker]} takes the trick."
    assert not any(left.values())


def test_a_whole_game_is_heard_in_order_and_each_thing_once(
    new_player: NewPlayer, environment: dict[str, str]
):
    player = new_player()
    player.needs_no_hints()
    page = player.page
    page.add_init_script(LISTENING)
    player.start()
    while (asked := player.wait_to_act()) != "results":
        assert asked == "next" or page.evaluate("heard.at(-1)").startswith("Your ")
        before = player.moment()
        target = page.locator("#bid .go, .hand[data-open] .card:not(.no), [data-go]").first
        expect(target).to_be_visible()  # before, a press at the end of a deal only shows it
        page.keyboard.press("Shift")  # it is meant, however soon after the one before
        target.press("Enter")
        if asked == "bid":  # what happens without a connection comes at once with the next painting
            page.evaluate("dispatchEvent(new Event('offline'))")
        player.wait_for_change(before)
    heard = page.evaluate("heard")
    expected = happened(facts_of(environment, page.url.rpartition("/")[2]))
    asked_before, waited = "", next(expected)
    for line in heard:
        if line.startswith(waited):
            asked_before, waited = "", next(expected, "nothing more")
        else:
            assert ASKED.match(line), (waited, line, heard)
            assert line != asked_before, heard
            asked_before = line
    assert waited == "nothing more", heard


LISTENING_EVERYWHERE = """
window.heard = [];
new MutationObserver((changes) => {
    const open = document.querySelector("dialog:modal");
    for (const { target, addedNodes } of changes) {
        const isAudible = open ? open.contains(target) : !target.closest("dialog");
        if (target.role !== "log" || !isAudible) continue;
        heard.push(...[...addedNodes].map((line) => line.textContent));
    }
}).observe(document, { childList: true, subtree: true });
document.addEventListener("htmx:ws:after:message:incoming", () => (window.isPainted = true));
"""
"""Hears every log as a screen reader does: while a dialog is open, what is outside says nothing."""

HAPPENS = """(text) => {
    const events = document.getElementById("events");
    const event = events.lastElementChild.cloneNode();
    event.dataset.number = Number(event.dataset.number) + 1;
    event.textContent = text;
    events.append(event);
    const detail = { message: { data: "<main>" } };
    document.dispatchEvent(new CustomEvent("htmx:ws:after:message:incoming", { detail }));
}"""
"""As if the table had been painted with something new."""


def test_what_happens_while_a_dialog_is_open_is_heard_there_and_once(
    chromium: Browser, still: Still
):
    context = arrive(chromium, still, "ann")
    page = context.new_page()
    page.add_init_script(LISTENING_EVERYWHERE)
    page.goto(still.stages["follow"])
    until(lambda: page.evaluate("window.isPainted"))
    page.evaluate("heard.length = 0")
    openers = {"menu": "Menu", "last-trick": "Last trick", "score-sheet": "Score sheet"}
    told = []
    for name, label in openers.items():
        for text in (f"Before {name}.", f"In {name}.", f"After {name}."):
            if text.startswith("In"):
                page.locator(f"#game [aria-label='{label}']").click()
            page.evaluate(HAPPENS, text)
            told.append(text)
            if text.startswith("In"):
                assert text in page.locator(f"#{name}").aria_snapshot()
                page.keyboard.press("Escape")
                expect(page.locator("dialog:modal")).to_have_count(0)
                expect(page.locator(f"#{name} [data-voice]")).not_to_contain_text(text)
    asked = page.locator("#events").get_attribute("data-asked")
    assert [line for line in page.evaluate("heard") if line != asked] == told
    assert page.evaluate("document.getElementById('voice').innerText").count("In menu.") == 1
    context.close()
