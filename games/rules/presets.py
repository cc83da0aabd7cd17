"""Presets: the named games, each with the choices its players know.

A preset gives every option for a number of players; a `Choice` of it (short form, simultaneous
bidding ...) changes a few. Whatever else is changed makes house rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, Final

from .errors import OptionError, gettext_noop, shown
from .options import (
    NoTrump,
    Rules,
    Shape,
    Trump,
    most_cards,
)

Options = Mapping[str, Any]


@dataclass(frozen=True)
class Alternative:
    """One way to decide a choice: what it changes in the preset's options."""

    key: str
    title: str
    changes: Options


@dataclass(frozen=True)
class Choice:
    """A choice that belongs to a preset; the first alternative is the default."""

    key: str
    title: str
    alternatives: tuple[Alternative, ...]


@dataclass(frozen=True)
class Preset:
    """A named set of rules. `tops` are hand sizes by number of players, 0 for all others."""

    key: str
    title: str
    about: str
    players: range
    tops: Mapping[int, int]
    options: Options
    choices: tuple[Choice, ...] = ()

    def rules(self, players: int = 4, decided: Mapping[str, str] | None = None) -> Rules:
        """The rules for so many players, with alternatives by the choices' keys.

        Raises OptionError for a choice or alternative that this preset doesn't have, and for
        alternatives that can't be played together.
        """
        options = self._decided(decided or {})
        return Rules.from_options(_with_top(options, self, players, capped=True))

    def offers(self, rules: Rules) -> bool:
        """Whether these rules are this preset's in one of its choices."""
        return rules in _offered(self.key, rules.players)

    def _decided(self, decided: Mapping[str, str]) -> dict[str, Any]:
        options = dict(self.options)
        choices = {choice.key: choice for choice in self.choices}
        for key, alternative in decided.items():
            if key not in choices:
                raise OptionError(key, _CHOICE_REASON, key=shown(key))
            found = [a for a in choices[key].alternatives if a.key == alternative]
            if not found:
                raise OptionError(key, _CHOICE_REASON, key=shown(alternative))
            options = merged(options, found[0].changes)
        return options


_CHOICE_REASON = gettext_noop("“%(key)s” is not a choice of these rules.")
_PRESET_REASON = gettext_noop("“%(key)s” is not the name of any rules.")

_TURNED_HOOK: Final[Options] = {
    "schedule": {"shape": "down-up", "low": 1},
    "trump": "turned",
    "trump_order": ["H", "C", "D", "S"],
    "no_trump": "never",
    "hook": True,
    "bidding": "in-turn",
    "void": "any-card",
    "scoring": {"made": "ten-plus-tricks", "missed": "nothing", "made_zero": "as-others"},
    "hard_score": False,
    "end": "after-schedule",
    "first_dealer": "random",
    "announce": False,
    "settlement": "none",
}


def merged(options: Options, changes: Options) -> dict[str, Any]:
    """Options with changes on top; `schedule` and `scoring` are merged key by key.

    A change of the schedule's shape drops the keys that belong to the old shape.
    """
    result = dict(options)
    for key, value in changes.items():
        old = result.get(key)
        if key in ("schedule", "scoring") and isinstance(value, Mapping):
            kept = dict(old) if isinstance(old, Mapping) else {}
            if key == "schedule" and value.get("shape", kept.get("shape")) != kept.get("shape"):
                kept = {}
            result[key] = {**kept, **value}
        else:
            result[key] = value
    return result


_ONE_A_TRICK: Final[Options] = {"scoring": {"missed": "one-per-trick"}}

