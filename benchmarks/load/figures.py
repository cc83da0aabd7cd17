"""Figures of a run, and the table they are printed as."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True)
class Spread:
    """How long something took, in milliseconds: usually, and in the slowest 5 and 1 of 100."""

    count: int
    p50: float
    p95: float
    p99: float

    @classmethod
    def of(cls, seconds: Iterable[float]) -> Self:
        """The spread of these durations; of none at all everything is 0."""
        took = sorted(seconds)
        return cls(len(took), *(1000 * _at(took, part) for part in (0.5, 0.95, 0.99)))


def _at(ordered: Sequence[float], part: float) -> float:
    """The value that so large a part lies at or below."""
    if not ordered:
        return 0.0
    return ordered[max(0, -int(-part * len(ordered) // 1) - 1)]


@dataclass(frozen=True)
class Step:
    """What so many live tables came to. Rates are a second, CPU is in milliseconds, shares are of
    one core, memory is in MB."""

    tables: int
    seconds: float
    taps: float
    moves: float
    paints: float
    paint_kb: float
    tap_to_paint: Spread
    tap_to_answer: Spread
    tap_to_turn: Spread
    echo: Spread
    echo_in_load: Spread
    cpu_a_move: float
    database_cpu_a_move: float
    server_share: float
    client_share: float
    others_share: float
    memory: float
    refused: int
    unseen: int

    @property
    def ratio(self) -> float:
        """A slow tap in slow echoes of a server that does nothing else."""
        return _in(self.tap_to_paint.p95, self.echo.p95)

    @property
    def ratio_in_load(self) -> float:
        """A slow tap in slow echoes beside it."""
        return _in(self.tap_to_paint.p95, self.echo_in_load.p95)


@dataclass(frozen=True)
class Report:
    """A whole run. `echo_cpu` is what an echo costs, in milliseconds, `idle_share` what the server
    does when nobody is there."""

    steps: Sequence[Step]
    echo_cpu: float
    idle_share: float

    @property
    def memory_a_table(self) -> float | None:
        """KB that each further live table takes, from the fewest tables to the most."""
        least, most = (pick(self.steps, key=lambda step: step.tables) for pick in (min, max))
        if least.tables == most.tables:
            return None
        return 1024 * (most.memory - least.memory) / (most.tables - least.tables)

    def in_echoes(self, step: Step) -> float:
        """How many echoes a move costs."""
        return _in(step.cpu_a_move, self.echo_cpu)


def _in(value: float, unit: float) -> float:
    return value / unit if unit else 0.0


def _three(spread: Spread) -> str:
    return " / ".join(
        f"{ms:.1f}" if ms < 100 else f"{ms:.0f}" for ms in (spread.p50, spread.p95, spread.p99)
    )


_ROWS: Sequence[tuple[str, Callable[[Step], str]]] = (
    ("taps a second", lambda s: f"{s.taps:.1f}"),
    ("moves a second", lambda s: f"{s.moves:.1f}"),
    ("paintings a second", lambda s: f"{s.paints:.1f}"),
    ("a painting, KB", lambda s: f"{s.paint_kb:.1f}"),
    ("tap to paint, ms: 50, 95, 99 %", lambda s: _three(s.tap_to_paint)),
    ("tap to answer of the POST", lambda s: _three(s.tap_to_answer)),
    ("tap to one's next turn", lambda s: _three(s.tap_to_turn)),
    ("echo alone, same rate", lambda s: _three(s.echo)),
    ("echo beside the tables", lambda s: _three(s.echo_in_load)),
    ("tap to paint / echo alone, 95 %", lambda s: f"{s.ratio:.1f}"),
    ("tap to paint / echo beside, 95 %", lambda s: f"{s.ratio_in_load:.1f}"),
    ("server's CPU a move, ms", lambda s: f"{s.cpu_a_move:.2f}"),
    ("database's CPU a move, ms", lambda s: f"{s.database_cpu_a_move:.2f}"),
    ("server's share of a core", lambda s: f"{s.server_share:.0%}"),
    ("people's share of a core", lambda s: f"{s.client_share:.0%}"),
    ("everybody else's", lambda s: f"{s.others_share:.0%}"),
    ("server's memory, MB", lambda s: f"{s.memory:.1f}"),
    ("refused / never seen", lambda s: f"{s.refused} / {s.unseen}"),
)


def printed(report: Report) -> str:
    """One table: a column for each number of tables, and what they say together below."""
    steps = report.steps
    heads = [f"{step.tables} table{'' if step.tables == 1 else 's'}" for step in steps]
    lines = [_line("", heads)]
    lines += [_line(title, [show(step) for step in steps]) for title, show in _ROWS]
    lines.append(_line("a move's CPU / an echo's", [f"{report.in_echoes(s):.1f}" for s in steps]))
    lines.append(
        f"an echo's CPU: {report.echo_cpu:.2f} ms; idle: {report.idle_share:.1%} of a core"
    )
    if report.memory_a_table is not None:
        cheapest, dearest = (f(step.cpu_a_move for step in steps) for f in (min, max))
        lines.append(f"memory a table: {report.memory_a_table:.0f} KB")
        lines.append(f"dearest move / cheapest move: {_in(dearest, cheapest):.2f}")
    return "\n".join(lines)


def _line(title: str, cells: Iterable[str]) -> str:
    return f"{title:<33}" + "".join(f"{cell:>24}" for cell in cells)
