"""One consistent reading of a game: what `table` acts on and `display` shows."""

from collections import OrderedDict
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Lock
from time import monotonic
from typing import Final, Self

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch, Sum, prefetch_related_objects

from accounts.models import User

from .models import Bid, Deal, Game, Seat, Trick
from .refusals import NoSuchGame
from .rules import Phase, Position, Rules, parse_card

NOT_BEGUN: Final = (Game.Status.OPEN, Game.Status.CLOSED)
BIDS: Final = Prefetch("bids", Bid.objects.select_related("seat"))


@dataclass
class Gathering:
    """A table that hasn't begun: who sits there already."""

    game: Game
    seats: list[Seat]

    @classmethod
    def read(cls, game: Game) -> Self:
        """Read the seats of an open table. One query."""
        return cls(game, list(game.seats.select_related("user")))

    @property
    def people(self) -> list[Seat]:
        """Seats that people have taken."""
        return [seat for seat in self.seats if not seat.is_computer]

    @property
    def free(self) -> list[int]:
        """The numbers of the seats that nobody has taken."""
        taken = {seat.number for seat in self.seats}
        return [number for number in range(self.game.rules.players) if number not in taken]

    def seat_of(self, user: User | AnonymousUser) -> Seat | None:
        """A person's seat, if they have one."""
        return next((s for s in self.people if user.pk and s.user_id == user.pk), None)


@dataclass
class Table:
    """A game with its seats, its deal under way (or last) and the totals before that deal."""

    game: Game
    seats: list[Seat]
    deal: Deal
    totals_before: tuple[int, ...]
    trick: Trick | None = None
    """The row of the trick that was played to last, where it is known."""
    read_at: float = field(default_factory=monotonic)
    """When the rows were read, by this process's clock."""

    @classmethod
    def read(cls, game: Game, known: "Table | None" = None) -> Self:
        """Read the rest of a game. Five queries, whatever the length of the game; three while
        cards are played in a deal of which an earlier reading is known."""
        seats = list(game.seats.select_related("user"))
        deal = game.deals.order_by("-number")[0]
        deal.game = game
        before = known if known is not None and known.deal == deal else None
        since = None if before is None else before.position
        is_bidding = since is None or since.phase is Phase.BIDDING
        # Newest deal first; plays are read before bids, see Deal.position.
        prefetch_related_objects([deal], "plays", *([BIDS] if is_bidding else []))
        totals = _totals_before(deal, seats) if before is None else before.totals_before
        table = cls(game, seats, deal, totals)
        table.position = deal.position(since)
        return table

    @classmethod
    def recall(cls, game: Game) -> "Table":
        """The same, without a query where this process remembers the game at its version, and
        with fewer where it remembers the deal."""
        remembered = memory.at_version(game)
        if remembered is None:
            return cls.read(game, memory.newest(game.pk))
        table = replace(remembered, game=game, seats=[copy(seat) for seat in remembered.seats])
        table.position = remembered.position
        return table

    @cached_property
    def position(self) -> Position:
        """Where the deal stands."""
        return self.deal.position()

    def turn_to(self, deal: Deal) -> None:
        """Go on to a new deal of the same game."""
        self.totals_before = self.totals
        self.deal = deal
        self.position = deal.position()

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.game.rules

    @property
    def totals(self) -> tuple[int, ...]:
        """Totals by seat, the last deal included once it is over."""
        points = self.position.points()
        if points is None:
            return self.totals_before
        return tuple(a + b for a, b in zip(self.totals_before, points, strict=True))

    @property
    def ends_with_deal(self) -> bool:
        """Whether the deal is over and was the last."""
        return self.position.is_over and self.rules.is_over(self.deal.number + 1, self.totals)

    @property
    def people(self) -> list[Seat]:
        """Seats that people own."""
        return [seat for seat in self.seats if not seat.is_computer]

    @property
    def is_deserted(self) -> bool:
        """Whether nobody is left whose game it is."""
        return all(seat.is_away for seat in self.people)

    @property
    def to_act(self) -> list[Seat]:
        """Seats that may act now, in bidding order."""
        return [self.seats[number] for number in self.position.to_act]

    @property
    def computers_to_act(self) -> tuple[Seat, ...]:
        """Seats where a computer may act now, for itself or for the owner, in bidding order."""
        return tuple(seat for seat in self.to_act if seat.is_played)

    @property
    def people_to_act(self) -> tuple[Seat, ...]:
        """Seats where a person may act now, in bidding order."""
        return tuple(seat for seat in self.to_act if not seat.is_played)

    def chosen_ahead(self, seat: Seat) -> int | None:
        """The bid or card a person has chosen before their turn, as long as it may come to be
        made; None without one, and once it has been dropped."""
        if not seat.ahead or seat.is_played:
            return None
        view = self.position.seen_by(seat.number)
        if seat.ahead.isdigit():
            return int(seat.ahead) if int(seat.ahead) in view.bids_ahead else None
        card = parse_card(seat.ahead)
        return card if card in view.plays_ahead else None

    @property
    def chosen_to_act(self) -> tuple[Seat, ...]:
        """Seats of people whose turn it is and who have chosen what to do before."""
        return tuple(seat for seat in self.people_to_act if self.chosen_ahead(seat) is not None)

    def level_of(self, seat: Seat) -> str:
        """The level of the computer that plays at a seat: its own, or the table's for a person."""
        return seat.level or self.game.level

    def seat_of(self, user: User | AnonymousUser) -> Seat:
        """A person's seat. Raises NoSuchGame for anybody else's game."""
        seat = self.seat_or_none(user)
        if seat is None:
            raise NoSuchGame()
        return seat

    def seat_or_none(self, user: User | AnonymousUser) -> Seat | None:
        """A person's seat; None for a spectator."""
        if user.pk is None:
            return None
        return next((seat for seat in self.seats if seat.user_id == user.pk), None)


