"""The two small nets of the strongest player: how seats play, and how they bid.

Both take a handful of columns of a first layer that are switched on by what a seat sees (a card
in its hand, a card gone, a seat to come that still lacks a trick) and pass the sum through two
more layers. The sums over hands and cards gone are kept up card by card in a playout, which is
most of the work saved. Weights are float32 arrays as `training` exports them.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from .bidding import barred_bid, count_tricks
from .bits import lowest
from .compiling import compiled
from .layout import (
    BEST,
    BEST_SEAT,
    BID,
    COUNT,
    DEALER,
    GONE,
    HOOK,
    LED,
    LEFT,
    MUST,
    NONE,
    ONE,
    OPEN,
    PLAYERS,
    SIZE,
    TAKEN,
    TRUMP,
    TURN,
    VOID,
    Floats,
    Numbers,
    Word,
    Words,
)

Layer: TypeAlias = NDArray[np.float32]
Net: TypeAlias = tuple[Layer, Layer, Layer, Layer, Layer, Layer]
"""Weights and biases of three layers; the first has a row a column, the others a row a unit, and
the second a multiple of four units."""

Mind: TypeAlias = tuple[bool, int, Net, Net, Net, Net]
"""Whether nets play and bid in imagined deals; whether a trick above the bid pays (1, 0, -1); the
nets of play and of bids, which say what is good; the nets of cards and bids that seats of all kinds
were seen to choose, which say what is likely."""

_FEATURES = 13
"""Features of the count of a hand."""

BidRoom: TypeAlias = tuple[Layer, Layer, Floats]
"""Room for the layers and the features of the count."""

# Columns of the net of play.
C_HAND = 0
C_GONE = 64
C_BEST = 128
C_LED = 192
C_COUNT = 197
C_RIVALS = 205
C_NEED = 213
C_LEFT = 231
C_PLAYERS = 249
C_TRUMP = 255
C_MUST = 256
C_PAYS = 257
C_LACK = 260
C_OTHER = 267
C_SUM = 351
C_SIZE = 364
C_VOID = 382
CARD_COLUMNS = 410
MOST_ON = 64
"""Room for the columns that are on beside hand and cards gone."""


@compiled
def clipped(value: int, low: int, high: int) -> int:
    return min(max(value, low), high)


@compiled
def _lack_class(lack: int, left: int) -> int:
    """0 for a bid that is lost, else 1 and more by the tricks it lacks."""
    if lack < 0 or lack > left:
        return 0
    return min(lack, 4) + 1


@compiled
def _trick_columns(facts: Numbers, on: Numbers) -> int:
    """What the trick under way switches on; returns how many columns are on."""
    rivals = facts[PLAYERS] - facts[COUNT] - 1
    on[0] = C_COUNT + facts[COUNT]
    on[1] = C_RIVALS + rivals
    if facts[COUNT] == 0:
        on[2] = C_LED + 4
        return 3
    winner = facts[BEST_SEAT]
    on[2] = C_LED + facts[LED]
    on[3] = C_BEST + facts[BEST]
    on[4] = C_LACK + clipped(facts[BID + winner] - facts[TAKEN + winner], -1, 5) + 1
    return 5


@compiled
def _own_columns(facts: Numbers, pays: int, on: Numbers, top: int) -> int:
    """What the seat's own bid and the rules switch on."""
    seat = facts[TURN]
    on[top] = C_NEED + clipped(facts[BID + seat] - facts[TAKEN + seat], -4, 13) + 4
    on[top + 1] = C_LEFT + facts[LEFT]
    on[top + 2] = C_PLAYERS + facts[PLAYERS] - 3
    on[top + 3] = C_PAYS + pays + 1
    on[top + 4] = C_SIZE + facts[SIZE]
    top += 5
    if facts[TRUMP] != 0:
        on[top] = C_TRUMP
        top += 1
    if facts[MUST] != 0:
        on[top] = C_MUST
        top += 1
    return top


