"""The command line, and the course of a run: see the package."""

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from random import Random
from time import perf_counter, process_time
from typing import Final

from .echoing import echoes
from .figures import Spread, Step, memory_a_table, printed
from .opening import Kind
from .people import Notes, People, Table, Timed
from .site import Site, embedded, scaled

PATIENCE: Final = 10.0
"""Seconds after which a tap that no painting shows is counted as never seen."""


@dataclass(frozen=True)
class Plan:
    """How long each stretch lasts, in seconds, how long people think, and who they are."""

    warm: float
    seconds: float
    think: float
    seed: int
    kind: Kind


class Run:
    """All steps of a run, one after the other: tables are kept, and more are added."""

    def __init__(self, site: Site, plan: Plan) -> None:
        self._site, self._plan = site, plan
        self._chance = Random(plan.seed)
        self._notes = Notes()
        self._tables: list[Table] = []

    async def step(self, tables: int) -> Step:
        """Measure with so many tables."""
        await asyncio.to_thread(self._open, tables)
        people = People(self._tables)
        await people.come(min(self._plan.think, self._plan.warm))
        await asyncio.sleep(self._plan.warm)
        stretch = Stretch(self._site, people, self._notes)
        await asyncio.sleep(self._plan.seconds)
        stretch.end()
        people.check()
        beside = await self._echoes(stretch.rate)
        unseen = people.unseen_since(stretch.begin, PATIENCE)
        await people.leave()
        await self.quiet()
        alone = await self._echoes(stretch.rate)
        return stretch.step(tables, Spread.of(alone), Spread.of(beside), unseen)

    def _open(self, tables: int) -> None:
        for number in range(len(self._tables), tables):
            port = self._site.ports[number % len(self._site.ports)]
            chance = Random(self._chance.getrandbits(64))
            table = Table(port, self._plan.kind, self._plan.think, chance, self._notes)
            table.open()
            self._tables.append(table)

    async def _echoes(self, rate: float) -> list[float]:
        """Echoes of half a stretch, at one server, from as many sockets as there are tables."""
        return await echoes(
            self._site.ports[0],
            sockets=len(self._tables),
            rate=max(rate, 1.0),
            seconds=self._plan.seconds / 2,
            chance=self._chance,
        )

    async def quiet(self) -> None:
        """Wait until the server has done what it has to, such as compiling at its first start."""
        for _ in range(120):
            before = self._site.cpu()
            await asyncio.sleep(1)
            if self._site.cpu() - before < 0.05:
                return
        raise TimeoutError("the server does not come to rest")


class Stretch:
    """The steady part of a step."""

    def __init__(self, site: Site, people: People, notes: Notes) -> None:
        self._site, self._people, self._notes = site, people, notes
        self.begin = perf_counter()
        self._before = self._counts()

    def end(self) -> None:
        """It is over."""
        self._seconds = perf_counter() - self.begin
        counts = zip(self._counts(), self._before, strict=True)
        self._moves, self._cpu, self._database, self._own = (now - then for now, then in counts)
        self._memory = self._site.memory()
        self._painted = [size for at, size in self._notes.painted if self._holds(at)]

    @property
    def rate(self) -> float:
        """Paintings a second."""
        return len(self._painted) / self._seconds

    def step(self, tables: int, echo: Spread, echo_in_load: Spread, unseen: int) -> Step:
        """What it came to, beside these echoes."""
        notes = self._notes
        answers = self._spread(notes.answers)
        return Step(
            tables=tables,
            seconds=self._seconds,
            taps=answers.count / self._seconds,
            moves=self._moves / self._seconds,
            paints=self.rate,
            paint_kb=sum(self._painted) / max(1, len(self._painted)) / 1024,
            tap_to_paint=self._spread(notes.paints),
            tap_to_answer=answers,
            tap_to_turn=self._spread(notes.turns),
            echo=echo,
            echo_in_load=echo_in_load,
            cpu_a_move=1000 * self._cpu / max(1.0, self._moves),
            database_cpu_a_move=1000 * self._database / max(1.0, self._moves),
            server_share=self._cpu / self._seconds,
            client_share=self._own / self._seconds,
            memory=self._memory,
            refused=sum(map(self._holds, notes.refused)),
            unseen=unseen,
        )

    def _counts(self) -> tuple[float, ...]:
        site = self._site
        return float(self._people.moves), site.cpu(), site.database_cpu(), process_time()

    def _holds(self, at: float) -> bool:
        return self.begin <= at < self.begin + self._seconds

    def _spread(self, timed: Timed) -> Spread:
        return Spread.of(took for at, took in timed if self._holds(at))


async def measure(site: Site, plan: Plan, tables: Sequence[int], *, tell: bool) -> list[Step]:
    """Every step, from the fewest tables to the most."""
    run = Run(site, plan)
    await run.quiet()
    steps = []
    for number in sorted(set(tables)):
        if tell:
            print(f"{number} tables...", file=sys.stderr, flush=True)
        steps.append(await run.step(number))
    return steps


def parser() -> argparse.ArgumentParser:
    """What may be said."""
    made = argparse.ArgumentParser(prog="python -m benchmarks.load")
    made.add_argument("--tables", type=numbers, default=[1, 10, 50, 100], help="1,10,50,100")
    made.add_argument("--people", type=int, choices=(1,), default=1, help="people at each table")
    made.add_argument("--level", default="medium", help="of the computers")
    made.add_argument("--pace", choices=("fast", "normal", "slow"), default="fast")
    made.add_argument("--think", type=float, default=1.75, help="seconds before a tap, on average")
    made.add_argument("--warm", type=float, default=5.0, help="seconds before each stretch")
    made.add_argument("--seconds", type=float, default=20.0, help="of each stretch")
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--scaled", action="store_true", help="on PostgreSQL and Redis")
    made.add_argument("--servers", type=int, default=1, help="with --scaled")
    made.add_argument("--json", action="store_true", help="print JSON and nothing else")
    return made


def numbers(text: str) -> list[int]:
    """Whole numbers from 1, with commas between."""
    parts = text.split(",")
    if not all(part.isdecimal() and int(part) > 0 for part in parts):
        raise argparse.ArgumentTypeError(f"numbers with commas between, not {text}.")
    return [int(part) for part in parts]


def _site(asked: argparse.Namespace) -> AbstractContextManager[Site]:
    return scaled(asked.servers) if asked.scaled else embedded()


def main(arguments: list[str] | None = None) -> None:
    """Measure and print."""
    asked = parser().parse_args(arguments)
    kind = Kind(asked.people, asked.level, asked.pace)
    plan = Plan(asked.warm, asked.seconds, asked.think, asked.seed, kind)
    with _site(asked) as site:
        steps = asyncio.run(measure(site, plan, asked.tables, tell=not asked.json))
        print(*site.complaints(), sep="\n", end="", file=sys.stderr)
    if asked.json:
        each = [{**asdict(step), "ratio": step.ratio} for step in steps]
        print(json.dumps({"steps": each, "memory_a_table_kb": memory_a_table(steps)}, indent=1))
    else:
        print(printed(steps))


if __name__ == "__main__":
    main()
