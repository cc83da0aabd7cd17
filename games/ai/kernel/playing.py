"""Playouts: a deal played to its end by rule of thumb, or by the net of play."""

from .bits import lowest
from .compiling import compiled
from .layout import GONE, LEFT, NONE, ONE, PLAYERS, TURN, Floats, Numbers, Words
from .nets import (
    C_GONE,
    C_HAND,
    Layer,
    Net,
    add_cards,
    add_column,
    best_card,
    card_columns,
    drop_column,
    hidden,
)
from .policy import rule_card
from .tricks import legal_cards, put_card


@compiled
def play_out(words: Words, facts: Numbers, miss: Floats, scores: Floats) -> None:
    """Play a deal to its end, every seat by rule of thumb."""
    while facts[LEFT] > 0:
        put_card(words, facts, rule_card(words, facts, miss, scores))


@compiled
def play_last_trick(words: Words, facts: Numbers) -> None:
    """Play the last trick, in which nobody has a choice."""
    while facts[LEFT] > 0:
        put_card(words, facts, lowest(words[facts[TURN]]))


@compiled
def begin_sums(words: Words, facts: Numbers, net: Net, base: Layer) -> None:
    """The first layer's sums over each hand, by seat, and over the cards gone, in the last row."""
    base[:] = 0
    for seat in range(facts[PLAYERS]):
        base[seat, :] = net[1]
        add_cards(base[seat], net[0], C_HAND, words[seat])
    add_cards(base[-1], net[0], C_GONE, words[GONE])


@compiled
def put_with_sums(words: Words, facts: Numbers, card: int, net: Net, base: Layer) -> None:
    """Play a card and keep the sums up."""
    drop_column(base[facts[TURN]], net[0], C_HAND + card)
    add_column(base[-1], net[0], C_GONE + card)
    put_card(words, facts, card)


@compiled
def net_card(
    words: Words,
    facts: Numbers,
    pays: int,
    net: Net,
    base: Layer,
    sums: Layer,
    second: Layer,
    on: Numbers,
) -> int:
    """The card that the net favours for the seat whose turn it is."""
    legal = legal_cards(words, facts)
    if legal & (legal - ONE) == NONE:
        return lowest(legal)
    seat = facts[TURN]
    for unit in range(sums.size):
        sums[unit] = base[seat, unit] + base[-1, unit]
    for place in range(card_columns(facts, pays, on)):
        add_column(sums, net[0], on[place])
    hidden(sums, net, second)
    return best_card(legal, second, net)


@compiled
def play_out_by_net(
    words: Words,
    facts: Numbers,
    pays: int,
    net: Net,
    base: Layer,
    sums: Layer,
    second: Layer,
    on: Numbers,
) -> None:
    """Play a deal to its end, every seat by the net."""
    while facts[LEFT] > 1:
        card = net_card(words, facts, pays, net, base, sums, second, on)
        put_with_sums(words, facts, card, net, base)
    play_last_trick(words, facts)
