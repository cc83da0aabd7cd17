"""Hard: plays its hand out before it bids, and every card before it plays.

It imagines deals that fit what it has seen (its hand, the cards played, the voids shown), plays
each of them out by rule of thumb for all seats, once for every choice, and takes the choice that
earned most on average. While its own points hang in the balance it thinks of them alone; where
they are settled either way it spoils others' bids.
"""

from random import Random
from typing import Final

from games.rules import Card, View

from . import engine

BID_DEALS: Final = 120
"""Imagined deals before a bid."""
CARD_DEALS: Final = 120
"""Imagined deals before a card."""
SPOIL: Final = 0.1
"""How much the others' points count against its own: enough to choose among equals."""


class HardPlayer:
    """Chooses by the average of imagined deals; the same view and chance, the same choice."""

    def bid(self, view: View, chance: Random) -> int:
        """The legal bid that earns most; of equals the lower."""
        seed = chance.getrandbits(64)
        if len(view.legal_bids) == 1:
            return view.legal_bids[0]
        values = engine.load().value_bids(view, BID_DEALS, SPOIL, seed).values
        return max(values, key=lambda bid: (values[bid], -bid))

    def play(self, view: View, chance: Random) -> Card:
        """The legal card that earns most; of equals the lowest."""
        seed = chance.getrandbits(64)
        if len(view.legal_plays) == 1:
            return next(iter(view.legal_plays))
        values = engine.load().value_cards(view, CARD_DEALS, SPOIL, seed)
        return max(values, key=lambda card: (values[card], -(card % 13), -card))
