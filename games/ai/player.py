"""What every computer player is: two questions, answered from a seat's view alone.

The generator is handed in with each question, so that the same view and the same seed give the
same answer, on any machine and after any restart.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Protocol, runtime_checkable

from games.rules import Card, View


@dataclass(frozen=True)
class Advice:
    """A decision and what it rests on, where the player can tell.

    `chances` of taking 0, 1, ... tricks after the chosen bid; `values` of every legal card, in
    expected gain of points.
    """

    choice: int
    chances: tuple[float, ...] = ()
    values: Mapping[Card, float] = field(default_factory=dict)


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
