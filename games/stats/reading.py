"""Reading what was counted: figures by group, bids by size, results in the order they came."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Q, QuerySet, Sum

from accounts.models import User
from games.models import BidTally, Game, Seat, Tally

from .counting import FIGURES, GAME, GROUP, Kind, counted, finished_seats
from .figures import Figures, Group, group_of, totalled

_OF_GROUP: Final = len(GROUP)


@dataclass(frozen=True)
class Result:
    """How one game ended for a person. `made` says of each bid in order whether it was made: 1 or
    0."""

    group: Group
    ended_at: datetime
    place: int
    total: int
    made: str


@dataclass(frozen=True)
class Streak:
    """How often something happened in a row: the last times, and at best."""

    now: int
    best: int

    @classmethod
    def of(cls, happened: str) -> "Streak":
        """The streak in a row of 1 and 0."""
        runs = happened.split("0")
        return cls(now=len(runs[-1]), best=max(map(len, runs)))


def statistics_of(user: User) -> dict[Group, Figures]:
    """Figures of every group in which a person has finished a game. One query."""
    rows = Tally.objects.filter(user=user).values_list(*GROUP, *FIGURES)
    return {Group(*row[:_OF_GROUP]): Figures(*row[_OF_GROUP:]) for row in rows}


def bidding_of(user: User, groups: Container[Group]) -> dict[Kind, int]:
    """How many bids of each kind a person made in games of these groups. Two queries."""
    tallies = Tally.objects.filter(user=user).values_list("pk", *GROUP)
    wanted = [pk for pk, *group in tallies if Group(*group) in groups]
    kinds = BidTally.objects.filter(tally__in=wanted).values_list(*Kind._fields)
    return {Kind(*kind): bids for *kind, bids in kinds.annotate(Sum("bids")).order_by()}


def results_of(user: User) -> list[Result]:
    """How every finished game of a person ended, the first to end first. One query."""
    seats = finished_seats().filter(user=user).order_by("game__finished_at", "game")
    names = (*(f"game__{name}" for name in GAME), "game__finished_at", "place", "total", "made")
    return [
        Result(group_of(*row[: len(GAME)]), *row[len(GAME) :]) for row in seats.values_list(*names)
    ]


def winning_streak(results: Iterable[Result]) -> Streak:
    """Games won in a row."""
    return Streak.of("".join("1" if result.place == 1 else "0" for result in results))


def bidding_streak(results: Iterable[Result]) -> Streak:
    """Bids made in a row, from game to game."""
    return Streak.of("".join(result.made for result in results))


def change_by(game: Game, user: User) -> tuple[Figures, Figures]:
    """Figures before and after a finished game, for games like it: of its number of players and,
    against computers only, of its level, with house rules apart from presets. Games that ended
    later are left out."""
    own = finished_seats().filter(user=user)
    since = own.filter(Q(game__finished_at__gt=game.finished_at) | Q(game=game))
    now = _alike(statistics_of(user), game)
    before = now - _alike(_figures_of(since), game)
    return before, now - _alike(_figures_of(since.exclude(game=game)), game)


def _figures_of(seats: QuerySet[Seat]) -> dict[Group, Figures]:
    """Figures of one person's seats, counted now."""
    return {owner.group: figures for owner, figures in counted(seats).figures.items()}


def _alike(found: Mapping[Group, Figures], game: Game) -> Figures:
    """Figures of games like one."""
    like = group_of(*(getattr(game, name) for name in GAME))
    return totalled(
        figures
        for group, figures in found.items()
        if group.players == like.players
        and group.with_people == like.with_people
        and (group.with_people or group.level == like.level)
        and bool(group.preset) == bool(like.preset)
    )
