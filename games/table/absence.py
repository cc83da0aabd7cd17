"""Who is at the table, and for whom a computer plays."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.models import Game, Seat
from games.reading import Gathering, Table
from games.refusals import AlreadyDone, NoSuchGame, OnlyWithOthers, TurnIsOver

from .deadlines import give_time, is_over_for_people
from .opening import save_gathering, stand_up
from .saving import acting, end, saved_as_new_version


def hand_to_computer(*, code: str, user: User) -> Game:
    """Let a computer play for a person until they take their seat back."""
    with acting(code, user, even_paused=True, even_played=True) as (table, seat):
        _require_others(table.game)
        if seat.absence:
            raise AlreadyDone()
        seat.absence, seat.wish = Seat.Absence.ASKED, ""
        seat.save(update_fields=["absence", "wish"])
    return table.game


def take_back(*, code: str, user: User) -> Game:
    """Play in person again, from this very moment on. Raises TurnIsOver where the person's time
    for this turn is up for good: whoever could come back all the same, again and again, would let
    no computer finish its thought."""
    with acting(code, user, even_paused=True, even_played=True) as (table, seat):
        game = table.game
        if not seat.absence:
            raise AlreadyDone()
        if seat in table.to_act and not game.is_paused and is_over_for_people(game, timezone.now()):
            raise TurnIsOver()
        seat.absence, seat.gone_since = "", None
        seat.save(update_fields=["absence", "gone_since"])
        _give_time(table, seat)
    return table.game


def leave(*, code: str, user: User) -> Game:
    """Go, for good or until one takes the seat back. A table that hasn't begun has a free seat
    then; in a game with others a computer plays on; what nobody is left in ends."""
    with transaction.atomic():
        game = Game.objects.select_for_update().filter(code=code).first()
        if game is None:
            raise NoSuchGame()
        if game.is_open:
            return stand_up(game, user)
        with acting(code, user, even_paused=True, even_played=True) as (table, seat):
            _require_others(table.game)
            if seat.has_left:
                raise AlreadyDone()
            seat.absence, seat.wish = Seat.Absence.LEFT, ""
            seat.gone_since = timezone.now()
            seat.save(update_fields=["absence", "wish", "gone_since"])
            if all(each.has_left for each in table.people):
                end(table.game, Game.Status.ABANDONED)
        return table.game


def _require_others(game: Game) -> None:
    if not game.is_shared:
        raise OnlyWithOthers()


def _give_time(table: Table, seat: Seat) -> None:
    if seat in table.people_to_act:
        give_time(table.game, table.game.paused_at or timezone.now())


# --- Presence -----------------------------------------------------------------


def mark_gone(*, game_id: int, user_id: int, since: datetime) -> Game | None:
    """A person has no connection to the table since then. Returns the game if that is news."""

    def mark(seat: Seat) -> bool:
        is_news = seat.gone_since is None
        seat.gone_since = seat.gone_since or since
        return is_news

    return _change_presence(game_id, user_id, mark)


def come_back(*, game_id: int, user_id: int) -> Game | None:
    """A person looks at the table again: every sign of their absence goes, and the computer that
    came for it. Returns the game if that is news."""

    def clear(seat: Seat) -> bool:
        is_news = seat.gone_since is not None
        seat.gone_since = None
        if seat.absence == Seat.Absence.GONE:
            seat.absence = ""
        return is_news

    return _change_presence(game_id, user_id, clear)


def _change_presence(game_id: int, user_id: int, change: Callable[[Seat], bool]) -> Game | None:
    """Change a seat at an open table or in a game of several people; others have no presence, and
    whoever has left only looks."""
    with transaction.atomic():
        game = Game.objects.select_for_update().filter(pk=game_id).first()
        if game is None or not (game.is_open or (game.is_playing and game.is_shared)):
            return None
        seat = game.seats.filter(user_id=user_id).first()
        if seat is None or seat.has_left:
            return None
        was_played = seat.is_played
        if not change(seat):
            return None
        seat.save(update_fields=["gone_since", "absence"])
        _save(game, returned=seat if was_played and not seat.is_played else None)
    return game


def _save(game: Game, *, returned: Seat | None) -> None:
    if game.is_open:
        save_gathering(Gathering.read(game))
        return
    table = Table.read(game)
    with saved_as_new_version(table):
        if returned is not None:
            _give_time(table, table.seats[returned.number])
