"""What becomes of the games of somebody who deletes their account."""

from accounts.models import User

from . import table
from .overview import unfinished
from .tasks import follow_up


def leave_all(user: User) -> None:
    """Leave every table, and give up what nobody else plays in."""
    for game in unfinished(user):
        alone = game.is_playing and not game.is_shared
        leave = table.give_up if alone else table.leave
        follow_up(leave(code=game.code, user=user))
