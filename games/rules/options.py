"""Rules: one complete, validated choice of every option the game can be played with.

`Rules` is made by `Rules.from_options` (every option given), by `presets.rules_from` (a preset
and changes on top of it) or by `text.parse_rules` (the short canonical text). Whatever way it
was made, equal rules are equal objects: options that have no effect are put to their defaults.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, Final, Self, TypeVar

from .cards import SUIT_CODES, Suit, parse_suit
from .errors import OptionError, gettext_noop, shown

MIN_PLAYERS: Final = 3
MAX_PLAYERS: Final = 8
MAX_DEALS: Final = 60
MAX_TARGET: Final = 10_000
MAX_TRUMP_ORDER: Final = 10
NO_TRUMP_CODE: Final = "NT"
DEFAULT_TRUMP_ORDER: Final = ("H", "C", "D", "S")


class Shape(StrEnum):
    """How hand sizes go from deal to deal."""

    DOWN_UP = "down-up"
    UP_DOWN = "up-down"
    UP = "up"
    DOWN = "down"
    FIXED = "fixed"
    LIST = "list"


class Trump(StrEnum):
    """How a deal's trump suit is found."""

    TURNED = "turned"
    DEALERS_LAST = "dealers-last"
    CYCLE = "cycle"
    NONE = "none"


class NoTrump(StrEnum):
    """Which deals are played without trump."""

    NEVER = "never"
    NO_CARD_LEFT = "when-no-card-is-left"
    LAST = "last"


class Bidding(StrEnum):
    """Whether seats bid one after the other or all unseen."""

    IN_TURN = "in-turn"
    SIMULTANEOUS = "simultaneous"


class Void(StrEnum):
    """What a seat that can't follow suit may play."""

    ANY_CARD = "any-card"
    MUST_TRUMP = "must-trump"


class Made(StrEnum):
    """Points of a made bid."""

    TEN_PLUS_TRICKS = "ten-plus-tricks"
    TEN_ONLY = "ten-only"
    FIVE_PLUS_TRICKS = "five-plus-tricks"
    TEN_PLUS_SQUARE = "ten-plus-square"
    TEN_PER_TRICK = "ten-per-trick"


class Missed(StrEnum):
    """Points of a missed bid."""

    NOTHING = "nothing"
    ONE_PER_TRICK = "one-per-trick"
    MINUS_DIFFERENCE = "minus-difference"
    MINUS_DOUBLE = "minus-double"
    MINUS_SQUARE = "minus-square"
    MINUS_TEN_EACH = "minus-ten-each"


class MadeZero(StrEnum):
    """Points of a made bid of nothing."""

    AS_OTHERS = "as-others"
    FIVE = "five"
    TEN = "ten"
    FIVE_PLUS_HAND_SIZE = "five-plus-hand-size"


class FirstDealer(StrEnum):
    """How the first dealer is found."""

    RANDOM = "random"
    FIRST_JACK = "first-jack"
    HIGH_CARD = "high-card"


class Settlement(StrEnum):
    """How final totals are settled among the seats."""

    NONE = "none"
    DIFFERENCES = "differences"
    POOL = "pool"


OPTION_KEYS: Final = (
    "players",
    "schedule",
    "trump",
    "trump_order",
    "no_trump",
    "hook",
    "bidding",
    "void",
    "scoring",
    "hard_score",
    "end",
    "first_dealer",
    "announce",
    "settlement",
)
SCHEDULE_KEYS: Final = ("shape", "top", "low", "sizes", "deals")
SCORING_KEYS: Final = ("made", "missed", "made_zero")
AFTER_SCHEDULE: Final = "after-schedule"

_Choice = TypeVar("_Choice", bound=StrEnum)


@dataclass(frozen=True)
class Schedule:
    """The hand sizes of a game. `top` and `low` are 0 for a list, `deals` 0 unless fixed."""

    shape: Shape
    top: int = 0
    low: int = 1
    sizes: tuple[int, ...] = ()
    deals: int = 0

    def hand_sizes(self) -> tuple[int, ...]:
        """The size of every deal of one pass through the schedule."""
        up = tuple(range(self.low, self.top + 1))
        down = up[::-1]
        match self.shape:
            case Shape.LIST:
                return self.sizes
            case Shape.FIXED:
                return (self.top,) * self.deals
            case Shape.UP:
                return up
            case Shape.DOWN:
                return down
            case Shape.DOWN_UP:
                return down + up[1:]
            case Shape.UP_DOWN:
                return up + down[1:]

    def to_options(self) -> dict[str, Any]:
        """The options of this shape, as a record writes them."""
        match self.shape:
            case Shape.LIST:
                return {"shape": str(self.shape), "sizes": list(self.sizes)}
            case Shape.FIXED:
                return {"shape": str(self.shape), "top": self.top, "deals": self.deals}
            case _:
                return {"shape": str(self.shape), "top": self.top, "low": self.low}


@dataclass(frozen=True)
class Scoring:
    """What made and missed bids earn."""

    made: Made
    missed: Missed
    made_zero: MadeZero = MadeZero.AS_OTHERS

    def to_options(self) -> dict[str, Any]:
        """The options, as a record writes them."""
        return {key: str(getattr(self, key)) for key in SCORING_KEYS}


