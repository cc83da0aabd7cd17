"""Choices that are clearly behind drop out of the race, close ones don't, and values stay in
order."""

import numpy as np
import pytest

from games.ai.kernel import racing


def raced(gains: np.ndarray) -> tuple[list[int], np.ndarray, int]:
    """Who is left, the values by choice, and in how many deals the last one had to be played."""
    deals, choices = gains.shape
    race = racing.make_race(deals)
    running, done, values = np.uint64((1 << choices) - 1), 0, np.zeros(racing.PLACES)
    while done < deals:
        for choice in range(choices):
            if int(running) >> choice & 1:
                race[0][done, choice] = gains[done, choice]
        done += 1
        if done % racing.HEAT == 0:
            running = racing.still_running(running, race, done)
            if int(running).bit_count() == 1:
                break
    racing.final_values(running, np.full(deals, 1.0 / deals), race, done, values)
    return [each for each in range(choices) if int(running) >> each & 1], values[:choices], done


def test_a_choice_that_always_gains_less_drops_out_at_the_first_look():
    left, values, done = raced(np.tile([10.0, 9.0, 10.5], (240, 1)))
    assert left == [2]
    assert values == pytest.approx([10.0, 9.0, 10.5])
    assert done == racing.HEAT


def test_equal_choices_race_to_the_end():
    same = np.random.default_rng(1).normal(size=(240, 1))
    left, values, done = raced(np.repeat(same, 3, axis=1))
    assert left == [0, 1, 2]
    assert values == pytest.approx(same.mean())
    assert done == 240


def test_without_a_drop_values_are_the_means():
    gains = np.random.default_rng(2).normal(size=(racing.HEAT - 1, 5))
    assert raced(gains)[1] == pytest.approx(gains.mean(axis=0))


def test_one_that_dropped_out_lies_as_far_behind_as_it_did():
    chance = np.random.default_rng(3)
    luck = chance.normal(size=(240, 1)) * 5
    gains = luck + np.array([0.0, 0.1, -3.0]) + chance.normal(size=(240, 3))
    left, values, _ = raced(gains)
    assert 2 not in left
    leader = gains[: racing.HEAT].mean(axis=0).argmax()
    behind = gains[: racing.HEAT, leader].mean() - gains[: racing.HEAT, 2].mean()
    assert values[2] == pytest.approx(values[leader] - behind)


def test_the_best_choice_seldom_drops_out():
    wrong, saved = 0, 0
    for seed in range(300):
        chance = np.random.default_rng(seed)
        worth = np.sort(chance.normal(size=6))
        gains = worth + chance.normal(size=(240, 1)) * 6 + chance.normal(size=(240, 6)) * 2
        left, values, done = raced(gains)
        best = gains.mean(axis=0).argmax()
        wrong += best not in left
        saved += done < 240
        assert values.argmax() in left
    assert wrong < 30
    assert saved > 30
