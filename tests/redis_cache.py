"""A Redis cache that clears what is its own: Django's clears the whole database, everybody's."""

from django.core.cache.backends.redis import RedisCache

from tests import machine


class OwnRedisCache(RedisCache):
    """For tests, of which several may run on one Redis at once."""

    def clear(self) -> None:
        machine.forget_in_redis(self.make_key(""))
