"""Nobody holds up a table: not by handing a seat over and back, nor by anything that is no move."""

from datetime import datetime
from random import Random
from typing import Any

import pytest

from games import table, tasks
from games.ai.registry import decide
from games.clocks import GRACE, STRETCHED, Clock
from games.models import Game, Seat
from games.pacing import WAITS, Pace
from games.refusals import TurnIsOver
from games.rules import parse_rules
from games.table.deadlines import turn_ends_at
from games.tasks import play_ai_turn
from tests.games.casts import fresh
from tests.games.gatherings import gathered, gone, rung, seat_of
from tests.games.posting import refusal
from tests.games.rows import nothing_changes
from tests.games.turns import acts, computer_acts, moment_of, read, to_turn

pytestmark = pytest.mark.django_db

LONG = parse_rules("4_ls5.4_turned_10t-0_hook")
LAST = 30 + STRETCHED + GRACE
"""Seconds after which a turn of the normal clock is over, whatever anybody does."""


@pytest.fixture(autouse=True)
def _time_stands_still(clock):
    """No time passes but what a test lets pass."""


@pytest.fixture
def game(person, friend) -> Game:
    """Ann's turn, on the normal clock, at a slow table."""
    game = gathered(person, friend, rules=LONG, clock=Clock.NORMAL, pace=Pace.SLOW)
    return to_turn(game, person)


@pytest.fixture
def at_computer(game, person, friend) -> Game:
    """The same game at the turn of the computer beside Ben."""
    acts(game, person)
    acts(game, friend)
    assert read(game).computers_to_act
    return fresh(game)


def ends_at(game: Game) -> datetime:
    """When the clock of the turn shows 0, where there is one."""
    at = turn_ends_at(game)
    assert at is not None
    return at


def hand_over_and_back(game: Game, user) -> Game:
    table.hand_to_computer(code=game.code, user=user)
    return table.take_back(code=game.code, user=user)


# --- Time ---------------------------------------------------------------------


def test_a_turn_becomes_ten_seconds_longer_at_most_by_handing_over_and_back(game, person, clock):
    ends = ends_at(game)
    for _ in range(LAST - 1):
        clock.pass_(1)
        game = hand_over_and_back(game, person)
    assert (ends_at(game) - ends).total_seconds() == STRETCHED
    clock.pass_(1)
    assert seat_of(rung(game), person).absence == Seat.Absence.LATE


@pytest.mark.parametrize("why", ["late", "asked"])
def test_a_turn_without_time_is_the_computers_until_it_has_played(why, game, person, clock):
    clock.pass_(LAST)
    if why == "late":
        rung(game)
    else:
        table.hand_to_computer(code=game.code, user=person)
    with nothing_changes(), pytest.raises(TurnIsOver):
        table.take_back(code=game.code, user=person)
    computer_acts(game)
    table.take_back(code=game.code, user=person)
    assert seat_of(game, person).is_awaited


def test_whoever_takes_the_seat_back_too_late_is_told_so_kindly(game, client, clock):
    clock.pass_(LAST)
    rung(game)
    assert refusal(client, "take_back", game) == (
        409,
        "Your time for this turn is up. Take your seat back when the computer has played.",
    )


def test_whoever_looks_again_when_the_turn_has_no_time_left_is_late(game, person, clock):
    gone(game, person)
    clock.pass_(LAST)
    rung(game)
    back = table.come_back(game_id=game.pk, user_id=person.pk)
    assert back is not None
    assert back.due_at <= clock.now
    assert seat_of(rung(game), person).absence == Seat.Absence.LATE


def test_the_next_turn_is_as_long_as_any(game, person, clock):
    clock.pass_(29)
    hand_over_and_back(game, person)
    game = to_turn(acts(game, person), person)
    assert (ends_at(game) - clock.now).total_seconds() == 30


