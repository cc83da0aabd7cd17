"""The table over HTTP: the page, and every action on it.

Actions are POSTs. To htmx a done action answers 204, since the socket paints, and a refused one
its status with a new status line; a plain form is sent back to the table, with the refusal as a
message.
"""

import re
from collections.abc import Callable
from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe
from django_htmx.middleware import HtmxDetails

from accounts.models import User
from accounts.preferences import read as read_preferences

from . import presence, table
from .chat import chat_of
from .display import table_context
from .form_addresses import sent_from
from .models import Game, Seat
from .naming import game_title
from .pacing import PACE_TITLES, Pace
from .reading import NOT_BEGUN, Table, find_game, may_look, memory, read_table
from .refusals import BadRequest, NoSuchGame, TableError, status_of, told
from .rules import RulesError, parse_card
from .sheets import score_sheet
from .tasks import follow_up
from .tour import hints_for


def see_other(address: str) -> HttpResponse:
    """Go there, and with GET."""
    response = HttpResponseRedirect(address)
    response.status_code = HTTPStatus.SEE_OTHER
    return response


class HtmxRequest(HttpRequest):
    """A request with what django-htmx found out about it."""

    htmx: HtmxDetails
    user: User


def player_of(request: HttpRequest) -> User:
    """Whoever asks for something of their own. Raises NoSuchGame for a stranger, who has none."""
    if not isinstance(request.user, User):
        raise NoSuchGame()
    return request.user


def seen_table(request: HttpRequest, code: str) -> Table:
    """The table of that code for the one who asks; 404 where it is none of their games."""
    try:
        return read_table(code, player_of(request))
    except NoSuchGame as error:
        raise Http404(told(error)) from error


def _found_game(request: HtmxRequest, code: str) -> Game:
    """The game of that code, if whoever asks may look at it; else 404."""
    try:
        return find_game(code, request.user)
    except NoSuchGame as error:
        raise Http404(told(error)) from error


def table_page(request: HtmxRequest, game: Game) -> HttpResponse:
    """The table of a game that has begun, for who may look at it; else 404."""
    if not may_look(game, request.user):
        raise Http404(str(NoSuchGame.sentence))
    now = Table.recall(game)
    game = _with_presence(game, now.seat_or_none(request.user))
    return _game(request, now if game is now.game else Table.recall(game))


def _game(request: HtmxRequest, now: Table) -> HttpResponse:
    code = now.game.code
    context = table_context(now, request.user, read_preferences(request.COOKIES))
    paces = [(key, gettext(title)) for key, title in PACE_TITLES.items()]
    socket = f"/ws/game/{code}/{get_language()}"
    more = {
        "paces": paces,
        "socket": socket,
        "chat": chat_of(now.game, request.user),
        "hints": hints_for(now.seat_or_none(request.user), request.COOKIES),
    }
    response = render(request, "games/table.html", {**context, **more})
    response["Cache-Control"] = "no-store"  # going back shows the table as it is, not as it was
    return response


def _seat_of(request: HtmxRequest, game: Game) -> Seat | None:
    if (remembered := memory.at_version(game)) is not None:
        return remembered.seat_or_none(request.user)
    return game.seats.filter(user_id=request.user.pk).first() if request.user.pk else None


def _with_presence(game: Game, seat: Seat | None) -> Game:
    """The game once it is noted that the owner of this seat is there: whoever asks for their
    table or acts at it is, with a live page or without."""
    if seat is None or seat.user_id is None or not presence.counts(game, seat):
        return game
    presence.seen(game.pk, seat.user_id)
    changed = seat.gone_since and table.come_back(game_id=game.pk, user_id=seat.user_id)
    if changed:
        follow_up(changed)
    return changed or game


@require_safe
def sheet(request: HtmxRequest, code: str) -> HttpResponse:
    """The score sheet: a page, or its table alone for the dialog."""
    game = _found_game(request, code)
    if game.status in NOT_BEGUN:
        raise Http404(str(NoSuchGame.sentence))
    is_result = game.is_over and _seat_of(request, game) is not None
    context = {
        "sheet": score_sheet(Table.read(game), request.user, gettext("You")),
        "title": game_title(game),
        "back": reverse("games:results" if is_result else "games:table", args=[code]),
    }
    template = "games/_sheet.html" if request.htmx else "games/sheet.html"
    response = render(request, template, context)
    response["Cache-Control"] = "no-store"  # nor is a part kept for the page of the same address
    return response


