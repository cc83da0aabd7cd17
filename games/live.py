"""Telling everybody at a table that it has changed: the channel layer, nothing else.

Through the layer goes only which game and version; whoever looks reads the rest for themselves.
"""

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from .models import Game


def table_group(game_id: int) -> str:
    """The group of everybody who looks at a game."""
    return f"table.{game_id}"


def announce(game: Game) -> None:
    """Say that a game has a new version."""
    layer = get_channel_layer()
    message = {"type": "table.changed", "version": game.version}
    async_to_sync(layer.group_send)(table_group(game.pk), message)


LOBBY = "lobby"
"""The group of everybody who looks at the lobby."""


def announce_lobby() -> None:
    """Say that what the lobby shows has changed."""
    async_to_sync(get_channel_layer().group_send)(LOBBY, {"type": "lobby.changed"})
