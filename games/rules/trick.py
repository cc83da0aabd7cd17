"""A trick: one card from every seat, in turn; and what may be played to it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from .cards import Card, Suit, suit_code, suit_of
from .errors import CardNotHeld, MustFollow, MustTrump
from .options import Void


@dataclass(frozen=True, slots=True)
class Trick:
    """Cards in playing order from the seat that leads, at a table of `players` seats."""

    players: int
    leader: int
    cards: tuple[Card, ...] = ()

    @property
    def led(self) -> Suit | None:
        """The led suit; None before the lead."""
        return suit_of(self.cards[0]) if self.cards else None

    @property
    def is_complete(self) -> bool:
        """Whether every seat has played."""
        return len(self.cards) == self.players

    @property
    def turn(self) -> int:
        """The seat that plays next (that has led, when the trick is complete)."""
        return (self.leader + len(self.cards)) % self.players

    def played(self) -> tuple[tuple[int, Card], ...]:
        """Seats and their cards in playing order."""
        return tuple(((self.leader + i) % self.players, card) for i, card in enumerate(self.cards))

    def best(self, trump: Suit | None) -> int:
        """The seat that is winning. Raises ValueError before the lead."""
        return (self.leader + winner(self.cards, trump)) % self.players

    def with_card(self, card: Card) -> "Trick":
        """The trick with one more card."""
        return Trick(self.players, self.leader, (*self.cards, card))


def winner(cards: Sequence[Card], trump: Suit | None) -> int:
    """The place in playing order of the card that wins: the highest trump, or the highest of the
    led suit where no trump was played. Raises ValueError when there is no card."""
    led = suit_of(cards[0]) if cards else None

    def strength(place: int) -> int:
        suit = suit_of(cards[place])
        if suit == trump:
            return cards[place] + 200
        return cards[place] if suit == led else -1

    return max(range(len(cards)), key=strength)


def legal_plays(
    hand: Collection[Card], led: Suit | None, trump: Suit | None, void: Void
) -> frozenset[Card]:
    """The cards of a hand that may be played to a trick with this led suit (None: to lead)."""
    if led is None:
        return frozenset(hand)
    following = frozenset(card for card in hand if suit_of(card) == led)
    if following:
        return following
    if void is Void.MUST_TRUMP:
        trumps = frozenset(card for card in hand if suit_of(card) == trump)
        return trumps or frozenset(hand)
    return frozenset(hand)


def refuse_play(
    card: Card, hand: Collection[Card], led: Suit | None, legal: Collection[Card]
) -> None:
    """Raise the reason why a card can't be played, if there is one."""
    if card in legal:
        return
    if card not in hand:
        raise CardNotHeld()
    if any(suit_of(held) == led for held in hand) and led is not None:
        raise MustFollow(suit=suit_code(led))
    raise MustTrump()
