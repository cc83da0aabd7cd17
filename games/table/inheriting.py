"""What an account inherits at tables from the guest that logged in to it."""

from django.db.models import F, Q

from accounts.models import User
from games import ratings, stats
from games.models import Game, Kicked, Message, Report, Seat

from .absence import leave

_UNDER_WAY = Q(game__status=Game.Status.OPEN) | Q(game__status=Game.Status.PLAYING)


def hand_over(guest: User, heir: User) -> list[Game]:
    """Give what a guest has at tables to the account the guest logged in to; the games in which
    that changed something that others see.

    A game in which both sit keeps both; there, and where the account was sent away, the guest
    leaves. A rating goes over where the account has none.
    """
    changed = [leave(code=code, user=guest) for code in _not_for(heir, guest)]
    seats = Seat.objects.filter(user=guest).exclude(Q(game__seats__user=heir))
    inherited = list(Game.objects.filter(seats__in=seats))
    Game.objects.filter(seats__in=seats).update(version=F("version") + 1)
    seats.update(user=heir)
    Game.objects.filter(host=guest).update(host=heir)
    Message.objects.filter(user=guest).update(user=heir)
    Report.objects.filter(reporter=guest).exclude(reported=heir).update(reporter=heir)
    Report.objects.filter(reported=guest).exclude(reporter=heir).update(reported=heir)
    Kicked.objects.filter(user=guest).exclude(game__kicked__user=heir).update(user=heir)
    ratings.inherit(guest, heir)
    stats.recount(guest, heir)
    return changed + inherited


def _not_for(heir: User, guest: User) -> list[str]:
    """The codes of games under way whose seat of the guest can't become the account's."""
    own = Seat.objects.filter(_UNDER_WAY, user=guest).exclude(absence=Seat.Absence.LEFT)
    sits, was_sent_away = Q(game__seats__user=heir), Q(game__kicked__user=heir)
    return list(own.filter(sits | was_sent_away).values_list("game__code", flat=True).distinct())
