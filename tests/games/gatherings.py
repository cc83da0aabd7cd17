"""Tables of several people: opened, joined and begun by the cast.

As in `casts`, everything goes through `games.table`. The usual table is public, has no clock and
plays SHORT; whatever else a test is about is named.
"""

from datetime import timedelta
from random import Random
from typing import Any

from django.utils import timezone

from accounts.models import User
from games import presence, table
from games.clocks import Clock
from games.models import Game, Seat
from games.pacing import Pace
from games.rules import Rules
from games.table import Opening
from tests.games.casts import SHORT, fresh


def offer(rules: Rules = SHORT, **changes: Any) -> Opening:
    """What a host of the cast offers: Medium computers, fast, no clock."""
    usual: dict[str, Any] = {"level": "medium", "pace": Pace.FAST, "clock": Clock.NONE}
    return Opening(rules=rules, **{**usual, **changes})


def open_table(host: User, *others: User, rules: Rules = SHORT, **changes: Any) -> Game:
    """A table that waits for people: the host at seat 0, the others beside in this order.
    `changes` are fields of `Opening`."""
    game = table.open_table(host=host, offer=offer(rules, **changes))
    for number, user in enumerate(others, 1):
        table.sit(code=game.code, user=user, number=number)
    for user in (host, *others):
        presence.seen(game.pk, user.pk)
    return fresh(game)


def gathered(*people: User, rules: Rules = SHORT, seed: int = 1, **changes: Any) -> Game:
    """A game just begun by these people, from seat 0 on; computers have the other seats. The
    seed decides who deals first."""
    game = open_table(*people, rules=rules, **changes)
    if game.is_open:  # one that fills begins as soon as it is full
        game = table.start(code=game.code, user=people[0], chance=Random(seed))
    return fresh(game)


def seat_of(game: Game, user: User) -> Seat:
    """A person's seat as the database has it now."""
    return game.seats.get(user=user)


def names_at(game: Game) -> list[str]:
    """Who sits at a table, from seat 0 on; empty where nobody does."""
    names = {seat.number: seat.name for seat in game.seats.select_related("user")}
    return [names.get(number, "") for number in range(game.rules.players)]


def gone(game: Game, user: User, seconds: float = 0) -> Game:
    """The game once this person has been gone for so long."""
    since = timezone.now() - timedelta(seconds=seconds)
    table.mark_gone(game_id=game.pk, user_id=user.pk, since=since)
    return fresh(game)


def later(game: Game, seconds: float) -> Game:
    """The game as if so much time had passed since all that it remembers."""
    back = timedelta(seconds=seconds)
    for name in ("turn_began_at", "due_at", "wake_at", "created_at"):
        if (moment := getattr(game, name)) is not None:
            Game.objects.filter(pk=game.pk).update(**{name: moment - back})
    for seat in game.seats.exclude(gone_since=None):
        assert seat.gone_since is not None
        game.seats.filter(pk=seat.pk).update(gone_since=seat.gone_since - back)
    return fresh(game)


def rung(game: Game) -> Game:
    """The game once the alarm for people's time has rung."""
    now = fresh(game)
    return table.time_is_up(game_id=now.pk, version=now.version)
