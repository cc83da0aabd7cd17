"""Which way the weights of a net should go: the slopes of what it is to learn, in machine code.

A net learns from decisions: what was seen, what was legal, what was done, and how much better it
turned out than expected. The method is the clipped policy gradient of Schulman et al., "Proximal
Policy Optimization Algorithms" (2017).
"""

from typing import TypeAlias

import numpy as np

from games.ai.kernel.bits import lowest
from games.ai.kernel.compiling import compiled
from games.ai.kernel.layout import NONE, ONE, Numbers, Word, Words
from games.ai.kernel.nets import (
    ANSWERS,
    B_DENSE,
    BIASES,
    COLUMNS,
    FIRST,
    SECOND,
    Layer,
    Net,
    add_column,
    answer,
    hidden,
)

from .sight import Columns

Decisions: TypeAlias = tuple[
    Columns, Numbers, Layer, Columns, Numbers, Words, Numbers, Numbers, Layer, Layer, Layer, Layer
]
"""Decisions of one kind, a row each: the columns that were on and their number, features of the
count of the hand (bids alone), the critic's columns and their number, the legal answers as bits,
the answer given, the seat, the logarithm of the answer's chance, what the critic expected, by how
much it turned out better (the advantage), and what it came to."""
ON, TOP, DENSE, CRITIC_ON, CRITIC_TOP, LEGAL, MADE, SEAT, LOG_CHANCE, EXPECTED, BETTER, CAME_TO = (
    range(12)
)
"""Where each stands."""

_TINY = np.float32(1e-9)


@compiled
def see(net: Net, on: Columns, top: int, seen: Layer, sums: Layer, second: Layer) -> None:
    """Pass what is seen through both hidden layers."""
    sums[:] = net[BIASES]
    for place in range(top):
        add_column(sums, net, on[place])
    for place in range(seen.size):
        for unit in range(sums.size):
            sums[unit] += seen[place] * net[COLUMNS + B_DENSE + place, unit]
    hidden(sums, net, second)


@compiled
def spread(legal: Word, second: Layer, net: Net, chances: Layer) -> float:
    """The chance of every legal answer, into `chances`; returns their entropy."""
    top, rest = np.float32(-1e30), legal
    while rest != NONE:
        place = lowest(rest)
        rest &= rest - ONE
        chances[place] = answer(second, net, place)
        top = max(top, chances[place])
    total, rest = np.float32(0), legal
    while rest != NONE:
        place = lowest(rest)
        rest &= rest - ONE
        chances[place] = np.exp(chances[place] - top)
        total += chances[place]
    entropy, rest = np.float32(0), legal
    while rest != NONE:
        place = lowest(rest)
        rest &= rest - ONE
        chances[place] /= total
        entropy -= chances[place] * np.log(chances[place] + _TINY)
    return float(entropy)


@compiled
def _add_to_column(part: Layer, slopes: Net, column: int, times: np.float32) -> None:
    for unit in range(part.size):
        slopes[COLUMNS + column, unit] += part[unit] * times


@compiled
def _push_back(
    net: Net,
    slopes: Net,
    on: Columns,
    top: int,
    seen: Layer,
    sums: Layer,
    second: Layer,
    inner: Layer,
    outer: Layer,
) -> None:
    """From the slopes of the second layer (`inner`) to the weights of both lower layers."""
    zero = np.float32(0)
    outer[:] = zero
    for unit in range(second.size):
        slope = inner[unit]
        if second[unit] <= zero or slope == zero:
            continue
        slopes[SECOND, unit] += slope
        for other in range(sums.size):
            slopes[unit, other] += slope * sums[other]
            outer[other] += slope * net[unit, other]
    for other in range(sums.size):
        if sums[other] <= zero:
            outer[other] = zero
        slopes[BIASES, other] += outer[other]
    for place in range(top):
        _add_to_column(outer, slopes, on[place], np.float32(1))
    for place in range(seen.size):
        _add_to_column(outer, slopes, B_DENSE + place, seen[place])


@compiled
def _pushed(better: float, ratio: float, clip: float) -> float:
    """How hard to push toward an answer whose chance has changed by a ratio since it was given: no
    harder once it has changed enough."""
    if (better > 0 and ratio > 1.0 + clip) or (better < 0 and ratio < 1.0 - clip):
        return 0.0
    return better * ratio


@compiled
def policy_slopes(
    net: Net,
    slopes: Net,
    rows: Decisions,
    batch: Numbers,
    copying: bool,
    clip: float,
    curiosity: float,
) -> tuple[float, float]:
    """Add the mean slopes of a batch of decisions, of what is to get less.

    Toward answers that turned out better than expected, and toward entropy by so much as
    `curiosity` says; or, when `copying`, toward whatever was done. Returns the mean entropy and
    the mean logarithm of the answers' chances.
    """
    sums, second = np.empty(FIRST, np.float32), np.empty(SECOND, np.float32)
    inner, outer = np.empty_like(second), np.empty_like(sums)
    chances, share = np.empty(64, np.float32), 1.0 / batch.size
    entropies, logs = 0.0, 0.0
    for at in range(batch.size):
        row = batch[at]
        on, top, seen = rows[ON][row], rows[TOP][row], rows[DENSE][row]
        legal, made = rows[LEGAL][row], rows[MADE][row]
        see(net, on, top, seen, sums, second)
        entropy, log = spread(legal, second, net, chances), np.log(chances[made] + _TINY)
        entropies += entropy
        logs += log
        push = 1.0
        if not copying:
            push = _pushed(rows[BETTER][row], np.exp(log - rows[LOG_CHANCE][row]), clip)
        inner[:] = np.float32(0)
        rest = legal
        while rest != NONE:
            place = lowest(rest)
            rest &= rest - ONE
            chance = chances[place]
            slope = push * (chance - (1.0 if place == made else 0.0))
            slope += curiosity * chance * (np.log(chance + _TINY) + entropy)
            step = np.float32(slope * share)
            slopes[ANSWERS + place, SECOND] += step
            for unit in range(second.size):
                slopes[ANSWERS + place, unit] += step * second[unit]
                inner[unit] += step * net[ANSWERS + place, unit]
        _push_back(net, slopes, on, top, seen, sums, second, inner, outer)
    return entropies * share, logs * share


@compiled
def critic_slopes(critic: Net, slopes: Net, rows: Decisions, batch: Numbers) -> float:
    """Add the mean slopes of half the critic's squared error over a batch; returns the mean
    squared error."""
    sums, second = np.empty(FIRST, np.float32), np.empty(SECOND, np.float32)
    inner, outer, seen = np.empty_like(second), np.empty_like(sums), np.empty(0, np.float32)
    share, squares = 1.0 / batch.size, 0.0
    for at in range(batch.size):
        row = batch[at]
        on, top = rows[CRITIC_ON][row], rows[CRITIC_TOP][row]
        see(critic, on, top, seen, sums, second)
        error = answer(second, critic, 0) - rows[CAME_TO][row]
        squares += error * error
        step = np.float32(error * share)
        slopes[ANSWERS, SECOND] += step
        for unit in range(second.size):
            slopes[ANSWERS, unit] += step * second[unit]
            inner[unit] = step * critic[ANSWERS, unit]
        _push_back(critic, slopes, on, top, seen, sums, second, inner, outer)
    return squares / batch.size
