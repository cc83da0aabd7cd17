"""Asking the kernel: from a view to what every bid or card is expected to earn."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from games.rules import Card, Position, View

from .layout import MOST_CARDS, Floats
from .minds import mind_of
from .problem import Problem, problem_of
from .search import Effort, search

__all__ = ["BidValues", "rehearse", "value_bids", "value_cards"]


@dataclass(frozen=True)
class BidValues:
    """By bid, the legal ones alone: expected gain; and the chance of each number of tricks."""

    values: dict[int, float]
    chances: dict[int, list[float]]


def value_bids(
    view: View, effort: Effort, spoil: float, seed: int, weights: Path | None = None
) -> BidValues:
    """What each legal bid is expected to gain over imagined deals.

    The gain is own points less `spoil` times the mean of the others'. `weights` is the folder of
    the nets that play and bid in imagined deals; None: all seats go by rule of thumb.
    """
    problem, size = problem_of(view), view.hand_size
    mind = mind_of(weights, problem.scores)
    assert view.seat is not None
    values, chances = np.zeros(64), np.zeros((MOST_CARDS + 1, MOST_CARDS + 1))
    search(
        problem.words, problem.facts, view.seat, True, problem.known, problem.miss, problem.scores,
        problem.counts, mind, spoil, effort, np.uint64(seed), values, chances,
    )  # fmt: skip
    return BidValues(
        {bid: float(values[bid]) for bid in view.legal_bids},
        {bid: _shares(chances[bid, : size + 1]) for bid in view.legal_bids},
    )


def _shares(counted: Floats) -> list[float]:
    """Shares that sum to 1."""
    return (counted / counted.sum()).tolist()


def value_cards(
    view: View, effort: Effort, spoil: float, seed: int, weights: Path | None = None
) -> dict[Card, float]:
    """What each legal card is expected to gain; cards that come to the same get the same value."""
    problem = problem_of(view)
    mind = mind_of(weights, problem.scores)
    assert view.seat is not None
    values, chances = np.zeros(64), np.zeros((0, 0))
    choices = search(
        problem.words, problem.facts, view.seat, False, problem.known, problem.miss, problem.scores,
        problem.counts, mind, spoil, effort, np.uint64(seed), values, chances,
    )  # fmt: skip
    return _spread(problem, view, int(choices), values.tolist())


def _spread(problem: Problem, view: View, choices: int, values: list[float]) -> dict[Card, float]:
    """Values by legal card: each has the value of the tried card at or next below it."""
    found, value = {}, 0.0
    for place in sorted(problem.place(card) for card in view.legal_plays):
        if choices >> place & 1:
            value = values[place]
        found[problem.card(place)] = value
    return found


def rehearse(position: Position) -> None:
    """Bid and play once, so that everything is compiled."""
    value_bids(position.seen_by(position.to_act[0]), (4, 2), 0.0, 1)
    bidden = position.after([(seat, 0) for seat in position.in_order()[:-1]], ())
    last = bidden.to_act[0]
    playing = bidden.after_bid(last, bidden.legal_bids(last)[0])
    value_cards(playing.seen_by(playing.to_act[0]), (4, 2), 0.0, 1)
