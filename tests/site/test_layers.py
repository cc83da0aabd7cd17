"""The embedded channel layer: messages between threads, in order, to everybody and at once."""

import asyncio
import threading
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from channels.exceptions import ChannelFull

from ohhell_site.layers import CLEANING_SECONDS, EmbeddedChannelLayer

Numbers = list[int]


@pytest.fixture
def layer() -> EmbeddedChannelLayer:
    return EmbeddedChannelLayer()


@pytest.fixture
async def member(layer: EmbeddedChannelLayer) -> str:
    name = await layer.new_channel()
    await layer.group_add("table", name)
    return name


def say(layer: EmbeddedChannelLayer, numbers: Numbers) -> None:
    """What a worker does after a move, from a thread without a loop."""
    for number in numbers:
        async_to_sync(layer.group_send)("table", {"type": "changed", "number": number})


async def hear(layer: EmbeddedChannelLayer, channel: str, count: int) -> Numbers:
    async with asyncio.timeout(5):
        return [(await layer.receive(channel))["number"] for _ in range(count)]


async def test_a_message_from_another_thread_wakes_a_reader_that_waits(layer, member):
    reading = asyncio.create_task(hear(layer, member, 1))
    await asyncio.sleep(0)
    began = asyncio.get_running_loop().time()
    threading.Thread(target=say, args=(layer, [7])).start()
    assert await reading == [7]
    # The stock layer's reader sleeps until its loop wakes for something else.
    assert asyncio.get_running_loop().time() - began < 0.5


async def test_messages_of_a_thread_arrive_in_their_order(layer, member):
    threading.Thread(target=say, args=(layer, list(range(50)))).start()
    assert await hear(layer, member, 50) == list(range(50))


async def test_every_member_hears_it_and_nobody_else(layer, member):
    other, stranger = await layer.new_channel(), await layer.new_channel()
    await layer.group_add("table", other)
    await asyncio.to_thread(say, layer, [1])
    assert await hear(layer, member, 1) == await hear(layer, other, 1) == [1]
    assert stranger not in layer.channels


async def test_who_has_left_hears_nothing(layer, member):
    await layer.group_discard("table", member)
    await asyncio.to_thread(say, layer, [1])
    await asyncio.sleep(0)
    assert member not in layer.channels


async def test_many_threads_lose_nothing(layer, member):
    threads = [threading.Thread(target=say, args=(layer, [n] * 5)) for n in range(10)]
    for thread in threads:
        thread.start()
    heard = await hear(layer, member, 50)
    assert sorted(heard) == sorted(list(range(10)) * 5)


async def test_a_group_message_waits_for_nobody_whose_channel_is_full(layer, member):
    for number in range(layer.capacity + 10):
        await layer.group_send("table", {"type": "changed", "number": number})
    assert layer.channels[member].qsize() == layer.capacity
    with pytest.raises(ChannelFull):
        await layer.send(member, {"type": "changed"})


async def test_a_single_channel_can_be_sent_to_from_another_thread(layer, member):
    message: dict[str, Any] = {"type": "close", "number": 3}
    await asyncio.to_thread(async_to_sync(layer.send), member, message)
    assert await hear(layer, member, 1) == [3]


def test_a_message_to_a_loop_that_is_gone_is_dropped(layer):
    async def join() -> None:
        await layer.group_add("table", await layer.new_channel())

    asyncio.run(join())
    say(layer, [1])
    assert not layer.channels


async def test_channels_are_scanned_now_and_then_not_at_every_message(layer, member, monkeypatch):
    scans: list[str] = []
    monkeypatch.setattr(layer, "_remove_from_groups", scans.append)
    await layer.send(member, {"type": "changed", "number": 1})
    layer.channels[member]._queue[0] = (0, {"number": 1})  # long expired
    await asyncio.gather(layer.send("other", {"number": 2}), layer.receive("other"))
    assert scans == [member]
    layer._next_cleaning += CLEANING_SECONDS
    await layer.send(member, {"type": "changed", "number": 3})
    layer.channels[member]._queue[0] = (0, {"number": 3})
    await asyncio.gather(layer.send("other", {"number": 4}), layer.receive("other"))
    assert scans == [member]
