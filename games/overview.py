"""Lists of a person's games: where people gather, what waits to be continued, what was played.

A list costs a fixed number of queries, however many games are in it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Final, TypeAlias

from django.db.models import Case, Count, F, OuterRef, Prefetch, Q, QuerySet, Subquery, Sum, When
from django.utils.translation import gettext, ngettext

from accounts.models import User

from .describing import place_ending, played_ago, standing
from .models import MADE, Bid, Deal, Game, Score, Seat
from .naming import game_title
from .reading import Gathering, Table
from .rules import places
from .rules.errors import gettext_noop
from .status import status_line


@dataclass(frozen=True)
class Waiting:
    """An unfinished game in a list. `of` is empty where nobody knows how many deals there are,
    `beside` where the player is the only person."""

    code: str
    title: str
    deal: int
    of: int | None
    beside: str
    standing: str
    status: str
    changed_at: datetime
    played: str
    is_over: ClassVar[bool] = False
    is_open: ClassVar[bool] = False


@dataclass(frozen=True)
class Gathered:
    """A table in a list that has yet to begin, with so many of its seats taken."""

    code: str
    title: str
    taken: int
    of: int
    beside: str
    status: str
    changed_at: datetime
    is_over: ClassVar[bool] = False
    is_open: ClassVar[bool] = True


@dataclass(frozen=True)
class Played:
    """A game that has ended, in a list. One that was not played to its end has no place and no
    total, and says how it ended."""

    code: str
    title: str
    ended_at: datetime | None
    place: int | None
    total: int | None
    made: int
    bids: int
    place_ending: str
    ending: str
    is_over: ClassVar[bool] = True
    is_open: ClassVar[bool] = False


Unfinished: TypeAlias = Waiting | Gathered
_UNFINISHED: Final = (Game.Status.OPEN, Game.Status.PLAYING)


def unfinished(user: User) -> QuerySet[Game]:
    """A person's games that wait to begin or to be continued, the newest change first."""
    return Game.objects.filter(seats__user=user, status__in=_UNFINISHED).order_by("-changed_at")


def with_people(user: User) -> QuerySet[Game]:
    """Those of a person's unfinished games that other people have to do with."""
    return unfinished(user).filter(Q(status=Game.Status.OPEN) | Q(people__gt=1))


def all_games(user: User) -> QuerySet[Game]:
    """All games of a person: unfinished ones first, then the newest end."""
    is_over = Case(When(status__in=_UNFINISHED, then=0), default=1)
    games = Game.objects.filter(seats__user=user)
    return games.order_by(is_over, "-finished_at", "-changed_at")


def waiting(games: Iterable[Game], user: User) -> list[Unfinished]:
    """Unfinished games as their player's list shows them, in the order they come in. Six
    queries."""
    games = list(games)
    rows: dict[int, Unfinished] = {}
    for table in tables_of(game for game in games if game.is_playing):
        rows[table.game.pk] = _waiting(table, user)
    for gathering in _gatherings_of(game for game in games if game.is_open):
        rows[gathering.game.pk] = _gathered(gathering, user)
    return [rows[game.pk] for game in games]


def listed(games: Iterable[Game], user: User) -> list[Unfinished | Played]:
    """Games of every kind, in the order they come in. Eight queries."""
    games = list(games)
    under_way = waiting([game for game in games if not game.is_over], user)
    over = played([game for game in games if game.is_over], user)
    both: list[Unfinished | Played] = [*under_way, *over]
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
    seats = _seats_of(by_pk)
    deals = _last_deals(by_pk)
    sums = _sums_before(by_pk)
    return [
        Table(game, seats[pk], deals[pk], tuple(sums.get(seat.pk, 0) for seat in seats[pk]))
        for pk, game in by_pk.items()
    ]


def _gatherings_of(games: Iterable[Game]) -> list[Gathering]:
    by_pk = {game.pk: game for game in games}
    seats = _seats_of(by_pk)
    return [Gathering(game, seats[pk]) for pk, game in by_pk.items()]


def _seats_of(games: Mapping[int, Game]) -> dict[int, list[Seat]]:
    seats: dict[int, list[Seat]] = {pk: [] for pk in games}
    for seat in Seat.objects.filter(game__in=games).select_related("user"):
        seats[seat.game_id].append(seat)
    return seats


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
        beside=_beside(table.people, user),
        standing=standing(place, totals[me.number]) if has_scores else "",
        status=status_line(view, names, paused=game.is_paused)[0],
        changed_at=game.changed_at,
        played=played_ago(game.changed_at),
    )


_ENDINGS: Final[dict[str, str]] = {
    Game.Status.GIVEN_UP: gettext_noop("given up"),
    Game.Status.ABANDONED: gettext_noop("broken off"),
    Game.Status.VOIDED: gettext_noop("voided"),
}


def _gathered(gathering: Gathering, user: User) -> Gathered:
    game, free = gathering.game, len(gathering.free)
    status = ngettext("%(count)s seat is free.", "%(count)s seats are free.", free)
    return Gathered(
        code=game.code,
        title=game_title(game),
        taken=len(gathering.seats),
        of=game.rules.players,
        beside=_beside(gathering.people, user),
        status=status % {"count": free} if free else gettext("The table is full."),
        changed_at=game.changed_at,
    )


def _beside(people: Iterable[Seat], user: User) -> str:
    """The other people at the table."""
    names = [seat.name for seat in people if seat.user_id != user.pk]
    return gettext("With %(names)s.") % {"names": gettext(", ").join(names)} if names else ""


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
        ending=gettext(_ENDINGS[game.status]) if game.status in _ENDINGS else "",
    )
