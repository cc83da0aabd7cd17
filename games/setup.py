"""What a new game is to be like, and beginning it: alone with computers, or as a table for people.

The last choice of either kind is kept with the person, so that the next game starts with one
press. The form's press (a word made with the page) is kept too: the same form sent twice is one
game.
"""

import re
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any, ClassVar, Final, Self, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.db import transaction

from accounts.models import User

from .ai.registry import LEVELS, offered_levels
from .clocks import Clock
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
from .rules.options import MAX_PLAYERS
from .table import Opening, open_table, start_game

DEFAULT_LEVEL: Final = "medium"
_Choice = TypeVar("_Choice", bound="Setup")


@dataclass(frozen=True)
class Setup:
    """A choice of everything a game against computers needs. `preset` is empty for house rules."""

    level: str
    pace: Pace
    preset: str
    rules: Rules

    KEPT_AS: ClassVar[str] = ""
    """The key that such a choice is kept under, beside the choice of a game against computers."""

    @classmethod
    def from_kept(cls, kept: Mapping[str, Any]) -> Self:
        """A kept choice; whatever can't be chosen any more is replaced by the default."""
        return cls(**cls._believed(kept))

    @classmethod
    def _believed(cls, kept: Mapping[str, Any]) -> dict[str, Any]:
        level, pace, preset = (str(kept.get(key, "")) for key in ("level", "pace", "preset"))
        try:
            rules = parse_rules(str(kept.get("rules", "")))
        except OptionError:
            preset, rules = DEFAULT_PRESET.key, DEFAULT_PRESET.rules()
        return {
            "level": level if _is_offered(level) else DEFAULT_LEVEL,
            "pace": Pace(pace) if pace in list(Pace) else Pace.NORMAL,
            "preset": preset if preset in PRESETS else "",
            "rules": rules,
        }

    def kept(self) -> dict[str, Any]:
        """The choice as it is kept."""
        return {
            "level": self.level,
            "pace": str(self.pace),
            "preset": self.preset,
            "rules": rules_text(self.rules),
        }

    def as_said(self, said: Mapping[str, str]) -> Self:
        """The choice with what an address says of it."""
        level, pace = said.get("level", ""), said.get("pace", "")
        setup = replace(self, level=level) if _is_offered(level) else self
        return replace(setup, pace=Pace(pace)) if pace in list(Pace) else setup

    def begun_by(self, user: User) -> Game:
        """A new game of this kind."""
        return start_game(
            host=user, rules=self.rules, level=self.level, pace=self.pace, preset=self.preset
        )

    @property
    def title(self) -> str:
        """The choice in one line: Medium, 4 players, 10-1-10."""
        game = Game(level=self.level, preset=self.preset, rules_text=rules_text(self.rules))
        return game_title(game)

    @property
    def horns(self) -> int:
        """The mark of the level."""
        return LEVELS[self.level].horns


@dataclass(frozen=True)
class TableSetup(Setup):
    """A choice of everything that a table for people needs."""

    clock: Clock = Clock.NORMAL
    computers: int = 0
    is_public: bool = True
    is_watchable: bool = True
    fills: bool = False

    KEPT_AS: ClassVar[str] = "people"

    @classmethod
    def _believed(cls, kept: Mapping[str, Any]) -> dict[str, Any]:
        believed = super()._believed(kept)
        clock, computers = str(kept.get("clock", "")), kept.get("computers")
        if clock in list(Clock):
            believed["clock"] = Clock(clock)
        if isinstance(computers, int) and 0 <= computers < believed["rules"].players:
            believed["computers"] = computers
        switches = ("is_public", "is_watchable", "fills")
        return believed | {key: kept[key] is True for key in switches if key in kept}

    def kept(self) -> dict[str, Any]:
        """The choice as it is kept."""
        return super().kept() | {
            "clock": str(self.clock),
            "computers": self.computers,
            "is_public": self.is_public,
            "is_watchable": self.is_watchable,
            "fills": self.fills,
        }

    def as_said(self, said: Mapping[str, str]) -> Self:
        """The choice with what an address says of it: a clock comes with all the rest."""
        setup, clock = super().as_said(said), said.get("clock", "")
        if clock not in list(Clock):
            return setup
        computers = said.get("computers", "")
        return replace(
            setup,
            clock=Clock(clock),
            computers=int(computers) if computers in map(str, range(MAX_PLAYERS)) else 0,
            is_public=said.get("entry") != "link",
            is_watchable="is_watchable" in said,
            fills="fills" in said,
        )

    def begun_by(self, user: User) -> Game:
        """A new table of this kind."""
        return open_table(host=user, offer=self.offer)

    @property
    def offer(self) -> Opening:
        """What the host offers by it."""
        return Opening(
            rules=self.rules,
            level=self.level,
            pace=self.pace,
            preset=self.preset,
            clock=self.clock,
            computers=self.computers,
            is_public=self.is_public,
            is_watchable=self.is_watchable,
            fills=self.fills and self.is_public,
        )

    @property
    def quick_offer(self) -> Opening:
        """What is looked for, or opened, by who only wants to play with people soon."""
        return replace(self.offer, computers=0, is_public=True, fills=True)


def _is_offered(level: str) -> bool:
    return level in {each.key for each in offered_levels()}


def last_setup(user: User | AnonymousUser) -> Setup:
    """What a person chose last against computers; the usual game for a stranger."""
    return Setup.from_kept(user.last_setup if isinstance(user, User) else {})


def last_table(user: User | AnonymousUser) -> TableSetup:
    """What a person chose last for a table of people; the usual one for a stranger."""
    return TableSetup.from_kept(_kept(user, TableSetup) if isinstance(user, User) else {})


def as_liked(setup: _Choice, preferences: Mapping[str, str]) -> _Choice:
    """The choice with the pace that a person has named in the settings, if they have."""
    return setup.as_said({"pace": preferences["pace"]})


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
    """Start a game, or open a table, and keep the choice; or what the same form has begun already.

    The person's row is locked, so of two presses the second finds what the first did.
    """
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    kept, choice = _kept(user, type(setup)), setup.kept()
    if press and kept.get("press") == press and {**kept, **choice} == kept:
        started = Game.objects.filter(code=kept.get("game", ""), seats__user=user).first()
        if started is not None and not started.is_over:
            return started
    game = setup.begun_by(user)
    _keep(user, setup, {**choice, "press": press, "game": game.code})
    return game


def _kept(user: User, kind: type[Setup]) -> dict[str, Any]:
    """What is kept of a person's last choice of this kind."""
    kept = user.last_setup.get(kind.KEPT_AS) if kind.KEPT_AS else user.last_setup
    return kept if isinstance(kept, dict) else {}


def _keep(user: User, setup: Setup, choice: dict[str, Any]) -> None:
    """Keep a choice, and leave that of the other kind as it is."""
    if setup.KEPT_AS:
        user.last_setup[setup.KEPT_AS] = choice
    else:
        tables = TableSetup.KEPT_AS
        kept = {tables: user.last_setup[tables]} if tables in user.last_setup else {}
        user.last_setup = choice | kept
    user.save(update_fields=["last_setup"])


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
