"""Counting games from their facts: one as it ends, or all of them again.

Both ways go through `_counted`, and what is kept is nothing but its sums.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from django.db import connection, transaction
from django.db.models import Count, Q, QuerySet

from accounts.models import User
from games.models import BidTally, Game, Score, Seat, Tally
from games.rules import parse_rules

from .figures import Figures, Group, Lines, group_of

_BATCH: Final = 1000
"""Rows written or read at once."""
GAME: Final = ("level", "rules_text", "preset", "people")
GAME_SUMS: Final = ("games", "wins", "shared", "places", "totals", "best")
BID_SUMS: Final = ("bids", "made", "over", "points")


class Owner(NamedTuple):
    """Whose games of which kind."""

    user: int
    group: Group


class Kind(NamedTuple):
    """Which bids: of one size, at one hand size, as dealer or not."""

    hand_size: int
    bid: int
    as_dealer: bool


@dataclass(frozen=True)
class Counted:
    """What games add up to."""

    games: defaultdict[Owner, Figures] = field(default_factory=lambda: defaultdict(Figures))
    bids: defaultdict[tuple[Owner, Kind], Lines] = field(default_factory=lambda: defaultdict(Lines))


def counted(seats: QuerySet[Seat]) -> Counted:
    """The sums over these seats of people in finished games. Two queries, or three."""
    sums = Counted()
    _add_results(sums, seats)
    _add_bids(sums, Score.objects.filter(seat__in=seats))
    return sums


def _add_results(sums: Counted, seats: QuerySet[Seat]) -> None:
    shared = _with_shared_win(seats)
    columns = ("user", "game", "place", "total", *(f"game__{name}" for name in GAME))
    rows = seats.order_by().values_list(*columns).iterator(chunk_size=_BATCH)
    for user, game, place, total, *kind in rows:
        won = place == 1
        sums.games[Owner(user, group_of(*kind))] += Figures(
            games=1,
            wins=int(won),
            shared=int(won and game in shared),
            places=place,
            totals=total,
            best=total,
        )


def _with_shared_win(seats: QuerySet[Seat]) -> frozenset[int]:
    """The games among these that several won."""
    winners = Seat.objects.filter(game__in=seats.values("game"), place=1).order_by()
    several = winners.values("game").annotate(winners=Count("pk")).filter(winners__gt=1)
    return frozenset(several.values_list("game", flat=True))


def _add_bids(sums: Counted, lines: QuerySet[Score]) -> None:
    columns = (
        *("seat__user", "seat__number", "deal__number", "deal__dealer", "bid", "taken", "points"),
        *(f"seat__game__{name}" for name in GAME),
    )
    rows = lines.order_by().values_list(*columns).iterator(chunk_size=_BATCH)
    for user, seat, deal, dealer, bid, taken, points, *kind in rows:
        owner = Owner(user, group_of(*kind))
        size = _hand_sizes(kind[GAME.index("rules_text")])
        sums.bids[owner, Kind(size[deal % len(size)], bid, seat == dealer)] += Lines(
            bids=1, made=int(bid == taken), over=int(taken > bid), points=points
        )


@lru_cache(maxsize=1024)
def _hand_sizes(rules_text: str) -> tuple[int, ...]:
    return parse_rules(rules_text).hand_sizes


# --- One game as it ends --------------------------------------------------------


def count(game: Game) -> None:
    """Count a game for its people. Only within the transaction that finishes it; whoever else
    finishes a game of theirs waits for its end."""
    sums = counted(Seat.objects.filter(game=game, user__isnull=False))
    tallies = _locked(sums.games)
    for owner, figures in sums.games.items():
        _set(tallies[owner], _figures(tallies[owner]) + figures)
    Tally.objects.bulk_update(tallies.values(), GAME_SUMS)
    _write_bids(tallies, _added_to_known(sums, tallies))


def _locked(owners: Iterable[Owner]) -> dict[Owner, Tally]:
    """The tallies of these, new ones among them, locked in one order for everybody."""
    in_order = sorted(owners)
    Tally.objects.bulk_create(map(_new_tally, in_order), ignore_conflicts=True)
    wanted = Q()
    for user, group in in_order:
        wanted |= Q(user=user, **asdict(group))
    rows = Tally.objects.filter(wanted).order_by("user", "pk").select_for_update()
    return {_owner(tally): tally for tally in rows}


def _added_to_known(sums: Counted, tallies: dict[Owner, Tally]) -> dict[tuple[Owner, Kind], Lines]:
    owners = {tally.pk: owner for owner, tally in tallies.items()}
    known = {
        (owners[row.tally_id], Kind(row.hand_size, row.bid, row.as_dealer)): row
        for row in BidTally.objects.filter(tally__in=owners)
    }
    return {
        key: lines + Lines(**{name: getattr(known[key], name) for name in BID_SUMS})
        if key in known
        else lines
        for key, lines in sums.bids.items()
    }


# --- All games again -------------------------------------------------------------


@transaction.atomic
def recount(*people: User) -> int:
    """Forget the tallies of these people, or of everybody, and count all their finished games
    again. Returns how many seats in games were counted."""
    _let_others_wait()
    tallies, seats = Tally.objects.all(), finished_seats()
    if people:
        tallies, seats = tallies.filter(user__in=people), seats.filter(user__in=people)
    tallies.delete()
    sums = counted(seats)
    rows = {owner: _new_tally(owner) for owner in sums.games}
    for owner, figures in sums.games.items():
        _set(rows[owner], figures)
    Tally.objects.bulk_create(rows.values(), batch_size=_BATCH)
    _write_bids(rows, sums.bids)
    return sum(figures.games for figures in sums.games.values())


def finished_seats() -> QuerySet[Seat]:
    """The seats of people in games that count."""
    return Seat.objects.filter(user__isnull=False, game__status=Game.Status.FINISHED)


def _let_others_wait() -> None:
    """Until this transaction ends nobody else counts a game. SQLite has one writer anyhow."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {Tally._meta.db_table} IN EXCLUSIVE MODE")


# --- Rows -------------------------------------------------------------------------


def _new_tally(owner: Owner) -> Tally:
    return Tally(user_id=owner.user, **asdict(owner.group))


def _owner(tally: Tally) -> Owner:
    kind = Group(tally.level, tally.players, tally.preset, tally.deals, tally.with_people)
    return Owner(tally.user_id, kind)


def _figures(tally: Tally) -> Figures:
    return Figures(**{name: getattr(tally, name) for name in GAME_SUMS})


def _set(tally: Tally, figures: Figures) -> None:
    for name in GAME_SUMS:
        setattr(tally, name, getattr(figures, name))


def _write_bids(tallies: dict[Owner, Tally], bids: dict[tuple[Owner, Kind], Lines]) -> None:
    BidTally.objects.bulk_create(
        [
            BidTally(tally=tallies[owner], **kind._asdict(), **asdict(lines))
            for (owner, kind), lines in bids.items()
        ],
        batch_size=_BATCH,
        update_conflicts=True,
        unique_fields=["tally", *Kind._fields],
        update_fields=BID_SUMS,
    )
