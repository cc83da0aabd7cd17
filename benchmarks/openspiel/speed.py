"""Playouts of ours beside pyspiel's: four seats, ten cards, from the first lead, in one run.

pyspiel's own playout (`evaluate_bots` with its uniform random bots) is all C++ but for one call
and one copy of the state. The same playout through its state from Python is bound by Python. Of
the bot there is the time of one simulation: an imagined deal, the way down the tree, a playout.
"""

from collections.abc import Callable
from random import Random

from benchmarks.kernel import playouts, playouts_by_net, seconds
from games.rules import shuffled_deck

from .peer import RULES, SEATS, SIMULATIONS, Table, library, their_bot

PLAYOUTS = 1000
ROUNDS = 3


def first_lead() -> Table:
    """A deal of ten cards after bids of two."""
    table = Table.dealt(RULES["ten"], 0, SEATS - 1, shuffled_deck(Random(1)))
    for _ in range(SEATS):
        table.act(2)
    return table


def by_bots(table: Table) -> float:
    """Seconds of one random playout by pyspiel."""
    spiel = library()
    bots = [spiel.make_uniform_random_bot(seat, seat) for seat in range(SEATS)]

    def work() -> None:
        for seed in range(PLAYOUTS):
            spiel.evaluate_bots(table.state.clone(), bots, seed)

    return seconds(work) / PLAYOUTS


def from_python(table: Table) -> float:
    """Seconds of one random playout through pyspiel's state."""
    chance = Random(1)

    def work() -> None:
        for _ in range(PLAYOUTS):
            state = table.state.clone()
            while not state.is_terminal():
                state.apply_action(chance.choice(state.legal_actions()))

    return seconds(work) / PLAYOUTS


def simulation(table: Table) -> float:
    """Seconds of one simulation of the bot."""
    bot = their_bot(SIMULATIONS, 1)
    return seconds(lambda: bot(table)) / SIMULATIONS


def fastest(works: dict[str, Callable[[], float]]) -> dict[str, float]:
    """The best time of each over some rounds, one after the other in every round."""
    rounds = [{name: work() for name, work in works.items()} for _ in range(ROUNDS)]
    return {name: min(each[name] for each in rounds) for name in works}


def run() -> None:
    """Measure and print."""
    table = first_lead()
    ours: dict[str, Callable[[], float]] = {
        "ours, random": lambda: playouts(table.position, by_rule=False),
        "ours, by rule of thumb": lambda: playouts(table.position, by_rule=True),
        "ours, by net": lambda: playouts_by_net(table.position),
    }
    theirs: dict[str, Callable[[], float]] = {
        "pyspiel's playout": lambda: by_bots(table),
        "its ISMCTS simulation": lambda: simulation(table),
        "its state from Python": lambda: from_python(table),
    }
    took = fastest({**ours, **theirs})
    print(f"times as fast as {', '.join(f'{name} ({i})' for i, name in enumerate(theirs, 1))}")
    heads = "".join(f"{f'({i})':>10}" for i in range(1, len(theirs) + 1))
    print(f"{'':<24}{'us':>8}{'a second':>12}{heads}")
    for name, time in took.items():
        print(f"{name:<24}{1e6 * time:>8.2f}{1 / time:>12,.0f}", end="")
        print(*(f"{took[other] / time:>10.1f}" for other in theirs), sep="")
