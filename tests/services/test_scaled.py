"""Several servers and workers share the games, and the end of one of them ends no game."""

import os
import signal
from pathlib import Path

import pytest

from games.models import Game
from tests.playing import Player, is_finished
from tests.server import Process, until
from tests.services.recovery import require_whole

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("scaled site")]

TURN = "Task games.tasks.play_ai_turn"


def test_a_whole_game_is_played_through_two_servers_in_turn(site):
    player = Player(site.ports, 3, 1, 2)
    assert is_finished(player.play())
    assert Game.objects.get(code=player.code).status == Game.Status.FINISHED
    assert all(TURN in worker.said() for worker in site.workers), "each worker has had a share"


@pytest.mark.parametrize("whole", [False, True], ids=["its process", "all of it"])
def test_a_game_goes_on_when_a_worker_is_killed_at_its_task(whole, site, recovery):
    player = Player(site.ports, 2, 2)
    victim = hang_a_task(player, site.workers)
    what = "all of it" if whole else "its process"
    fault = recovery(player.code, f"worker killed in mid-thought, {what}")
    os.kill(child_of(victim), signal.SIGKILL)
    if whole:
        victim.kill()
    for worker in set(site.workers) - {victim}:
        os.kill(child_of(worker), signal.SIGCONT)
    fault.await_move()
    assert is_finished(player.play())
    require_whole(player.code)


def child_of(worker: Process) -> int:
    """The process of a worker that does its tasks."""
    pid = worker.popen.pid
    (child,) = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return int(child)


def hang_a_task(player: Player, workers: list[Process]) -> Process:
    """Stop all workers' processes at a moment when a computer is to move; the worker that has
    been given that turn."""
    while True:
        player.wait()  # nothing is to be done by workers now
        turns = [worker.said().count(TURN) for worker in workers]
        for worker in workers:
            os.kill(child_of(worker), signal.SIGSTOP)
        player.move()
        if Game.objects.get(code=player.code).wake_at is not None:
            break
        for worker in workers:
            os.kill(child_of(worker), signal.SIGCONT)

    def given() -> list[Process]:
        pairs = zip(workers, turns, strict=True)
        return [worker for worker, count in pairs if worker.said().count(TURN) > count]

    until(lambda: bool(given()))
    return given()[0]
