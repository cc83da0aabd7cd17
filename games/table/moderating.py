"""What moderators do about games: end one that is stuck, and take one out of all that counts."""

from django.db import transaction

from accounts.models import Act, User
from games import ratings, stats
from games.models import Game
from games.reading import Gathering, Table
from games.refusals import CountsForNobody, GameHasEnded, NoSuchGame, NotBegun, YourOwnGame

from .opening import close_table
from .saving import end, saved_as_new_version


@transaction.atomic
def end_game(*, code: str, by: User, reason: str) -> Game:
    """Break a game off, or close a table that hasn't begun. It counts for nobody."""
    game = _locked(code, by)
    if game.is_over:
        raise GameHasEnded()
    if game.is_open:
        close_table(Gathering.read(game))
    else:
        _break_off(game, Game.Status.ABANDONED)
    _write(Act.Kind.END, game, by, reason)
    return game


@transaction.atomic
def void_game(*, code: str, by: User, reason: str) -> Game:
    """Let a game count for nobody, as if it had never been played: statistics and ratings follow.
    One that is under way ends."""
    game = _locked(code, by)
    if game.is_open:
        raise NotBegun()
    if game.is_playing:
        _break_off(game, Game.Status.VOIDED)
    elif game.status == Game.Status.FINISHED:
        _take_back(game)
    else:
        raise CountsForNobody()
    _write(Act.Kind.VOID, game, by, reason)
    return game


def _locked(code: str, by: User) -> Game:
    """The game with its row locked. Raises YourOwnGame for a moderator who sits there."""
    game = Game.objects.select_for_update().filter(code=code).first()
    if game is None:
        raise NoSuchGame()
    if game.seats.filter(user=by).exists():
        raise YourOwnGame()
    return game


def _break_off(game: Game, status: Game.Status) -> None:
    table = Table.recall(game)
    with saved_as_new_version(table):
        end(table.game, status)


def _take_back(game: Game) -> None:
    """Undo what a finished game has done. The results go; what was dealt, bid and played stays."""
    game.status = Game.Status.VOIDED
    game.version += 1
    game.save(update_fields=["status", "version", "changed_at"])
    game.seats.update(total=None, place=None, made="")
    # In the order in which the end of a game writes them, so that no two wait each for the other.
    ratings.take_back(game)
    stats.recount(*User.objects.filter(seats__game=game))


def _write(kind: Act.Kind, game: Game, by: User, reason: str) -> None:
    Act.objects.create(kind=kind, by=by, reason=reason, about=game.code)
