"""What Hard and Insane share: they play every choice out over imagined deals and take the one that
gains most on average. They differ in how deals are imagined and played out, and in how many."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Final

from games.rules import Card, Phase, View, rank_of

from . import engine
from .player import Advice
from .trick_sense import split_by_winning

EQUAL: Final = 0.05
"""Points by which two cards may differ and still be as good as equal: far less than chance does."""


class Searcher:
    """Chooses by the average of imagined deals; the same view and chance, the same choice."""

    spoil: float
    """How much the others' mean points count against its own."""
    bid_effort: tuple[int, int]
    """What is imagined before a bid, and how many deals are played out at most."""
    weights: Path | None = None
    """The folder of the nets that play in imagined deals; None: all go by rule of thumb."""

    def card_effort(self, left: int) -> tuple[int, int]:
        """The same before a card with so many tricks left."""
        raise NotImplementedError

    def bid(self, view: View, chance: Random) -> int:
        """The legal bid that gains most; of equals the lower."""
        return self.advise(view, chance).choice

    def play(self, view: View, chance: Random) -> Card:
        """The legal card that gains most; of equals as `best_card` says."""
        return self.advise(view, chance).choice

    def advise(self, view: View, chance: Random) -> Advice:
        """The bid or card with the chances or values that it was chosen by."""
        seed = chance.getrandbits(64)
        if view.phase is Phase.BIDDING:
            found = engine.load().value_bids(view, self.bid_effort, self.spoil, seed, self.weights)
            bid = max(found.values, key=lambda bid: (found.values[bid], -bid))
            return Advice(bid, chances=tuple(found.chances[bid]))
        if len(view.legal_plays) == 1:
            return Advice(next(iter(view.legal_plays)))
        effort = self.card_effort(len(view.hand))
        values = engine.load().value_cards(view, effort, self.spoil, seed, self.weights)
        return Advice(best_card(view, values), values=values)


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
