"""Dealing: the deck's order, who gets which card, what is turned, who deals first.

Where chance is needed the caller brings it (`random.Random` or the system's generator), so the
same module serves the site, simulations and tests.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from .cards import DECK, RANK_CODES, Card, rank_of
from .options import FirstDealer, Rules, Trump


@dataclass(frozen=True)
class Dealt:
    """What a deal begins with: hands by seat in the order dealt, and the turned card."""

    hands: tuple[tuple[Card, ...], ...]
    turn_up: Card | None


@dataclass(frozen=True)
class Draw:
    """How the first dealer was found: the cards shown, each with the seat that got it."""

    dealer: int
    shown: tuple[tuple[int, Card], ...] = ()


def shuffled_deck(chance: Random) -> tuple[Card, ...]:
    """The 52 cards in an order chosen by `chance`."""
    deck = list(DECK)
    chance.shuffle(deck)
    return tuple(deck)


def next_seat(seat: int, players: int) -> int:
    """The seat to the left."""
    return (seat + 1) % players


def dealer_of(first_dealer: int, number: int, players: int) -> int:
    """The dealer of deal `number` (from 0): the deal passes to the left."""
    return (first_dealer + number) % players


def deal_cards(rules: Rules, number: int, dealer: int, deck: Sequence[Card]) -> Dealt:
    """Deal `number` (from 0) from a deck: one card at a time, eldest first.

    The turned card is the next of the stock, or the dealer's own last card.
    """
    players, size = rules.players, rules.hand_size(number)
    eldest = next_seat(dealer, players)
    hands = tuple(
        tuple(deck[(seat - eldest) % players + players * i] for i in range(size))
        for seat in range(players)
    )
    if not rules.turns_card(number):
        return Dealt(hands, None)
    last = players * size
    return Dealt(hands, deck[last - 1] if rules.trump is Trump.DEALERS_LAST else deck[last])


def draw_dealer(rules: Rules, chance: Random) -> Draw:
    """The first dealer, found as the rules say."""
    match rules.first_dealer:
        case FirstDealer.RANDOM:
            return Draw(chance.randrange(rules.players))
        case FirstDealer.FIRST_JACK:
            return _first_jack(rules.players, shuffled_deck(chance))
        case FirstDealer.HIGH_CARD:
            return _high_card(rules.players, shuffled_deck(chance))


def _first_jack(players: int, deck: Sequence[Card]) -> Draw:
    """Cards fall face up from seat 0 on until a jack does: that seat deals."""
    jack = RANK_CODES.index("J")
    count = next(i for i, card in enumerate(deck) if rank_of(card) == jack) + 1
    shown = tuple((i % players, card) for i, card in enumerate(deck[:count]))
    return Draw(shown[-1][0], shown)


def _high_card(players: int, deck: Sequence[Card]) -> Draw:
    """Each seat draws; the highest rank deals; equal highest draw again among themselves.

    Should they stay equal until the deck is through, the first of them deals.
    """
    drawing, shown, rest = list(range(players)), [], list(deck)
    while len(drawing) > 1 and len(rest) >= len(drawing):
        drawn = [(seat, rest.pop(0)) for seat in drawing]
        shown += drawn
        best = max(rank_of(card) for _, card in drawn)
        drawing = [seat for seat, card in drawn if rank_of(card) == best]
    return Draw(drawing[0], tuple(shown))
