"""Faults in the middle of a game, of real processes: it goes on, and nothing is lost or done twice.

`python -m tests.services` prints how long each held up its game.
"""

import re
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
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
from tests.services.conftest import SERVE, ScaledSite, running_site
from tests.services.patient import PatientPlayer
from tests.services.recovery import require_whole, version_of
from tests.visitor import Page

pytestmark = [
    pytest.mark.services,
    pytest.mark.xdist_group("faults"),
    pytest.mark.timeout(300),  # each starts six processes
]

LONG = (3, 3, 3)


def play_in_background(pool: ThreadPoolExecutor, *players: Player) -> list[Future[Page]]:
    """Games go on while the test does harm; they are under way when this returns."""
    playing = [pool.submit(player.play) for player in players]
    until(lambda: all(version_of(player.code) > 8 for player in players))
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
        with player.watching(site.ports[1]) as painted:
            page = player.wait()
            own_redis.kill()
            for port in site.ports:
                assert player.look(port), "a page of their own: the session is in the database too"
                assert unready_parts(port) == {"cache", "channels"}
            lost = recovery(player.code, "Redis away: until a move made meanwhile is painted")
            before = version_of(player.code)
            player.move_now(page)
            assert version_of(player.code) == before + 1, "a move counts though Redis is away"
            painted.await_newer_than(before)
            lost.over()
            own_redis.start()
            fault = recovery(player.code, "Redis back and empty: until a computer has moved")
            fault.await_move()
            assert is_finished(player.play())
            painted.await_newer_than(version_of(player.code) - 1)  # it is announced again
    assert not player.refusals
    require_whole(player.code)


def test_redis_is_killed_under_a_table_of_people(environment, own_redis, pool, recovery):
    with running_site(environment | {"REDIS_URL": own_redis.url}) as site:
        people = shared_table(site)
        playing = play_in_background(pool, *people)
        own_redis.kill()
        own_redis.start()
        fault = recovery(people[0].code, "Redis back and empty: until people's computer has moved")
        fault.await_move_of(seat=2)
        assert all(is_finished(each.result()) for each in playing)
    assert not any(player.refusals for player in people)
    require_whole(people[0].code)


def unready_parts(port: int) -> set[str]:
    """What a server says it lacks."""
    answer = httpx.get(f"http://127.0.0.1:{port}/readyz")
    assert answer.status_code == 503
    return {part for part, well in answer.json().items() if not well} - {"ready"}


# --- The database ends every connection -------------------------------------------


def test_the_database_ends_every_connection(site: ScaledSite, pool, recovery, record_property):
    player = PatientPlayer(site.ports, *LONG)
    (playing,) = play_in_background(pool, player)
    for number in (1, 2, 3):
        fault = recovery(player.code, f"all database connections ended, time {number}")
        end_connections()
        fault.await_move()
    assert is_finished(playing.result())
    failed = player.refusals.total()
    record_property("recovery", f"{failed:5} requests failed as the connections ended three times")
    assert failed <= 3, "no more than what was under way each time"
    require_whole(player.code)


def end_connections() -> None:
    """End all connections to the test's database but the test's own."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
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


# --- People of one table at two servers -----------------------------------------------


def shared_table(site: ScaledSite) -> tuple[PatientPlayer, PatientPlayer]:
    """Two people at one table with a computer, each at a server of their own."""
    host, guest = (PatientPlayer([port]) for port in site.ports)
    host.begin_with(guest, sizes=LONG)
    return host, guest


def test_the_server_of_one_of_two_people_at_a_table_is_killed(site: ScaledSite, pool, recovery):
    host, guest = shared_table(site)
    playing = play_in_background(pool, host, guest)
    fault = recovery(host.code, "the server of one of two people at a table killed")
    site.servers[1].kill()
    guest.move_to(site.ports[:1])
    fault.await_move_of(seat=1)
    assert all(is_finished(each.result()) for each in playing)
    assert not host.refusals, "whoever sits at the other server notices nothing"
    assert guest.refusals.total() <= 1, "a form cut off in the middle is not sent again"
    require_whole(host.code)


# --- Two servers behind nginx --------------------------------------------------------


def test_one_of_two_servers_behind_nginx_is_killed(
    environment, static_root, tmp_path, pool, recovery
):
    with (
        running_site(environment | {"OHHELL_BEHIND_PROXY": "1"}) as site,
        nginx(site.ports, static_root, tmp_path) as port,
    ):
        players = [PatientPlayer([port], *LONG) for _ in range(2)]
        games = play_in_background(pool, *players)
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


def test_nginx_gives_files_itself_and_keeps_machines_pages_inside(
    environment, static_root, tmp_path
):
    environment |= {"OHHELL_METRICS_TOKEN": "sesame"}
    at = server.free_port()
    with (
        server.running(*SERVE, "--port", str(at), environment=environment) as site,
        nginx([at], static_root, tmp_path) as port,
    ):
        site.wait_for("Oh Hell is served at")
        page = httpx.get(f"http://127.0.0.1:{port}/").text
        sheet = re.search(r'/static/[^"]+\.[0-9a-f]{12}\.css', page)
        assert sheet
        file = httpx.get(f"http://127.0.0.1:{port}{sheet[0]}")
        assert "immutable" in file.headers["Cache-Control"]
        assert file.headers["Content-Encoding"] == "gzip"
        assert "X-Request-ID" not in file.headers, "the site was not asked"
        assert statuses(port, "/healthz", "/readyz", "/metrics") == [200, 404, 404]
        assert statuses(at, "/healthz", "/readyz", "/metrics") == [200, 200, 401]


def statuses(port: int, *paths: str) -> list[int]:
    """How each is answered."""
    return [httpx.get(f"http://127.0.0.1:{port}{path}").status_code for path in paths]
