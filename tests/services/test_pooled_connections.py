"""Connections to PostgreSQL when the database has ended them."""

import pytest
from django.db import connection

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
