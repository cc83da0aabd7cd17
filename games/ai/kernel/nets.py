"""The small nets of the strongest player: how seats play, and how they bid.

All take a handful of columns of a first layer that are switched on by what a seat sees (a card
in its hand, a card gone, a seat to come that still lacks a trick) and pass the sum through two
more layers. The sums over hands and cards gone are kept up card by card in a playout, which is
most of the work saved. A net is one array, since the machine passes a bundle of arrays slowly.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from .bidding import FEATURES, barred_bid, count_tricks
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
Net: TypeAlias = Layer
"""A table of float32 with rows of FIRST numbers, as `training` makes it.

From the top: `SECOND` rows of the second layer, a unit each, and one of their biases; 64 rows of
the last layer from `ANSWERS` on, an answer each, its bias behind the weights; the biases of the
first layer (`BIASES`); and from `COLUMNS` on a row for each column."""

FIRST = 64
"""Units of the first layer."""
SECOND = 32
"""Units of the second layer, a multiple of four."""
ANSWERS = SECOND + 1
BIASES = ANSWERS + 64
COLUMNS = BIASES + 1

Mind: TypeAlias = tuple[bool, int, Net, Net, Net, Net]
"""Whether nets play and bid in imagined deals; what a missed bid pays (`problem.pays_of`); the
nets of play and of bids, which say what is good; the nets of cards and bids that seats of all kinds
were seen to choose, which say what is likely."""

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
def _led_columns(facts: Numbers, on: Numbers) -> int:
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
def rule_columns(facts: Numbers, pays: int, on: Numbers, top: int) -> int:
    """What the rules and the size of the deal switch on, the same from its first card to its
    last."""
    on[top] = C_PLAYERS + facts[PLAYERS] - 3
    on[top + 1] = C_PAYS + pays + 1
    on[top + 2] = C_SIZE + facts[SIZE]
    top += 3
    if facts[TRUMP] != 0:
        on[top] = C_TRUMP
        top += 1
    if facts[MUST] != 0:
        on[top] = C_MUST
        top += 1
    return top


@compiled
def void_column(facts: Numbers, viewer: int, seat: int, suit: int) -> int:
    """What a seat's void switches on for another seat."""
    step = seat - viewer if seat > viewer else seat - viewer + facts[PLAYERS]
    return C_VOID + (step - 1) * 4 + suit


@compiled
def void_columns(facts: Numbers, viewer: int, on: Numbers, top: int) -> int:
    """What the voids that others have shown switch on for a seat."""
    for seat in range(facts[PLAYERS]):
        if seat != viewer and facts[VOID + seat] != 0:
            for suit in range(4):
                if facts[VOID + seat] >> suit & 1:
                    on[top] = void_column(facts, viewer, seat, suit)
                    top += 1
    return top


@compiled
def _bids_left_columns(facts: Numbers, on: Numbers, top: int) -> int:
    """What all seats still lack switches on, seat by seat to the left of the one to play."""
    players, left, seat = facts[PLAYERS], facts[LEFT], facts[TURN]
    rivals, need = players - facts[COUNT] - 1, facts[BID + seat] - facts[TAKEN + seat]
    wanted = max(need, 0)
    on[top] = C_NEED + clipped(need, -4, 13) + 4
    on[top + 1] = C_LEFT + left
    top += 2
    for step in range(1, players):
        seat = seat + 1 if seat + 1 < players else 0
        lack = facts[BID + seat] - facts[TAKEN + seat]
        wanted += max(lack, 0)
        waits = 1 if step <= rivals else 0
        on[top] = C_OTHER + ((step - 1) * 2 + waits) * 6 + _lack_class(lack, left)
        top += 1
    on[top] = C_SUM + clipped(wanted - left, -6, 6) + 6
    return top + 1


@compiled
def trick_columns(facts: Numbers, on: Numbers) -> int:
    """Which columns the trick under way and the bids switch on for the seat whose turn it is."""
    return _bids_left_columns(facts, on, _led_columns(facts, on))


