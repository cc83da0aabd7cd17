"""What it costs to replay a deal from its facts, with the rules alone: no database, no site.

The site works out where a deal stands from its bids and cards at every step, so a full deal of
four players with ten cards each has to be replayed in well under a millisecond.

    python -m benchmarks.replay_rules
"""

import json
from random import Random
from statistics import median
from time import perf_counter

from games.rules import PRESETS, Position, Rules, deal_cards, parse_record, record_of, shuffled_deck
from tests.builders import CAST, facts_of, plays_of, random_game, random_line

ROUNDS = 300


def full_deal(rules: Rules, seed: int) -> float:
    """Milliseconds to replay the first deal of a game, played to its end at random."""
    chance = Random(seed)
    dealt = deal_cards(rules, 0, rules.players - 1, shuffled_deck(chance))
    *_, end = random_line(Position.start(rules, 0, rules.players - 1, dealt), chance)
    bids, plays = [(seat, end.bids[seat] or 0) for seat in end.in_order()], plays_of(end)
    assert record_of(rules, CAST[: rules.players], [facts_of(dealt, end)]).deals
    began = perf_counter()
    again = Position.start(rules, 0, rules.players - 1, dealt).after(bids, plays)
    took = perf_counter() - began
    assert again == end
    return 1000 * took


def whole_record(rules: Rules, seed: int) -> float:
    """Milliseconds to read and check the record of a whole game."""
    text = json.dumps(random_game(rules, seed).to_json_object())
    began = perf_counter()
    parse_record(text)
    return 1000 * (perf_counter() - began)


def main() -> None:
    """Print the figures that README.md keeps."""
    standard = PRESETS["standard"].rules(4)
    deals = sorted(full_deal(standard, seed) for seed in range(ROUNDS))
    records = sorted(whole_record(standard, seed) for seed in range(ROUNDS // 10))
    print(f"a full deal, 4 players, 10 cards: median {median(deals):.2f} ms", end=", ")
    print(f"95 % under {deals[int(0.95 * len(deals))]:.2f} ms")
    print(f"a game's record, 19 deals: median {median(records):.1f} ms")


if __name__ == "__main__":
    main()
