"""Playouts: a deal played to its end by rule of thumb, or by the net of play."""

from .bits import lowest
from .compiling import compiled
from .layout import GONE, LED, LEFT, NONE, ONE, PLAYERS, SEATS, TURN, VOID, Floats, Numbers, Words
from .nets import (
    BIASES,
    C_GONE,
    C_HAND,
    Layer,
    Net,
    add_cards,
    add_column,
    add_columns,
    best_card,
    drop_column,
    hidden,
    rule_columns,
    trick_columns,
    void_column,
    void_columns,
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
def begin_sums(words: Words, facts: Numbers, pays: int, net: Net, base: Layer, on: Numbers) -> None:
    """The first layer's sums over what changes slowly: each seat's hand and the voids that it sees,
    a row each; the rules and the cards gone, in the last row."""
    for seat in range(facts[PLAYERS]):
        base[seat, :] = net[BIASES]
        add_cards(base[seat], net, C_HAND, words[seat])
        add_columns(base[seat], net, on, void_columns(facts, seat, on, 0))
    base[SEATS, :] = 0
    add_columns(base[SEATS], net, on, rule_columns(facts, pays, on, 0))
    add_cards(base[SEATS], net, C_GONE, words[GONE])


@compiled
def put_with_sums(words: Words, facts: Numbers, card: int, net: Net, base: Layer) -> None:
    """Play a card and keep the sums up."""
    seat, suit = facts[TURN], facts[LED]
    drop_column(base[seat], net, C_HAND + card)
    add_column(base[SEATS], net, C_GONE + card)
    if suit >= 0 and card >> 4 != suit and not facts[VOID + seat] >> suit & 1:
        for viewer in range(facts[PLAYERS]):
            if viewer != seat:
                add_column(base[viewer], net, void_column(facts, viewer, seat, suit))
    put_card(words, facts, card)


@compiled
def net_card(
    words: Words,
    facts: Numbers,
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
        sums[unit] = base[seat, unit] + base[SEATS, unit]
    add_columns(sums, net, on, trick_columns(facts, on))
    hidden(sums, net, second)
    return best_card(legal, second, net)


@compiled
def play_out_by_net(
    words: Words,
    facts: Numbers,
    net: Net,
    base: Layer,
    sums: Layer,
    second: Layer,
    on: Numbers,
) -> None:
    """Play a deal to its end, every seat by the net."""
    while facts[LEFT] > 1:
        card = net_card(words, facts, net, base, sums, second, on)
        put_with_sums(words, facts, card, net, base)
    play_last_trick(words, facts)
