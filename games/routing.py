"""Every WebSocket address of the game."""

from django.urls import URLPattern, URLResolver, path, re_path

from . import addresses  # noqa: F401 - knows how codes are written
from .consumers import NothingHere, RoomConsumer, TableConsumer
from .lobby_consumer import LobbyConsumer

websocket_urlpatterns: list[URLPattern | URLResolver] = [
    path("ws/game/<code:code>/<str:language>", TableConsumer.as_asgi(), name="table_socket"),
    path("ws/room/<code:code>/<str:language>", RoomConsumer.as_asgi(), name="room_socket"),
    path("ws/lobby/<str:language>", LobbyConsumer.as_asgi(), name="lobby_socket"),
    re_path("", NothingHere.as_asgi()),
]
