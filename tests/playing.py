"""Plays real games at real servers as a person would, in whatever state the table is found."""

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import cycle
from ssl import SSLContext
from urllib.parse import urlencode

from websockets.sync.client import ClientConnection

from games.rules import rules_text
from tests.builders import house_rules
from tests.visitor import Form, Page, Visitor

PATIENCE = 60.0


class Player:
    """A guest at a fast table of three, at the sockets of one or more servers."""

    def __init__(self, ports: Sequence[int], *sizes: int, trust: SSLContext | None = None) -> None:
        """Begin a game of deals of these sizes against two computers by the form for house rules;
        without sizes there is none before `begin_with` brings one. With certificates to trust
        everything goes by https."""
        self._visitor = Visitor(trust)
        self._ports = ports
        if sizes:
            self._sit_at(self._open("/new/rules", sizes))

    def begin_with(self, *others: "Player", sizes: Sequence[int]) -> None:
        """Open a table, let others sit down by its link, and begin; computers have what is left."""
        path = self._open("/tables/new/rules", sizes, clock="none", computers="0").path
        for other in others:
            other._send_form(path, "/sit")
        self._send_form(path, "/start")
        for player in (self, *others):
            player._sit_at(player.look_at(path))

    def _open(self, form: str, sizes: Sequence[int], **changes: str) -> Page:
        rules = rules_text(house_rules(3, tuple(sizes)))
        asked = urlencode({"rules": rules, "level": "easy", "pace": "fast"})
        return self._send_form(f"{form}?{asked}", form, **changes)

    def _send_form(self, path: str, ending: str, **changes: str) -> Page:
        form = self.look_at(path).form(ending)
        assert form, f"there is no form {ending} at {path}"
        return self._visitor.send(self._ports[0], form, **changes)

    def _sit_at(self, page: Page) -> None:
        self.path = page.path
        self._socket_path = page.elements["main"]["hx-ws:connect"] or ""

    def look_at(self, path: str) -> Page:
        """Open a page at the first server."""
        return self._visitor.get(self._ports[0], path)

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
            page = next_painting(self._socket, PATIENCE)
            if version_of(page) > version:
                return page


def await_turn(socket: ClientConnection, *, newer_than: int) -> Page:
    """The first painting, newer than that, in which there is something to do, or it is over."""
    deadline = time.monotonic() + PATIENCE
    while True:
        page = next_painting(socket, deadline - time.monotonic())
        if version_of(page) > newer_than and (choice(page)[0] or is_finished(page)):
            return page


def next_painting(socket: ClientConnection, seconds: float) -> Page:
    """What is painted next, within so many seconds; the chat comes by the same socket."""
    while (frame := str(socket.recv(timeout=max(seconds, 0)))).startswith("{"):
        pass
    return Page(frame)


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
