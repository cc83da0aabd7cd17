"""Every WebSocket address of the game."""

from django.urls import URLPattern, URLResolver, path

from .consumers import TableConsumer

websocket_urlpatterns: list[URLPattern | URLResolver] = [
    path("ws/game/<str:code>/<str:language>", TableConsumer.as_asgi(), name="table_socket"),
]
