from fractions import Fraction

import pytest

from games.rules import Rules, final_totals, places, settle
from tests.builders import house_rules, random_game

DIFFERENCES = house_rules(3, settlement="differences")
POOL = house_rules(3, settlement="pool")
HARD = house_rules(3, settlement="differences", hard_score=True)


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((50, 40, 30), (1, 2, 3)),
        ((50, 40, 50), (1, 3, 1)),
        ((0, 0, 0), (1, 1, 1)),
        ((-5, -10, -10, -20), (1, 2, 2, 4)),
    ],
)
def test_places_are_shared_and_leave_a_gap(totals, expected):
    assert places(totals) == expected


def test_a_hard_score_is_ten_more_for_a_single_winner():
    assert final_totals(HARD, (50, 40, 30)) == (60, 40, 30)


def test_nobody_gets_a_hard_score_when_the_top_is_shared():
    assert final_totals(HARD, (50, 50, 30)) == (50, 50, 30)


def test_totals_stay_as_they_are_without_a_hard_score():
    assert final_totals(DIFFERENCES, (50, 40, 30)) == (50, 40, 30)


def settled(rules: Rules, *totals: int) -> list[Fraction | int]:
    return list(settle(rules, totals) or ())


def test_differences_are_settled_between_every_pair():
    assert settled(DIFFERENCES, 50, 40, 30) == [30, 0, -30]
    assert settled(HARD, *final_totals(HARD, (50, 40, 30))) == [50, -10, -40]


def test_a_pool_goes_to_its_winners():
    assert settled(POOL, 50, 40, 30) == [2, -1, -1]
    assert settled(POOL, 50, 50, 30) == [Fraction(1, 2), Fraction(1, 2), -1]
    assert settled(POOL, 7, 7, 7) == [0, 0, 0]


def test_a_pool_is_shared_exactly():
    rules = house_rules(7, settlement="pool")
    assert settled(rules, 9, 9, 9, 1, 1, 1, 1) == [Fraction(4, 3)] * 3 + [-1] * 4


def test_without_settlement_nothing_is_settled():
    assert settle(house_rules(3), (50, 40, 30)) is None


@pytest.mark.parametrize("how", ["differences", "pool"])
@pytest.mark.parametrize("players", range(3, 9))
def test_a_settlement_sums_to_nothing(how, players):
    rules = house_rules(players, (3, 2, 1), settlement=how)
    for seed in range(10):
        nets = settled(rules, *random_game(rules, seed).totals)
        assert len(nets) == players
        assert sum(nets) == 0


def test_with_all_totals_negative_the_highest_still_wins():
    assert places((-30, -10, -20)) == (3, 1, 2)


def test_two_seats_past_the_target_in_the_same_deal_are_placed_by_total():
    rules = house_rules(3, (5,), end={"target": 100})
    assert rules.is_over(9, (103, 101, 20))
    assert places((103, 101, 20)) == (1, 2, 3)
    assert places((101, 101, 20)) == (1, 1, 3)
