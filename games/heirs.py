"""What becomes of the games of a guest that logs in to an account."""

from accounts.models import User

from . import table
from .models import Game
from .tasks import follow_up


def hand_over(guest: User, heir: User) -> None:
    """Give them to the account, and tell those who look at them."""
    changed = {game.pk for game in table.hand_over(guest, heir)}
    for game in Game.objects.filter(pk__in=changed):
        follow_up(game)
