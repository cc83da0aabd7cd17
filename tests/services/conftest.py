"""A site on several processes: PostgreSQL and Redis between a daphne, a `serve`, two
workers and a beat.

They work on this test's own database and under its own prefix in Redis, so tests
can also look at the data themselves.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from tests import machine, server
from tests.services.recovery import Fault


@dataclass(frozen=True)
class ScaledSite:
    """The processes of a running site."""

    ports: Sequence[int]
    servers: Sequence[server.Process]
    workers: Sequence[server.Process]
    worker_metrics: Sequence[int]


@pytest.fixture(scope="session")
def static_root() -> str:
    """The collected static files."""
    return server.collected_static()


@pytest.fixture
def environment(transactional_db: None, static_root: str, tmp_path: Path) -> dict[str, str]:
    """What makes a process one of this test's site."""
    database = connection.settings_dict["NAME"]
    return {
        "DATABASE_URL": f"{machine.DATABASE_URL.rpartition('/')[0]}/{database}",
        "REDIS_URL": machine.REDIS_URL,
        "OHHELL_REDIS_PREFIX": settings.REDIS_PREFIX,
        "OHHELL_SECRET_KEY": settings.SECRET_KEY,
        "OHHELL_STATIC_ROOT": static_root,
        "OHHELL_DATA_DIR": str(tmp_path / "var"),  # not there yet, as on a new machine
        "TMPDIR": str(tmp_path),  # a worker that is killed leaves its numbers there
        "OHHELL_LOG_LEVEL": "INFO",  # says when a process is ready, and who does which task
        "OHHELL_LOG_FORMAT": "json",
        "OHHELL_METRICS_TOKEN": TOKEN,
    }


@pytest.fixture
def recovery(record_property: Callable[[str, object], None]) -> Callable[[str, str], Fault]:
    """Begins to measure how long a fault holds up a game: `recovery(code, what).await_move()`."""
    return partial(Fault, record_property)


@pytest.fixture
def site(environment: dict[str, str]) -> Iterator[ScaledSite]:
    """A daphne, a `serve`, two workers and the beat."""
    with running_site(environment) as site:
        yield site


TOKEN = "sesame"
SERVE = ("manage.py", "serve")


@contextmanager
def running_site(environment: dict[str, str], serve: Sequence[str] = SERVE) -> Iterator[ScaledSite]:
    """The site's processes, ready to serve and to work; `serve` starts the second server."""
    ports = [server.free_port(), server.free_port()]
    with ExitStack() as stack:

        def start(*command: str, **more: str) -> server.Process:
            return stack.enter_context(server.running(*command, environment=environment | more))

        daphne = ("-m", "daphne", "ohhell_site.asgi:application", "--bind", "127.0.0.1")
        celery = ("-m", "celery", "--app", "ohhell_site")
        worker = (*celery, "worker", "--concurrency=1", "--loglevel=INFO", "--hostname")
        start(*celery, "beat")
        servers = [
            start(*daphne, "--port", str(ports[0])),
            start(*serve, "--port", str(ports[1])),
        ]
        shown_at = [server.free_port(), server.free_port()]
        workers = [
            start(*worker, f"{port}@localhost", OHHELL_METRICS_PORT=str(port)) for port in shown_at
        ]
        servers[0].wait_for("Listening on TCP address")
        servers[1].wait_for("Oh Hell is served at")
        for process in workers:
            process.wait_for(" ready.")
        yield ScaledSite(ports, servers, workers, shown_at)
