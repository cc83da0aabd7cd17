"""Django's SQLite backend, which lends closed connections to the next thread that asks.

Under ASGI every request has a thread of its own, and so a connection of its own. Opening one reads
the whole schema and registers some sixty functions: as much work as three questions.
"""

from collections import defaultdict, deque
from sqlite3 import Connection
from typing import Any, Final

from django.db.backends.sqlite3 import base

MOST_IDLE: Final = 8
_idle: defaultdict[str, deque[Connection]] = defaultdict(deque)  # both ends are safe in threads


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that goes back to the others when it is closed between transactions."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        try:
            return _idle[conn_params["database"]].pop()
        except IndexError:
            connection: Connection = super().get_new_connection(conn_params)
            return connection

    def _close(self) -> None:
        connection, name = self.connection, self.get_connection_params()["database"]
        if connection is None:
            return
        if self.in_atomic_block or connection.in_transaction or len(_idle[name]) >= MOST_IDLE:
            super()._close()  # type: ignore[misc]  # the stubs lack it
        else:
            _idle[name].append(connection)
