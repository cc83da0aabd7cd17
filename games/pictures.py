"""Small pictures of rules, as numbers: the stairs of a schedule and what a bid earns."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .rules import Rules, points

STEP: Final = 6
BAR: Final = 4
HEIGHT: Final = 40
MOST_BARS: Final = 20
"""Bars of a game whose end isn't known; more say nothing."""

SHOWN_BID: Final = 3
SHOWN_HAND: Final = 10

_SECONDS_A_CARD: Final = 0.9
_SECONDS_FOR_OWN: Final = 5.0
_SECONDS_BETWEEN: Final = 7.0


@dataclass(frozen=True)
class Bar:
    """One deal of a schedule, as a rectangle."""

    x: int
    y: int
    height: int


@dataclass(frozen=True)
class Stairs:
    """A schedule as a row of bars, `width` wide and HEIGHT high."""

    width: int
    bars: tuple[Bar, ...]


def stairs(rules: Rules, tallest: int | None = None) -> Stairs:
    """The picture of a schedule; `tallest` is the hand that fills the height."""
    sizes = rules.hand_sizes if rules.target is None else rules.hand_sizes[:MOST_BARS]
    most = max(tallest or 1, *sizes)
    bars = tuple(_bar(place, size, most) for place, size in enumerate(sizes))
    return Stairs(max(len(sizes) * STEP - (STEP - BAR), BAR), bars)


def _bar(place: int, size: int, most: int) -> Bar:
    height = round(HEIGHT * size / most)
    return Bar(place * STEP, HEIGHT - height, height)


@dataclass(frozen=True)
class Example:
    """What a bid of SHOWN_BID earns when it is made and when one trick too many is taken."""

    made: int
    missed: int
    zero: int


def example(rules: Rules) -> Example:
    """What bids earn under these rules, for one hand size."""
    scoring = rules.scoring
    return Example(
        points(scoring, SHOWN_BID, SHOWN_BID, SHOWN_HAND),
        points(scoring, SHOWN_BID, SHOWN_BID + 1, SHOWN_HAND),
        points(scoring, 0, 0, SHOWN_HAND),
    )


def minutes(rules: Rules) -> int | None:
    """About how long a game takes at the normal pace; None where nobody can know."""
    if rules.deals is None:
        return None
    seconds = sum(_seconds(size, rules.players) for size in rules.hand_sizes)
    exact = seconds / 60
    return max(1, round(exact)) if exact < 10 else 5 * round(exact / 5)


def _seconds(size: int, players: int) -> float:
    rounds = size + 1  # the bidding takes as long as a trick
    return _SECONDS_BETWEEN + rounds * (_SECONDS_FOR_OWN + _SECONDS_A_CARD * players)


def tallest(many: Sequence[Rules]) -> int:
    """The largest hand in any of these rules."""
    return max(max(rules.hand_sizes) for rules in many)
