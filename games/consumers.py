"""The live table: paints it for one viewer, at the start and whenever it has changed.

The socket only paints; moves come as POST. Who looks is settled when the socket opens. An open
socket of somebody who sits there is also the sign that they are there.
"""

import asyncio
import json
import time
from contextlib import suppress
from importlib import import_module
from typing import Any, Final

from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.utils import translation
from django.utils.crypto import constant_time_compare

from accounts.models import User
from accounts.preferences import read as read_preferences
from accounts.sockets import person_group

from . import chat, lookout, presence, table
from .clocks import SEEN
from .live import table_group
from .models import Game
from .painting import Painting, paint, paint_from_memory
from .reading import find_game
from .refusals import NoSuchGame
from .tasks import follow_up, look_for

_sessions = import_module(settings.SESSION_ENGINE)

GONE: Final = 4404
"""Close code: nothing to see here for this viewer; don't come back."""

TURNED: Final = 4205
"""Close code: this page is of another kind now; load it anew."""


class NothingHere(AsyncWebsocketConsumer):
    """Whoever asks for an address that isn't one."""

    async def connect(self) -> None:
        """Close at once, for good."""
        await self.accept()
        await self.close(GONE)


class LiveConsumer(AsyncWebsocketConsumer):
    """A viewer of something that is painted again whenever it changes."""

    groups_joined: tuple[str, ...] = ()

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        """Connect, unless moderators keep the person out."""
        user = self.scope["user"]
        if user.is_authenticated and user.is_barred:
            await self.accept()
            await self.close(GONE)
            return
        await super().websocket_connect(message)
        if user.is_authenticated:
            # Whatever ended the session before this socket was in its groups went unheard.
            await self.person_recheck({})

    async def join(self, *groups: str) -> None:
        """Hear what is said to these groups, and to all sockets of the person."""
        user = self.scope["user"]
        own = (person_group(user.pk),) if user.pk else ()
        self.groups_joined = (*groups, *own)
        for group in self.groups_joined:
            await self.channel_layer.group_add(group, self.channel_name)

    async def disconnect(self, code: int) -> None:
        """Leave the groups."""
        for group in self.groups_joined:
            await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Nothing is expected from a viewer: moves are POSTs."""

    async def person_recheck(self, event: dict[str, Any]) -> None:
        """Close, if the session this socket was opened in has ended."""
        if not await self._is_still_logged_in():
            await self.close(GONE)

    async def person_look_up(self, event: dict[str, Any]) -> None:
        """Another socket of the person has closed; what that means is for those who know."""

    async def person_shuns_changed(self, event: dict[str, Any]) -> None:
        """The person reads others than before; that matters where there is something to read."""

    @database_sync_to_async
    def _is_still_logged_in(self) -> bool:
        """Whether the stored session, read afresh, still belongs to the viewer."""
        session = _sessions.SessionStore(self.scope["session"].session_key)
        user = User.objects.filter(pk=session.get(SESSION_KEY), is_active=True).first()
        if user is None or user != self.scope["user"] or user.is_barred:
            return False
        known = session.get(HASH_SESSION_KEY, "")
        return constant_time_compare(known, user.get_session_auth_hash())

    @property
    def language(self) -> str:
        """The language the page was in: the last part of the socket's address."""
        language = str(self.scope["url_route"]["kwargs"]["language"])
        return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


