"""The facts of games: who sat where, what was dealt, bid and played.

Rows say what happened; `games.rules` says what follows from it (`Deal.position`). The database
refuses what can't have happened. `games.table` is the only module that writes these.
"""

import secrets
from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length, Upper
from django.db.models.lookups import Exact
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.clocks import Clock
from games.deck import SECRET_LENGTH, parse_deck
from games.pacing import Pace
from games.rules import (
    Dealt,
    Phase,
    Position,
    Rules,
    card_codes,
    deal_cards,
    parse_card,
    parse_rules,
)
from games.rules.cards import DECK
from games.rules.options import MAX_PLAYERS
from games.rules.text import MAX_TEXT

CODES = card_codes(DECK)
MOST_CARDS = 17
MOST_DEALS = 60


def new_code() -> str:
    """A game's name in addresses: short, and not to be guessed."""
    return secrets.token_urlsafe(9)


class Game(models.Model):
    """One game, from the table where its players gather to the last deal.

    `version` rises with every change, so that a late or doubled request can be told apart.
    `turn_version` is the one from which on the game has stood at this turn.
    `wake_at` is when a computer should have acted; it is empty while the game waits for people.
    `due_at` is when people's time runs out: for a turn, for going on after a deal, for coming
    back, for an open table to fill. Both are alarms that follow from the rest, kept to be found.
    """

    class Status(models.TextChoices):
        OPEN = "open", pgettext_lazy("state of a game", "waits for players")
        PLAYING = "playing", pgettext_lazy("state of a game", "under way")
        FINISHED = "finished", pgettext_lazy("state of a game", "finished")
        GIVEN_UP = "given-up", pgettext_lazy("state of a game", "given up")
        ABANDONED = "abandoned", pgettext_lazy("state of a game", "abandoned")
        VOIDED = "voided", pgettext_lazy("state of a game", "voided")
        CLOSED = "closed", pgettext_lazy("state of a game", "closed before it began")

    code = models.CharField(_("code"), max_length=16, unique=True, default=new_code, editable=False)
    status = models.CharField(_("state"), max_length=10, choices=Status, default=Status.PLAYING)
    rules_text = models.CharField(max_length=MAX_TEXT)
    preset = models.CharField(max_length=30, blank=True, help_text="Empty for house rules")
    level = models.CharField(max_length=10, help_text="The computers' level")
    pace = models.CharField(max_length=10, default=Pace.NORMAL, choices=[(p, p) for p in Pace])
    version = models.PositiveIntegerField(default=0)
    turn_version = models.PositiveIntegerField(
        default=0, help_text="What was decided for the turn at this version or a later one holds"
    )
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="hosted", help_text="Who opened it"
    )
    people = models.PositiveSmallIntegerField(
        default=1, help_text="How many seats were people's at the start"
    )
    is_public = models.BooleanField(default=False, help_text="Whether the lobby shows it")
    is_watchable = models.BooleanField(default=False, help_text="Whether spectators may come")
    fills = models.BooleanField(
        default=False, help_text="Whether computers take the empty seats after a short wait"
    )
    clock = models.CharField(max_length=10, default=Clock.NONE, choices=[(c, c) for c in Clock])
    turn_began_at = models.DateTimeField(
        null=True, blank=True, help_text="Moved on by every pause, so that time left stays left"
    )
    stretched = models.DurationField(
        default=timedelta, help_text="How much longer the turn became for who took a seat back"
    )
    paused_at = models.DateTimeField(null=True, blank=True)
    rematch_of = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="rematch"
    )
    first_dealer = models.PositiveSmallIntegerField(default=0)
    draw = models.JSONField(default=list, help_text="[seat, card] shown to find the dealer")
    created_at = models.DateTimeField(_("opened"), default=timezone.now, editable=False)
    changed_at = models.DateTimeField(auto_now=True)
    finished_at = models.DateTimeField(_("ended"), null=True, blank=True)
    wake_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)

    has_just_begun = False
    """Set on the row that begins the game, and not kept: the lobby has to hear of it."""

    class Meta:
        verbose_name = pgettext_lazy("a game that is played", "game")
        verbose_name_plural = pgettext_lazy("games that are played", "games")
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=["open", "playing"])
                | Q(finished_at__isnull=False, wake_at=None, due_at=None, paused_at=None),
                name="game_ended_has_a_time_and_no_alarm",
            ),
            models.CheckConstraint(
                condition=~Q(status__in=["open", "playing"]) | Q(finished_at=None),
                name="game_under_way_has_no_end",
            ),
            models.CheckConstraint(
                condition=Q(paused_at=None) | Q(status="playing", wake_at=None),
                name="game_paused_sleeps",
            ),
            models.CheckConstraint(
                condition=~Q(status="open") | Q(wake_at=None), name="game_open_has_no_turns"
            ),
            models.CheckConstraint(
                condition=Q(
                    status__in=[
                        "open",
                        "playing",
                        "finished",
                        "given-up",
                        "abandoned",
                        "voided",
                        "closed",
                    ]
                ),
                name="game_status_known",
            ),
            models.CheckConstraint(
                condition=Q(clock__in=[str(c) for c in Clock]), name="game_clock_known"
            ),
            models.CheckConstraint(condition=Q(people__lte=MAX_PLAYERS), name="game_people_fit"),
            models.CheckConstraint(
                condition=Q(pace__in=[str(p) for p in Pace]), name="game_pace_known"
            ),
            models.CheckConstraint(
                condition=Q(first_dealer__lt=MAX_PLAYERS), name="game_first_dealer_sits"
            ),
        ]
        indexes = [
            models.Index("wake_at", condition=Q(wake_at__isnull=False), name="game_to_wake"),
            models.Index("due_at", condition=Q(due_at__isnull=False), name="game_due"),
            models.Index(
                "is_public", "created_at", condition=Q(status="open"), name="game_in_lobby"
            ),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def rules(self) -> Rules:
        """The rules this game is played by."""
        return parse_rules(self.rules_text)

    @property
    def is_open(self) -> bool:
        """Whether people still gather for it."""
        return self.status == self.Status.OPEN

    @property
    def is_playing(self) -> bool:
        """Whether it has begun and hasn't ended."""
        return self.status == self.Status.PLAYING

    @property
    def is_over(self) -> bool:
        """Whether it has ended, in whatever way."""
        return not (self.is_open or self.is_playing)

    @property
    def is_paused(self) -> bool:
        """Whether it stands still."""
        return self.paused_at is not None

    @property
    def is_shared(self) -> bool:
        """Whether several people began it: then nobody can stop it for the others."""
        return self.people > 1


class Seat(models.Model):
    """A place at a table. Its one owner is a person or a computer of some level.

    Who plays for the owner just now is another matter: `absence` says why a computer does.
    """

    class Absence(models.TextChoices):
        """Why a computer plays for a person."""

        ASKED = "asked", pgettext_lazy("why a computer plays", "asked for it")
        LATE = "late", pgettext_lazy("why a computer plays", "was too late")
        GONE = "gone", pgettext_lazy("why a computer plays", "was away")
        LEFT = "left", pgettext_lazy("why a computer plays", "has left")

    class Wish(models.TextChoices):
        """What a person has said yes to, and what the others have yet to."""

        NEXT = "next"
        PAUSE = "pause"
        RESUME = "resume"

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="seats"
    )
    level = models.CharField(max_length=10, blank=True, help_text="Empty for a person")
    computer_name = models.CharField(max_length=30, blank=True)
    absence = models.CharField(
        max_length=10, blank=True, choices=Absence, help_text="Empty for who plays in person"
    )
    gone_since = models.DateTimeField(
        null=True, blank=True, help_text="When the person was last seen, while not at the table"
    )
    wish = models.CharField(max_length=10, blank=True, choices=Wish)
    ahead = models.CharField(
        max_length=2,
        blank=True,
        default="",
        db_default="",  # rows of servers of an earlier release don't name it
        help_text="What the person has chosen before the turn: a bid, or a card's code",
    )
    total = models.IntegerField(null=True, blank=True, help_text="At the end of the game")
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    made = models.CharField(
        max_length=MOST_DEALS,
        blank=True,
        help_text="At the end of the game: 1 for each bid that was made, 0 for others, in order",
    )

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
                condition=Q(user__isnull=False) | Q(absence="", gone_since=None, wish="", ahead=""),
                name="seat_computers_stay",
            ),
            models.CheckConstraint(
                condition=Q(absence__in=["", "asked", "late", "gone", "left"]),
                name="seat_absence_known",
            ),
            models.CheckConstraint(
                condition=Q(wish__in=["", "next", "pause", "resume"]), name="seat_wish_known"
            ),
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
    def is_played(self) -> bool:
        """Whether a computer acts at this seat just now, for itself or for the owner."""
        return self.is_computer or bool(self.absence)

    @property
    def is_awaited(self) -> bool:
        """Whether the others wait for this person's word: there, and playing in person."""
        return not self.is_played and self.gone_since is None

    @property
    def has_left(self) -> bool:
        """Whether the owner went on purpose, for all they knew for good."""
        return self.absence == self.Absence.LEFT

    @property
    def is_away(self) -> bool:
        """Whether the owner isn't at the table, so that only a computer can act here."""
        return self.has_left or self.gone_since is not None

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
    dealt_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="deal_once"),
            models.CheckConstraint(condition=Q(dealer__lt=MAX_PLAYERS), name="deal_dealer_sits"),
            models.CheckConstraint(condition=Q(number__lt=MOST_DEALS), name="deal_of_sixty"),
            models.CheckConstraint(condition=_is_a_deck(), name="deal_deck_is_whole"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}"

    def dealt(self) -> Dealt:
        """Who was dealt which cards, and the turned card."""
        return deal_cards(self.game.rules, self.number, self.dealer, parse_deck(self.deck))

    def position(self, since: Position | None = None) -> Position:
        """Where the deal stands: its facts, replayed. Costs two queries, none where bids (with
        their seats) and plays are there already. A position of this deal that was read before
        (`since`) saves what it holds, as facts are only added: one query once all have bid."""
        if since is None:
            since = Position.start(self.game.rules, self.number, self.dealer, self.dealt())
        # Plays before bids: a reader beside a writer may then miss a card, never a bid before it.
        played = since.actions - len(since.has_bid)
        cards = [parse_card(play.card) for play in self.plays.all() if play.turn >= played]
        return since.after(self._bids_since(since), cards)

    def _bids_since(self, since: Position) -> list[tuple[int, int]]:
        if since.phase is not Phase.BIDDING:
            return []
        bids = {bid.seat.number: bid.value for bid in self.bids.all()}
        to_bid = [seat for seat in since.in_order() if seat not in since.has_bid]
        return [(seat, bids[seat]) for seat in to_bid if seat in bids]


