"""The levels of computer players: what the set-up screen offers and the tasks ask.

A new level is one module with a player and one entry here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Final

from games.rules import Phase, View
from games.rules.errors import gettext_noop

from .chance import RandomPlayer
from .easy import EasyPlayer
from .engine import is_warm
from .hard import HardPlayer
from .insane import InsanePlayer
from .medium import MediumPlayer
from .player import Advice, Adviser, Player


class UnknownLevel(ValueError):
    """A key that names no level."""


class NothingToDecide(ValueError):
    """A view whose seat isn't to act."""


class IllegalDecision(RuntimeError):
    """A player answered with a bid or card that the rules don't allow: a fault in the player."""


@dataclass(frozen=True)
class Level:
    """One level of computer players.

    `title` and `about` are English sentences marked for translation. `horns`, 0 to 3, are the
    mark of the level; `thinking` is the time one decision usually takes, in seconds of one core.
    A level that isn't `offered` is for tests and tournaments only; one that `needs_kernel` has
    to warm up first (`is_ready`).
    """

    key: str
    title: str
    about: str
    horns: int
    factory: Callable[[], Player]
    thinking: float
    offered: bool = True
    needs_kernel: bool = False

    @cached_property
    def player(self) -> Player:
        """The player; made when it is first asked for, then shared by all seats."""
        return self.factory()


_LEVELS: Final = (
    Level(
        "random",
        gettext_noop("Random"),
        gettext_noop("Bids and plays anything"),
        0,
        RandomPlayer,
        0.00002,
        offered=False,
    ),
    Level(
        "easy",
        gettext_noop("Easy"),
        gettext_noop("Forgets what was played"),
        0,
        EasyPlayer,
        0.00003,
    ),
    Level(
        "medium",
        gettext_noop("Medium"),
        gettext_noop("Counts and remembers"),
        1,
        MediumPlayer,
        0.0001,
    ),
    Level(
        "hard",
        gettext_noop("Hard"),
        gettext_noop("Plays every bid out first"),
        2,
        HardPlayer,
        0.002,
        needs_kernel=True,
    ),
    Level(
        "insane",
        gettext_noop("Insane"),
        gettext_noop("Ruins your bid on purpose"),
        3,
        InsanePlayer,
        0.012,
        needs_kernel=True,
    ),
)

LEVELS: Final[Mapping[str, Level]] = {each.key: each for each in _LEVELS}
"""Every level by its key, the weakest first."""


def level(key: str) -> Level:
    """The level of that key. Raises UnknownLevel, which names the levels that there are."""
    if key not in LEVELS:
        raise UnknownLevel(f"“{key}” is not a level. The levels are {', '.join(LEVELS)}.")
    return LEVELS[key]


def offered_levels() -> tuple[Level, ...]:
    """The levels that people may choose, the weakest first."""
    return tuple(each for each in LEVELS.values() if each.offered)


def is_ready(key: str) -> bool:
    """Whether a level decides at once here; one that has to warm up does so at its first decision
    or at `warm_up`. Raises UnknownLevel."""
    return not level(key).needs_kernel or is_warm()


def decide(key: str, view: View, chance: Random) -> int:
    """The bid or card of a level for a view's seat; while the bidding lasts it is a bid.

    It is always legal: a player's illegal answer raises IllegalDecision and is never replaced.
    Raises UnknownLevel, and NothingToDecide where the seat isn't to act.
    """
    return advise(key, view, chance).choice


def advise(key: str, view: View, chance: Random) -> Advice:
    """The same decision with what it rests on, as far as the level can tell. Raises likewise."""
    player = level(key).player
    if not view.is_to_act:
        raise NothingToDecide(f"Seat {view.seat} is not to act.")
    bidding = view.phase is Phase.BIDDING
    if isinstance(player, Adviser):
        advice = player.advise(view, chance)
    else:
        advice = Advice(player.bid(view, chance) if bidding else player.play(view, chance))
    _checked(key, advice.choice, view.legal_bids if bidding else view.legal_plays)
    return advice


def _checked(key: str, answer: int, legal: tuple[int, ...] | frozenset[int]) -> None:
    if answer not in legal:
        raise IllegalDecision(f"{key} answered {answer!r}; legal were {sorted(legal)}.")
