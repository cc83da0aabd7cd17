"""Imagined deals that fit the bids: many are dealt, each weighs as much as it explains what every
seat bid, and the ones to play out are drawn from them by weight."""

import numpy as np

from .bidding import count_tricks
from .bits import next_word
from .compiling import compiled
from .layout import (
    BID,
    DEALER,
    FACTS,
    GONE,
    LEFT,
    PLAYERS,
    SEATS,
    SIZE,
    WORDS,
    Floats,
    Numbers,
    Words,
)
from .nets import BidRoom, Mind, bid_log_chance, make_bid_room
from .worlds import normalise

ASTRAY = 0.8
"""How far, in tricks, bids usually lie from the count of a hand."""
LEAST = -8.0
"""The least logarithm of a chance that one bid may weigh: people bid oddly now and then."""


@compiled
def open_hands(world: Words, played: Words, words: Words, own: int, here: Words) -> None:
    """Lay out the hands as they were dealt in an imagined deal, and what all saw at the bids."""
    here[GONE] = words[GONE]
    for seat in range(SEATS):
        here[seat] = world[seat] | played[seat]
        here[GONE] &= ~played[seat]
    here[own] = words[own] | played[own]


@compiled
def _bid_chance(
    here: Words,
    then: Numbers,
    seat: int,
    bid: int,
    miss: Floats,
    counts: Floats,
    mind: Mind,
    room: BidRoom,
) -> float:
    """The logarithm of the chance of one bid: by the net, or by how far it lies from the count."""
    if mind[0]:
        return bid_log_chance(here, then, seat, bid, mind[1], miss, counts, mind[3], room)
    astray = (bid - count_tricks(here, then, seat, miss, counts, room[2])) / ASTRAY
    return -0.5 * astray * astray


@compiled
def likelihood(
    here: Words,
    facts: Numbers,
    own: int,
    miss: Floats,
    counts: Floats,
    mind: Mind,
    room: BidRoom,
    then: Numbers,
) -> float:
    """The logarithm of the chance of the others' bids, made in turn with these hands."""
    total, players = 0.0, facts[PLAYERS]
    then[:] = facts
    then[BID : BID + SEATS] = -1
    then[LEFT] = facts[SIZE]
    for place in range(1, players + 1):
        seat = (facts[DEALER] + place) % players
        bid = facts[BID + seat]
        if bid < 0:
            continue
        if seat != own:
            total += max(LEAST, _bid_chance(here, then, seat, bid, miss, counts, mind, room))
        then[BID + seat] = bid
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
def explain_bids(
    worlds: Words,
    weights: Floats,
    words: Words,
    facts: Numbers,
    own: int,
    played: Words,
    miss: Floats,
    counts: Floats,
    mind: Mind,
) -> None:
    """Multiply the weights of worlds, logarithms still, by how well they explain the bids."""
    here, then, room = np.empty(WORDS, np.uint64), np.empty(FACTS, np.int64), make_bid_room()
    for row in range(weights.size):
        open_hands(worlds[row], played, words, own, here)
        weights[row] += likelihood(here, facts, own, miss, counts, mind, room, then)
    normalise(weights)
