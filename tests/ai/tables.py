"""Small deals set up by hand, for tests of what players do with them."""

from random import Random

from games.rules import (
    Dealt,
    Position,
    Rules,
    View,
    deal_cards,
    parse_card,
    parse_cards,
    parse_rules,
    rules_from,
    shuffled_deck,
)


def one_deal(players: int, size: int, **changes: object) -> Rules:
    """Rules of a single deal of that size: turned trump and no hook, unless changed."""
    schedule = {"shape": "list", "sizes": [size]}
    return rules_from({"players": players, "schedule": schedule, "hook": False, **changes})


def table(
    hands: list[str], turn_up: str | None, bids: list[int], plays: str = "", **changes: object
) -> Position:
    """A position: hands by seat, seat 0 leading (the last seat deals), bids and plays in turn."""
    dealt = tuple(parse_cards(hand) for hand in hands)
    rules = one_deal(len(hands), len(dealt[0]), **changes)
    turned = None if turn_up is None else parse_card(turn_up)
    start = Position.start(rules, 0, len(hands) - 1, Dealt(dealt, turned))
    return start.after(enumerate(bids), parse_cards(plays))


def random_start(rules: Rules, seed: int) -> Position:
    """The first deal of rules before any bid."""
    number = seed % len(rules.hand_sizes)
    dealer = seed % rules.players
    deck = shuffled_deck(Random(seed))
    return Position.start(rules, number, dealer, deal_cards(rules, number, dealer, deck))


def view_to_act(position: Position) -> View:
    """The view of the first seat that may act."""
    return position.seen_by(position.to_act[0])


HOUSE_RULES = [
    parse_rules(text)
    for text in (
        "3_fx17x3_last_10t-1t",
        "3_ls17.1.2_none_10sq-msq_sim",
        "4_ls13.5_turned_10-0_musttrump_ntempty",
        "4_du10_turned_10t-0_hook",
        "5_ls10.3_cycle-NT.H_10x-m10-z10_hook",
        "6_up8_turned_5t-m2-z5h_sim_musttrump",
        "7_ls7.1_last_10t-m1-z5_hook_musttrump",
        "8_ls6.2.1_turned_10x-m1_to50",
    )
]