def test_where_all_bid_at_once_their_one_turn_is_stretched_once(person, friend, clock):
    rules = parse_rules("3_ls2_turned_10t-0_sim")
    game = gathered(person, friend, rules=rules, clock=Clock.NORMAL)
    ends = ends_at(game)
    for user in (person, friend) * 3:
        clock.pass_(7)
        game = hand_over_and_back(game, user)
    assert (ends_at(game) - ends).total_seconds() == STRETCHED


def test_without_a_clock_a_seat_is_taken_back_at_any_time(person, friend, clock):
    game = to_turn(gathered(person, friend), person)
    table.hand_to_computer(code=game.code, user=person)
    clock.pass_(10**6)
    assert table.take_back(code=game.code, user=person).wake_at is None


def test_in_a_pause_a_seat_is_taken_back_even_for_a_turn_that_is_over(game, person, friend, clock):
    clock.pass_(LAST)
    rung(game)
    table.pause(code=game.code, user=friend)
    game = table.take_back(code=game.code, user=person)
    assert seat_of(game, person).is_awaited
    for user in (person, friend):
        game = table.resume(code=game.code, user=user)
    assert seat_of(rung(game), person).absence == Seat.Absence.LATE


# --- The computer's wait --------------------------------------------------------


def test_a_computer_that_comes_in_the_middle_of_a_turn_has_waited_since_the_last_move(
    game, person, clock
):
    began = clock.now
    for _ in range(3):
        clock.pass_(0.3)
        game = table.hand_to_computer(code=game.code, user=person)
        assert (game.wake_at - began).total_seconds() == WAITS[Pace.SLOW].usual
        table.take_back(code=game.code, user=person)
    clock.pass_(5)
    assert table.hand_to_computer(code=game.code, user=person).wake_at == clock.now


def test_whoever_changes_the_pace_again_and_again_puts_nothing_off(at_computer, person, clock):
    for pace in (Pace.SLOW, Pace.NORMAL) * 3:
        clock.pass_(0.5)
        game = table.set_pace(code=at_computer.code, user=person, pace=pace)
    assert game.wake_at == clock.now


# --- A computer that thinks -----------------------------------------------------


def while_it_thinks(monkeypatch: pytest.MonkeyPatch, *meddle: Any) -> None:
    """Let people do this while the next computer thinks."""

    def slow(level: str, view: Any, chance: Random) -> int:
        for each in meddle:
            each()
        return decide("random", view, chance)

    monkeypatch.setattr(tasks, "decide", slow)


def test_nothing_that_is_no_move_outruns_a_computer_that_thinks(
    at_computer, person, friend, monkeypatch
):
    game, code, done = at_computer, at_computer.code, read(at_computer).position.actions
    while_it_thinks(
        monkeypatch,
        lambda: hand_over_and_back(game, friend),
        lambda: table.pause(code=code, user=person),
        lambda: table.decline_pause(code=code, user=friend),
        lambda: table.set_pace(code=code, user=person, pace=Pace.SLOW),
        lambda: gone(game, friend),
    )
    play_ai_turn(game.pk, game.version)
    assert read(game).position.actions == done + 1


@pytest.mark.parametrize("how", ["taken back", "paused", "paused for a moment", "played"])
def test_a_computer_that_is_not_asked_any_more_has_thought_for_nothing(
    how, game, person, friend, monkeypatch
):
    game = table.hand_to_computer(code=game.code, user=person)
    press = moment_of(game, person) | {"value": 0}
    done = read(game).position.actions

    def meddle() -> None:
        if how.startswith("paused"):
            table.pause(code=game.code, user=friend)
        else:
            table.take_back(code=game.code, user=person)
        if how == "paused for a moment":
            table.resume(code=game.code, user=friend)
        if how == "played":
            table.bid(**press)

    while_it_thinks(monkeypatch, meddle)
    play_ai_turn(game.pk, game.version)
    assert read(game).position.actions == done + (how == "played")
