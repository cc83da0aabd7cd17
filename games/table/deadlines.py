"""When people's time runs out, and what happens then, in games of several people.

A deadline follows from facts: when the turn began, since when somebody is gone. The earliest is
kept as the game's alarm; `due` does whatever has run out when it rings.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import Final

from games.clocks import (
    DESERTED,
    DESERTED_PAUSED,
    GONE,
    GRACE,
    NEXT_DEAL,
    STRETCHED,
    TAKEN_BACK,
    TURN,
    Clock,
)
from games.models import Game, Seat
from games.reading import Table

_MOST_STRETCHED: Final = timedelta(seconds=STRETCHED)


class What(Enum):
    """What a deadline is for."""

    ENDS = "nobody is left"
    DEALS = "the next deal"
    IS_LATE = "a turn"
    IS_GONE = "coming back"


@dataclass(frozen=True)
class Deadline:
    """A moment, and what becomes of which seat then."""

    at: datetime
    what: What
    seat: Seat | None = None


def next_deadline(table: Table) -> datetime | None:
    """The earliest deadline of a game."""
    return min((deadline.at for deadline in deadlines(table)), default=None)


def deadlines(table: Table) -> Iterator[Deadline]:
    """All deadlines of a game as it stands."""
    game = table.game
    if not game.is_playing or not game.is_shared:
        return
    yield from _deserted(table)
    if game.is_paused:
        return
    assert game.turn_began_at is not None
    if table.position.is_over:
        yield Deadline(game.turn_began_at + timedelta(seconds=NEXT_DEAL), What.DEALS)
    for seat in table.people_to_act:
        yield from _of_turn(game, seat)


def _deserted(table: Table) -> Iterator[Deadline]:
    if all(seat.is_away for seat in table.people):
        since = max(filter(None, (seat.gone_since for seat in table.people)), default=None)
        if since is not None:
            seconds = DESERTED_PAUSED if table.game.is_paused else DESERTED
            yield Deadline(since + timedelta(seconds=seconds), What.ENDS)


def _of_turn(game: Game, seat: Seat) -> Iterator[Deadline]:
    if (at := turn_ends_at(game)) is not None:
        yield Deadline(at + timedelta(seconds=GRACE), What.IS_LATE, seat)
    if seat.gone_since is not None:
        yield Deadline(seat.gone_since + timedelta(seconds=GONE), What.IS_GONE, seat)


def turn_ends_at(game: Game) -> datetime | None:
    """When the clock of the turn shows 0; None without a clock."""
    seconds = TURN[Clock(game.clock)]
    if seconds is None or game.turn_began_at is None:
        return None
    return game.turn_began_at + timedelta(seconds=seconds) + game.stretched


def give_time(game: Game, now: datetime) -> None:
    """Let whoever is back in their own turn have some seconds of it at least, as far as it may
    become longer."""
    ends = turn_ends_at(game)
    if ends is not None:
        missing = now + timedelta(seconds=TAKEN_BACK) - ends
        game.stretched = max(game.stretched, min(game.stretched + missing, _MOST_STRETCHED))


def is_over_for_people(game: Game, now: datetime) -> bool:
    """Whether the time of the turn is up, with all that it may become longer by."""
    ends = turn_ends_at(game)
    last = timedelta(seconds=GRACE) + _MOST_STRETCHED - game.stretched
    return ends is not None and ends + last <= now