@compiled
def _others_columns(facts: Numbers, on: Numbers, top: int) -> int:
    """What the other seats' bids and voids switch on, seat by seat to the left."""
    players, left = facts[PLAYERS], facts[LEFT]
    rivals, wanted = players - facts[COUNT] - 1, 0
    for step in range(1, players):
        seat = (facts[TURN] + step) % players
        lack = facts[BID + seat] - facts[TAKEN + seat]
        wanted += max(lack, 0)
        waits = 1 if step <= rivals else 0
        on[top] = C_OTHER + ((step - 1) * 2 + waits) * 6 + _lack_class(lack, left)
        top += 1
        for suit in range(4):
            if facts[VOID + seat] >> suit & 1:
                on[top] = C_VOID + (step - 1) * 4 + suit
                top += 1
    wanted += max(facts[BID + facts[TURN]] - facts[TAKEN + facts[TURN]], 0)
    on[top] = C_SUM + clipped(wanted - left, -6, 6) + 6
    return top + 1


@compiled
def card_columns(facts: Numbers, pays: int, on: Numbers) -> int:
    """Which columns are on for the seat whose turn it is, beside its hand and the cards gone."""
    top = _trick_columns(facts, on)
    top = _own_columns(facts, pays, on, top)
    return _others_columns(facts, on, top)


@compiled
def add_column(sums: Layer, weights: Layer, column: int) -> None:
    """Switch a column on."""
    row = weights[column]
    for unit in range(sums.size):
        sums[unit] += row[unit]


@compiled
def drop_column(sums: Layer, weights: Layer, column: int) -> None:
    """Switch a column off."""
    row = weights[column]
    for unit in range(sums.size):
        sums[unit] -= row[unit]


@compiled
def add_cards(sums: Layer, weights: Layer, start: int, cards: Word) -> None:
    """Switch on the columns of all cards of a set."""
    while cards != NONE:
        add_column(sums, weights, start + lowest(cards))
        cards &= cards - ONE


@compiled
def hidden(sums: Layer, net: Net, second: Layer) -> None:
    """The second layer from the sums of the first, which are cut off at 0 on the way.

    Four units at a time: their sums run side by side in the machine.
    """
    zero = np.float32(0)
    for unit in range(sums.size):
        sums[unit] = max(sums[unit], zero)
    for unit in range(0, second.size, 4):
        a, b, c, d = net[2][unit], net[2][unit + 1], net[2][unit + 2], net[2][unit + 3]
        t0, t1, t2, t3 = zero, zero, zero, zero
        for other in range(sums.size):
            value = sums[other]
            t0 += value * a[other]
            t1 += value * b[other]
            t2 += value * c[other]
            t3 += value * d[other]
        second[unit] = max(t0 + net[3][unit], zero)
        second[unit + 1] = max(t1 + net[3][unit + 1], zero)
        second[unit + 2] = max(t2 + net[3][unit + 2], zero)
        second[unit + 3] = max(t3 + net[3][unit + 3], zero)


@compiled
def answer(second: Layer, net: Net, place: int) -> float:
    """The last layer's answer at one place."""
    row, total = net[4][place], net[5][place]
    for unit in range(second.size):
        total += second[unit] * row[unit]
    return total


@compiled
def best_card(legal: Word, second: Layer, net: Net) -> int:
    """The legal card that the net favours."""
    chosen, best, rest = 0, -1e30, legal
    while rest != NONE:
        card = lowest(rest)
        rest &= rest - ONE
        value = answer(second, net, card)
        if value > best:
            chosen, best = card, value
    return chosen


@compiled
def card_log_chance(card: int, choices: Word, second: Layer, net: Net) -> float:
    """The logarithm of the chance that a card is chosen of some choices, by the net."""
    own, total, rest = 0.0, 0.0, choices
    while rest != NONE:
        each = lowest(rest)
        rest &= rest - ONE
        value = answer(second, net, each)
        total += np.exp(value)
        if each == card:
            own = value
    return own - np.log(total)


# Columns of the net of bids.
B_HAND = 0
B_TURNED = 64
B_PLAYERS = 128
B_SIZE = 134
B_PLACE = 152
B_WAIT = 160
B_SUM = 168
B_BID = 185
B_TRUMP = 241
B_PAYS = 242
B_KIND = 245
B_BAR = 248
B_COUNT = 266
B_DENSE = 303
BID_COLUMNS = 316


