"""A Redis that is away: the cache has forgotten everything, and nothing else happens."""

import pytest
from django.contrib.sessions.backends.cached_db import SessionStore
from django.core.cache.backends.redis import RedisCacheClient
from redis.exceptions import ConnectionError as RedisConnectionError

from ohhell_site import services
from ohhell_site.caching import ForgivingClient, ForgivingRedisCache, Outage
from tests import server


@pytest.fixture
def away(monkeypatch) -> ForgivingRedisCache:
    """A cache at an address where nobody answers."""
    monkeypatch.setattr(ForgivingClient, "outage", Outage())
    where = f"redis://127.0.0.1:{server.free_port()}/0"
    return ForgivingRedisCache(where, {"KEY_PREFIX": "test"})


@pytest.mark.parametrize(
    ("ask", "answer"),
    [
        (lambda cache: cache.get("a", "nothing"), "nothing"),
        (lambda cache: cache.get_many(["a"]), {}),
        (lambda cache: "a" in cache, False),
        (lambda cache: cache.add("a", 1), False),
        (lambda cache: cache.set("a", 1), None),
        (lambda cache: cache.touch("a"), False),
        (lambda cache: cache.delete("a"), False),
        (lambda cache: cache.delete_many(["a"]), None),
        (lambda cache: cache.set_many({"a": 1}), []),
    ],
)
def test_it_holds_nothing_and_takes_nothing(ask, answer, away):
    assert ask(away) == answer
    assert ask(away) == answer  # and while it rests


def test_there_is_nothing_to_count_on(away):
    with pytest.raises(ValueError, match="not found"):
        away.incr("a")


def test_it_is_left_alone_for_a_while_and_then_asked_again(away, monkeypatch):
    asked = []
    away.get("a")
    monkeypatch.setattr(RedisCacheClient, "get", lambda *_: asked.append(1))
    away.get("a")
    assert not asked
    monkeypatch.setattr(ForgivingClient.outage, "_until", 0.0)
    away.get("a")
    assert asked


def test_what_was_changed_meanwhile_is_deleted_before_anything_is_read(away, monkeypatch):
    happened: list[object] = []
    away.delete("ghost")
    away.set("changed", 1)
    monkeypatch.setattr(ForgivingClient.outage, "_until", 0.0)
    monkeypatch.setattr(
        RedisCacheClient, "delete_many", lambda _, keys: happened.append(sorted(keys))
    )
    monkeypatch.setattr(RedisCacheClient, "get", lambda *_: happened.append("read"))
    away.get("ghost")
    away.get("ghost")
    assert happened == [["test:1:changed", "test:1:ghost"], "read", "read"]


@pytest.mark.django_db
def test_a_session_is_read_from_the_database_then(away, monkeypatch):
    session = SessionStore()
    session["who"] = "Ann"
    session.save()
    again = SessionStore(session.session_key)
    monkeypatch.setattr(again, "_cache", away)
    assert again["who"] == "Ann"


def test_a_start_is_refused_without_redis_all_the_same(settings):
    settings.EMBEDDED = False
    settings.REDIS_URL = f"redis://127.0.0.1:{server.free_port()}/0"
    settings.CACHES = {"default": {"OPTIONS": {"socket_connect_timeout": 2}}}
    with pytest.raises(ConnectionError, match="Connection refused") as refused:
        services.try_redis()
    assert isinstance(refused.value.__cause__, RedisConnectionError)
