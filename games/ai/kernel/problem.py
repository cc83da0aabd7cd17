"""A view in the kernel's arrays: what a seat knows, and tables for the rules it plays by."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from games.ai.counting import group_name
from games.ai.counts import WEIGHTS
from games.rules import Card, Suit, View, points
from games.rules.options import Scoring, Trump, Void

from .layout import (
    BEST,
    BEST_SEAT,
    BID,
    COUNT,
    DEALER,
    DECK,
    FACTS,
    GONE,
    HOOK,
    LED,
    LEFT,
    MOST_CARDS,
    MUST,
    OPEN,
    PLAYERS,
    SEATS,
    SIZE,
    SUITS,
    TAKEN,
    TRUMP,
    TRUMP_SUIT,
    TURN,
    VOID,
    WORDS,
    Floats,
    Numbers,
    Words,
)

_RANKS = 13


@lru_cache(maxsize=64)
def score_table(scoring: Scoring, size: int) -> Floats:
    """Points by bid and tricks taken, for one hand size."""
    table = np.zeros((MOST_CARDS + 1, MOST_CARDS + 1))
    for bid in range(size + 1):
        for taken in range(size + 1):
            table[bid, taken] = points(scoring, bid, taken, size)
    return table


def pays_of(scores: Floats) -> int:
    """Whether a missed bid earns points for tricks (1), nothing (0), or loses some (-1)."""
    return int(np.sign(scores[0, 1]))


@lru_cache(maxsize=512)
def misses(players: int, size: int, outside: int) -> Floats:
    """The chance that `rivals` seats with `left` cards each hold none of k given unseen cards.

    By rivals, left, k; `outside` is the number of cards that are seen to be in nobody's hand
    (1: a turned card).
    """
    table = np.ones((SEATS, MOST_CARDS + 1, _RANKS + 1))
    for rivals in range(1, players):
        for left in range(1, size + 1):
            unseen = 52 - outside - players * (size - left) - left
            chance = 1.0
            for k in range(1, _RANKS + 1):
                chance *= max(0.0, 1.0 - rivals * left / max(1, unseen - k + 1))
                table[rivals, left, k] = chance
    return table


@lru_cache(maxsize=64)
def count_weights(size: int, has_trump: bool) -> Floats:
    """What Medium's count weighs with, for one hand size."""
    return np.array(WEIGHTS[group_name(size, has_trump)])


def relabelled(trump: Suit | None) -> tuple[int, ...]:
    """The kernel's suit of each suit: trump changes places with spades."""
    suits = list(range(4))
    if trump is not None:
        suits[trump], suits[TRUMP_SUIT] = TRUMP_SUIT, trump
    return tuple(suits)


@dataclass(frozen=True)
class Problem:
    """What the kernel is asked about.

    `known` is what may be in other hands: cards known to be there, cards that may be, how many
    unknown ones each seat holds, the seats to deal to, the least free first, the cards each seat
    has played, and all cards played, in turn.
    """

    words: Words
    facts: Numbers
    known: tuple[Words, Words, Numbers, Numbers, Words, Numbers]
    miss: Floats
    scores: Floats
    counts: Floats
    suits: tuple[int, ...]

    def card(self, place: int) -> Card:
        """The card at a place of the kernel's words."""
        return self.suits.index(place >> 4) * _RANKS + (place & 15)

    def place(self, card: Card) -> int:
        """The place of a card in the kernel's words."""
        return place_of(card, self.suits)


