"""What people at one table read of each other: who is away, who is waited for, how long."""

from typing import Any

import pytest

from accounts.models import User
from games import table
from games.clocks import Clock
from games.display import TableShown
from games.models import Game
from games.rules import Phase, parse_rules
from tests.games.casts import browser, cat, fresh, start
from tests.games.gatherings import gathered, gone, rung
from tests.games.posting import url
from tests.games.turns import acts, read, to_end_of_deal, to_turn

pytestmark = pytest.mark.django_db

LONG = parse_rules("4_ls5.2_turned_10t-0_hook")


@pytest.fixture(autouse=True)
def _time_stands_still(clock):
    """No second passes but where a test lets it."""


@pytest.fixture
def third(db):
    return cat()


@pytest.fixture
def game(person, friend, third) -> Game:
    """Ann, Ben, Cat and a computer; it is Ann's turn to bid."""
    return to_turn(gathered(person, friend, third, clock=Clock.NORMAL, rules=LONG), person)


def seen(game: Game, user: User) -> TableShown:
    return TableShown(read(game), user)


def html(game: Game, user: User | None) -> str:
    return browser(user).get(url("table", game.code)).content.decode()


def marks(game: Game, user: User) -> dict[str, Any]:
    return {s.name: s.mark.title for s in seen(game, user).seats if s.mark and s.mark.is_away}


# --- Away ---------------------------------------------------------------------


def test_a_seat_of_a_computer_has_a_mark_among_people_only(game, person):
    icons = [seat.mark.icon if seat.mark else "" for seat in seen(game, person).seats]
    assert icons == ["", "", "", "bot"]
    assert not any(seat.mark for seat in seen(start(person), person).seats)


def test_who_is_away_and_who_is_played_for_are_told_apart(game, person, friend, third):
    gone(game, friend)
    table.hand_to_computer(code=game.code, user=third)
    assert marks(game, person) == {
        "Ben": "Ben is away.",
        "Cat": "A computer plays for Cat.",
    }
    table.leave(code=game.code, user=friend)
    assert marks(game, person)["Ben"] == "Ben has left. A computer plays."


def test_a_computer_somebody_away_and_somebody_played_for_have_icons_of_their_own(
    game, person, friend, third
):
    gone(game, friend)
    table.hand_to_computer(code=game.code, user=third)
    icons = [seat.mark.icon if seat.mark else "" for seat in seen(game, person).seats]
    assert icons == ["", "away", "standin", "bot"]


def test_the_plate_of_who_is_away_is_marked_for_all(game, person, friend, third):
    gone(game, friend)
    for viewer in (person, third, None):
        page = html(game, viewer)
        assert page.count("data-away") == 1
        assert 'aria-label="Ben is away."' in page
    table.come_back(game_id=game.pk, user_id=friend.pk)
    assert "data-away" not in html(game, third)


def test_the_status_says_that_who_is_waited_for_is_away_or_played_for(game, person, friend):
    gone(game, person)
    assert seen(game, friend).status == ("Ann to bid.", "Ann is away.")
    table.hand_to_computer(code=game.code, user=person)
    assert seen(game, friend).status == ("Ann to bid.", "A computer plays for Ann.")


def test_whoever_is_played_for_reads_it_and_is_asked_for_nothing(game, person):
    table.hand_to_computer(code=game.code, user=person)
    shown = seen(game, person)
    assert shown.status[0] == "A computer plays for you."
    assert (shown.bid_panel, shown.is_your_turn) == (None, False)
    assert shown.hint == "A computer plays for you now. Take your seat back first."


def test_no_card_is_marked_in_the_hand_of_who_is_played_for(game, person):
    game = to_turn(game, person, Phase.PLAYING)
    table.hand_to_computer(code=game.code, user=person)
    assert {card.mark for card in seen(game, person).hand} == {""}


def test_bids_of_all_at_once_name_who_is_waited_for(person, friend, third):
    rules = parse_rules("3_ls2_turned_10t-0_sim")
    game = acts(gathered(person, friend, third, rules=rules), person)
    assert seen(game, person).status == ("You have bid.", "Waiting for Ben and Cat.")
    gone(game, third)
    table.hand_to_computer(code=game.code, user=friend)
    assert seen(game, person).status == ("You have bid.", "Waiting for Cat.")


# --- Clocks -------------------------------------------------------------------


def clocks(game: Game, user: User) -> dict[str, tuple[str, str, bool]]:
    timed = [seat for seat in seen(game, user).seats if seat.clock]
    return {s.name: (s.clock.left, s.clock.figure, s.clock.is_late) for s in timed if s.clock}


def test_the_clock_of_whose_turn_it_is_shows_figures_at_the_end_and_in_the_grace(
    game, friend, clock
):
    clock.pass_(19.5)
    assert clocks(game, friend) == {"Ann": ("10.5", "", False)}
    clock.pass_(1)
    assert clocks(game, friend) == {"Ann": ("9.5", "10", False)}
    clock.pass_(10.5)
    assert clocks(game, friend) == {"Ann": ("-1.0", "4", True)}


