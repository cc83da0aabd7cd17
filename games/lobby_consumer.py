"""The live lobby. Its lists are the same for everybody, so they are read and painted once for all
who look in this process; what each looker has of their own is left out of them."""

import asyncio
from typing import Any, Final
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async
from django.utils import translation

from . import live, lobby
from .consumers import LiveConsumer
from .lobby import Lobby

CALM: Final = 0.1
"""Seconds in which changes gather before the lobby is read."""


class Reader:
    """Reads the lobby for all who ask while it hasn't begun to: once for each language."""

    def __init__(self) -> None:
        self._readings: dict[str, asyncio.Task[Lobby]] = {}

    async def read(self, language: str) -> Lobby:
        """The lobby as it is from now on at the earliest."""
        if language not in self._readings:
            self._readings[language] = asyncio.create_task(self._read(language))
        return await asyncio.shield(self._readings[language])

    async def _read(self, language: str) -> Lobby:
        await asyncio.sleep(CALM)
        del self._readings[language]  # what changes from here on needs another reading
        found: Lobby = await _lobby_in(language)
        return found


@database_sync_to_async
def _lobby_in(language: str) -> Lobby:
    with translation.override(language):
        return lobby.read_lobby()


_readers: WeakKeyDictionary[asyncio.AbstractEventLoop, Reader] = WeakKeyDictionary()


def _reader() -> Reader:
    """The one reader of this process; tests have a loop each."""
    return _readers.setdefault(asyncio.get_running_loop(), Reader())


class LobbyConsumer(LiveConsumer):
    """One viewer of the lobby."""

    own: tuple[list[str], str] = ([], "")

    async def connect(self) -> None:
        """Show the lobby, and go on showing it."""
        await self.accept()
        await self.join(live.LOBBY)
        await self._read_own()
        await self._paint()

    async def lobby_changed(self, event: dict[str, Any]) -> None:
        """Paint again; what the viewer has of their own may have changed too, if there is any."""
        if self.own[0]:
            await self._read_own()
        await self._paint()

    async def _paint(self) -> None:
        found = await _reader().read(self.language)
        await self.send(text_data=await self._html(found))

    @database_sync_to_async
    def _html(self, found: Lobby) -> str:
        with translation.override(self.language):
            return lobby.painted(found, *self.own)

    async def _read_own(self) -> None:
        self.own = await self._painted_own()

    @database_sync_to_async
    def _painted_own(self) -> tuple[list[str], str]:
        with translation.override(self.language):
            return lobby.painted_own(self.scope["user"])