@compiled
def _place_columns(facts: Numbers, seat: int, pays: int, on: Numbers) -> int:
    """What the table and the seat's place at it switch on."""
    players = facts[PLAYERS]
    on[0] = B_PLAYERS + players - 3
    on[1] = B_SIZE + facts[SIZE]
    on[2] = B_PLACE + (seat - facts[DEALER] - 1) % players
    on[3] = B_PAYS + pays + 1
    on[4] = B_KIND + (0 if facts[OPEN] == 0 else 1 + facts[HOOK])
    if facts[TRUMP] != 0:
        on[5] = B_TRUMP
        return 6
    return 5


@compiled
def _bids_columns(facts: Numbers, seat: int, on: Numbers, top: int) -> int:
    """What the bids made before switch on."""
    players, bidders, total = facts[PLAYERS], 0, 0
    for step in range(1, players):
        bid = facts[BID + (seat + step) % players]
        if bid >= 0 and facts[OPEN] != 0:
            bidders, total = bidders + 1, total + bid
            on[top] = B_BID + (step - 1) * 8 + min(bid, 7)
            top += 1
    above = total - bidders * facts[SIZE] / players
    on[top] = B_WAIT + bidders
    on[top + 1] = B_SUM + clipped(int(np.floor(2.0 * above + 0.5)), -8, 8) + 8
    top += 2
    bar = facts[SIZE] - total
    if facts[HOOK] != 0 and bidders == players - 1 and bar >= 0:
        on[top] = B_BAR + bar
        top += 1
    return top


@compiled
def bid_columns(facts: Numbers, seat: int, pays: int, on: Numbers) -> int:
    """Which columns are on for a seat that is to bid, beside its hand and the turned card."""
    top = _place_columns(facts, seat, pays, on)
    return _bids_columns(facts, seat, on, top)


@compiled
def begin_bid(turned: Word, facts: Numbers, seat: int, pays: int, net: Net, sums: Layer) -> None:
    """The first layer's sums over all that is open when a seat is to bid."""
    on = np.empty(MOST_ON, np.int64)
    sums[:] = net[1]
    add_cards(sums, net[0], B_TURNED, turned)
    for place in range(bid_columns(facts, seat, pays, on)):
        add_column(sums, net[0], on[place])


@compiled
def bid_hidden(
    words: Words,
    facts: Numbers,
    seat: int,
    miss: Floats,
    counts: Floats,
    net: Net,
    room: BidRoom,
) -> None:
    """The second layer of the net of bids for one seat, from what is open, both in `room`."""
    sums, second, seen = room
    weights = net[0]
    tricks = count_tricks(words, facts, seat, miss, counts, seen)
    add_cards(sums, weights, B_HAND, words[seat])
    add_column(sums, weights, B_COUNT + clipped(int(np.floor(2.0 * tricks + 0.5)), 0, 36))
    for place in range(seen.size):
        value = np.float32(seen[place])
        for unit in range(sums.size):
            sums[unit] += value * weights[B_DENSE + place, unit]
    hidden(sums, net, second)


@compiled
def make_bid_room(net: Net) -> BidRoom:
    """Room to think about one bid in."""
    return (
        np.empty(net[1].size, np.float32),
        np.empty(net[3].size, np.float32),
        np.empty(_FEATURES),
    )


@compiled
def net_bid(
    words: Words,
    facts: Numbers,
    seat: int,
    pays: int,
    miss: Floats,
    counts: Floats,
    net: Net,
    room: BidRoom,
) -> int:
    """The legal bid that the net favours."""
    begin_bid(words[GONE], facts, seat, pays, net, room[0])
    bid_hidden(words, facts, seat, miss, counts, net, room)
    barred = barred_bid(facts, seat)
    chosen, best = 0, -1e30
    for bid in range(facts[SIZE] + 1):
        value = answer(room[1], net, bid)
        if bid != barred and value > best:
            chosen, best = bid, value
    return chosen


@compiled
def bid_log_chance(
    words: Words,
    facts: Numbers,
    seat: int,
    made: int,
    miss: Floats,
    counts: Floats,
    net: Net,
    room: BidRoom,
) -> float:
    """The logarithm of the chance that a seat makes a bid, by the net; `room` holds what is open
    (`begin_bid`)."""
    bid_hidden(words, facts, seat, miss, counts, net, room)
    barred, total, own = barred_bid(facts, seat), 0.0, 0.0
    for bid in range(facts[SIZE] + 1):
        value = answer(room[1], net, bid)
        if bid == made:
            own = value
        if bid != barred:
            total += np.exp(value)
    return own - np.log(total)