class Bid(models.Model):
    """What a seat said it would take."""

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="bids")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="bids")
    value = models.PositiveSmallIntegerField()
    is_for_owner = models.BooleanField(default=False, help_text="A computer bid for the person")
    took = models.PositiveIntegerField(
        null=True, blank=True, help_text="Milliseconds that a computer thought"
    )
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["deal", "seat"], name="bid_once"),
            models.CheckConstraint(condition=Q(value__lte=MOST_CARDS), name="bid_in_range"),
        ]
        indexes = [models.Index("at", condition=Q(took__isnull=False), name="bid_timed")]

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
    is_for_owner = models.BooleanField(default=False, help_text="A computer played for the person")
    took = models.PositiveIntegerField(
        null=True, blank=True, help_text="Milliseconds that a computer thought"
    )
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["turn"]
        constraints = [
            models.UniqueConstraint(fields=["deal", "card"], name="play_card_once"),
            models.UniqueConstraint(fields=["deal", "turn"], name="play_turn_once"),
            models.UniqueConstraint(fields=["trick", "seat"], name="play_once_a_trick"),
            models.CheckConstraint(condition=Q(card__in=CODES), name="play_is_a_card"),
            models.CheckConstraint(condition=Q(turn__lt=len(CODES)), name="play_turn_in_range"),
        ]
        indexes = [models.Index("at", condition=Q(took__isnull=False), name="play_timed")]

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
