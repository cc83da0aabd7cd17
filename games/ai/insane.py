"""Insane: the strongest. It imagines far more deals, keeps those that explain what every seat bid
and played, and plays them out with nets that have learned how strong seats play and bid; and the
points of others count against its own, so it spoils a bid where that gains more than it costs.
"""

from pathlib import Path
from typing import Final

from .searcher import Searcher

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


class InsanePlayer(Searcher):
    """Plays likely deals out by the nets of a folder."""

    spoil = SPOIL
    bid_effort = BID_EFFORT

    def __init__(self, weights: Path = WEIGHTS) -> None:
        self.weights = weights

    def card_effort(self, left: int) -> tuple[int, int]:
        """Hands imagined for every other seat with so many tricks left, and deals played out."""
        least, more = CARD_DRAWS
        return least + more * left, min(MOST_DEALS, CARD_TRICKS // left)
