"""What a new game is to be like, and beginning it.

The last choice is kept with the person, so that the next game starts with one press. The form's
press (a word made with the page) is kept too: the same form sent twice is one game.
"""

import re
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, Final, Self

from django.contrib.auth.models import AnonymousUser
from django.db import transaction

from accounts.models import User

from .ai.registry import LEVELS, offered_levels
from .models import Game
from .naming import game_title
from .pacing import Pace
from .rules import (
    DEFAULT_PRESET,
    PRESETS,
    OptionError,
    Preset,
    Rules,
    parse_rules,
    preset_of,
    rules_text,
)
from .table import start_game

DEFAULT_LEVEL: Final = "medium"


@dataclass(frozen=True)
class Setup:
    """A choice of everything a game against computers needs. `preset` is empty for house rules."""

    level: str
    pace: Pace
    preset: str
    rules: Rules

    @classmethod
    def from_kept(cls, kept: Mapping[str, Any]) -> Self:
        """A kept choice; whatever can't be chosen any more is replaced by the default."""
        level, pace, preset = (str(kept.get(key, "")) for key in ("level", "pace", "preset"))
        try:
            rules = parse_rules(str(kept.get("rules", "")))
        except OptionError:
            preset, rules = DEFAULT_PRESET.key, DEFAULT_PRESET.rules()
        return cls(
            level=level if level in {each.key for each in offered_levels()} else DEFAULT_LEVEL,
            pace=Pace(pace) if pace in list(Pace) else Pace.NORMAL,
            preset=preset if preset in PRESETS else "",
            rules=rules,
        )

    def kept(self) -> dict[str, str]:
        """The choice as it is kept."""
        return {
            "level": self.level,
            "pace": str(self.pace),
            "preset": self.preset,
            "rules": rules_text(self.rules),
        }

    @property
    def title(self) -> str:
        """The choice in one line: Medium, 4 players, 10-1-10."""
        game = Game(level=self.level, preset=self.preset, rules_text=rules_text(self.rules))
        return game_title(game)

    @property
    def horns(self) -> int:
        """The mark of the level."""
        return LEVELS[self.level].horns


def last_setup(user: User | AnonymousUser) -> Setup:
    """What a person chose last; the usual game for a stranger."""
    return Setup.from_kept(user.last_setup if isinstance(user, User) else {})


def setup_of(game: Game) -> Setup:
    """The choice a game was begun with."""
    return Setup(game.level, Pace(game.pace), game.preset, game.rules)


def new_press() -> str:
    """A word for one form on one page."""
    return secrets.token_urlsafe(9)


def press_of(text: str) -> str:
    """The word as a form sent it, or none where it can't be a word of ours."""
    return text if re.fullmatch(r"[\w-]{1,40}", text, re.ASCII) else ""


@transaction.atomic
def begin(user: User, setup: Setup, press: str) -> Game:
    """Start a game and keep the choice; or the game that the same form has started already.

    The person's row is locked, so of two presses the second finds what the first did.
    """
    user = User.objects.select_for_update().get(pk=user.pk)
    kept, choice = user.last_setup, setup.kept()
    if press and kept.get("press") == press and {**kept, **choice} == kept:
        started = Game.objects.filter(code=kept.get("game", ""), seats__user=user).first()
        if started is not None and started.is_playing:
            return started
    game = start_game(
        host=user, rules=setup.rules, level=setup.level, pace=setup.pace, preset=setup.preset
    )
    user.last_setup = {**choice, "press": press, "game": game.code}
    user.save(update_fields=["last_setup"])
    return game


# --- Presets and the ways to play them ----------------------------------------


@cache
def ways_of(key: str, players: int) -> tuple[tuple[dict[str, str], Rules], ...]:
    """Every way to decide a preset's choices that can be played, with its rules."""
    return tuple(_ways(PRESETS[key], players))


def _ways(preset: Preset, players: int) -> Iterator[tuple[dict[str, str], Rules]]:
    keys = [[(choice.key, a.key) for a in choice.alternatives] for choice in preset.choices]
    for pairs in product(*keys):
        try:
            yield dict(pairs), preset.rules(players, dict(pairs))
        except OptionError:
            continue  # alternatives that exclude each other


def decided_for(preset: Preset, rules: Rules) -> dict[str, str]:
    """How a preset's choices were decided for these rules; empty where they aren't its."""
    found = (decided for decided, way in ways_of(preset.key, rules.players) if way == rules)
    return next(found, {})


def preset_for(rules: Rules, wished: str = "") -> str:
    """The name a game by these rules goes under: the wished preset's where it offers them at its
    usual numbers of players, else any preset's that does, else none."""
    preset = PRESETS.get(wished)
    if preset is None or rules.players not in preset.players or not preset.offers(rules):
        preset = preset_of(rules)
    return "" if preset is None else preset.key
