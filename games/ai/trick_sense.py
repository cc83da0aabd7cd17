"""The trick under way as players look at it: what is winning, and what would beat it."""

from collections.abc import Iterable

from games.rules import Card, Suit, View, suit_of

TRUMP_BONUS = 200
"""Lifts every trump above every plain card; larger than any card's number."""


def strength(card: Card, led: Suit, trump: Suit | None) -> int:
    """How strong a card is in a trick: the strongest takes it; -1 never does."""
    suit = suit_of(card)
    if suit == trump:
        return card + TRUMP_BONUS
    return card if suit == led else -1


def to_beat(view: View) -> int:
    """The strength of the card that is winning the trick; -1 before the lead."""
    led = view.trick.led
    if led is None:
        return -1
    return max(strength(card, led, view.trump) for card in view.trick.cards)


def split_by_winning(view: View, cards: Iterable[Card]) -> tuple[list[Card], list[Card]]:
    """Cards that would be winning the trick now, and cards that wouldn't, each in given order."""
    led = view.trick.led
    if led is None:
        return list(cards), []
    best = to_beat(view)
    winning: list[Card] = []
    losing: list[Card] = []
    for card in cards:
        (winning if strength(card, led, view.trump) > best else losing).append(card)
    return winning, losing
