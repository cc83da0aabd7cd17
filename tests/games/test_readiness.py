"""Computers that need the compiled kernel, before and after it is loaded."""

import pytest
from django.core.cache import cache

from accounts.preferences import read
from games import readiness, tasks
from games.display import painted
from games.models import Bid, Game
from games.readiness import may_be_asked, say_if_warm
from games.reading import read_table
from games.tasks import get_ready, play_ai_turn
from tests.games.casts import ann, fresh, start

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def cold(monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker has loaded the kernel."""
    cache.clear()
    warm_is(monkeypatch, False)


def warm_is(monkeypatch: pytest.MonkeyPatch, warm: bool) -> None:
    for module in (readiness, tasks):
        monkeypatch.setattr(module, "is_ready", lambda key: warm or key != "hard")


def hard_game() -> Game:
    """A game in which a computer on Hard begins."""
    return start(ann(), seed=1, level="hard")


def seen(game: Game) -> str:
    me = game.seats.get(number=0).user
    assert me is not None
    return painted(read_table(game.code, me), me, read({}))


def test_a_cold_worker_leaves_the_turn_for_later():
    game = hard_game()
    play_ai_turn(game.pk, game.version)
    assert not Bid.objects.exists()
    assert fresh(game).wake_at is not None


def test_the_table_says_that_the_computers_are_warming_up():
    assert "The computers are warming up." in seen(hard_game())


def test_a_table_of_computers_that_need_no_warming_says_nothing_of_it():
    assert "warming up" not in seen(start(ann(), seed=1, level="medium"))


def test_a_warm_worker_tells_the_servers(monkeypatch: pytest.MonkeyPatch):
    say_if_warm()
    assert not may_be_asked("hard")
    warm_is(monkeypatch, True)
    say_if_warm()
    warm_is(monkeypatch, False)  # the server itself stays cold
    assert may_be_asked("hard")
    assert "warming up" not in seen(hard_game())


def test_whoever_had_to_wait_is_asked_for_as_soon_as_a_worker_is_warm(
    monkeypatch: pytest.MonkeyPatch,
):
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(play_ai_turn, "delay", lambda *args: asked.append(args))
    monkeypatch.setattr(readiness, "warm_up", lambda: warm_is(monkeypatch, True))
    game = hard_game()
    Game.objects.update(wake_at=game.created_at)
    get_ready()
    assert asked == [(game.pk, game.version)]
