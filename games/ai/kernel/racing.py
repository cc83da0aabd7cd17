"""Choices race each other over the same imagined deals: one that is clearly behind drops out.

The deals that it would have been played out in are saved; the closer two choices are, the more
deals decide between them. Everything follows from the deals, so the same deals end the same way.
"""

from typing import TypeAlias

import numpy as np

from .bits import bit, lowest
from .compiling import compiled
from .layout import NONE, ONE, Floats, Numbers, Word

HEAT = 24
"""Deals played out between two looks at who is behind."""
CLEARLY = 2.0
"""How many standard errors of the difference to the leader a choice falls behind before it drops
out."""
PLACES = 64

Race: TypeAlias = tuple[Floats, Floats, Numbers, Numbers]
"""What each choice gained in each deal; of those that dropped out how far each was behind, behind
whom, and in which order they did (how many there are stands last)."""


@compiled
def make_race(deals: int) -> Race:
    """Room for a race over so many deals."""
    return (
        np.zeros((deals, PLACES)),
        np.zeros(PLACES),
        np.zeros(PLACES, np.int64),
        np.zeros(PLACES + 1, np.int64),
    )


@compiled
def _leader(running: Word, gains: Floats, deals: int) -> int:
    """The choice that has gained most so far."""
    best, leader, rest = -1e30, 0, running
    while rest != NONE:
        choice = lowest(rest)
        rest &= rest - ONE
        total = gains[:deals, choice].sum()
        if total > best:
            best, leader = total, choice
    return leader


@compiled
def still_running(running: Word, race: Race, deals: int) -> Word:
    """The choices that aren't clearly behind after so many deals; the others are noted."""
    gains, behind, whom, order = race
    leader, left, rest = _leader(running, gains, deals), running, running
    while rest != NONE:
        choice = lowest(rest)
        rest &= rest - ONE
        total, squares = 0.0, 0.0
        for deal in range(deals):
            lead = gains[deal, leader] - gains[deal, choice]
            total += lead
            squares += lead * lead
        mean = total / deals
        error = np.sqrt(max(0.0, squares / deals - mean * mean) / deals)
        if choice != leader and mean > CLEARLY * error:
            left &= ~bit(choice)
            behind[choice], whom[choice] = mean, leader
            order[order[PLACES]] = choice
            order[PLACES] += 1
    return left


@compiled
def final_values(running: Word, weights: Floats, race: Race, deals: int, values: Floats) -> None:
    """Mean gains, by choice, after so many deals. One that dropped out lies as far behind its
    leader as it did then."""
    gains, behind, whom, order = race
    total, rest = weights[:deals].sum(), running
    while rest != NONE:
        choice = lowest(rest)
        rest &= rest - ONE
        values[choice] = (weights[:deals] * gains[:deals, choice]).sum() / total
    for place in range(order[PLACES] - 1, -1, -1):
        choice = order[place]
        values[choice] = values[whom[choice]] - behind[choice]
