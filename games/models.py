"""The facts of games: who sat where, what was dealt, bid and played.

Rows say what happened; `games.rules` says what follows from it (`Deal.position`). The database
refuses what can't have happened. `games.table` is the only module that writes these.
"""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length, Upper
from django.db.models.lookups import Exact

from .deck import SECRET_LENGTH, parse_deck
from .pacing import Pace
from .rules import (
    Dealt,
    Position,
    Rules,
    card_codes,
    deal_cards,
    parse_card,
    parse_rules,
)
from .rules.cards import DECK
from .rules.options import MAX_PLAYERS
from .rules.text import MAX_TEXT

CODES = card_codes(DECK)
MOST_CARDS = 17


def new_code() -> str:
    """A game's name in addresses: short, and not to be guessed."""
    return secrets.token_urlsafe(9)


class Game(models.Model):
    """One game, from the first deal to the last.

    `version` rises with every change, so that a late or doubled request can be told apart.
    `wake_at` is when a computer should have acted; it is empty while the game waits for people.
    """

    class Status(models.TextChoices):
        PLAYING = "playing"
        FINISHED = "finished"
        GIVEN_UP = "given-up"

    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    status = models.CharField(max_length=10, choices=Status, default=Status.PLAYING)
    rules_text = models.CharField(max_length=MAX_TEXT)
    preset = models.CharField(max_length=30, blank=True, help_text="Empty for house rules")
    level = models.CharField(max_length=10, help_text="The computers' level")
    pace = models.CharField(max_length=10, default=Pace.NORMAL, choices=[(p, p) for p in Pace])
    version = models.PositiveIntegerField(default=0)
    is_paused = models.BooleanField(default=False)
    first_dealer = models.PositiveSmallIntegerField()
    draw = models.JSONField(default=list, help_text="[seat, card] shown to find the dealer")
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    wake_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(status="playing") | Q(finished_at__isnull=False, wake_at=None),
                name="game_ended_has_a_time_and_no_alarm",
            ),
            models.CheckConstraint(
                condition=~Q(status="playing") | Q(finished_at=None),
                name="game_playing_has_no_end",
            ),
            models.CheckConstraint(
                condition=Q(is_paused=False) | Q(wake_at=None), name="game_paused_sleeps"
            ),
            models.CheckConstraint(
                condition=Q(status__in=["playing", "finished", "given-up"]),
                name="game_status_known",
            ),
            models.CheckConstraint(
                condition=Q(pace__in=[str(p) for p in Pace]), name="game_pace_known"
            ),
            models.CheckConstraint(
                condition=Q(first_dealer__lt=MAX_PLAYERS), name="game_first_dealer_sits"
            ),
        ]
        indexes = [
            models.Index("wake_at", condition=Q(wake_at__isnull=False), name="game_to_wake"),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def rules(self) -> Rules:
        """The rules this game is played by."""
        return parse_rules(self.rules_text)

    @property
    def is_playing(self) -> bool:
        """Whether the game hasn't ended."""
        return self.status == self.Status.PLAYING


class Seat(models.Model):
    """A place at a table. Its one owner is a person or a computer of some level."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="seats"
    )
    level = models.CharField(max_length=10, blank=True, help_text="Empty for a person")
    computer_name = models.CharField(max_length=30, blank=True)
    total = models.IntegerField(null=True, blank=True, help_text="At the end of the game")
    place = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="seat_once"),
            models.UniqueConstraint(
                fields=["game", "user"], condition=Q(user__isnull=False), name="seat_one_a_person"
            ),
            models.CheckConstraint(
                condition=Q(user=None) & ~Q(level="") | Q(user__isnull=False) & Q(level=""),
                name="seat_has_one_owner",
            ),
            models.CheckConstraint(condition=Q(number__lt=MAX_PLAYERS), name="seat_at_the_table"),
            models.CheckConstraint(
                # Not null is said of both: a comparison with null would let the row pass.
                condition=Q(total=None, place=None)
                | Q(
                    total__isnull=False,
                    place__isnull=False,
                    place__gte=1,
                    place__lte=MAX_PLAYERS,
                ),
                name="seat_result_is_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}:{self.number}"

    @property
    def is_computer(self) -> bool:
        """Whether a computer owns the seat."""
        return self.user_id is None

    @property
    def name(self) -> str:
        """What the others at the table call this seat."""
        return self.computer_name if self.user is None else self.user.shown_name


def _is_a_deck() -> Q:
    """All 52 codes in 104 letters: ranks and suits share no letter, so each is there once.

    Capitals are asked for by themselves, since SQLite finds letters whatever their case.
    """
    holds_all = Q()
    for code in CODES:
        holds_all &= Q(deck__contains=code)
    is_upper = Q(Exact(Upper("deck"), F("deck")))
    return holds_all & is_upper & Q(Exact(Length("deck"), 2 * len(CODES)))


class Deal(models.Model):
    """One deal: its deck, in dealing order, and the secret that the deck follows from."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="deals")
    number = models.PositiveSmallIntegerField(help_text="From 0")
    dealer = models.PositiveSmallIntegerField()
    deck = models.CharField(max_length=2 * len(CODES))
    secret = models.CharField(max_length=SECRET_LENGTH)
    commitment = models.CharField(max_length=SECRET_LENGTH, unique=True)
    dealt_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="deal_once"),
            models.CheckConstraint(condition=Q(dealer__lt=MAX_PLAYERS), name="deal_dealer_sits"),
            models.CheckConstraint(condition=Q(number__lt=60), name="deal_of_sixty"),
            models.CheckConstraint(condition=_is_a_deck(), name="deal_deck_is_whole"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}"

    def dealt(self) -> Dealt:
        """Who was dealt which cards, and the turned card."""
        return deal_cards(self.game.rules, self.number, self.dealer, parse_deck(self.deck))

    def position(self) -> Position:
        """Where the deal stands: its facts, replayed. Costs two queries, none where bids (with
        their seats) and plays are there already."""
        # Plays before bids: a reader beside a writer may then miss a card, never a bid before it.
        cards = [parse_card(play.card) for play in self.plays.all()]
        bids = {bid.seat.number: bid.value for bid in self.bids.all()}
        start = Position.start(self.game.rules, self.number, self.dealer, self.dealt())
        in_order = [(seat, bids[seat]) for seat in start.in_order() if seat in bids]
        return start.after(in_order, cards)


