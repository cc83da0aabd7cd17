"""Counts a day, of what happens seldom: kept where every process of the site can add to them.

They are in the cache, so nothing waits for them and a lost one is no harm; a restart of a site
that is all in one process begins them anew.
"""

import logging
from collections.abc import Sequence
from datetime import date
from typing import Final

from django.core.cache import cache
from django.utils import timezone

KEPT: Final = 400 * 24 * 3600
"""Seconds until a day is forgotten."""


def count(what: str, times: int = 1) -> None:
    """Count something that happened today."""
    if times:
        key = _key(what, timezone.localdate())
        cache.add(key, 0, KEPT)
        try:
            cache.incr(key, times)
        except ValueError:  # a full cache dropped it just now
            cache.set(key, times, KEPT)


def counts(what: str, days: Sequence[date]) -> list[int]:
    """How often it happened on each of these days."""
    found = cache.get_many([_key(what, day) for day in days])
    return [found.get(_key(what, day), 0) for day in days]


def _key(what: str, day: date) -> str:
    return f"daily:{what}:{day.isoformat()}"


class ErrorCounter(logging.Handler):
    """Counts what is logged as an error, and never makes another one of it."""

    def emit(self, record: logging.LogRecord) -> None:
        """Count it."""
        try:
            count("errors")
        except Exception:
            self.handleError(record)
