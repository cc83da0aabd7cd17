"""The rules of play on words: what may be played, and what a card changes."""

from .bits import bit, highest, lowest
from .compiling import compiled
from .layout import (
    BEATING,
    BEST,
    BEST_SEAT,
    COUNT,
    DECK,
    GONE,
    HIGHER,
    LED,
    LEFT,
    MUST,
    NONE,
    PLAYERS,
    SUITS,
    TAKEN,
    TRUMP,
    TRUMPS,
    TURN,
    VOID,
    Numbers,
    Word,
    Words,
)


@compiled
def legal_cards(words: Words, facts: Numbers) -> Word:
    """The cards that the seat whose turn it is may play."""
    hand = words[facts[TURN]]
    if facts[LED] < 0:
        return hand
    following = hand & SUITS[facts[LED]]
    if following != NONE:
        return following
    if facts[MUST] != 0:
        trumps = hand & TRUMPS[facts[TRUMP]]
        if trumps != NONE:
            return trumps
    return hand


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
def put_card(words: Words, facts: Numbers, card: int) -> None:
    """Play a legal card from the hand of the seat whose turn it is."""
    seat, played = facts[TURN], bit(card)
    words[seat] &= ~played
    words[GONE] |= played
    if facts[COUNT] == 0:
        facts[LED] = card >> 4
    if facts[COUNT] == 0 or played & BEATING[facts[TRUMP], facts[BEST]] != NONE:
        facts[BEST] = card
        facts[BEST_SEAT] = seat
    if card >> 4 != facts[LED]:
        facts[VOID + seat] |= 1 << facts[LED]
    facts[COUNT] += 1
    facts[TURN] = seat + 1 if seat + 1 < facts[PLAYERS] else 0
    if facts[COUNT] == facts[PLAYERS]:
        close_trick(facts)


@compiled
def close_trick(facts: Numbers) -> None:
    """Give a complete trick to its winner, who leads to the next."""
    winner = facts[BEST_SEAT]
    facts[TAKEN + winner] += 1
    facts[TURN] = winner
    facts[LEFT] -= 1
    facts[COUNT] = 0
    facts[LED] = -1
    facts[BEST] = -1
