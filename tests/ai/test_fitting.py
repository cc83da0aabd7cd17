"""Fitting finds what is there, and what it writes is what the players count with."""

from random import Random

import pytest

from games.ai import counts
from games.ai.counting import FEATURES, SIZES, group_of, outcome_terms
from games.ai.fitting import (
    Observation,
    fit_outcome,
    least_squares,
    observe,
    solve,
    written,
)
from tests.ai.tables import one_deal, random_start, view_to_act


def test_equations_are_solved():
    assert solve([[0.0, 2.0], [1.0, 1.0]], [4.0, 5.0]) == pytest.approx([3.0, 2.0])


def test_least_squares_find_the_weights_behind_the_tricks():
    chance, rest = Random(1), (0.0,) * (len(FEATURES) - 2)
    seen = []
    for _ in range(4000):
        cards = chance.randrange(5)
        taken = 2 * cards + chance.choice((0, 1, 1, 2))
        seen.append(Observation("4 trump", (1.0, float(cards), *rest), 0, taken, 9, 0))
    assert least_squares(seen)[:2] == pytest.approx([1.0, 2.0], abs=0.05)


def test_the_outcome_fits_bids_that_are_made_more_often():
    seen = observe(150, seed=3)
    weights = {group: list(fitted) for group, fitted in counts.WEIGHTS.items()}
    made = outcome_terms(2, 2, 2.0, 5).index(1.0)
    assert len(seen) >= 450
    assert fit_outcome(seen, weights)[made] > 0


def test_what_is_written_can_be_read_back():
    weights = {group: list(fitted) for group, fitted in counts.WEIGHTS.items()}
    module: dict[str, object] = {}
    exec(written(weights, list(counts.OUTCOME)), module)  # the module as it would be imported
    assert module["WEIGHTS"] == counts.WEIGHTS
    assert module["OUTCOME"] == counts.OUTCOME


@pytest.mark.parametrize("trump", ["turned", "none"])
def test_there_are_weights_for_every_hand_size(trump: str):
    for size in range(1, 17):
        view = view_to_act(random_start(one_deal(3, size, trump=trump), 1))
        assert len(counts.WEIGHTS[group_of(view)]) == len(FEATURES)
    assert set(counts.WEIGHTS) == {
        f"{size} {kind}" for size in SIZES for kind in ("plain", "trump")
    }
