"""Results of games with other people: ratings, who was played for, and what comes next."""

from html import unescape
from random import Random

import pytest

from accounts.models import User
from games import table
from games.models import Game, RatingChange
from games.ratings import Skill
from games.rules import parse_rules
from tests.games.casts import ann, ben, browser, cat, finished_game, fresh
from tests.games.endings import QUICK, abandoned, finished_among, step_shared
from tests.games.gatherings import gathered, seat_of

pytestmark = pytest.mark.django_db


def shown(user: User, game: Game):
    page = browser(user).get(f"/game/{game.code}/results")
    assert page.status_code == 200
    return page


def text(page) -> str:
    return " ".join(unescape(page.content.decode()).split())


def test_the_rating_of_everybody_is_told_before_and_after():
    people = (ann(), ben(), cat())
    game = finished_among(*people)
    for user in people:
        ratings = shown(user, game).context["result"].ratings
        mine = next(one for one in ratings if one.is_you)
        change = RatingChange.objects.get(seat=seat_of(game, user))
        new = Skill(change.mean_after, change.uncertainty_after)
        assert (mine.name, mine.before, mine.after, mine.margin) == (
            "You",
            1500,
            new.rating,
            new.margin,
        )
        assert {one.name for one in ratings} == {"You", *(o.name for o in people if o != user)}


def test_the_winner_is_said_to_have_gained():
    user, other = ann(), ben()
    game = finished_among(user, other)
    winner = min((user, other), key=lambda each: seat_of(game, each).place or 0)
    first = shown(winner, game).context["result"].ratings[0]
    tied = seat_of(game, user).place == seat_of(game, other).place
    assert first.change.startswith("0" if tied else "+")


def test_only_people_have_ratings_on_the_page():
    user = ann()
    assert len(shown(user, finished_among(user, ben())).context["result"].ratings) == 2
    assert "Ratings" not in text(shown(user, finished_game(user)))


def test_for_whom_a_computer_played_is_told():
    user, other = ann(), ben()
    game = gathered(user, other, rules=QUICK)
    table.leave(code=game.code, user=other)
    while fresh(game).is_playing:
        step_shared(game, Random(1))
    assert "A computer played for Ben (bids: 1, cards: 1)." in text(shown(user, game))
    assert "A computer played for you (bids: 1, cards: 1)." in text(shown(other, game))
    assert "A computer played" not in text(shown(user, finished_among(user, other)))


def test_what_everybody_left_counts_for_nobody():
    user = ann()
    page = text(shown(user, abandoned(user, ben())))
    assert "Everybody had left. This game counts for nobody." in page
    assert "Ratings" not in page
    assert "What this game changed" not in page


def test_after_a_game_with_people_nothing_is_played_again_without_them():
    user = ann()
    for game in (finished_among(user, ben()), abandoned(user, cat())):
        page = text(shown(user, game))
        assert f'action="/game/{game.code}/again"' not in page
        assert f'action="/game/{game.code}/rematch"' in page
    assert "Play again" in text(shown(user, finished_game(user)))


def test_what_the_game_changed_is_counted_among_games_with_people():
    user, other = ann(), ben()
    finished_game(user, QUICK)
    page = text(shown(user, finished_among(user, other)))
    assert "<dt>Games with people, 3 at the table</dt><dd>1</dd>" in page


def test_the_page_costs_as_many_queries_for_many_people_as_for_two(django_assert_max_num_queries):
    people = [User.objects.create_user(name) for name in ("Ann", "Ben", "Cat", "Dan", "Eve")]
    game = finished_among(*people, rules=parse_rules("5_ls1_turned_10t-0"))
    client = browser(people[0])
    with django_assert_max_num_queries(24):
        client.get(f"/game/{game.code}/results")
