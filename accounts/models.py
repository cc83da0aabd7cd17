"""The one model of a person, account or guest, in a single table.

A guest is a row like any other, so that whatever hangs on it (games, statistics)
stays where it is when the guest signs up: the same row gets a name and a password.
"""

import secrets
import string
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, ClassVar, Final, NoReturn

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import AbstractUser, UserManager
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.db.models.functions import Length
from django.db.models.lookups import GreaterThanOrEqual, LessThanOrEqual
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.look_alikes import LONGEST_LOOKS, looks
from accounts.names import LONGEST, SHORTEST, fold, tidy, validate_name

GUEST_PREFIX: Final = "guest-"
DELETED_PREFIX: Final = "deleted-"
FOREVER: Final = datetime(9999, 12, 31, tzinfo=UTC)
"""Until when somebody is barred who is not to come back."""
LONGEST_REASON: Final = 500
MARK_LENGTH: Final = 4
KEEPS_NAME: Final = timedelta(days=30)
"""So long a guest who doesn't play any more keeps a name from other guests."""
MODERATE: Final = "accounts.moderate"
"""The permission to act as a moderator."""
_GUEST_LETTERS: Final = string.ascii_lowercase + string.digits

LOOKS_LIKE_ANOTHER: Final = _(
    "This name looks too much like that of somebody else. Please choose another."
)

if TYPE_CHECKING:
    _CharField = models.CharField[str, str]
else:
    _CharField = models.CharField  # has no type arguments when it runs


class FoldedCharField(_CharField):
    """Text kept and looked up in its folded form.

    The database's own ideas of case differ (SQLite's end with ASCII), so the
    folding is ours and a plain unique constraint then holds for every alphabet.
    """

    def get_prep_value(self, value: Any) -> Any:
        value = super().get_prep_value(value)
        return fold(value) if isinstance(value, str) else value

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        value = self.get_prep_value(getattr(model_instance, self.attname))
        setattr(model_instance, self.attname, value)
        return value


class PeopleManager(UserManager["User"]):
    """Makes accounts with a name to show, and guests."""

    def create_user(
        self,
        username: str,
        email: str | None = None,
        password: str | None = None,
        **extra_fields: Any,
    ) -> "User":
        """A saved account, shown under the username as written unless `name` says otherwise."""
        extra_fields.setdefault("name", tidy(username))
        return super().create_user(username, email, password, **extra_fields)

    def create_superuser(
        self,
        username: str,
        email: str | None = None,
        password: str | None = None,
        **extra_fields: Any,
    ) -> "User":
        """A saved account that may do everything. Raises ValidationError for some names."""
        extra_fields.setdefault("name", tidy(username))
        self.model(username=username, name=extra_fields["name"]).clean()
        return super().create_superuser(username, email, password, **extra_fields)

    def create_guest(self) -> "User":
        """A saved guest; nobody can log in as it, only the session it is made for has it."""
        token = "".join(secrets.choice(_GUEST_LETTERS) for _ in range(14))
        guest = self.model(username=GUEST_PREFIX + token, is_guest=True)
        guest.set_unusable_password()
        guest.save(using=self._db)
        return guest

    def marked(self, name: str) -> "models.QuerySet[User]":
        """Guests without a name who are called so by what tells them apart."""
        if len(mark := fold(name)) != MARK_LENGTH:
            return self.none()
        return self.filter(is_guest=True, name="", username__startswith=GUEST_PREFIX + mark)

    def holding(self, look: str, *, as_guest: bool) -> "models.QuerySet[User]":
        """Who keeps others from a name that looks so. Guests keep nobody with an account from it,
        and other guests only while they play."""
        accounts = Q(is_guest=False)
        playing = Q(is_guest=True, last_login__gte=timezone.now() - KEEPS_NAME)
        return self.filter(accounts | playing if as_guest else accounts, looks=look)


class Privacy(models.TextChoices):
    """What others see of an account's profile beside the name and the rating."""

    GAMES = "games", _("Statistics and the latest games")
    FIGURES = "figures", _("Statistics")
    CLOSED = "closed", _("Nothing")


def seen_by_all(user: str = "") -> Q:
    """That a person, found by way of `user`, has an account that everybody may look at: neither
    closed nor kept out just now."""
    way = f"{user}__" if user else ""
    may_come = Q(**{f"{way}barred_until": None}) | Q(**{f"{way}barred_until__lte": timezone.now()})
    return Q(**{f"{way}is_guest": False, f"{way}is_active": True}) & may_come


