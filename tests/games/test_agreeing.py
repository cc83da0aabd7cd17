"""What nobody decides alone: going on after a deal, pausing, and going on after a pause."""

import pytest

from games import table
from games.clocks import DESERTED_PAUSED, NEXT_DEAL, Clock
from games.models import Game, Seat
from games.refusals import AlreadyDone, DealNotOver, GameIsPaused, SeatIsPlayed, Stale
from games.rules import parse_rules
from games.table.deadlines import turn_ends_at
from tests.games.casts import browser, cat, fresh
from tests.games.gatherings import gathered, gone, rung, seat_of
from tests.games.posting import refusal
from tests.games.rows import nothing_changes
from tests.games.turns import acts, moment_of, read, to_end_of_deal, to_turn

pytestmark = pytest.mark.django_db

LONG = parse_rules("4_ls3.2_turned_10t-0_hook")


@pytest.fixture(autouse=True)
def _time_stands_still(clock):
    """No time passes but where a test lets it."""


@pytest.fixture
def third(db):
    """The third at the table."""
    return cat()


@pytest.fixture
def game(person, friend, third) -> Game:
    """Ann, Ben, Cat and a computer; it is Ann's turn."""
    return to_turn(gathered(person, friend, third, clock=Clock.NORMAL, rules=LONG), person)


@pytest.fixture
def over(game) -> Game:
    """Their game with its first deal over."""
    return to_end_of_deal(game)


def go_on(game: Game, user) -> Game:
    return table.next_deal(code=game.code, user=user, deal=read(game).deal.number)


def pause(game: Game, user) -> Game:
    return table.pause(code=game.code, user=user)


def resume(game: Game, user) -> Game:
    return table.resume(code=game.code, user=user)


def decline(game: Game, user) -> Game:
    return table.decline_pause(code=game.code, user=user)


def paused(game: Game, *people) -> Game:
    for user in people:
        game = pause(game, user)
    return game


def wishes(game: Game) -> list[str]:
    return [str(seat.wish) for seat in game.seats.exclude(user=None)]


# --- The next deal ------------------------------------------------------------


def test_the_next_deal_comes_when_all_have_said_so(over, person, friend, third):
    for user in (person, friend):
        assert read(go_on(over, user)).deal.number == 0
    now = read(go_on(over, third))
    assert (now.deal.number, wishes(over)) == (1, ["", "", ""])


def test_the_next_deal_comes_by_itself_after_a_while(over, person, clock):
    go_on(over, person)
    clock.pass_(NEXT_DEAL - 0.001)
    with nothing_changes(), pytest.raises(Stale):
        rung(over)
    clock.pass_(0.001)
    now = read(rung(over))
    assert (now.deal.number, wishes(over)) == (1, ["", "", ""])
    assert now.game.turn_began_at == clock.now


def test_nobody_waits_for_those_who_are_gone_or_played_for(over, person, friend, third):
    table.hand_to_computer(code=over.code, user=friend)
    gone(over, third)
    assert read(go_on(over, person)).deal.number == 1


@pytest.mark.parametrize("how", [gone, lambda game, user: table.leave(code=game.code, user=user)])
def test_the_last_word_missing_may_be_said_by_going_away(how, over, person, friend, third):
    go_on(over, person)
    go_on(over, friend)
    how(over, third)
    assert read(over).deal.number == 1


def test_whoever_comes_back_is_waited_for_again(over, person, friend, third):
    gone(over, third)
    go_on(over, person)
    table.come_back(game_id=over.pk, user_id=third.pk)
    assert read(go_on(over, friend)).deal.number == 0
    assert read(go_on(over, third)).deal.number == 1


def test_going_on_is_said_once_and_for_the_deal_that_is_over(over, game, person):
    with nothing_changes(), pytest.raises(Stale):
        table.next_deal(code=over.code, user=person, deal=1)
    go_on(over, person)
    with nothing_changes(), pytest.raises(AlreadyDone):
        go_on(over, person)


def test_a_deal_under_way_is_not_left_behind(game, person):
    with nothing_changes(), pytest.raises(DealNotOver):
        go_on(game, person)


def test_after_the_last_deal_nothing_is_due(over, person, friend, third):
    for user in (person, friend, third):
        go_on(over, user)
    game = to_end_of_deal(over)
    assert (game.status, game.due_at, game.wake_at) == (Game.Status.FINISHED, None, None)


# --- A pause ------------------------------------------------------------------


def test_a_pause_needs_everybody_who_is_there(game, person, friend, third):
    assert not paused(game, person, friend).is_paused
    game = pause(game, third)
    assert (game.is_paused, wishes(game), game.wake_at) == (True, ["", "", ""], None)


def test_a_pause_needs_nobody_who_is_gone_or_played_for(game, person, friend, third):
    gone(game, third)
    table.hand_to_computer(code=game.code, user=friend)
    assert pause(game, person).is_paused


