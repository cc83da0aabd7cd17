"""How fast the compiled kernel plays deals out and imagines them, beside the rules in Python.

Four seats with ten cards each, the first lead still to come. The ratios hold within one run; the
times are those of the machine at that moment.

    python -m benchmarks.kernel
"""

from collections.abc import Callable
from random import Random
from time import perf_counter

import numpy as np

from games.ai.insane import WEIGHTS
from games.ai.kernel import layout, minds, nets, playing, problem, search
from games.ai.kernel.compiling import compiled
from games.rules import PRESETS, Position, View, deal_cards, shuffled_deck
from tests.builders import random_line

CARDS = 40
TIMES = 20_000
ROUNDS = 5


def start() -> Position:
    """The first deal of the standard game after bids of two."""
    rules, chance = PRESETS["standard"].rules(4), Random(1)
    position = Position.start(rules, 0, 3, deal_cards(rules, 0, 3, shuffled_deck(chance)))
    return position.after([(0, 2), (1, 2), (2, 2), (3, 2)], ())


def seconds(work: Callable[[], object]) -> float:
    """The time of one piece of work, the best of some rounds."""
    times = []
    for _ in range(ROUNDS):
        began = perf_counter()
        work()
        times.append(perf_counter() - began)
    return min(times)


def laid_open(position: Position) -> tuple[problem.Problem, layout.Words]:
    """What seat 0 would ask the kernel, and the cards with all hands in the open."""
    asked = problem.problem_of(position.seen_by(0))
    words = asked.words.copy()
    for seat, hand in enumerate(position.hands):
        words[seat] = sum(1 << asked.place(card) for card in hand)
    return asked, words


def playouts(position: Position, by_rule: bool) -> float:
    """Seconds of one compiled playout."""
    asked, words = laid_open(position)
    done = seconds(
        lambda: search.play_many(
            words, asked.facts, asked.miss, asked.scores, by_rule, TIMES, np.uint64(1)
        )
    )
    return done / TIMES


@compiled
def play_by_net(words: layout.Words, facts: layout.Numbers, mind: nets.Mind, times: int) -> int:
    """Play a deal out by the net so many times; returns the tricks of seat 0 in all."""
    pays, net, total = mind[1], mind[2], 0
    here, now, sums, second, on, base = search.make_room()
    for _ in range(times):
        here[:] = words
        now[:] = facts
        playing.begin_sums(here, now, pays, net, base, on)
        playing.play_out_by_net(here, now, net, base, sums, second, on)
        total += now[layout.TAKEN]
    return total


def playouts_by_net(position: Position) -> float:
    """Seconds of one playout by Insane's net, its sums over hands begun anew each time."""
    asked, words = laid_open(position)
    mind = minds.mind_of(WEIGHTS, asked.scores)
    return seconds(lambda: play_by_net(words, asked.facts, mind, TIMES)) / TIMES


def deals(view: View) -> float:
    """Seconds of one imagined deal."""
    asked = problem.problem_of(view)
    unseen = np.uint64(int(layout.DECK) & ~int(asked.words[layout.GONE]) & ~int(asked.words[0]))
    worlds, weights = np.zeros((TIMES, layout.SEATS), np.uint64), np.zeros(TIMES)
    done = seconds(
        lambda: search.deal_many(unseen, asked.known, TIMES, np.uint64(1), worlds, weights)
    )
    return done / TIMES


def main() -> None:
    """Measure and print."""
    position = start()
    python = seconds(lambda: [list(random_line(position, Random(seed))) for seed in range(20)]) / 20
    print(f"{'a random playout in Python':<34} {1e6 * python:>9.2f} us")
    for name, took in (
        ("a random playout, compiled", playouts(position, by_rule=False)),
        ("a playout by rule of thumb", playouts(position, by_rule=True)),
        ("a playout by net", playouts_by_net(position)),
        ("one imagined deal", deals(position.seen_by(0))),
    ):
        card = 1e9 * took / CARDS
        print(f"{name:<34} {1e6 * took:>9.2f} us {python / took:>8.0f} times, {card:.0f} ns a card")


if __name__ == "__main__":
    main()
