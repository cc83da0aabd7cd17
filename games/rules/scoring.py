"""What a bid earns, who wins, and how a game is settled."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from .options import Made, MadeZero, Missed, Rules, Scoring, Settlement

HARD_SCORE_BONUS: Final = 10

_MADE: Final[dict[Made, Callable[[int], int]]] = {
    Made.TEN_PLUS_TRICKS: lambda bid: 10 + bid,
    Made.TEN_ONLY: lambda bid: 10,
    Made.FIVE_PLUS_TRICKS: lambda bid: 5 + bid,
    Made.TEN_PLUS_SQUARE: lambda bid: 10 + bid * bid,
    Made.TEN_PER_TRICK: lambda bid: 10 * bid,
}

_MISSED: Final[dict[Missed, Callable[[int, int], int]]] = {
    Missed.NOTHING: lambda took, off: 0,
    Missed.ONE_PER_TRICK: lambda took, off: took,
    Missed.MINUS_DIFFERENCE: lambda took, off: -off,
    Missed.MINUS_DOUBLE: lambda took, off: -2 * off,
    Missed.MINUS_SQUARE: lambda took, off: -off * off,
    Missed.MINUS_TEN_EACH: lambda took, off: -10 * off,
}

_MADE_ZERO: Final[dict[MadeZero, Callable[[int], int]]] = {
    MadeZero.FIVE: lambda hand_size: 5,
    MadeZero.TEN: lambda hand_size: 10,
    MadeZero.FIVE_PLUS_HAND_SIZE: lambda hand_size: 5 + hand_size,
}


def points(scoring: Scoring, bid: int, took: int, hand_size: int) -> int:
    """The points of one seat for one deal, from its bid and the tricks it took."""
    if bid != took:
        return _MISSED[scoring.missed](took, abs(bid - took))
    if bid == 0 and scoring.made_zero in _MADE_ZERO:
        return _MADE_ZERO[scoring.made_zero](hand_size)
    return _MADE[scoring.made](bid)


def final_totals(rules: Rules, totals: Sequence[int]) -> tuple[int, ...]:
    """Totals at the end of a game: with hard score a single winner gets 10 more."""
    best = max(totals)
    if not rules.hard_score or list(totals).count(best) > 1:
        return tuple(totals)
    return tuple(t + HARD_SCORE_BONUS if t == best else t for t in totals)


def places(totals: Sequence[int]) -> tuple[int, ...]:
    """Competition places by seat, the highest total first: 50, 40, 50 gives 1, 3, 1."""
    return tuple(1 + sum(other > mine for other in totals) for mine in totals)


def settle(rules: Rules, totals: Sequence[int]) -> tuple[Fraction, ...] | None:
    """What each seat nets from final totals, summing to 0; None where nothing is settled.

    By differences seat i nets n * total_i - sum of totals; in a pool every seat antes 1 and the
    k winners share it.
    """
    if rules.settlement is Settlement.NONE:
        return None
    seats = len(totals)
    if rules.settlement is Settlement.DIFFERENCES:
        return tuple(Fraction(seats * total - sum(totals)) for total in totals)
    winners = places(totals).count(1)
    share = Fraction(seats, winners) - 1
    return tuple(share if place == 1 else Fraction(-1) for place in places(totals))
