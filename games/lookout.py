"""Looks for changes that no announcement told of, at the tables that this server paints.

Announcements can get lost: the server that made the change may die before it says so, Redis may be
away. Mostly the computer's next turn brings another one, but where a person is to act nobody would
learn that they are. So every server reads the versions of its tables now and then, in one query.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Coroutine
from typing import Any, Final, Protocol
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async

from ohhell_site import metrics

from .models import Game

logger = logging.getLogger(__name__)

LOOK_SECONDS: Final = 5.0


class Painter(Protocol):
    """Whoever shows a table, at some version of the game."""

    version: int

    def table_changed(self, event: dict[str, Any]) -> Coroutine[Any, Any, None]:
        """Paint again, unless the event's version was painted already."""


class Lookout:
    """Looks after the tables of one event loop, as long as there are any."""

    def __init__(self) -> None:
        self._tables: dict[int, set[Painter]] = defaultdict(set)
        self._game_of: dict[Painter, int] = {}
        self._looking: asyncio.Task[None] | None = None

    def watch(self, game_id: int, painter: Painter) -> None:
        """Look after a painter from now on."""
        self._tables[game_id].add(painter)
        self._game_of[painter] = game_id
        metrics.TABLES.set(len(self._tables))
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look_for_ever())

    def forget(self, painter: Painter) -> None:
        """Look after it no longer; no matter whether it was."""
        game_id = self._game_of.pop(painter, None)
        if game_id is None:
            return
        self._tables[game_id].discard(painter)
        if not self._tables[game_id]:
            del self._tables[game_id]
        metrics.TABLES.set(len(self._tables))
        if not self._tables and self._looking:
            self._looking.cancel()

    async def _look_for_ever(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.look()
            except Exception:  # the database may be away: it is looked again
                logger.exception("The tables' versions could not be read")

    async def look(self) -> None:
        """Have every table painted that is shown at an older version than it has."""
        for game_id, version in await database_sync_to_async(_versions)(list(self._tables)):
            for painter in list(self._tables.get(game_id, ())):
                if painter.version < version:
                    metrics.REPAINTED.inc()
                    await painter.table_changed({"version": version})


def _versions(games: list[int]) -> list[tuple[int, int]]:
    return list(Game.objects.filter(pk__in=games).values_list("pk", "version"))


_lookouts: WeakKeyDictionary[asyncio.AbstractEventLoop, Lookout] = WeakKeyDictionary()


def lookout() -> Lookout:
    """The lookout of the running loop."""
    return _lookouts.setdefault(asyncio.get_running_loop(), Lookout())


def watch(game_id: int, painter: Painter) -> None:
    """Have a painter told of changes that no announcement told it of."""
    lookout().watch(game_id, painter)


def forget(painter: Painter) -> None:
    """Have it told no longer."""
    lookout().forget(painter)