class User(AbstractUser):
    """A person: with an account, or a guest who only has a browser session."""

    # One name is all the game needs; who asks for less has less to lose.
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    username = FoldedCharField(
        _("username"),
        # Wider than a name may be: folding can make it longer.
        max_length=64,
        unique=True,
        validators=[UnicodeUsernameValidator(), validate_name],
        help_text=_("What the account logs in with, in lower case."),
        error_messages={"unique": _("This name is taken.")},
    )
    name = models.CharField(
        _("name"),
        max_length=LONGEST,
        blank=True,
        validators=[validate_name],
        help_text=_("What others see at the table."),
    )
    is_guest = models.BooleanField(_("guest"), default=False, editable=False)
    looks = models.CharField(max_length=LONGEST_LOOKS, blank=True, editable=False, db_index=True)
    """What the name looks like, and nobody else's may; empty where there is none to keep."""
    shares_looks = models.BooleanField(default=False, editable=False)
    """Whether somebody else looked so already when this began to be asked."""
    last_setup = models.JSONField(
        _("last set-up"),
        default=dict,
        blank=True,
        help_text=_("What was chosen last on the new-game screen."),
    )

    privacy = models.CharField(
        _("who sees what"), max_length=10, choices=Privacy, default=Privacy.GAMES
    )
    language = models.CharField(
        _("language"),
        max_length=10,
        blank=True,
        help_text=_("Empty: what the browser asks for."),
    )
    muted_until = models.DateTimeField(_("muted until"), null=True, blank=True, editable=False)
    barred_until = models.DateTimeField(_("barred until"), null=True, blank=True, editable=False)
    unread_act = models.ForeignKey(
        "Act",
        models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
        verbose_name=_("what moderators have to say"),
    )
    """The first act that the person has still to read; those after it follow."""

    objects: ClassVar[PeopleManager] = PeopleManager()

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = [
            models.UniqueConstraint(
                name="user_looks_like_nobody",
                fields=["looks"],
                condition=Q(shares_looks=False) & ~Q(looks=""),
                violation_error_message=LOOKS_LIKE_ANOTHER,
            ),
            models.CheckConstraint(
                name="user_guest_or_account",
                condition=Q(
                    is_guest=True,
                    username__startswith=GUEST_PREFIX,
                    email="",
                    password__startswith=UNUSABLE_PASSWORD_PREFIX,
                    is_staff=False,
                    is_superuser=False,
                )
                | (Q(is_guest=False) & ~Q(username__startswith=GUEST_PREFIX)),
                violation_error_message=_(
                    "A guest has no e-mail, no password and no rights, and no account is "
                    "named like a guest."
                ),
            ),
            models.CheckConstraint(name="user_has_username", condition=~Q(username="")),
            models.CheckConstraint(
                name="user_privacy_known",
                condition=Q(privacy__in=["games", "figures", "closed"]),
            ),
            models.CheckConstraint(
                name="user_account_has_name",
                condition=Q(is_guest=True)
                | (
                    Q(GreaterThanOrEqual(Length("name"), SHORTEST))
                    & Q(LessThanOrEqual(Length("name"), LONGEST))
                ),
                violation_error_message=_("An account needs a name of 2 to 20 characters."),
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.username

    def clean(self) -> None:
        """What a form that shows only some fields would otherwise learn from the database."""
        super().clean()
        if not self.is_guest and fold(self.username).startswith(GUEST_PREFIX):
            raise ValidationError(_("Only guests are named like guests."), code="guest_name")
        look = self._look()
        if look in ("", self.looks) or self.is_guest:
            return
        if User.objects.holding(look, as_guest=False).exclude(pk=self.pk).exists():
            raise ValidationError(LOOKS_LIKE_ANOTHER, code="username_alike")

    def save(self, *, update_fields: Iterable[str] | None = None, **how: Any) -> None:
        """Save; a new name is kept from others by what it looks like, in the same step."""
        fields = None if update_fields is None else set(update_fields)
        if fields is None or fields & {"name", "username"}:
            self._claim_looks(is_named=fields is not None)
            fields = fields and fields | {"looks", "shares_looks"}
        super().save(update_fields=fields, **how)

    def _claim_looks(self, *, is_named: bool) -> None:
        """Let guests go who hold what the name looks like but can't keep it. A guest who had to let
        it go stays so until they are named anew."""
        look = self._look()
        if look == self.looks or (self.is_guest and not is_named):
            return
        self.looks, self.shares_looks = look, False
        if look:
            keeping = User.objects.holding(look, as_guest=self.is_guest).values("pk")
            others = User.objects.filter(looks=look, is_guest=True).exclude(pk=self.pk)
            others.exclude(pk__in=keeping).update(looks="")

    def _look(self) -> str:
        if self.is_deleted:
            return ""
        return looks(self.name if self.is_guest else self.username)

    @property
    def shown_name(self) -> str:
        """What others see, in the language of whoever looks."""
        if self.is_deleted:
            return gettext("Former player")
        if self.is_guest:
            return gettext("Guest %(mark)s") % {"mark": self.name or self._mark}
        return self.name or self.username

    @property
    def _mark(self) -> str:
        """What tells guests without a name at one table apart, and nothing else about them."""
        return self.username.removeprefix(GUEST_PREFIX)[:MARK_LENGTH].upper()

    @property
    def is_deleted(self) -> bool:
        """Whether the person has deleted the account."""
        return self.username.startswith(DELETED_PREFIX)

    @property
    def is_muted(self) -> bool:
        """Whether moderators let this person write nothing just now."""
        return self.muted_until is not None and self.muted_until > timezone.now()

    @property
    def is_barred(self) -> bool:
        """Whether moderators keep this person out just now."""
        return self.barred_until is not None and self.barred_until > timezone.now()

    @property
    def is_barred_for_good(self) -> bool:
        """Whether the person is not to come back."""
        return self.barred_until == FOREVER

    def get_full_name(self) -> str:
        """The shown name: there is no other."""
        return self.shown_name

    def get_short_name(self) -> str:
        """The shown name: there is no other."""
        return self.shown_name


class Shun(models.Model):
    """What one person doesn't want of another: to read them, or to sit with them.

    Blocking means muting too. The other one is not told.
    """

    class Kind(models.TextChoices):
        """How far it goes."""

        MUTE = "mute"
        BLOCK = "block"

    user = models.ForeignKey(User, models.CASCADE, related_name="shuns")
    other = models.ForeignKey(User, models.CASCADE, related_name="shunned_by")
    kind = models.CharField(max_length=10, choices=Kind)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "other"], name="shun_once"),
            models.CheckConstraint(condition=~Q(user=models.F("other")), name="shun_another"),
            models.CheckConstraint(condition=Q(kind__in=["mute", "block"]), name="shun_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind}s {self.other_id}"


class Act(models.Model):
    """What a moderator did about a person or a game, and why. It is written once: nobody changes it
    later."""

    class Kind(models.TextChoices):
        """What was done."""

        WARN = "warn", _("Warning")
        MUTE = "mute", pgettext_lazy("sanction", "Mute")
        SUSPEND = "suspend", _("Suspension")
        BAN = "ban", _("Ban")
        RENAME = "rename", _("New name")
        LIFT = "lift", _("Sanctions lifted")
        DISMISS = "dismiss", _("Report dismissed")
        END = "end", _("Game ended")
        VOID = "void", _("Game voided")

    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    person = models.ForeignKey(
        User,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="acts",
        verbose_name=_("person"),
        help_text=_("Nobody, where it is about a game."),
    )
    by = models.ForeignKey(User, models.PROTECT, related_name="+", verbose_name=_("moderator"))
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON)
    until = models.DateTimeField(_("until"), null=True, blank=True)
    about = models.CharField(
        _("about"), max_length=100, blank=True, help_text=_("The old name, or a game's code.")
    )
    at = models.DateTimeField(_("time"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("act of moderation")
        verbose_name_plural = _("acts of moderation")
        ordering = ["-pk"]
        permissions = [("moderate", "Can act on people, reports and games")]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["end", "void"], person=None) & ~Q(about="")
                | ~Q(kind__in=["end", "void"]) & Q(person__isnull=False),
                name="act_is_about_a_person_or_a_game",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["mute", "suspend"], until__isnull=False)
                | ~Q(kind__in=["mute", "suspend"]) & Q(until=None),
                name="act_ends_where_it_lasts",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="act_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.person or self.about}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write it. Raises RuntimeError for one that is written already."""
        if not self._state.adding:
            raise RuntimeError("acts of moderation are never changed")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raises RuntimeError: what was done stays written."""
        raise RuntimeError("acts of moderation are never deleted")


class BannedWord(models.Model):
    """A word that nobody may be called, nor by anything that looks like it."""

    word = FoldedCharField(_("word"), max_length=40, unique=True)
    is_anywhere = models.BooleanField(
        _("anywhere in a name"),
        default=False,
        help_text=_("Otherwise only a name that is just this word is refused."),
    )
    note = models.CharField(_("note"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("banned word")
        verbose_name_plural = _("banned words")
        ordering = ["word"]

    def __str__(self) -> str:
        return self.word
