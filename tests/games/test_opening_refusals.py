"""What a table where people gather says no to. No row changes."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from games import table
from games.models import Game
from games.refusals import (
    AlreadySeated,
    GameHasEnded,
    HasBegun,
    NoSuchGame,
    NoSuchSeat,
    NotBegun,
    NotOverYet,
    NotSeated,
    NotTheHost,
    NotWelcome,
    OnlyWithOthers,
    SeatTaken,
    SentAway,
    TableError,
    TableIsClosed,
    TableIsFull,
    TooManyTables,
)
from games.table.opening import MOST_OPEN
from tests.games.casts import ann, ben, cat, finished_game, gus, play_on, start
from tests.games.gatherings import gathered, offer, open_table
from tests.games.rows import nothing_changes
from tests.games.shunning import block

pytestmark = pytest.mark.django_db


def refused(kind: type[TableError], act: Callable[..., Any], **what: Any) -> None:
    """It is refused so, and nothing changes."""
    with nothing_changes(), pytest.raises(kind):
        act(**what)


def closed_table() -> Game:
    host = User.objects.create_user("Zoe")
    game = open_table(host)
    table.leave(code=game.code, user=host)
    return game


# --- Sitting down -------------------------------------------------------------


def test_a_taken_seat_is_refused():
    game = open_table(ann(), ben())
    refused(SeatTaken, table.sit, code=game.code, user=cat(), number=1)


def test_a_full_table_is_refused():
    game = open_table(ann(), computers=3)
    refused(TableIsFull, table.sit, code=game.code, user=ben())


@pytest.mark.parametrize("number", [4, 7, 8, 9999])
def test_a_seat_that_is_none_is_refused(number):
    game = open_table(ann())
    refused(NoSuchSeat, table.sit, code=game.code, user=ben(), number=number)


def test_a_second_seat_is_refused():
    guest = ben()
    game = open_table(ann(), guest)
    refused(AlreadySeated, table.sit, code=game.code, user=guest, number=3)


def test_a_game_that_has_begun_is_refused():
    game = gathered(ann(), ben())
    refused(HasBegun, table.sit, code=game.code, user=cat())


def test_a_game_that_is_over_is_refused():
    game = play_on(gathered(ann(), ben()))
    refused(GameHasEnded, table.sit, code=game.code, user=cat())


def test_a_closed_table_is_refused():
    refused(TableIsClosed, table.sit, code=closed_table().code, user=ben())


def test_whoever_was_sent_away_is_refused():
    host, guest = ann(), ben()
    game = open_table(host, guest)
    table.kick(code=game.code, user=host, number=1)
    refused(SentAway, table.sit, code=game.code, user=guest)


def test_whom_the_host_has_blocked_is_refused():
    host, guest = ann(), ben()
    game = open_table(host)
    block(host, guest)
    refused(NotWelcome, table.sit, code=game.code, user=guest)


@pytest.mark.parametrize("play", [start, finished_game], ids=["under way", "over"])
def test_somebodys_game_with_computers_is_not_told_of(play):
    game = play(ann())
    refused(NoSuchGame, table.sit, code=game.code, user=ben())


def test_a_code_of_no_game_is_refused():
    refused(NoSuchGame, table.sit, code="nothing", user=ben())


def test_nobody_sits_at_more_than_a_few_open_tables():
    guest = ben()
    for name in ("Fay", "Hal", "Ivo"):
        open_table(User.objects.create_user(name), guest)
    another = open_table(ann())
    refused(TooManyTables, table.sit, code=another.code, user=guest)
    refused(TooManyTables, table.open_table, host=guest, offer=offer())


def test_a_stranger_is_told_before_a_guest_is_made():
    game = open_table(ann(), ben(), computers=1)
    refused(SeatTaken, table.refuse_stranger, code=game.code, number=0)
    refused(NoSuchGame, table.refuse_stranger, code="nothing")
    with nothing_changes():
        table.refuse_stranger(code=game.code, number=2)


# --- Opening ------------------------------------------------------------------


def test_nobody_opens_more_than_a_few_tables():
    host = ann()
    for _ in range(MOST_OPEN):
        open_table(host)
    refused(TooManyTables, table.open_table, host=host, offer=offer())


def test_tables_that_have_begun_or_closed_count_no_more():
    host = ann()
    for _ in range(MOST_OPEN):
        table.start(code=open_table(host).code, user=host)
    assert table.open_table(host=host, offer=offer()).is_open


@pytest.mark.parametrize("computers", [-1, 4, 7])
def test_computers_leave_the_host_a_seat(computers):
    refused(NoSuchSeat, table.open_table, host=ann(), offer=offer(computers=computers))


# --- What is the host's -------------------------------------------------------

HOSTS: dict[str, dict[str, Any]] = {"kick": {"number": 0}, "seat_computer": {"number": 3}}


@pytest.mark.parametrize("name", ["kick", "seat_computer", "start"])
def test_only_the_host_does_what_is_the_hosts(name):
    guest = ben()
    game = open_table(ann(), guest)
    what = HOSTS.get(name, {})
    refused(NotTheHost, getattr(table, name), code=game.code, user=guest, **what)
    refused(NotSeated, getattr(table, name), code=game.code, user=cat(), **what)


@pytest.mark.parametrize("name", ["kick", "seat_computer", "start"])
def test_nothing_of_that_is_done_once_the_game_has_begun(name):
    host = ann()
    game = gathered(host, ben())
    what = HOSTS.get(name, {})
    refused(HasBegun, getattr(table, name), code=game.code, user=host, **what)
    game = play_on(game)
    refused(GameHasEnded, getattr(table, name), code=game.code, user=host, **what)


def test_a_start_pressed_twice_by_who_is_alone_is_told_kindly():
    host = ann()
    game = open_table(host, is_watchable=False)
    table.start(code=game.code, user=host)
    refused(HasBegun, table.start, code=game.code, user=host)


@pytest.mark.parametrize("number", [0, 2, 7], ids=["the host", "nobody", "no seat"])
def test_there_is_nobody_to_send_away(number):
    host = ann()
    game = open_table(host, ben())
    refused(NoSuchSeat, table.kick, code=game.code, user=host, number=number)


def test_a_computer_takes_free_seats_only():
    host = ann()
    game = open_table(host, ben())
    refused(SeatTaken, table.seat_computer, code=game.code, user=host, number=1)
    refused(NoSuchSeat, table.seat_computer, code=game.code, user=host, number=4)


# --- Leaving, playing, again --------------------------------------------------


def test_who_has_no_seat_can_not_leave_it():
    game = open_table(ann())
    refused(NotSeated, table.leave, code=game.code, user=ben())


def test_nobody_plays_before_the_start():
    host = ann()
    game = open_table(host)
    refused(NotBegun, table.bid, code=game.code, user=host, deal=0, turn=0, value=0)


def test_a_rematch_waits_for_the_end():
    host = ann()
    game = gathered(host, ben())
    refused(NotOverYet, table.rematch, code=game.code, user=host)


@pytest.mark.parametrize("stranger", [cat, gus])
def test_a_rematch_is_for_those_who_played(stranger):
    game = play_on(gathered(ann(), ben()))
    refused(NoSuchGame, table.rematch, code=game.code, user=stranger())


def test_a_game_with_computers_alone_has_no_rematch():
    person = ann()
    refused(OnlyWithOthers, table.rematch, code=finished_game(person).code, user=person)


def test_a_rematch_that_has_begun_without_somebody_is_refused():
    host, late = ann(), ben()
    game = play_on(gathered(host, late))
    again = table.rematch(code=game.code, user=host)
    table.start(code=again.code, user=host)
    refused(NoSuchGame, table.rematch, code=game.code, user=cat())
    refused(HasBegun, table.rematch, code=game.code, user=late)