def action(act: Callable[[HtmxRequest, str], Game]) -> Callable[[HtmxRequest, str], HttpResponse]:
    """A view of an action that changes a game, is followed up, and may be refused."""

    @sent_from("games:table")
    def view(request: HtmxRequest, code: str) -> HttpResponse:
        try:
            player_of(request)
            game = act(request, code)
        except (RulesError, TableError) as error:
            _found_game(request, code)  # nor is a form that can't be read answered to a stranger
            return refused(request, error, reverse("games:table", args=[code]))
        follow_up(game)
        return _done(request, _with_presence(game, _seat_of(request, game)))

    view.__name__, view.__doc__ = act.__name__, act.__doc__
    return view


def _done(request: HtmxRequest, game: Game) -> HttpResponse:
    if request.htmx:
        return HttpResponse(status=204)
    if game.status == Game.Status.GIVEN_UP:
        messages.success(request, gettext("You gave up the game. It counts in no statistics."))
        return see_other(reverse("games:home"))
    return see_other(reverse("games:table", args=[game.code]))


def refused(
    request: HtmxRequest,
    error: RulesError | TableError,
    back: str,
    part: str = "games/_status.html",
) -> HttpResponse:
    """The answer to a form that was refused: to htmx its status with a part of the page, while a
    plain form is sent back with the reason as a message. What isn't there for them is a 404."""
    if status_of(error) == HTTPStatus.NOT_FOUND:
        raise Http404(told(error)) from error
    if request.htmx:
        return render(request, part, {"refused": told(error)}, status=status_of(error))
    messages.error(request, told(error))
    return see_other(back)


def _text(request: HttpRequest, name: str) -> str:
    """What the form says. Raises BadRequest where it says nothing."""
    value = request.POST.get(name, "")
    if not value:
        raise BadRequest()
    return value


def _number(request: HttpRequest, name: str) -> int:
    """A small whole number of the form. Raises BadRequest for anything else."""
    value = _text(request, name)
    if not (value.isascii() and value.isdigit() and len(value) <= 4):
        raise BadRequest()
    return int(value)


def _bid_value(request: HttpRequest) -> int:
    """The bid of the form. What is no number is out of range too, for the rules to refuse."""
    value = _text(request, "bid")
    return int(value) if re.fullmatch("[0-9]{1,4}", value) else -1


@action
def bid(request: HtmxRequest, code: str) -> Game:
    """Bid `bid` in deal `deal` at turn `turn`, or as soon as it is their turn."""
    if "held" in request.POST:
        return _ahead(request, code, request.POST.get("bid", ""))
    return table.bid(
        code=code,
        user=request.user,
        deal=_number(request, "deal"),
        turn=_number(request, "turn"),
        value=_bid_value(request),
    )


@action
def play(request: HtmxRequest, code: str) -> Game:
    """Play `card` in deal `deal` at turn `turn`, or as soon as it is their turn."""
    if "held" in request.POST:
        return _ahead(request, code, request.POST.get("card", ""))
    return table.play(
        code=code,
        user=request.user,
        deal=_number(request, "deal"),
        turn=_number(request, "turn"),
        card=parse_card(_text(request, "card")),
    )


def _ahead(request: HtmxRequest, code: str, choice: str) -> Game:
    """Choose this before the turn; `drop` takes a choice back. `held` is how many cards the person
    had as they chose."""
    if not choice and "drop" not in request.POST:
        raise BadRequest()
    return table.choose_ahead(
        code=code,
        user=request.user,
        deal=_number(request, "deal"),
        held=_number(request, "held"),
        choice=choice,
    )


@action
def next_deal(request: HtmxRequest, code: str) -> Game:
    """Go on after deal `deal`."""
    return table.next_deal(code=code, user=request.user, deal=_number(request, "deal"))


@action
def pause(request: HtmxRequest, code: str) -> Game:
    """Pause."""
    return table.pause(code=code, user=request.user)


@action
def decline_pause(request: HtmxRequest, code: str) -> Game:
    """Say no to a pause, or take one's own wish back."""
    return table.decline_pause(code=code, user=request.user)


@action
def resume(request: HtmxRequest, code: str) -> Game:
    """Go on after a pause."""
    return table.resume(code=code, user=request.user)


@action
def pace(request: HtmxRequest, code: str) -> Game:
    """Change the pace to `pace`."""
    chosen = request.POST.get("pace")
    if chosen not in list(Pace):
        raise BadRequest()
    return table.set_pace(code=code, user=request.user, pace=Pace(chosen))


@action
def give_up(request: HtmxRequest, code: str) -> Game:
    """End the game for good."""
    return table.give_up(code=code, user=request.user)


@action
def hand_to_computer(request: HtmxRequest, code: str) -> Game:
    """Let a computer play."""
    return table.hand_to_computer(code=code, user=request.user)


@action
def take_back(request: HtmxRequest, code: str) -> Game:
    """Take the seat back from the computer."""
    return table.take_back(code=code, user=request.user)
