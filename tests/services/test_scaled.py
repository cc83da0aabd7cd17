"""Several servers and workers share the games, and the end of one of them ends no game."""

import os
import signal
from pathlib import Path

import pytest

from games.models import Game
from tests.playing import Player, is_finished
from tests.server import Process, until

pytestmark = pytest.mark.services

TURN = "Task games.tasks.play_ai_turn"


def test_a_whole_game_is_played_through_two_servers_in_turn(site):
    player = Player(site.ports, 3, 1, 2)
    assert is_finished(player.play())
    assert Game.objects.get(code=player.code).status == Game.Status.FINISHED
    assert all(TURN in worker.said() for worker in site.workers), "each worker has had a share"


@pytest.mark.parametrize("is_child", [True, False], ids=["its process", "all of it"])
def test_a_game_goes_on_when_a_worker_is_killed_at_its_task(is_child, site):
    player = Player(site.ports, 2, 2)
    player.move_once()
    children = {worker: child_of(worker) for worker in site.workers}
    for child in children.values():
        os.kill(child, signal.SIGSTOP)
    victim = hang_a_task(player, site.workers)
    os.kill(children[victim], signal.SIGKILL)
    if not is_child:
        victim.kill()
    for worker in set(children) - {victim}:
        os.kill(children[worker], signal.SIGCONT)
    assert is_finished(player.play())


def child_of(worker: Process) -> int:
    """The process of a worker that does its tasks."""
    pid = worker.popen.pid
    (child,) = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return int(child)


def hang_a_task(player: Player, workers: list[Process]) -> Process:
    """Move until a computer is to move; the worker that was given its turn and hangs at it."""
    before = [worker.said().count(TURN) for worker in workers]
    while Game.objects.get(code=player.code).wake_at is None:
        player.move_once()

    def given() -> list[Process]:
        counts = zip(workers, before, strict=True)
        return [worker for worker, count in counts if worker.said().count(TURN) > count]

    until(lambda: bool(given()))
    return given()[0]
