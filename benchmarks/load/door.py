"""The site's own door, and beside it a bare echo: no session, no user, no database."""

from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer

from benchmarks.load import ECHO_PATH
from ohhell_site.asgi import application as site


class Echo(AsyncWebsocketConsumer):
    """Says again what it is told."""

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.send(text_data=text_data)


_echo = Echo.as_asgi()


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """To the echo, or else into the site."""
    is_echo = scope["type"] == "websocket" and scope["path"] == ECHO_PATH
    await (_echo if is_echo else site)(scope, receive, send)
