"""What whoever runs the site wants to know: what is played, how the computers do, what lags.

Everything is counted from the facts of a stretch of days; days are those of the site's time zone.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from django.db.models import Aggregate, Count, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce, Length, Replace, TruncDate
from django.utils import timezone

from ohhell_site import daily

from .ai.registry import LEVELS
from .models import Bid, Deal, Game, Play, Seat
from .naming import level_title

LIVE: Final = timedelta(minutes=5)
"""A game in which something happened so lately is played just now."""
LATE: Final = timedelta(seconds=3)
"""A computer's turn may be so late before it counts as lagging."""
TIMED: Final = 20_000
"""Times are told of so many bids and so many cards at most, the latest of all levels together."""


@dataclass(frozen=True)
class Span:
    """The first and the last of some days, and a preset (empty for all rules)."""

    first: date
    last: date
    preset: str = ""

    @property
    def days(self) -> list[date]:
        """All of them."""
        return [self.first + timedelta(days=n) for n in range((self.last - self.first).days + 1)]

    def within(self, moment: str) -> Q:
        """That a moment is on one of these days."""
        begin, end = (_midnight(day) for day in (self.first, self.last + timedelta(days=1)))
        return Q(**{f"{moment}__gte": begin, f"{moment}__lt": end})

    def by_rules(self, preset: str) -> Q:
        """That a game, found by its preset's name, is by these rules."""
        return Q(**{preset: self.preset}) if self.preset else Q()


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


@dataclass(frozen=True)
class Now:
    """What goes on at this moment."""

    tables: int
    people: int
    overdue: int


@dataclass(frozen=True)
class Day:
    """What happened on a day: games finished and the people in them, deals, bids; games woken by
    the sweep, errors logged."""

    day: date
    games: int = 0
    people: int = 0
    deals: int = 0
    bids: int = 0
    woken: int = 0
    errors: int = 0


@dataclass(frozen=True)
class Level:
    """How a level of computers does against people, and how long it thinks (milliseconds). What
    nothing is known of is None."""

    key: str
    title: str
    seats: int
    win_rate: float | None
    made_rate: float | None
    points_per_deal: float | None
    timed: int
    median: float | None
    slow: float | None


def now() -> Now:
    """What goes on just now. Three queries."""
    moment = timezone.now()
    live = Game.objects.filter(status=Game.Status.PLAYING, changed_at__gte=moment - LIVE)
    seats = Seat.objects.filter(game__in=live, user__isnull=False, absence="")
    return Now(
        tables=live.count(),
        people=seats.values("user").distinct().count(),
        overdue=Game.objects.filter(wake_at__lt=moment - LATE).count(),
    )


def days(span: Span) -> list[Day]:
    """What happened on each day; a bid is of the day on which its deal was dealt. Four queries."""
    games = Game.objects.filter(span.within("finished_at"), span.by_rules("preset"))
    deals = Deal.objects.filter(span.within("dealt_at"), span.by_rules("game__preset"))
    finished = games.filter(status=Game.Status.FINISHED)
    people = finished.filter(seats__user__isnull=False)
    counted = {
        "games": _by_day(finished, "finished_at", Count("pk")),
        "people": _by_day(people, "finished_at", Count("seats__user", distinct=True)),
        "deals": _by_day(deals, "dealt_at", Count("pk")),
        "bids": _by_day(deals, "dealt_at", Sum(_bids_of_deal())),
        "woken": _kept("woken", span),
        "errors": _kept("errors", span),
    }
    return [
        Day(day, **{name: found.get(day, 0) for name, found in counted.items()})
        for day in span.days
    ]


def _bids_of_deal() -> Coalesce:
    """How many bids there are of a deal. Counted by itself, since the day of a moment is the dear
    part and would be worked out for every bid."""
    own = Bid.objects.filter(deal=OuterRef("pk")).order_by().values("deal")
    return Coalesce(Subquery(own.annotate(number=Count("pk")).values("number")), 0)


def _by_day(rows: QuerySet[Any], moment: str, number: Aggregate) -> dict[date, int]:
    by_day = rows.annotate(day=TruncDate(moment)).values("day").order_by()
    return dict(by_day.annotate(number=number).values_list("day", "number"))


def _kept(what: str, span: Span) -> dict[date, int]:
    return dict(zip(span.days, daily.counts(what, span.days), strict=True))


# --- Computers ---------------------------------------------------------------------


def levels(span: Span) -> list[Level]:
    """How every level did that played on these days, the weakest first. Three queries."""
    finished = Q(game__status=Game.Status.FINISHED) & span.within("game__finished_at")
    seats = Seat.objects.filter(finished, span.by_rules("game__preset")).exclude(level="")
    every = Length("made")
    found = {
        row["level"]: row
        for row in seats.values("level")
        .order_by()
        .annotate(
            seats=Count("pk"),
            wins=Count("pk", filter=Q(place=1)),
            every=Sum(every),
            hits=Sum(every - Length(Replace("made", Value("1"), Value("")))),
            points=Sum("total"),
        )
    }
    times = _times(span)
    return [
        _level(key, found.get(key, {}), times.get(key, []))
        for key in LEVELS
        if key in found or key in times
    ]


def _level(key: str, row: Mapping[str, Any], times: Sequence[int]) -> Level:
    seats, bids = row.get("seats", 0), row.get("every") or 0
    return Level(
        key=key,
        title=level_title(key),
        seats=seats,
        win_rate=row["wins"] / seats if seats else None,
        made_rate=row["hits"] / bids if bids else None,
        points_per_deal=row["points"] / bids if bids else None,
        timed=len(times),
        median=_percentile(times, 0.5),
        slow=_percentile(times, 0.95),
    )


def _times(span: Span) -> dict[str, list[int]]:
    """How long each level's latest decisions took, the quickest first."""
    own = span.within("at") & span.by_rules("deal__game__preset") & Q(took__isnull=False)
    times: defaultdict[str, list[int]] = defaultdict(list)
    for rows in (Bid.objects, Play.objects):
        latest = rows.filter(own).order_by("-at")[:TIMED]
        for level, of_table, took in latest.values_list("seat__level", "seat__game__level", "took"):
            times[level or of_table].append(took or 0)
    return {level: sorted(each) for level, each in times.items()}


def _percentile(ordered: Sequence[int], share: float) -> float | None:
    """The value that this share of them doesn't pass (the nearest rank)."""
    if not ordered:
        return None
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]