def place_of(card: Card, suits: tuple[int, ...]) -> int:
    """The place of a card in the kernel's words under a relabelling."""
    return 16 * suits[card // _RANKS] + card % _RANKS


def _word(cards: frozenset[Card] | tuple[Card, ...], suits: tuple[int, ...]) -> int:
    return sum(1 << place_of(card, suits) for card in cards)


def problem_of(view: View) -> Problem:
    """A seat's view as the kernel knows it. The view must have a seat."""
    assert view.seat is not None
    suits = relabelled(view.trump)
    words = np.zeros(WORDS, np.uint64)
    words[view.seat] = _word(view.hand, suits)
    words[GONE] = _word(_gone(view), suits)
    outside = int(view.turn_up is not None and _was_turned(view))
    return Problem(
        words=words,
        facts=_facts(view, suits),
        known=(*_known(view, suits, words), _played(view, suits), _moves(view, suits)),
        miss=misses(view.players, view.hand_size, outside),
        scores=score_table(view.rules.scoring, view.hand_size),
        counts=count_weights(view.hand_size, view.trump is not None),
        suits=suits,
    )


def _was_turned(view: View) -> bool:
    """Whether the turned card lies on the stock, in nobody's hand."""
    return view.rules.trump is Trump.TURNED


def _gone(view: View) -> frozenset[Card]:
    """Cards that all have seen and nobody holds."""
    if view.turn_up is None or not _was_turned(view):
        return view.played
    return view.played | {view.turn_up}


def _played(view: View, suits: tuple[int, ...]) -> Words:
    """By seat, the cards it has played."""
    played = [0] * SEATS
    for trick in (*view.tricks, view.trick):
        for seat, card in trick.played():
            played[seat] |= 1 << place_of(card, suits)
    return np.array(played, np.uint64)


def _moves(view: View, suits: tuple[int, ...]) -> Numbers:
    """The cards played so far, in turn."""
    tricks = (*view.tricks, view.trick)
    return np.array([place_of(card, suits) for trick in tricks for card in trick.cards], np.int64)


def _facts(view: View, suits: tuple[int, ...]) -> Numbers:
    facts = np.zeros(FACTS, np.int64)
    facts[BID : BID + SEATS] = -1
    for seat, bid in enumerate(view.bids):
        facts[BID + seat] = -1 if bid is None else bid
    facts[TAKEN : TAKEN + view.players] = view.taken
    facts[PLAYERS], facts[SIZE], facts[DEALER] = view.players, view.hand_size, view.dealer
    facts[LEFT] = view.hand_size - len(view.tricks)
    facts[TRUMP] = view.trump is not None
    facts[MUST] = view.rules.void is Void.MUST_TRUMP
    facts[HOOK], facts[OPEN] = view.rules.hook, not view.is_simultaneous
    facts[TURN], facts[COUNT] = view.trick.turn, len(view.trick.cards)
    facts[LED] = facts[BEST] = facts[BEST_SEAT] = -1
    if view.trick.cards:
        facts[BEST_SEAT] = view.trick.best(view.trump)
        facts[LED] = suits[view.trick.cards[0] // _RANKS]
        facts[BEST] = place_of(dict(view.trick.played())[int(facts[BEST_SEAT])], suits)
    for trick in (*view.tricks, view.trick):
        for seat, card in trick.played():
            if trick.led is not None and card // _RANKS != trick.led:
                facts[VOID + seat] |= 1 << suits[trick.led]
    return facts


def _known(
    view: View, suits: tuple[int, ...], words: Words
) -> tuple[Words, Words, Numbers, Numbers]:
    """What may be in the other hands."""
    others = [seat for seat in range(view.players) if seat != view.seat]
    fixed, held = np.zeros(SEATS, np.uint64), np.zeros(SEATS, np.int64)
    left = view.hand_size - len(view.tricks)
    for seat in others:
        held[seat] = left
    for seat, _ in view.trick.played():
        held[seat] -= 1
    card = view.dealers_card
    if card is not None and view.dealer != view.seat:
        fixed[view.dealer] = _word((card,), suits)
        held[view.dealer] -= 1
    unseen = int(DECK) & ~int(words[GONE]) & ~_word(view.hand, suits) & ~int(fixed[view.dealer])
    allowed = np.array([unseen & may_hold for may_hold in _may_hold(view, suits)], np.uint64)
    order = sorted(others, key=lambda seat: int(allowed[seat]).bit_count() - int(held[seat]))
    return fixed, allowed, held, np.array(order, np.int64)


def _may_hold(view: View, suits: tuple[int, ...]) -> list[int]:
    """By seat, the cards of the suits in which it hasn't shown a void."""
    may_hold = [int(DECK)] * SEATS
    must_trump = view.rules.void is Void.MUST_TRUMP and view.trump is not None
    for trick in (*view.tricks, view.trick):
        for seat, card in trick.played():
            led = trick.led
            if led is None or card // _RANKS == led:
                continue
            may_hold[seat] &= ~int(SUITS[suits[led]])
            if must_trump and card // _RANKS != view.trump:
                may_hold[seat] &= ~int(SUITS[TRUMP_SUIT])
    return may_hold
