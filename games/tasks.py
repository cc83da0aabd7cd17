"""Computers' turns and the sweep: one step, then look again.

A task carries the version of the game it was asked for; late, doubled or stale ones do nothing.
Losing one is harmless too: the sweep wakes every game whose alarm has passed.
"""

import logging
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from random import Random
from typing import Any, Final

from celery import shared_task
from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone

from . import live, metering, presence, table
from .ai.registry import decide, is_ready
from .models import Game, Seat
from .readiness import say_if_warm, warm_computers
from .reading import Table, memory
from .refusals import Stale

logger = logging.getLogger(__name__)

SWEEP_SECONDS: Final = settings.SWEEP_SECONDS
SWEEP_GRACE: Final = 3.0
"""Seconds an alarm may have passed before the sweep believes its task lost."""
AGAIN: Final[dict[str, Any]] = {
    "autoretry_for": (OperationalError, InterfaceError),
    "default_retry_delay": 0.5,
    "max_retries": 3,
}
"""For tasks that may meet a database that has just ended their connection: seconds, and tries."""


def follow_up(game: Game) -> None:
    """Once a change is committed: announce it and ask for what comes next."""
    # Not partials: Django names a function that failed by its __qualname__, and they have none.
    transaction.on_commit(lambda: live.announce(game), robust=True)
    if game.is_public and (game.is_open or game.is_over or game.has_just_begun):
        transaction.on_commit(live.announce_lobby, robust=True)
    if game.wake_at is not None:
        transaction.on_commit(lambda: _ask_for_turn(game), robust=True)
    if game.due_at is not None and _seconds_to(game.due_at) < SWEEP_SECONDS:
        transaction.on_commit(lambda: _ask_when_due(game), robust=True)


def _ask_for_turn(game: Game) -> None:
    assert game.wake_at is not None
    play_ai_turn.apply_async((game.pk, game.version), countdown=_seconds_to(game.wake_at))


def _ask_when_due(game: Game) -> None:
    assert game.due_at is not None
    do_what_is_due.apply_async((game.pk, game.version), countdown=_seconds_to(game.due_at))


def _seconds_to(moment: datetime) -> float:
    return max((moment - timezone.now()).total_seconds(), 0.0)


@shared_task(name="games.tasks.play_ai_turn", **AGAIN)
def play_ai_turn(game_id: int, version: int) -> None:
    """Let the computer whose turn it is at this version of the game bid or play, or do what the
    person whose turn it is has chosen ahead."""
    now = _table_at(game_id, version)
    if now is not None and (changed := _act(now)) is not None:
        follow_up(changed)


def _table_at(game_id: int, version: int) -> Table | None:
    """A game at this version, if it is still there."""
    remembered = memory.newest(game_id)
    if remembered is not None and remembered.game.version == version:
        return remembered
    game = Game.objects.filter(pk=game_id, version=version).first()
    if game is None:
        return None
    now = Table.recall(game)
    memory.keep(now)
    return now


def _act(now: Table) -> Game | None:
    """What a computer makes of a table; None where none has to act, or the table has changed."""
    game = now.game
    if not game.is_playing or game.is_paused:
        return None
    if not now.computers_to_act:
        return _act_as_chosen(now)
    seat = now.computers_to_act[0]
    if not is_ready(now.level_of(seat)):
        return None  # other tables need this worker meanwhile; `get_ready` and the sweep ask again
    try:
        with metering.deciding(game, seat, now.level_of(seat)) as thought:
            action = _decision(now, seat)
        return table.act_for_computer(
            game_id=game.pk,
            version=game.version,
            seat_number=seat.number,
            action=action,
            took=thought.milliseconds,
        )
    except Stale:
        return None


def _act_as_chosen(now: Table) -> Game | None:
    """What becomes of a choice made ahead; None where there is none, or the table has changed."""
    if not now.chosen_to_act:
        return None
    try:
        return table.act_as_chosen(game_id=now.game.pk, version=now.game.version)
    except Stale:
        return None


def get_ready() -> None:
    """Load what the computers need, for a worker's background thread; then ask for every turn
    that had to wait for it."""
    warm_computers()
    sweep(grace=0)


def _decision(now: Table, seat: Seat) -> int:
    """What a seat's computer decides. A fault in a player must not hold up the table for ever,
    as it would, since the same view and chance fail again: then anything legal is played."""
    view, level = now.position.seen_by(seat.number), now.level_of(seat)
    try:
        return decide(level, view, chance_of(now))
    except Exception:
        logger.exception("%s failed in game %s at %s", level, now.game, now.game.version)
        return decide("random", view, chance_of(now))


def chance_of(now: Table) -> Random:
    """The chance a computer has at this moment: the same again for the same deal and version,
    and not to be guessed by who doesn't know the deal's secret."""
    seed = f"{now.deal.secret}:{now.game.version}"
    return Random(int.from_bytes(sha256(seed.encode()).digest(), "big"))


@shared_task(name="games.tasks.do_what_is_due", **AGAIN)
def do_what_is_due(game_id: int, version: int) -> None:
    """Let the time of people run out in a game, if it is still at this version."""
    try:
        changed = table.time_is_up(game_id=game_id, version=version)
    except Stale:
        return
    follow_up(changed)


@shared_task(name="games.tasks.sweep")
def sweep(grace: float = SWEEP_GRACE) -> int:
    """Ask again for every computer's turn whose alarm passed `grace` seconds ago or earlier, and
    in time for everything that is due before the next sweep. Returns how many games were woken."""
    say_if_warm()
    if grace:  # at a start nobody has had the time to connect again
        _look_for_the_gone()
    late = Game.objects.filter(wake_at__lte=timezone.now() - timedelta(seconds=grace))
    games = list(late.order_by("wake_at"))
    for game in games:
        play_ai_turn.delay(game.pk, game.version)
    due = Game.objects.filter(due_at__lte=timezone.now() + timedelta(seconds=SWEEP_SECONDS))
    for game in due.order_by("due_at"):
        _ask_when_due(game)
    metering.swept(games)
    return len(games)


@shared_task(name="games.tasks.look_for", **AGAIN)
def look_for(game_id: int, user_id: int, since: float) -> None:
    """Mark a person who has lost a connection to a table and isn't there by another. `since` is
    the moment (seconds since 1970) that the connection ended."""
    if not presence.is_here(game_id, user_id):
        _mark_gone(game_id, user_id, datetime.fromtimestamp(since, UTC))


def _mark_gone(game_id: int, user_id: int, since: datetime) -> None:
    if game := table.mark_gone(game_id=game_id, user_id=user_id, since=since):
        follow_up(game)


def _look_for_the_gone() -> None:
    """Mark whoever has no connection to their table and whose server didn't say so, perhaps since
    it was killed."""
    for game_id, user_id in presence.missing():
        _mark_gone(game_id, user_id, timezone.now())