@compiled
def card_columns(facts: Numbers, pays: int, on: Numbers) -> int:
    """Which columns are on for the seat whose turn it is, beside its hand and the cards gone."""
    top = rule_columns(facts, pays, on, trick_columns(facts, on))
    return void_columns(facts, facts[TURN], on, top)


@compiled
def add_column(sums: Layer, net: Net, column: int) -> None:
    """Switch a column on."""
    for unit in range(sums.size):
        sums[unit] += net[COLUMNS + column, unit]


@compiled
def add_columns(sums: Layer, net: Net, on: Numbers, top: int) -> None:
    """Switch on the columns that stand in `on`, `top` of them."""
    for place in range(top):
        add_column(sums, net, on[place])


@compiled
def drop_column(sums: Layer, net: Net, column: int) -> None:
    """Switch a column off."""
    for unit in range(sums.size):
        sums[unit] -= net[COLUMNS + column, unit]


@compiled
def add_cards(sums: Layer, net: Net, start: int, cards: Word) -> None:
    """Switch on the columns of all cards of a set."""
    while cards != NONE:
        add_column(sums, net, start + lowest(cards))
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
        a, b = net[SECOND, unit], net[SECOND, unit + 1]
        c, d = net[SECOND, unit + 2], net[SECOND, unit + 3]
        for other in range(sums.size):
            value = sums[other]
            a += value * net[unit, other]
            b += value * net[unit + 1, other]
            c += value * net[unit + 2, other]
            d += value * net[unit + 3, other]
        second[unit], second[unit + 1] = max(a, zero), max(b, zero)
        second[unit + 2], second[unit + 3] = max(c, zero), max(d, zero)


@compiled
def answer(second: Layer, net: Net, place: int) -> float:
    """The last layer's answer at one place."""
    total = net[ANSWERS + place, SECOND]
    for unit in range(second.size):
        total += second[unit] * net[ANSWERS + place, unit]
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
    sums[:] = net[BIASES]
    add_cards(sums, net, B_TURNED, turned)
    add_columns(sums, net, on, bid_columns(facts, seat, pays, on))


@compiled
def bid_hidden(
    words: Words,
    facts: Numbers,
    seat: int,
    miss: Floats,
    counts: Floats,
    net: Net,
    sums: Layer,
    second: Layer,
    seen: Floats,
) -> None:
    """The second layer of the net of bids for one seat; `sums` are those over what is open."""
    tricks = count_tricks(words, facts, seat, miss, counts, seen)
    add_cards(sums, net, B_HAND, words[seat])
    add_column(sums, net, B_COUNT + clipped(int(np.floor(2.0 * tricks + 0.5)), 0, 36))
    for place in range(seen.size):
        value = np.float32(seen[place])
        for unit in range(sums.size):
            sums[unit] += value * net[COLUMNS + B_DENSE + place, unit]
    hidden(sums, net, second)


@compiled
def make_bid_room() -> BidRoom:
    """Room to think about one bid in."""
    return (
        np.empty(FIRST, np.float32),
        np.empty(SECOND, np.float32),
        np.empty(FEATURES),
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
    sums, second, seen = room
    begin_bid(words[GONE], facts, seat, pays, net, sums)
    bid_hidden(words, facts, seat, miss, counts, net, sums, second, seen)
    barred = barred_bid(facts, seat)
    chosen, best = 0, -1e30
    for bid in range(facts[SIZE] + 1):
        value = answer(second, net, bid)
        if bid != barred and value > best:
            chosen, best = bid, value
    return chosen


@compiled
def bid_log_chance(made: int, facts: Numbers, barred: int, second: Layer, net: Net) -> float:
    """The logarithm of the chance of a bid, by the net."""
    total, own = 0.0, 0.0
    for bid in range(facts[SIZE] + 1):
        value = answer(second, net, bid)
        if bid == made:
            own = value
        if bid != barred:
            total += np.exp(value)
    return own - np.log(total)
