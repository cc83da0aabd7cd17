"""Speaks to the echo at a steady rate, and notes how soon each word comes back."""

import asyncio
from collections import deque
from contextlib import AsyncExitStack
from random import Random
from time import perf_counter
from typing import Final

from websockets.asyncio.client import ClientConnection, connect

from . import ECHO_PATH

WORD: Final = "deal=3&turn=17&card=QS" + 80 * "."
"""About as long as a tap's form with its token."""


class Speaker:
    """One socket to the echo."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._said: deque[float] = deque()
        self.took: list[float] = []

    async def say(self) -> None:
        """Say the word."""
        self._said.append(perf_counter())
        await self._socket.send(WORD)

    async def hear(self) -> None:
        """Note what comes back, until cancelled."""
        async for _ in self._socket:
            self.took.append(perf_counter() - self._said.popleft())


async def echoes(
    port: int, *, sockets: int, rate: float, seconds: float, chance: Random
) -> list[float]:
    """Seconds that each echo took: so many a second at random moments, over so many sockets."""
    async with AsyncExitStack() as stack:
        speakers = [Speaker(await stack.enter_async_context(_open(port))) for _ in range(sockets)]
        hearing = [asyncio.create_task(speaker.hear()) for speaker in speakers]
        end = perf_counter() + seconds
        at = perf_counter()
        while (at := at + chance.expovariate(rate)) < end:
            await asyncio.sleep(max(0.0, at - perf_counter()))
            await chance.choice(speakers).say()
        await asyncio.sleep(1)  # for the last ones
        for task in hearing:
            task.cancel()
    return [took for speaker in speakers for took in speaker.took]


def _open(port: int) -> connect:
    return connect(f"ws://127.0.0.1:{port}{ECHO_PATH}", compression=None, ping_interval=None)
