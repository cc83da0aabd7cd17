"""Hard: plays its hand out before it bids, and every card before it plays.

It imagines deals that fit what it has seen (its hand, the cards played, the voids shown), plays
each of them out by rule of thumb for all seats, once for every choice, and takes the choice that
earned most on average. While its own points hang in the balance it thinks of them alone; where
they are settled either way it spoils others' bids.
"""

from typing import Final

from .searcher import Searcher

BID_EFFORT: Final = (120, 120)
"""Deals imagined before a bid, and those of them that are played out: all."""
CARD_EFFORT: Final = (120, 120)
"""The same before a card."""
SPOIL: Final = 0.1
"""How much the others' points count against its own: enough to choose among equals."""


class HardPlayer(Searcher):
    """Plays deals out by rule of thumb."""

    spoil = SPOIL
    bid_effort = BID_EFFORT

    def card_effort(self, left: int) -> tuple[int, int]:
        """The same at every trick."""
        return CARD_EFFORT
