"""What a decision of each level costs, beside replaying a deal in the same run.

    python -m benchmarks.ai_decisions [--deals 100]

Machines differ and are noisy, so every cost is also given as a ratio: to the time that replaying
the 4 bids and 40 cards of a deal takes in the same run. Two tables: four seats with ten cards
(the usual game), three seats with seventeen (the largest hands there are). Bids are made from
the full hand; the worst is the slowest decision in any deal, each timed twice and the faster
time taken, since a stall of the machine is no cost of the player.
"""

import argparse
from collections.abc import Iterator
from random import Random
from statistics import mean, median
from time import perf_counter

from games.ai import LEVELS, decide, warm_up
from games.rules import Phase, Position, Rules, View, deal_cards, parse_rules, shuffled_deck

TABLES = {
    "4 seats, 10 cards": parse_rules("4_fx10x1_turned_10t-0_hook"),
    "3 seats, 17 cards": parse_rules("3_fx17x1_last_10t-1t"),
}


def start(rules: Rules, seed: int) -> Position:
    """A deal before its first bid."""
    deck = shuffled_deck(Random(seed))
    return Position.start(rules, 0, 0, deal_cards(rules, 0, 0, deck))


def after(position: Position, key: str, chance: Random) -> Position:
    """The position after one decision of a level."""
    seat = position.to_act[0]
    answer = decide(key, position.seen_by(seat), chance)
    if position.phase is Phase.BIDDING:
        return position.after_bid(seat, answer)
    return position.after_play(seat, answer)


def views(rules: Rules, deals: int) -> Iterator[View]:
    """The views of every decision in so many deals of Medium against itself."""
    for seed in range(deals):
        position, chance = start(rules, seed), Random(seed)
        while not position.is_over:
            yield position.seen_by(position.to_act[0])
            position = after(position, "medium", chance)


def replay_seconds() -> float:
    """The usual time of replaying a deal of 4 bids and 40 cards from its facts."""
    begin = position = start(TABLES["4 seats, 10 cards"], 1)
    while not position.is_over:
        position = after(position, "medium", Random(1))
    bids = [(seat, position.bids[seat] or 0) for seat in position.in_order()]
    plays = [card for trick in position.tricks for card in trick.cards]
    times = []
    for _ in range(200):
        began = perf_counter()
        begin.after(bids, plays)
        times.append(perf_counter() - began)
    return median(times)


def seconds(key: str, view: View) -> float:
    """The time of one decision, the faster of two tries."""
    tries = []
    for _ in range(2):
        chance = Random(1)
        began = perf_counter()
        decide(key, view, chance)
        tries.append(perf_counter() - began)
    return min(tries)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ai_decisions")
    parser.add_argument("--deals", type=int, default=100)
    deals = parser.parse_args().deals
    warm_up()
    replay = replay_seconds()
    print(f"replaying a deal of 4 bids and 40 cards: {1000 * replay:.3f} ms")
    for name, rules in TABLES.items():
        columns = f"{'mean, ms':>9} {'worst, ms':>10} {'mean / replay':>14} {'worst / replay':>15}"
        print(f"{name:<20} {columns}")
        met = list(views(rules, deals))
        for key in LEVELS:
            times = [seconds(key, view) for view in met]
            usual, worst = mean(times), max(times)
            print(
                f"{key:<20} {1000 * usual:>9.3f} {1000 * worst:>10.3f} "
                f"{usual / replay:>8.2f} {worst / replay:>15.2f}"
            )


if __name__ == "__main__":
    main()
