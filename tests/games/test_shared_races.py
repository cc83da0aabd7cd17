"""At a table with others two act at the same instant: each of them wholly or not at all."""

import pytest

from games import table
from games.clocks import Clock
from games.models import Bid, Deal, Game, Play, Seat
from games.refusals import Stale
from games.rules import Phase, parse_rules
from tests.games.casts import fresh
from tests.games.gatherings import gathered, gone, later, rung, seat_of
from tests.games.test_races import at_once, winners
from tests.games.turns import moment_of, read, to_end_of_deal, to_turn

pytestmark = pytest.mark.django_db(transaction=True)

LONG = parse_rules("4_ls4.3_turned_10t-0_hook")


@pytest.fixture
def game(person, friend) -> Game:
    """A card is asked of Ann, and her time is up at this very moment."""
    game = to_turn(gathered(person, friend, rules=LONG, clock=Clock.NORMAL), person, Phase.PLAYING)
    return later(game, 35)


def ring(game: Game):
    return lambda: table.time_is_up(game_id=game.pk, version=game.version)


def computer(game: Game):
    """The computer's lowest card for whoever is to act, decided at this version."""
    now = read(game)
    card = min(now.position.legal_plays(now.to_act[0].number))
    return lambda: table.act_for_computer(
        game_id=game.pk, version=game.version, seat_number=now.to_act[0].number, action=card
    )


def card_of(game: Game, user):
    card = min(read(game).position.legal_plays(read(game).seat_of(user).number))
    return lambda: table.play(**moment_of(game, user), card=card)


@pytest.mark.parametrize("_", range(5))
def test_of_a_card_and_the_clock_exactly_one_counts(_, game, person):
    press, plays = card_of(game, person), Play.objects.count()
    results = at_once(press, ring(game))
    assert len(winners(results)) == 1
    played = isinstance(results[0], Game)
    assert Play.objects.count() - plays == played
    assert seat_of(game, person).absence == ("" if played else Seat.Absence.LATE)
    assert fresh(game).version == game.version + 1


@pytest.mark.parametrize("_", range(5))
def test_of_a_computer_and_who_takes_the_seat_back_exactly_one_acts(_, game, person):
    late = rung(game)
    press, plays = moment_of(late, person), Play.objects.count()
    card = min(read(late).position.legal_plays(read(late).seat_of(person).number))

    def take_back_and_play() -> Game:
        table.take_back(code=late.code, user=person)
        return table.play(**press, card=card)

    results = at_once(take_back_and_play, computer(late))
    assert Play.objects.count() == plays + 1
    assert isinstance(results[0], Game) != isinstance(results[1], Game)
    assert seat_of(game, person).absence == ""


def test_the_clock_rings_at_once_from_two_workers_and_counts_once(game):
    results = at_once(*[ring(game)] * 3)
    assert len(winners(results)) == 1
    assert fresh(game).version == game.version + 1


@pytest.mark.parametrize("_", range(3))
def test_the_next_deal_is_dealt_once_by_all_and_the_clock_together(_, person, friend):
    game = to_end_of_deal(gathered(person, friend, rules=LONG))
    table.next_deal(code=game.code, user=person, deal=0)
    game = later(game, 15)
    at_once(lambda: table.next_deal(code=game.code, user=friend, deal=0), ring(game))
    assert Deal.objects.filter(game=game).count() == 2
    assert not game.seats.exclude(wish="").exists()


@pytest.mark.parametrize("_", range(3))
def test_all_agree_at_the_same_instant(_, person, friend):
    game = to_turn(gathered(person, friend, rules=LONG, clock=Clock.NORMAL), person)
    results = at_once(
        *[lambda u=user: table.pause(code=game.code, user=u) for user in (person, friend)]
    )
    assert len(winners(results)) == 2
    assert (fresh(game).is_paused, fresh(game).version) == (True, game.version + 2)


@pytest.mark.parametrize("_", range(3))
def test_the_last_two_leave_at_the_same_instant(_, person, friend):
    game = gathered(person, friend, rules=LONG)
    results = at_once(
        *[lambda u=user: table.leave(code=game.code, user=u) for user in (person, friend)]
    )
    assert len(winners(results)) == 2
    assert fresh(game).status == Game.Status.ABANDONED


@pytest.mark.parametrize("_", range(3))
def test_two_connections_lost_and_found_at_once_leave_nobody_gone(_, person, friend):
    game = gone(gathered(person, friend, rules=LONG), person)
    back = [lambda: table.come_back(game_id=game.pk, user_id=person.pk)] * 2
    at_once(*back, lambda: gone(game, friend))
    assert [seat.gone_since is None for seat in game.seats.all()] == [True, False, True, True]


def test_two_bids_of_all_at_once_and_a_clock(person, friend):
    rules = parse_rules("3_ls2_turned_10t-0_sim")
    game = later(gathered(person, friend, rules=rules, clock=Clock.NORMAL), 35)
    press = moment_of(game, person) | {"value": 0}
    results = at_once(lambda: table.bid(**press), ring(game))
    assert isinstance(results[0], Game) or seat_of(game, person).absence == Seat.Absence.LATE
    assert Bid.objects.count() == isinstance(results[0], Game)
    with pytest.raises(Stale):
        table.time_is_up(game_id=game.pk, version=game.version)