def test_there_is_no_clock_in_a_pause_without_one_or_for_a_computer(game, person, friend, third):
    for user in (person, friend, third):
        table.pause(code=game.code, user=user)
    assert clocks(game, person) == {}
    for user in (person, friend, third):
        table.resume(code=game.code, user=user)
    table.hand_to_computer(code=game.code, user=person)
    assert clocks(game, friend) == {}
    assert clocks(to_turn(gathered(person, friend), person), person) == {}


def test_the_page_has_the_seconds_that_are_left_and_no_style(game, person, clock):
    clock.pass_(4)
    page = html(game, person)
    assert 'data-left="26.0" data-grace="5"' in page
    assert "style=" not in page
    assert "You have 10 seconds left." in page


def test_the_menu_says_which_clock_there_is(game, person):
    assert "<small>30 seconds</small>" in html(game, person)
    assert 'i-clock"' not in html(start(person), person)


def test_a_computer_that_is_late_for_nobody_has_no_clock_after_the_alarm(game, person, clock):
    clock.pass_(35)
    rung(game)
    assert clocks(game, person) == {}


# --- Agreeing -----------------------------------------------------------------


def test_the_end_of_a_deal_says_who_is_ready_and_who_is_not(game, person, friend, third, clock):
    game = to_end_of_deal(game)
    clock.pass_(4)
    table.next_deal(code=game.code, user=person, deal=0)
    shown = seen(game, person)
    assert shown.agreement
    assert shown.next_deal_clock
    assert shown.agreement.waiting == "Waiting for Ben and Cat."
    assert [seat.has_said_next for seat in shown.seats] == [True, False, False, False]
    assert shown.next_deal_clock.figure == "11"
    page = html(game, person)
    assert "/next" not in page
    assert "/next" in html(game, friend)


def test_more_than_three_are_waited_for_by_number(person, friend, third):
    people = [User.objects.create_user(name) for name in ("Dan", "Eve", "Fay")]
    rules = parse_rules("6_ls1.1_turned_10t-0")
    game = to_end_of_deal(gathered(person, friend, third, *people, rules=rules))
    table.next_deal(code=game.code, user=person, deal=0)
    agreement = seen(game, person).agreement
    assert agreement
    assert agreement.waiting == "Waiting for 5 others."


def test_a_pause_is_asked_of_those_who_have_not_answered(game, person, friend, third):
    table.pause(code=game.code, user=person)
    asked = {user.name: seen(game, user).pause_asked for user in (person, friend)}
    assert asked["Ann"]
    assert asked["Ben"]
    assert asked["Ben"].sentence == "Ann asks for a pause."
    assert (asked["Ben"].may_answer, asked["Ann"].may_answer) == (True, False)
    assert asked["Ann"].sentence == "You asked for a pause. Waiting for Ben and Cat."
    assert asked["Ann"].may_take_back
    assert "/decline-pause" in html(game, friend)


def test_a_pause_is_asked_of_nobody_who_looks_on_or_is_played_for(game, person, friend, third):
    table.pause(code=game.code, user=person)
    table.hand_to_computer(code=game.code, user=third)
    assert "/decline-pause" not in html(game, third)
    assert "/decline-pause" not in html(game, None)


def test_a_paused_table_says_who_is_ready_to_go_on(game, person, friend, third):
    for user in (person, friend, third):
        table.pause(code=game.code, user=user)
    table.resume(code=game.code, user=person)
    shown = seen(game, person)
    assert shown.status == ("Paused.", "Waiting for Ben and Cat.")
    assert shown.agreement
    assert [(word.name, word.is_given) for word in shown.agreement.words] == [
        ("You", True),
        ("Ben", False),
        ("Cat", False),
    ]
    assert seen(game, friend).status == ("Paused.", "The clock stands still.")
    assert "/resume" not in html(game, person)
    assert "/resume" in html(game, friend)


def test_alone_a_pause_is_said_as_ever(person):
    game = start(person)
    table.pause(code=game.code, user=person)
    assert seen(game, person).status == ("Paused.", "The table waits for you.")
    assert "Nothing is lost" in html(game, person)


# --- The end ------------------------------------------------------------------


def test_a_game_that_everybody_left_says_so_at_the_table(game, person, friend, third):
    for user in (person, friend, third):
        table.leave(code=game.code, user=user)
    for viewer in (person, None):
        page = html(game, viewer)
        assert "Everybody had left. The game counts for nobody." in page
        assert "/take-back" not in page
    assert marks(game, person) == {}


def test_a_game_left_between_two_deals_says_so_too(game, person, friend, third):
    game = to_end_of_deal(game)
    for user in (person, friend, third):
        table.leave(code=game.code, user=user)
    assert "Everybody had left." in html(fresh(game), person)


# --- The menu -----------------------------------------------------------------


def test_the_menu_offers_what_belongs_to_the_kind_of_game(game, person):
    among, alone = html(game, person), html(start(person), person)
    assert all(f"/{act}" in among for act in ("hand-over", "leave", "pause"))
    assert "Ask for a pause" in among
    assert "/give-up" not in among
    assert all(f"/{act}" not in alone for act in ("hand-over", "leave", "take-back"))
    assert "/give-up" in alone


def test_a_page_without_a_script_looks_again_while_others_may_act(game, person, friend):
    assert "http-equiv" not in html(game, person)
    assert "http-equiv" in html(game, friend)
    assert "http-equiv" in html(game, None)
    assert "http-equiv" in html(to_end_of_deal(game), person)
