"""The kernel's entry points: every choice played out over the same imagined deals.

All arrays come from `problem`; nothing here is kept between calls, so any number of threads may
decide at once. Numbers of deals are fixed and the stream is seeded by the caller: the same
question with the same seed has the same answer.
"""

from typing import TypeAlias

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
from .weighing import explain_bids, resample
from .worlds import imagine, normalise

FEATURES = 13

Known: TypeAlias = tuple[Words, Words, Numbers, Numbers, Words]
"""What may be in the other hands, as `problem.Problem.known` has it."""
Effort: TypeAlias = tuple[int, int]
"""How many deals are imagined, and how many of them are played out."""


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
def gather(
    words: Words,
    facts: Numbers,
    own: int,
    known: Known,
    miss: Floats,
    counts: Floats,
    effort: Effort,
    stream: Words,
) -> tuple[Words, Floats]:
    """Imagined deals to play out, with weights that sum to 1.

    With more draws than deals, deals are drawn by how well they explain the bids.
    """
    fixed, allowed, held, order, played = known
    draws, deals = effort
    worlds, weights = np.empty((draws, SEATS), np.uint64), np.empty(draws)
    unseen = DECK & ~(words[GONE] | words[own])
    for seat in range(SEATS):
        unseen &= ~fixed[seat]
    imagine(worlds, weights, unseen, fixed, allowed, held, order, stream)
    if draws == deals:
        normalise(weights)
        return worlds, weights
    explain_bids(worlds, weights, words, facts, own, played, miss, counts)
    chosen = np.empty((deals, SEATS), np.uint64)
    resample(worlds, weights, chosen, stream)
    return chosen, np.full(deals, 1.0 / deals)


@compiled
def search_cards(
    words: Words,
    facts: Numbers,
    known: Known,
    miss: Floats,
    scores: Floats,
    counts: Floats,
    spoil: float,
    effort: Effort,
    seed: Word,
    values: Floats,
) -> Word:
    """The expected gain of every distinct legal card, into `values` by card; returns the cards."""
    own = facts[TURN]
    stream = np.full(1, seed, np.uint64)
    worlds, weights = gather(words, facts, own, known, miss, counts, effort, stream)
    choices = distinct(legal_cards(words, facts), words, facts)
    here, now = np.empty(WORDS, np.uint64), np.empty(FACTS, np.int64)
    values[:] = 0.0
    for row in range(weights.size):
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
    known: Known,
    miss: Floats,
    scores: Floats,
    counts: Floats,
    spoil: float,
    effort: Effort,
    seed: Word,
    values: Floats,
    chances: Floats,
) -> None:
    """The expected gain of every bid, into `values`, and into `chances[bid, taken]` how often a
    seat that bid so took so many tricks. The barred bid is tried with the others."""
    stream = np.full(1, seed, np.uint64)
    worlds, weights = gather(words, facts, own, known, miss, counts, effort, stream)
    here, now = np.empty(WORDS, np.uint64), np.empty(FACTS, np.int64)
    seen = np.empty(FEATURES)
    values[:] = 0.0
    chances[:] = 0.0
    for row in range(weights.size):
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
    known: Known,
    deals: int,
    seed: Word,
    worlds: Words,
    weights: Floats,
) -> None:
    """Imagine so many deals, to test and measure dealing alone."""
    fixed, allowed, held, order, _ = known
    imagine(worlds, weights, unseen, fixed, allowed, held, order, np.full(1, seed, np.uint64))
    normalise(weights)
