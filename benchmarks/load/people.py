"""People at live tables: they look, think, and tap."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from . import painting
from .line import Line
from .opening import Kind, Place, open_table
from .painting import Move, Painting

DONE = 204
Timed = list[tuple[float, float]]
"""When something began, and how many seconds it took."""


@dataclass
class Notes:
    """What was seen: bids and cards until the last viewer's painting, taps until the answer of the
    POST and until the one who tapped may tap again; paintings with their bytes; taps that failed.
    """

    paints: Timed = field(default_factory=list)
    answers: Timed = field(default_factory=list)
    turns: Timed = field(default_factory=list)
    painted: list[tuple[float, int]] = field(default_factory=list)
    refused: list[float] = field(default_factory=list)


@dataclass
class Tap:
    """A tap that somebody has not seen yet."""

    at: float
    moment: tuple[int, int]
    unseen: set["Viewer"]


class Table:
    """A live table, until its game is over; then another one in its place."""

    def __init__(self, port: int, kind: Kind, think: float, chance: Random, notes: Notes) -> None:
        self.think, self.chance, self.notes = think, chance, notes
        self.moves = 0
        self.taps: list[Tap] = []
        self.viewers: list[Viewer] = []
        self._port, self._kind = port, kind
        self._version = 0

    def open(self) -> None:
        """Sit down at a new game."""
        self._version = 0
        places = open_table(self._port, self._kind)
        self.viewers = [Viewer(self, place) for place in places]

    async def live(self) -> None:
        """Play until cancelled."""
        while True:
            if not self.viewers:
                await asyncio.to_thread(self.open)
            async with asyncio.TaskGroup() as group:
                for viewer in self.viewers:
                    group.create_task(viewer.look())
            self.viewers = []

    def tapped(self, moment: tuple[int, int], move: Move) -> Tap:
        """Somebody taps now, who sees this moment."""
        tap = Tap(perf_counter(), moment, set(self.viewers))
        if not move.is_said:
            self.taps.append(tap)
        return tap

    def seen(self, viewer: "Viewer", shown: Painting, now: float) -> None:
        """A viewer has been painted this: the taps that it holds are seen by them."""
        if shown.version > self._version:
            self.moves += shown.version - self._version if self._version else 0
            self._version = shown.version
        for tap in [tap for tap in self.taps if shown.moment > tap.moment]:
            tap.unseen.discard(viewer)
            if not tap.unseen:
                self.taps.remove(tap)
                self.notes.paints.append((tap.at, now - tap.at))


class Viewer:
    """One person at one table."""

    def __init__(self, table: Table, place: Place) -> None:
        self._table, self._place = table, place
        self._line = Line(place)
        self._tapped: Move | None = None
        self._tap: Tap | None = None
        self._tapping: asyncio.Task[None] | None = None

    async def look(self) -> None:
        """Watch the table and play, until the game is over."""
        try:
            async with await self._connect() as socket:
                await self._watch(socket)
        finally:
            if self._tapping:
                self._tapping.cancel()
            self._tap = None
            self._line.close()

    async def _connect(self) -> ClientConnection:
        origin = f"127.0.0.1:{self._place.port}"
        return await connect(
            f"ws://{origin}{self._place.socket}",
            origin=Origin(f"http://{origin}"),
            additional_headers={"Cookie": self._place.cookie},
            compression=None,
            ping_interval=None,
            open_timeout=60,
        )

    async def _watch(self, socket: ClientConnection) -> None:
        while True:
            html = str(await socket.recv())
            if html.startswith("{"):
                continue  # the chat
            now = perf_counter()
            shown = painting.read(html)
            self._table.notes.painted.append((now, len(html)))
            self._table.seen(self, shown, now)
            if shown.is_finished:
                return
            if shown.move and shown.move != self._tapped:
                self._may_tap(shown.moment, shown.move, now)

    def _may_tap(self, moment: tuple[int, int], move: Move, now: float) -> None:
        self._tapped = move
        if self._tap:
            self._table.notes.turns.append((self._tap.at, now - self._tap.at))
            self._tap = None
        self._tapping = asyncio.create_task(self._think_and_tap(moment, move))

    async def _think_and_tap(self, moment: tuple[int, int], move: Move) -> None:
        table = self._table
        try:
            await asyncio.sleep(table.think * table.chance.uniform(0.5, 1.5))
            tap = self._tap = table.tapped(moment, move)
            status = await self._line.post(move.address, move.body)
        except asyncio.CancelledError:
            self._tapped = None  # to be tapped when the person comes back
            raise
        table.notes.answers.append((tap.at, perf_counter() - tap.at))
        if status != DONE:
            table.notes.refused.append(tap.at)


class People:
    """Everybody at all tables."""

    def __init__(self, tables: list[Table]) -> None:
        self._tables = tables
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def moves(self) -> int:
        """Moves made at all tables so far."""
        return sum(table.moves for table in self._tables)

    def unseen_since(self, at: float, patience: float) -> int:
        """Taps since then that have waited for a painting longer than so many seconds."""
        late = perf_counter() - patience
        return sum(at <= tap.at < late for table in self._tables for tap in table.taps)

    async def come(self, seconds: float) -> None:
        """Come to the tables one after the other, over so many seconds and what opening takes."""
        for table in self._tables:
            if not table.viewers:
                await asyncio.to_thread(table.open)
            self._tasks.append(asyncio.create_task(table.live()))
            await asyncio.sleep(seconds / len(self._tables))

    def check(self) -> None:
        """Raises what has gone wrong for anybody."""
        for task in self._tasks:
            if task.done():
                task.result()

    async def leave(self) -> None:
        """Go, all at once."""
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task
        self._tasks = []
        for table in self._tables:
            table.taps.clear()
