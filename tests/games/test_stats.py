"""Statistics against a plain recount of the same games, and the few rules they follow."""

from collections import Counter
from dataclasses import fields
from fractions import Fraction
from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import call_command
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.models import BidTally, Game, Score, Seat, Tally
from games.rules import parse_rules
from games.stats import (
    Figures,
    Group,
    Kind,
    Streak,
    among,
    bidding_of,
    bidding_streak,
    change_by,
    count,
    recount,
    results_of,
    statistics_of,
    totalled,
)
from games.table import give_up, hand_over
from tests.games.casts import ann, ben, cat, finished_game, gus, start, with_totals
from tests.games.endings import abandoned, finished_among

pytestmark = pytest.mark.django_db

THREE = parse_rules("3_ls1.1_turned_10t-0_hook")
FOUR = parse_rules("4_ls2.1_turned_10t-1t")


def recounted(user: User) -> dict[Group, Figures]:
    """The same figures, game by game in plain Python."""
    counted: dict[Group, Figures] = {}
    for game in Game.objects.filter(status="finished", seats__user=user):
        seats = list(game.seats.all())
        me = next(seat for seat in seats if seat.user_id == user.pk)
        winners = [seat for seat in seats if seat.place == 1]
        lines = list(Score.objects.filter(seat=me))
        dealt = [line for line in lines if line.deal.dealer == me.number]
        people = sum(seat.user_id is not None for seat in seats)
        deals = game.deals.count()
        group = Group(game.level, len(seats), game.preset, deals, with_people=people > 1)
        own = Figures(
            games=1,
            wins=int(me in winners),
            shared=int(me in winners and len(winners) > 1),
            places=me.place or 0,
            totals=me.total or 0,
            best=me.total,
            bids=len(lines),
            made=sum(line.bid == line.taken for line in lines),
            over=sum(line.bid < line.taken for line in lines),
            zeros=sum(line.bid == 0 for line in lines),
            zeros_made=sum(line.bid == line.taken == 0 for line in lines),
            dealer=len(dealt),
            dealer_made=sum(line.bid == line.taken for line in dealt),
            points=sum(line.points for line in lines),
        )
        counted[group] = counted.get(group, Figures()) + own
    return counted


def many_games(user: User) -> None:
    for seed, (rules, level, preset) in enumerate(
        [
            (THREE, "easy", "standard"),
            (THREE, "easy", "standard"),
            (THREE, "medium", ""),
            (FOUR, "medium", "standard"),
            (FOUR, "medium", "classic"),
            (FOUR, "medium", "classic"),
        ]
    ):
        finished_game(user, rules, level=level, preset=preset, seed=seed)


def test_figures_are_those_of_a_plain_recount():
    user = ann()
    many_games(user)
    assert statistics_of(user) == recounted(user)
    assert len(statistics_of(user)) == 4


def test_games_with_people_are_kept_apart():
    user, other = ann(), ben()
    finished_game(user, THREE, preset="standard")
    finished_among(user, other, rules=THREE)
    finished_among(other, user, rules=FOUR)
    found = statistics_of(user)
    assert found == recounted(user)
    assert totalled(among(found, with_people=False).values()).games == 1
    assert totalled(among(found, with_people=True).values()).games == 2


def test_what_a_game_with_people_changed_is_seen_among_such_games_only():
    user, other = ann(), ben()
    finished_game(user, THREE)
    first = finished_among(user, other, rules=THREE)
    before, after = change_by(first, user)
    assert (before.games, after.games) == (0, 1)
    assert change_by(finished_game(user, THREE), user)[1].games == 2


def test_a_game_that_everybody_left_counts_for_nobody():
    user, other = ann(), ben()
    abandoned(user, other)
    assert (statistics_of(user), statistics_of(other)) == ({}, {})


def test_groups_add_up_to_everything():
    user = ann()
    many_games(user)
    everything = totalled(statistics_of(user).values())
    assert everything.games == 6
    assert everything.bids == 12
    assert everything.best == max(f.best or 0 for f in statistics_of(user).values())


def test_a_shared_win_is_a_win_and_counted_by_itself():
    user = ann()
    with_totals(finished_game(user), 20, 20, 5, 0)
    with_totals(finished_game(user), 20, 10, 10, 0)
    figures = totalled(statistics_of(user).values())
    assert (figures.wins, figures.shared) == (2, 1)


def test_a_win_that_others_share_is_not_mine():
    user = ann()
    with_totals(finished_game(user), 10, 20, 20, 0)
    figures = totalled(statistics_of(user).values())
    assert (figures.wins, figures.shared, figures.places) == (0, 0, 3)


def test_only_own_finished_games_count():
    user = ann()
    start(user)
    give_up(code=start(user).code, user=user)
    finished_game(ben())
    assert statistics_of(user) == {}


def test_averages_are_worked_out_from_sums():
    figures = Figures(games=4, wins=1, places=9, totals=100, bids=8, made=2, points=36)
    assert figures.average_place == Fraction(9, 4)
    assert figures.average_total == 25
    assert figures.points_per_deal == 4.5
    assert figures.made_rate == figures.win_rate == 0.25


