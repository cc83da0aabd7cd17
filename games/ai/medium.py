"""Medium (first form)."""

from random import Random

from games.rules import Card, View

from .easy import EasyPlayer


class MediumPlayer(EasyPlayer):
    """Bids and plays as Easy for now."""

    def play(self, view: View, chance: Random) -> Card:
        """As Easy."""
        return super().play(view, chance)
