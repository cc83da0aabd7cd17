"""What becomes of a guest's seats when the guest logs in to an account."""

import pytest

from accounts.heirs import hand_over
from accounts.models import User
from games import table
from games.models import Game, Seat
from games.rules import parse_rules
from tests.games.casts import ann, ben, fresh, gus
from tests.games.gatherings import gathered, names_at, open_table, seat_of
from tests.games.watching import quick, watching

pytestmark = pytest.mark.django_db
LONG = parse_rules("4_ls3.2_turned_10t-0_hook")
CLOSED = 4404


@pytest.fixture
def guest() -> User:
    return gus()


@pytest.fixture
def heir() -> User:
    return ann()


def test_the_account_has_the_guests_seat(guest, heir):
    game = gathered(guest, ben(), rules=LONG)
    hand_over(guest, heir)
    assert seat_of(game, heir).number == 0


def test_where_both_sit_the_guest_leaves_to_a_computer(guest, heir):
    game = gathered(guest, heir, rules=LONG)
    hand_over(guest, heir)
    left = game.seats.get(user_id=guest.pk)
    assert left.absence == Seat.Absence.LEFT
    assert not seat_of(game, heir).absence
    assert fresh(game).is_playing


def test_where_both_wait_the_guest_stands_up(guest, heir):
    game = open_table(guest, heir)
    hand_over(guest, heir)
    assert names_at(game) == ["", "Ann", "", ""]
    assert fresh(game).host == heir


def test_an_account_that_was_sent_away_does_not_come_back_as_the_guest_it_was(guest, heir):
    host = ben()
    game = open_table(host, heir)
    table.kick(code=game.code, user=host, number=1)
    table.sit(code=game.code, user=guest, number=2)
    hand_over(guest, heir)
    assert names_at(game) == ["Ben", "", "", ""]


def test_an_ended_game_keeps_both_as_they_were(guest, heir):
    game = gathered(guest, heir, rules=LONG)
    for user in (guest, heir):
        table.leave(code=game.code, user=user)
    assert fresh(game).status == Game.Status.ABANDONED
    hand_over(guest, heir)
    assert game.seats.filter(user_id=guest.pk).exists()


@pytest.mark.django_db(transaction=True)
async def test_the_guests_open_sockets_close_at_once():
    guest, heir = await quick(gus), await quick(ann)
    game = await quick(gathered, guest, heir, rules=LONG)
    async with watching(game, guest) as tab:
        await tab.painting()
        await quick(hand_over, guest, heir)
        assert await tab.shutting() == CLOSED
