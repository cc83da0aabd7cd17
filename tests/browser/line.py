"""A line between a browser and the site, which can be cut."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import Any


class Line(ThreadingTCPServer):
    """Leads from a port of its own to another of this machine. When it is cut every connection
    over it is gone, and none comes about until it is mended."""

    daemon_threads = True

    def __init__(self, to: int) -> None:
        super().__init__(("127.0.0.1", 0), BaseRequestHandler)
        self._to = to
        self._is_cut = False
        self._ends: set[socket.socket] = set()

    @property
    def address(self) -> str:
        """Where the site is, seen from the browser."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def cut(self) -> None:
        """Let nothing through any more."""
        self._is_cut = True
        for end in list(self._ends):
            _hang_up(end)

    def mend(self) -> None:
        """Let connections through again."""
        self._is_cut = False

    @contextmanager
    def laid(self) -> Iterator["Line"]:
        """The line, for as long as it lies."""
        with self:
            Thread(target=self.serve_forever, args=(0.05,)).start()
            yield self
            self.cut()
            self.shutdown()

    def finish_request(self, request: Any, client_address: Any) -> None:
        """Pass on what is said over one connection, both ways, until it ends."""
        if self._is_cut:
            return
        with socket.create_connection(("127.0.0.1", self._to)) as there:
            ends = {request, there}
            self._ends |= ends
            back = Thread(target=_pass_on, args=(there, request))
            back.start()
            _pass_on(request, there)
            back.join()
            self._ends -= ends


def _pass_on(heard: socket.socket, to: socket.socket) -> None:
    with suppress(OSError):
        while data := heard.recv(65536):
            to.sendall(data)
    _hang_up(heard)
    _hang_up(to)


def _hang_up(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
