"""Plays real games at real servers as a person would, in whatever state the table is found."""

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import cycle
from urllib.parse import urlencode

from websockets.sync.client import ClientConnection

from games.rules import rules_text
from tests.builders import house_rules
from tests.visitor import Form, Page, Visitor

PATIENCE = 60.0


class Player:
    """A guest at a fast game against two computers, at the sockets of one or more servers."""

    def __init__(self, ports: Sequence[int], *sizes: int) -> None:
        """Begin a game of deals of these sizes by the form for house rules."""
        self._visitor = Visitor()
        self._ports = ports
        rules = rules_text(house_rules(3, sizes))
        asked = urlencode({"rules": rules, "level": "easy", "pace": "fast"})
        form = self._visitor.get(ports[0], f"/new/rules?{asked}").form("/new/rules")
        assert form
        page = self._visitor.send(ports[0], form)
        self.path = page.path
        self._socket_path = page.elements["main"]["hx-ws:connect"] or ""

    @property
    def code(self) -> str:
        """The game's code."""
        return self.path.rpartition("/")[2]

    def play(self) -> Page:
        """Move whenever it is this person's turn, until the game is over; the last painting.

        Every move goes to the next server; what comes of it is awaited at another one's socket.
        """
        with ExitStack() as stack:
            sockets = [stack.enter_context(self._watch(port)) for port in self._ports]
            page = await_turn(sockets[0], newer_than=-1)
            turns = zip(cycle(self._ports), cycle([*sockets[1:], sockets[0]]), strict=False)
            for port, socket in turns:
                if is_finished(page):
                    break
                self._move(port, page)
                page = await_turn(socket, newer_than=version_of(page))
        return page

    def wait(self) -> Page:
        """Wait for this person's turn; the table then."""
        with self._watch(self._ports[0]) as socket:
            return await_turn(socket, newer_than=-1)

    def move(self) -> None:
        """Wait for this person's turn, and move."""
        self._move(self._ports[0], self.wait())

    def move_now(self, page: Page) -> None:
        """Make the move that a painting asks for, at the first server."""
        self._move(self._ports[0], page)

    def move_to(self, ports: Sequence[int]) -> None:
        """Go on at other servers."""
        self._ports = ports

    def look(self, port: int) -> Page:
        """Open the table's page."""
        return self._visitor.get(port, self.path)

    @contextmanager
    def watching(self, port: int) -> "Iterator[Painted]":
        """Keep a socket open at a server."""
        with self._watch(port) as socket:
            yield Painted(socket)

    def _move(self, port: int, page: Page) -> None:
        form, changes = choice(page)
        assert form
        self._visitor.send(port, form, **changes)

    def _watch(self, port: int) -> ClientConnection:
        return self._visitor.watch(port, self._socket_path)


class Painted:
    """What a socket is sent."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    def await_newer_than(self, version: int) -> Page:
        """The first painting of a newer version."""
        while True:
            page = Page(str(self._socket.recv(timeout=PATIENCE)))
            if version_of(page) > version:
                return page


def await_turn(socket: ClientConnection, *, newer_than: int) -> Page:
    """The first painting, newer than that, in which there is something to do, or it is over."""
    deadline = time.monotonic() + PATIENCE
    while True:
        page = Page(str(socket.recv(timeout=max(deadline - time.monotonic(), 0))))
        if version_of(page) > newer_than and (choice(page)[0] or is_finished(page)):
            return page


def version_of(page: Page) -> int:
    """The version of the game that it shows."""
    return int(page.elements["game"]["data-version"] or 0)


def is_finished(page: Page) -> bool:
    """Whether the game is over: the last deal's sheet leads to the results."""
    return "/results" in page.html


def choice(page: Page) -> tuple[Form | None, dict[str, str]]:
    """The form to send and what to choose in it; no form when there is nothing to do."""
    if form := page.form("/next"):
        return form, {}
    if page.elements["game"].get("data-turn") != "you":
        return None, {}
    if form := page.form("/bid"):
        return form, {}
    form = page.form("/play")
    assert form
    cards = [each for each in form.buttons if each.get("name") == "card"]
    legal = next(card for card in cards if "aria-disabled" not in card)
    return form, {"card": legal["value"] or ""}
