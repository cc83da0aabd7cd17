"""The short canonical text of rules: what a link carries and a game is stored with.

Words joined by `_`, always in the same order: players, schedule, trump, scoring, and one word
for every further option that isn't the plain one. `4_du10_turned_10t-0_hook` is the game this
site opens with.

    players    3 .. 8
    schedule   du10 ud10 up10 dn10 (with a smallest hand: du10-3), fx13x60 (13 cards, 60 deals),
               ls5.4.5 (one by one)
    trump      turned last none cycle cycle-H.C.D.S.NT
    scoring    made-missed or made-missed-zero: 10t 10 5t 10sq 10x - 0 1t m1 m2 msq m10 - z5 z10 z5h
    further    hook sim musttrump ntempty ntlast hard to100 jack high announce diff pool
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from .errors import OptionError, gettext_noop, shown
from .options import (
    AFTER_SCHEDULE,
    DEFAULT_TRUMP_ORDER,
    Rules,
    Schedule,
    Shape,
    Trump,
)

MAX_TEXT: Final = 400

_SHAPES: Final = {
    "du": "down-up",
    "ud": "up-down",
    "up": "up",
    "dn": "down",
}
_TRUMPS: Final = {
    "turned": "turned",
    "last": "dealers-last",
    "cycle": "cycle",
    "none": "none",
}
_MADE: Final = {
    "10t": "ten-plus-tricks",
    "10": "ten-only",
    "5t": "five-plus-tricks",
    "10sq": "ten-plus-square",
    "10x": "ten-per-trick",
}
_MISSED: Final = {
    "0": "nothing",
    "1t": "one-per-trick",
    "m1": "minus-difference",
    "m2": "minus-double",
    "msq": "minus-square",
    "m10": "minus-ten-each",
}
_ZERO: Final = {"z5": "five", "z10": "ten", "z5h": "five-plus-hand-size"}
_FURTHER: Final[Mapping[str, tuple[str, Any]]] = {
    "hook": ("hook", True),
    "sim": ("bidding", "simultaneous"),
    "musttrump": ("void", "must-trump"),
    "ntempty": ("no_trump", "when-no-card-is-left"),
    "ntlast": ("no_trump", "last"),
    "hard": ("hard_score", True),
    "jack": ("first_dealer", "first-jack"),
    "high": ("first_dealer", "high-card"),
    "announce": ("announce", True),
    "diff": ("settlement", "differences"),
    "pool": ("settlement", "pool"),
}
_PLAIN: Final[Mapping[str, Any]] = {
    "trump_order": list(DEFAULT_TRUMP_ORDER),
    "no_trump": "never",
    "hook": False,
    "bidding": "in-turn",
    "void": "any-card",
    "hard_score": False,
    "end": AFTER_SCHEDULE,
    "first_dealer": "random",
    "announce": False,
    "settlement": "none",
}
_WORD_REASON: Final = gettext_noop("“%(word)s” is not a part of any rules.")


def rules_text(rules: Rules) -> str:
    """The canonical text of rules; equal rules have equal texts."""
    options = rules.to_options()
    words = [
        str(rules.players),
        _schedule_word(rules.schedule),
        _trump_word(rules),
        _scoring_word(options["scoring"]),
    ]
    words += [word for word, (key, value) in _FURTHER.items() if options[key] == value]
    if rules.target is not None:
        words.append(f"to{rules.target}")
    return "_".join(words)


@lru_cache(maxsize=1024)
def parse_rules(text: str) -> Rules:
    """The rules of a text. Raises OptionError for a text that isn't one."""
    words = text[:MAX_TEXT].split("_")
    if len(text) > MAX_TEXT or len(words) < 4:
        raise _not_a_word(text)
    options: dict[str, Any] = dict(_PLAIN)
    options["players"] = int(_matched(r"(\d)", words[0])[0])
    options["schedule"] = _parse_schedule(words[1])
    options.update(_parse_trump(words[2]))
    options["scoring"] = _parse_scoring(words[3])
    for word in words[4:]:
        key, value = _parse_further(word)
        options[key] = value
    return Rules.from_options(options)


def _not_a_word(word: str) -> OptionError:
    return OptionError("rules", _WORD_REASON, word=shown(word))


def _matched(pattern: str, word: str) -> tuple[str, ...]:
    found = re.fullmatch(pattern, word, re.ASCII)
    if found is None:
        raise _not_a_word(word)
    return found.groups()


def _code(codes: Mapping[str, str], value: str) -> str:
    return next(code for code, known in codes.items() if known == value)


def _known(codes: Mapping[str, str], code: str) -> str:
    if code not in codes:
        raise _not_a_word(code)
    return codes[code]


def _schedule_word(schedule: Schedule) -> str:
    if schedule.shape is Shape.LIST:
        return "ls" + ".".join(map(str, schedule.sizes))
    if schedule.shape is Shape.FIXED:
        return f"fx{schedule.top}x{schedule.deals}"
    low = f"-{schedule.low}" if schedule.low > 1 else ""
    return f"{_code(_SHAPES, schedule.shape)}{schedule.top}{low}"


def _parse_schedule(word: str) -> dict[str, Any]:
    parsers: dict[str, Callable[[str], dict[str, Any]]] = {"ls": _parse_list, "fx": _parse_fixed}
    return parsers.get(word[:2], _parse_steps)(word)


def _parse_list(word: str) -> dict[str, Any]:
    sizes = _matched(r"ls(\d{1,2}(?:\.\d{1,2})*)", word)[0]
    return {"shape": "list", "sizes": [int(size) for size in sizes.split(".")]}


def _parse_fixed(word: str) -> dict[str, Any]:
    top, deals = _matched(r"fx(\d{1,2})x(\d{1,2})", word)
    return {"shape": "fixed", "top": int(top), "deals": int(deals)}


def _parse_steps(word: str) -> dict[str, Any]:
    shape, top, low = _matched(r"([a-z]{2})(\d{1,2})(?:-(\d{1,2}))?", word)
    return {"shape": _known(_SHAPES, shape), "top": int(top), "low": int(low or 1)}


def _trump_word(rules: Rules) -> str:
    word = _code(_TRUMPS, rules.trump)
    if rules.trump is Trump.CYCLE and rules.trump_order != DEFAULT_TRUMP_ORDER:
        return f"{word}-{'.'.join(rules.trump_order)}"
    return word


def _parse_trump(word: str) -> dict[str, Any]:
    if not word.startswith("cycle-"):
        return {"trump": _known(_TRUMPS, word)}
    return {"trump": "cycle", "trump_order": word.removeprefix("cycle-").split(".")}


def _scoring_word(scoring: Mapping[str, str]) -> str:
    word = f"{_code(_MADE, scoring['made'])}-{_code(_MISSED, scoring['missed'])}"
    if scoring["made_zero"] == "as-others":
        return word
    return f"{word}-{_code(_ZERO, scoring['made_zero'])}"


def _parse_scoring(word: str) -> dict[str, str]:
    made, missed, zero = _matched(r"(\w+)-(\w+)(?:-(\w+))?", word)
    return {
        "made": _known(_MADE, made),
        "missed": _known(_MISSED, missed),
        "made_zero": _known(_ZERO, zero) if zero else "as-others",
    }


def _parse_further(word: str) -> tuple[str, Any]:
    if word in _FURTHER:
        return _FURTHER[word]
    target = _matched(r"to(\d{1,5})", word)[0]
    return "end", {"target": int(target)}
