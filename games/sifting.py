"""Which of a person's games the statistics are of, and their figures in rows.

Games with other people and games against computers only are never counted together.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django.utils.translation import gettext

from .ai.registry import LEVELS
from .naming import deals_text, level_title
from .rules import PRESETS
from .stats import Figures, Group, among, totalled

HOUSE: Final = "house"
ANY_PRESET: Final = "presets"
COMPUTERS: Final = "computers"
PEOPLE: Final = "people"


@dataclass(frozen=True)
class Filter:
    """A filter of the statistics: what it may be set to, the default first."""

    name: str
    title: str
    values: tuple[tuple[str, str], ...]

    def chosen(self, asked: str) -> str:
        """The value asked for, or the default."""
        return asked if asked in dict(self.values) else self.values[0][0]

    def links(self, chosen: Mapping[str, str]) -> dict[str, Any]:
        """The filter as a row of links, which leave the other filters alone."""
        links = [
            (f"?{urlencode({**chosen, self.name: value})}", title, chosen[self.name] == value)
            for value, title in self.values
        ]
        return {"title": self.title, "links": links}


@dataclass(frozen=True)
class Row:
    """Figures of games of one number of players, and of one level where only computers were
    there. `level` is its name, else empty."""

    level: str
    players: int
    figures: Figures


@dataclass(frozen=True)
class Sifted:
    """What the statistics page shows. `players` is empty for any number."""

    groups: frozenset[Group]
    filters: tuple[dict[str, Any], ...]
    all: Figures
    rows: tuple[Row, ...]
    players: str
    with_people: bool
    has_any: bool


def sift(found: Mapping[Group, Figures], asked: Mapping[str, str]) -> Sifted:
    """Figures of the games asked for; what is asked for but unknown is left open."""
    kinds = _kinds_filter(found)
    with_people = kinds.chosen(asked.get(kinds.name, "")) == PEOPLE
    alike = among(found, with_people=with_people)
    filters = [kinds, _rules_filter(alike), _players_filter(alike), _length_filter(alike)]
    if not with_people:
        filters.insert(2, _level_filter(alike))
    chosen = {each.name: each.chosen(asked.get(each.name, "")) for each in filters}
    kept = {group: figures for group, figures in alike.items() if _fits(group, chosen)}
    return Sifted(
        groups=frozenset(kept),
        filters=tuple(each.links(chosen) for each in filters),
        all=totalled(kept.values()),
        rows=tuple(_by_players(kept) if with_people else _by_level(kept)),
        players=chosen["players"],
        with_people=with_people,
        has_any=bool(found),
    )


def _kinds_filter(found: Iterable[Group]) -> Filter:
    """The kinds of games there are; games against computers come first where there are both."""
    played = {group.with_people for group in found}
    computers = (COMPUTERS, gettext("Computers only"))
    people = (PEOPLE, gettext("With people"))
    values = {frozenset((True,)): (people,), frozenset((True, False)): (computers, people)}
    return Filter("kind", gettext("Against"), values.get(frozenset(played), (computers,)))


def _rules_filter(found: Iterable[Group]) -> Filter:
    played = {group.preset for group in found}
    presets = [(key, gettext(PRESETS[key].title)) for key in PRESETS if key in played]
    kinds = [(ANY_PRESET, gettext("All presets")), (HOUSE, gettext("House rules"))]
    values = [*(kinds if "" in played else []), *presets]
    return Filter("rules", gettext("Rules"), (("", gettext("Any rules")), *values))


def _level_filter(found: Iterable[Group]) -> Filter:
    played = {group.level for group in found}
    levels = [(key, level_title(key)) for key in LEVELS if LEVELS[key].offered or key in played]
    return Filter("level", gettext("Level"), (("", gettext("Any level")), *levels))


def _players_filter(found: Iterable[Group]) -> Filter:
    numbers = sorted({3, 4, 5} | {group.players for group in found})
    values = [(str(number), str(number)) for number in numbers]
    return Filter("players", gettext("Players"), (("", gettext("Any number of players")), *values))


def _length_filter(found: Iterable[Group]) -> Filter:
    lengths = sorted({group.deals for group in found})
    values = [(str(length), deals_text(length)) for length in lengths] if len(lengths) > 1 else []
    return Filter("length", gettext("Length"), (("", gettext("Any length")), *values))


def _fits(group: Group, chosen: Mapping[str, str]) -> bool:
    kinds = ("", group.preset, ANY_PRESET) if group.preset else ("", HOUSE)
    return (
        chosen["rules"] in kinds
        and chosen.get("level", "") in ("", group.level)
        and chosen["players"] in ("", str(group.players))
        and chosen["length"] in ("", str(group.deals))
    )


def _by_level(found: Mapping[Group, Figures]) -> Iterable[Row]:
    """A row for each level and number of players, the weakest level first."""
    for level in LEVELS:
        of_level = {group: figures for group, figures in found.items() if group.level == level}
        for row in _by_players(of_level):
            yield Row(level_title(level), row.players, row.figures)


def _by_players(found: Mapping[Group, Figures]) -> Iterable[Row]:
    """A row for each number of players."""
    for players in sorted({group.players for group in found}):
        alike = (figures for group, figures in found.items() if group.players == players)
        yield Row("", players, totalled(alike))
