"""The site that is measured: real processes on data of their own, gone afterwards."""

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import psycopg

from tests import server
from tests.machine import DATABASE_URL, REDIS_URL, forget_in_redis
from tests.server import Process

from . import proc


@dataclass(frozen=True)
class Site:
    """A running site: its servers' ports, its processes, and its PostgreSQL database if any."""

    ports: Sequence[int]
    processes: Sequence[Process]
    database: str = ""

    def cpu(self) -> float:
        """Seconds of CPU used so far by servers and workers."""
        return proc.cpu(self._pids())

    def memory(self) -> float:
        """MB held by servers and workers."""
        return proc.memory(self._pids())

    def database_cpu(self) -> float:
        """Seconds of CPU used so far by the connections to the database; 0 for SQLite, which
        works inside the server."""
        return proc.cpu(proc.named(["postgres:", self.database])) if self.database else 0.0

    def complaints(self) -> list[str]:
        """What the processes have logged as errors."""
        lines = [line for process in self.processes for line in process.said().splitlines()]
        return [line for line in lines if " ERROR " in line or " CRITICAL " in line]

    def _pids(self) -> Iterator[int]:
        return proc.family(process.popen.pid for process in self.processes)


@contextmanager
def embedded() -> Iterator[Site]:
    """One process that does everything."""
    with tempfile.TemporaryDirectory() as folder:
        port = server.free_port()
        with server.serving(_environment(folder), port) as process:
            yield Site([port], [process])


@contextmanager
def scaled(servers: int) -> Iterator[Site]:
    """So many servers, a worker and the beat, on PostgreSQL and Redis."""
    name = f"ohhell_load_{os.getpid()}"
    with tempfile.TemporaryDirectory() as folder, _services(name) as services:
        environment = {**_environment(folder), **services}
        with ExitStack() as stack:
            ports = [server.free_port() for _ in range(servers)]
            started = [stack.enter_context(server.serving(environment, port)) for port in ports]
            for task in (("worker", "--concurrency=2", "--loglevel=INFO"), ("beat",)):
                command = ("-m", "celery", "--app", "ohhell_site", *task)
                started.append(
                    stack.enter_context(server.running(*command, environment=environment))
                )
            started[-2].wait_for("games.tasks.sweep")  # says no more at this level of its log
            yield Site(ports, started, name)


def _environment(folder: str) -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "benchmarks.load.settings",
        "OHHELL_DATA_DIR": folder,
        "OHHELL_STATIC_ROOT": server.collected_static(),
        "OHHELL_SECRET_KEY": 50 * "x",
        "OHHELL_GUESTS_PER_HOUR": "0",
    }


@contextmanager
def _services(name: str) -> Iterator[Mapping[str, str]]:
    """A database and a prefix of this name, for the moment."""
    _say_to_postgres(f'CREATE DATABASE "{name}"')
    try:
        yield {
            "DATABASE_URL": f"{DATABASE_URL.rpartition('/')[0]}/{name}",
            "REDIS_URL": REDIS_URL,
            "OHHELL_REDIS_PREFIX": name,
        }
    finally:
        _say_to_postgres(f'DROP DATABASE "{name}" WITH (FORCE)')
        forget_in_redis(name)


def _say_to_postgres(sentence: str) -> None:
    with psycopg.connect(DATABASE_URL, autocommit=True) as connection:
        connection.execute(sentence)
