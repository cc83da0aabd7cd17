"""What the seats did so far, and what was open to all when they did it.

Other hands differ from one imagined deal to the next, but what was open doesn't: so it is worked
out once a decision, with the part of the net's first layer that follows from it.
"""

from typing import TypeAlias

import numpy as np

from .compiling import compiled
from .layout import (
    BEST,
    BEST_SEAT,
    BID,
    COUNT,
    DEALER,
    FACTS,
    GONE,
    LED,
    LEFT,
    PLAYERS,
    SEATS,
    SIZE,
    TAKEN,
    TURN,
    VOID,
    WORDS,
    Numbers,
    Words,
)
from .nets import (
    BIASES,
    C_GONE,
    C_HAND,
    FIRST,
    MOST_ON,
    Layer,
    Mind,
    add_cards,
    add_columns,
    begin_bid,
    card_columns,
)
from .tricks import put_card

Past: TypeAlias = tuple[Numbers, Words, Layer, Numbers, Numbers, Words, Words, Layer]
"""The facts before each seat's bid, by seat; the cards that each seat has played since then, and
at GONE those that were gone; what is open adds up to in the first layer of the net of bids.

Then of every card played: its place; the facts before it; the cards gone before it; those that
its seat has played from then on, this one among them; and what all this adds up to in the first
layer of the net of cards."""


@compiled
def _before_bids(facts: Numbers, before: Numbers) -> None:
    """The facts before each seat's bid. Seats that haven't bid are left out."""
    then = facts.copy()
    then[BID : BID + SEATS] = -1
    then[LEFT] = facts[SIZE]
    for place in range(1, facts[PLAYERS] + 1):
        seat = (facts[DEALER] + place) % facts[PLAYERS]
        before[seat, :] = then
        then[BID + seat] = facts[BID + seat]


@compiled
def before_the_lead(facts: Numbers) -> Numbers:
    """The facts when all had bid and nobody had played."""
    then = facts.copy()
    then[TAKEN : TAKEN + SEATS] = 0
    then[VOID : VOID + SEATS] = 0
    then[LEFT], then[COUNT] = facts[SIZE], 0
    then[TURN] = (facts[DEALER] + 1) % facts[PLAYERS]
    then[LED] = then[BEST] = then[BEST_SEAT] = -1
    return then


@compiled
def look_back(words: Words, facts: Numbers, played: Words, cards: Numbers, mind: Mind) -> Past:
    """What was open to all at every bid and card so far."""
    pays, net, moves = mind[1], mind[4], cards.size
    before, opening = np.empty((SEATS, FACTS), np.int64), np.zeros(WORDS, np.uint64)
    opening[:SEATS] = played
    opening[GONE] = words[GONE]
    for seat in range(SEATS):
        opening[GONE] &= ~played[seat]
    _before_bids(facts, before)
    bids = np.zeros((SEATS, FIRST), np.float32)
    for seat in range(facts[PLAYERS]):
        begin_bid(opening[GONE], before[seat], seat, pays, mind[5], bids[seat])
    then, gone = np.empty((moves, FACTS), np.int64), np.empty(moves, np.uint64)
    since, sums = np.empty(moves, np.uint64), np.empty((moves, FIRST), np.float32)
    now, here, on = before_the_lead(facts), opening.copy(), np.empty(MOST_ON, np.int64)
    for move in range(moves):
        then[move, :] = now
        gone[move], since[move] = here[GONE], here[now[TURN]]
        sums[move, :] = net[BIASES]
        add_cards(sums[move], net, C_GONE, gone[move])
        add_cards(sums[move], net, C_HAND, since[move])
        add_columns(sums[move], net, on, card_columns(now, pays, on))
        put_card(here, now, cards[move])
    return before, opening, bids, cards, then, gone, since, sums
