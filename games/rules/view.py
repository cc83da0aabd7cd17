"""A seat's view: all that the one who sits there may know, and nothing else.

Templates, computers and outside programs see a `View`, never a `Position`.
"""

from dataclasses import dataclass

from .bidding import barred_bid, legal_bids
from .cards import Card, Suit
from .options import Trump
from .public import Phase, PublicState
from .trick import legal_plays


@dataclass(frozen=True, slots=True)
class View(PublicState):
    """The open facts and one seat's hand. `seat` is None for a spectator, who has no hand."""

    seat: int | None
    hand: frozenset[Card]

    @property
    def is_to_act(self) -> bool:
        """Whether this seat may act now."""
        return self.seat in self.to_act

    @property
    def barred(self) -> int | None:
        """The bid the hook bars for this seat now; None where none is barred."""
        return barred_bid(
            self.bids,
            self.hand_size,
            hooked=self.rules.hook,
            is_last=self.seat == self.dealer and len(self.has_bid) == self.players - 1,
        )

    @property
    def legal_bids(self) -> tuple[int, ...]:
        """The bids this seat may make now; none when it isn't to bid."""
        if self.phase is not Phase.BIDDING or not self.is_to_act:
            return ()
        return legal_bids(self.hand_size, self.barred)

    @property
    def legal_plays(self) -> frozenset[Card]:
        """The cards this seat may play now; none when it isn't to play."""
        if self.phase is not Phase.PLAYING or not self.is_to_act:
            return frozenset()
        return legal_plays(self.hand, self.trick.led, self.trump, self.rules.void)

    @property
    def bids_ahead(self) -> tuple[int, ...]:
        """The bids this seat may still come to make, as far as can be told before its turn; none
        when it has bid, or bids with everybody at once."""
        if self.phase is not Phase.BIDDING or self.seat is None or self.is_simultaneous:
            return ()
        if self.seat in self.has_bid:
            return ()
        return self.legal_bids or legal_bids(self.hand_size, None)

    @property
    def plays_ahead(self) -> frozenset[Card]:
        """The cards this seat may still come to play next, as far as can be told before its
        turn: to the trick under way, or to the next one where its card is played already."""
        if self.phase is not Phase.PLAYING:
            return frozenset()
        return legal_plays(self.hand, self.led_ahead, self.trump, self.rules.void)

    @property
    def led_ahead(self) -> Suit | None:
        """The suit led in the trick that this seat plays to next; None while that isn't known."""
        has_played = any(seat == self.seat for seat, _ in self.trick.played())
        return None if has_played else self.trick.led

    @property
    def bid(self) -> int | None:
        """This seat's own bid, if it has bid."""
        return None if self.seat is None else self.bids[self.seat]

    @property
    def played(self) -> frozenset[Card]:
        """Every card that has been played in this deal."""
        return frozenset(card for trick in (*self.tricks, self.trick) for card in trick.cards)

    @property
    def dealers_card(self) -> Card | None:
        """The turned card while all know that the dealer holds it; None otherwise."""
        if self.rules.trump is not Trump.DEALERS_LAST or self.turn_up in self.played:
            return None
        return self.turn_up

    @property
    def seen(self) -> frozenset[Card]:
        """Cards that can't be in another seat's unknown cards: own, played, turned."""
        turned = frozenset() if self.turn_up is None else frozenset((self.turn_up,))
        return self.hand | self.played | turned