def test_what_a_game_changed_is_seen_among_games_like_it():
    user = ann()
    finished_game(user, THREE, preset="standard")
    finished_game(user, FOUR, preset="")
    finished_game(user, FOUR, level="easy", preset="standard")
    first = with_totals(finished_game(user, FOUR, preset="classic"), 30, 20, 10, 0)
    before, after = change_by(first, user)
    assert before == Figures()
    assert (after.games, after.wins, after.totals, after.bids) == (1, 1, 30, 2)


def test_games_that_ended_later_leave_an_earlier_change_alone():
    user = ann()
    first = finished_game(user, FOUR, preset="standard")
    second = finished_game(user, FOUR, preset="standard")
    assert change_by(first, user)[1].games == 1
    before, after = change_by(second, user)
    assert before == change_by(first, user)[1]
    assert after.games == 2


def test_statistics_cost_one_query(django_assert_num_queries: DjangoAssertNumQueries):
    user = ann()
    many_games(user)
    with django_assert_num_queries(1):
        statistics_of(user)


# --- What is kept ---------------------------------------------------------------


def kept() -> set[tuple[object, ...]]:
    """Every tally, without the keys of rows."""
    kind = ("user", "level", "players", "preset", "deals", "with_people")
    tallies = Tally.objects.values_list(*kind, *(each.name for each in fields(Figures)))
    of_kind = (f"tally__{name}" for name in kind)
    bids = BidTally.objects.values_list(*of_kind, "hand_size", "bid", "off", "bids")
    return {*tallies, *bids}


def test_games_counted_as_they_ended_are_what_all_games_counted_again_come_to(capsys):
    user, other = ann(), ben()
    many_games(user)
    for seed in range(3):
        finished_among(user, other, rules=THREE, seed=seed)
    as_they_ended = kept()
    Tally.objects.filter(user=other).delete()
    Tally.objects.update(games=99)
    call_command("rebuild_statistics")
    assert kept() == as_they_ended
    assert capsys.readouterr().out == "Counted 12 seats.\n"


def test_counting_one_person_again_leaves_others_alone():
    user, other = ann(), ben()
    finished_among(user, other)
    Tally.objects.update(games=99)
    assert recount(user) == 1
    assert totalled(statistics_of(user).values()).games == 1
    assert totalled(statistics_of(other).values()).games == 99


def test_an_account_inherits_the_statistics_of_its_guest():
    guest, user = gus(), ann()
    finished_game(guest, THREE)
    finished_game(user, THREE)
    hand_over(guest, user)
    assert statistics_of(user) == recounted(user)
    assert totalled(statistics_of(user).values()).games == 2
    assert not Tally.objects.filter(user=guest)


def test_bids_are_kept_by_size_hand_size_and_how_far_off_they_were():
    user = ann()
    finished_game(user, FOUR, seed=1)
    finished_game(user, FOUR, seed=2)
    lines = Score.objects.filter(seat__user=user)
    assert bidding_of(user, statistics_of(user)) == Counter(
        Kind(FOUR.hand_size(line.deal.number), line.bid, line.taken - line.bid) for line in lines
    )


def test_bids_of_other_groups_are_left_out():
    user = ann()
    finished_game(user, FOUR)
    finished_game(user, THREE)
    threes = {group for group in statistics_of(user) if group.players == 3}
    assert sum(bidding_of(user, threes).values()) == THREE.deals


def test_results_come_in_the_order_in_which_games_ended():
    user = ann()
    games = [finished_game(user, rules) for rules in (FOUR, THREE, FOUR)]
    assert [(each.ended_at, each.group.players) for each in results_of(user)] == [
        (game.finished_at, game.rules.players) for game in games
    ]


@pytest.mark.parametrize(
    ("happened", "now", "best"),
    [("", 0, 0), ("0", 0, 0), ("1", 1, 1), ("110", 0, 2), ("0111011", 2, 3), ("1111", 4, 4)],
)
def test_a_streak_is_the_longest_run_and_the_last(happened, now, best):
    assert Streak.of(happened) == Streak(now, best)


def test_bids_made_in_a_row_go_on_from_game_to_game():
    user = ann()
    games = [finished_game(user, FOUR, seed=seed) for seed in range(4)]
    lines = Score.objects.filter(seat__user=user)
    made = [line.is_made for line in lines.order_by("deal__game__finished_at", "deal__number")]
    assert len(made) == sum(game.rules.deals or 0 for game in games)
    assert bidding_streak(results_of(user)) == Streak.of("".join("01"[each] for each in made))


def test_a_game_is_counted_with_the_same_few_queries_however_many_people_played(
    django_assert_max_num_queries: DjangoAssertNumQueries,
):
    game = finished_among(ann(), ben(), cat(), rules=THREE)
    with django_assert_max_num_queries(9):
        count(game)


def test_games_of_before_are_counted_when_the_site_is_brought_up_to_date():
    user, other = ann(), ben()
    many_games(user)
    finished_among(user, other, rules=THREE)
    as_they_ended, made = kept(), set(Seat.objects.values_list("pk", "made"))
    Tally.objects.all().delete()
    Seat.objects.update(made="")
    import_module("games.migrations.0008_games_so_far_are_counted").count(apps, None)
    assert kept() == as_they_ended
    assert set(Seat.objects.values_list("pk", "made")) == made
