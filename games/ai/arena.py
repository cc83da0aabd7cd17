"""Deals played out among computer players, as tests, tournaments and fitting need them."""

from collections.abc import Sequence
from random import Random

from games.rules import Card, Phase, Position, Rules, deal_cards

from .player import Player


def play_deal(
    rules: Rules,
    number: int,
    dealer: int,
    deck: Sequence[Card],
    players: Sequence[Player],
    chance: Random,
) -> Position:
    """Deal `number` (from 0) from a deck, played to its end by one player a seat.

    Raises a MoveError when a player answers with what the rules don't allow.
    """
    if len(players) != rules.players:
        raise ValueError(f"{rules.players} seats need as many players, not {len(players)}.")
    dealt = deal_cards(rules, number, dealer, deck)
    return play_on(Position.start(rules, number, dealer, dealt), players, chance)


def play_on(position: Position, players: Sequence[Player], chance: Random) -> Position:
    """The end of a deal from any moment of it."""
    while position.phase is Phase.BIDDING:
        seat = position.to_act[0]
        bid = players[seat].bid(position.seen_by(seat), chance)
        position = position.after_bid(seat, bid)
    for _ in range(sum(len(hand) for hand in position.hands)):
        seat = position.trick.turn
        card = players[seat].play(position.seen_by(seat), chance)
        position = position.after_play(seat, card)
    return position
