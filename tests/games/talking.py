"""People who talk at tables."""

from typing import Any

from accounts.models import User
from games import chat
from games.models import Game, Message
from tests.games.gatherings import gathered


def say(game: Game, user: User, text: str = "", phrase: str = "") -> Message:
    """Say it at a game."""
    return chat.say(code=game.code, user=user, text=text, phrase=phrase)


def texts(game: Game, user: Any) -> list[str]:
    """What somebody reads at a game."""
    shown = chat.chat_of(game, user)
    assert shown is not None
    return [line.text for line in shown.lines]


def unwatched(*people: User) -> Game:
    """A game of these people at which nobody may look on."""
    return gathered(*people, is_watchable=False)
