"""Who is away, for whom a computer plays, and how everybody gets their seat back."""

from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from games import table
from games.clocks import DESERTED, GONE, Clock
from games.models import Game, Rating, Seat
from games.refusals import AlreadyDone, GameHasEnded, NoSuchGame, NotSeated, OnlyWithOthers, Stale
from games.rules import Phase, parse_rules
from games.stats import statistics_of
from games.table.deadlines import turn_ends_at
from tests.games.casts import browser, cat, fresh, play_on, start
from tests.games.endings import at_last_card, next_act
from tests.games.gatherings import gathered, gone, open_table, rung, seat_of
from tests.games.posting import HTMX, form_of, refusal, url
from tests.games.rows import nothing_changes
from tests.games.turns import (
    acts,
    moment_of,
    read,
    to_end_of_deal,
    to_middle_of_trick,
    to_turn,
)

pytestmark = pytest.mark.django_db

LONG = parse_rules("4_ls5.4_turned_10t-0_hook")


@pytest.fixture(autouse=True)
def _time_stands_still(clock):
    """Nobody is away for long but where a test lets it."""


@pytest.fixture
def game(person, friend) -> Game:
    return to_turn(gathered(person, friend, clock=Clock.NORMAL, rules=LONG), person)


def hand_over(game: Game, user) -> Game:
    return table.hand_to_computer(code=game.code, user=user)


def take_back(game: Game, user) -> Game:
    return table.take_back(code=game.code, user=user)


def leave(game: Game, user) -> Game:
    return table.leave(code=game.code, user=user)


# --- Asked for ----------------------------------------------------------------


def test_a_computer_plays_for_whoever_asks_until_they_take_the_seat_back(game, person):
    game = hand_over(game, person)
    assert seat_of(game, person).absence == Seat.Absence.ASKED
    assert game.wake_at is not None
    game = take_back(game, person)
    assert (seat_of(game, person).absence, game.wake_at) == ("", None)
    assert acts(game, person)


def test_a_seat_is_handed_over_at_others_turns_and_between_deals_too(game, person, friend):
    hand_over(game, friend)
    assert fresh(game).wake_at is None
    game = to_end_of_deal(take_back(game, friend))
    assert seat_of(hand_over(game, friend), friend).absence == Seat.Absence.ASKED


def test_nothing_is_done_twice(game, person):
    with nothing_changes(), pytest.raises(AlreadyDone):
        take_back(game, person)
    hand_over(game, person)
    with nothing_changes(), pytest.raises(AlreadyDone):
        hand_over(game, person)


@pytest.mark.parametrize("act", [hand_over, take_back, leave])
def test_alone_with_computers_there_is_no_seat_to_hand_over(act, person):
    game = start(person)
    with nothing_changes(), pytest.raises((OnlyWithOthers, AlreadyDone)):
        act(game, person)


@pytest.mark.parametrize("act", [hand_over, take_back, leave])
def test_nobody_hands_over_what_is_not_theirs(act, game, person, friend):
    stranger, closed = cat(), gathered(person, friend, is_watchable=False)
    with nothing_changes(), pytest.raises(NotSeated):
        act(game, stranger)
    with nothing_changes(), pytest.raises(NoSuchGame):
        act(closed, stranger)


def test_a_seat_is_taken_back_in_the_middle_of_a_trick(game, person):
    game = to_middle_of_trick(game, person)
    before = read(game).position
    game = take_back(hand_over(game, person), person)
    assert read(game).position == before
    assert acts(game, person)


def test_a_seat_taken_back_at_the_last_moment_has_ten_seconds(game, person, clock):
    clock.pass_(28)
    hand_over(game, person)
    game = take_back(game, person)
    assert (turn_ends_at(game) - clock.now).total_seconds() == 10
    clock.pass_(14.9)
    with pytest.raises(Stale):
        rung(game)
    clock.pass_(0.1)
    assert seat_of(rung(game), person).absence == Seat.Absence.LATE


def test_a_seat_taken_back_early_has_the_time_that_was_left(game, person, clock):
    ends = turn_ends_at(game)
    clock.pass_(10)
    hand_over(game, person)
    clock.pass_(5)
    assert turn_ends_at(take_back(game, person)) == ends


