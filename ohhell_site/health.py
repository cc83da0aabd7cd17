"""Answers machines that watch over the server: is it alive, can it work, what has it counted?

They ask by address and without a session, so they are answered before the host is checked.
"""

import logging
import secrets
from collections.abc import Callable
from typing import Final

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ohhell_site.exposition import metrics
from ohhell_site.prepare import is_migrated

logger = logging.getLogger(__name__)

GetResponse = Callable[[HttpRequest], HttpResponse]


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """200: this process lives and answers. Who gets no answer should start it anew."""
    return JsonResponse({"alive": True})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when all that the server works with answers, else 503; says which part does not, never
    why: anybody may ask."""
    parts = {name: _answers(ask) for name, ask in _PARTS.items()}
    ready = all(parts.values())
    return JsonResponse({"ready": ready, **parts}, status=200 if ready else 503)


def _answers(ask: Callable[[], bool]) -> bool:
    try:
        return ask()
    except Exception:  # whatever a driver raises, the answer is no
        logger.exception("Not ready")
        return False


def _asks_database() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return True


def _asks_cache() -> bool:
    """Whether it keeps what it is given: one that is away forgets without a word."""
    word = secrets.token_hex(8)
    cache.set(f"readyz-{word}", word, timeout=10)
    return bool(cache.get(f"readyz-{word}") == word)


def _asks_layer() -> bool:
    async_to_sync(get_channel_layer().group_send)("readyz", {"type": "nobody.listens"})
    return True


_PARTS: Final = {
    "database": _asks_database,
    "migrations": is_migrated,
    "cache": _asks_cache,
    "channels": _asks_layer,
}


class ForMachines:
    """Middleware that answers machines at once; everybody else goes on to the site."""

    _pages: Final = {"/healthz": healthz, "/readyz": readyz, "/metrics": metrics}

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self._pages.get(request.path_info, self.get_response)
        return answer(request)
