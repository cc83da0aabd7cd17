"""A server that is killed at any moment: after a new start every game goes on."""

import json
import subprocess
import sys

import pytest

from tests import server
from tests.opening import Opened
from tests.playing import Player, is_finished

pytestmark = pytest.mark.xdist_group("embedded server")

OPENING = """
import json
from dataclasses import asdict
from tests.opening import open_game
print(json.dumps(asdict(open_game(3, 2))))
"""


def open_game(environment: dict[str, str]) -> Opened:
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", OPENING],
        cwd=server.ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return Opened(**json.loads(done.stdout))


def test_a_game_goes_on_after_kill_9_and_a_new_start(site, embedded):
    opened = open_game(embedded)
    port = server.free_port()
    with server.serving(embedded, port) as first:
        player = Player(opened, [port])
        player.play_to_the_end(moves=2)
        first.kill()
    with server.serving(embedded, port):
        assert is_finished(player.play_to_the_end())


def test_a_computers_turn_that_nobody_asked_for_is_taken_at_the_start(site, embedded):
    opened = open_game(embedded)  # by a process that ends before any computer moves
    port = server.free_port()
    with server.serving(embedded, port):
        Player(opened, [port]).play_to_the_end(moves=1)