class TableConsumer(LiveConsumer):
    """One viewer at one table."""

    is_room = False
    version = -1
    game_id = 0
    beat: asyncio.Task[None] | None = None
    has_chat = False
    log: frozenset[int] = frozenset()
    """The messages that were shown when the whole chat was sent last."""

    async def connect(self) -> None:
        """Join the table, or close at once where it is none of the viewer's business."""
        await self.accept()
        self.one_at_a_time = asyncio.Lock()
        game = await self._game()
        if game is None:
            await self.close(GONE)
            return
        self.game_id = game.pk
        self.has_chat = chat.is_held_at(game)
        # Join first, then paint: a change between the two is painted twice, never missed.
        await self.join(table_group(game.pk))
        await self._paint()
        await self._show_log()
        lookout.watch(game.pk, self)

    async def disconnect(self, code: int) -> None:
        """Leave the table; if that leaves the person's seat alone, the others will be told."""
        lookout.forget(self)
        await super().disconnect(code)
        if self.beat is not None:
            self.beat.cancel()
            await self._say_lost()

    async def table_changed(self, event: dict[str, Any]) -> None:
        """Paint again, unless a newer version was painted already."""
        async with self.one_at_a_time:  # the lookout may say so too
            if event["version"] > self.version:
                await self._paint(event["version"])

    async def table_renamed(self, event: dict[str, Any]) -> None:
        """Paint again with the name that somebody has now."""
        async with self.one_at_a_time:
            await self._paint()

    async def person_look_up(self, event: dict[str, Any]) -> None:
        """Say that the person is still here, by this socket."""
        if event["game"] == self.game_id and self.beat is not None:
            await self._say_here()

    async def _paint(self, at_least: int = 0) -> None:
        try:
            painting = await self._painting(at_least)
        except NoSuchGame:
            await self.close(GONE)
            return
        game = painting.game
        if self.is_room and not game.is_open:
            await self.close(TURNED)
            return
        self.version = game.version
        await self.send(text_data=painting.html)
        await self._keep_present(painting)

    # --- The chat ---------------------------------------------------------

    async def table_said(self, event: dict[str, Any]) -> None:
        """Show what was said, unless the chat as it was sent has it already."""
        if event["message"] not in self.log and (html := await self._line(event["message"])):
            await self._show(html, "beforeend")

    async def person_shuns_changed(self, event: dict[str, Any]) -> None:
        """Show the chat again, with those the person reads now."""
        await self._show_log()

    async def _show_log(self) -> None:
        if self.version < 0 or not self.has_chat:
            return  # without a version there was nothing to see, and the socket is closed
        lines = await self._lines()
        if lines is not None:
            self.log = frozenset(lines)
            await self._show("".join(lines.values()), "innerMorph swapEmpty:true")

    async def _show(self, html: str, swap: str) -> None:
        frame = {"content": html, "target": "#chat-log", "swap": swap}
        await self.send(text_data=json.dumps(frame))

    @database_sync_to_async
    def _line(self, message_id: int) -> str:
        """A message as HTML; nothing where it isn't for this viewer."""
        with translation.override(self.language), suppress(NoSuchGame):
            if line := chat.line_for(self._code, self.scope["user"], message_id):
                return chat.html_of(line)
        return ""

    @database_sync_to_async
    def _lines(self) -> dict[int, str] | None:
        """The last messages as HTML; None where there is no chat for this viewer."""
        user = self.scope["user"]
        with translation.override(self.language), suppress(NoSuchGame):
            if shown := chat.chat_of(find_game(self._code, user), user):
                return {line.pk: chat.html_of(line) for line in shown.lines}
        return None

    # --- Being there ------------------------------------------------------

    async def _keep_present(self, painting: Painting) -> None:
        seat = painting.seat
        is_counted = seat is not None and presence.counts(painting.game, seat)
        if is_counted and (self.beat is None or self.beat.done()):
            self.beat = asyncio.create_task(self._beat())
        elif self.beat is not None and not is_counted:
            self.beat.cancel()
            self.beat = None
        if is_counted and seat is not None and seat.gone_since is not None:
            await self._come_back()

    async def _beat(self) -> None:
        while True:
            await self._say_here()
            await asyncio.sleep(presence.BEAT)

    @sync_to_async
    def _say_here(self) -> None:
        presence.seen(self.game_id, self.scope["user"].pk)

    async def _say_lost(self) -> None:
        user_id = self.scope["user"].pk
        await sync_to_async(presence.lost)(self.game_id, user_id)
        look_up = {"type": "person.look_up", "game": self.game_id}
        await self.channel_layer.group_send(person_group(user_id), look_up)
        arguments = (self.game_id, user_id, time.time())
        await sync_to_async(look_for.apply_async)(arguments, countdown=SEEN)

    @database_sync_to_async
    def _come_back(self) -> None:
        if game := table.come_back(game_id=self.game_id, user_id=self.scope["user"].pk):
            follow_up(game)

    # --- Reading ----------------------------------------------------------

    @database_sync_to_async
    def _game(self) -> Game | None:
        try:
            return find_game(self._code, self.scope["user"])
        except NoSuchGame:
            return None

    @database_sync_to_async
    def _painting(self, at_least: int) -> Painting:
        with translation.override(self.language):
            preferences = read_preferences(self.scope["cookies"])
            user = self.scope["user"]
            if at_least and (
                painting := paint_from_memory(self.game_id, at_least, user, preferences)
            ):
                return painting
            return paint(self._code, user, preferences)

    @property
    def _code(self) -> str:
        return str(self.scope["url_route"]["kwargs"]["code"])


class RoomConsumer(TableConsumer):
    """One viewer of a table where people gather. Once it has begun this is the wrong page."""

    is_room = True
