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
from typing import Any, Final

from . import proc
from .echoing import echoes
from .figures import Report, Spread, Step, printed
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

    async def idle_share(self) -> float:
        """The part of a core that the server uses when it is left alone."""
        before = self._site.cpu()
        await asyncio.sleep(3)
        return (self._site.cpu() - before) / 3

    async def echo_cpu(self, idle_share: float) -> float:
        """Milliseconds of CPU that one of many echoes costs, beyond what idling does."""
        before, began = self._site.cpu(), perf_counter()
        heard = await self._echoes(sockets=10, rate=200, seconds=5)
        spent = self._site.cpu() - before - idle_share * (perf_counter() - began)
        return 1000 * spent / len(heard)

    async def step(self, tables: int) -> Step:
        """Measure with so many tables."""
        self._add(tables)
        people = People(self._tables)
        await people.come(min(self._plan.think, self._plan.warm))
        await asyncio.sleep(self._plan.warm)
        stretch = Stretch(self._site, people, self._notes)
        await asyncio.sleep(self._plan.seconds)
        stretch.end()
        people.check()
        beside = await self._echoes_like(stretch)
        unseen = people.unseen_since(stretch.begin, PATIENCE)
        await people.leave()
        await self.quiet()
        alone = await self._echoes_like(stretch)
        return stretch.step(tables, Spread.of(alone), Spread.of(beside), unseen)

    def _add(self, tables: int) -> None:
        for number in range(len(self._tables), tables):
            port = self._site.ports[number % len(self._site.ports)]
            chance = Random(self._chance.getrandbits(64))
            self._tables.append(Table(port, self._plan.kind, self._plan.think, chance, self._notes))

    async def _echoes_like(self, stretch: "Stretch") -> list[float]:
        """Echoes as often as there were paintings, half as long, and as many sockets as tables."""
        rate, seconds = max(stretch.rate, 1.0), self._plan.seconds / 2
        return await self._echoes(sockets=len(self._tables), rate=rate, seconds=seconds)

    async def _echoes(self, **how: Any) -> list[float]:
        return await echoes(self._site.ports[0], chance=self._chance, **how)

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
        self._moves, self._cpu, self._database, self._own, all_cpu = (
            now - then for now, then in counts
        )
        self._others = all_cpu - self._cpu - self._database - self._own
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
            others_share=self._others / self._seconds,
            memory=self._memory,
            refused=sum(map(self._holds, notes.refused)),
            unseen=unseen,
        )

    def _counts(self) -> tuple[float, ...]:
        site = self._site
        own = process_time(), proc.machine_cpu()
        return float(self._people.moves), site.cpu(), site.database_cpu(), *own

    def _holds(self, at: float) -> bool:
        return self.begin <= at < self.begin + self._seconds

    def _spread(self, timed: Timed) -> Spread:
        return Spread.of(took for at, took in timed if self._holds(at))


async def measure(site: Site, plan: Plan, tables: Sequence[int], *, tell: bool) -> Report:
    """What an echo costs, then every step, from the fewest tables to the most."""
    run = Run(site, plan)
    await run.quiet()
    idle_share = await run.idle_share()
    echo_cpu = await run.echo_cpu(idle_share)
    steps = []
    for number in sorted(set(tables)):
        if tell:
            print(f"{number} tables...", file=sys.stderr, flush=True)
        steps.append(await run.step(number))
    return Report(steps, echo_cpu, idle_share)


def parser() -> argparse.ArgumentParser:
    """What may be said."""
    made = argparse.ArgumentParser(prog="python -m benchmarks.load")
    made.add_argument("--tables", type=numbers, default=[1, 10, 50, 100], help="1,10,50,100")
    made.add_argument("--people", type=int, choices=(1, 2, 3, 4), default=1, help="of each four")
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
        report = asyncio.run(measure(site, plan, asked.tables, tell=not asked.json))
        print(*site.complaints(), sep="\n", end="", file=sys.stderr)
    print(as_json(report) if asked.json else printed(report))


def as_json(report: Report) -> str:
    """The whole run, with the ratios that it is about."""
    ratios = [
        {
            "ratio": step.ratio,
            "ratio_in_load": step.ratio_in_load,
            "move_in_echoes": report.in_echoes(step),
        }
        for step in report.steps
    ]
    whole = asdict(report) | {"memory_a_table": report.memory_a_table}
    whole["steps"] = [a | b for a, b in zip(whole["steps"], ratios, strict=True)]
    return json.dumps(whole, indent=1)


if __name__ == "__main__":
    main()
