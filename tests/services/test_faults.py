"""Faults in the middle of a game, of real processes: it goes on, and nothing is lost or done twice.

`python -m tests.services` prints how long each held up its game.
"""

import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
import redis
from celery import Celery
from django.db import connection

from games.models import Game
from games.reading import Table
from tests import server
from tests.playing import Player, is_finished
from tests.proxy import nginx
from tests.server import until
from tests.services.conftest import ScaledSite, running_site
from tests.services.patient import PatientPlayer
from tests.services.recovery import require_whole, version_of

pytestmark = [
    pytest.mark.services,
    pytest.mark.xdist_group("faults"),
    pytest.mark.timeout(300),  # each starts six processes
]

LONG = (3, 3, 3)


def play_in_background(player: Player, pool: ThreadPoolExecutor):
    """The game goes on while the test does harm; it is under way when this returns."""
    playing = pool.submit(player.play)
    until(lambda: version_of(player.code) > 8)
    return playing


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(4) as pool:
        yield pool


# --- A server dies between commit and announcement -----------------------------


@pytest.mark.parametrize("next_is", ["a computer", "nobody"])
def test_a_server_is_killed_after_the_commit_before_the_announcement(
    next_is, environment, tmp_path, recovery
):
    death = tmp_path / "die"
    serve = ("-m", "tests.services.dying", "serve")
    with running_site(environment | {"DIE_AT": str(death)}, serve) as site:
        well, victim = site.ports
        player = Player([victim], 1, 1, 1, 1)
        until_last_card(player, last=next_is == "nobody")
        with player.watching(well) as painted:
            fault = recovery(player.code, f"server killed before announcing, next is {next_is}")
            death.touch()
            with pytest.raises(httpx.TransportError):
                player.move()
            painted.await_newer_than(version_of(player.code) - 1)
            fault.over()
        player.move_to([well])
        assert is_finished(player.play())
    require_whole(player.code)


def until_last_card(player: Player, *, last: bool) -> None:
    """Play until the person is to play a card that does, or does not, end a deal."""
    while True:
        player.wait()
        now = Table.read(Game.objects.get(code=player.code))
        position = now.position
        left = 2 * position.players * position.hand_size - position.actions
        if (left == 1) is last and position.to_act == (0,):
            return
        player.move()


# --- Redis is killed and starts again empty --------------------------------------


class RedisServer:
    """A Redis of this test's own, that keeps nothing."""

    def __init__(self, folder: Path) -> None:
        self._port, self._folder = server.free_port(), folder
        self.url = f"redis://127.0.0.1:{self._port}/0"

    def start(self) -> None:
        options = ("--bind", "127.0.0.1", "--save", "", "--appendonly", "no")
        self._process = subprocess.Popen(
            ["redis-server", "--port", str(self._port), "--dir", self._folder, *options],
            stdout=subprocess.DEVNULL,
        )
        until(self._answers)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def _answers(self) -> bool:
        try:
            return bool(redis.Redis.from_url(self.url).ping())
        except redis.ConnectionError:
            return False


@pytest.fixture
def own_redis(tmp_path) -> Iterator[RedisServer]:
    own = RedisServer(tmp_path)
    own.start()
    yield own
    own.kill()


def test_redis_is_killed_and_starts_again_empty(environment, own_redis, recovery):
    with running_site(environment | {"REDIS_URL": own_redis.url}) as site:
        player = PatientPlayer(site.ports, 2, 2, 2)
        page = player.wait()
        own_redis.kill()
        for port in site.ports:
            assert player.look(port)  # as themselves: the session comes from the database
            ready = httpx.get(f"http://127.0.0.1:{port}/readyz")
            assert (ready.status_code, ready.json()["cache"]) == (503, False)
        before = version_of(player.code)
        player.move_now(page)
        assert version_of(player.code) == before + 1, "a move counts while Redis is away"
        own_redis.start()
        fault = recovery(player.code, "Redis killed, started again empty (from its start)")
        fault.await_move()
        assert is_finished(player.play())
    assert not player.refusals
    require_whole(player.code)


