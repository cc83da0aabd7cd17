"""Computers' turns as tasks: one step, then look again; late, doubled or lost they do no harm."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone

from games import live, table, tasks
from games.ai import decide
from games.models import Bid, Game
from games.pacing import Pace, wait_before
from games.reading import Table
from games.rules import Phase, Rules, View, parse_rules
from games.tasks import chance_of, follow_up, play_ai_turn, sweep
from tests.builders import after, deal
from tests.games.casts import (
    ann,
    ben,
    finished_game,
    fresh,
    let_computers_act,
    moment,
    person_acts,
    start,
    to_person,
    view_of,
)
from tests.games.rows import nothing_changes

pytestmark = pytest.mark.django_db


class Asked(list[tuple[int, int]]):
    """The tasks that were asked for and wait; `countdowns` are all there ever were."""

    countdowns: list[float]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Computers' turns go here, instead of to a broker."""
    waiting = Asked()
    waiting.countdowns = []

    def keep(args: tuple[int, int], countdown: float = 0.0, **_: Any) -> None:
        waiting.append(args)
        waiting.countdowns.append(countdown)

    monkeypatch.setattr(play_ai_turn, "apply_async", keep)
    monkeypatch.setattr(play_ai_turn, "delay", lambda *args: keep(args))
    return waiting


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The versions that were announced."""
    versions: list[int] = []
    monkeypatch.setattr(live, "announce", lambda game: versions.append(game.version))
    return versions


@pytest.fixture
def commits(django_capture_on_commit_callbacks: Any, told: list[int]) -> Any:
    """What is to happen after a commit happens at the end of a `with commits():`."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


def computers_game(**how: Any) -> Game:
    """A game in which a computer begins."""
    return start(ann(), seed=1, **how)


def overdue(game: Game, seconds: float) -> None:
    """Let the game's alarm have passed so long ago."""
    then = timezone.now() - timedelta(seconds=seconds)
    Game.objects.filter(pk=game.pk).update(wake_at=then)


# --- One step -----------------------------------------------------------------


def test_a_task_plays_one_step_and_asks_for_the_next(asked, commits, told):
    game = computers_game()
    with commits():
        play_ai_turn(game.pk, game.version)
    assert Bid.objects.count() == 1
    assert asked == [(game.pk, game.version + 1)]
    assert told == [game.version + 1]


def test_a_player_that_fails_is_stood_in_for_so_that_the_game_goes_on(
    monkeypatch, asked, commits, caplog
):
    def fails(key: str, view: View, chance: Random) -> int:
        if key != "random":
            raise ZeroDivisionError
        return decide(key, view, chance)

    monkeypatch.setattr(tasks, "decide", fails)
    game = computers_game()
    with commits():
        play_ai_turn(game.pk, game.version)
    assert Bid.objects.count() == 1
    assert game.code in caplog.text


@pytest.mark.parametrize("lost", [OperationalError, InterfaceError])
def test_a_turn_whose_connection_was_lost_is_taken_once_more(lost, monkeypatch, asked, commits):
    act, losses = table.act_for_computer, [lost()]

    def loses_once(**how: Any) -> Game:
        if losses:
            raise losses.pop()
        return act(**how)

    monkeypatch.setattr(table, "act_for_computer", loses_once)
    game = computers_game()
    with commits():
        play_ai_turn.apply((game.pk, game.version))
    assert Bid.objects.count() == 1
    assert asked == [(game.pk, game.version + 1)]


def test_computers_play_on_until_the_person_is_to_act(asked, commits):
    game = computers_game()
    asked.append((game.pk, game.version))
    while asked:
        with commits():
            play_ai_turn(*asked.pop())
    assert view_of(game).is_to_act
    assert fresh(game).wake_at is None


def test_a_task_delivered_twice_does_nothing_the_second_time(asked, commits, told):
    game = computers_game()
    play_ai_turn(game.pk, game.version)
    with nothing_changes(), commits():
        play_ai_turn(game.pk, game.version)
    assert (asked, told) == ([], [])


@pytest.mark.parametrize("version", [-1, 0, 2, 99])
def test_a_task_of_another_version_does_nothing(asked, commits, version):
    game = computers_game()
    with nothing_changes(), commits():
        play_ai_turn(game.pk, version)
    assert asked == []


