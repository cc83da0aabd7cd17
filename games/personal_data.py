"""What a person may take along of their games: records, results, statistics, what they wrote."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final

from accounts.models import User

from .models import Game, Message, Rating
from .reading import Table
from .results import game_record
from .stats import statistics_of

File = tuple[str, Any]
_RATING: Final = ("mean", "uncertainty", "games")


def games(user: User) -> Iterator[File]:
    """A file for every game that has begun, with the record of its finished deals; and one each
    of the statistics, the rating and the messages."""
    begun = Game.objects.filter(seats__user=user, deals__isnull=False).distinct()
    for game in begun.order_by("pk").iterator(chunk_size=100):
        yield f"games/{game.code}.json", _game(game, user)
    yield "statistics.json", [asdict(g) | asdict(f) for g, f in statistics_of(user).items()]
    yield "rating.json", Rating.objects.filter(user=user).values(*_RATING).first()
    yield "messages.json", [_message(message) for message in _messages(user)]


def _game(game: Game, user: User) -> dict[str, Any]:
    table = Table.read(game)
    own = table.seat_of(user)
    return {
        "code": game.code,
        "status": game.status,
        "level": game.level,
        "preset": game.preset,
        "began": game.created_at.isoformat(),
        "ended": game.finished_at and game.finished_at.isoformat(),
        "seat": own.number,
        "total": own.total,
        "place": own.place,
        "record": game_record(table).to_json_object(),
    }


def _messages(user: User) -> Iterator[Message]:
    return Message.objects.filter(user=user).select_related("game").iterator()


def _message(message: Message) -> dict[str, str]:
    said = message.phrase or message.text
    return {"game": message.game.code, "at": message.at.isoformat(), "said": said}