_SCORING = Choice(
    "scoring",
    gettext_noop("Scoring"),
    (
        Alternative("or-nothing", gettext_noop("10 + bid, or nothing"), {}),
        Alternative(
            "one-a-trick", gettext_noop("1 a trick, and 10 for an exact bid"), _ONE_A_TRICK
        ),
    ),
)
_MISSED = Choice(
    "missed",
    gettext_noop("A missed bid"),
    (
        Alternative("nothing", gettext_noop("nothing"), {}),
        Alternative("one-per-trick", gettext_noop("1 a trick"), _ONE_A_TRICK),
    ),
)
_AS_OTHERS = Alternative("as-others", gettext_noop("like every bid"), {})
_FIVE = Alternative("five", gettext_noop("5"), {"scoring": {"made_zero": "five"}})
_TEN = Alternative("ten", gettext_noop("10"), {"scoring": {"made_zero": "ten"}})
_FIVE_PLUS = Alternative(
    "five-plus-hand-size",
    gettext_noop("5 + hand size"),
    {"scoring": {"made_zero": "five-plus-hand-size"}},
)
_BIDDING = Choice(
    "bidding",
    gettext_noop("Bidding"),
    (
        Alternative("in-turn", gettext_noop("in turn"), {}),
        Alternative("simultaneous", gettext_noop("all at once"), {"bidding": "simultaneous"}),
    ),
)
_HOOK = Choice(
    "hook",
    gettext_noop("Dealer's restriction"),
    (
        Alternative("off", gettext_noop("off"), {}),
        Alternative("on", gettext_noop("on"), {"hook": True}),
    ),
)
_DIRECTION = Choice(
    "direction",
    gettext_noop("Direction"),
    (
        Alternative("up", gettext_noop("up"), {}),
        Alternative("down", gettext_noop("down"), {"schedule": {"shape": "down"}}),
        Alternative("up-down", gettext_noop("up and down"), {"schedule": {"shape": "up-down"}}),
        Alternative("down-up", gettext_noop("down and up"), {"schedule": {"shape": "down-up"}}),
    ),
)
_CLASSIC_CHOICES = (
    _DIRECTION,
    _HOOK,
    _BIDDING,
    _MISSED,
    Choice("made_zero", gettext_noop("A made bid of 0"), (_AS_OTHERS, _FIVE_PLUS)),
)
_UP: Final[Options] = {"schedule": {"shape": "up", "low": 1}, "hook": False}
_UP_TOPS: Final = {3: 15, 4: 13, 5: 10, 6: 8, 7: 7, 0: 17}
_CLASSIC_OPTIONS: Final = merged(_TURNED_HOOK, {**_UP, "no_trump": "last"})

_PRESETS: Final = (
    Preset(
        "standard",
        gettext_noop("Standard"),
        gettext_noop("Ten cards down to one and up again; the game this site opens with."),
        range(3, 6),
        {0: 10},
        _TURNED_HOOK,
        (
            Choice(
                "length",
                gettext_noop("Length"),
                (
                    Alternative("long", gettext_noop("10-1-10"), {}),
                    Alternative("short", gettext_noop("7-1-7"), {"schedule": {"top": 7}}),
                ),
            ),
            _SCORING,
        ),
    ),
    Preset(
        "pagat",
        gettext_noop("Oh Hell, the old way"),
        gettext_noop("Also known as Blackout, or Blob; high card deals first."),
        range(3, 8),
        {3: 10, 4: 10, 5: 10, 6: 8, 7: 7, 0: 10},
        merged(_TURNED_HOOK, {"first_dealer": "high-card"}),
        (_SCORING,),
    ),
    Preset(
        "oh-well",
        gettext_noop("Oh! Well"),
        gettext_noop("As first described about 1930: the whole pack every deal, to 100."),
        range(3, 8),
        {3: 17, 4: 13, 5: 10, 6: 8, 7: 7, 0: 17},
        merged(
            _TURNED_HOOK,
            {
                "schedule": {"shape": "fixed"},
                "trump": "dealers-last",
                "hook": False,
                "scoring": {"missed": "one-per-trick"},
                "end": {"target": 100},
                "settlement": "differences",
            },
        ),
        (
            Choice(
                "settlement",
                gettext_noop("Settlement"),
                (
                    Alternative("differences", gettext_noop("differences"), {}),
                    Alternative("pool", gettext_noop("pool"), {"settlement": "pool"}),
                ),
            ),
        ),
    ),
    Preset(
        "nomination-whist",
        gettext_noop("Nomination Whist"),
        gettext_noop("Also known as Contract Whist; the first jack deals."),
        range(3, 8),
        {0: 7},
        merged(_TURNED_HOOK, {**_ONE_A_TRICK, "first_dealer": "first-jack"}),
        (
            Choice(
                "trump",
                gettext_noop("Trump"),
                (
                    Alternative("turned", gettext_noop("a card is turned"), {}),
                    Alternative(
                        "cycle",
                        gettext_noop("hearts, clubs, diamonds, spades by turns"),
                        {"trump": "cycle"},
                    ),
                ),
            ),
        ),
    ),
    Preset(
        "up-and-down-the-river",
        gettext_noop("Up and Down the River"),
        gettext_noop("A point a trick and ten for an exact bid, for 4 to 8 players."),
        range(4, 9),
        {6: 8, 7: 7, 8: 6, 0: 10},
        merged(_TURNED_HOOK, _ONE_A_TRICK),
    ),
    Preset(
        "oh-pshaw",
        gettext_noop("Oh Pshaw"),
        gettext_noop("One card more every deal; the bids are announced as over, under or even."),
        range(3, 8),
        _UP_TOPS,
        merged(_TURNED_HOOK, {**_UP, "no_trump": "when-no-card-is-left", "announce": True}),
        (
            _MISSED,
            Choice(
                "made_zero",
                gettext_noop("A made bid of 0"),
                (_AS_OTHERS, _FIVE, _TEN, _FIVE_PLUS),
            ),
            Choice(
                "hard_score",
                gettext_noop("Hard score"),
                (
                    Alternative("off", gettext_noop("off"), {}),
                    Alternative("on", gettext_noop("10 more to win"), {"hard_score": True}),
                ),
            ),
            Choice(
                "settlement",
                gettext_noop("Settlement"),
                (
                    Alternative("none", gettext_noop("none"), {}),
                    Alternative(
                        "differences", gettext_noop("differences"), {"settlement": "differences"}
                    ),
                ),
            ),
        ),
    ),
    Preset(
        "british",
        gettext_noop("British Oh Hell"),
        gettext_noop("Ten points for an exact bid, whatever it was; nothing else counts."),
        range(3, 8),
        {**_UP_TOPS, 3: 17},
        merged(
            _TURNED_HOOK,
            {
                **_UP,
                "no_trump": "when-no-card-is-left",
                "scoring": {"made": "ten-only"},
            },
        ),
        (_BIDDING,),
    ),
    Preset(
        "classic",
        gettext_noop("Classic"),
        gettext_noop("One card more every deal, the last one without trump."),
        range(3, 8),
        _UP_TOPS,
        _CLASSIC_OPTIONS,
        _CLASSIC_CHOICES,
    ),
    Preset(
        "la-podrida",
        gettext_noop("La Podrida"),
        gettext_noop("Whoever can't follow suit must trump."),
        range(3, 8),
        _UP_TOPS,
        merged(_CLASSIC_OPTIONS, {"void": "must-trump"}),
        _CLASSIC_CHOICES,
    ),
)