class Bid(models.Model):
    """What a seat said it would take."""

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="bids")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="bids")
    value = models.PositiveSmallIntegerField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["deal", "seat"], name="bid_once"),
            models.CheckConstraint(condition=Q(value__lte=MOST_CARDS), name="bid_in_range"),
        ]

    def __str__(self) -> str:
        return f"{self.deal_id}: {self.value}"


class Trick(models.Model):
    """One trick of a deal, from its lead on. Who took it follows from its cards."""

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="tricks")
    number = models.PositiveSmallIntegerField(help_text="From 0")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["deal", "number"], name="trick_once"),
            models.CheckConstraint(condition=Q(number__lt=MOST_CARDS), name="trick_in_range"),
        ]

    def __str__(self) -> str:
        return f"{self.deal_id}: {self.number}"


class Play(models.Model):
    """A card a seat played to a trick. `turn` counts the cards of the deal from 0."""

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="plays")
    trick = models.ForeignKey(Trick, models.CASCADE, related_name="plays")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="plays")
    turn = models.PositiveSmallIntegerField()
    card = models.CharField(max_length=2)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["turn"]
        constraints = [
            models.UniqueConstraint(fields=["deal", "card"], name="play_card_once"),
            models.UniqueConstraint(fields=["deal", "turn"], name="play_turn_once"),
            models.UniqueConstraint(fields=["trick", "seat"], name="play_once_a_trick"),
            models.CheckConstraint(condition=Q(card__in=CODES), name="play_is_a_card"),
            models.CheckConstraint(condition=Q(turn__lt=len(CODES)), name="play_turn_in_range"),
        ]

    def __str__(self) -> str:
        return f"{self.deal_id}: {self.card}"


class Score(models.Model):
    """A line of the score sheet: what a seat took and earned in a finished deal.

    It follows from the bids and plays; it is written down, as people at a table do, so that
    totals don't need every deal replayed.
    """

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="scores")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="scores")
    bid = models.PositiveSmallIntegerField()
    taken = models.PositiveSmallIntegerField()
    points = models.IntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["deal", "seat"], name="score_once"),
            models.CheckConstraint(
                condition=Q(bid__lte=MOST_CARDS, taken__lte=MOST_CARDS), name="score_in_range"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.deal_id}: {self.taken}/{self.bid}"

    @property
    def is_made(self) -> bool:
        """Whether the seat took exactly what it bid."""
        return self.bid == self.taken


MADE = Q(bid=F("taken"))
"""Score lines of made bids."""

__all__ = ["CODES", "MADE", "Bid", "Deal", "Game", "Play", "Score", "Seat", "Trick"]
