"""What a seat is taken to bid in an imagined deal: Medium's count of tricks, compiled.

The features and their order are those of `games.ai.counting`; a test holds the two together.
"""

from games.ai import counting
from games.ai.memory import RELUCTANT

from .bits import bit, count, highest
from .compiling import compiled
from .layout import (
    BID,
    DEALER,
    DECK,
    GONE,
    HIGHER,
    HOOK,
    NONE,
    OPEN,
    PLAYERS,
    SIZE,
    SUITS,
    TRUMP,
    TRUMP_SUIT,
    Floats,
    Numbers,
    Word,
    Words,
)

FEATURES = len(counting.FEATURES)
"""How many things a count is made of."""


@compiled
def _chance(card: int, unseen: Word, ruffed: float, facts: Numbers, miss: Floats) -> float:
    """The chance that a card holds when led, rival by rival; one that bid 0 would rather duck."""
    beaten = 1.0 - miss[1, facts[SIZE], count(unseen & HIGHER[card])] + ruffed
    chance, rivals = 1.0, facts[PLAYERS] - 1
    for seat in range(facts[PLAYERS]):
        if facts[BID + seat] == 0 and facts[OPEN] != 0:
            chance *= 1.0 - RELUCTANT * beaten
            rivals -= 1
    for _ in range(rivals):
        chance *= 1.0 - beaten
    return chance


@compiled
def _count_plain_suit(
    hand: Word, unseen: Word, suit: int, facts: Numbers, miss: Floats, seen: Floats
) -> None:
    """Add one plain suit to the features."""
    armed = 0.0
    if facts[TRUMP] != 0:
        armed = 1.0 - miss[1, facts[SIZE], count(unseen & SUITS[TRUMP_SUIT])]
    ruffed = miss[1, facts[SIZE], count(unseen & SUITS[suit])] * armed
    held, place = hand & SUITS[suit], 2
    while held != NONE:
        card = highest(held)
        seen[place] += _chance(card, unseen, ruffed, facts, miss)
        held &= ~bit(card)
        place = 3


@compiled
def _count_trumps(hand: Word, unseen: Word, facts: Numbers, miss: Floats, seen: Floats) -> float:
    """Add the trumps to the features; returns how many of them are spare, to ruff with."""
    held, spare = hand & SUITS[TRUMP_SUIT], 0.0
    seen[5] = count(held)
    while held != NONE:
        card = highest(held)
        chance = _chance(card, unseen, 0.0, facts, miss)
        seen[4] += chance
        spare += 1.0 - chance
        held &= ~bit(card)
    return spare


@compiled
def _count_lengths(hand: Word, spare: float, facts: Numbers, seen: Floats) -> None:
    """Add what follows from the lengths of the plain suits."""
    voids, singles, longest = 0.0, 0.0, 0.0
    for suit in range(4 - facts[TRUMP]):
        length = count(hand & SUITS[suit])
        longest = max(longest, float(length))
        voids += length == 0
        singles += length == 1
    seen[6] = min(spare, voids * 1.5)
    seen[7] = min(max(0.0, spare - 1.5 * voids), singles)
    seen[12] = max(0.0, longest - facts[SIZE] / 3.0)


@compiled
def _count_bids(facts: Numbers, seat: int, seen: Floats) -> None:
    """Add what the bids before this seat's say, and its place."""
    share, bidders, total = facts[SIZE] / facts[PLAYERS], 0, 0
    for other in range(facts[PLAYERS]):
        if other != seat and facts[BID + other] >= 0 and facts[OPEN] != 0:
            bidders += 1
            total += facts[BID + other]
    waiting = facts[PLAYERS] - 1.0 - bidders
    if facts[OPEN] == 0:
        waiting = (facts[PLAYERS] - 1.0) / 2.0
    seen[1] = share
    seen[8] = total - bidders * share
    seen[9] = waiting / facts[PLAYERS]
    if (facts[DEALER] + 1) % facts[PLAYERS] == seat:
        seen[10] = 1.0
        seen[11] = seen[2]


@compiled
def count_tricks(
    words: Words, facts: Numbers, seat: int, miss: Floats, weights: Floats, seen: Floats
) -> float:
    """How many tricks a seat's hand should take; `seen` is room for the features."""
    hand = words[seat]
    unseen = DECK & ~(words[GONE] | hand)
    seen[:] = 0.0
    seen[0] = 1.0
    for suit in range(4 - facts[TRUMP]):
        _count_plain_suit(hand, unseen, suit, facts, miss, seen)
    spare = _count_trumps(hand, unseen, facts, miss, seen) if facts[TRUMP] != 0 else 0.0
    _count_lengths(hand, spare, facts, seen)
    _count_bids(facts, seat, seen)
    total = 0.0
    for place in range(weights.size):
        total += weights[place] * seen[place]
    return total


@compiled
def barred_bid(facts: Numbers, seat: int) -> int:
    """The bid that the hook bars for a seat; -1 where none is barred."""
    if facts[HOOK] == 0 or seat != facts[DEALER]:
        return -1
    total = 0
    for other in range(facts[PLAYERS]):
        if other != seat:
            if facts[BID + other] < 0:
                return -1
            total += facts[BID + other]
    return facts[SIZE] - total


@compiled
def likely_bid(
    words: Words, facts: Numbers, seat: int, miss: Floats, weights: Floats, seen: Floats
) -> int:
    """The legal bid nearest to a seat's count."""
    tricks = count_tricks(words, facts, seat, miss, weights, seen)
    barred = barred_bid(facts, seat)
    bid = min(max(int(tricks + 0.5), 0), facts[SIZE])
    if bid != barred:
        return bid
    if (tricks < bid and bid > 0) or bid == facts[SIZE]:
        return bid - 1
    return bid + 1