def test_taking_back_a_seat_changes_no_clock_of_anybody_else(game, person, friend, clock):
    began = game.turn_began_at
    hand_over(game, friend)
    clock.pass_(29)
    take_back(game, friend)
    assert fresh(game).turn_began_at == began


# --- A lost connection --------------------------------------------------------


def test_whoever_is_gone_in_their_turn_for_long_is_played_for(game, person, clock):
    gone(game, person)
    clock.pass_(GONE - 0.001)
    with nothing_changes(), pytest.raises(Stale):
        rung(game)
    clock.pass_(0.001)
    assert seat_of(rung(game), person).absence == Seat.Absence.GONE


def test_whoever_is_gone_at_others_turns_is_awaited_when_it_is_theirs(game, person, friend, clock):
    gone(game, friend)
    clock.pass_(20)
    acts(game, person)
    game = to_turn(game, friend)
    assert seat_of(game, friend).absence == ""
    clock.pass_(10)
    assert seat_of(rung(game), friend).absence == Seat.Absence.GONE


def test_coming_back_clears_every_sign(game, person, clock):
    gone(game, person, 5)
    clock.pass_(GONE)
    rung(game)
    game = table.come_back(game_id=game.pk, user_id=person.pk)
    seat = seat_of(game, person)
    assert (seat.absence, seat.gone_since, game.wake_at) == ("", None, None)
    assert (turn_ends_at(game) - clock.now).total_seconds() >= 10


def test_coming_back_in_time_gives_no_second_more(game, person, clock):
    began = game.turn_began_at
    clock.pass_(10)
    gone(game, person)
    clock.pass_(19)
    back = table.come_back(game_id=game.pk, user_id=person.pk)
    assert back is not None
    assert back.turn_began_at == began


def test_a_short_absence_is_no_news_twice(game, person):
    gone(game, person)
    with nothing_changes():
        gone(game, person)
    table.come_back(game_id=game.pk, user_id=person.pk)
    with nothing_changes():
        assert table.come_back(game_id=game.pk, user_id=person.pk) is None


@pytest.mark.parametrize("why", ["asked", "late", "left"])
def test_looking_takes_no_seat_back_that_was_given_up_or_lost_while_there(why, game, person):
    game.seats.filter(user=person).update(absence=why)
    gone(game, person)
    table.come_back(game_id=game.pk, user_id=person.pk)
    assert seat_of(game, person).absence == why


def test_whoever_acts_is_there(game, person, clock):
    gone(game, person)
    acts(game, person)
    assert seat_of(game, person).gone_since is None


def test_alone_with_computers_nobody_is_ever_marked_as_gone(person):
    game = start(person)
    with nothing_changes():
        gone(game, person)


# --- Leaving ------------------------------------------------------------------


def test_whoever_leaves_is_played_for_and_may_come_back(game, person):
    game = leave(game, person)
    seat = seat_of(game, person)
    assert (seat.absence, seat.has_left, game.is_playing) == (Seat.Absence.LEFT, True, True)
    assert seat_of(take_back(game, person), person).is_awaited


def test_the_others_play_on_to_the_end_with_a_full_result(game, person):
    game = play_on(leave(game, person))
    assert game.status == Game.Status.FINISHED
    assert game.seats.filter(place=1).exists()
    assert not game.seats.filter(total=None).exists()
    assert game.deals.count() == 2


def test_when_everybody_has_left_the_game_ends_at_once_and_counts_for_nobody(game, person, friend):
    leave(game, person)
    game = leave(game, friend)
    assert_abandoned(game, person)


def test_a_game_nobody_is_in_ends_after_two_minutes(game, person, friend, clock):
    gone(game, friend)
    clock.pass_(50)
    gone(game, person)
    deserted = clock.now + timedelta(seconds=DESERTED)
    while fresh(game).due_at < deserted:
        clock.pass_until(fresh(game).due_at)
        game = rung(game)
        assert game.is_playing
    assert fresh(game).due_at == deserted
    clock.pass_until(deserted)
    assert_abandoned(rung(game), person)


def test_a_game_that_one_has_left_and_the_other_is_gone_from_ends_too(game, person, friend, clock):
    leave(game, friend)
    clock.pass_(50)
    game = gone(game, person)
    clock.pass_(DESERTED)
    assert_abandoned(rung(game), person)


