"""Django's PostgreSQL backend, with a pool that forgets all its connections when one has died.

What ends a connection, a restart of the server as a rule, ends the others too. The pool's own
check finds them dead one by one and waits longer after each: 1 s, 2 s, 4 s. With five of them
whoever asks would be refused.
"""

from typing import Any

from django.db.backends.postgresql import base
from psycopg import Connection, Error
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that was alive a moment ago."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        connection: Connection = super().get_new_connection(conn_params)
        if self.pool and not _is_alive(connection):
            self.pool.drain()
            self.pool.putconn(connection)
            connection = super().get_new_connection(conn_params)
        return connection


def _is_alive(connection: Connection) -> bool:
    try:
        ConnectionPool.check_connection(connection)
    except Error:
        return False
    return True
