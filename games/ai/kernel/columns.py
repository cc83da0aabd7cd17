"""Which columns the nets would switch on for written decisions: what training begins with."""

import numpy as np
from numpy.typing import NDArray

from .bidding import count_tricks
from .compiling import compiled
from .layout import GONE, TURN, Floats, Numbers, Words
from .nets import (
    B_COUNT,
    B_DENSE,
    B_HAND,
    B_TURNED,
    C_GONE,
    C_HAND,
    MOST_ON,
    bid_columns,
    card_columns,
    clipped,
)

_PLACES = 64


@compiled
def _mark(row: Floats, start: int, word: np.uint64) -> None:
    for place in range(_PLACES):
        if word >> np.uint64(place) & np.uint64(1):
            row[start + place] = 1


@compiled
def mark_cards(words: Words, facts: Numbers, pays: Numbers, rows: NDArray[np.uint8]) -> None:
    """Mark the columns of decisions about cards, one row each."""
    on = np.zeros(MOST_ON, np.int64)
    for row in range(rows.shape[0]):
        _mark(rows[row], C_HAND, words[row, facts[row, TURN]])
        _mark(rows[row], C_GONE, words[row, GONE])
        for place in range(card_columns(facts[row], pays[row], on)):
            rows[row, on[place]] = 1


@compiled
def mark_bids(
    words: Words,
    facts: Numbers,
    seats: Numbers,
    pays: Numbers,
    miss: Floats,
    counts: Floats,
    rows: NDArray[np.float32],
) -> None:
    """Mark the columns of bids made with the same tables, one row each."""
    on, seen = np.zeros(MOST_ON, np.int64), np.zeros(counts.size)
    for row in range(rows.shape[0]):
        seat = seats[row]
        tricks = count_tricks(words[row], facts[row], seat, miss, counts, seen)
        _mark(rows[row], B_HAND, words[row, seat])
        _mark(rows[row], B_TURNED, words[row, GONE])
        for place in range(bid_columns(facts[row], seat, pays[row], on)):
            rows[row, on[place]] = 1
        rows[row, B_COUNT + clipped(int(np.floor(2.0 * tricks + 0.5)), 0, 36)] = 1
        for place in range(seen.size):
            rows[row, B_DENSE + place] = seen[place]
