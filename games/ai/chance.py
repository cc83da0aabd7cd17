"""The player that bids and plays anything legal: the floor that every level is measured from."""

from random import Random

from games.rules import Card, View


class RandomPlayer:
    """Every legal bid or card is as likely as every other."""

    def bid(self, view: View, chance: Random) -> int:
        """Any legal bid."""
        return chance.choice(view.legal_bids)

    def play(self, view: View, chance: Random) -> Card:
        """Any legal card."""
        # Sorted: equal views may hold equal sets that run through their cards in another order.
        return chance.choice(sorted(view.legal_plays))
