"""What a person's finished games add up to, kept so that nobody has to count ten thousand games.

Nothing here is a fact of its own: `games.stats` counts each game as it ends, and counts all again
from the facts when asked to.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.rules.options import MAX_PLAYERS

from .facts import MOST_CARDS


class Tally(models.Model):
    """Sums over a person's finished games of one kind."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tallies")
    level = models.CharField(max_length=10, help_text="The computers' level")
    players = models.PositiveSmallIntegerField()
    preset = models.CharField(max_length=30, blank=True, help_text="Empty for house rules")
    deals = models.PositiveSmallIntegerField(help_text="How long the games are")
    with_people = models.BooleanField()
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0, help_text="Shared ones among them")
    shared = models.PositiveIntegerField(default=0)
    places = models.PositiveIntegerField(default=0)
    totals = models.IntegerField(default=0)
    best = models.IntegerField(null=True, help_text="The best total")
    bids = models.PositiveIntegerField(default=0)
    made = models.PositiveIntegerField(default=0)
    over = models.PositiveIntegerField(default=0, help_text="More tricks taken than bid")
    zeros = models.PositiveIntegerField(default=0)
    zeros_made = models.PositiveIntegerField(default=0)
    dealer = models.PositiveIntegerField(default=0, help_text="Bids as the dealer")
    dealer_made = models.PositiveIntegerField(default=0)
    points = models.IntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "level", "players", "preset", "deals", "with_people"],
                name="tally_once",
            ),
            models.CheckConstraint(condition=Q(players__lte=MAX_PLAYERS), name="tally_players_fit"),
        ]
        verbose_name_plural = "tallies"

    def __str__(self) -> str:
        return f"{self.user_id}: {self.level}, {self.players} players, {self.games} games"


class BidTally(models.Model):
    """How many bids of a size at a hand size ended so far off, in a person's finished games of one
    kind."""

    tally = models.ForeignKey(Tally, models.CASCADE, related_name="bid_tallies")
    hand_size = models.PositiveSmallIntegerField()
    bid = models.PositiveSmallIntegerField()
    off = models.SmallIntegerField(help_text="Tricks taken more than bid; 0 is made")
    bids = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tally", "hand_size", "bid", "off"], name="bid_tally_once"
            ),
            models.CheckConstraint(
                condition=Q(hand_size__lte=MOST_CARDS, bid__lte=MOST_CARDS),
                name="bid_tally_in_range",
            ),
        ]
        verbose_name_plural = "bid tallies"

    def __str__(self) -> str:
        return f"{self.tally_id}: {self.bid} of {self.hand_size}, {self.off:+}: {self.bids}"
