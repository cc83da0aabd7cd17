"""What somebody may do about another person whom they meet at a table: mute, block, report.

A person is only ever found by way of a table that one may look at and where they sit or have
spoken, so that nobody learns from a number who has an account; or, to be reported, by the profile
that everybody sees.
"""

from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from accounts import shuns
from accounts.models import Shun, User

from .chat import words_of
from .models import Game, Message, Seat
from .reading import find_game
from .refusals import BadRequest, NoSuchGame, NoSuchPerson, NotYourself

DEEDS: Final = ("mute", "block", "forgive")


@dataclass(frozen=True)
class Meeting:
    """Somebody, where one has met them (no game: by their profile), and the message that it is
    about, if it is about one."""

    game: Game | None
    viewer: User
    person: User
    message: Message | None = None


@dataclass(frozen=True)
class PersonShown:
    """A person as the menu about them shows them. `message` is what they said, if it is about
    that; `code` is empty where one hasn't met them at a table."""

    code: str
    pk: int
    name: str
    is_muted: bool
    is_blocked: bool
    message_id: int | None = None
    message: str = ""


def person_at(seat: Seat, user: User | AnonymousUser) -> int | None:
    """Whose menu a seat's plate opens for this viewer; None for a computer and for oneself."""
    return None if user.pk in (None, seat.user_id) else seat.user_id


def meet(code: str, user: User | AnonymousUser, person_id: int, message_id: str = "") -> Meeting:
    """Somebody at a table. Raises NoSuchGame or NoSuchPerson, and NotYourself."""
    if not isinstance(user, User):
        raise NoSuchGame()
    game = find_game(code, user)
    is_here = Q(pk__in=game.seats.values("user")) | Q(pk__in=game.messages.values("user"))
    person = User.objects.filter(is_here, pk=person_id).first()
    if person is None:
        raise NoSuchPerson()
    if person == user:
        raise NotYourself()
    return Meeting(game, user, person, _message(game, person, message_id))


def met_by_profile(viewer: User, person: User) -> Meeting:
    """Somebody whose profile one looks at. Raises NotYourself."""
    if person == viewer:
        raise NotYourself()
    return Meeting(None, viewer, person)


def _message(game: Game, person: User, message_id: str) -> Message | None:
    if not message_id:
        return None
    if not (message_id.isascii() and message_id.isdigit() and len(message_id) < 19):
        raise BadRequest()
    message = Message.objects.filter(pk=int(message_id), game=game, user=person).first()
    if message is None:
        raise BadRequest()
    return message


def shown(meeting: Meeting) -> PersonShown:
    """What the menu about a person needs."""
    kind = shuns.kind_of(meeting.viewer, meeting.person)
    message = meeting.message
    return PersonShown(
        code="" if meeting.game is None else meeting.game.code,
        pk=meeting.person.pk,
        name=meeting.person.shown_name,
        is_muted=bool(kind),
        is_blocked=kind == Shun.Kind.BLOCK,
        message_id=None if message is None else message.pk,
        message="" if message is None else words_of(message),
    )


def treat(meeting: Meeting, deed: str) -> None:
    """Mute, block, or undo either. Raises BadRequest for anything else."""
    if deed not in DEEDS:
        raise BadRequest()
    if deed == "mute":
        shuns.mute(meeting.viewer, meeting.person)
    elif deed == "block":
        shuns.block(meeting.viewer, meeting.person)
    else:
        shuns.forgive(meeting.viewer, meeting.person.pk)
