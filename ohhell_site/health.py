"""Answers whoever watches over the server: can it reach its database and its cache?"""

import logging
from collections.abc import Callable

from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

logger = logging.getLogger(__name__)


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """200 when everything answers, else 503; says which part, never why: anybody may ask."""
    parts = {"database": _answers(_ask_database), "cache": _answers(cache.get, "healthz")}
    healthy = all(parts.values())
    return JsonResponse({"healthy": healthy, **parts}, status=200 if healthy else 503)


def _answers(ask: Callable[..., object], *args: object) -> bool:
    try:
        ask(*args)
    except Exception:  # whatever a driver raises, the answer is no
        logger.exception("Health check failed")
        return False
    return True


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
