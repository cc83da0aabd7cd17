"""The rules of thumb by which every seat plays in an imagined deal.

A seat looks at its own hand, the cards that are gone, the bids and tricks, and nothing else. It
takes the tricks it needs with cards likely to hold, ducks the others, and gets rid of dangerous
cards on tricks that others take. `miss[rivals, left, k]` is the chance that so many rivals, each
with `left` cards, hold none of k given unseen cards (`problem.misses`).
"""

from .bits import count, highest, lowest
from .compiling import compiled
from .layout import (
    BEATING,
    BEST,
    BEST_SEAT,
    BID,
    COUNT,
    DECK,
    GONE,
    HIGHER,
    LED,
    LEFT,
    NONE,
    ONE,
    PLAYERS,
    SUITS,
    TAKEN,
    TRUMP,
    TRUMP_SUIT,
    TURN,
    Floats,
    Numbers,
    Word,
    Words,
)
from .tricks import legal_cards

LIKELY = 0.7
"""The chance from which a card is led as a trick."""
HOLDS = 0.6
"""The chance from which a winning card is trusted to hold."""
TRUMP_DANGER = 0.3
"""How much more a trump is kept from a lead, or thrown away, by who wants no tricks."""


@compiled
def rule_card(words: Words, facts: Numbers, miss: Floats, scores: Floats) -> int:
    """The card that the seat whose turn it is plays by rule of thumb."""
    legal = legal_cards(words, facts)
    if legal & (legal - ONE) == NONE:
        return lowest(legal)
    wanted = tricks_wanted(facts, scores)
    unseen = DECK & ~(words[GONE] | words[facts[TURN]])
    if facts[COUNT] == 0:
        return _lead(legal, unseen, wanted, facts, miss)
    over = legal & BEATING[facts[TRUMP], facts[BEST]]
    if wanted > 0:
        return _take(legal, over, unseen, wanted, facts, miss)
    return _duck(legal, over, unseen, facts, miss)


@compiled
def tricks_wanted(facts: Numbers, scores: Floats) -> int:
    """How many of the tricks left the seat to play wants; 0 to duck them all.

    While its bid can be made, what it lacks; once it is lost, what earns more, or spoils more.
    """
    seat, left = facts[TURN], facts[LEFT]
    bid, taken = facts[BID + seat], facts[TAKEN + seat]
    if 0 <= bid - taken <= left:
        return bid - taken
    gain = scores[bid, taken + 1] - scores[bid, taken]
    if gain != 0.0:
        return left if gain > 0.0 else 0
    return left if _taking_spoils(facts) else 0


@compiled
def _taking_spoils(facts: Numbers) -> bool:
    """Whether a trick taken harms others: its winner needs it, or others need all that are left."""
    left = facts[LEFT]
    if facts[COUNT] > 0:
        winner = facts[BEST_SEAT]
        lacks = facts[BID + winner] - facts[TAKEN + winner]
        if 0 <= lacks <= left:
            return lacks > 0
    needed = 0
    for seat in range(facts[PLAYERS]):
        lacks = facts[BID + seat] - facts[TAKEN + seat]
        if seat != facts[TURN] and 0 < lacks <= left:
            needed += lacks
    return needed >= left


@compiled
def worth(card: int, unseen: Word, rivals: int, facts: Numbers, miss: Floats) -> float:
    """The chance that a card, led, holds against so many rivals."""
    left, suit = facts[LEFT], card >> 4
    hold = miss[rivals, left, count(unseen & HIGHER[card])]
    if facts[TRUMP] != 0 and suit != TRUMP_SUIT:
        void = miss[1, left, count(unseen & SUITS[suit])]
        armed = 1.0 - miss[1, left, count(unseen & SUITS[TRUMP_SUIT])]
        hold *= _spared(rivals * void * armed)
    return hold


@compiled
def _spared(risk: float) -> float:
    """The chance that nothing of an expected number of accidents happens, nearly exp(-risk)."""
    return 1.0 / (1.0 + risk + 0.5 * risk * risk)


@compiled
def _strongest(cards: Word, unseen: Word, bonus: float, facts: Numbers, miss: Floats) -> int:
    """The card likeliest to take a trick when led; trumps count so much more."""
    best, chosen, rivals = -1.0, 0, facts[PLAYERS] - 1
    for suit in range(4):
        held = cards & SUITS[suit]
        if held != NONE:
            card = highest(held)
            value = worth(card, unseen, rivals, facts, miss)
            if facts[TRUMP] != 0 and suit == TRUMP_SUIT:
                value += bonus
            if value > best:
                best, chosen = value, card
    return chosen


@compiled
def _weakest(cards: Word, unseen: Word, facts: Numbers, miss: Floats) -> int:
    """The card least likely to take a trick when led; trumps are kept."""
    least, chosen, rivals = 9.0, 0, facts[PLAYERS] - 1
    for suit in range(4):
        held = cards & SUITS[suit]
        if held != NONE:
            card = lowest(held)
            value = worth(card, unseen, rivals, facts, miss)
            if facts[TRUMP] != 0 and suit == TRUMP_SUIT:
                value += TRUMP_DANGER
            if value < least:
                least, chosen = value, card
    return chosen


@compiled
def _lead(legal: Word, unseen: Word, wanted: int, facts: Numbers, miss: Floats) -> int:
    """The likeliest trick, if tricks are wanted and it is likely or must be; else the weakest."""
    if wanted > 0:
        best = _strongest(legal, unseen, 0.0, facts, miss)
        if wanted >= facts[LEFT]:
            return best
        if worth(best, unseen, facts[PLAYERS] - 1, facts, miss) >= LIKELY:
            return best
    return _weakest(legal, unseen, facts, miss)


@compiled
def _take(legal: Word, over: Word, unseen: Word, wanted: int, facts: Numbers, miss: Floats) -> int:
    """A winner that should hold, the cheapest from the last seat; else the weakest card."""
    if over == NONE:
        return _weakest(legal, unseen, facts, miss)
    rivals = facts[PLAYERS] - facts[COUNT] - 1
    if rivals == 0:
        return lowest(over)
    # The cards that overtake are all of one suit: the led one, or trump.
    ruffs = facts[LED] != lowest(over) >> 4
    card = lowest(over) if ruffs else highest(over)
    if wanted >= facts[LEFT] or _holding(card, ruffs, unseen, rivals, facts, miss) >= HOLDS:
        return card
    under = legal & ~over
    return lowest(over) if under == NONE else _weakest(under, unseen, facts, miss)


@compiled
def _holding(
    card: int, ruffs: bool, unseen: Word, rivals: int, facts: Numbers, miss: Floats
) -> float:
    """The chance that a card played to the trick is not overtaken by the rivals to come."""
    if not ruffs:
        return worth(card, unseen, rivals, facts, miss)
    void = miss[1, facts[LEFT], count(unseen & SUITS[facts[LED]])]
    higher = 1.0 - miss[1, facts[LEFT], count(unseen & HIGHER[card])]
    return _spared(rivals * void * higher)


@compiled
def _duck(legal: Word, over: Word, unseen: Word, facts: Numbers, miss: Floats) -> int:
    """The most dangerous card that loses; else the highest from the last seat, which has the
    trick anyway, or the lowest in the hope that it is overtaken."""
    under = legal & ~over
    if under != NONE:
        return _strongest(under, unseen, TRUMP_DANGER, facts, miss)
    if facts[COUNT] + 1 == facts[PLAYERS]:
        return highest(over)
    return lowest(over)