def test_open_sockets_outlive_redis(environment, own_redis, recovery):
    with running_site(environment | {"REDIS_URL": own_redis.url}) as site:
        player = Player(site.ports, 2, 2)
        with player.watching(site.ports[0]) as painted:
            page = player.wait()
            own_redis.kill()
            own_redis.start()
            fault = recovery(player.code, "Redis killed under an open socket, until it is painted")
            player.move_now(page)
            painted.await_newer_than(version_of(player.code) - 1)
            fault.over()
            assert is_finished(player.play())
            painted.await_newer_than(version_of(player.code) - 1)
    require_whole(player.code)


# --- The database ends every connection -------------------------------------------


def test_the_database_ends_every_connection(site: ScaledSite, pool, recovery):
    player = PatientPlayer(site.ports, *LONG)
    playing = play_in_background(player, pool)
    for number in (1, 2, 3):
        fault = recovery(player.code, f"all database connections ended, time {number}")
        end_connections()
        fault.await_move()
    assert is_finished(playing.result())
    assert player.refusals.total() <= 3, "no more than what was under way each time"
    require_whole(player.code)


def end_connections() -> None:
    """End all connections to the test's database but the test's own."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND application_name <> 'a test'"
        )


# --- Tasks come twice and late -----------------------------------------------------


def test_tasks_are_delivered_twice_and_late(site: ScaledSite, environment, pool):
    broker = broker_of(environment)
    player = Player(site.ports, *LONG)
    game = Game.objects.get(code=player.code)
    playing = pool.submit(player.play)
    sent, last = 0, 0
    while not playing.done():
        if (now := version_of(player.code)) > last:
            for version in (now, now, now - 1, max(now - 7, 0), now + 1):
                broker.send_task("games.tasks.play_ai_turn", (game.pk, version), queue="ohhell")
            sent, last = sent + 5, now
        time.sleep(0.01)
    assert is_finished(playing.result())
    assert sent > 50
    require_whole(player.code)


def broker_of(environment: dict[str, str]) -> Celery:
    """The site's real broker, for sending."""
    app = Celery(broker=environment["REDIS_URL"])
    app.conf.task_ignore_result = True
    prefix = environment["OHHELL_REDIS_PREFIX"]
    app.conf.broker_transport_options = {"global_keyprefix": f"{prefix}:"}
    return app


# --- Two servers behind nginx --------------------------------------------------------


def test_one_of_two_servers_behind_nginx_is_killed(
    environment, static_root, tmp_path, pool, recovery
):
    with (
        running_site(environment | {"OHHELL_BEHIND_PROXY": "1"}) as site,
        nginx(site.ports, static_root, tmp_path) as port,
    ):
        players = [PatientPlayer([port], *LONG) for _ in range(4)]
        games = [play_in_background(player, pool) for player in players]
        faults = [
            recovery(player.code, f"one of two servers behind nginx killed, player {number}")
            for number, player in enumerate(players, start=1)
        ]
        site.servers[1].kill()
        for fault in faults:
            fault.await_move()
        for player, playing in zip(players, games, strict=True):
            assert is_finished(playing.result())
            assert player.refusals.total() <= 1, "a form cut off in the middle is not sent again"
            require_whole(player.code)


def test_nginx_lets_through_what_it_should(environment, static_root, tmp_path):
    with running_site(environment) as site, nginx(site.ports, static_root, tmp_path) as port:
        page = httpx.get(f"http://127.0.0.1:{port}/")
        sheet = page.text.split('href="/static/')[1].split('"')[0]
        file = httpx.get(f"http://127.0.0.1:{port}/static/{sheet}")
        assert "immutable" in file.headers["cache-control"] or ".svg" in sheet
        assert httpx.get(f"http://127.0.0.1:{port}/metrics").status_code == 404
        assert httpx.get(f"http://127.0.0.1:{port}/readyz").status_code == 404
        assert httpx.get(f"http://127.0.0.1:{site.ports[1]}/readyz").status_code == 200
