"""Tables where people gather, over HTTP: the lobby, the room, sitting down, the host's doings.

A game has one address before and after its start, and that address is the invitation. Whoever
comes too late, or was sent away, is told so kindly.
"""

import re
from http import HTTPStatus

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.guests import TooManyGuests, user_for
from accounts.models import User

from . import lobby, presence, table
from .chat import chat_of
from .describing import filling_text
from .form_addresses import sent_from
from .models import Game
from .new_game import to_table, too_many
from .reading import Gathering
from .refusals import (
    AlreadySeated,
    BadRequest,
    GameHasEnded,
    HasBegun,
    NoSuchGame,
    NoSuchSeat,
    SeatTaken,
    SentAway,
    TableError,
    TableIsClosed,
    TableIsFull,
    told,
)
from .room import RoomShown
from .setup import last_table
from .tasks import follow_up
from .views import HtmxRequest, action, player_of, refused, see_other, table_page


@never_cache
@require_safe
def lobby_page(request: HtmxRequest) -> HttpResponse:
    """Tables with a free seat, games to watch, and one's own with people in them."""
    own, mine = lobby.painted_own(request.user)
    context = {
        "lists": lobby.painted(lobby.read_lobby(), own, mine),
        "quick": last_table(request.user),
        "wait": filling_text(),
        "socket": f"/ws/lobby/{get_language()}",
    }
    return render(request, "games/lobby.html", context)


# --- The room -----------------------------------------------------------------


@require_safe
def game_page(request: HtmxRequest, code: str) -> HttpResponse:
    """A game: the room while people gather, the table from then on."""
    game = Game.objects.filter(code=code).select_related("host").first()
    if game is None:
        raise Http404(told(NoSuchGame()))
    if game.status == Game.Status.CLOSED:
        return _turned_away(request, TableIsClosed())
    if game.is_open:
        return _room(request, game)
    try:
        return table_page(request, game)
    except Http404:
        if (refusal := _too_late(game, request.user)) is None:
            raise
        return _turned_away(request, refusal, HTTPStatus.NOT_FOUND)


def _room(request: HtmxRequest, game: Game) -> HttpResponse:
    gathering = Gathering.read(game)
    if gathering.seat_of(request.user) is not None:
        presence.seen(game.pk, request.user.pk)  # also where there is no script, so no socket
    elif _was_sent_away(game, request.user):
        return _turned_away(request, SentAway())
    link = request.build_absolute_uri(reverse("games:table", args=[game.code]))
    context = {
        "room": RoomShown(gathering, request.user),
        "link": link,
        "chat": chat_of(game, request.user),
        "socket": f"/ws/room/{game.code}/{get_language()}",
    }
    response = render(request, "games/room.html", context)
    response["Cache-Control"] = "no-store"  # going back shows the room as it is, not as it was
    return response


def _was_sent_away(game: Game, user: User | AnonymousUser) -> bool:
    return user.pk is not None and game.kicked.filter(user_id=user.pk).exists()


def _too_late(game: Game, user: User | AnonymousUser) -> TableError | None:
    """What to say to who may not see a game of several people; nothing of one with computers."""
    if not game.is_shared:
        return None
    if _was_sent_away(game, user):
        return SentAway()
    return GameHasEnded() if game.is_over else HasBegun()


def _turned_away(
    request: HtmxRequest, refusal: TableError, status: int | None = None
) -> HttpResponse:
    """A page that says kindly why there is nothing to see, and where else to go."""
    context = {"sentence": told(refusal), "is_closed": isinstance(refusal, TableIsClosed)}
    response = render(request, "games/turned_away.html", context, status=status or refusal.status)
    response["Cache-Control"] = "no-store"
    return response


# --- Coming and going ---------------------------------------------------------


@sent_from("games:table")
def sit(request: HtmxRequest, code: str) -> HttpResponse:
    """Sit down at seat `number`, or at any free one. A stranger becomes a guest by it."""
    number = _seat_number(request)
    try:
        if _is_stranger(request.user):
            table.refuse_stranger(code=code, number=number)
        user = user_for(request)
        game = table.sit(code=code, user=user, number=number)
    except TooManyGuests as error:
        return too_many(request, str(error))
    except TableError as error:
        return _no_seat(request, code, error)
    return to_table(user, game)


def _is_stranger(user: User | AnonymousUser) -> bool:
    return not user.is_authenticated


def _seat_number(request: HtmxRequest) -> int | None:
    """The seat of the form; what is no number is no seat either, for the table to refuse."""
    value = request.POST.get("number", "")
    return _number(value) if value else None


def _number(value: str) -> int:
    """A number of a form, -1 for what is none."""
    return int(value) if re.fullmatch("[0-9]{1,18}", value) else -1


def _no_seat(request: HtmxRequest, code: str, error: TableError) -> HttpResponse:
    here = reverse("games:table", args=[code])
    if isinstance(error, AlreadySeated):
        return see_other(here)
    if isinstance(error, (NoSuchGame, SeatTaken, TableIsFull, NoSuchSeat)):
        return refused(request, error, here)
    return _turned_away(request, error)


@sent_from("games:table")
def leave(request: HtmxRequest, code: str) -> HttpResponse:
    """Leave a table, or a game with others, for the lobby."""
    lobby_address = reverse("games:lobby")
    try:
        game = table.leave(code=code, user=player_of(request))
    except TableError as error:
        return refused(request, error, lobby_address)
    presence.lost(game.pk, request.user.pk)
    follow_up(game)
    return see_other(lobby_address)


# --- The host's doings --------------------------------------------------------


@action
def kick(request: HtmxRequest, code: str) -> Game:
    """Send away whoever has seat `number`, if they still do: `seat` is how they came to it."""
    return table.kick(
        code=code,
        user=request.user,
        number=_named_seat(request),
        seat_id=_number(request.POST.get("seat", "")),
    )


@action
def seat_computer(request: HtmxRequest, code: str) -> Game:
    """Give seat `number` to a computer."""
    return table.seat_computer(code=code, user=request.user, number=_named_seat(request))


@action
def start(request: HtmxRequest, code: str) -> Game:
    """Begin the game."""
    return table.start(code=code, user=request.user)


def _named_seat(request: HtmxRequest) -> int:
    """The seat of the form. Raises BadRequest where it names none."""
    number = _seat_number(request)
    if number is None:
        raise BadRequest()
    return number
