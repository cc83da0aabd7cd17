"""Tells Prometheus and the log what happens at tables, so that one game can be followed through
every process. Who acted and when, never what: a bid may be hidden still.
"""

import logging
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, TypeAlias

from django.db import transaction

from ohhell_site import daily, metrics

from .models import Game, Seat

logger = logging.getLogger(__name__)

Kind: TypeAlias = Literal["bid", "card"]


def acted(game: Game, seat: Seat, kind: Kind) -> None:
    """A seat has bid or played; it is told once that is committed."""
    transaction.on_commit(lambda: _tell(game, seat, kind), robust=True)


def _tell(game: Game, seat: Seat, kind: Kind) -> None:
    by = "computer" if seat.is_played else "person"
    metrics.MOVES.labels(kind, by).inc()
    logger.info(
        "Game %s, version %s: %s of seat %s, a %s",
        game.code,
        game.version,
        kind,
        seat.number,
        by,
        extra=_about(game) | {"seat": seat.number, "action": kind, "by": by},
    )


@dataclass
class Thought:
    """How long a computer thought; known when it is over."""

    milliseconds: int = 0


@contextmanager
def deciding(game: Game, seat: Seat, level: str) -> Iterator[Thought]:
    """A computer thinks while this lasts."""
    thought, began = Thought(), time.perf_counter()
    yield thought
    took = time.perf_counter() - began
    thought.milliseconds = round(1000 * took)
    metrics.DECISIONS.labels(level).observe(took)
    logger.info(
        "Game %s, version %s: %s at seat %s has decided in %.1f ms",
        game.code,
        game.version,
        level,
        seat.number,
        1000 * took,
        extra=_about(game) | {"seat": seat.number, "seat_level": level, "seconds": took},
    )


def swept(games: Sequence[Game]) -> None:
    """A sweep has asked again for the turns of these games."""
    metrics.SWEEPS.inc()
    metrics.WOKEN.inc(len(games))
    daily.count("woken", len(games))
    for game in games:
        logger.info("Game %s, version %s: late", game.code, game.version, extra=_about(game))


def _about(game: Game) -> dict[str, object]:
    return {"game": game.code, "version": game.version}
