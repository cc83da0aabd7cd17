"""Counting games from their facts: one as it ends, or all of them again.

Both ways go through `counted`, and what is kept is nothing but its sums.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import lru_cache
from typing import Any, Final, NamedTuple

from django.db import connection, transaction
from django.db.models import Count, Q, QuerySet

from accounts.models import User
from games.models import BidTally, Game, Score, Seat, Tally
from games.rules import parse_rules

from .figures import Figures, Group, group_of

GAME: Final = ("level", "rules_text", "preset", "people")
"""The columns of a game that say which group it is of."""
GROUP: Final = tuple(each.name for each in fields(Group))
FIGURES: Final = tuple(each.name for each in fields(Figures))
_BATCH: Final = 1000
"""Rows written or read at once."""


class Owner(NamedTuple):
    """Whose games of which kind."""

    user: int
    group: Group


class Kind(NamedTuple):
    """Which bids: of one size, at one hand size, that ended so far off (`taken - bid`)."""

    hand_size: int
    bid: int
    off: int


@dataclass(frozen=True)
class Counted:
    """What games add up to."""

    figures: defaultdict[Owner, Figures] = field(default_factory=lambda: defaultdict(Figures))
    bids: Counter[tuple[Owner, Kind]] = field(default_factory=Counter)


def finished_seats() -> QuerySet[Seat]:
    """The seats of people in games that count."""
    return Seat.objects.filter(user__isnull=False, game__status=Game.Status.FINISHED)


def counted(seats: QuerySet[Seat]) -> Counted:
    """The sums over these seats of people, whose games have results. Three queries."""
    sums = Counted()
    shared = _with_shared_win(seats)
    for user, game, place, total, *kind in _rows(seats, "game", "user", "game", "place", "total"):
        sums.figures[Owner(user, group_of(*kind))] += Figures(
            games=1,
            wins=int(place == 1),
            shared=int(place == 1 and game in shared),
            places=place,
            totals=total,
            best=total,
        )
    _add_bids(sums, Score.objects.filter(seat__in=seats))
    return sums


def _rows(rows: QuerySet[Any], game: str, *columns: str) -> Iterable[Any]:
    """These columns of rows, and those of their game that tell its group."""
    names = (*columns, *(f"{game}__{name}" for name in GAME))
    return rows.order_by().values_list(*names).iterator(chunk_size=_BATCH)


def _with_shared_win(seats: QuerySet[Seat]) -> frozenset[int]:
    """The games among these that several won."""
    winners = Seat.objects.filter(game__in=seats.values("game"), place=1).order_by()
    several = winners.values("game").annotate(winners=Count("pk")).filter(winners__gt=1)
    return frozenset(several.values_list("game", flat=True))


def _add_bids(sums: Counted, lines: QuerySet[Score]) -> None:
    columns = ("seat__user", "seat__number", "deal__number", "deal__dealer")
    rows = _rows(lines, "seat__game", *columns, "bid", "taken", "points")
    for user, seat, deal, dealer, bid, taken, points, *game in rows:
        owner = Owner(user, group_of(*game))
        sums.bids[owner, Kind(_hand_size(game[1], deal), bid, taken - bid)] += 1
        made, is_zero, is_dealer = bid == taken, bid == 0, seat == dealer
        sums.figures[owner] += Figures(
            bids=1,
            made=int(made),
            over=int(taken > bid),
            zeros=int(is_zero),
            zeros_made=int(is_zero and made),
            dealer=int(is_dealer),
            dealer_made=int(is_dealer and made),
            points=points,
        )


@lru_cache(maxsize=4096)
def _hand_size(rules_text: str, deal: int) -> int:
    return parse_rules(rules_text).hand_size(deal)


# --- One game as it ends --------------------------------------------------------


def count(game: Game) -> None:
    """Count a game for its people. Only within the transaction that finishes it; whoever else
    finishes a game of theirs waits for its end."""
    sums = counted(Seat.objects.filter(game=game, user__isnull=False))
    tallies = _locked(sums.figures)
    for owner, figures in sums.figures.items():
        _set(tallies[owner], _figures(tallies[owner]) + figures)
    Tally.objects.bulk_update(tallies.values(), FIGURES)
    _write_bids(tallies, sums.bids + _known_bids(tallies, sums.bids))


def _locked(owners: Iterable[Owner]) -> dict[Owner, Tally]:
    """The tallies of these, new ones among them, locked in one order for everybody."""
    in_order = sorted(owners)
    Tally.objects.bulk_create(map(_new_tally, in_order), ignore_conflicts=True)
    wanted = Q()
    for user, group in in_order:
        wanted |= Q(user=user, **asdict(group))
    rows = Tally.objects.filter(wanted).order_by("user", "pk").select_for_update()
    return {_owner(tally): tally for tally in rows}


def _known_bids(
    tallies: Mapping[Owner, Tally], wanted: Iterable[tuple[Owner, Kind]]
) -> Counter[tuple[Owner, Kind]]:
    """How many there are already of these."""
    owners = {tally.pk: owner for owner, tally in tallies.items()}
    rows = BidTally.objects.filter(tally__in=owners).values_list("tally", *Kind._fields, "bids")
    known = {(owners[tally], Kind(*kind)): bids for tally, *kind, bids in rows}
    return Counter({key: known[key] for key in wanted if key in known})


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
    rows = {owner: _new_tally(owner) for owner in sums.figures}
    for owner, figures in sums.figures.items():
        _set(rows[owner], figures)
    Tally.objects.bulk_create(rows.values(), batch_size=_BATCH)
    _write_bids(rows, sums.bids)
    return sum(figures.games for figures in sums.figures.values())


def _let_others_wait() -> None:
    """Until this transaction ends nobody else counts a game. SQLite has one writer anyhow."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {Tally._meta.db_table} IN EXCLUSIVE MODE")


# --- Rows -------------------------------------------------------------------------


def _new_tally(owner: Owner) -> Tally:
    return Tally(user_id=owner.user, **asdict(owner.group))


def _owner(tally: Tally) -> Owner:
    return Owner(tally.user_id, Group(*(getattr(tally, name) for name in GROUP)))


def _figures(tally: Tally) -> Figures:
    return Figures(*(getattr(tally, name) for name in FIGURES))


def _set(tally: Tally, figures: Figures) -> None:
    for name in FIGURES:
        setattr(tally, name, getattr(figures, name))


def _write_bids(tallies: Mapping[Owner, Tally], bids: Mapping[tuple[Owner, Kind], int]) -> None:
    BidTally.objects.bulk_create(
        [
            BidTally(tally=tallies[owner], **kind._asdict(), bids=number)
            for (owner, kind), number in bids.items()
        ],
        batch_size=_BATCH,
        update_conflicts=True,
        unique_fields=["tally", *Kind._fields],
        update_fields=["bids"],
    )