def test_a_task_that_loses_to_another_between_reading_and_writing_does_nothing(
    monkeypatch, asked, commits, told
):
    game = computers_game()

    def slow(level: str, view: Any, chance: Random) -> int:
        monkeypatch.undo()
        let_computers_act(game)  # another worker was quicker
        return 0

    monkeypatch.setattr(tasks, "decide", slow)
    play_ai_turn(game.pk, game.version)
    assert asked == []


def test_a_task_of_a_paused_game_does_nothing(asked, commits):
    person = ann()
    game = table.pause(code=start(person, seed=1).code, user=person)
    with nothing_changes(), commits():
        play_ai_turn(game.pk, game.version)
    assert asked == []


def test_a_task_of_a_game_that_is_over_or_gone_does_nothing(asked, commits):
    person = ann()
    games = [finished_game(person), table.give_up(code=start(person).code, user=person)]
    with nothing_changes(), commits():
        for game in games:
            play_ai_turn(game.pk, game.version)
        play_ai_turn(0, 0)
    assert asked == []


def test_a_task_at_a_persons_turn_does_nothing(asked, commits):
    game = to_person(start(ann()))
    with nothing_changes(), commits():
        play_ai_turn(game.pk, game.version)
    assert asked == []


def test_a_computer_is_handed_its_own_view_and_no_more(monkeypatch, asked):
    game, handed = computers_game(), list[Any]()

    def watched(level: str, view: Any, chance: Random) -> int:
        handed.append(view)
        return decide(level, view, chance)

    monkeypatch.setattr(tasks, "decide", watched)
    now = Table.read(game)
    play_ai_turn(game.pk, game.version)
    seat = now.computers_to_act[0].number
    assert handed == [now.position.seen_by(seat)]


# --- Chance -------------------------------------------------------------------


def test_a_decision_can_be_reproduced():
    now = Table.read(computers_game())
    assert chance_of(now).random() == chance_of(now).random()


def test_every_version_and_deal_has_chance_of_its_own():
    one, other = computers_game(), start(ben(), seed=1)
    draws = {chance_of(Table.read(game)).random() for game in (one, other)}
    one.version += 1
    draws.add(chance_of(Table.read(one)).random())
    assert len(draws) == 3


# --- After the commit ---------------------------------------------------------


def test_nothing_is_told_before_the_commit(asked, commits, told):
    with commits():
        follow_up(computers_game())
        assert (told, asked) == ([], [])
    assert len(told) == len(asked) == 1


def test_nothing_is_told_of_what_was_rolled_back(asked, commits, told):
    with commits(), transaction.atomic():
        follow_up(computers_game())
        transaction.set_rollback(True)
    assert (told, asked) == ([], [])


def test_nobody_is_asked_for_a_persons_turn(asked, commits, told):
    with commits():
        follow_up(to_person(start(ann())))
    assert (len(told), asked) == (1, [])


def test_the_countdown_is_what_is_left_of_the_wait(asked, commits):
    game = computers_game(pace=Pace.SLOW)
    with commits():
        follow_up(game)
    assert 0.5 < asked.countdowns[0] <= 1.6


def test_a_late_turn_is_asked_for_at_once(asked, commits):
    game = computers_game()
    assert game.wake_at is not None
    game.wake_at -= timedelta(hours=1)
    with commits():
        follow_up(game)
    assert asked.countdowns == [0.0]


def broken(*_: Any, **__: Any) -> None:
    raise ConnectionError("nobody there")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", ["layer", "broker"])
def test_a_move_counts_though_layer_or_broker_are_down(monkeypatch, asked, told, what):
    if what == "layer":
        monkeypatch.setattr(live, "announce", broken)
    else:
        monkeypatch.setattr(play_ai_turn, "apply_async", broken)
    game = computers_game()
    play_ai_turn(game.pk, game.version)
    assert Bid.objects.count() == 1
    assert bool(asked) == (what == "layer")
    assert bool(told) == (what == "broker")


@pytest.mark.django_db(transaction=True)
def test_a_layer_that_is_down_says_so_in_the_log(monkeypatch, asked, caplog):
    monkeypatch.setattr(live, "announce", broken)
    follow_up(computers_game())
    assert "nobody there" in caplog.text


