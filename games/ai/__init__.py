"""Computer players: plain Python, and a compiled kernel under the stronger ones.

A player gets a seat's `View` and a seeded generator, and answers with a bid or a card; it never
sees anything else. `registry` says which levels there are and asks one of them for a decision,
`arena` plays whole deals among players, `contest` measures how strong they are.
"""

from .engine import warm_up
from .names import pick_names
from .player import Player
from .registry import (
    LEVELS,
    IllegalDecision,
    Level,
    NothingToDecide,
    UnknownLevel,
    decide,
    is_ready,
    level,
    offered_levels,
)

__all__ = [
    "LEVELS",
    "IllegalDecision",
    "Level",
    "NothingToDecide",
    "Player",
    "UnknownLevel",
    "decide",
    "is_ready",
    "level",
    "offered_levels",
    "pick_names",
    "warm_up",
]
