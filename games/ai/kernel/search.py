"""The kernel's entry points: every choice played out over the same imagined deals.

All arrays come from `problem`; nothing here is kept between calls, so any number of threads may
decide at once. Numbers of deals are fixed and the stream is seeded by the caller: the same
question with the same seed has the same answer.
"""

import numpy as np

from .bidding import likely_bid
from .bits import bit, count, highest, lowest, one_of
from .compiling import compiled
from .layout import (
    BEST,
    BID,
    DEALER,
    DECK,
    FACTS,
    GONE,
    HIGHER,
    LEFT,
    NONE,
    PLAYERS,
    SEATS,
    SIZE,
    SUITS,
    TAKEN,
    TURN,
    WORDS,
    Floats,
    Numbers,
    Word,
    Words,
)
from .policy import rule_card
from .tricks import legal_cards, put_card
from .worlds import imagine

FEATURES = 13


@compiled
def play_out(words: Words, facts: Numbers, miss: Floats, scores: Floats) -> None:
    """Play a deal to its end, every seat by rule of thumb."""
    while facts[LEFT] > 0:
        put_card(words, facts, rule_card(words, facts, miss, scores))


@compiled
def gain(facts: Numbers, scores: Floats, seat: int, spoil: float) -> float:
    """What a finished deal is worth: own points, less `spoil` times the mean of the others'."""
    own, others = 0.0, 0.0
    for other in range(facts[PLAYERS]):
        points = scores[facts[BID + other], facts[TAKEN + other]]
        if other == seat:
            own = points
        else:
            others += points
    return own - spoil * others / (facts[PLAYERS] - 1)


@compiled
def distinct(legal: Word, words: Words, facts: Numbers) -> Word:
    """One card, the lowest, of each group of legal cards that no other card lies between.

    A card that is gone separates nothing, but for the one that is winning the trick.
    """
    hand, kept = words[facts[TURN]], NONE
    between = DECK & ~(words[GONE] | hand)
    if facts[BEST] >= 0:
        between |= bit(facts[BEST])
    rest = legal
    while rest != NONE:
        card = lowest(rest)
        rest &= ~bit(card)
        lower = legal & SUITS[card >> 4] & (bit(card) - bit(0))
        if lower == NONE or between & HIGHER[highest(lower)] & ~HIGHER[card] != NONE:
            kept |= bit(card)
    return kept


@compiled
def _set_up(
    words: Words, facts: Numbers, world: Words, own: int, here: Words, now: Numbers
) -> None:
    """Lay out a fresh copy of the deal with one world's hands."""
    for seat in range(SEATS):
        here[seat] = world[seat]
    here[own] = words[own]
    here[GONE] = words[GONE]
    now[:] = facts


@compiled
def search_cards(
    words: Words,
    facts: Numbers,
    known: tuple[Words, Words, Numbers, Numbers],
    miss: Floats,
    scores: Floats,
    spoil: float,
    deals: int,
    seed: Word,
    values: Floats,
) -> Word:
    """The expected gain of every distinct legal card, into `values` by card; returns the cards."""
    fixed, allowed, held, order = known
    own = facts[TURN]
    stream = np.full(1, seed, np.uint64)
    worlds, weights = np.empty((deals, SEATS), np.uint64), np.empty(deals)
    unseen = DECK & ~(words[GONE] | words[own])
    for seat in range(SEATS):
        unseen &= ~fixed[seat]
    imagine(worlds, weights, unseen, fixed, allowed, held, order, stream)
    choices = distinct(legal_cards(words, facts), words, facts)
    here, now = np.empty(WORDS, np.uint64), np.empty(FACTS, np.int64)
    values[:] = 0.0
    for row in range(deals):
        rest = choices
        while rest != NONE:
            card = lowest(rest)
            rest &= ~bit(card)
            _set_up(words, facts, worlds[row], own, here, now)
            put_card(here, now, card)
            play_out(here, now, miss, scores)
            values[card] += weights[row] * gain(now, scores, own, spoil)
    return choices


