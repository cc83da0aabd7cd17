"""The kernel's entry points: every choice played out over the same imagined deals.

All arrays come from `problem`; nothing here is kept between calls, so any number of threads may
decide at once. Numbers of deals are fixed and the stream is seeded by the caller: the same
question with the same seed has the same answer.
"""

from typing import TypeAlias

import numpy as np

from .bidding import barred_bid, likely_bid
from .bits import bit, count, lowest, one_of
from .compiling import compiled
from .layout import (
    BID,
    DEALER,
    DECK,
    FACTS,
    GONE,
    LEFT,
    NONE,
    ONE,
    PLAYERS,
    SEATS,
    SIZE,
    TAKEN,
    WORDS,
    Floats,
    Numbers,
    Word,
    Words,
)
from .nets import FIRST, MOST_ON, SECOND, BidRoom, Layer, Mind, make_bid_room, net_bid
from .past import look_back
from .playing import begin_sums, play_out, play_out_by_net, put_with_sums
from .policy import rule_card
from .racing import HEAT, final_values, make_race, still_running
from .tricks import distinct, legal_cards, put_card
from .weighing import likely_worlds, shuffle
from .worlds import imagine, normalise

Room: TypeAlias = tuple[Words, Numbers, Layer, Layer, Numbers, Layer]
"""Room to play one deal out in: words, facts, the net's layers, its columns, its sums by seat."""
Known: TypeAlias = tuple[Words, Words, Numbers, Numbers, Words, Numbers]
"""What may be in the other hands, as `problem.Problem.known` has it."""
Effort: TypeAlias = tuple[int, int]
"""How many deals are imagined, and how many of them are played out."""


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
def _lay_out(words: Words, world: Words, own: int, here: Words) -> None:
    """Lay out one world's hands and the cards gone."""
    for seat in range(SEATS):
        here[seat] = world[seat]
    here[own] = words[own]
    here[GONE] = words[GONE]


@compiled
def gather(
    words: Words,
    facts: Numbers,
    own: int,
    known: Known,
    miss: Floats,
    counts: Floats,
    mind: Mind,
    effort: Effort,
    stream: Words,
) -> tuple[Words, Floats]:
    """Imagined deals to play out, with weights that sum to 1.

    With nets, and more draws than deals, deals are drawn by how well they explain what the seats
    did.
    """
    fixed, allowed, held, order, played, cards = known
    draws, deals = effort
    unseen = DECK & ~(words[GONE] | words[own])
    for seat in range(SEATS):
        unseen &= ~fixed[seat]
    worlds, weights = np.empty((deals, SEATS), np.uint64), np.full(deals, 1.0 / deals)
    if mind[0] and draws > deals:
        past = look_back(words, facts, played, cards, mind)
        if likely_worlds(
            worlds, draws, unseen, fixed, allowed, held, order, facts, past, miss, counts, mind,
            stream,
        ):  # fmt: skip
            shuffle(worlds, stream)
            return worlds, weights
    imagine(worlds, weights, unseen, fixed, allowed, held, order, stream)
    normalise(weights)
    return worlds, weights


@compiled
def make_room() -> Room:
    """Room to play one deal out in."""
    return (
        np.empty(WORDS, np.uint64),
        np.empty(FACTS, np.int64),
        np.empty(FIRST, np.float32),
        np.empty(SECOND, np.float32),
        np.empty(MOST_ON, np.int64),
        np.empty((SEATS + 1, FIRST), np.float32),
    )


@compiled
def bid_others(
    words: Words,
    facts: Numbers,
    own: int,
    miss: Floats,
    counts: Floats,
    mind: Mind,
    room: BidRoom,
) -> None:
    """Let every seat that hasn't bid bid what it is likely to, in turn after `own`'s bid."""
    players = facts[PLAYERS]
    for place in range(1, players + 1):
        seat = (facts[DEALER] + place) % players
        if seat != own and facts[BID + seat] < 0:
            if mind[0]:
                bid = net_bid(words, facts, seat, mind[1], miss, counts, mind[3], room)
            else:
                bid = likely_bid(words, facts, seat, miss, counts, room[2])
            facts[BID + seat] = bid


@compiled
def try_choice(
    start: Words,
    facts: Numbers,
    own: int,
    choice: int,
    is_bid: bool,
    miss: Floats,
    scores: Floats,
    counts: Floats,
    mind: Mind,
    base: Layer,
    room: Room,
    bid_room: BidRoom,
) -> None:
    """Make one bid, or play one card, in one world, and play the deal to its end; the end is left
    in the room."""
    by_net, net = mind[0], mind[2]
    here, now, sums, second, on, kept = room
    here[:] = start
    now[:] = facts
    if by_net:
        kept[:] = base
    if is_bid:
        now[BID + own] = choice
        bid_others(here, now, own, miss, counts, mind, bid_room)
    elif by_net:
        put_with_sums(here, now, choice, net, kept)
    else:
        put_card(here, now, choice)
    if by_net:
        play_out_by_net(here, now, net, kept, sums, second, on)
    else:
        play_out(here, now, miss, scores)


@compiled
def open_bids(facts: Numbers, seat: int) -> Word:
    """The bids that a seat may make, bit n for a bid of n."""
    bids, barred = (ONE << np.uint64(facts[SIZE] + 1)) - ONE, barred_bid(facts, seat)
    return bids & ~bit(barred) if 0 <= barred <= facts[SIZE] else bids


@compiled
def search(
    words: Words,
    facts: Numbers,
    own: int,
    is_bid: bool,
    known: Known,
    miss: Floats,
    scores: Floats,
    counts: Floats,
    mind: Mind,
    spoil: float,
    effort: Effort,
    seed: Word,
    values: Floats,
    chances: Floats,
) -> Word:
    """The expected gain of every legal bid, or of every distinct legal card, into `values`; returns
    the choices.

    Of bids also, into `chances[bid, taken]`, how often a seat that bid so took so many tricks.
    Where more deals are drawn than played out, choices race over them.
    """
    stream = np.full(1, seed, np.uint64)
    worlds, weights = gather(words, facts, own, known, miss, counts, mind, effort, stream)
    choices = open_bids(facts, own) if is_bid else distinct(legal_cards(words, facts), words, facts)
    room, bid_room, start = make_room(), make_bid_room(), np.empty(WORDS, np.uint64)
    base, race = np.empty_like(room[5]), make_race(weights.size)
    running, deals = choices, 0
    while deals < weights.size:
        _lay_out(words, worlds[deals], own, start)
        if mind[0]:
            begin_sums(start, facts, mind[1], mind[2], base, room[4])
        for choice in range(64):
            if running & bit(choice) == NONE:
                continue
            try_choice(
                start, facts, own, choice, is_bid, miss, scores, counts, mind, base, room, bid_room
            )
            race[0][deals, choice] = gain(room[1], scores, own, spoil)
            if is_bid:
                chances[choice, room[1][TAKEN + own]] += weights[deals]
        deals += 1
        if effort[0] > effort[1] and deals % HEAT == 0:
            running = still_running(running, race, deals)
            if running & (running - ONE) == NONE:
                break
    final_values(running, weights, race, deals, values)
    return choices


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
    fixed, allowed, held, order = known[:4]
    imagine(worlds, weights, unseen, fixed, allowed, held, order, np.full(1, seed, np.uint64))
    normalise(weights)
