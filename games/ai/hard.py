"""Hard: plays its hand out before it bids, and every card before it plays.

It imagines deals that fit what it has seen (its hand, the cards played, the voids shown), plays
each of them out by rule of thumb for all seats, once for every choice, and takes the choice that
earned most on average. While its own points hang in the balance it thinks of them alone; where
they are settled either way it spoils others' bids.
"""

from random import Random
from typing import Final

from games.rules import Card, Phase, View

from . import engine
from .player import Advice, best_card

BID_EFFORT: Final = (120, 120)
"""Deals imagined before a bid, and those of them that are played out: all."""
CARD_EFFORT: Final = (120, 120)
"""The same before a card."""
SPOIL: Final = 0.1
"""How much the others' points count against its own: enough to choose among equals."""


class HardPlayer:
    """Chooses by the average of imagined deals; the same view and chance, the same choice."""

    def bid(self, view: View, chance: Random) -> int:
        """The legal bid that earns most; of equals the lower."""
        return self.advise(view, chance).choice

    def play(self, view: View, chance: Random) -> Card:
        """The legal card that earns most; of equals as `best_card` says."""
        return self.advise(view, chance).choice

    def advise(self, view: View, chance: Random) -> Advice:
        """The bid or card with the chances or values that it was chosen by."""
        seed = chance.getrandbits(64)
        if view.phase is Phase.BIDDING:
            found = engine.load().value_bids(view, BID_EFFORT, SPOIL, seed)
            bid = max(found.values, key=lambda bid: (found.values[bid], -bid))
            return Advice(bid, chances=tuple(found.chances[bid]))
        if len(view.legal_plays) == 1:
            return Advice(next(iter(view.legal_plays)))
        values = engine.load().value_cards(view, CARD_EFFORT, SPOIL, seed)
        return Advice(best_card(view, values), values=values)