@dataclass(frozen=True)
class Rules:
    """One complete set of rules; see `from_options` for what each option may be."""

    players: int
    schedule: Schedule
    trump: Trump
    trump_order: tuple[str, ...]
    no_trump: NoTrump
    hook: bool
    bidding: Bidding
    void: Void
    scoring: Scoring
    hard_score: bool
    target: int | None
    first_dealer: FirstDealer
    announce: bool
    settlement: Settlement

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """Rules from a full set of options. Raises OptionError with a sentence for a player."""
        _refuse_unknown(options, OPTION_KEYS)
        players = _whole(options, "players", MIN_PLAYERS, MAX_PLAYERS, _PLAYERS_REASON)
        trump = _choice(Trump, options, "trump")
        no_trump = _no_trump(trump, _choice(NoTrump, options, "no_trump"))
        target = _target(options.get("end", AFTER_SCHEDULE))
        rules = cls(
            players=players,
            schedule=_schedule(
                _section(options, "schedule", SCHEDULE_KEYS),
                players,
                most_cards(players, trump, no_trump),
                target,
            ),
            trump=trump,
            trump_order=_trump_order(trump, options.get("trump_order", DEFAULT_TRUMP_ORDER)),
            no_trump=no_trump,
            hook=_flag(options, "hook"),
            bidding=_choice(Bidding, options, "bidding"),
            void=_choice(Void, options, "void"),
            scoring=_scoring(_section(options, "scoring", SCORING_KEYS)),
            hard_score=_flag(options, "hard_score"),
            target=target,
            first_dealer=_choice(FirstDealer, options, "first_dealer"),
            announce=_flag(options, "announce"),
            settlement=_choice(Settlement, options, "settlement"),
        )
        if rules.hook and rules.bidding is Bidding.SIMULTANEOUS:
            raise OptionError("hook", _HOOK_REASON)
        return rules

    def to_options(self) -> dict[str, Any]:
        """Every option by its key, as a record writes them."""
        return {
            "players": self.players,
            "schedule": self.schedule.to_options(),
            "trump": str(self.trump),
            "trump_order": list(self.trump_order),
            "no_trump": str(self.no_trump),
            "hook": self.hook,
            "bidding": str(self.bidding),
            "void": str(self.void),
            "scoring": self.scoring.to_options(),
            "hard_score": self.hard_score,
            "end": AFTER_SCHEDULE if self.target is None else {"target": self.target},
            "first_dealer": str(self.first_dealer),
            "announce": self.announce,
            "settlement": str(self.settlement),
        }

    @cached_property
    def hand_sizes(self) -> tuple[int, ...]:
        """The hand sizes of one pass through the schedule."""
        return self.schedule.hand_sizes()

    @property
    def deals(self) -> int | None:
        """How many deals the game has; None in a game to a target."""
        return None if self.target is not None else len(self.hand_sizes)

    def hand_size(self, number: int) -> int:
        """The cards each seat gets in deal `number` (from 0); a schedule starts again."""
        return self.hand_sizes[number % len(self.hand_sizes)]

    def turns_card(self, number: int) -> bool:
        """Whether a card is turned up for trump in deal `number` (from 0)."""
        return self.trump in (Trump.TURNED, Trump.DEALERS_LAST) and not self._without(number)

    def fixed_trump(self, number: int) -> Suit | None:
        """The trump suit that deal `number` has without any card being turned, if it has one."""
        if self.trump is not Trump.CYCLE or self._without(number):
            return None
        code = self.trump_order[number % len(self.trump_order)]
        return None if code == NO_TRUMP_CODE else parse_suit(code)

    def is_over(self, deals_played: int, totals: Sequence[int]) -> bool:
        """Whether the game ends after so many deals with these totals."""
        if self.target is None:
            return deals_played >= len(self.hand_sizes)
        return deals_played >= MAX_DEALS or max(totals) >= self.target

    def _without(self, number: int) -> bool:
        if self.no_trump is NoTrump.NEVER:
            return False
        place = number % len(self.hand_sizes)
        if self.no_trump is NoTrump.LAST and place == len(self.hand_sizes) - 1:
            return True
        return self.trump is Trump.TURNED and self.hand_sizes[place] * self.players == 52


def most_cards(players: int, trump: Trump, no_trump: NoTrump) -> int:
    """The largest hand the deck allows: one card may have to stay for turning."""
    keeps_one = trump is Trump.TURNED and no_trump is NoTrump.NEVER
    return (52 - keeps_one) // players


