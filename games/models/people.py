"""What goes on between people at tables: who was sent away, what was said, what it earned."""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from .facts import Game, Seat

LONGEST_MESSAGE: Final = 200
LONGEST_DETAILS: Final = 500
RANKED_FROM: Final = 5
"""Rated games before somebody has a place on the ladder."""


class Kicked(models.Model):
    """Somebody whom the host sent away from a table, for good."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="kicked")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="kicked_once")]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.user_id}"


class Message(models.Model):
    """Something said at a table: a quick phrase by its key, or a text. It is never markup."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="messages")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="messages")
    phrase = models.CharField(max_length=20, blank=True)
    text = models.CharField(max_length=LONGEST_MESSAGE, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(phrase="") & ~Q(text="") | ~Q(phrase="") & Q(text=""),
                name="message_says_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.phrase or self.text}"


class Report(models.Model):
    """A complaint about a person, with what it is about; moderators look at it. It is open until
    one of them has done something: `act` says what."""

    class Reason(models.TextChoices):
        """What was wrong."""

        INSULT = "insult", _("Insults, threats or hate")
        NAME = "name", _("The name is offensive")
        SPAM = "spam", _("Advertising, or the same again and again")
        STALLING = "stalling", _("Makes others wait on purpose")
        COLLUSION = "collusion", _("Teams up with somebody against the rest")
        OTHER = "other", _("Something else")

    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="reports")
    reported = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="reported")
    game = models.ForeignKey(Game, models.SET_NULL, null=True, blank=True, related_name="reports")
    message = models.ForeignKey(
        Message, models.SET_NULL, null=True, blank=True, related_name="reports"
    )
    reason = models.CharField(_("reason"), max_length=10, choices=Reason)
    details = models.CharField(max_length=LONGEST_DETAILS, blank=True)
    at = models.DateTimeField(_("time"), auto_now_add=True)
    act = models.ForeignKey(
        "accounts.Act", models.PROTECT, null=True, blank=True, related_name="reports"
    )

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        constraints = [
            models.CheckConstraint(
                condition=~Q(reporter=F("reported")), name="report_is_about_another"
            ),
            models.CheckConstraint(
                condition=Q(
                    reason__in=["insult", "name", "spam", "stalling", "collusion", "other"]
                ),
                name="report_reason_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.reported_id}: {self.reason}"

    @property
    def is_open(self) -> bool:
        """Whether no moderator has done anything about it yet."""
        return self.act_id is None


class Rating(models.Model):
    """How strong a person is believed to be: the mean and the uncertainty (standard deviation)
    of a normal distribution, after Weng and Lin (JMLR 12, 2011)."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="rating", primary_key=True
    )
    mean = models.FloatField()
    uncertainty = models.FloatField()
    games = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(uncertainty__gt=0), name="rating_is_uncertain")
        ]
        indexes = [
            models.Index(
                F("mean").desc(),
                "user",
                condition=Q(games__gte=RANKED_FROM),
                name="rating_ladder",
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.mean:.1f} ± {self.uncertainty:.1f}"


class RatingChange(models.Model):
    """What one game did to the rating of a seat's owner: at most once, since the seat is there
    once."""

    seat = models.OneToOneField(
        Seat, models.CASCADE, related_name="rating_change", primary_key=True
    )
    mean_before = models.FloatField()
    uncertainty_before = models.FloatField()
    mean_after = models.FloatField()
    uncertainty_after = models.FloatField()

    def __str__(self) -> str:
        return f"{self.seat_id}: {self.mean_before:.1f} to {self.mean_after:.1f}"
