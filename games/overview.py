"""Lists of a person's games: what waits to be continued, and what was played.

A list costs a fixed number of queries, however many games are in it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from django.db.models import Case, Count, F, OuterRef, Prefetch, QuerySet, Subquery, Sum, When
from django.utils.translation import gettext

from accounts.models import User

from .describing import place_ending, played_ago, standing
from .models import MADE, Bid, Deal, Game, Score, Seat
from .naming import game_title
from .reading import Table
from .rules import places
from .status import status_line


@dataclass(frozen=True)
class Waiting:
    """An unfinished game in a list. `of` is empty where nobody knows how many deals there are."""

    code: str
    title: str
    deal: int
    of: int | None
    standing: str
    status: str
    changed_at: datetime
    played: str
    is_over: ClassVar[bool] = False


@dataclass(frozen=True)
class Played:
    """A game that has ended, in a list. A given-up game has no place and no total."""

    code: str
    title: str
    ended_at: datetime | None
    place: int | None
    total: int | None
    made: int
    bids: int
    place_ending: str
    is_over: ClassVar[bool] = True


def unfinished(user: User) -> QuerySet[Game]:
    """A person's games that wait to be continued, the newest change first."""
    return Game.objects.filter(seats__user=user, status=Game.Status.PLAYING).order_by("-changed_at")


def all_games(user: User) -> QuerySet[Game]:
    """All games of a person: unfinished ones first, then the newest end."""
    is_over = Case(When(status=Game.Status.PLAYING, then=0), default=1)
    games = Game.objects.filter(seats__user=user)
    return games.order_by(is_over, "-finished_at", "-changed_at")


def waiting(games: Iterable[Game], user: User) -> list[Waiting]:
    """Unfinished games as their player's list shows them. Five queries."""
    return [_waiting(table, user) for table in tables_of(games)]


def listed(games: Iterable[Game], user: User) -> list[Waiting | Played]:
    """Games of either kind, in the order they come in. Seven queries."""
    games = list(games)
    under_way = waiting([game for game in games if game.is_playing], user)
    over = played([game for game in games if not game.is_playing], user)
    both: list[Waiting | Played] = [*under_way, *over]
    rows = {row.code: row for row in both}
    return [rows[game.code] for game in games]


def played(games: Iterable[Game], user: User) -> list[Played]:
    """Ended games as their player's list shows them. Two queries."""
    games = list(games)
    mine = {seat.game_id: seat for seat in Seat.objects.filter(game__in=games, user=user)}
    lines = Score.objects.filter(seat__in=mine.values()).order_by().values("seat__game_id")
    made = {
        line["seat__game_id"]: line
        for line in lines.annotate(bids=Count("pk"), made=Count("pk", filter=MADE))
    }
    return [_played(game, mine[game.pk], made.get(game.pk, {})) for game in games]


def tables_of(games: Iterable[Game]) -> list[Table]:
    """Many games read like `Table.read` reads one. Five queries, whatever their number."""
    by_pk = {game.pk: game for game in games}
    seats: dict[int, list[Seat]] = {pk: [] for pk in by_pk}
    for seat in Seat.objects.filter(game__in=by_pk).select_related("user"):
        seats[seat.game_id].append(seat)
    deals = _last_deals(by_pk)
    sums = _sums_before(by_pk)
    return [
        Table(game, seats[pk], deals[pk], tuple(sums.get(seat.pk, 0) for seat in seats[pk]))
        for pk, game in by_pk.items()
    ]


def _last_deals(games: Mapping[int, Game]) -> dict[int, Deal]:
    bids = Prefetch("bids", Bid.objects.select_related("seat"))
    deals = _last(Deal.objects.filter(game__in=games)).prefetch_related("plays", bids)
    found = {deal.game_id: deal for deal in deals}
    for pk, deal in found.items():
        deal.game = games[pk]
    return found


def _last(deals: QuerySet[Deal]) -> QuerySet[Deal]:
    numbers = Deal.objects.filter(game=OuterRef("game")).order_by("-number").values("number")
    return deals.annotate(last=Subquery(numbers[:1])).filter(number=F("last"))


def _sums_before(games: Iterable[int]) -> dict[int, int]:
    """Points by seat over every deal before a game's last."""
    numbers = Deal.objects.filter(game=OuterRef("deal__game")).order_by("-number").values("number")
    lines = Score.objects.filter(deal__game__in=games).annotate(last=Subquery(numbers[:1]))
    before = lines.filter(deal__number__lt=F("last")).order_by()
    return dict(before.values_list("seat").annotate(Sum("points")))


def _waiting(table: Table, user: User) -> Waiting:
    me, game = table.seat_of(user), table.game
    names = [gettext("You") if seat == me else seat.name for seat in table.seats]
    view = table.position.seen_by(me.number)
    totals = table.totals
    has_scores = table.deal.number > 0 or table.position.is_over
    place = places(totals)[me.number]
    return Waiting(
        code=game.code,
        title=game_title(game),
        deal=table.deal.number + 1,
        of=table.rules.deals,
        standing=standing(place, totals[me.number]) if has_scores else "",
        status=status_line(view, names, paused=game.is_paused)[0],
        changed_at=game.changed_at,
        played=played_ago(game.changed_at),
    )


def _played(game: Game, seat: Seat, line: Mapping[str, Any]) -> Played:
    return Played(
        code=game.code,
        title=game_title(game),
        ended_at=game.finished_at,
        place=seat.place,
        total=seat.total,
        made=line.get("made", 0),
        bids=line.get("bids", 0),
        place_ending="" if seat.place is None else place_ending(seat.place),
    )
