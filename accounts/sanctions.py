"""What moderators do about people: each act is written down with its reason, and tells the person.

`sanction` is the only way in which somebody is warned, muted, suspended, banned, renamed, or let
back. Whoever is barred is so at once: their sessions end and their open sockets close.
"""

from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext

from accounts.models import FOREVER, Act, User
from accounts.names import fold, tidy
from accounts.refused_names import is_taken
from accounts.renaming import tell_renamed
from accounts.sockets import recheck_sockets

BARS: Final = frozenset({Act.Kind.SUSPEND, Act.Kind.BAN})
TELLS: Final = frozenset({Act.Kind.WARN, Act.Kind.MUTE, Act.Kind.RENAME, Act.Kind.LIFT})
"""What the person is told on the next page they see; whoever is barred sees nothing else."""


class NotYours(Exception):
    """A moderator may not act on this person; its text is for the moderator."""


class NameTaken(Exception):
    """Somebody else has the new name, or one like it; its text is for the moderator."""

    def __init__(self) -> None:
        super().__init__(gettext("This name is taken. Please choose another."))


@transaction.atomic
def sanction(
    kind: Act.Kind,
    *,
    person: User,
    by: User,
    reason: str,
    until: datetime | None = None,
    name: str = "",
) -> Act:
    """Do something about a person. Muting and suspending last until a moment; renaming needs the
    new name. Raises NotYours, and NameTaken."""
    person = User.objects.select_for_update(no_key=True).get(pk=person.pk)
    _refuse_own_kind(person, by)
    if person.is_deleted and kind != Act.Kind.DISMISS:
        raise NotYours(gettext("This account was deleted by its owner: there is nobody to act on."))
    about = (person.name or person.shown_name) if kind == Act.Kind.RENAME else ""
    act = Act.objects.create(
        kind=kind, person=person, by=by, reason=reason, until=until, about=about
    )
    match kind:
        case Act.Kind.MUTE:
            person.muted_until = until
        case Act.Kind.SUSPEND:
            person.barred_until = until
        case Act.Kind.BAN:
            person.barred_until = FOREVER
        case Act.Kind.LIFT:
            person.muted_until = person.barred_until = None
        case Act.Kind.RENAME:
            _rename(person, name)
    if kind in TELLS and person.unread_act_id is None:
        person.unread_act = act
    _save(person, is_named=kind == Act.Kind.RENAME)
    recheck_sockets(person.pk)
    return act


def _refuse_own_kind(person: User, by: User) -> None:
    if person.pk == by.pk:
        raise NotYours(gettext("Nobody moderates themselves."))
    if (person.is_staff or person.is_superuser) and not by.is_superuser:
        raise NotYours(gettext("Only an administrator may act on one of the staff."))


def _rename(person: User, name: str) -> None:
    """Give a person another name. An account logs in with it from now on; a guest doesn't, but
    passes for nobody else either."""
    if is_taken(name, person, as_guest=person.is_guest):
        raise NameTaken()
    person.name = tidy(name)
    if not person.is_guest:
        person.username = fold(name)
    tell_renamed(person)


def _save(person: User, *, is_named: bool) -> None:
    fields = ["muted_until", "barred_until", "unread_act", *is_named * ("name", "username")]
    try:
        with transaction.atomic():
            person.save(update_fields=fields)
    except IntegrityError:
        raise NameTaken() from None


def unread_acts(user: User) -> list[Act]:
    """What moderators have to say to a person, the first thing first. One query, and none where
    there is nothing."""
    if user.unread_act_id is None:
        return []
    return list(_telling(user).filter(pk__gte=user.unread_act_id))


@transaction.atomic
def read_acts(user: User, last: int) -> None:
    """The person has read what moderators had to say, up to this act. What came later stays."""
    # Moderators who act on the person wait, so nothing is said between the two.
    person = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if person.unread_act_id is not None and person.unread_act_id <= last:
        person.unread_act = _telling(person).filter(pk__gt=last).first()
        person.save(update_fields=["unread_act"])


def _telling(user: User) -> QuerySet[Act]:
    return user.acts.filter(kind__in=TELLS).select_related("person").order_by("pk")


# --- What the person reads ---------------------------------------------------------


def why_barred(user: User) -> tuple[str, str]:
    """In two sentences: until when somebody is kept out, and why."""
    act = user.acts.filter(kind__in=BARS).first()
    if user.is_barred_for_good:
        until = gettext("You may not play here any more.")
    else:
        assert user.barred_until is not None
        until = gettext("You may not play here until %(moment)s.") % {
            "moment": moment(user.barred_until)
        }
    return until, act.reason if act else ""


def told(act: Act) -> str:
    """What moderators did, for the person it is about."""
    match act.kind:
        case Act.Kind.MUTE:
            assert act.until is not None
            return gettext("Moderators don’t let you write until %(moment)s.") % {
                "moment": moment(act.until)
            }
        case Act.Kind.RENAME:
            assert act.person is not None
            return gettext("Moderators gave you another name: %(name)s.") % {
                "name": act.person.shown_name
            }
        case Act.Kind.LIFT:
            return gettext("You may play and write again.")
    return gettext("A warning from the moderators.")


def moment(at: datetime) -> str:
    """A moment as people read it, with its time zone."""
    return f"{date_format(localtime(at), 'DATETIME_FORMAT')} {localtime(at).tzname()}"
