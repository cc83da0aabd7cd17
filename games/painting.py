"""What a socket sends: a table, or the room where people gather for it, as one viewer sees it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from accounts.models import User

from . import display
from .models import Game, Seat
from .reading import Table, find_game, memory


@dataclass(frozen=True)
class Painting:
    """The HTML of a version of a game for one viewer, and where they stand in it."""

    game: Game
    seat: Seat | None
    html: str


def paint(
    code: str, user: User | AnonymousUser, preferences: Mapping[str, str], *, at_least: int = -1
) -> Painting:
    """The game as it is now; where this process remembers it at version `at_least` or later, from
    memory. Raises NoSuchGame for whoever may not see it."""
    table = _remembered(code, user, at_least) or _read(code, user)
    html = display.painted(table, user, preferences)
    return Painting(table.game, table.seat_or_none(user), html)


def _remembered(code: str, user: User | AnonymousUser, at_least: int) -> Table | None:
    """A table from memory, for who has a seat there."""
    table = memory.newest(code)
    if at_least < 0 or table is None or table.game.version < at_least:
        return None
    return table if table.seat_or_none(user) else None


def _read(code: str, user: User | AnonymousUser) -> Table:
    table = Table.recall(find_game(code, user))
    memory.keep(table)
    return table
