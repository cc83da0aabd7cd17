"""The channel layer of a server that runs alone: the stock in-memory layer, made quick.

The stock layer puts a message on an asyncio queue from whatever thread sends it.
That wakes only a reader of the sender's own loop, so what a worker thread sent was
seen up to a second late; and every receive scanned every channel for old messages.
Here a message is handed to the loop that reads the channel, and old ones are
looked for only now and then.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from typing import Any
from weakref import WeakValueDictionary

from channels.exceptions import ChannelFull
from channels.layers import InMemoryChannelLayer

Loop = asyncio.AbstractEventLoop
Message = dict[str, Any]

CLEANING_SECONDS = 10.0


class EmbeddedChannelLayer(InMemoryChannelLayer):
    """For one process with one server loop, and any number of threads that send.

    Channels made by `new_channel` carry the mark of the loop that reads them in
    their name, so nothing has to be remembered or forgotten for each of them. For
    a channel with a name of its own, sender and reader must share a loop.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._loops: WeakValueDictionary[str, Loop] = WeakValueDictionary()
        self._next_cleaning = 0.0

    async def new_channel(self, prefix: str = "specific.") -> str:
        """The name of a channel that the calling loop will read."""
        loop = asyncio.get_running_loop()
        mark = f"{id(loop):x}"
        self._loops[mark] = loop
        name: str = await super().new_channel(f"{prefix}{mark}")
        return name

    async def send(self, channel: str, message: Message) -> None:
        """Put the message on one channel; raises ChannelFull when its reader is far behind.

        From another thread nothing is raised: the message is handed over, and may be lost.
        """
        loop = self._reader(channel)
        if loop is asyncio.get_running_loop():
            await super().send(channel, message)
        else:
            self._hand_over(loop, [channel], message)

    async def group_send(self, group: str, message: Message) -> None:
        """Put the message on every channel of the group that has room, in one hop per loop."""
        self.require_valid_group_name(group)
        readers: dict[Loop | None, list[str]] = defaultdict(list)
        for channel in list(self.groups.get(group, ())):
            readers[self._reader(channel)].append(channel)
        for loop, channels in readers.items():
            if loop is asyncio.get_running_loop():
                await self._deliver(channels, message)
            else:
                self._hand_over(loop, channels, message)

    def _reader(self, channel: str) -> Loop | None:
        """The loop that reads the channel; None when it is gone."""
        address, marked, _ = channel.partition(".inmemory!")
        if not marked:
            return asyncio.get_running_loop()
        return self._loops.get(address.rpartition(".")[2])

    def _hand_over(self, loop: Loop | None, channels: list[str], message: Message) -> None:
        """What one thread hands over arrives in the same order; for a loop that is gone, never."""
        if loop is None or loop.is_closed():
            return
        asyncio.run_coroutine_threadsafe(self._deliver(channels, message), loop)

    async def _deliver(self, channels: Iterable[str], message: Message) -> None:
        for channel in channels:
            with suppress(ChannelFull):
                await super().send(channel, message)

    def _clean_expired(self) -> None:
        now = time.monotonic()
        if now >= self._next_cleaning:
            self._next_cleaning = now + CLEANING_SECONDS
            super()._clean_expired()
