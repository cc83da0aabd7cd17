"""What every computer player is: two questions, answered from a seat's view alone.

The generator is handed in with each question, so that the same view and the same seed give the
same answer, on any machine and after any restart.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Final, Protocol, runtime_checkable

from games.rules import Card, View, rank_of

from .trick_sense import split_by_winning

EQUAL: Final = 0.05
"""Points by which two cards may differ and still be as good as equal: far less than chance does."""


@dataclass(frozen=True)
class Advice:
    """A decision and what it rests on, where the player can tell.

    `chances` of taking 0, 1, ... tricks after the chosen bid; `values` of every legal card, in
    expected gain of points.
    """

    choice: int
    chances: tuple[float, ...] = ()
    values: Mapping[Card, float] = field(default_factory=dict)


def best_card(view: View, values: Mapping[Card, float]) -> Card:
    """The card of the greatest value, and of equals the lowest.

    Once no more tricks are wanted, and the card loses the trick on the table: the highest of the
    losers that are as good as equal, so that dangerous cards go first.
    """
    assert view.seat is not None
    best = max(values, key=lambda card: (values[card], -rank_of(card), -card))
    if view.taken[view.seat] < (view.bid or 0):
        return best
    equals = [card for card in sorted(values) if values[card] >= values[best] - EQUAL]
    _, losing = split_by_winning(view, equals)
    return max(losing, key=rank_of) if best in losing else best


class Player(Protocol):
    """A computer player. It keeps nothing between questions, so one serves any number of seats."""

    def bid(self, view: View, chance: Random) -> int:
        """The bid for this view's seat, one of `view.legal_bids`."""
        ...

    def play(self, view: View, chance: Random) -> Card:
        """The card for this view's seat, one of `view.legal_plays`."""
        ...


@runtime_checkable
class Adviser(Player, Protocol):
    """A computer player that can tell what a decision rests on."""

    def advise(self, view: View, chance: Random) -> Advice:
        """The decision that `bid` or `play` would give, with its reasons."""
        ...
