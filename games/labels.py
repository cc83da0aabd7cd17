"""What the values of the rules' options are called where they are chosen."""

from collections.abc import Mapping
from typing import Any, Final

from .rules.errors import gettext_noop
from .rules.options import (
    AFTER_SCHEDULE,
    Bidding,
    FirstDealer,
    Made,
    MadeZero,
    Missed,
    NoTrump,
    Settlement,
    Shape,
    Trump,
    Void,
)

_SHAPES: Final = {
    Shape.DOWN_UP: gettext_noop("down and up"),
    Shape.UP_DOWN: gettext_noop("up and down"),
    Shape.UP: gettext_noop("up"),
    Shape.DOWN: gettext_noop("down"),
    Shape.FIXED: gettext_noop("always the same"),
    Shape.LIST: gettext_noop("one by one"),
}
_TRUMPS: Final = {
    Trump.TURNED: gettext_noop("a card is turned"),
    Trump.DEALERS_LAST: gettext_noop("the dealer’s last card is turned"),
    Trump.CYCLE: gettext_noop("suits by turns"),
    Trump.NONE: gettext_noop("no trump"),
}
_NO_TRUMPS: Final = {
    NoTrump.NEVER: gettext_noop("none"),
    NoTrump.NO_CARD_LEFT: gettext_noop("when no card is left to turn"),
    NoTrump.LAST: gettext_noop("the last one"),
}
_BIDDINGS: Final = {
    Bidding.IN_TURN: gettext_noop("in turn"),
    Bidding.SIMULTANEOUS: gettext_noop("all at once"),
}
_VOIDS: Final = {
    Void.ANY_CARD: gettext_noop("any card"),
    Void.MUST_TRUMP: gettext_noop("must trump"),
}
_MADE: Final = {
    Made.TEN_PLUS_TRICKS: gettext_noop("10 + bid"),
    Made.TEN_ONLY: gettext_noop("10"),
    Made.FIVE_PLUS_TRICKS: gettext_noop("5 + bid"),
    Made.TEN_PLUS_SQUARE: gettext_noop("10 + bid × bid"),
    Made.TEN_PER_TRICK: gettext_noop("10 a trick"),
}
_MISSED: Final = {
    Missed.NOTHING: gettext_noop("nothing"),
    Missed.ONE_PER_TRICK: gettext_noop("1 a trick"),
    Missed.MINUS_DIFFERENCE: gettext_noop("−1 for every trick off"),
    Missed.MINUS_DOUBLE: gettext_noop("−2 for every trick off"),
    Missed.MINUS_SQUARE: gettext_noop("minus tricks off × tricks off"),
    Missed.MINUS_TEN_EACH: gettext_noop("−10 for every trick off"),
}
_MADE_ZERO: Final = {
    MadeZero.AS_OTHERS: gettext_noop("like every bid"),
    MadeZero.FIVE: gettext_noop("5"),
    MadeZero.TEN: gettext_noop("10"),
    MadeZero.FIVE_PLUS_HAND_SIZE: gettext_noop("5 + hand size"),
}
_FIRST_DEALERS: Final = {
    FirstDealer.RANDOM: gettext_noop("by chance"),
    FirstDealer.FIRST_JACK: gettext_noop("the first jack"),
    FirstDealer.HIGH_CARD: gettext_noop("the high card"),
}
_SETTLEMENTS: Final = {
    Settlement.NONE: gettext_noop("none"),
    Settlement.DIFFERENCES: gettext_noop("differences"),
    Settlement.POOL: gettext_noop("pool"),
}
_ENDS: Final = {
    AFTER_SCHEDULE: gettext_noop("after the last deal"),
    "target": gettext_noop("at a total"),
}
OPTION_LABELS: Final[Mapping[str, Mapping[Any, str]]] = {
    "shape": _SHAPES,
    "trump": _TRUMPS,
    "no_trump": _NO_TRUMPS,
    "bidding": _BIDDINGS,
    "void": _VOIDS,
    "made": _MADE,
    "missed": _MISSED,
    "made_zero": _MADE_ZERO,
    "end": _ENDS,
    "first_dealer": _FIRST_DEALERS,
    "settlement": _SETTLEMENTS,
}
"""What each value of each option is called on the house rules' form, by the option's field."""
