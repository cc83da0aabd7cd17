"""What every WebSocket passes on its way in: ASGI around whatever answers it; and what the server
that speaks HTTP leaves to the site."""

import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from autobahn.exception import Disconnected
from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import validate_host

from ohhell_site.metrics import SOCKETS

Application = Callable[..., Awaitable[None]]


class CountedSockets:
    """Knows how many sockets are open."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, *connection: Any) -> None:
        with SOCKETS.track_inprogress():
            await self._application(*connection)


class ToWhoIsStillThere:
    """Lets go of what is sent to somebody who has vanished meanwhile, as ASGI asks of servers. That
    they have is told to whatever answers the socket, next and by itself."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        async def try_to_send(message: dict[str, Any]) -> None:
            with suppress(Disconnected):
                await send(message)

        await self._application(scope, receive, try_to_send)


def leave_forms_to_the_site() -> None:
    """Keep Daphne's HTTP from reading forms: nothing of ours uses what it finds, and what it can't
    read it refuses with an empty answer. Nothing to do where another server runs."""
    daphne: Any = sys.modules.get("daphne.http_protocol")
    if daphne is not None:
        daphne.WebRequest = partial(daphne.WebRequest, parsePOSTFormSubmission=False)


class OwnPagesOnly:
    """Lets in what pages of this very site open, as Django does with forms: the Origin has to be
    the host and the port that were asked, and secure where the site is. A cookie alone would come
    along from a page on another port of the same machine too."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        headers = {name: value.decode("latin1") for name, value in scope["headers"]}
        is_own = _is_own(headers.get(b"origin", ""), headers.get(b"host", ""))
        answer: Any = self._application if is_own else WebsocketDenier()
        await answer(scope, receive, send)


def _is_own(origin: str, host: str) -> bool:
    try:
        parts = urlsplit(origin)
        name = parts.hostname or ""
    except ValueError:
        return False
    schemes = ("https",) if settings.HTTPS else ("http", "https")
    return (
        parts.scheme in schemes
        and parts.netloc.lower() == host.lower()
        and validate_host(name, settings.ALLOWED_HOSTS)
    )
