"""What a socket sends: a table, or the room where people gather for it, as one viewer sees it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from accounts.models import User

from . import display, room
from .models import Game, Seat
from .reading import NOT_BEGUN, Gathering, Table, may_look, memory
from .refusals import NoSuchGame


@dataclass(frozen=True)
class Painting:
    """The HTML of a version of a game for one viewer, and where they stand in it."""

    game: Game
    seat: Seat | None
    html: str


def paint(code: str, user: User | AnonymousUser, preferences: Mapping[str, str]) -> Painting:
    """The game as it is now. Raises NoSuchGame for whoever may not see it."""
    game = Game.objects.filter(code=code).first()
    if game is None:
        raise NoSuchGame()
    if game.status in NOT_BEGUN:
        return _room(game, user)
    table = Table.recall(game)
    if table.seat_or_none(user) is None and not may_look(game, user):
        raise NoSuchGame()
    memory.keep(table)
    return _table(table, user, preferences)


def paint_from_memory(
    game_id: int, version: int, user: User | AnonymousUser, preferences: Mapping[str, str]
) -> Painting | None:
    """The same for somebody who sits there, without a question to the database; None where this
    process doesn't remember the game at this version or a later one."""
    table = memory.newest(game_id)
    if table is None or table.game.version < version or table.seat_or_none(user) is None:
        return None
    return _table(table, user, preferences)


def _room(game: Game, user: User | AnonymousUser) -> Painting:
    if not may_look(game, user):
        raise NoSuchGame()
    gathering = Gathering.read(game)
    return Painting(game, gathering.seat_of(user), room.painted(gathering, user))


def _table(table: Table, user: User | AnonymousUser, preferences: Mapping[str, str]) -> Painting:
    html = display.painted(table, user, preferences)
    return Painting(table.game, table.seat_or_none(user), html)
