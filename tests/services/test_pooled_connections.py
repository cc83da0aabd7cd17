"""Connections to PostgreSQL when the database has ended them."""

from types import SimpleNamespace

import pytest
from django.db import connection

from ohhell_site.celery import app
from ohhell_site.kept_pools import KeepsPools
from tests.services.test_faults import end_connections

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

MANY = 8
"""So many dead ones that the pool, looking at one after the other, would give up."""


def test_whoever_asks_after_all_connections_died_is_answered():
    connection.ensure_connection()
    pool = connection.pool  # type: ignore[attr-defined]
    for idle in [pool.getconn() for _ in range(MANY)]:
        pool.putconn(idle)
    end_connections()
    connection.close()
    for _ in range(MANY):
        with connection.cursor() as cursor:
            assert cursor.execute("SELECT 1").fetchone() == (1,)
        connection.close()


@pytest.fixture
def fixup():
    """What a worker of processes does around its tasks."""
    made = KeepsPools(app)
    made.worker = SimpleNamespace(pool_cls="celery.concurrency.prefork:TaskPool")
    return made


def test_a_workers_tasks_share_their_connections(fixup):
    sender = SimpleNamespace(request=SimpleNamespace(is_eager=False))
    connection.ensure_connection()
    pool = connection.pool  # type: ignore[attr-defined]
    fixup.on_task_postrun(sender)
    fixup.on_task_prerun(sender)
    assert connection.connection is None
    assert connection.pool is pool  # type: ignore[attr-defined]
    assert not pool.closed


def test_a_new_process_of_a_worker_has_connections_of_its_own(fixup):
    connection.ensure_connection()
    inherited = connection.pool  # type: ignore[attr-defined]
    fixup._close_database()  # what it does at its start, after the fork
    assert inherited.closed
    assert connection.pool is not inherited  # type: ignore[attr-defined]


def test_the_app_keeps_its_pools():
    assert any(isinstance(each.worker_fixup, KeepsPools) for each in vars(app)["_fixups"])
