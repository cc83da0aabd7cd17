"""A small game, written out by hand, that record tests read, change and spoil."""

from copy import deepcopy
from typing import Any

from games.rules import rules_from

PLAYERS = ["Ann", "Ben", "Cat"]
RULES = rules_from({"players": 3, "schedule": {"shape": "list", "sizes": [2, 1]}, "hook": True})
FIRST: dict[str, Any] = {
    "dealer": 2,
    "hands": [["AS", "KH"], ["QS", "3H"], ["2S", "2H"]],
    "turn_up": "9D",
    "bids": [2, 0, 1],
    "plays": ["AS", "QS", "2S", "KH", "3H", "2H"],
    "taken": [2, 0, 0],
    "points": [12, 10, 0],
}
SECOND: dict[str, Any] = {
    "dealer": 0,
    "hands": [["4C"], ["AS"], ["7C"]],
    "turn_up": "JD",
    "bids": [1, 0, 1],
    "plays": ["AS", "7C", "4C"],
    "taken": [0, 1, 0],
    "points": [0, 11, 10],
}


def game(*deals: dict[str, Any], rules: dict[str, Any] | None = None, **more: Any) -> Any:
    """A record of these deals, the whole game where none is given, as parsed JSON."""
    body: dict[str, Any] = {
        "format": "oh-hell-record",
        "version": 1,
        "rules": RULES.to_options() | (rules or {}),
        "players": PLAYERS,
        "deals": list(deals or (FIRST, SECOND)),
    }
    return deepcopy(body | more)


def spoilt(deal: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A deal with some of its facts changed and no results, which would not fit any more."""
    bare = {key: value for key, value in deal.items() if key not in ("taken", "points")}
    return deepcopy(bare | changes)
