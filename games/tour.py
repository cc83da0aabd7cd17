"""The hints of a first game: five, each shown once, at the moment that it is about."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext

from .models import Game, Seat
from .rules.errors import gettext_noop

COOKIE: Final = "tour"
DONE: Final = "done"

HINTS: Final = {
    "trump": (
        gettext_noop("Trump."),
        gettext_noop(
            "The suit printed on the table beats the other three. Your cards of it wear horns."
        ),
    ),
    "bid": (
        gettext_noop("Your bid."),
        gettext_noop(
            "How many tricks will these cards take? Only exactly that many score; zero counts, too."
        ),
    ),
    "play": (
        gettext_noop("Your card."),
        gettext_noop("Press a card to play it. Whoever has the suit that was led must follow it."),
    ),
    "taken": (
        gettext_noop("Taken / bid."),
        gettext_noop("Every plate shows it: green and round is exactly, red and pointed is over."),
    ),
    "over": (
        gettext_noop("The deal is over."),
        gettext_noop(
            "Here you see who made their bid. The score sheet has all deals; NEXT goes on."
        ),
    ),
}
"""By key: a title and a sentence. `tour.js` knows which moment each is about."""


def hints_for(seat: Seat | None, cookies: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """The hints that whoever sits there has yet to see: none for who has finished a game."""
    seen = cookies.get(COOKIE, "").split(".")
    if seat is None or DONE in seen:
        return []
    if Seat.objects.filter(user=seat.user, game__status=Game.Status.FINISHED).exists():
        return []
    return [
        (key, gettext(title), gettext(sentence))
        for key, (title, sentence) in HINTS.items()
        if key not in seen
    ]
