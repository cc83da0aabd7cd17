"""Plays a real game at real servers as a person would, in whatever state it finds the table."""

import time
from collections.abc import Sequence
from itertools import cycle

from websockets.sync.client import ClientConnection

from tests.opening import Opened
from tests.visitor import Form, Page, Visitor

PATIENCE = 60.0


class Player:
    """A person at one table, seen through the sockets of one or more servers."""

    def __init__(self, opened: Opened, ports: Sequence[int]) -> None:
        self._code = opened.code
        self._visitor = Visitor(opened.session)
        self._ports = ports
        self.version = 0
        page = self._visitor.get(ports[0], f"/game/{opened.code}")
        self._socket_path = page.elements["main"]["hx-ws:connect"] or ""

    def play_to_the_end(self, *, moves: int = 10**6) -> Page:
        """Move whenever it is this person's turn: at most so often, or until the game is over.

        Every move goes to the next server; what comes of it is awaited at another one's socket.
        """
        sockets = [self._visitor.watch(port, self._socket_path) for port in self._ports]
        turns = zip(cycle(self._ports), cycle([*sockets[1:], sockets[0]]), strict=False)
        page = self._await_turn(sockets[0])
        for _, (port, socket) in zip(range(moves), turns, strict=False):
            form, changes = choice(page)
            if form is None:
                break
            self._visitor.send(port, form, **changes)
            page = self._await_turn(socket)
        for socket in sockets:
            socket.close()
        return page

    def _await_turn(self, socket: ClientConnection) -> Page:
        """The first painting, newer than any seen, in which this person may do something."""
        deadline = time.monotonic() + PATIENCE
        while True:
            page = Page(str(socket.recv(timeout=max(deadline - time.monotonic(), 0))))
            version = int(page.elements["game"]["data-version"] or 0)
            if version > self.version and (choice(page)[0] or is_finished(page)):
                self.version = version
                return page


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
