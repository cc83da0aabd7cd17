"""What processes use, as the system has it in /proc (Linux)."""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

_TICKS: Final = os.sysconf("SC_CLK_TCK")
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")
_GONE: Final = (FileNotFoundError, ProcessLookupError)


def family(pids: Iterable[int]) -> Iterator[int]:
    """These processes and all that they have started."""
    for pid in pids:
        yield pid
        with suppress(*_GONE):
            for children in Path(f"/proc/{pid}/task").glob("*/children"):
                yield from family(map(int, children.read_text().split()))


def named(words: Iterable[str]) -> Iterator[int]:
    """Processes whose command line has all of these words."""
    wanted = set(words)
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(*_GONE):
            if wanted <= set(path.read_text(errors="replace").replace("\0", " ").split()):
                yield int(path.parent.name)


def cpu(pids: Iterable[int]) -> float:
    """Seconds of CPU that processes have used so far, user and system."""
    return sum(map(_ticks, pids)) / _TICKS


def machine_cpu() -> float:
    """Seconds that the machine's cores have been busy so far, whoever with, or were taken away."""
    line = Path("/proc/stat").read_text().split("\n", 1)[0]
    return busy_in(line) / _TICKS


def memory(pids: Iterable[int]) -> float:
    """MB that processes hold in memory."""
    return sum(map(_pages, pids)) * _PAGE / 2**20


def ticks_in(stat: str) -> int:
    """User and system time in a line of /proc/PID/stat, whose second field may hold anything."""
    fields = stat.rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def busy_in(line: str) -> int:
    """All but the idle and waiting time in the first line of /proc/stat."""
    user, nice, system, _idle, _waiting, *interrupts_and_steal = map(int, line.split()[1:9])
    return user + nice + system + sum(interrupts_and_steal)


def _ticks(pid: int) -> int:
    with suppress(*_GONE):
        return ticks_in(Path(f"/proc/{pid}/stat").read_text())
    return 0


def _pages(pid: int) -> int:
    with suppress(*_GONE):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return 0
