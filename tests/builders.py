"""Short ways to say what a test is about: rules, a deal, a game played at random.

`deal("AS KH | QS 3H | 2C 2D", trump="9D")` is a position before the first bid: hands by seat
from seat 0, the last seat deals unless another is named.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from games.rules import (
    Card,
    DealFacts,
    Dealt,
    Position,
    Record,
    Rules,
    deal_cards,
    dealer_of,
    parse_card,
    parse_cards,
    record_of,
    rules_from,
    shuffled_deck,
)

CAST = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")
"""Who sits where, seat by seat."""


def house_rules(players: int = 4, sizes: tuple[int, ...] = (1,), **changes: Any) -> Rules:
    """Standard rules without the hook, with these hand sizes and changes."""
    schedule = {"shape": "list", "sizes": sizes}
    return rules_from({"players": players, "schedule": schedule, "hook": False, **changes})


def deal(
    hands: str, *, trump: str | None = None, dealer: int | None = None, **changes: Any
) -> Position:
    """A deal of these hands. A trump card that is in a hand is the dealer's last one, another is
    turned from the stock; None is a deal without trump."""
    held = tuple(parse_cards(hand) for hand in hands.split("|"))
    turned = None if trump is None else parse_card(trump)
    how = "none" if turned is None else "turned"
    if any(turned in hand for hand in held):
        how = "dealers-last"
    rules = house_rules(len(held), (len(held[0]),), trump=how, **changes)
    return Position.start(
        rules, 0, len(held) - 1 if dealer is None else dealer, Dealt(held, turned)
    )


def after(position: Position, bids: tuple[int, ...], plays: str = "") -> Position:
    """The position after bids in bidding order and cards in playing order."""
    return position.after(zip(position.in_order(), bids, strict=False), parse_cards(plays))


def codes(text: str) -> frozenset[Card]:
    """The cards of a text, as the set that legal cards come in."""
    return frozenset(parse_cards(text))


def random_start(rules: Rules, number: int, dealer: int, chance: Random) -> tuple[Dealt, Position]:
    """A deal from a shuffled deck, and its first position."""
    dealt = deal_cards(rules, number, dealer, shuffled_deck(chance))
    return dealt, Position.start(rules, number, dealer, dealt)


def random_line(position: Position, chance: Random) -> Iterator[Position]:
    """A position and all that follow it in random legal play, to the end of the deal.

    Where all bid at once the seats choose in any order.
    """
    yield position
    while not position.is_over:
        seat = chance.choice(position.to_act)
        if bids := position.legal_bids(seat):
            position = position.after_bid(seat, chance.choice(bids))
        else:
            card = chance.choice(sorted(position.legal_plays(seat)))
            position = position.after_play(seat, card)
        yield position


def plays_of(position: Position) -> tuple[Card, ...]:
    """Every card played, in order."""
    return tuple(card for trick in (*position.tricks, position.trick) for card in trick.cards)


def facts_of(dealt: Dealt, position: Position) -> DealFacts:
    """The facts of a deal that stands at this position."""
    return DealFacts.by_seat(position.dealer, dealt, position.bids, plays_of(position))


def random_game(rules: Rules, seed: int, most_deals: int = 60) -> Record:
    """A game of random legal play, to its end or for so many deals."""
    chance = Random(seed)
    first, facts = chance.randrange(rules.players), list[DealFacts]()
    totals = (0,) * rules.players
    while len(facts) < most_deals and not rules.is_over(len(facts), totals):
        number = len(facts)
        dealt, position = random_start(
            rules, number, dealer_of(first, number, rules.players), chance
        )
        *_, position = random_line(position, chance)
        facts.append(facts_of(dealt, position))
        totals = tuple(map(sum, zip(totals, position.points() or (), strict=True)))
    return record_of(rules, CAST[: rules.players], facts)
