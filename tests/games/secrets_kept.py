"""Finds in what a person is sent whatever that person may not know yet.

Everything is compared with the rows as they are at the moment of sending: cards that are neither
the person's own, played nor turned, by code or by name; the order of the deck; the deal's secret.
"""

import re
from dataclasses import dataclass
from random import Random
from typing import Final

from accounts.models import User
from games.deck import deck_text, parse_deck
from games.models import Bid, Deal, Game
from games.naming import card_name
from games.reading import Table
from games.rules import Card, MoveError, card_code
from games.rules.cards import DECK
from tests.games.casts import fresh

WORD: Final = re.compile(r"[A-Za-z0-9_-]+")
PIECE: Final = 8
"""So many letters of a secret or deck in a row are no accident."""


@dataclass(frozen=True)
class Hidden:
    """What a person may not know at a moment: cards, and texts that would tell them."""

    cards: frozenset[Card]
    texts: tuple[str, ...]

    def in_text(self, sent: str, *, known: str = "") -> list[str]:
        """What a text tells of it: nothing, where it is fine.

        Cards that stand in `known`, a page for everybody with cards on it for show, say nothing.
        """
        words, small = set(WORD.findall(sent)), sent.lower()
        found = [code for code in map(card_code, self.cards) if words & {code, f"c{code}"}]
        found += [name for name in map(card_name, self.cards) if name in small]
        found = [word for word in found if not re.search(rf"\b{word}\b", known)]
        return found + [piece for text in self.texts for piece in pieces(text) if piece in small]


def hidden_from(user: User, game: Game) -> Hidden:
    """What a person may not know of a game just now."""
    now = Table.read(fresh(game))
    if now.position.is_over:
        return Hidden(frozenset(), ())
    view = now.position.seen_by(now.seat_of(user).number)
    return Hidden(frozenset(DECK) - view.seen, (now.deal.deck, now.deal.secret))


def pieces(text: str) -> list[str]:
    """A text in small letters, in pieces that overlap."""
    small = text.lower()
    return [small[at : at + PIECE] for at in range(0, len(text) - PIECE + 1, 2)]


def other_cards(game: Game, user: User, chance: Random) -> None:
    """Deal all that the person can't see differently, as far as what was played allows it."""
    now = Table.read(fresh(game))
    hidden = hidden_from(user, game).cards
    deck = parse_deck(now.deal.deck)
    for _ in range(500):
        shuffled = iter(chance.sample(sorted(hidden), len(hidden)))
        dealt = deck_text(tuple(next(shuffled) if card in hidden else card for card in deck))
        Deal.objects.filter(pk=now.deal.pk).update(
            deck=dealt, secret=f"{chance.getrandbits(256):064x}"
        )
        if dealt != now.deal.deck and _can_have_been(now.deal):
            return
    raise LookupError("no other cards fit what was played")


def other_bids(game: Game, chance: Random) -> None:
    """Let computers have bid something else."""
    for each in Bid.objects.filter(deal__game=game, seat__user=None):
        each.value = (each.value + 1) % 3
        each.save()


def _can_have_been(deal: Deal) -> bool:
    try:
        Deal.objects.get(pk=deal.pk).position()
    except MoveError:
        return False
    return True
