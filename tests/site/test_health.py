"""What machines ask a server: whether it lives, and whether it can work."""

from typing import NoReturn

import pytest
from channels.layers import get_channel_layer
from django.core.cache import cache
from django.db import OperationalError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from ohhell_site import prepare


@pytest.fixture
def unknown_migrations(monkeypatch):
    """A process that has not looked yet."""
    monkeypatch.setattr(prepare, "_known_as_migrated", False)


def fail(*args: object, **kwargs: object) -> NoReturn:
    raise OperationalError("password of ohhell is wrong")


async def fail_later(*args, **kwargs):
    fail()


def test_a_living_server_says_so_and_asks_nobody(client, monkeypatch):
    monkeypatch.setattr(cache, "get", fail)
    answer = client.get("/healthz")  # without the database, as this test has none
    assert (answer.status_code, answer.json()) == (200, {"alive": True})


@pytest.mark.django_db
def test_a_server_is_ready_when_all_that_it_works_with_answers(client, unknown_migrations):
    answer = client.get("/readyz")
    parts = {"database": True, "migrations": True, "cache": True, "channels": True}
    assert (answer.status_code, answer.json()) == (200, {"ready": True, **parts})


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("part", "owner", "method", "broken"),
    [
        ("database", connection, "cursor", fail),
        ("cache", cache, "get", lambda key: None),  # as one that is away
        ("channels", get_channel_layer(), "group_send", fail_later),
    ],
    ids=["database", "cache", "channels"],  # a layer in Redis can't be asked for a name of its own
)
def test_a_server_that_is_not_ready_says_which_part_is_ill_but_not_why(
    part, owner, method, broken, client, monkeypatch
):
    assert client.get("/readyz").status_code == 200
    monkeypatch.setattr(owner, method, broken)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert [name for name, well in answer.json().items() if not well] == ["ready", part]
    assert "password" not in answer.content.decode()


@pytest.mark.django_db
def test_a_server_is_not_ready_before_its_migrations_are_applied(client, unknown_migrations):
    newest = MigrationLoader(connection).graph.leaf_nodes("games")[0]
    MigrationRecorder(connection).record_unapplied(*newest)
    assert client.get("/readyz").json()["migrations"] is False
    MigrationRecorder(connection).record_applied(*newest)
    assert client.get("/readyz").json()["migrations"] is True


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_a_load_balancer_may_ask_by_address_and_without_https(path, client, settings):
    settings.SECURE_SSL_REDIRECT = True
    answer = client.get(path, headers={"host": "10.0.0.7:8001"})
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_machines_only_read(path, client):
    assert client.post(path).status_code == 405