PRESETS: Final[Mapping[str, Preset]] = {preset.key: preset for preset in _PRESETS}
DEFAULT_PRESET: Final = PRESETS["standard"]


def rules_from(options: Options) -> Rules:
    """Rules from a preset's name (`preset`, `standard` where there is none) and changes to it.

    Raises OptionError for what can't be played.
    """
    changes = dict(options)
    preset = find_preset(changes.pop("preset", DEFAULT_PRESET.key))
    players = changes.get("players", 4)
    return Rules.from_options(_with_top(merged(preset.options, changes), preset, players))


def find_preset(key: object) -> Preset:
    """The preset of that name. Raises OptionError when there is none."""
    if not isinstance(key, str) or key not in PRESETS:
        raise OptionError("preset", _PRESET_REASON, key=shown(key))
    return PRESETS[key]


def preset_of(rules: Rules) -> Preset | None:
    """The first preset that offers these rules at its usual numbers of players, if any does."""
    for preset in _PRESETS:
        if rules.players in preset.players and preset.offers(rules):
            return preset
    return None


@cache
def _offered(key: str, players: int) -> frozenset[Rules]:
    preset = PRESETS[key]
    ways = [[(c.key, a.key) for a in c.alternatives] for c in preset.choices]
    offered = set()
    for decided in product(*ways):
        try:
            offered.add(preset.rules(players, dict(decided)))
        except OptionError:
            continue  # alternatives that exclude each other, such as hook and simultaneous
    return frozenset(offered)


def _with_top(
    options: Options, preset: Preset, players: object, *, capped: bool = False
) -> dict[str, Any]:
    """Options with the preset's top hand size, or the deck's if less, where none was said.

    `capped` brings a size that was said down to what the deck allows, too. Whatever is wrong
    with the options is left for `Rules.from_options` to refuse.
    """
    result = {**options, "players": players}
    schedule = result.get("schedule")
    if not isinstance(schedule, Mapping) or schedule.get("shape") == Shape.LIST:
        return result
    if not isinstance(players, int) or players < 1:
        return result
    trump: Any = result.get("trump")
    no_trump: Any = result.get("no_trump")
    try:
        most = most_cards(players, Trump(trump), NoTrump(no_trump))
    except ValueError:
        return result
    usual = min(preset.tops.get(players, preset.tops[0]), most)
    top = min(schedule.get("top", usual), most) if capped else schedule.get("top", usual)
    return {**result, "schedule": {**schedule, "top": top}}
