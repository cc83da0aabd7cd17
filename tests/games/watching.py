"""A browser's socket at a table, through every layer of the site's door."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings

from accounts.models import User
from games.models import Game
from games.tasks import follow_up
from ohhell_site.asgi import application
from tests.games.casts import browser

HERE = "http://localhost"
PATIENCE = 10.0
CHAT = '"target": "#chat-log"'
"""Marks a frame of the chat."""

App = Callable[..., Any]


class Socket:
    """One connection. What it is sent is kept in `frames`."""

    def __init__(self, path: str, cookie: str, origin: str, app: App = application) -> None:
        headers = [(b"host", urlsplit(HERE).netloc.encode())]
        headers += [(b"origin", origin.encode())] if origin else []
        headers += [(b"cookie", cookie.encode())] if cookie else []
        self._wire = WebsocketCommunicator(app, path, headers=headers)
        self.frames: list[str] = []

    async def open(self) -> bool:
        """Whether it was let in."""
        connected, _ = await self._wire.connect(PATIENCE)
        return bool(connected)

    async def painting(self) -> str:
        """The next painting."""
        html = str(await self._wire.receive_from(PATIENCE))
        self.frames.append(html)
        return html

    async def painting_of(self, version: int) -> str:
        """The first painting that is so new."""
        while f'data-version="{version}"' not in (html := await self.painting()):
            pass
        return html

    async def is_silent(self) -> bool:
        """Whether nothing comes for a moment but the chat."""
        while not await self._wire.receive_nothing(0.2):
            if CHAT not in await self.painting():
                return False
        return True

    async def closing(self) -> int:
        """The code it is closed with, before anything was painted."""
        message = await self._wire.receive_output(PATIENCE)
        assert message["type"] == "websocket.close", message
        return int(message.get("code", 1000))

    async def shutting(self) -> int:
        """The code it is closed with, whatever is sent before."""
        while (message := await self._wire.receive_output(PATIENCE))["type"] != "websocket.close":
            self.frames.append(str(message["text"]))
        return int(message.get("code", 1000))

    async def say(self, text: str | None = None, data: bytes | None = None) -> None:
        """Send a frame, as a browser of ours never does."""
        frame = {"bytes": data} if text is None else {"text": text}
        await self._wire.send_input({"type": "websocket.receive", **frame})

    async def ending(self) -> None:
        """Until the site is done with this socket; raises what ended it."""
        await self._wire.wait(PATIENCE)

    async def leave(self) -> None:
        """Go."""
        await self._wire.disconnect()


def cookie_of(user: User | None, **more: str) -> str:
    """The cookies of somebody's browser."""
    cookies = dict(more)
    if user is not None:
        name = settings.SESSION_COOKIE_NAME
        cookies[name] = browser(user).cookies[name].value
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


def socket_path(code: str, language: str = "en") -> str:
    """Where the table of a code is painted."""
    return f"/ws/game/{code}/{language}"


@asynccontextmanager
async def socket(path: str, user: User | None = None, **how: Any) -> AsyncIterator[Socket]:
    """A socket that asks to be let in; it is gone afterwards."""
    cookie = await database_sync_to_async(cookie_of)(user, **how.pop("cookies", {}))
    opened = Socket(path, cookie, how.pop("origin", HERE), **how)
    try:
        yield opened
    finally:
        await opened.leave()


@asynccontextmanager
async def watching(game: Game, user: User, **how: Any) -> AsyncIterator[Socket]:
    """A socket that has been let in to a table and has yet to read its first painting."""
    async with socket(socket_path(game.code), user, **how) as opened:
        assert await opened.open()
        yield opened


async def do(act: Callable[..., Game], *args: Any, **kwargs: Any) -> Game:
    """Act at a table and tell everybody, as the views do."""

    def done() -> Game:
        game = act(*args, **kwargs)
        follow_up(game)
        return game

    game: Game = await database_sync_to_async(done)()
    return game


async def quick(act: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Something of the database that tells nobody."""
    return await asyncio.shield(database_sync_to_async(act)(*args, **kwargs))
