"""Imagined deals: the unseen cards dealt to the other seats in a way that fits what they showed.

Seats are dealt to in a given order, each a random choice of the cards it may hold. A world is
then too likely where seats had few choices; the product of the numbers of choices is its weight,
and with it worlds count exactly as if each that fits were as likely as any other.
"""

import numpy as np

from .bits import count, some_of
from .compiling import compiled
from .layout import LOG_WAYS, NONE, SEATS, Floats, Numbers, Word, Words

TRIES = 50
"""How often a world that doesn't come out is dealt anew before one that doesn't fit is taken."""
IMPOSSIBLE = -1e9


@compiled
def deal_hand(world: Words, seat: int, choice: Word, held: int, stream: Words) -> float:
    """Deal a seat some of the cards that it may hold; returns the logarithm of the weight, or
    IMPOSSIBLE where there are too few."""
    size = count(choice)
    if size < held:
        return IMPOSSIBLE
    world[seat] = some_of(choice, size, held, stream)
    return LOG_WAYS[size, held]


@compiled
def deal_world(
    world: Words, unseen: Word, allowed: Words, held: Numbers, order: Numbers, stream: Words
) -> float:
    """Deal `held[seat]` of the unseen cards to every seat of `order`, out of `allowed[seat]`.

    Writes hands into `world` by seat and returns the logarithm of the weight; IMPOSSIBLE where
    a seat later in the order was left with too few cards that it may hold.
    """
    pool, weight = unseen, 0.0
    for place in range(order.size):
        seat = order[place]
        ways = deal_hand(world, seat, pool & allowed[seat], held[seat], stream)
        if ways == IMPOSSIBLE:
            return IMPOSSIBLE
        pool &= ~world[seat]
        weight += ways
    return weight


@compiled
def fitting_world(
    world: Words, unseen: Word, allowed: Words, held: Numbers, order: Numbers, stream: Words
) -> float:
    """Deal until a world comes out; after `TRIES` failures take one that breaks known voids."""
    for _ in range(TRIES):
        weight = deal_world(world, unseen, allowed, held, order, stream)
        if weight > IMPOSSIBLE:
            return weight
    anything = np.full(SEATS, unseen, np.uint64)
    deal_world(world, unseen, anything, held, order, stream)
    return IMPOSSIBLE


@compiled
def imagine(
    worlds: Words,
    weights: Floats,
    unseen: Word,
    fixed: Words,
    allowed: Words,
    held: Numbers,
    order: Numbers,
    stream: Words,
) -> None:
    """Fill rows of hands, cards known to lie in a hand (`fixed`) with them, and the logarithms of
    their weights."""
    for row in range(weights.size):
        worlds[row, :] = NONE
        weights[row] = fitting_world(worlds[row], unseen, allowed, held, order, stream)
        for seat in range(SEATS):
            worlds[row, seat] |= fixed[seat]


@compiled
def normalise(weights: Floats) -> None:
    """Turn logarithms of weights into weights that sum to 1."""
    top = weights.max()
    total = 0.0
    for row in range(weights.size):
        weights[row] = np.exp(weights[row] - top)
        total += weights[row]
    for row in range(weights.size):
        weights[row] /= total
