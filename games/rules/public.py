"""What everybody at the table sees of a deal, and what follows from it alone.

`Position` (all cards) and `View` (one seat's knowledge) are both built on this, so whose turn
it is, what has been bid and who has taken what are worked out in one place.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from .cards import Card, Suit
from .dealing import next_seat
from .options import Bidding, Rules
from .trick import Trick


class Phase(StrEnum):
    """Where a deal stands."""

    BIDDING = "bidding"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class PublicState:
    """The open facts of deal `number` (from 0). `tricks` are complete, `trick` is under way.

    `bids` are by seat, None where a seat hasn't bid or its bid can't be seen yet; `has_bid`
    holds the seats that have bid. `taken` counts tricks by seat.
    """

    rules: Rules
    number: int
    dealer: int
    turn_up: Card | None
    trump: Suit | None
    bids: tuple[int | None, ...]
    has_bid: frozenset[int]
    tricks: tuple[Trick, ...]
    trick: Trick
    taken: tuple[int, ...]

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.rules.players

    @property
    def hand_size(self) -> int:
        """Cards dealt to each seat, and so the number of tricks."""
        return self.rules.hand_size(self.number)

    @property
    def eldest(self) -> int:
        """The seat to the dealer's left."""
        return next_seat(self.dealer, self.players)

    @property
    def is_simultaneous(self) -> bool:
        """Whether all bid at once, unseen."""
        return self.rules.bidding is Bidding.SIMULTANEOUS

    @property
    def phase(self) -> Phase:
        """Bidding, playing or over."""
        if len(self.has_bid) < self.players:
            return Phase.BIDDING
        return Phase.OVER if len(self.tricks) == self.hand_size else Phase.PLAYING

    @property
    def is_over(self) -> bool:
        """Whether the last trick has been played."""
        return self.phase is Phase.OVER

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now, in bidding order; more than one only while all bid at
        once."""
        match self.phase:
            case Phase.PLAYING:
                return (self.trick.turn,)
            case Phase.OVER:
                return ()
        waiting = tuple(seat for seat in self.in_order() if seat not in self.has_bid)
        return waiting if self.is_simultaneous else waiting[:1]

    @property
    def turn(self) -> int | None:
        """The one seat whose turn it is; None when the deal is over or all bid at once."""
        acting = self.to_act
        return acting[0] if len(acting) == 1 and not self._all_bid_now else None

    @property
    def actions(self) -> int:
        """Bids made and cards played so far: the number of this moment within its deal."""
        played = sum(len(trick.cards) for trick in self.tricks) + len(self.trick.cards)
        return len(self.has_bid) + played

    @property
    def bid_sum(self) -> int:
        """The sum of the bids that can be seen."""
        return sum(bid or 0 for bid in self.bids)

    @property
    def last_trick(self) -> Trick | None:
        """The trick that was completed last."""
        return self.tricks[-1] if self.tricks else None

    def in_order(self) -> tuple[int, ...]:
        """Every seat in bidding order, eldest first and the dealer last."""
        return tuple((self.eldest + i) % self.players for i in range(self.players))

    @property
    def _all_bid_now(self) -> bool:
        return self.is_simultaneous and self.phase is Phase.BIDDING


def nobody(players: int) -> tuple[None, ...]:
    """One None a seat."""
    return (None,) * players


def put(values: Sequence[int | None], seat: int, value: int) -> tuple[int | None, ...]:
    """Values by seat with one of them replaced."""
    return (*values[:seat], value, *values[seat + 1 :])
