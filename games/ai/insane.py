"""Insane: the strongest. It imagines far more deals, keeps those that explain what every seat bid
and played, and plays them out with nets that have learned how strong seats play and bid; and the
points of others count against its own, so it spoils a bid where that gains more than it costs.
"""

from pathlib import Path
from random import Random
from typing import Final

from games.rules import Card, Phase, View

from . import engine
from .player import Advice, best_card

WEIGHTS: Final = Path(__file__).resolve().parent / "weights"
"""The nets' weights, made by `games.ai.training`."""
BID_EFFORT: Final = (1600, 400)
"""Hands imagined for every other seat before a bid, and deals that are played out at most."""
CARD_DRAWS: Final = (650, 75)
"""Hands imagined for every other seat before a card: so many, and so many more for every trick
left. Late in a deal each costs more, since more was done that it has to explain, and there are
fewer to choose from."""
CARD_TRICKS: Final = 3500
"""Tricks played out at most for every card to choose from: the fewer are left, the more deals."""
MOST_DEALS: Final = 600
"""The most deals that are played out for every card."""
SPOIL: Final = 0.3
"""How much the others' mean points count against its own."""


class InsanePlayer:
    """Chooses by the average of likely deals; the same view and chance, the same choice."""

    def __init__(self, weights: Path = WEIGHTS) -> None:
        self.weights = weights

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
            found = engine.load().value_bids(view, BID_EFFORT, SPOIL, seed, self.weights)
            bid = max(found.values, key=lambda bid: (found.values[bid], -bid))
            return Advice(bid, chances=tuple(found.chances[bid]))
        if len(view.legal_plays) == 1:
            return Advice(next(iter(view.legal_plays)))
        values = engine.load().value_cards(
            view, card_effort(len(view.hand)), SPOIL, seed, self.weights
        )
        return Advice(best_card(view, values), values=values)


def card_effort(left: int) -> tuple[int, int]:
    """Hands imagined for every other seat with so many tricks left, and deals played out."""
    least, more = CARD_DRAWS
    return least + more * left, min(MOST_DEALS, CARD_TRICKS // left)
