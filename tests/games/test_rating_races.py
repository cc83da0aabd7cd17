"""Games of the same people that end at the same instant: each is rated, once, and none waits for
ever."""

from random import Random

import pytest
from django.core.management import call_command

from accounts.heirs import hand_over
from accounts.models import User
from games.models import Game, RatingChange
from games.ratings import rebuild
from tests.games.casts import ann, ben, cat, gus
from tests.games.endings import at_last_card, next_act, ratings
from tests.games.test_races import at_once, winners

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
        at_once(end, lambda guest=guest: hand_over(guest, heir))
        assert not Game.objects.filter(seats__user=guest).exists()
    assert set(counted()) <= {"Ann", "Ben"}
