"""What people at a table say to each other: quick phrases and plain text.

Those who sit at a table with others write; whoever may look at it reads, each without those they
don't want to read. A phrase is kept by its key and shown in the reader's language.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext

from accounts.limits import Limit, take
from accounts.models import Shun, User
from accounts.names import tidy

from .models import Game, Message
from .models.people import LONGEST_MESSAGE
from .reading import find_game
from .refusals import (
    BadRequest,
    GameHasEnded,
    IsMuted,
    MessageTooLong,
    NoChat,
    NothingSaid,
    NotSeated,
    TableError,
    WritesTooFast,
)
from .rules.errors import gettext_noop

PHRASES: Final = {
    "hello": gettext_noop("Hello!"),
    "luck": gettext_noop("Good luck!"),
    "your-turn": gettext_noop("Your turn!"),
    "moment": gettext_noop("One moment, please."),
    "well-played": gettext_noop("Well played!"),
    "thanks": gettext_noop("Thanks!"),
    "oh-hell": gettext_noop("Oh hell!"),
    "luck-had": gettext_noop("What luck!"),
    "sorry": gettext_noop("Sorry!"),
    "good-game": gettext_noop("Good game!"),
    "again": gettext_noop("Another game?"),
    "bye": gettext_noop("Bye!"),
}

LOG: Final = 50
"""So many of the last messages are shown to whoever comes."""

LINGERS: Final = timedelta(minutes=30)
"""So long after the end of a game people may still talk about it."""

SPEED: Final = (Limit(20, 60), Limit(5, 10))

_READABLE: Final = 10 * LONGEST_MESSAGE
"""What is longer than this is too long whatever is in it, and isn't looked through."""


# --- Writing ------------------------------------------------------------------


def cleaned(text: str, longest: int, too_long: type[TableError]) -> str:
    """The text as it may be shown, which is nothing where nobody would see any of it. Raises
    `too_long` for one of more than so many characters."""
    result = tidy(text) if len(text) <= max(_READABLE, 10 * longest) else None
    if result is None or len(result) > longest:
        raise too_long()
    return result


def say(*, code: str, user: User | AnonymousUser, phrase: str = "", text: str = "") -> Message:
    """Say a phrase, by its key, or else a text. To tell the others is the caller's business."""
    game = find_game(code, user)
    if not isinstance(user, User) or not _sits_at(game, user):
        raise NotSeated()
    if not is_held_at(game):
        raise NoChat()
    if _has_died_down(game):
        raise GameHasEnded()
    if user.is_muted:
        raise IsMuted()
    if phrase and phrase not in PHRASES:
        raise BadRequest()
    said = "" if phrase else cleaned(text, LONGEST_MESSAGE, MessageTooLong)
    if not phrase and not said:
        raise NothingSaid()
    if not take("say", user.pk, *SPEED):
        raise WritesTooFast()
    return Message.objects.create(game=game, user=user, phrase=phrase, text=said)


def _sits_at(game: Game, user: User | AnonymousUser) -> bool:
    return user.pk is not None and game.seats.filter(user=user.pk).exists()


def is_held_at(game: Game) -> bool:
    """Whether people talk at a table: where there are several, or may be."""
    return game.is_open or game.is_shared


def _has_died_down(game: Game) -> bool:
    """Whether the game is over for so long that nobody would listen."""
    return game.finished_at is not None and game.finished_at < timezone.now() - LINGERS


# --- Reading ------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """A message as one viewer reads it. `may_be_treated` says whether they may do something about
    its author."""

    pk: int
    code: str
    person_id: int
    name: str
    text: str
    is_own: bool
    is_host: bool
    may_be_treated: bool


@dataclass(frozen=True)
class ChatShown:
    """A chat as one viewer has it: what was said last, and what they may say."""

    code: str
    lines: list[Line]
    phrases: list[tuple[str, str]]
    may_write: bool


def chat_of(game: Game, user: User | AnonymousUser) -> ChatShown | None:
    """The chat of a game that this viewer may look at; None where there is none."""
    if not is_held_at(game):
        return None
    lines = [_line(message, user) for message in _last(game, user)]
    may_write = _sits_at(game, user) and not _has_died_down(game)
    return ChatShown(game.code, lines, phrases(), may_write)


def phrases() -> list[tuple[str, str]]:
    """Every phrase, with its key, in the reader's language."""
    return [(key, gettext(phrase)) for key, phrase in PHRASES.items()]


def line_for(code: str, user: User | AnonymousUser, message_id: int) -> Line | None:
    """A message for one viewer; None where they don't want to read its author. Raises NoSuchGame
    for whoever may not look."""
    game = find_game(code, user)
    message = _for(game, user).filter(pk=message_id).first()
    return None if message is None else _line(message, user)


def _last(game: Game, user: User | AnonymousUser) -> list[Message]:
    return list(_for(game, user).order_by("-pk")[:LOG])[::-1]


def _for(game: Game, user: User | AnonymousUser) -> QuerySet[Message]:
    messages = Message.objects.filter(game=game).select_related("user", "game")
    if user.pk is None:
        return messages
    return messages.exclude(user__in=Shun.objects.filter(user=user.pk).values("other"))


def _line(message: Message, user: User | AnonymousUser) -> Line:
    is_own = message.user_id == user.pk
    return Line(
        pk=message.pk,
        code=message.game.code,
        person_id=message.user_id,
        name=message.user.shown_name,
        text=words_of(message),
        is_own=is_own,
        is_host=message.user_id == message.game.host_id,
        may_be_treated=user.pk is not None and not is_own,
    )


def words_of(message: Message) -> str:
    """What a message says, in the reader's language."""
    if not message.phrase:
        return message.text
    return gettext(PHRASES.get(message.phrase, message.phrase))


def html_of(line: Line) -> str:
    """A message as it stands in the chat."""
    return render_to_string("games/_message.html", {"line": line})
