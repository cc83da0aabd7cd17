"""What happens when people's time has run out."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.models import Game, Seat
from games.reading import Gathering, Table
from games.refusals import Stale

from .deadlines import Deadline, What, deadlines
from .opening import open_time_is_up
from .saving import clear_wishes, deal_next, end, saved_as_new_version


def time_is_up(*, game_id: int, version: int) -> Game:
    """Do what is due in a game at this version of it: let computers play for those who are late or
    gone, deal, begin, or end what everybody has left. Raises Stale when the game has changed since
    or nothing is due yet."""
    with transaction.atomic():
        game = Game.objects.select_for_update().filter(pk=game_id, version=version).first()
        now = timezone.now()
        if game is None or game.due_at is None or game.due_at > now:
            raise Stale()
        if game.is_open:
            open_time_is_up(Gathering.read(game), now)
        else:
            _do_all_due(Table.read(game), now)
    return game


def _do_all_due(table: Table, now: datetime) -> None:
    with saved_as_new_version(table):
        for deadline in [each for each in deadlines(table) if each.at <= now]:
            _do(table, deadline)
            if table.game.is_over:
                return


def _do(table: Table, deadline: Deadline) -> None:
    match deadline.what:
        case What.ENDS:
            end(table.game, Game.Status.ABANDONED)
        case What.DEALS:
            deal_next(table)
            clear_wishes(table)
        case What.IS_LATE | What.IS_GONE:
            assert deadline.seat is not None
            _let_computer_play(deadline.seat)


def _let_computer_play(seat: Seat) -> None:
    """Whoever wasn't there has the seat again by coming back; whoever sat and waited takes it."""
    is_there = seat.gone_since is None
    seat.absence, seat.wish = Seat.Absence.LATE if is_there else Seat.Absence.GONE, ""
    seat.save(update_fields=["absence", "wish"])
