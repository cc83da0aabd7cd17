"""Celery's ties to Django, but for one: connections go back to the pool between tasks.

Celery closes the whole pool of PostgreSQL before and after every task of a worker process, so that
each task connects anew: the database forks, and the pool starts its threads, for every computer's
turn (celery/celery#10554).
"""

from contextlib import suppress
from functools import cached_property
from typing import Any

from celery import Celery
from celery.fixups.django import (  # type: ignore[attr-defined]  # the stubs lack the second
    DjangoFixup,
    DjangoWorkerFixup,
)
from django.db import DatabaseError, InterfaceError, connections


class KeepsPools(DjangoWorkerFixup):
    """Closes connections between tasks as requests do. A new process still closes the pool that
    it has inherited."""

    def close_database(self, **_: Any) -> None:
        """End what the task had of the database."""
        for connection in connections.all(initialized_only=True):
            with suppress(DatabaseError, InterfaceError):  # it was gone already
                connection.close()


class Fixup(DjangoFixup):
    """The same ties, with that."""

    @property
    def worker_fixup(self) -> DjangoWorkerFixup:
        """What a worker does around its tasks."""
        return self._keeps_pools

    @cached_property
    def _keeps_pools(self) -> KeepsPools:
        return KeepsPools(self.app)


def fixup(app: Celery) -> DjangoFixup:
    """Tie an app to Django."""
    tied = Fixup(app)
    tied.install()
    return tied
