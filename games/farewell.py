"""What becomes of the games of somebody who deletes their account."""

from accounts.models import User

from . import table
from .models import Seat
from .overview import unfinished
from .tasks import follow_up


def leave_all(user: User) -> None:
    """Leave every table where that isn't done yet, and give up what nobody else plays in."""
    seats = Seat.objects.filter(user=user, game__in=unfinished(user))
    for seat in seats.exclude(absence=Seat.Absence.LEFT).select_related("game"):
        alone = seat.game.is_playing and not seat.game.is_shared
        leave = table.give_up if alone else table.leave
        follow_up(leave(code=seat.game.code, user=user))
