"""Every WebSocket address of the game."""

from django.urls import URLPattern, URLResolver, path, re_path

from . import addresses  # noqa: F401 - knows how codes are written
from .consumers import NothingHere, TableConsumer

websocket_urlpatterns: list[URLPattern | URLResolver] = [
    path("ws/game/<code:code>/<str:language>", TableConsumer.as_asgi(), name="table_socket"),
    re_path("", NothingHere.as_asgi()),
]