_PLAYERS_REASON = gettext_noop("Oh Hell is for 3 to 8 players.")
_HOOK_REASON = gettext_noop(
    "The dealer's restriction needs bidding in turn: when all bid at once, nobody bids last."
)
_UNKNOWN_REASON = gettext_noop("“%(value)s” is not a choice for %(option)s.")
_RANGE_REASON = gettext_noop("%(option)s must be a whole number from %(least)s to %(most)s.")
_TOP_REASON = gettext_noop("With %(players)s players the deck allows hands of 1 to %(most)s cards.")
_LOW_REASON = gettext_noop("The smallest hand must be from 1 to %(most)s cards.")
_SIZES_REASON = gettext_noop("A list of hand sizes has 1 to 60 deals.")
_DEALS_REASON = gettext_noop("A fixed hand size needs a number of deals, 1 to 60, or a target.")
_TARGET_REASON = gettext_noop("The target must be a whole number from 1 to 10000.")
_ORDER_REASON = gettext_noop("A trump order is 1 to 10 of C, D, H, S and NT.")
_FLAG_REASON = gettext_noop("%(option)s is either on or off.")
_SECTION_REASON = gettext_noop("%(option)s needs its own options.")
_KEY_REASON = gettext_noop("“%(key)s” is not an option.")


def _refuse_unknown(options: Mapping[str, Any], known: Sequence[str]) -> None:
    for key in options:
        if key not in known:
            raise OptionError("rules", _KEY_REASON, key=shown(key))


def _section(options: Mapping[str, Any], key: str, known: Sequence[str]) -> Mapping[str, Any]:
    section = options.get(key)
    if not isinstance(section, Mapping):
        raise OptionError(key, _SECTION_REASON, option=key)
    _refuse_unknown(section, known)
    return section


def _choice(kind: type[_Choice], options: Mapping[str, Any], key: str) -> _Choice:
    value: Any = options.get(key)
    try:
        return kind(value)
    except ValueError:
        raise OptionError(key, _UNKNOWN_REASON, option=key, value=shown(value)) from None


def _flag(options: Mapping[str, Any], key: str) -> bool:
    value = options.get(key)
    if not isinstance(value, bool):
        raise OptionError(key, _FLAG_REASON, option=key)
    return value


def _is_whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _whole(
    options: Mapping[str, Any], key: str, least: int, most: int, reason: str = _RANGE_REASON
) -> int:
    value = options.get(key)
    if not _is_whole(value, least, most):
        raise OptionError(key, reason, option=key, least=least, most=most)
    assert isinstance(value, int)
    return value


def _no_trump(trump: Trump, chosen: NoTrump) -> NoTrump:
    """The choice, or `never` where it can make no difference."""
    if trump is Trump.NONE or (chosen is NoTrump.NO_CARD_LEFT and trump is not Trump.TURNED):
        return NoTrump.NEVER
    return chosen


def _target(end: object) -> int | None:
    if end == AFTER_SCHEDULE:
        return None
    target = end.get("target") if isinstance(end, Mapping) and len(end) == 1 else None
    if not _is_whole(target, 1, MAX_TARGET):
        raise OptionError("end", _TARGET_REASON)
    return target


def _trump_order(trump: Trump, order: object) -> tuple[str, ...]:
    if trump is not Trump.CYCLE:
        return DEFAULT_TRUMP_ORDER
    known = (*SUIT_CODES, NO_TRUMP_CODE)
    if not isinstance(order, list | tuple) or not 1 <= len(order) <= MAX_TRUMP_ORDER:
        raise OptionError("trump_order", _ORDER_REASON)
    if any(code not in known for code in order):
        raise OptionError("trump_order", _ORDER_REASON)
    return tuple(order)


def _scoring(section: Mapping[str, Any]) -> Scoring:
    return Scoring(
        made=_choice(Made, section, "made"),
        missed=_choice(Missed, section, "missed"),
        made_zero=_choice(MadeZero, section, "made_zero"),
    )


def _schedule(section: Mapping[str, Any], players: int, most: int, target: int | None) -> Schedule:
    shape = _choice(Shape, section, "shape")
    if shape is Shape.LIST:
        return Schedule(shape, low=0, sizes=_sizes(section.get("sizes"), players, most))
    top = section.get("top")
    if not _is_whole(top, 1, most):
        raise OptionError("schedule.top", _TOP_REASON, players=players, most=most)
    assert isinstance(top, int)
    if shape is Shape.FIXED:
        return Schedule(shape, top, deals=_deals(section.get("deals"), target))
    low = section.get("low", 1)
    if not _is_whole(low, 1, top):
        raise OptionError("schedule.low", _LOW_REASON, most=top)
    return Schedule(shape, top, low)


def _sizes(sizes: object, players: int, most: int) -> tuple[int, ...]:
    if not isinstance(sizes, list | tuple) or not 1 <= len(sizes) <= MAX_DEALS:
        raise OptionError("schedule.sizes", _SIZES_REASON)
    if not all(_is_whole(size, 1, most) for size in sizes):
        raise OptionError("schedule.sizes", _TOP_REASON, players=players, most=most)
    return tuple(sizes)


def _deals(deals: object, target: int | None) -> int:
    """The number of deals of a fixed size; a game to a target has the most a game can have."""
    if deals is None and target is not None:
        return MAX_DEALS
    if not _is_whole(deals, 1, MAX_DEALS):
        raise OptionError("schedule.deals", _DEALS_REASON)
    assert isinstance(deals, int)
    return deals
