"""What a seat that forgets nothing knows of the cards it can't see.

Everything follows from the view: the cards that are left, who has shown a void, how many cards
each seat still holds, and under some rules one card that all know the dealer to hold. From these
come chances; cards are taken to lie anywhere that these facts allow.
"""

from functools import lru_cache
from math import comb
from typing import Final

from games.rules import Card, Suit, View, suit_of
from games.rules.options import Void

RELUCTANT: Final = 0.65
"""How likely a seat that wants no more tricks takes one that it could take: it ducks when its
cards let it, and they often don't."""

_ALL: Final = (1 << 52) - 1
_SUIT: Final = (1 << 13) - 1


@lru_cache(maxsize=1 << 15)
def holds(wanted: int, cards: int, unseen: int) -> float:
    """The chance that a hand of `cards`, out of `unseen`, has at least one of `wanted` cards."""
    if wanted <= 0 or cards <= 0:
        return 0.0
    return 1 - comb(unseen - wanted, cards) / comb(unseen, cards)


class Memory:
    """The unseen cards as one seat knows them at one moment of a deal."""

    __slots__ = (
        "_dealer",
        "_known",
        "_unseen",
        "eager",
        "held",
        "trump",
        "unseen",
        "view",
        "voids",
    )

    def __init__(self, view: View) -> None:
        self.view = view
        self.trump = view.trump
        self._dealer = view.dealer
        known = view.dealers_card
        self._known = None if known is None or known in view.hand else known
        self._unseen = _ALL
        left = view.hand_size - len(view.tricks)
        self.held = [left] * view.players
        self.voids = [0] * view.players
        for card in view.hand:
            self._unseen &= ~(1 << card)
        if view.turn_up is not None:
            self._unseen &= ~(1 << view.turn_up)
        self._remember()
        if self._known is not None:
            self.held[self._dealer] -= 1
        self.unseen = self._unseen.bit_count()
        self.eager = [self._eagerness(seat) for seat in range(view.players)]

    def _remember(self) -> None:
        """Go through what was played: cards gone, voids shown."""
        view, trump, gone = self.view, self.trump, 0
        must_trump = view.rules.void is Void.MUST_TRUMP and trump is not None
        for trick in (*view.tricks, view.trick):
            if not trick.cards:
                continue
            led, seat = trick.cards[0] // 13, trick.leader
            for card in trick.cards:
                gone |= 1 << card
                suit = card // 13
                if suit != led:
                    self.voids[seat] |= 1 << led
                    if must_trump and suit != trump and trump is not None:
                        self.voids[seat] |= 1 << trump
                seat = seat + 1 if seat + 1 < view.players else 0
        self._unseen &= ~gone
        for seat, _ in view.trick.played():
            self.held[seat] -= 1

    def _eagerness(self, seat: int) -> float:
        bid = self.view.bids[seat]
        return 1.0 if bid is None or bid > self.view.taken[seat] else RELUCTANT

    def left(self, suit: Suit) -> int:
        """How many cards of a suit are unseen; one that the dealer is known to hold counts."""
        known = self._known is not None and suit_of(self._known) == suit
        return (self._unseen >> 13 * suit & _SUIT).bit_count() + known

    def higher(self, card: Card) -> int:
        """How many unseen cards of its suit are higher than a card; a known one counts."""
        suit = card // 13
        known = self._known is not None and self._known > card and self._known // 13 == suit
        return (self._unseen >> card + 1 & (1 << 13 * suit + 12 - card) - 1).bit_count() + known

    def can_beat(self, seat: int, card: Card, led: Suit) -> float:
        """The chance that a seat yet to play can beat a card in a trick of this led suit."""
        suit = card // 13
        if suit != led and suit != self.trump:
            return 1.0
        higher = self._has_higher(seat, card)
        if led == self.trump:
            return higher
        void = self._is_void(seat, led)
        if suit != led:
            return void * higher
        return higher + void * self._has_any(seat, self.trump)

    def wins(self, card: Card, led: Suit, rivals: tuple[int, ...]) -> float:
        """The chance that a card, winning now, is not beaten by the rivals yet to play."""
        chance = 1.0
        for seat in rivals:
            chance *= 1 - self.eager[seat] * self.can_beat(seat, card, led)
        return chance

    def rivals_left(self) -> tuple[int, ...]:
        """The seats that play to this trick after the view's own, in turn."""
        players, played = self.view.players, len(self.view.trick.cards)
        own = self.view.seat or 0
        return tuple((own + i) % players for i in range(1, players - played))

    def _has_any(self, seat: int, suit: Suit | None) -> float:
        if suit is None or self.voids[seat] >> suit & 1:
            return 0.0
        if seat == self._dealer and self._known is not None and self._known // 13 == suit:
            return 1.0
        count = (self._unseen >> 13 * suit & _SUIT).bit_count()
        return holds(count, self.held[seat], self.unseen)

    def _is_void(self, seat: int, suit: Suit) -> float:
        return 1.0 - self._has_any(seat, suit)

    def _has_higher(self, seat: int, card: Card) -> float:
        suit = card // 13
        if self.voids[seat] >> suit & 1:
            return 0.0
        known = self._known
        if seat == self._dealer and known is not None and known // 13 == suit and known > card:
            return 1.0
        count = (self._unseen >> card + 1 & (1 << 13 * suit + 12 - card) - 1).bit_count()
        return holds(count, self.held[seat], self.unseen)