def test_the_clock_stands_still_to_the_microsecond(game, person, friend, third, clock):
    clock.pass_(12.345678)
    left = turn_ends_at(game) - clock.now
    game = paused(game, person, friend, third)
    assert game.due_at is None
    clock.pass_(1000.000001)
    for user in (third, person, friend):
        game = resume(game, user)
    assert turn_ends_at(fresh(game)) - clock.now == left
    assert game.due_at is not None


def test_the_wait_for_the_next_deal_stands_still_too(over, person, friend, third, clock):
    clock.pass_(10)
    paused(over, person, friend, third)
    clock.pass_(1000)
    for user in (third, person, friend):
        resume(over, user)
    clock.pass_(4.9)
    with pytest.raises(Stale):
        rung(over)
    clock.pass_(0.1)
    assert read(rung(over)).deal.number == 1


def test_no_move_is_made_in_a_pause(game, person, friend, third):
    press = moment_of(game, person)
    paused(game, person, friend, third)
    with nothing_changes(), pytest.raises(GameIsPaused):
        table.bid(**press, value=0)
    fields = {"deal": press["deal"], "turn": press["turn"], "bid": 0}
    assert refusal(browser(person), "bid", game, **fields)[0] == 409


def test_a_pause_can_be_declined_or_not_wished_any_more(game, person, friend, third):
    for who in (third, person):
        paused(game, person, friend)
        decline(game, who)
        assert wishes(game) == ["", "", ""]
    with nothing_changes(), pytest.raises(AlreadyDone):
        decline(game, third)


def test_declining_a_pause_leaves_what_was_said_of_the_next_deal(over, person, friend, third):
    go_on(over, person)
    pause(over, friend)
    decline(over, third)
    assert wishes(over) == ["next", "", ""]


def test_a_pause_asked_for_twice_is_refused(game, person, friend, third):
    pause(game, person)
    with nothing_changes(), pytest.raises(AlreadyDone):
        pause(game, person)
    paused(game, friend, third)
    with nothing_changes(), pytest.raises(AlreadyDone):
        pause(game, person)


def test_whoever_is_played_for_decides_nothing(game, person, friend):
    table.hand_to_computer(code=game.code, user=person)
    for act in (pause, decline):
        with nothing_changes(), pytest.raises(SeatIsPlayed):
            act(game, person)


def test_a_wish_goes_with_the_seat(game, person):
    pause(game, person)
    table.hand_to_computer(code=game.code, user=person)
    assert wishes(game) == ["", "", ""]


# --- Going on -----------------------------------------------------------------


def test_a_pause_ends_when_everybody_who_is_there_says_so(game, person, friend, third):
    paused(game, person, friend, third)
    assert resume(game, person).is_paused
    assert resume(game, friend).is_paused
    gone(game, third)
    assert not fresh(game).is_paused
    assert acts(game, person)


def test_one_who_comes_back_alone_to_a_paused_table_goes_on(game, person, friend, third):
    paused(game, person, friend, third)
    for user in (person, friend, third):
        gone(game, user)
    table.come_back(game_id=game.pk, user_id=person.pk)
    assert not resume(game, person).is_paused


def test_nothing_that_runs_is_resumed(game, person):
    with nothing_changes(), pytest.raises(AlreadyDone):
        resume(game, person)


def test_a_computer_waits_out_a_pause(game, person, friend, third, clock):
    table.hand_to_computer(code=game.code, user=person)
    game = paused(game, friend, third)
    assert (game.is_paused, game.wake_at) == (True, None)
    game = resume(resume(game, friend), third)
    assert game.wake_at is not None


def test_a_seat_taken_back_in_a_pause_has_ten_seconds_after_it(game, person, friend, third, clock):
    clock.pass_(29)
    table.hand_to_computer(code=game.code, user=person)
    paused(game, friend, third)
    clock.pass_(100)
    table.take_back(code=game.code, user=person)
    for user in (person, friend, third):
        game = resume(game, user)
    assert (turn_ends_at(fresh(game)) - clock.now).total_seconds() == 10


def test_a_paused_game_nobody_comes_back_to_ends_after_a_day(game, person, friend, third, clock):
    paused(game, person, friend, third)
    for user in (person, friend, third):
        gone(game, user)
    clock.pass_(DESERTED_PAUSED - 1)
    with pytest.raises(Stale):
        rung(game)
    clock.pass_(1)
    assert rung(game).status == Game.Status.ABANDONED


def test_one_may_leave_a_paused_table(game, person, friend, third):
    paused(game, person, friend, third)
    resume(game, person)
    resume(game, friend)
    table.leave(code=game.code, user=third)
    assert not fresh(game).is_paused
    assert seat_of(game, third).absence == Seat.Absence.LEFT
