"""The Redis cache of a site that goes on while Redis is away.

A cache may forget everything at any time, so one that does not answer has forgotten: sessions are
then read from the database, counters start anew. What should have been changed or deleted in
the meantime is deleted as soon as Redis answers again, so that no session of before returns.
"""

import logging
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final, TypeVar

from django.conf import settings
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

logger = logging.getLogger(__name__)

Answer = TypeVar("Answer")

REST_SECONDS: Final = 1.0
"""How long Redis is left alone after it did not answer, so that not every request waits for it."""
MOST_OWED: Final = 100_000
AWAY: Final = (RedisConnectionError, RedisTimeoutError)


class Outage:
    """What a process knows of a Redis that is away: when to ask again, what to delete then."""

    def __init__(self) -> None:
        self._until = 0.0
        self._owed: set[str] = set()

    @property
    def lasts(self) -> bool:
        """Whether there is no use in asking now."""
        return time.monotonic() < self._until

    def begin(self) -> None:
        """Leave Redis alone for a while."""
        logger.warning("Redis does not answer: the site goes on without its cache")
        self._until = time.monotonic() + REST_SECONDS

    def owe(self, keys: Iterable[str]) -> None:
        """Remember to delete these; with very many, Redis is better emptied by hand."""
        if len(self._owed) < MOST_OWED:
            self._owed.update(keys)

    def pay(self, delete: Callable[[list[str]], object]) -> None:
        """Delete what is owed; what `delete` raises leaves it owed."""
        if owed := list(self._owed):
            delete(owed)
            self._owed.difference_update(owed)


class ForgivingClient(RedisCacheClient):
    """Takes a Redis that does not answer for one that holds nothing.

    Its connections belong to the process: Django makes a cache anew for every request under
    ASGI, and a connection would come and go with each.
    """

    outage = Outage()
    _shared: dict[tuple[str, ...], dict[int, Any]] = {}

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self._pools = self._shared.setdefault(tuple(servers), {})

    def get(self, key: Any, default: Any) -> Any:
        return self._ask(partial(super().get, key, default), default)

    def get_many(self, keys: Iterable[Any]) -> Any:
        found: dict[Any, Any] = self._ask(partial(super().get_many, keys), {})
        return found

    def has_key(self, key: Any) -> bool:
        return self._ask(partial(super().has_key, key), False)

    def add(self, key: Any, value: Any, timeout: Any) -> bool:
        return self._ask(partial(super().add, key, value, timeout), False)

    def set(self, key: Any, value: Any, timeout: Any) -> None:
        self._ask(partial(super().set, key, value, timeout), None, changes=[key])

    def set_many(self, data: Any, timeout: Any) -> None:
        self._ask(partial(super().set_many, data, timeout), None, changes=data)

    def touch(self, key: Any, timeout: Any) -> bool:
        return self._ask(partial(super().touch, key, timeout), False, changes=[key])

    def delete(self, key: Any) -> bool:
        return self._ask(partial(super().delete, key), False, changes=[key])

    def delete_many(self, keys: Iterable[Any]) -> None:
        keys = list(keys)
        self._ask(partial(super().delete_many, keys), None, changes=keys)

    def incr(self, key: Any, delta: Any) -> int:
        """Raises ValueError where there is nothing to count on, as every cache does."""
        found = self._ask(partial(super().incr, key, delta), None, changes=[key])
        if found is None:
            raise ValueError(f"Key '{key}' not found.")
        return int(found)

    def _ask(
        self, ask: Callable[[], Answer], otherwise: Answer, changes: Iterable[str] = ()
    ) -> Answer:
        if not self.outage.lasts:
            try:
                self.outage.pay(super().delete_many)
                return ask()
            except AWAY:
                self.outage.begin()
        self.outage.owe(changes)
        return otherwise


class ForgivingRedisCache(RedisCache):
    """The cache backend of that client."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = ForgivingClient


def ping() -> None:
    """Ask Redis for nothing; raises redis's own error when it does not answer."""
    options = settings.CACHES["default"]["OPTIONS"]
    with Redis.from_url(settings.REDIS_URL, **options) as client:
        client.ping()
