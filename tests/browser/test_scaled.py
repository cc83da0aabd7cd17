"""A whole game in a browser on PostgreSQL and Redis: two daphnes, two workers and the beat."""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest
from playwright.sync_api import expect

from tests import machine
from tests.browser.conftest import NewPlayer
from tests.browser.sites import environment_in
from tests.server import free_port, running

pytestmark = [pytest.mark.services, pytest.mark.timeout(300)]

SMALL_DEALS = "4_ls2.1.2.1.2.1.2.1.2.1.2.1.2_turned_10t-0_hook"


@pytest.fixture
def database() -> Iterator[str]:
    """The address of a fresh database."""
    name = f"test_ohhell_browser_{os.getpid()}"
    with psycopg.connect(machine.DATABASE_URL, autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}"')
        yield f"{machine.DATABASE_URL.rpartition('/')[0]}/{name}"
        server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture
def scaled(database: str, tmp_path: Path) -> Iterator[list[str]]:
    """The addresses of two servers that share everything."""
    environment = environment_in(tmp_path) | {
        "DATABASE_URL": database,
        "REDIS_URL": machine.REDIS_URL,
        "OHHELL_REDIS_PREFIX": f"test-ohhell-browser-{os.getpid()}",
        "OHHELL_SECRET_KEY": "one for all of them",
        "OHHELL_LOG_LEVEL": "INFO",
    }
    ports = [free_port(), free_port()]
    celery = ("-m", "celery", "--app", "ohhell_site")
    with ExitStack() as stack:
        for command in ("migrate", "collectstatic"):
            made = running("manage.py", command, "--no-input", environment=environment)
            assert stack.enter_context(made).popen.wait(120) == 0
        for port in ports:
            daphne = ("-m", "daphne", "ohhell_site.asgi:application", "--port", str(port))
            server = stack.enter_context(running(*daphne, environment=environment))
            server.wait_for("Listening on TCP address")
        for name in ("one", "two"):
            worker = (*celery, "worker", "--concurrency=1", "--hostname", f"{name}@localhost")
            started = running(*worker, "--loglevel=INFO", environment=environment)
            stack.enter_context(started).wait_for(" ready.")
        stack.enter_context(running(*celery, "beat", environment=environment))
        yield [f"http://127.0.0.1:{port}" for port in ports]
    machine.forget_in_redis(environment["OHHELL_REDIS_PREFIX"])


def test_thirteen_deals_on_two_servers_in_turn(new_player: NewPlayer, scaled: list[str]):
    player = new_player(
        at=scaled[0], may_be_refused=True
    )  # a press may cross with another painting
    player.start(SMALL_DEALS)
    table = player.page.url.removeprefix(scaled[0])
    deals = 0
    while (asked := player.act()) != "results":
        if asked == "next":
            deals += 1
            player.page.goto(scaled[deals % 2] + table)
    assert deals == 12
    expect(player.page.locator(".places li")).to_have_count(4)
