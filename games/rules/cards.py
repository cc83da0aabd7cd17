"""Cards and suits: the smallest words of the game.

A card is a whole number, 13 * suit + rank, so that cards compare, hash and fit a bit set
cheaply; its code (`AS`, `TD`) is what people, records and databases see.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

from .errors import CardCodeError, shown

Card: TypeAlias = int
"""0..51: 13 * suit + rank."""

Suit: TypeAlias = int
"""0..3: clubs, diamonds, hearts, spades."""

SUIT_CODES: Final = "CDHS"
RANK_CODES: Final = "23456789TJQKA"
SUITS: Final = range(4)
DECK: Final[tuple[Card, ...]] = tuple(range(52))

CLUBS, DIAMONDS, HEARTS, SPADES = SUITS

_CODES: Final = tuple(rank + suit for suit in SUIT_CODES for rank in RANK_CODES)
_CARDS: Final = {code: card for card, code in enumerate(_CODES)}


def suit_of(card: Card) -> Suit:
    """The suit of a card, 0..3."""
    return card // 13


def rank_of(card: Card) -> int:
    """The rank of a card, 0 (two) .. 12 (ace)."""
    return card % 13


def card_code(card: Card) -> str:
    """The two-letter code of a card: rank, then suit, as in `TD`."""
    return _CODES[card]


def parse_card(code: object) -> Card:
    """The card a code names. Raises CardCodeError for anything else."""
    if isinstance(code, str) and code in _CARDS:
        return _CARDS[code]
    raise CardCodeError(code=shown(code, 20))


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of a text such as `AS KH 2D` or `ASKH2D`, in its order."""
    packed = "".join(text.split())
    return tuple(parse_card(packed[i : i + 2]) for i in range(0, len(packed), 2))


def card_codes(cards: Iterable[Card]) -> list[str]:
    """The codes of cards, in their order."""
    return [_CODES[card] for card in cards]


def suit_code(suit: Suit) -> str:
    """The letter of a suit: C, D, H or S."""
    return SUIT_CODES[suit]


def parse_suit(code: object) -> Suit:
    """The suit a letter names. Raises CardCodeError for anything else."""
    if isinstance(code, str) and len(code) == 1 and code in SUIT_CODES:
        return SUIT_CODES.index(code)
    raise CardCodeError(code=shown(code, 20))