# --- The sweep ----------------------------------------------------------------


def test_the_sweep_wakes_what_is_late_and_only_that(asked):
    person = ann()
    late, soon, theirs = (start(person, seed=1) for _ in range(3))
    overdue(late, 10)
    overdue(soon, 1)
    to_person(theirs)
    assert sweep() == 1
    assert asked == [(late.pk, late.version)]


def test_the_sweep_without_grace_wakes_what_is_due(asked):
    person = ann()
    due, soon = start(person, seed=1), start(person, seed=1, pace=Pace.SLOW)
    overdue(due, 0)
    assert sweep(grace=0) == 1
    assert (soon.pk, soon.version) not in asked


def test_the_sweep_leaves_paused_and_ended_games_alone(asked):
    person = ann()
    table.pause(code=start(person, seed=1).code, user=person)
    table.give_up(code=start(person, seed=1).code, user=person)
    finished_game(person)
    assert sweep(grace=-1000) == 0


def test_the_longest_waiting_are_woken_first(asked):
    person = ann()
    games = [start(person, seed=1) for _ in range(3)]
    for game, seconds in zip(games, (10, 30, 20), strict=True):
        overdue(game, seconds)
    sweep()
    assert [pk for pk, _ in asked] == [games[1].pk, games[2].pk, games[0].pk]


def test_every_lost_task_is_made_up_for(commits, monkeypatch, asked):
    """A whole game in which no task but the sweep's ever arrives."""
    game = start(ann(), parse_rules("3_ls1.1_turned_10t-0"), level="random")
    while (game := fresh(game)).is_playing:
        if view_of(game).is_over:
            game = table.next_deal(code=game.code, user=moment(game)["user"], deal=0)
        elif view_of(game).is_to_act:
            person_acts(game)
        else:
            overdue(game, 60)
            asked.clear()
            assert sweep() == 1
            play_ai_turn(*asked[0])
    assert game.status == Game.Status.FINISHED


def test_a_woken_game_is_not_played_twice_when_the_lost_task_turns_up(asked, commits):
    game = computers_game()
    overdue(game, 60)
    sweep()
    for task in [(game.pk, game.version), *asked]:
        play_ai_turn(*task)
    assert Bid.objects.count() == 1


# --- Pace ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pace", "after_dealing", "usual", "after_trick"),
    [(Pace.SLOW, 1.6, 1.3, 2.4), (Pace.NORMAL, 1.0, 0.7, 1.6), (Pace.FAST, 0, 0, 0)],
)
def test_computers_wait_as_the_pace_says(pace, after_dealing, usual, after_trick):
    start = deal("2C 3C | 2D 3D | 2H 3H")
    assert wait_before(pace, start) == after_dealing
    assert wait_before(pace, start.after_bid(0, 1)) == usual
    assert wait_before(pace, after(start, (1, 1, 1))) == usual
    assert wait_before(pace, after(start, (1, 1, 1), "2C 2D")) == usual
    assert wait_before(pace, after(start, (1, 1, 1), "2C 2D 2H")) == after_trick
    assert wait_before(pace, after(start, (1, 1, 1), "2C 2D 2H 3C")) == usual


@pytest.mark.parametrize("pace", list(Pace))
def test_the_alarm_is_that_wait_from_the_action_on(pace):
    game = computers_game(pace=pace)
    for version in range(2):
        position = Table.read(game).position
        assert game.wake_at is not None
        waits = (game.wake_at - game.changed_at).total_seconds()
        assert waits == pytest.approx(wait_before(pace, position), abs=0.05)
        if not version:
            play_ai_turn(game.pk, game.version)
            game = fresh(game)


def test_rules_are_what_the_computers_play_by(asked, commits):
    rules: Rules = parse_rules("3_ls2_last_10t-0_sim_musttrump")
    game = start(ann(), rules, level="easy")
    asked.append((game.pk, game.version))
    while asked:
        with commits():
            play_ai_turn(*asked.pop())
    assert view_of(game).has_bid == {1, 2}
    assert view_of(game).phase is Phase.BIDDING
