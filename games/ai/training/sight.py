"""What is seen before a decision, as columns of the nets: by a seat, and by the critic, which sees
all hands and judges what a seat may expect.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.ai.kernel.bidding import count_tricks
from games.ai.kernel.bits import lowest
from games.ai.kernel.compiling import compiled
from games.ai.kernel.layout import (
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
    Floats,
    Numbers,
    Word,
    Words,
)
from games.ai.kernel.nets import (
    B_COUNT,
    B_HAND,
    B_TURNED,
    C_GONE,
    C_HAND,
    bid_columns,
    card_columns,
    clipped,
)

Columns: TypeAlias = NDArray[np.int16]

# Columns of the critic; hands and bids go seat by seat from the one that decides.
V_HANDS = 0
V_GONE = 512
V_BEST = 576
V_LED = 640
V_COUNT = 645
V_WINS = 653
V_LACK = 661
V_LEFT = 805
V_SIZE = 823
V_PLAYERS = 841
V_DEALER = 847
V_PAYS = 855
V_TRUMP = 858
V_MUST = 859
V_HOOK = 860
V_OPEN = 861
CRITIC_COLUMNS = 862
MOST_COLUMNS = 128
"""Room for the columns of one decision: 52 cards, and what else is seen."""


@compiled
def _add_cards(on: Columns, top: int, start: int, cards: Word) -> int:
    while cards != NONE:
        on[top] = start + lowest(cards)
        cards &= cards - ONE
        top += 1
    return top


@compiled
def bid_sight(
    words: Words,
    facts: Numbers,
    seat: int,
    pays: int,
    miss: Floats,
    counts: Floats,
    spare: Numbers,
    seen: Floats,
    on: Columns,
) -> int:
    """Which columns of the net of bids are on for a seat; returns how many. The features of the
    count of its hand are left in `seen`."""
    tricks = count_tricks(words, facts, seat, miss, counts, seen)
    top = bid_columns(facts, seat, pays, spare)
    for place in range(top):
        on[place] = spare[place]
    on[top] = B_COUNT + clipped(int(np.floor(2.0 * tricks + 0.5)), 0, 36)
    top = _add_cards(on, top + 1, B_HAND, words[seat])
    return _add_cards(on, top, B_TURNED, words[GONE])


@compiled
def card_sight(words: Words, facts: Numbers, pays: int, spare: Numbers, on: Columns) -> int:
    """Which columns of the net of play are on for the seat whose turn it is; returns how many."""
    top = card_columns(facts, pays, spare)
    for place in range(top):
        on[place] = spare[place]
    top = _add_cards(on, top, C_HAND, words[facts[TURN]])
    return _add_cards(on, top, C_GONE, words[GONE])


@compiled
def _seats_sight(words: Words, facts: Numbers, seat: int, on: Columns) -> int:
    """The hands, and what each bid lacks."""
    top = 0
    for step in range(facts[PLAYERS]):
        other = (seat + step) % facts[PLAYERS]
        bid = facts[BID + other]
        lack = 17 if bid < 0 else clipped(bid - facts[TAKEN + other], -4, 12) + 4
        on[top] = V_LACK + 18 * step + lack
        top = _add_cards(on, top + 1, V_HANDS + 64 * step, words[other])
    return top


@compiled
def critic_sight(words: Words, facts: Numbers, seat: int, pays: int, on: Columns) -> int:
    """Which columns of the critic are on before a seat decides; returns how many."""
    players, top = facts[PLAYERS], _seats_sight(words, facts, seat, on)
    top = _add_cards(on, top, V_GONE, words[GONE])
    on[top] = V_COUNT + facts[COUNT]
    on[top + 1] = V_LEFT + facts[LEFT]
    on[top + 2] = V_SIZE + facts[SIZE]
    on[top + 3] = V_PLAYERS + players - 3
    on[top + 4] = V_DEALER + (facts[DEALER] - seat) % players
    on[top + 5] = V_PAYS + pays + 1
    top += 6
    if facts[COUNT] > 0:
        on[top] = V_LED + facts[LED]
        on[top + 1] = V_BEST + facts[BEST]
        on[top + 2] = V_WINS + (facts[BEST_SEAT] - seat) % players
        top += 3
    for fact, column in ((TRUMP, V_TRUMP), (MUST, V_MUST), (HOOK, V_HOOK), (OPEN, V_OPEN)):
        if facts[fact] != 0:
            on[top] = column
            top += 1
    return top
