"""Two act at the same instant, each with a connection of its own: exactly one of them wins."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from games import table
from games.models import Bid, Deal, Game, Play
from games.reading import Table
from games.refusals import TableError
from games.rules import Phase, RulesError, parse_rules
from tests.games.casts import ann, fresh, lowest, moment, play_on, start, to_person

pytestmark = pytest.mark.django_db(transaction=True)

Act = Callable[[], object]


def at_once(*acts: Act) -> list[object]:
    """What came of acts that began together: their results and refusals."""
    ready = Barrier(len(acts))

    def one(act: Act) -> object:
        try:
            connection.ensure_connection()
            ready.wait(10)
            return act()
        except (TableError, RulesError) as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(one, acts))


def winners(results: list[object]) -> list[Game]:
    return [result for result in results if isinstance(result, Game)]


@pytest.mark.parametrize("times", [2, 5])
def test_a_bid_pressed_many_times_counts_once(times):
    game = to_person(start(ann()))
    press = moment(game) | {"value": 0}
    results = at_once(*[lambda: table.bid(**press)] * times)
    assert len(winners(results)) == 1
    assert Bid.objects.filter(seat__user__isnull=False).count() == 1
    assert fresh(game).version == game.version + 1


def test_two_different_bids_at_once_count_one():
    game = to_person(start(ann()))
    press = moment(game)
    results = at_once(*[lambda v=v: table.bid(**press, value=v) for v in (0, 1)])
    assert len(winners(results)) == 1


def test_a_card_pressed_twice_is_played_once():
    game = to_person(start(ann()), Phase.PLAYING)
    press = moment(game) | {"card": lowest(game)}
    results = at_once(*[lambda: table.play(**press)] * 2)
    assert len(winners(results)) == 1
    assert Play.objects.filter(seat__user__isnull=False).count() == 1


def test_a_task_delivered_twice_at_once_acts_once():
    game = start(ann(), seed=1)
    now = Table.read(game)
    seat = now.computers_to_act[0].number
    task = {"game_id": game.pk, "version": game.version, "seat_number": seat, "action": 0}
    results = at_once(*[lambda: table.act_for_computer(**task)] * 3)
    assert len(winners(results)) == 1
    assert Bid.objects.count() == 1


def test_a_deal_asked_for_twice_at_once_is_dealt_once():
    game = play_on(start(ann()), deals=1)
    press = {"code": game.code, "user": moment(game)["user"], "deal": 0}
    results = at_once(*[lambda: table.next_deal(**press)] * 2)
    assert len(winners(results)) == 1
    assert Deal.objects.count() == 2


def test_a_person_and_a_computer_may_bid_at_the_same_instant():
    game = start(ann(), parse_rules("3_ls1_turned_10t-0_sim"))
    task = {"game_id": game.pk, "version": game.version, "seat_number": 1, "action": 0}
    press = moment(game) | {"value": 1}
    results = at_once(lambda: table.bid(**press), lambda: table.act_for_computer(**task))
    # The person's bid counts whoever was first; the computer's only where it was.
    assert isinstance(results[0], Game)
    assert fresh(game).version == game.version + len(winners(results))
    assert Bid.objects.count() == len(winners(results))


def test_a_pause_and_a_computers_turn_at_once_leave_a_game_that_sleeps():
    person = ann()
    game = start(person, seed=1)
    seat = Table.read(game).computers_to_act[0].number
    task = {"game_id": game.pk, "version": game.version, "seat_number": seat, "action": 0}
    at_once(
        lambda: table.pause(code=game.code, user=person),
        lambda: table.act_for_computer(**task),
    )
    assert (fresh(game).is_paused, fresh(game).wake_at) == (True, None)
