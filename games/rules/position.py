"""A deal at one moment, with every card in the open: the one truth about what is legal.

A `Position` never changes; a bid or card gives the next one. Replaying the facts of a deal from
`Position.start` gives the position it stands at. What a seat may know of it is `seen_by(seat)`.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from .bidding import barred_bid, legal_bids, refuse_bid
from .cards import Card, suit_of
from .dealing import Dealt, next_seat
from .errors import AlreadyBid, DealIsOver, NotBidding, NotYourTurn, StillBidding
from .options import Rules
from .public import Phase, PublicState, nobody, put
from .scoring import points
from .trick import Trick, legal_plays, refuse_play
from .view import View


@dataclass(frozen=True, slots=True)
class Position(PublicState):
    """The open facts and all hands: as `dealt`, and as still held (`hands`)."""

    dealt: tuple[frozenset[Card], ...]
    hands: tuple[frozenset[Card], ...]

    @classmethod
    def start(cls, rules: Rules, number: int, dealer: int, dealt: Dealt) -> "Position":
        """Deal `number` (from 0) before the first bid."""
        turned = dealt.turn_up
        hands = tuple(frozenset(hand) for hand in dealt.hands)
        return cls(
            rules=rules,
            number=number,
            dealer=dealer,
            turn_up=turned,
            trump=rules.fixed_trump(number) if turned is None else suit_of(turned),
            bids=nobody(rules.players),
            has_bid=frozenset(),
            tricks=(),
            trick=Trick(rules.players, next_seat(dealer, rules.players)),
            taken=(0,) * rules.players,
            dealt=hands,
            hands=hands,
        )

    def legal_bids(self, seat: int) -> tuple[int, ...]:
        """The bids a seat may make now; none when it isn't to bid."""
        if self.phase is not Phase.BIDDING or seat not in self.to_act:
            return ()
        return legal_bids(self.hand_size, self._barred(seat))

    def legal_plays(self, seat: int) -> frozenset[Card]:
        """The cards a seat may play now; none when it isn't to play."""
        if self.phase is not Phase.PLAYING or seat != self.trick.turn:
            return frozenset()
        return legal_plays(self.hands[seat], self.trick.led, self.trump, self.rules.void)

    def after_bid(self, seat: int, bid: int) -> "Position":
        """The position after a seat's bid. Raises a MoveError that says why it can't be made."""
        if self.phase is not Phase.BIDDING:
            raise NotBidding()
        if seat in self.has_bid:
            raise AlreadyBid()
        if seat not in self.to_act:
            raise NotYourTurn()
        refuse_bid(bid, self.hand_size, self._barred(seat))
        return Position(
            self.rules, self.number, self.dealer, self.turn_up, self.trump,
            put(self.bids, seat, bid), self.has_bid | {seat},
            self.tricks, self.trick, self.taken, self.dealt, self.hands,
        )  # fmt: skip

    def after_play(self, seat: int, card: Card) -> "Position":
        """The position after a seat's card. Raises a MoveError that says why it can't be played."""
        self._refuse_phase()
        if seat != self.trick.turn:
            raise NotYourTurn()
        hand = self.hands[seat]
        led = self.trick.led
        refuse_play(card, hand, led, legal_plays(hand, led, self.trump, self.rules.void))
        hands = (*self.hands[:seat], hand - {card}, *self.hands[seat + 1 :])
        trick = self.trick.with_card(card)
        if not trick.is_complete:
            return self._with_play(hands, self.tricks, trick, self.taken)
        taker = trick.best(self.trump)
        taken = tuple(count + (seat == taker) for seat, count in enumerate(self.taken))
        return self._with_play(
            hands, (*self.tricks, trick), Trick(self.rules.players, taker), taken
        )

    def after(self, bids: Iterable[tuple[int, int]], plays: Iterable[Card]) -> "Position":
        """The position after (seat, bid) pairs and then cards, each played by the seat whose turn
        it is. Raises the first MoveError."""
        position = self
        for seat, bid in bids:
            position = position.after_bid(seat, bid)
        for card in plays:
            position = position.after_play(position.trick.turn, card)
        return position

    def points(self) -> tuple[int, ...] | None:
        """The points of the deal by seat; None before it is over."""
        if not self.is_over:
            return None
        return tuple(
            points(self.rules.scoring, bid or 0, took, self.hand_size)
            for bid, took in zip(self.bids, self.taken, strict=True)
        )

    def seen_by(self, seat: int | None) -> View:
        """All that a seat (None: a spectator) may know. While all bid at once, others' bids are
        as secret as their cards."""
        return View(
            self.rules, self.number, self.dealer, self.turn_up, self.trump,
            self._bids_seen_by(seat), self.has_bid,
            self.tricks, self.trick, self.taken,
            seat, frozenset() if seat is None else self.hands[seat],
        )  # fmt: skip

    def _bids_seen_by(self, seat: int | None) -> tuple[int | None, ...]:
        if not self._all_bid_now:
            return self.bids
        return tuple(bid if at == seat else None for at, bid in enumerate(self.bids))

    def _barred(self, seat: int) -> int | None:
        return barred_bid(
            self.bids,
            self.hand_size,
            hooked=self.rules.hook,
            is_last=seat == self.dealer and len(self.has_bid) == self.players - 1,
        )

    def _refuse_phase(self) -> None:
        if self.phase is Phase.BIDDING:
            raise StillBidding()
        if self.phase is Phase.OVER:
            raise DealIsOver()

    def _with_play(
        self,
        hands: tuple[frozenset[Card], ...],
        tricks: tuple[Trick, ...],
        trick: Trick,
        taken: tuple[int, ...],
    ) -> "Position":
        return Position(
            self.rules, self.number, self.dealer, self.turn_up, self.trump,
            self.bids, self.has_bid, tricks, trick, taken, self.dealt, hands,
        )  # fmt: skip