@compiled
def bid_others(
    words: Words, facts: Numbers, own: int, miss: Floats, weights: Floats, seen: Floats
) -> None:
    """Let every seat that hasn't bid bid what it is likely to, in turn after `own`'s bid."""
    players = facts[PLAYERS]
    for place in range(1, players + 1):
        seat = (facts[DEALER] + place) % players
        if seat != own and facts[BID + seat] < 0:
            facts[BID + seat] = likely_bid(words, facts, seat, miss, weights, seen)


@compiled
def search_bids(
    words: Words,
    facts: Numbers,
    own: int,
    known: tuple[Words, Words, Numbers, Numbers],
    miss: Floats,
    scores: Floats,
    counts: Floats,
    spoil: float,
    deals: int,
    seed: Word,
    values: Floats,
    chances: Floats,
) -> None:
    """The expected gain of every bid, into `values`, and into `chances[bid, taken]` how often a
    seat that bid so took so many tricks. The barred bid is tried with the others."""
    fixed, allowed, held, order = known
    stream = np.full(1, seed, np.uint64)
    worlds, weights = np.empty((deals, SEATS), np.uint64), np.empty(deals)
    unseen = DECK & ~(words[GONE] | words[own])
    for seat in range(SEATS):
        unseen &= ~fixed[seat]
    imagine(worlds, weights, unseen, fixed, allowed, held, order, stream)
    here, now = np.empty(WORDS, np.uint64), np.empty(FACTS, np.int64)
    seen = np.empty(FEATURES)
    values[:] = 0.0
    chances[:] = 0.0
    for row in range(deals):
        for bid in range(facts[SIZE] + 1):
            _set_up(words, facts, worlds[row], own, here, now)
            now[BID + own] = bid
            bid_others(here, now, own, miss, counts, seen)
            play_out(here, now, miss, scores)
            values[bid] += weights[row] * gain(now, scores, own, spoil)
            chances[bid, now[TAKEN + own]] += weights[row]


@compiled
def trace(
    words: Words,
    facts: Numbers,
    miss: Floats,
    scores: Floats,
    by_rule: bool,
    seed: Word,
    cards: Numbers,
    legal: Words,
) -> None:
    """Play a deal to its end at random or by rule of thumb, and tell every card and what was
    legal."""
    stream, move = np.full(1, seed, np.uint64), 0
    while facts[LEFT] > 0:
        legal[move] = legal_cards(words, facts)
        if by_rule:
            cards[move] = rule_card(words, facts, miss, scores)
        else:
            cards[move] = lowest(one_of(legal[move], count(legal[move]), stream))
        put_card(words, facts, cards[move])
        move += 1


@compiled
def play_many(
    words: Words,
    facts: Numbers,
    miss: Floats,
    scores: Floats,
    by_rule: bool,
    times: int,
    seed: Word,
) -> int:
    """Play a deal out so many times, to measure speed; returns the tricks of seat 0 in all."""
    stream, total = np.full(1, seed, np.uint64), 0
    here, now = np.empty(WORDS, np.uint64), np.empty(FACTS, np.int64)
    for _ in range(times):
        here[:] = words
        now[:] = facts
        if by_rule:
            play_out(here, now, miss, scores)
        else:
            while now[LEFT] > 0:
                legal = legal_cards(here, now)
                put_card(here, now, lowest(one_of(legal, count(legal), stream)))
        total += now[TAKEN]
    return total


@compiled
def deal_many(
    unseen: Word,
    known: tuple[Words, Words, Numbers, Numbers],
    deals: int,
    seed: Word,
    worlds: Words,
    weights: Floats,
) -> None:
    """Imagine so many deals, to test and measure dealing alone."""
    fixed, allowed, held, order = known
    imagine(worlds, weights, unseen, fixed, allowed, held, order, np.full(1, seed, np.uint64))
