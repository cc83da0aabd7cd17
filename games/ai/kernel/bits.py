"""Words of bits and a stream of random ones: what numba has no words of its own for."""

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from .compiling import compiled
from .layout import NONE, ONE, Word, Words


def _instruction(name: str, *rest: bool) -> Any:
    """The machine's own instruction over one word, by its name in LLVM."""

    def made(context: Any, word: Any) -> Any:
        def code(target: Any, builder: Any, signature: Any, args: Any) -> Any:
            flags = [target.get_constant(types.boolean, each) for each in rest]
            return getattr(builder, name)(args[0], *flags)

        return types.uint64(types.uint64), code

    return intrinsic(made)


_ctpop = _instruction("ctpop")
_cttz = _instruction("cttz", True)
_ctlz = _instruction("ctlz", True)


@compiled
def count(word: Word) -> int:
    """How many cards a set has."""
    return np.int64(_ctpop(word))


@compiled
def lowest(word: Word) -> int:
    """The lowest card of a set that isn't empty."""
    return np.int64(_cttz(word))


@compiled
def highest(word: Word) -> int:
    """The highest card of a set that isn't empty."""
    return 63 - np.int64(_ctlz(word))


@compiled
def bit(card: int) -> Word:
    """The set of one card."""
    return ONE << np.uint64(card)


_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31 = np.uint64(30), np.uint64(27), np.uint64(31)


@compiled
def next_word(stream: Words) -> Word:
    """64 random bits (splitmix64); the stream is an array of one word, its state."""
    stream[0] += _STEP
    mixed = stream[0]
    mixed = (mixed ^ (mixed >> _S30)) * _MIX_1
    mixed = (mixed ^ (mixed >> _S27)) * _MIX_2
    return mixed ^ (mixed >> _S31)


@compiled
def share(stream: Words) -> float:
    """A random number from 0 to 1, 1 left out."""
    return (next_word(stream) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


_S32, _LOW_32 = np.uint64(32), np.uint64(0xFFFFFFFF)
_SIX, _LOW_6 = np.uint64(6), np.uint64(63)


@compiled
def below(stream: Words, limit: int) -> int:
    """A random number from 0 to limit - 1."""
    return np.int64(((next_word(stream) & _LOW_32) * np.uint64(limit)) >> _S32)


@compiled
def nth(word: Word, place: int) -> Word:
    """The card at a place, from 0, of a set, as a set."""
    for _ in range(place):
        word &= word - ONE
    return word & (~word + ONE)


@compiled
def one_of(word: Word, size: int, stream: Words) -> Word:
    """A random card of a set of this size, as a set."""
    return nth(word, below(stream, size))


SPARSE = 12
"""Sets up to this size are counted through; in larger ones places are tried at random."""


@compiled
def _few_of(word: Word, size: int, wanted: int, stream: Words) -> Word:
    chosen = NONE
    for picked in range(wanted):
        chosen |= one_of(word & ~chosen, size - picked, stream)
    return chosen


@compiled
def _many_of(word: Word, wanted: int, stream: Words) -> Word:
    chosen = NONE
    while wanted > 0:
        tries = next_word(stream)
        for _ in range(10):
            place = ONE << (tries & _LOW_6)
            tries >>= _SIX
            if place & word & ~chosen != NONE:
                chosen |= place
                wanted -= 1
                if wanted == 0:
                    break
    return chosen


@compiled
def some_of(word: Word, size: int, wanted: int, stream: Words) -> Word:
    """A random subset: `wanted` cards of a set of this size, every choice as likely."""
    rest = size - wanted
    fewer = min(wanted, rest)
    few = _few_of(word, size, fewer, stream) if size <= SPARSE else _many_of(word, fewer, stream)
    return few if fewer == wanted else word & ~few
