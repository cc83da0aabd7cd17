"""What the values of the rules' options are called where they are chosen."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

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
    Shape.DOWN_UP: _("down and up"),
    Shape.UP_DOWN: _("up and down"),
    Shape.UP: _("up"),
    Shape.DOWN: _("down"),
    Shape.FIXED: _("always the same"),
    Shape.LIST: _("one by one"),
}
_TRUMPS: Final = {
    Trump.TURNED: _("a card is turned"),
    Trump.DEALERS_LAST: _("the dealer’s last card is turned"),
    Trump.CYCLE: _("suits by turns"),
    Trump.NONE: _("no trump"),
}
_NO_TRUMPS: Final = {
    NoTrump.NEVER: pgettext_lazy("no deal", "none"),
    NoTrump.NO_CARD_LEFT: _("when no card is left to turn"),
    NoTrump.LAST: _("the last one"),
}
_BIDDINGS: Final = {
    Bidding.IN_TURN: _("in turn"),
    Bidding.SIMULTANEOUS: _("all at once"),
}
_VOIDS: Final = {
    Void.ANY_CARD: _("any card"),
    Void.MUST_TRUMP: _("must trump"),
}
_MADE: Final = {
    Made.TEN_PLUS_TRICKS: _("10 + bid"),
    Made.TEN_ONLY: _("10"),
    Made.FIVE_PLUS_TRICKS: _("5 + bid"),
    Made.TEN_PLUS_SQUARE: _("10 + bid × bid"),
    Made.TEN_PER_TRICK: _("10 a trick"),
}
_MISSED: Final = {
    Missed.NOTHING: _("nothing"),
    Missed.ONE_PER_TRICK: _("1 a trick"),
    Missed.MINUS_DIFFERENCE: _("−1 for every trick off"),
    Missed.MINUS_DOUBLE: _("−2 for every trick off"),
    Missed.MINUS_SQUARE: _("minus tricks off × tricks off"),
    Missed.MINUS_TEN_EACH: _("−10 for every trick off"),
}
_MADE_ZERO: Final = {
    MadeZero.AS_OTHERS: _("like every bid"),
    MadeZero.FIVE: _("5"),
    MadeZero.TEN: _("10"),
    MadeZero.FIVE_PLUS_HAND_SIZE: _("5 + hand size"),
}
_FIRST_DEALERS: Final = {
    FirstDealer.RANDOM: _("by chance"),
    FirstDealer.FIRST_JACK: _("the first jack"),
    FirstDealer.HIGH_CARD: _("the high card"),
}
_SETTLEMENTS: Final = {
    Settlement.NONE: _("none"),
    Settlement.DIFFERENCES: _("differences"),
    Settlement.POOL: _("pool"),
}
_ENDS: Final = {
    AFTER_SCHEDULE: _("after the last deal"),
    "target": _("at a total"),
}
OPTION_LABELS: Final[Mapping[str, Mapping[Any, Promise]]] = {
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
