"""Pace: how long a computer waits, so that people can follow the table.

The wait is counted from the action before, so a computer's thinking is part of it.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from .rules import Position
from .rules.errors import gettext_noop


class Pace(StrEnum):
    """How quickly computers act."""

    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"


PACE_TITLES: Final = {
    Pace.SLOW: gettext_noop("Slow"),
    Pace.NORMAL: gettext_noop("Normal"),
    Pace.FAST: gettext_noop("Fast"),
}


@dataclass(frozen=True)
class Waits:
    """Seconds before a computer's action: usually, after a finished trick, after the deal."""

    usual: float
    after_trick: float
    after_dealing: float


WAITS: Final = {
    Pace.SLOW: Waits(1.3, 2.4, 1.6),
    # A trick lies for 1.2 s, then takes 0.4 s to be swept.
    Pace.NORMAL: Waits(0.7, 1.6, 1.0),
    Pace.FAST: Waits(0, 0, 0),
}


def wait_before(pace: Pace, position: Position) -> float:
    """Seconds from now until a computer should act in this position."""
    waits = WAITS[pace]
    if position.actions == 0:
        return waits.after_dealing
    if position.tricks and not position.trick.cards:
        return waits.after_trick
    return waits.usual


CHOSEN_WAITS: Final = Waits(0.25, 0.8, 0.25)
"""The least before what a person has chosen ahead: the card before it has come to the table, and
a trick has been seen."""


def wait_before_chosen(pace: Pace, position: Position) -> float:
    """Seconds from now until what a person has chosen ahead is done: at once, but for a lead, which
    lets the finished trick lie as long as a computer would."""
    if position.tricks and not position.trick.cards:
        return max(WAITS[pace].after_trick, CHOSEN_WAITS.after_trick)
    return CHOSEN_WAITS.usual
