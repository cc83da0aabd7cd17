"""What has happened in a deal, in sentences for whoever listens rather than looks.

Each has a number that rises through the game, so a page says each once and in order, however many
come with one painting, and nothing again after a reconnect.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Final, TypeAlias

from django.utils.translation import gettext

from .naming import card_name, cards_text, suit_name
from .reading import Table
from .rules import Phase, View

LATEST: Final = 32
"""So many sentences come with a painting: more than happens between two, and of a longer time
without a connection only the end."""

_DEAL: Final = 1000
"""Numbers for one deal: more than anything that can happen in it."""

Sentence: TypeAlias = Callable[[], str]


@dataclass(frozen=True)
class Event:
    """Something that happened, and where in the game."""

    number: int
    sentence: str


def latest(table: Table, view: View, names: Sequence[str]) -> tuple[Event, ...]:
    """The latest of what has happened in the deal, in order, as one viewer may know it. `names`
    are by seat."""
    first = view.number * _DEAL
    numbered = list(zip(count(first), _all(table, view, names), strict=False))
    return tuple(Event(number, sentence()) for number, sentence in numbered[-LATEST:])


def _all(table: Table, view: View, names: Sequence[str]) -> Iterator[Sentence]:
    """Everything, to be put into words only where it is wanted."""
    yield partial(_deal, view, names)
    # Bids that all make at once are heard when all are open.
    if not (view.is_simultaneous and view.phase is Phase.BIDDING):
        yield from _bids(view, names)
    for trick in (*view.tricks, view.trick):
        for seat, card in trick.played():
            yield partial(_played, names[seat], card)
        if trick.is_complete:
            best = trick.best(view.trump)
            yield partial(_taken, names[best], is_you=best == view.seat)
    if view.is_over:
        yield from _ending(table, view, names)


def _deal(view: View, names: Sequence[str]) -> str:
    params = {
        "number": view.number + 1,
        "cards": cards_text(view.hand_size),
        "name": names[view.dealer],
    }
    if view.trump is None:
        return gettext("Deal %(number)s: %(cards)s. No trump. Dealer: %(name)s.") % params
    card = view.turn_up
    params["trump"] = suit_name(view.trump) if card is None else card_name(card)
    return gettext("Deal %(number)s: %(cards)s. Trump: %(trump)s. Dealer: %(name)s.") % params


def _bids(view: View, names: Sequence[str]) -> Iterator[Sentence]:
    for seat in view.in_order():
        bid = view.bids[seat]
        if bid is None:
            return
        yield partial(_bid, names[seat], bid)


def _bid(name: str, bid: int) -> str:
    return gettext("%(name)s: bid %(bid)s.") % {"name": name, "bid": bid}


def _played(name: str, card: int) -> str:
    return gettext("%(name)s: %(card)s.") % {"name": name, "card": card_name(card)}


def _taken(name: str, *, is_you: bool) -> str:
    if is_you:
        return gettext("You take the trick.")
    return gettext("%(name)s takes the trick.") % {"name": name}


def _ending(table: Table, view: View, names: Sequence[str]) -> Iterator[Sentence]:
    """The deal's result, and the game's where it was the last."""
    yield partial(_over, view)
    points = table.position.points() or ()
    for seat in view.in_order():
        yield partial(_score, view, names[seat], seat, points[seat], table.totals[seat])
    placed = [(s.place, s.number, s.total) for s in table.seats if s.place is not None]
    if placed:
        yield _game_over
    for place, seat, total in sorted(placed):
        yield partial(_placed, names[seat], place, total)


def _over(view: View) -> str:
    return gettext("Deal %(number)s is over.") % {"number": view.number + 1}


def _game_over() -> str:
    return gettext("The game is over.")


def _score(view: View, name: str, seat: int, points: int, total: int) -> str:
    sentence = gettext(
        "%(name)s: taken %(taken)s, bid %(bid)s, points %(points)s, total %(total)s."
    )
    taken, bid = view.taken[seat], view.bids[seat]
    return sentence % {"name": name, "taken": taken, "bid": bid, "points": points, "total": total}


def _placed(name: str, place: int, total: int | None) -> str:
    params = {"place": place, "name": name, "total": total}
    return gettext("Place %(place)s: %(name)s, total %(total)s.") % params
