"""Easy: a beginner. It counts its high cards roughly, forgets the cards of earlier tricks, and
now and then plays a card without thinking."""

from random import Random
from typing import Final

from games.rules import Card, View, rank_of, suit_of

from .trick_sense import split_by_winning

CARELESS: Final = 0.25
"""The share of cards that are played without thinking."""

_PLAIN: Final = {12: 0.9, 11: 0.6, 10: 0.3}
_TRUMP: Final = {12: 1.0, 11: 0.9, 10: 0.8, 9: 0.7}
_SMALL_TRUMP: Final = 0.4
_MOOD: Final = 0.8
"""How far, in tricks, a rough count may go astray either way."""


class EasyPlayer:
    """Bids by a rough count, plays high when it wants a trick and low when it doesn't."""

    def bid(self, view: View, chance: Random) -> int:
        """The count, astray by the mood of the moment; the nearest legal bid."""
        count = sum(_worth(card, view) for card in sorted(view.hand))
        aim = count + chance.uniform(-_MOOD, _MOOD)
        return min(view.legal_bids, key=lambda bid: (abs(bid - aim), bid))

    def play(self, view: View, chance: Random) -> Card:
        """High or low, by whether the bid is still short; sometimes anything."""
        legal = sorted(view.legal_plays, key=lambda card: _height(card, view))
        if chance.random() < CARELESS:
            return chance.choice(legal)
        winning, losing = split_by_winning(view, legal)
        if (view.bid or 0) > view.taken[_seat(view)]:
            return winning[-1] if winning else legal[0]
        if not view.trick.cards:
            return legal[0]
        return losing[-1] if losing else legal[0]


def _seat(view: View) -> int:
    assert view.seat is not None
    return view.seat


def _worth(card: Card, view: View) -> float:
    """Tricks that a beginner expects of a card."""
    if suit_of(card) == view.trump:
        return _TRUMP.get(rank_of(card), _SMALL_TRUMP)
    return _PLAIN.get(rank_of(card), 0.0)


def _height(card: Card, view: View) -> tuple[bool, int, Card]:
    """Trumps above plain cards, then by rank."""
    return suit_of(card) == view.trump, rank_of(card), card
