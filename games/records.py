"""Records against computers: the best of all accounts, by level and number of players.

House rules don't count, since anybody could make them easy; nor do people with few games. Who shows
nothing in the profile doesn't stand here either. Equal figures, as they are read, share a rank.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import FloatField, QuerySet, Sum
from django.db.models.functions import Cast
from django.utils.translation import gettext, pgettext

from accounts.models import Privacy, User, seen_by_all

from .ai.registry import offered_levels
from .describing import decimal, percent
from .models import Tally
from .naming import level_title
from .rules.errors import gettext_noop
from .rules.options import MAX_PLAYERS, MIN_PLAYERS
from .sifting import Filter

FEWEST_GAMES: Final = 10
"""Games somebody needs to stand here."""
LINES: Final = 50


@dataclass(frozen=True)
class Measure:
    """What records are ordered by: a share of 1, or a number."""

    title: str
    part: str
    whole: str
    shown: Callable[[float], str]


def _points(number: float) -> str:
    return decimal(number, 2)


def _share(number: float) -> str:
    return percent(number, 1)


MEASURES: Final = {
    "won": Measure(gettext_noop("Games won"), "wins", "games", _share),
    "made": Measure(gettext_noop("Bids made"), "made", "bids", _share),
    "points": Measure(gettext_noop("Points per deal"), "points", "bids", _points),
}


PLAYERS: Final = range(MIN_PLAYERS, MAX_PLAYERS + 1)
USUAL_PLAYERS: Final = 4


@dataclass(frozen=True)
class Line:
    """One person's line: `value` as it is read, of so many games."""

    rank: int
    name: str
    username: str
    value: str
    games: int
    is_you: bool


@dataclass(frozen=True)
class Records:
    """The page of records: what may be chosen, and the lines of what is."""

    filters: tuple[dict[str, Any], ...]
    measure: str
    lines: list[Line]
    leaves_you_out: bool
    least: int = FEWEST_GAMES


def records_of(asked: Mapping[str, str], user: User | AnonymousUser) -> Records:
    """The records asked for; what is asked for but unknown is the usual. One query."""
    levels = [level.key for level in offered_levels()]
    filters = (
        Filter(
            "by",
            pgettext("what records are ordered by", "By"),
            tuple((k, gettext(m.title)) for k, m in MEASURES.items()),
        ),
        Filter("level", gettext("Level"), tuple((key, level_title(key)) for key in levels)),
        Filter(
            "players", gettext("Players"), tuple((str(number), str(number)) for number in PLAYERS)
        ),
    )
    usual = {"players": str(USUAL_PLAYERS), "level": "medium"}
    chosen = {
        each.name: each.chosen(asked.get(each.name, usual.get(each.name, ""))) for each in filters
    }
    measure = MEASURES[chosen["by"]]
    lines = record_lines(measure, chosen["level"], int(chosen["players"]), user)
    links = tuple(each.links(chosen) for each in filters)
    is_closed = isinstance(user, User) and user.privacy == Privacy.CLOSED
    return Records(links, gettext(measure.title), lines, leaves_you_out=is_closed)


def record_lines(
    measure: Measure, level: str, players: int, user: User | AnonymousUser
) -> list[Line]:
    """The best by a measure against computers of a level at tables of so many. One query."""
    lines: list[Line] = []
    for number, row in enumerate(_best(measure, level, players)[:LINES], start=1):
        value = measure.shown(row["value"])
        rank = lines[-1].rank if lines and lines[-1].value == value else number
        names = row["user__name"], row["user__username"]
        lines.append(Line(rank, *names, value, row["played"], is_you=row["user"] == user.pk))
    return lines


def _best(measure: Measure, level: str, players: int) -> QuerySet[Any, Any]:
    tallies = Tally.objects.filter(level=level, players=players, with_people=False)
    people = tallies.exclude(preset="").filter(seen_by_all("user"))
    people = people.exclude(user__privacy=Privacy.CLOSED)
    value = Cast(Sum(measure.part), FloatField()) / Sum(measure.whole)
    rows = people.values("user", "user__name", "user__username").annotate(
        played=Sum("games"), value=value
    )
    return rows.filter(played__gte=FEWEST_GAMES).order_by("-value", "-played", "user")
