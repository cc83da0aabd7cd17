"""Computers' turns and the sweep: one step, then look again.

A task carries the version of the game it was asked for; late, doubled or stale ones do nothing.
Losing one is harmless too: the sweep wakes every game whose alarm has passed.
"""

import logging
from datetime import timedelta
from hashlib import sha256
from random import Random
from typing import Final

from celery import shared_task
from django.db import transaction
from django.utils import timezone

from . import live, table
from .ai.registry import decide
from .models import Game, Seat
from .reading import Table
from .refusals import Stale

logger = logging.getLogger(__name__)

SWEEP_GRACE: Final = 3.0
"""Seconds an alarm may have passed before the sweep believes its task lost."""


def follow_up(game: Game) -> None:
    """Once a change is committed: announce it and ask for the computer's turn after it."""
    # Not partials: Django names a function that failed by its __qualname__, and they have none.
    transaction.on_commit(lambda: live.announce(game), robust=True)
    if game.wake_at is not None:
        transaction.on_commit(lambda: _ask_for_turn(game), robust=True)


def _ask_for_turn(game: Game) -> None:
    assert game.wake_at is not None
    wait = (game.wake_at - timezone.now()).total_seconds()
    play_ai_turn.apply_async((game.pk, game.version), countdown=max(wait, 0.0))


@shared_task(name="games.tasks.play_ai_turn")
def play_ai_turn(game_id: int, version: int) -> None:
    """Let the computer whose turn it is at this version of the game bid or play."""
    game = Game.objects.filter(pk=game_id, version=version, is_paused=False).first()
    if game is None or not game.is_playing:
        return
    now = Table.read(game)
    if not now.computers_to_act:
        return
    seat = now.computers_to_act[0]
    try:
        changed = table.act_for_computer(
            game_id=game_id,
            version=version,
            seat_number=seat.number,
            action=_decision(now, seat),
        )
    except Stale:
        return
    follow_up(changed)


def _decision(now: Table, seat: Seat) -> int:
    """What a seat's computer decides. A fault in a player must not hold up the table for ever,
    as it would, since the same view and chance fail again: then anything legal is played."""
    view = now.position.seen_by(seat.number)
    try:
        return decide(seat.level, view, chance_of(now))
    except Exception:
        logger.exception("%s failed in game %s at %s", seat.level, now.game, now.game.version)
        return decide("random", view, chance_of(now))


def chance_of(now: Table) -> Random:
    """The chance a computer has at this moment: the same again for the same deal and version,
    and not to be guessed by who doesn't know the deal's secret."""
    seed = f"{now.deal.secret}:{now.game.version}"
    return Random(int.from_bytes(sha256(seed.encode()).digest(), "big"))


@shared_task(name="games.tasks.sweep")
def sweep(grace: float = SWEEP_GRACE) -> int:
    """Ask again for every computer's turn whose alarm passed `grace` seconds ago or earlier.
    Returns how many games were woken."""
    late = Game.objects.filter(wake_at__lte=timezone.now() - timedelta(seconds=grace))
    games = list(late.order_by("wake_at"))
    for game in games:
        play_ai_turn.delay(game.pk, game.version)
    return len(games)
