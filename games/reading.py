"""One consistent reading of a game: what `table` acts on and `display` shows."""

from dataclasses import dataclass
from functools import cached_property
from typing import Self

from django.db.models import Prefetch, Sum

from accounts.models import User

from .models import Bid, Deal, Game, Seat
from .refusals import NoSuchGame
from .rules import Position, Rules


@dataclass
class Table:
    """A game with its seats, its deal under way (or last) and the totals before that deal."""

    game: Game
    seats: list[Seat]
    deal: Deal
    totals_before: tuple[int, ...]

    @classmethod
    def read(cls, game: Game) -> Self:
        """Read the rest of a game. Five queries, whatever the length of the game."""
        seats = list(game.seats.select_related("user"))
        bids = Prefetch("bids", Bid.objects.select_related("seat"))
        # Newest deal first; plays are read before bids, see Deal.position.
        deal = game.deals.order_by("-number").prefetch_related("plays", bids)[0]
        deal.game = game
        sums = dict(
            game.deals.filter(number__lt=deal.number)
            .order_by()
            .values_list("scores__seat__number")
            .annotate(Sum("scores__points"))
        )
        return cls(game, seats, deal, tuple(sums.get(seat.number) or 0 for seat in seats))

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
    def computers_to_act(self) -> tuple[Seat, ...]:
        """Seats of computers that may act now, in bidding order."""
        seats = [self.seats[number] for number in self.position.to_act]
        return tuple(seat for seat in seats if seat.is_computer)

    def seat_of(self, user: User) -> Seat:
        """A person's seat. Raises NoSuchGame for anybody else's game."""
        for seat in self.seats:
            if seat.user_id is not None and seat.user_id == user.pk:
                return seat
        raise NoSuchGame()


def read_table(code: str, user: User) -> Table:
    """A game as one of its players may ask for it. Raises NoSuchGame for everybody else."""
    game = Game.objects.filter(code=code, seats__user=user).first()
    if game is None:
        raise NoSuchGame()
    return Table.read(game)