def test_a_game_that_computers_end_before_the_deserted_clock_counts_for_nobody(person, friend):
    game = at_last_card(person, friend)
    people = game.seats.filter(user__isnull=False)
    people.update(absence=Seat.Absence.GONE, gone_since=timezone.now())
    played_out(game)
    assert_abandoned(game, person)
    assert not Rating.objects.exists()


def test_a_game_that_one_is_still_at_counts_for_both(person, friend):
    game = at_last_card(person, friend)
    table.leave(code=game.code, user=friend)
    table.hand_to_computer(code=game.code, user=person)
    played_out(game)
    assert fresh(game).status == Game.Status.FINISHED
    assert Rating.objects.count() == 2


def played_out(game: Game) -> None:
    """Computers act until the game is over."""
    chance = Random(1)
    while fresh(game).is_playing:
        next_act(game, chance)()


def test_a_game_with_one_who_only_lets_a_computer_play_goes_on(game, person, friend, clock):
    leave(game, friend)
    game = hand_over(game, person)
    assert game.due_at is None
    assert game.wake_at is not None


def assert_abandoned(game: Game, person) -> None:
    game = fresh(game)
    assert (game.status, game.wake_at, game.due_at) == (Game.Status.ABANDONED, None, None)
    assert game.finished_at is not None
    assert not game.seats.exclude(place=None, total=None).exists()
    assert statistics_of(person) == {}
    with nothing_changes(), pytest.raises(GameHasEnded):
        take_back(game, person)


# --- What the page answers ----------------------------------------------------


def test_the_seat_is_handed_over_and_taken_back_by_the_page(game, person):
    client = browser(person)
    assert client.post(url("hand_to_computer", game.code), **HTMX).status_code == 204
    page = client.get(url("table", game.code)).content.decode()
    assert "A computer plays for you, as you asked." in page
    assert "TAKE MY SEAT BACK" in page
    assert client.post(url("take_back", game.code))["Location"] == url("table", game.code)
    assert seat_of(game, person).absence == ""


@pytest.mark.parametrize(
    ("why", "says"),
    [
        ("late", "Your time was up: a computer plays for you."),
        ("gone", "You were away: a computer plays for you."),
        ("left", "You have left: a computer plays for you."),
    ],
)
def test_the_page_says_why_a_computer_plays(why, says, game, person):
    game.seats.filter(user=person).update(absence=why)
    assert says in browser(person).get(url("table", game.code)).content.decode()


def test_acting_from_a_seat_that_is_played_for_is_refused_with_the_way_out(game, person):
    fields = form_of(game, **moment_of(game, person), bid=0, card="AS", pace="slow")
    hand_over(game, person)
    for name in ("bid", "play", "next_deal", "pause", "pace"):
        status, says = refusal(browser(person), name, game, **fields)
        assert (status, says) == (
            409,
            "A computer plays for you now. Take your seat back first.",
        )


def test_leaving_leads_home_and_the_seat_waits(game, person):
    client = browser(person)
    answer = client.post(url("leave", game.code))
    assert (answer.status_code, answer["Location"]) == (303, "/lobby")
    assert "TAKE MY SEAT BACK" in client.get(url("table", game.code)).content.decode()


def test_a_table_that_was_closed_refuses_every_action(person):
    game = open_table(person)
    leave(game, person)
    with nothing_changes(), pytest.raises((NoSuchGame, GameHasEnded)):
        table.pause(code=game.code, user=person)


def test_whom_the_host_sent_away_is_told_of_no_game(person, friend):
    stranger = cat()
    game = open_table(person, friend, stranger)
    table.kick(code=game.code, user=person, number=2)
    game = table.start(code=game.code, user=person)
    for name in ("table", "sheet"):
        assert browser(stranger).get(url(name, game.code)).status_code == 404
    assert browser(stranger).post(url("pause", game.code), **HTMX).status_code == 404


def test_in_a_trick_the_cards_of_who_is_played_for_can_not_be_pressed(game, person):
    game = to_turn(game, person, Phase.PLAYING)
    client = browser(person)
    assert " data-open " in client.get(url("table", game.code)).content.decode()
    hand_over(game, person)
    assert " data-open " not in client.get(url("table", game.code)).content.decode()
