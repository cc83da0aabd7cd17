"""A player who does what a browser does when the site is in trouble: tries again."""

import time
from collections import Counter
from collections.abc import Sequence

import httpx
from websockets.exceptions import WebSocketException

from tests.playing import PATIENCE, Player
from tests.visitor import Page, Refused

TROUBLE = (httpx.TransportError, WebSocketException, OSError, EOFError)


class PatientPlayer(Player):
    """Comes back after a closed socket or an answer that is none, for as long as it may take."""

    def __init__(self, ports: Sequence[int], *sizes: int) -> None:
        super().__init__(ports, *sizes)
        self.refusals: Counter[int] = Counter()

    def play(self) -> Page:
        """Play to the end; `refusals` counts answers that were no page, by status."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return super().play()
            except Refused as refused:
                self.refusals[refused.status] += 1
            except TimeoutError:  # is an OSError, and means that nothing more came
                raise
            except TROUBLE:
                pass
            assert time.monotonic() < deadline, self.refusals
            time.sleep(0.1)
