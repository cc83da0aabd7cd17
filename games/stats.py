"""A person's statistics: sums over finished games, by level, number of players and rules, and games
with other people apart from those against computers only.

Only finished games count, each once. All figures are sums (or a best), so figures of groups add
up to those of all groups together; averages are worked out at the end.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, Self

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery, Sum

from accounts.models import User

from .models import MADE, Game, Score, Seat


@dataclass(frozen=True)
class Group:
    """What games are counted under. `preset` is empty for house rules; the level of games with
    other people is that of the computers beside them."""

    level: str
    players: int
    preset: str
    with_people: bool = False


@dataclass(frozen=True)
class Figures:
    """Sums over games. A shared win is a win, and counted by itself too."""

    games: int = 0
    wins: int = 0
    shared: int = 0
    places: int = 0
    totals: int = 0
    best: int | None = None
    bids: int = 0
    made: int = 0
    points: int = 0

    def __add__(self, other: Self) -> "Figures":
        bests = [best for best in (self.best, other.best) if best is not None]
        sums = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "best"}
        added = {name: value + getattr(other, name) for name, value in sums.items()}
        return Figures(**added, best=max(bests, default=None))

    @property
    def win_rate(self) -> float:
        """Wins a game, 0 to 1. This and all averages are for at least one game."""
        return self.wins / self.games

    @property
    def average_place(self) -> float:
        """The usual place."""
        return self.places / self.games

    @property
    def average_total(self) -> float:
        """The usual total."""
        return self.totals / self.games

    @property
    def made_rate(self) -> float:
        """Made bids, 0 to 1."""
        return self.made / self.bids

    @property
    def points_per_deal(self) -> float:
        """The usual points of a deal, in which there is one bid."""
        return self.points / self.bids


def statistics_of(user: User) -> dict[Group, Figures]:
    """Figures of every group in which a person has finished a game. Two queries."""
    return _figures(_finished(user))


def totalled(figures: Iterable[Figures]) -> Figures:
    """Figures of several groups together."""
    return sum(figures, Figures())


def among(found: Mapping[Group, Figures], *, with_people: bool) -> dict[Group, Figures]:
    """Figures of games of one kind: with other people, or against computers only."""
    return {g: figures for g, figures in found.items() if g.with_people is with_people}


def change_by(game: Game, user: User) -> tuple[Figures, Figures]:
    """Figures before and after a finished game, for games like it: of its number of players and,
    against computers only, of its level, with house rules apart from presets. Games that ended
    later are left out."""
    until = _finished(user).filter(Q(game__finished_at__lt=game.finished_at) | Q(game=game))
    until = until.filter(
        _WITH_PEOPLE if game.is_shared else ~_WITH_PEOPLE & Q(game__level=game.level)
    )
    alike = until.filter(game__preset="") if not game.preset else until.exclude(game__preset="")
    before, after = (
        totalled(
            figures
            for group, figures in _figures(seats).items()
            if group.players == game.rules.players
        )
        for seats in (alike.exclude(game=game), alike)
    )
    return before, after


def _finished(user: User) -> QuerySet[Seat]:
    return Seat.objects.filter(user=user, game__status=Game.Status.FINISHED).order_by()


_WITH_PEOPLE: Final = Q(game__people__gt=1)
_GROUP: Final = ("group_level", "group_players", "group_preset", "group_with_people")


def _figures(seats: QuerySet[Seat]) -> dict[Group, Figures]:
    lines = {_group(row): row for row in _bids(seats)}
    return {
        (group := _group(row)): Figures(**row, **lines[group])  # every finished game has bids
        for row in _games(seats)
    }


def _group(row: dict[str, Any]) -> Group:
    """The group of a row, whose columns are taken out of it."""
    return Group(*(row.pop(name) for name in _GROUP))


def _games(seats: QuerySet[Seat]) -> list[dict[str, Any]]:
    others = Seat.objects.filter(game=OuterRef("game"), place=1).exclude(pk=OuterRef("pk"))
    won = Q(place=1)
    return list(
        _grouped(seats.annotate(is_shared=Exists(others)), "game")
        .annotate(
            games=Count("pk"),
            wins=Count("pk", filter=won),
            shared=Count("pk", filter=won & Q(is_shared=True)),
            places=Sum("place"),
            totals=Sum("total"),
            best=Max("total"),
        )
        .values(*_GROUP, "games", "wins", "shared", "places", "totals", "best")
    )


def _bids(seats: QuerySet[Seat]) -> list[dict[str, Any]]:
    lines = Score.objects.filter(seat__in=seats).order_by()
    return list(
        _grouped(lines, "seat__game")
        .annotate(bids=Count("pk"), made=Count("pk", filter=MADE), points=Sum("points"))
        .values(*_GROUP, "bids", "made", "points")
    )


def _grouped(rows: QuerySet[Any], game: str) -> Any:
    """Rows by the group of the game they belong to: a queryset of dictionaries."""
    at_table = Seat.objects.filter(game=OuterRef(game)).order_by().values("game")
    return rows.annotate(
        group_level=F(f"{game}__level"),
        group_preset=F(f"{game}__preset"),
        group_players=Subquery(at_table.annotate(count=Count("pk")).values("count")),
        group_with_people=Q(**{f"{game}__people__gt": 1}),
    ).values(*_GROUP)
