"""Where what stands in a deal's arrays, and tables over the 64 places of a word.

Cards are 16 * suit + rank, rank 0 (two) .. 12 (ace); places 13 to 15 of a suit are never used.
Suit 3 is trump where there is trump. Everything uint64 is wrapped: numba makes a float of a
uint64 that meets a plain integer.
"""

from math import comb, log
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Word: TypeAlias = np.uint64
"""A set of cards, one bit each."""
Words: TypeAlias = NDArray[np.uint64]
Numbers: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]

SEATS: Final = 8
MOST_CARDS: Final = 17

# words: 0..7 hands by seat, then
GONE: Final = 8
"""Cards that all have seen and nobody holds: played, or turned from the stock."""
WORDS: Final = 9

# facts
BID: Final = 0
"""Bids by seat, -1 where a seat hasn't bid."""
TAKEN: Final = 8
"""Tricks taken, by seat."""
PLAYERS: Final = 16
SIZE: Final = 17
LEFT: Final = 18
"""Tricks that nobody has taken yet, the one under way with them."""
TRUMP: Final = 19
"""1 where suit 3 is trump, 0 in a deal without trump."""
MUST: Final = 20
"""1 where a seat that can't follow has to play a trump."""
TURN: Final = 21
COUNT: Final = 22
"""Cards in the trick under way."""
LED: Final = 23
"""The led suit; -1 before the lead."""
BEST: Final = 24
"""The card that is winning; -1 before the lead."""
BEST_SEAT: Final = 25
DEALER: Final = 26
HOOK: Final = 27
OPEN: Final = 28
"""1 where bids are made in turn and seen, 0 where all bid at once."""
VOID: Final = 32
"""By seat, the suits it has shown to be void in: bit s for suit s."""
FACTS: Final = 40

NONE: Final = np.uint64(0)
ONE: Final = np.uint64(1)
TRUMP_SUIT: Final = 3


def _suit_word(suit: int) -> int:
    return 0x1FFF << 16 * suit


def _higher_word(card: int) -> int:
    """The cards of the same suit above a place."""
    suit = card >> 4
    return _suit_word(suit) & ~((2 << card) - 1)


def _beating_word(trump: int, card: int) -> int:
    """The cards that overtake a card which is winning."""
    over = _higher_word(card)
    return over | _suit_word(TRUMP_SUIT) if trump and card >> 4 != TRUMP_SUIT else over


SUITS: Final = np.array([_suit_word(suit) for suit in range(4)], np.uint64)
DECK: Final = np.uint64(sum(_suit_word(suit) for suit in range(4)))
HIGHER: Final = np.array([_higher_word(card) for card in range(64)], np.uint64)
BEATING: Final = np.array(
    [[_beating_word(trump, card) for card in range(64)] for trump in (0, 1)], np.uint64
)
TRUMPS: Final = np.array([0, _suit_word(TRUMP_SUIT)], np.uint64)
"""The trumps of a deal, by `TRUMP`."""
LOG_WAYS: Final = np.array(
    [[log(comb(n, k)) if k <= n else 0.0 for k in range(53)] for n in range(53)], np.float64
)
"""The logarithm of the number of hands of k cards out of n."""
