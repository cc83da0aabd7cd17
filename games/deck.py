"""Decks: where a deal's chance comes from.

Each deal has a secret of its own from the system's generator. The deck follows from the secret
alone, by the recipe below, so that a commitment to the secret (its hash, known before the first
bid) fixes the deck, and the secret (known after the last trick) lets anyone deal it again.

The recipe: the cards 0..51 in order; for i = 51 down to 1 swap card i with card j, where j is
the next number below i + 1. Numbers come from HMAC-SHA256(secret, counter), counter = 0, 1, 2 ...
as 8 bytes, big-endian: each digest gives four 64-bit big-endian words, and a word that would make
some results likelier than others (not below the largest multiple of the bound) is passed over.
"""

import hmac
import secrets
from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from .rules.cards import DECK, Card, card_codes, parse_cards

SECRET_LENGTH: Final = 64
"""Letters of a secret and of a commitment: 32 bytes in hexadecimal."""

_WORDS: Final = 2**64


def new_secret() -> str:
    """A fresh secret of 256 bits."""
    return secrets.token_hex(SECRET_LENGTH // 2)


def commitment(secret: str) -> str:
    """SHA-256 of the secret's bytes: fixes the secret without telling it."""
    return sha256(bytes.fromhex(secret)).hexdigest()


def deck_of(secret: str) -> tuple[Card, ...]:
    """The deck that a secret deals."""
    deck, words = list(DECK), _words(bytes.fromhex(secret))
    for i in range(len(deck) - 1, 0, -1):
        j = _below(i + 1, words)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


def deck_text(deck: tuple[Card, ...]) -> str:
    """A deck as one word of codes, the way it is stored."""
    return "".join(card_codes(deck))


def parse_deck(text: str) -> tuple[Card, ...]:
    """The deck of a stored word."""
    return parse_cards(text)


def _words(key: bytes) -> Iterator[int]:
    counter = 0
    while True:
        digest = hmac.digest(key, counter.to_bytes(8, "big"), "sha256")
        yield from (int.from_bytes(digest[at : at + 8], "big") for at in range(0, 32, 8))
        counter += 1


def _below(bound: int, words: Iterator[int]) -> int:
    fair = _WORDS - _WORDS % bound
    return next(word for word in words if word < fair) % bound
