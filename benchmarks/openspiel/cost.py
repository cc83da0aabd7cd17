"""What decisions cost beside the bot's: CPU time over the same positions, in one run.

Deals of ten cards and four seats are played by Medium; every decision in them that is a choice
among several is asked of all levels and of the bot in turn, twice round, and the faster time of
each taken, since a stall of the machine is no cost of the player.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import mean
from time import process_time
from typing import TypeAlias

import django

from benchmarks.ai_decisions import views
from games.ai import decide, offered_levels, warm_up
from games.rules import View, shuffled_deck

from .peer import BOT, RULES, SEATS, Table, our_player, their_bot

TRIES = 2
WANTED = (
    "wanted: Hard's worst at most 0.33 of the bot's; Insane's worst at most 3 of it, "
    "its mean at most 0.5; Easy and Medium under 1 ms"
)


@dataclass(frozen=True)
class Moment:
    """A decision to be made: what our seat sees, and the table as the bot is given it."""

    view: View
    table: Table

    @property
    def is_first_lead(self) -> bool:
        """Whether it is the first card of the deal."""
        return not self.table.is_bidding and not self.view.played


Thinkers: TypeAlias = dict[str, Callable[[Moment, Random], int]]
"""By name, what answers with a bid or card; the bot has its own chance."""


def moments(deals: int) -> Iterator[Moment]:
    """Every choice among several in so many deals."""
    for seed in range(deals):
        table = Table.dealt(RULES["ten"], 0, seed % SEATS, shuffled_deck(Random(seed)))
        medium = our_player("medium", Random(seed))
        while not table.is_over:
            if len(table.choices) > 1:
                yield Moment(table.view, table.copy())
            table.act(medium(table))


def costs(moment: Moment, thinkers: Thinkers) -> dict[str, float]:
    """The CPU seconds of every thinker's decision, the faster of two tries."""
    tries = [
        {name: _seconds(think, moment) for name, think in thinkers.items()} for _ in range(TRIES)
    ]
    return {name: min(each[name] for each in tries) for name in thinkers}


def _seconds(think: Callable[[Moment, Random], int], moment: Moment) -> float:
    chance = Random(1)
    began = process_time()
    think(moment, chance)
    return process_time() - began


def all_thinkers(simulations: int) -> Thinkers:
    """Every level that is offered, and the bot."""
    bot = their_bot(simulations, 1)
    ours = {each.key: _asked(each.key) for each in offered_levels()}
    return {**ours, BOT: lambda moment, _: bot(moment.table)}


def _asked(level: str) -> Callable[[Moment, Random], int]:
    return lambda moment, chance: decide(level, moment.view, chance)


# --- Memory -------------------------------------------------------------------


def worker_memory() -> float:
    """The most megabytes that a worker of the site held while each level decided a whole deal.

    Measured in a process of its own, which never sees pyspiel. Linux only.
    """
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(_memory_of_decisions).result()


def _memory_of_decisions() -> float:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ohhell_site.settings")
    django.setup()
    import_module("games.tasks")  # what a worker has loaded
    warm_up()
    for view in views(RULES["ten"], 1):
        for each in offered_levels():
            decide(each.key, view, Random(1))
    return _most_held()


def _most_held() -> float:
    """The peak of this process's memory in megabytes.

    Not `getrusage`: its peak counts the process that started this one, too.
    """
    status = Path("/proc/self/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) / 1024


# --- The table ----------------------------------------------------------------


def run(deals: int, simulations: int) -> None:
    """Measure and print."""
    warm_up()
    memory, thinkers = worker_memory(), all_thinkers(simulations)
    found = [(moment, costs(moment, thinkers)) for moment in moments(deals)]
    print(f"{deals} deals of ten cards, {len(found)} decisions; ms of one core / the bot's")
    columns = ("mean", "worst", "worst bid", "worst first lead")
    print(f"{'':<8}" + "".join(f"{column:>22}" for column in columns))
    of_the_bot = _figures(found, BOT)
    for name in thinkers:
        figures = _figures(found, name)
        cells = [f"{1000 * x:.3f} / {x / y:.4f}" for x, y in zip(figures, of_the_bot, strict=True)]
        print(f"{name:<8}" + "".join(f"{cell:>22}" for cell in cells))
    print(WANTED)
    print(f"a worker's memory at most: {memory:.0f} MB without pyspiel; wanted: under 400 MB")


def _figures(found: Sequence[tuple[Moment, dict[str, float]]], name: str) -> tuple[float, ...]:
    """Seconds of one thinker: mean and worst of all, worst bid, worst first lead."""
    every = [cost[name] for _, cost in found]
    bids = [cost[name] for moment, cost in found if moment.table.is_bidding]
    leads = [cost[name] for moment, cost in found if moment.is_first_lead]
    return mean(every), max(every), max(bids), max(leads)
