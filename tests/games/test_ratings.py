"""Ratings: the library's own numbers, what must hold of any, and once for every game."""

from random import Random

import pytest
from django.core.management import call_command
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import BradleyTerryFull

from accounts.heirs import hand_over
from games import table
from games.models import Game, Rating, RatingChange
from games.ratings import Skill, after_game, lowest_mean, rebuild
from games.refusals import TableError
from games.rules import parse_rules
from games.tasks import play_ai_turn
from tests.games.casts import SHORT, ann, ben, cat, finished_game, fresh, gus
from tests.games.endings import (
    QUICK,
    abandoned,
    at_last_card,
    finished_among,
    next_act,
    placed,
    ratings,
    step_shared,
)
from tests.games.gatherings import gathered

SKILLS = st.builds(Skill, st.floats(-20, 70), st.floats(0.5, 25 / 3))
TABLES = st.lists(st.tuples(SKILLS, st.integers(1, 8)), min_size=2, max_size=8)


def moved(*played: tuple[Skill, int]) -> list[Skill]:
    """What becomes of people at these places."""
    return after_game([skill for skill, _ in played], [place for _, place in played])


# --- The model ----------------------------------------------------------------


def test_the_numbers_are_those_of_the_library():
    model = BradleyTerryFull(beta=25 / 3, limit_sigma=True)
    skills, places = [Skill(30, 4), Skill(25, 8), Skill(20, 2)], [2, 1, 2]
    teams = [[model.rating(mu=skill.mean, sigma=skill.uncertainty)] for skill in skills]
    expected = model.rate(teams, ranks=[2.0, 1.0, 2.0])
    assert after_game(skills, places) == [Skill(p.mu, p.sigma) for (p,) in expected]


def test_the_numbers_are_those_of_the_paper():
    """Algorithm 1 of Weng and Lin, by hand, for two who begin."""
    drifted = (25 / 3) ** 2 + (25 / 300) ** 2
    c = (2 * drifted + 2 * (25 / 3) ** 2) ** 0.5
    gain = drifted / c * 0.5
    shrink = 1 - drifted**0.5 / c * drifted / c**2 * 0.25
    winner, loser = moved((Skill(), 1), (Skill(), 2))
    assert (winner.mean, loser.mean) == pytest.approx((25 + gain, 25 - gain))
    assert winner.uncertainty == pytest.approx((drifted * shrink) ** 0.5)


@given(TABLES)
def test_a_win_alone_raises_and_a_loss_alone_lowers(played):
    places = [place for _, place in played]
    for (old, place), new in zip(played, moved(*played), strict=True):
        if places.count(place) == 1 and place == min(places):
            assert new.mean > old.mean
        if places.count(place) == 1 and place == max(places):
            assert new.mean < old.mean


@given(TABLES)
def test_nobody_is_less_certain_after_a_game(played):
    for (old, _), new in zip(played, moved(*played), strict=True):
        assert 0 < new.uncertainty <= old.uncertainty


@given(TABLES, st.randoms(use_true_random=False))
def test_where_people_sit_is_all_one(played, chance):
    order = list(range(len(played)))
    chance.shuffle(order)
    there, here = moved(*(played[number] for number in order)), moved(*played)
    for new, number in zip(there, order, strict=True):
        assert new.mean == pytest.approx(here[number].mean)
        assert new.uncertainty == pytest.approx(here[number].uncertainty)


@given(TABLES)
def test_only_the_order_of_places_counts(played):
    doubled = [(skill, 2 * place) for skill, place in played]
    assert moved(*doubled) == moved(*played)


@given(SKILLS, st.integers(2, 8))
def test_equals_who_share_a_place_stay_equals(skill, number):
    new = moved(*[(skill, 1)] * number)
    assert all(each.mean == pytest.approx(skill.mean) for each in new)


def test_a_win_over_the_strong_brings_more():
    over_strong, _ = moved((Skill(25, 4), 1), (Skill(35, 4), 2))
    over_weak, _ = moved((Skill(25, 4), 1), (Skill(15, 4), 2))
    assert over_strong.mean - 25 > 2 * (over_weak.mean - 25)


def test_people_read_1500_at_first_and_how_far_it_may_be_off():
    assert (Skill().rating, Skill().margin) == (1500, 250)


@given(st.integers(0, 3000))
def test_the_lowest_mean_of_a_rating_reads_as_it_and_less_does_not(rating):
    assert Skill(lowest_mean(rating) + 1e-9).rating == rating
    assert Skill(lowest_mean(rating) - 1e-9).rating == rating - 1


# --- Which games count --------------------------------------------------------


