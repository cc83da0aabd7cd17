"""Reading what was counted: figures by group, bids by size, results in the order they came."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from typing import Final

from django.db.models import Q, QuerySet

from accounts.models import User
from games.models import BidTally, Game, Seat, Tally

from .counting import BID_SUMS, GAME, GAME_SUMS, Kind, counted, finished_seats
from .figures import Figures, Group, Lines, group_of, totalled

_GROUP: Final = tuple(field.name for field in fields(Group))


@dataclass(frozen=True)
class Bidding:
    """A person's bids of one size, at one hand size, as dealer or not, in games of one group."""

    group: Group
    kind: Kind
    lines: Lines


@dataclass(frozen=True)
class Result:
    """How one game ended for a person."""

    group: Group
    ended_at: datetime
    place: int
    total: int


def statistics_of(user: User) -> dict[Group, Figures]:
    """Figures of every group in which a person has finished a game. Two queries, however many
    games those are."""
    rows = Tally.objects.filter(user=user).values_list(*_GROUP, *GAME_SUMS)
    games = {_group(row): _game_figures(row[len(_GROUP) :]) for row in rows}
    return _together(games, bidding_of(user))


def bidding_of(user: User) -> list[Bidding]:
    """A person's bids. One query."""
    columns = (*(f"tally__{name}" for name in _GROUP), *Kind._fields, *BID_SUMS)
    rows = BidTally.objects.filter(tally__user=user).values_list(*columns)
    sums = len(_GROUP) + len(Kind._fields)
    return [
        Bidding(_group(row), Kind(*row[len(_GROUP) : sums]), Lines(*row[sums:])) for row in rows
    ]


def results_of(user: User) -> list[Result]:
    """How every finished game of a person ended, the first to end first. One query."""
    seats = finished_seats().filter(user=user).order_by("game__finished_at", "game")
    columns = (*(f"game__{name}" for name in GAME), "game__finished_at", "place", "total")
    return [Result(group_of(*row[:-3]), *row[-3:]) for row in seats.values_list(*columns)]


def change_by(game: Game, user: User) -> tuple[Figures, Figures]:
    """Figures before and after a finished game, for games like it: of its number of players and,
    against computers only, of its level, with house rules apart from presets. Games that ended
    later are left out."""
    own = finished_seats().filter(user=user)
    since = own.filter(Q(game__finished_at__gt=game.finished_at) | Q(game=game))
    later = since.exclude(game=game)
    now = _alike(statistics_of(user), game)
    return now - _alike(_facts(since), game), now - _alike(_facts(later), game)


def _facts(seats: QuerySet[Seat]) -> dict[Group, Figures]:
    """Figures of one person's seats, counted now."""
    sums = counted(seats)
    games = {owner.group: figures for owner, figures in sums.games.items()}
    bids = [Bidding(owner.group, kind, lines) for (owner, kind), lines in sums.bids.items()]
    return _together(games, bids)


def _alike(found: dict[Group, Figures], game: Game) -> Figures:
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


def _together(games: dict[Group, Figures], bids: Iterable[Bidding]) -> dict[Group, Figures]:
    by_group = defaultdict(list)
    for each in bids:
        by_group[each.group].append(_bid_figures(each))
    return {group: totalled([figures, *by_group[group]]) for group, figures in games.items()}


def _bid_figures(each: Bidding) -> Figures:
    bids, made = each.lines.bids, each.lines.made
    is_zero, as_dealer = each.kind.bid == 0, each.kind.as_dealer
    return Figures(
        **asdict(each.lines),
        zeros=bids * is_zero,
        zeros_made=made * is_zero,
        dealer=bids * as_dealer,
        dealer_made=made * as_dealer,
    )


def _game_figures(sums: Iterable[int]) -> Figures:
    return Figures(**dict(zip(GAME_SUMS, sums, strict=True)))


def _group(row: tuple[object, ...]) -> Group:
    return Group(*row[: len(_GROUP)])  # type: ignore[arg-type]
