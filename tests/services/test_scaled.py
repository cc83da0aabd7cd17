"""Several servers and workers share the games, and the end of one of them ends no game."""

import json
import os
import re
import signal
from collections import Counter
from pathlib import Path

import httpx
import pytest
from django.db.models import Q

from games.models import Bid, Deal, Game, Play
from tests.playing import Player, is_finished
from tests.server import Process, until
from tests.services.conftest import TOKEN, ScaledSite
from tests.services.recovery import require_whole

pytestmark = [
    pytest.mark.services,
    pytest.mark.xdist_group("scaled site"),
    pytest.mark.timeout(300),  # each starts six processes
]

MOVES = r"ohhell_moves_total{(.+)} ([0-9.]+)"
TURN = "Task games.tasks.play_ai_turn"


def test_a_whole_game_is_played_through_two_servers_in_turn(site):
    player = Player(site.ports, 3, 1, 2)
    assert is_finished(player.play())
    assert Game.objects.get(code=player.code).status == Game.Status.FINISHED
    assert all(TURN in worker.said() for worker in site.workers), "each worker has had a share"
    require_counted(site, player.code)
    require_told(site, player.code)


def require_counted(site: ScaledSite, code: str) -> None:
    """Every bid and card was counted once, by the process that made it."""
    pages = [
        httpx.get(f"http://127.0.0.1:{port}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
        for port in (*site.ports, *site.worker_metrics)
    ]
    counted = Counter[str]()
    for labels, number in re.findall(MOVES, " ".join(page.text for page in pages)):
        told = dict(re.findall(r'(\w+)="(\w+)"', labels))
        counted[f"{told['kind']} {told['by']}"] += int(float(number))
    game = Q(seat__game__code=code)
    person = Q(seat__user__isnull=False)
    assert counted == {
        "bid person": Bid.objects.filter(game & person).count(),
        "bid computer": Bid.objects.filter(game & ~person).count(),
        "card person": Play.objects.filter(game & person).count(),
        "card computer": Play.objects.filter(game & ~person).count(),
    }
    assert "ohhell_queue_length 0.0" in pages[0].text


def require_told(site: ScaledSite, code: str) -> None:
    """The logs of all processes together tell every action of a game once, in objects."""
    lines = [
        json.loads(line)
        for process in (*site.servers, *site.workers)
        for line in process.said().splitlines()
        if code in line and line.startswith("{")
    ]
    told = sorted(line["version"] for line in lines if "action" in line)
    actions = Game.objects.get(code=code).version
    dealings = Deal.objects.filter(game__code=code).count()
    assert len(told) == len(set(told)) == actions - dealings
    by_person = [line for line in lines if line.get("by") == "person"]
    assert by_person
    assert all("request_id" in line for line in by_person)


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
