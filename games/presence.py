"""Who is at which table: a mark in the cache that every open socket of a person keeps fresh.

A mark means "here" for a while and then fades, so that a server which is killed leaves nobody
behind as present. What the others are shown is a fact in the database (`Seat.gone_since`), set
when a mark is missing and cleared when the person is back.
"""

from typing import Final

from django.core.cache import cache
from django.db.models import Q

from .models import Game, Seat

BEAT: Final = 10.0
"""Seconds after which a socket says again that its person is here."""

_FADES: Final = 25
"""Seconds after which a mark is gone that no socket has kept fresh."""


def _key(game_id: int, user_id: int) -> str:
    return f"here:{game_id}:{user_id}"


def seen(game_id: int, user_id: int) -> None:
    """A person is at a table now."""
    cache.set(_key(game_id, user_id), True, _FADES)


def lost(game_id: int, user_id: int) -> None:
    """A connection of a person has ended; another one may say that they are still here."""
    cache.delete(_key(game_id, user_id))


def is_here(game_id: int, user_id: int) -> bool:
    """Whether some socket has said so lately."""
    return cache.get(_key(game_id, user_id)) is not None


def counts_in(game: Game) -> bool:
    """Whether it matters who is here: where people wait for each other."""
    return game.is_open or (game.is_playing and game.is_shared)


def counts(game: Game, seat: Seat) -> bool:
    """Whether it matters that the owner of a seat is here: not of one who has left."""
    return counts_in(game) and not seat.has_left


def missing() -> list[tuple[int, int]]:
    """People, as pairs of game and user, who should be at a table, aren't marked as gone and of
    whom nothing has been heard lately."""
    waiting = Q(game__status=Game.Status.OPEN) | Q(
        game__status=Game.Status.PLAYING, game__people__gt=1
    )
    seats = Seat.objects.filter(waiting, user__isnull=False, gone_since=None)
    pairs = list(seats.exclude(absence=Seat.Absence.LEFT).values_list("game_id", "user_id"))
    here = cache.get_many([_key(*pair) for pair in pairs])
    return [pair for pair in pairs if _key(*pair) not in here]