@pytest.mark.django_db
def test_a_game_ranks_its_people_and_leaves_computers_out():
    game = finished_among(ann(), ben())
    changes = RatingChange.objects.filter(seat__game=game)
    assert {change.seat for change in changes} == set(placed(game))
    seats = placed(game)
    after = after_game([Skill(), Skill()], [seat.place or 0 for seat in seats])
    assert ratings() == {
        seat.name: (new.mean, new.uncertainty, 1) for seat, new in zip(seats, after, strict=True)
    }


@pytest.mark.django_db
def test_games_against_computers_and_abandoned_games_move_nothing():
    finished_game(ann())
    assert abandoned(ben(), cat()).status == Game.Status.ABANDONED
    assert (ratings(), RatingChange.objects.count()) == ({}, 0)


@pytest.mark.django_db
def test_a_game_given_up_moves_nothing():
    host = ann()
    table.give_up(code=gathered(host).code, user=host)
    assert ratings() == {}


@pytest.mark.django_db
def test_who_left_has_the_place_that_the_computer_came_to():
    people = (ann(), ben())
    game = gathered(*people, rules=QUICK)
    table.leave(code=game.code, user=people[1])
    while fresh(game).is_playing:
        step_shared(game, Random(1))
    assert {name: games for name, (_, _, games) in ratings().items()} == {"Ann": 1, "Ben": 1}


@pytest.mark.django_db
def test_what_a_rating_was_before_is_what_it_was_after_the_last_game():
    people = (ann(), ben(), cat())
    first, second = finished_among(*people, seed=1), finished_among(*people, seed=2)
    for user in people:
        old, new = (
            RatingChange.objects.get(seat__game=g, seat__user=user) for g in (first, second)
        )
        assert (old.mean_after, old.uncertainty_after) == (new.mean_before, new.uncertainty_before)
        assert Rating.objects.get(user=user).mean == new.mean_after


# --- Once ---------------------------------------------------------------------


@pytest.mark.django_db
def test_a_last_turn_that_is_delivered_twice_or_late_rates_once():
    people = (ann(), ben())
    game = next(
        game for seed in range(20) if (game := at_last_card(*people, seed=seed)).wake_at is not None
    )
    for _ in range(2):
        play_ai_turn(game.pk, game.version)
    done = fresh(game)
    play_ai_turn(game.pk, done.version)
    assert done.status == Game.Status.FINISHED
    assert {games for _, _, games in ratings().values()} == {1}


@pytest.mark.django_db
def test_a_last_card_that_is_pressed_twice_rates_once():
    people = (ann(), ben(), cat())
    act = next_act(at_last_card(*people), Random(1))
    act()
    with pytest.raises(TableError):
        act()
    assert {games for _, _, games in ratings().values()} == {1}


# --- From the facts -----------------------------------------------------------


@pytest.mark.django_db
def test_ratings_follow_from_the_facts_alone():
    people = [ann(), ben(), cat(), gus()]
    chance = Random(7)
    for seed in range(8):
        at_table = chance.sample(people, chance.choice((2, 3)))
        finished_among(*at_table, seed=seed)
    finished_game(people[0])
    before, changes = ratings(), list(RatingChange.objects.order_by("pk").values())
    Rating.objects.update(mean=0)
    RatingChange.objects.all()[0].delete()
    call_command("rebuild_ratings")
    assert ratings() == before
    assert list(RatingChange.objects.order_by("pk").values()) == changes


@pytest.mark.django_db
def test_longer_games_and_tables_with_computers_follow_from_the_facts_too():
    people = (ann(), ben())
    finished_among(*people, rules=SHORT)
    finished_among(*people, rules=parse_rules("5_ls1_turned_10t-0"))
    before = ratings()
    assert rebuild() == 2
    assert ratings() == before


@pytest.mark.django_db
def test_without_games_nobody_has_a_rating():
    Rating.objects.create(user=ann(), mean=30, uncertainty=2, games=9)
    assert rebuild() == 0
    assert ratings() == {}


# --- Guests -------------------------------------------------------------------


@pytest.mark.django_db
def test_a_guests_rating_goes_over_to_an_account_without_one():
    guest, heir, other = gus(), ann(), ben()
    finished_among(guest, other)
    mean, uncertainty, games = ratings()[guest.shown_name]
    hand_over(guest, heir)
    assert ratings()["Ann"] == (mean, uncertainty, games)
    assert set(ratings()) == {"Ann", "Ben"}
    before = ratings()
    rebuild()
    assert ratings() == before


@pytest.mark.django_db
def test_an_account_keeps_the_rating_it_has():
    guest, heir, other = gus(), ann(), ben()
    finished_among(heir, other)
    before = ratings()["Ann"]
    finished_among(guest, other, seed=2)
    hand_over(guest, heir)
    assert ratings()["Ann"] == before


@pytest.mark.django_db
def test_a_guest_without_a_rating_leaves_none():
    guest, heir = gus(), ann()
    hand_over(guest, heir)
    assert ratings() == {}
