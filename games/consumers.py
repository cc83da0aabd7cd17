"""The live table: paints it for one viewer, at the start and whenever it has changed.

The socket only paints; moves come as POST. Who looks is settled when the socket opens.
"""

from importlib import import_module
from typing import Any, Final

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.utils import translation
from django.utils.crypto import constant_time_compare

from accounts.models import User
from accounts.preferences import read as read_preferences
from accounts.sockets import person_group

from .display import painted
from .live import table_group
from .models import Game
from .reading import read_table
from .refusals import NoSuchGame

_sessions = import_module(settings.SESSION_ENGINE)

GONE: Final = 4404
"""Close code: nothing to see here for this viewer; don't come back."""


class NothingHere(AsyncWebsocketConsumer):
    """Whoever asks for an address that isn't one."""

    async def connect(self) -> None:
        """Close at once, for good."""
        await self.accept()
        await self.close(GONE)


class TableConsumer(AsyncWebsocketConsumer):
    """One viewer at one table."""

    groups_joined: tuple[str, ...] = ()
    version = -1

    async def connect(self) -> None:
        """Join the table, or close at once where it is none of the viewer's business."""
        await self.accept()
        game = await self._game()
        if game is None:
            await self.close(GONE)
            return
        # Join first, then paint: a change between the two is painted twice, never missed.
        self.groups_joined = (table_group(game.pk), person_group(self.scope["user"].pk))
        for group in self.groups_joined:
            await self.channel_layer.group_add(group, self.channel_name)
        await self._paint()

    async def disconnect(self, code: int) -> None:
        """Leave the table."""
        for group in self.groups_joined:
            await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Nothing is expected from a viewer: moves are POSTs."""

    async def table_changed(self, event: dict[str, Any]) -> None:
        """Paint again, unless a newer version was painted already."""
        if event["version"] > self.version:
            await self._paint()

    async def person_recheck(self, event: dict[str, Any]) -> None:
        """Close, if the session this socket was opened in has ended."""
        if not await self._is_still_logged_in():
            await self.close(GONE)

    async def _paint(self) -> None:
        try:
            self.version, html = await self._painted()
        except NoSuchGame:
            await self.close(GONE)
            return
        await self.send(text_data=html)

    @database_sync_to_async
    def _game(self) -> Game | None:
        user = self.scope["user"]
        if not user.is_authenticated:
            return None
        return Game.objects.filter(code=self._code, seats__user=user).first()

    @database_sync_to_async
    def _is_still_logged_in(self) -> bool:
        """Whether the stored session, read afresh, still belongs to the viewer."""
        session = _sessions.SessionStore(self.scope["session"].session_key)
        user = User.objects.filter(pk=session.get(SESSION_KEY)).first()
        if user is None or user != self.scope["user"]:
            return False
        known = session.get(HASH_SESSION_KEY, "")
        return constant_time_compare(known, user.get_session_auth_hash())

    @database_sync_to_async
    def _painted(self) -> tuple[int, str]:
        table = read_table(self._code, self.scope["user"])
        with translation.override(self._language):
            preferences = read_preferences(self.scope["cookies"])
            return table.game.version, painted(table, self.scope["user"], preferences)

    @property
    def _code(self) -> str:
        return str(self.scope["url_route"]["kwargs"]["code"])

    @property
    def _language(self) -> str:
        """The language the page was in: the last part of the socket's address."""
        language = str(self.scope["url_route"]["kwargs"]["language"])
        return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
