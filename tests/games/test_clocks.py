"""The clock of a turn: when it runs out, who acts then, and that it rings once."""

from random import Random

import pytest

from games import table, tasks
from games.clocks import GRACE, TURN, Clock
from games.models import Bid, Game, Play, Seat
from games.refusals import SeatIsPlayed, Stale
from games.rules import Phase, View, parse_rules
from games.table.deadlines import turn_ends_at
from games.tasks import do_what_is_due, play_ai_turn
from tests.games.casts import cat, fresh, start
from tests.games.gatherings import gathered, gone, rung, seat_of
from tests.games.rows import nothing_changes
from tests.games.turns import acts, computer_acts, moment_of, read, to_end_of_deal, to_turn

pytestmark = pytest.mark.django_db

ALL_AT_ONCE = parse_rules("3_ls2.1_turned_10t-0_sim")
TIMED = [each for each in Clock if TURN[each] is not None]


@pytest.fixture(autouse=True)
def _time_stands_still(clock):
    """No turn runs out but where a test lets it."""


@pytest.fixture
def game(person, friend) -> Game:
    return to_turn(gathered(person, friend, clock=Clock.NORMAL), person)


def absence(game: Game, number: int = 0) -> str:
    return str(game.seats.get(number=number).absence)


# --- Running out --------------------------------------------------------------


def seconds_of(kind: Clock) -> int:
    """What a clock that there is shows at first."""
    seconds = TURN[kind]
    assert seconds is not None
    return seconds


@pytest.mark.parametrize("kind", TIMED)
def test_a_turn_runs_out_after_its_seconds_and_the_grace_and_not_before(
    kind, person, friend, clock
):
    game = to_turn(gathered(person, friend, clock=kind), person)
    clock.pass_(seconds_of(kind) + GRACE - 0.001)
    with nothing_changes(), pytest.raises(Stale):
        rung(game)
    clock.pass_(0.001)
    assert absence(rung(game)) == Seat.Absence.LATE


def test_after_that_a_computer_of_the_tables_level_acts(game, clock, monkeypatch):
    levels = []

    def decide(level: str, view: View, chance: Random) -> int:
        levels.append(level)
        return 0

    monkeypatch.setattr(tasks, "decide", decide)
    clock.pass_(seconds_of(Clock.NORMAL) + GRACE)
    late = rung(game)
    assert late.wake_at is not None
    play_ai_turn(late.pk, late.version)
    assert levels == ["medium"]
    assert Bid.objects.get(seat__number=0).is_for_owner


def test_what_a_computer_does_for_itself_or_a_person_for_themselves_is_told_apart(game, person):
    acts(game, person)
    to_end_of_deal(game)
    assert not Bid.objects.filter(is_for_owner=True).exists()
    assert not Play.objects.filter(is_for_owner=True).exists()


def test_a_person_who_is_late_is_refused_and_told_to_take_the_seat_back(game, person, clock):
    press = moment_of(game, person)
    clock.pass_(35)
    rung(game)
    with nothing_changes(), pytest.raises(SeatIsPlayed):
        table.bid(**press, value=0)


def test_an_alarm_rings_once(game, clock):
    clock.pass_(35)
    rung(game)
    with nothing_changes():
        do_what_is_due(game.pk, game.version)
        do_what_is_due(game.pk, fresh(game).version)


def test_an_alarm_of_a_turn_that_was_taken_does_nothing(game, person, clock):
    acts(game, person)
    clock.pass_(35)
    with nothing_changes():
        do_what_is_due(game.pk, game.version)


def test_every_turn_begins_anew(game, person, clock):
    clock.pass_(20)
    game = to_turn(acts(game, person), person)
    assert turn_ends_at(game) == clock.now + (turn_ends_at(game) - game.turn_began_at)
    assert game.turn_began_at == clock.now


def test_what_moves_nothing_leaves_the_clock_alone(game, person, friend, clock):
    before = game.turn_began_at, game.due_at
    clock.pass_(5)
    table.pause(code=game.code, user=friend)
    table.decline_pause(code=game.code, user=person)
    gone(game, friend)
    assert (fresh(game).turn_began_at, fresh(game).due_at) == before


def test_without_a_clock_people_have_all_the_time_in_the_world(person, friend, clock):
    game = to_turn(gathered(person, friend), person)
    assert game.due_at is None
    clock.pass_(10**6)
    with nothing_changes(), pytest.raises(Stale):
        rung(game)


def test_alone_with_computers_nothing_ever_runs_out(person, friend, clock):
    game = to_turn(start(person), person)
    assert (game.due_at, game.turn_began_at) == (None, None)
    assert gathered(person, clock=Clock.FAST).due_at is None


def test_no_turn_of_a_computer_runs_out(person, friend, clock):
    game = to_turn(gathered(person, friend, clock=Clock.FAST), person)
    while not read(game).computers_to_act:
        game = acts(game, next(seat.user for seat in read(game).people_to_act if seat.user))
    assert fresh(game).due_at is None


def test_the_computer_that_plays_for_somebody_is_paced_like_any_other(game, clock):
    clock.pass_(35)
    late = rung(game)
    assert late.wake_at >= clock.now
    played = computer_acts(late)
    assert played.version == late.version + 1


# --- All at once --------------------------------------------------------------


def test_bids_of_all_at_once_are_one_turn_of_everybody(person, friend, clock):
    game = gathered(person, friend, cat(), rules=ALL_AT_ONCE, clock=Clock.NORMAL)
    began = clock.now
    clock.pass_(20)
    game = acts(game, person)
    assert fresh(game).turn_began_at == began
    clock.pass_(15)
    rung(game)
    assert [absence(game, number) for number in range(3)] == ["", "late", "late"]


def test_the_first_card_after_bids_of_all_at_once_begins_a_turn(person, friend, clock):
    people = person, friend, cat()
    game = gathered(*people, rules=ALL_AT_ONCE, clock=Clock.NORMAL)
    for user in people:
        clock.pass_(5)
        game = acts(game, user)
    assert read(game).position.phase is Phase.PLAYING
    assert fresh(game).turn_began_at == clock.now


def test_somebody_who_is_late_but_gone_comes_back_by_looking(game, person, clock):
    clock.pass_(20)
    gone(game, person)
    clock.pass_(15)
    assert absence(rung(game)) == Seat.Absence.GONE
    assert seat_of(game, person).is_played
