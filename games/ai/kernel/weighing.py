"""Imagined deals that fit what the seats did.

Seat by seat, many hands are dealt, each weighs as much as it explains what its seat bid and
played, and those to go on with are drawn by weight: so a hand that doesn't fit is dropped before
others are dealt to it.
"""

import numpy as np

from .bidding import barred_bid
from .bits import below, highest, share
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
    FIRST,
    SECOND,
    Layer,
    Mind,
    Net,
    add_cards,
    bid_hidden,
    bid_log_chance,
    card_log_chance,
    hidden,
    make_bid_room,
)
from .past import Past
from .tricks import distinct, legal_cards
from .worlds import IMPOSSIBLE, deal_hand, normalise

LEAST_BID = -8.0
"""The least logarithm of a chance that one bid may weigh: people bid oddly now and then."""
LEAST_CARD = -4.0
"""The same of one card."""
CARD_TRUST = 0.7
"""How much of what a card tells counts: choices of one seat are less independent than the net,
which sees one at a time, takes them for."""


@compiled
def explain_bid(
    seat: int,
    hands: Words,
    bid: int,
    past: Past,
    miss: Floats,
    counts: Floats,
    mind: Mind,
    found: Floats,
) -> None:
    """The logarithm of the chance of a seat's bid with each of some hands (what it still holds of
    them), into `found`."""
    net, facts, before, open_sums = mind[5], past[0][seat], past[1], past[2][seat]
    here, (sums, second, seen) = before.copy(), make_bid_room()
    barred = barred_bid(facts, seat)
    for row in range(hands.size):
        here[seat] = hands[row] | before[seat]
        sums[:] = open_sums
        bid_hidden(here, facts, seat, miss, counts, net, sums, second, seen)
        found[row] = bid_log_chance(bid, facts, barred, second, net)


@compiled
def sums_over_hands(hands: Words, net: Net) -> Layer:
    """The first layer's sums over hands, a row each."""
    sums = np.zeros((hands.size, FIRST), np.float32)
    for row in range(hands.size):
        add_cards(sums[row], net, C_HAND, hands[row])
    return sums


@compiled
def explain_play(
    move: int, hands: Words, own_sums: Layer, past: Past, net: Net, found: Floats
) -> None:
    """The logarithm of the chance of one card that was played, by a seat that still holds one of
    these hands, into `found`; 0 where it had no choice."""
    facts, card, since, open_sums = past[4][move], past[3][move], past[6][move], past[7][move]
    here, seat = np.zeros(WORDS, np.uint64), facts[TURN]
    sums, second = np.empty(FIRST, np.float32), np.empty(SECOND, np.float32)
    here[GONE] = past[5][move]
    for row in range(hands.size):
        here[seat] = hands[row] | since
        choices = distinct(legal_cards(here, facts), here, facts)
        if choices & (choices - ONE) == NONE:
            found[row] = 0.0
            continue
        for unit in range(sums.size):
            sums[unit] = own_sums[row, unit] + open_sums[unit]
        hidden(sums, net, second)
        same = choices & SUITS[card >> 4] & ~HIGHER[card]
        found[row] = card_log_chance(highest(same), choices, second, net)


@compiled
def explain_hands(
    seat: int,
    hands: Words,
    facts: Numbers,
    past: Past,
    miss: Floats,
    counts: Floats,
    mind: Mind,
    weights: Floats,
) -> None:
    """Add to the weights the logarithm of how well each hand that a seat may hold explains what it
    bid and played."""
    found, bid = np.empty(hands.size), facts[BID + seat]
    if bid >= 0:
        explain_bid(seat, hands, bid, past, miss, counts, mind, found)
        for row in range(hands.size):
            weights[row] += max(LEAST_BID, found[row])
    if past[3].size > 0:
        sums = sums_over_hands(hands, mind[4])
        for move in range(past[3].size):
            if past[4][move, TURN] == seat:
                explain_play(move, hands, sums, past, mind[4], found)
                for row in range(hands.size):
                    weights[row] += CARD_TRUST * max(LEAST_CARD, found[row])


@compiled
def resample(worlds: Words, weights: Floats, chosen: Words, stream: Words) -> None:
    """Draw rows of worlds by their weights, evenly spread (systematic resampling)."""
    wanted = chosen.shape[0]
    start, row, reached = share(stream), 0, weights[0]
    for pick in range(wanted):
        point = (pick + start) / wanted
        while reached < point and row + 1 < weights.size:
            row += 1
            reached += weights[row]
        chosen[pick, :] = worlds[row]


@compiled
def shuffle(worlds: Words, stream: Words) -> None:
    """Put rows in a random order: copies of one world lie side by side where they were drawn."""
    for row in range(worlds.shape[0] - 1, 0, -1):
        other = below(stream, row + 1)
        for seat in range(SEATS):
            worlds[row, seat], worlds[other, seat] = worlds[other, seat], worlds[row, seat]


@compiled
def _deal_hands(
    worlds: Words,
    weights: Floats,
    seat: int,
    unseen: Word,
    fixed: Word,
    allowed: Word,
    held: int,
    stream: Words,
) -> None:
    """Deal one more seat's hand in every world; the logarithms of their weights into `weights`."""
    for row in range(weights.size):
        pool = unseen
        for other in range(SEATS):
            pool &= ~worlds[row, other]
        weights[row] = deal_hand(worlds[row], seat, pool & allowed, held, stream)
        if weights[row] > IMPOSSIBLE:
            worlds[row, seat] |= fixed


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
    kept = np.empty_like(worlds)
    for place in range(order.size):
        seat = order[place]
        _deal_hands(worlds, weights, seat, unseen, fixed[seat], allowed[seat], held[seat], stream)
        if weights.max() == IMPOSSIBLE:
            return False
        hands = worlds[:, seat].copy()
        explain_hands(seat, hands, facts, past, miss, counts, mind, weights)
        normalise(weights)
        resample(worlds, weights, chosen if place + 1 == order.size else kept, stream)
        worlds, kept = kept, worlds
    return True
