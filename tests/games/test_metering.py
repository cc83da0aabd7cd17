"""What happens at tables is counted and logged once it has happened, and nothing secret is."""

import logging

import pytest
from prometheus_client import REGISTRY

from games import tasks
from games.models import Deal, Game, Play
from games.refusals import Stale
from games.rules import Phase
from games.table import act_for_computer
from games.tasks import play_ai_turn
from tests.games.casts import person_acts, start, to_person

pytestmark = pytest.mark.django_db


@pytest.fixture
def commits(django_capture_on_commit_callbacks, monkeypatch):
    """What is done after a commit is done; computers are asked by the test alone."""
    monkeypatch.setattr(tasks.play_ai_turn, "apply_async", lambda *_, **__: None)
    return lambda: django_capture_on_commit_callbacks(execute=True)


@pytest.fixture
def log(caplog):
    caplog.set_level(logging.INFO, logger="games")
    return caplog


def moves(kind: str, by: str) -> float:
    return REGISTRY.get_sample_value("ohhell_moves_total", {"kind": kind, "by": by}) or 0.0


def test_a_persons_bid_is_counted_once_it_is_committed(person, commits):
    game, before = to_person(start(person), Phase.BIDDING), moves("bid", "person")
    with commits():
        person_acts(game)
        assert moves("bid", "person") == before
    assert moves("bid", "person") == before + 1


def test_a_computers_turn_is_logged_with_what_finds_it_again(person, commits, log):
    game = start(person)  # a computer begins
    with commits():
        play_ai_turn(game.pk, game.version)
    lines = [line for line in log.records if line.name == "games.metering"]
    assert [line.game for line in lines] == [game.code, game.code]
    assert [line.version for line in lines] == [game.version, game.version + 1]
    assert lines[1].action == "bid"
    assert lines[1].by == "computer"


def test_nothing_that_is_hidden_is_logged(person, commits, log):
    game = to_person(start(person), Phase.PLAYING)
    with commits():
        person_acts(game)
    said = " ".join(str(vars(line)) for line in log.records)
    deal = Deal.objects.get(game=game, number=0)
    assert game.code in said
    assert deal.secret not in said
    assert deal.deck not in said
    assert Play.objects.filter(deal=deal).latest("turn").card not in said.replace(game.code, "")


def test_a_refused_action_is_neither_counted_nor_logged(person, commits, log):
    game, before = start(person), moves("bid", "computer")
    with commits(), pytest.raises(Stale):
        act_for_computer(game_id=game.pk, version=0, seat_number=1, action=0)
    assert moves("bid", "computer") == before
    assert not log.records


def test_sweeps_and_what_they_woke_are_counted(person, commits):
    def count(name: str) -> float:
        return REGISTRY.get_sample_value(f"ohhell_{name}_total") or 0.0

    game = start(person)
    Game.objects.filter(pk=game.pk).update(wake_at="2020-01-01T00:00:00Z")
    before = count("sweeps"), count("sweep_wakeups")
    tasks.sweep()
    assert (count("sweeps"), count("sweep_wakeups")) == (before[0] + 1, before[1] + 1)
