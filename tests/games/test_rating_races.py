"""Games of the same people that end at the same instant: each is rated, once, and none waits for
ever."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from random import Random

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from accounts.heirs import hand_over
from accounts.models import User
from games.models import Game, Rating, RatingChange
from games.ratings import rate, rebuild
from tests.games.casts import ann, ben, cat, gus
from tests.games.endings import at_last_card, finished_among, next_act, placed, rated_at, ratings
from tests.games.test_races import at_once, winners
from tests.server import until

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 5


def ending(*people: User, seed: int):
    """The action that ends a game of these people."""
    return next_act(at_last_card(*people, seed=seed), Random(seed))


def counted() -> dict[str, int]:
    return {name: games for name, (_, _, games) in ratings().items()}


def test_games_of_the_same_people_in_other_seats_end_at_once():
    a, b, c = ann(), ben(), cat()
    for round_ in range(ROUNDS):
        ends = [ending(*people, seed=round_) for people in ((a, b, c), (c, b, a), (b, a), (c, a))]
        results = at_once(*ends)
        assert len(winners(results)) == 4
    assert counted() == {"Ann": 4 * ROUNDS, "Ben": 3 * ROUNDS, "Cat": 3 * ROUNDS}


def test_ratings_that_were_made_at_once_follow_from_the_facts():
    a, b, c = ann(), ben(), cat()
    for round_ in range(ROUNDS):
        at_once(*[ending(*people, seed=round_) for people in ((a, b), (b, c), (c, a))])
    before = ratings()
    call_command("rebuild_ratings")
    assert ratings() == before


def test_a_last_card_twice_at_once_is_rated_once():
    act = ending(ann(), ben(), seed=1)
    assert len(winners(at_once(act, act, act))) == 1
    assert counted() == {"Ann": 1, "Ben": 1}
    assert RatingChange.objects.count() == 2


def test_a_game_that_ends_while_all_is_rebuilt_is_counted_once():
    a, b = ann(), ben()
    for seed in range(ROUNDS):
        at_once(ending(a, b, seed=seed), rebuild)
        assert counted() == {"Ann": seed + 1, "Ben": seed + 1}
    assert RatingChange.objects.count() == 2 * Game.objects.count()


def test_a_guest_may_log_in_while_a_game_of_theirs_ends():
    heir, other = ann(), ben()
    for seed in range(ROUNDS):
        guest = gus()
        end = ending(guest, other, seed=seed)
        at_once(end, partial(hand_over, guest, heir))
        assert not Game.objects.filter(seats__user=guest).exists()
    assert set(counted()) <= {"Ann", "Ben"}


# --- Who waits for whom -------------------------------------------------------

one_writer = pytest.mark.skipif(
    connection.vendor == "sqlite", reason="SQLite has one writer, who waits for nobody"
)


@contextmanager
def holding_up(act: Callable[[], object]) -> Iterator[Callable[[], None]]:
    """A transaction that holds up an act of another thread, from the call of what is given on;
    the act goes on afterwards."""

    def alone() -> None:
        try:
            act()
        finally:
            connection.close()

    def begin() -> None:
        begun.append(other.submit(alone))
        until(lambda: begun[0].done() or _somebody_waits())
        assert not begun[0].done()

    begun: list[Future[None]] = []
    with ThreadPoolExecutor(1) as other:
        with transaction.atomic():
            yield begin
        begun[0].result()


def _somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks"
            " WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
        )
        (number,) = cursor.fetchone()
    return bool(number)


@one_writer
def test_ratings_are_locked_in_the_order_of_their_keys():
    first, second = ann(), ben()
    seats = placed(finished_among(first, second))
    Rating.objects.all().delete()
    RatingChange.objects.all().delete()
    rated_at(second, 1500)  # so that the order of keys is not that of the rows
    rated_at(first, 1500)
    lock = Rating.objects.select_for_update(nowait=True).get
    with holding_up(transaction.atomic(lambda: rate(reversed(seats)))) as begin:
        lock(user=first)
        begin()
        lock(user=second)
    assert counted() == {"Ann": 11, "Ben": 11}


@one_writer
def test_a_rebuilding_waits_for_a_game_that_is_about_to_end():
    end = ending(ann(), ben(), seed=1)
    finished_among(*User.objects.all(), seed=2)
    with holding_up(rebuild) as begin:
        end()
        begin()
    assert counted() == {"Ann": 2, "Ben": 2}
    assert RatingChange.objects.count() == 4
