"""Charts of a person's statistics as tables: what is drawn is read off the table behind it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext

from .describing import MINUS, counted, decimal, percent
from .stats import Kind as BidKind
from .stats import Result

MOST_POINTS: Final = 24
"""Points of a line, at most: as many as can be told apart on a phone."""
FEWEST_GAMES: Final = 3
"""Games a point should be of: the rate of one game says nothing."""
LARGEST_BID: Final = 6
"""This and larger bids are counted together: they are few."""
FARTHEST_OFF: Final = 3
"""So many tricks and more, either way, are counted together."""


class Kind(StrEnum):
    """How a chart is drawn."""

    BARS = "bars"
    MISSES = "misses"
    LINES = "lines"


@dataclass(frozen=True)
class Cell:
    """A figure in a chart's table; what has a value (a share as 0 to 100) is drawn."""

    shown: str
    value: float | None = None


@dataclass(frozen=True)
class Chart:
    """A chart and its table: the first column names what a row is of."""

    kind: Kind
    title: str
    note: str
    columns: Sequence[str]
    rows: Sequence[tuple[str, Sequence[Cell]]]
    first: date | None = None
    """Where a row is a day: the first of them; the others follow."""

    @property
    def is_flat(self) -> bool:
        """Whether nothing happened at all on its days: there is nothing to draw."""
        values = [cell.value for _name, cells in self.rows for cell in cells]
        return self.first is not None and not any(values)


def charts_of(bids: Mapping[BidKind, int], results: Sequence[Result]) -> list[Chart]:
    """The charts of so many bids of each kind, and of results; none over time where all is of
    one day."""
    if not bids:
        return []
    charts = [
        _made_by(
            gettext("Bids made, by size of bid"),
            gettext("Bid"),
            ((min(kind.bid, LARGEST_BID), kind.off, number) for kind, number in bids.items()),
            {LARGEST_BID: gettext("%(number)s+") % {"number": LARGEST_BID}},
        ),
        _how_far_off(bids),
        _made_by(
            gettext("Bids made, by hand size"),
            gettext("Cards"),
            ((kind.hand_size, kind.off, number) for kind, number in bids.items()),
        ),
    ]
    periods = _periods(results)
    if len(periods) > 1:
        charts[2:2] = [_rates_over_time(periods), _points_over_time(periods)]
    return charts


def lines(title: str, names: Sequence[str], rows: Sequence[tuple[date, Sequence[int]]]) -> Chart:
    """Numbers of each day: what they are called, and a row of them for every day, none left out."""
    return Chart(
        Kind.LINES,
        title,
        gettext("a day"),
        (gettext("Day"), *names),
        [
            (date_format(day, "DATE_FORMAT"), [_number(each) for each in numbers])
            for day, numbers in rows
        ],
        rows[0][0] if rows else None,
    )


def _number(number: int) -> Cell:
    return Cell(counted(number), number)


# --- Bids ------------------------------------------------------------------------


def _made_by(
    title: str, column: str, bids: Iterable[tuple[int, int, int]], names: Mapping[int, str] = {}
) -> Chart:
    """The share of made bids by a size. Bids are (size, off, how many)."""
    made: Counter[int] = Counter()
    every: Counter[int] = Counter()
    for size, off, number in bids:
        every[size] += number
        made[size] += number * (off == 0)
    rows = [
        (names.get(size, counted(size)), _share(made[size], every[size])) for size in sorted(every)
    ]
    return Chart(
        Kind.BARS, title, "%", (column, gettext("Made"), pgettext("column beside Made", "Of")), rows
    )


def _how_far_off(bids: Mapping[BidKind, int]) -> Chart:
    numbers: Counter[int] = Counter()
    for kind, number in bids.items():
        numbers[max(-FARTHEST_OFF, min(kind.off, FARTHEST_OFF))] += number
    return Chart(
        Kind.MISSES,
        gettext("How far off"),
        gettext("tricks more or fewer than bid"),
        (gettext("Tricks off"), gettext("Bids")),
        [
            (_off_name(off), (Cell(counted(numbers[off]), numbers[off]),))
            for off in range(-FARTHEST_OFF, FARTHEST_OFF + 1)
        ],
    )


def _off_name(off: int) -> str:
    if off == 0:
        return gettext("exact")
    sign = MINUS if off < 0 else "+"
    return f"{sign}{abs(off)}"


def _share(part: int, whole: int) -> Sequence[Cell]:
    return (Cell(percent(part / whole), 100 * part / whole), Cell(counted(whole)))


# --- Over time -------------------------------------------------------------------

Period = tuple[str, list[Result]]


def _periods(results: Sequence[Result]) -> list[Period]:
    """Results by day, week, month or year, whichever is the finest that leaves few points with
    enough games each."""
    days = [timezone.localdate(result.ended_at) for result in results]
    most = min(MOST_POINTS, len(results) / FEWEST_GAMES)
    begins, form = next(
        (each for each in _CALENDAR if len(set(map(each[0], set(days)))) <= most), _CALENDAR[-1]
    )
    periods: dict[date, list[Result]] = {}
    for day, result in zip(days, results, strict=True):
        periods.setdefault(begins(day), []).append(result)
    return [(date_format(begin, form), played) for begin, played in periods.items()]


def _day(day: date) -> date:
    return day


def _week(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _month(day: date) -> date:
    return day.replace(day=1)


def _year(day: date) -> date:
    return day.replace(month=1, day=1)


_CALENDAR: Final = (
    (_day, "DATE_FORMAT"),
    (_week, "DATE_FORMAT"),
    (_month, "YEAR_MONTH_FORMAT"),
    (_year, "Y"),
)


def _rates_over_time(periods: Sequence[Period]) -> Chart:
    rows = []
    for name, played in periods:
        made = "".join(each.made for each in played)
        wins = sum(each.place == 1 for each in played)
        won, games = _share(wins, len(played))
        hit = _share(made.count("1"), len(made))[0] if made else Cell("")
        rows.append((name, (hit, won, games)))
    return Chart(
        Kind.LINES,
        gettext("Over time"),
        "%",
        (pgettext("first day", "From"), gettext("Bids made"), gettext("Won"), gettext("Games")),
        rows,
    )


def _points_over_time(periods: Sequence[Period]) -> Chart:
    rows = []
    for name, played in periods:
        average = sum(each.total for each in played) / len(played)
        rows.append((name, (Cell(decimal(average, 1), average), Cell(counted(len(played))))))
    return Chart(
        Kind.LINES,
        gettext("Totals over time"),
        gettext("points a game"),
        (pgettext("first day", "From"), gettext("Average total"), gettext("Games")),
        rows,
    )
