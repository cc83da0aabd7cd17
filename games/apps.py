"""The game itself as a Django app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
