"""Telling everybody at a table that it has changed: the channel layer, nothing else.

Through the layer goes only which game and version; whoever looks reads the rest for themselves.
"""

import asyncio
import logging
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from functools import cache
from typing import Any, Final

from channels.layers import get_channel_layer

from accounts.models import User

from .models import Game, Message

logger = logging.getLogger(__name__)

LOBBY: Final = "lobby"
"""The group of everybody who looks at the lobby."""


def table_group(game_id: int) -> str:
    """The group of everybody who looks at a game."""
    return f"table.{game_id}"


def announce(game: Game) -> None:
    """Say that a game has a new version."""
    _tell(table_group(game.pk), {"type": "table.changed", "version": game.version})


def say(message: Message) -> None:
    """Say that somebody has said something at a table."""
    _tell(table_group(message.game_id), {"type": "table.said", "message": message.pk})


def announce_lobby() -> None:
    """Say that what the lobby shows has changed."""
    _tell(LOBBY, {"type": "lobby.changed"})


def renamed(user: User) -> None:
    """Say at every table where people gather, and in the lobby, that somebody there has another
    name. Who plays already is called by it before long."""
    gathering = Game.objects.filter(status=Game.Status.OPEN, seats__user=user)
    for game_id in gathering.values_list("pk", flat=True):
        _tell(table_group(game_id), {"type": "table.renamed"})
    announce_lobby()


def _tell(group: str, message: dict[str, Any]) -> None:
    """Hand a message over to be sent, in the order of handing over. A layer that fails is logged:
    whoever looks will see the change with the next one, or when they connect again."""
    sending: Coroutine[Any, Any, None] = get_channel_layer().group_send(group, message)
    asyncio.run_coroutine_threadsafe(sending, _loop()).add_done_callback(_log_failure)


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """A loop of this process for sending, in a thread that lives as long: a loop made for every
    message, as `async_to_sync` would, costs more than the message and a connection besides."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="announcing", daemon=True).start()
    return loop


def _log_failure(sent: Future[None]) -> None:
    if (error := sent.exception()) is not None:
        logger.error("An announcement was lost", exc_info=error)
