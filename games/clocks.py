"""Clocks: how long people may take at tables with others, and how long others wait for them.

All times are seconds. The clock of a turn shows its seconds, then comes the grace, and only then
does a computer play for whoever is late.
"""

from enum import StrEnum
from typing import Final

from .rules.errors import gettext_noop


class Clock(StrEnum):
    """How long a turn may take."""

    NONE = "none"
    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"


CLOCK_TITLES: Final = {
    Clock.NONE: gettext_noop("No clock"),
    Clock.SLOW: gettext_noop("90 seconds"),
    Clock.NORMAL: gettext_noop("30 seconds"),
    Clock.FAST: gettext_noop("15 seconds"),
}

TURN: Final = {Clock.NONE: None, Clock.SLOW: 90, Clock.NORMAL: 30, Clock.FAST: 15}
"""What the clock shows at the beginning of a turn; None is all the time in the world."""

GRACE: Final = 5
"""After the clock shows 0: for slow lines and second thoughts."""

TAKEN_BACK: Final = 10
"""What the clock shows to whoever takes a seat back in their own turn, as far as STRETCHED goes."""

STRETCHED: Final = 10
"""By so much one turn may become longer that way, all in all: time to come back and act, and no way
to hold up the others for ever."""

NEXT_DEAL: Final = 15
"""How long the score of a deal is shown to people who don't all go on before."""

SEEN: Final = 5
"""How long somebody may be without a connection before the others see it."""

GONE: Final = 30
"""How long somebody may be gone in their own turn before a computer plays for them."""

DESERTED: Final = 120
"""How long a game with nobody there waits before it ends by itself."""

DESERTED_PAUSED: Final = 24 * 3600
"""The same for a game that was paused by agreement."""

VACATED: Final = 60
"""How long somebody may be gone from an open table before the seat is free again."""

FILLING: Final = 20
"""How long an open table waits for people before computers fill it, where they may."""
