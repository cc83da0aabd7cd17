"""Views that gather people: a table by a preset or by house rules, a quick match, a rematch."""

from typing import Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.preferences import read as read_preferences

from . import table
from .form_addresses import sent_from
from .forms import HouseTableForm, TableForm
from .models import Game
from .naming import rules_in_a_line
from .new_game import Screens, by_preset, by_rules, come_to_table, to_table
from .reading import find_game
from .refusals import TableError
from .room import rematch_of
from .setup import as_liked, last_table
from .tasks import follow_up
from .views import HtmxRequest, player_of, refused

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


@sent_from("games:lobby")
def quick_match(request: HtmxRequest) -> HttpResponse:
    """A seat where people wait, if possible by the rules of the person's last table; where nobody
    does, a table for them."""
    liked = read_preferences(request.COOKIES)

    def come(user: User) -> Game:
        offer = as_liked(last_table(user), liked).quick_offer
        game = table.quick_match(user=user, offer=offer)
        if game.rules != offer.rules and game.is_open:
            text = gettext("People wait here for another game than you would open: %(rules)s.")
            messages.info(request, text % {"rules": rules_in_a_line(game)})
        return game

    return come_to_table(request, come)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def rematch(request: HtmxRequest, code: str) -> HttpResponse:
    """The same people at a new table: opened by the first who wishes it. Looking is told who does,
    as a part of the page of results."""
    try:
        if request.method != "POST":
            offered = rematch_of(find_game(code, request.user), request.user)
            return render(request, "games/_rematch.html", {"rematch": offered})
        user = player_of(request)
        game = table.rematch(code=code, user=user)
    except TableError as error:
        return refused(request, error, reverse("games:table", args=[code]))
    if game.rematch_of is not None:
        follow_up(game.rematch_of)
    return to_table(user, game)
