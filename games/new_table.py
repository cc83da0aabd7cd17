"""Views that gather people: a table by a preset or by house rules, a quick match, a rematch."""

from typing import Final

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.guests import TooManyGuests, user_for
from accounts.models import User

from . import table
from .forms import HouseTableForm, TableForm
from .new_game import Screens, by_preset, by_rules, to_table, too_many_guests
from .refusals import NoSuchGame, TableError, told
from .setup import last_table
from .tasks import follow_up
from .views import HtmxRequest, see_other

WITH_PEOPLE: Final = Screens(
    "games:new_table",
    "games:new_house_table",
    TableForm,
    HouseTableForm,
    last_table,
    carried=(
        "level",
        "pace",
        "players",
        "clock",
        "computers",
        "entry",
        "is_watchable",
        "fills",
    ),
    has_people=True,
)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HtmxRequest) -> HttpResponse:
    """A table for people by a preset."""
    return by_preset(request, WITH_PEOPLE)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_house_table(request: HtmxRequest) -> HttpResponse:
    """A table for people by any rules."""
    return by_rules(request, WITH_PEOPLE)


@require_POST
def quick_match(request: HtmxRequest) -> HttpResponse:
    """A seat where people gather by the rules of the person's last table, or a table for them."""
    try:
        user = user_for(request)
    except TooManyGuests as error:
        return too_many_guests(request, error)
    try:
        game = table.quick_match(user=user, offer=last_table(user).quick_offer)
    except TableError as error:
        messages.error(request, told(error))
        return see_other(reverse("games:lobby"))
    return to_table(user, game)


@require_POST
def rematch(request: HtmxRequest, code: str) -> HttpResponse:
    """The same people at a new table: opened by the first who wishes it."""
    if not isinstance(request.user, User):
        raise Http404
    try:
        game = table.rematch(code=code, user=request.user)
    except NoSuchGame as error:
        raise Http404(told(error)) from error
    except TableError as error:
        messages.error(request, told(error))
        return see_other(reverse("games:table", args=[code]))
    if game.rematch_of is not None:
        follow_up(game.rematch_of)
    return to_table(request.user, game)
