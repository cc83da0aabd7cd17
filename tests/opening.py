"""Opens a short game for a new guest, wherever the settings say that the data is."""

from dataclasses import dataclass

from django.test import Client

from accounts.models import User
from games.pacing import Pace
from games.table import start_game
from tests.builders import house_rules


@dataclass(frozen=True)
class Opened:
    """A game, and the session of the person who plays it."""

    code: str
    session: str


def open_game(*sizes: int, players: int = 3) -> Opened:
    """A fast game of deals of these sizes; no computer has been asked to move yet."""
    guest = User.objects.create_guest()
    rules = house_rules(players, sizes)
    game = start_game(host=guest, rules=rules, level="easy", pace=Pace.FAST)
    client = Client()
    client.force_login(guest)
    return Opened(game.code, client.cookies["sessionid"].value)