def _totals_before(deal: Deal, seats: Sequence[Seat]) -> tuple[int, ...]:
    sums = dict(
        deal.game.deals.filter(number__lt=deal.number)
        .order_by()
        .values_list("scores__seat__number")
        .annotate(Sum("scores__points"))
    )
    return tuple(sums.get(seat.number) or 0 for seat in seats)


class Memory:
    """The tables that this process has read or written last, each at one version.

    Every change of a game raises its version with it, so a table of the version in the database
    is the table in the database. What is kept is never changed: whoever acts gets a copy. A name
    may change without a version, so rows are believed for a while only.
    """

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._kept: OrderedDict[int, Table] = OrderedDict()
        self._lock = Lock()

    def keep(self, table: Table) -> None:
        """Remember a table as it is now; nobody may change it afterwards."""
        with self._lock:
            self._kept[table.game.pk] = table
            self._kept.move_to_end(table.game.pk)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def newest(self, game_id: int) -> Table | None:
        """The last version of a game that is remembered."""
        with self._lock:
            table = self._kept.get(game_id)
        if table is None or monotonic() - table.read_at > self._seconds:
            return None
        return table

    def at_version(self, game: Game) -> Table | None:
        """The table of a game at just this version."""
        table = self.newest(game.pk)
        return table if table is not None and table.game.version == game.version else None

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()


memory = Memory(most=1000, seconds=60)
"""What this process remembers. Filled by committed writes and by readings for paintings."""


def read_table(code: str, user: User) -> Table:
    """A game that has begun, as one of its players may ask for it. Raises NoSuchGame for
    everybody else."""
    game = Game.objects.filter(code=code, seats__user=user).exclude(status__in=NOT_BEGUN).first()
    if game is None:
        raise NoSuchGame()
    return Table.read(game)


def find_game(code: str, user: User | AnonymousUser) -> Game:
    """A game that a person, or a stranger, may look at. Raises NoSuchGame for everybody else."""
    game = Game.objects.filter(code=code).first()
    if game is None or not may_look(game, user):
        raise NoSuchGame()
    return game


def may_look(game: Game, user: User | AnonymousUser) -> bool:
    """Whether a game is any of this person's business.

    It is of its players; of whoever has its address while people gather, since that is the
    invitation; of spectators where they may come. It is not of those the host has sent away.
    """
    if user.pk is not None:
        if game.seats.filter(user_id=user.pk).exists():
            return True
        if game.kicked.filter(user_id=user.pk).exists():
            return False
    return game.is_open or game.is_watchable
