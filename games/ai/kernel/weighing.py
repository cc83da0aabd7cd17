"""Imagined deals that fit what the seats did.

Seat by seat, many hands are dealt, each weighs as much as it explains what its seat bid and
played, and those to go on with are drawn by weight: so a hand that doesn't fit is dropped before
others are dealt to it.
"""

from typing import TypeAlias

import numpy as np

from .bidding import count_tricks
from .bits import highest, next_word
from .compiling import compiled
from .layout import (
    BID,
    GONE,
    HIGHER,
    NONE,
    ONE,
    SEATS,
    SUITS,
    TURN,
    WORDS,
    Floats,
    Numbers,
    Word,
    Words,
)
from .nets import (
    C_HAND,
    BidRoom,
    Layer,
    Mind,
    add_cards,
    bid_log_chance,
    card_log_chance,
    hidden,
    make_bid_room,
)
from .past import Past
from .tricks import distinct, legal_cards
from .worlds import IMPOSSIBLE, deal_hand, normalise

ASTRAY = 0.8
"""How far, in tricks, bids usually lie from the count of a hand."""

LEAST_BID = -8.0
"""The least logarithm of a chance that one bid may weigh: people bid oddly now and then."""
LEAST_CARD = -4.0
"""The same of one card."""
CARD_TRUST = 0.7
"""How much of what a card tells counts: choices of one seat are less independent than the net,
which sees one at a time, takes them for."""

WeighingRoom: TypeAlias = tuple[Words, Layer, Layer, Layer, BidRoom]
"""Room for words, the first layer's sums over a hand and in all, the second layer, and a bid."""


@compiled
def make_weighing_room(mind: Mind) -> WeighingRoom:
    """Room to weigh one hand in."""
    units = mind[4][1].size
    return (
        np.empty(WORDS, np.uint64),
        np.empty(units, np.float32),
        np.empty(units, np.float32),
        np.empty(mind[4][3].size, np.float32),
        make_bid_room(mind[5]),
    )


@compiled
def explain_bid(
    seat: int,
    hand: Word,
    bid: int,
    past: Past,
    miss: Floats,
    counts: Floats,
    mind: Mind,
    room: WeighingRoom,
) -> float:
    """The logarithm of the chance of a seat's bid with a hand (what it still holds of it): by the
    net, or by how far it lies from the count."""
    here, bid_room, facts = room[0], room[4], past[0][seat]
    here[seat] = hand | past[1][seat]
    here[GONE] = past[1][GONE]
    if mind[0]:
        bid_room[0][:] = past[2][seat]
        return bid_log_chance(here, facts, seat, bid, miss, counts, mind[5], bid_room)
    astray = (bid - count_tricks(here, facts, seat, miss, counts, bid_room[2])) / ASTRAY
    return -0.5 * astray * astray


@compiled
def explain_play(move: int, hand: Word, past: Past, mind: Mind, room: WeighingRoom) -> float:
    """The logarithm of the chance of one card that was played, by a seat that still holds a hand
    whose sums are in the room; 0 where it had no choice."""
    here, own, sums, second, _ = room
    facts, card, seat = past[4][move], past[3][move], past[4][move, TURN]
    here[seat] = hand | past[6][move]
    here[GONE] = past[5][move]
    choices = distinct(legal_cards(here, facts), here, facts)
    if choices & (choices - ONE) == NONE:
        return 0.0
    for unit in range(sums.size):
        sums[unit] = own[unit] + past[7][move, unit]
    hidden(sums, mind[4], second)
    same = choices & SUITS[card >> 4] & ~HIGHER[card]
    return card_log_chance(highest(same), choices, second, mind[4])


@compiled
def _explain_plays(seat: int, hand: Word, past: Past, mind: Mind, room: WeighingRoom) -> float:
    """The logarithm of the chance of all cards that a seat has played."""
    total, own = 0.0, room[1]
    own[:] = 0
    add_cards(own, mind[4][0], C_HAND, hand)
    for move in range(past[3].size):
        if past[4][move, TURN] == seat:
            total += max(LEAST_CARD, explain_play(move, hand, past, mind, room))
    return total


@compiled
def explain_hand(
    seat: int,
    hand: Word,
    facts: Numbers,
    past: Past,
    miss: Floats,
    counts: Floats,
    mind: Mind,
    room: WeighingRoom,
) -> float:
    """The logarithm of how well a hand that a seat may hold explains what it bid and played."""
    total, bid = 0.0, facts[BID + seat]
    if bid >= 0:
        total = max(LEAST_BID, explain_bid(seat, hand, bid, past, miss, counts, mind, room))
    if past[3].size > 0:
        total += CARD_TRUST * _explain_plays(seat, hand, past, mind, room)
    return total


@compiled
def resample(worlds: Words, weights: Floats, chosen: Words, stream: Words) -> None:
    """Draw rows of worlds by their weights, evenly spread (systematic resampling)."""
    wanted = chosen.shape[0]
    start = (next_word(stream) >> np.uint64(11)) * (1.0 / 9007199254740992.0)
    row, reached = 0, weights[0]
    for pick in range(wanted):
        point = (pick + start) / wanted
        while reached < point and row + 1 < weights.size:
            row += 1
            reached += weights[row]
        chosen[pick, :] = worlds[row]


@compiled
def _deal_and_weigh(
    world: Words,
    seat: int,
    unseen: Word,
    fixed: Word,
    allowed: Word,
    held: int,
    facts: Numbers,
    past: Past,
    miss: Floats,
    counts: Floats,
    mind: Mind,
    room: WeighingRoom,
    stream: Words,
) -> float:
    """Deal one more seat's hand and return the logarithm of its weight."""
    pool = unseen
    for other in range(SEATS):
        pool &= ~world[other]
    ways = deal_hand(world, seat, pool & allowed, held, stream)
    if ways == IMPOSSIBLE:
        return IMPOSSIBLE
    world[seat] |= fixed
    return ways + explain_hand(seat, world[seat], facts, past, miss, counts, mind, room)


@compiled
def likely_worlds(
    chosen: Words,
    draws: int,
    unseen: Word,
    fixed: Words,
    allowed: Words,
    held: Numbers,
    order: Numbers,
    facts: Numbers,
    past: Past,
    miss: Floats,
    counts: Floats,
    mind: Mind,
    stream: Words,
) -> bool:
    """Fill rows with hands by how likely they are after all that was done.

    So many hands are drawn for every seat. Returns False, and leaves the rows, where no deal
    came out that fits the voids.
    """
    worlds, weights = np.zeros((draws, SEATS), np.uint64), np.empty(draws)
    kept, room = np.empty_like(worlds), make_weighing_room(mind)
    for place in range(order.size):
        seat = order[place]
        for row in range(draws):
            weights[row] = _deal_and_weigh(
                worlds[row], seat, unseen, fixed[seat], allowed[seat], held[seat], facts, past,
                miss, counts, mind, room, stream,
            )  # fmt: skip
        if weights.max() == IMPOSSIBLE:
            return False
        normalise(weights)
        resample(worlds, weights, chosen if place + 1 == order.size else kept, stream)
        worlds, kept = kept, worlds
    return True
