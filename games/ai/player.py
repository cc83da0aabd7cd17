"""What every computer player is: two questions, answered from a seat's view alone.

The generator is handed in with each question, so that the same view and the same seed give the
same answer, on any machine and after any restart.
"""

from random import Random
from typing import Protocol

from games.rules import Card, View


class Player(Protocol):
    """A computer player. It keeps nothing between questions, so one serves any number of seats."""

    def bid(self, view: View, chance: Random) -> int:
        """The bid for this view's seat, one of `view.legal_bids`."""
        ...

    def play(self, view: View, chance: Random) -> Card:
        """The card for this view's seat, one of `view.legal_plays`."""
        ...
