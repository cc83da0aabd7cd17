"""The pages around the table: home, results, statistics, history, guide, settings."""

import json
from typing import Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.preferences import read as read_preferences
from accounts.ways_back import way_back

from .ai.registry import offered_levels
from .charts import charts_of
from .describing import tally
from .forms import LevelLabel, PreferencesForm
from .ladder import ladder_lines, own_standing, ranked
from .lobby import with_a_free_seat
from .models import RANKED_FROM, Game
from .new_game import ALONE, house_address, offered_first, preset_tiles
from .overview import all_games, listed, unfinished, waiting
from .profile import find_person, profile_of
from .ratings import NEW_RATING
from .records import records_of
from .results import game_record, result_of
from .room import rematch_of
from .setup import Setup, new_press
from .sifting import sift
from .stats import (
    Figures,
    among,
    bidding_of,
    bidding_streak,
    results_of,
    statistics_of,
    totalled,
    winning_streak,
)
from .views import HtmxRequest, see_other, seen_table

WAITING_AT_HOME: Final = 4
TABLES_AT_HOME: Final = 3
GAMES_A_PAGE: Final = 20
LINES_A_PAGE: Final = 50
COOKIE_SECONDS: Final = 365 * 24 * 3600


@never_cache
@require_safe
def home(request: HtmxRequest) -> HttpResponse:
    """The cover, with a game one press away, and what waits to be continued."""
    games: list[Game] = []
    own = Figures()
    if isinstance(request.user, User):
        games = list(unfinished(request.user)[: WAITING_AT_HOME + 1])
        own = _own_figures(request.user)
    setup = offered_first(request, ALONE)
    context = {
        "own": own,
        "tally": tally(own.games, own.wins),
        "setup": setup,
        "change": _change_address(setup),
        "press": new_press(),
        "waiting": waiting(games[:WAITING_AT_HOME], request.user),
        "has_more": len(games) > WAITING_AT_HOME,
        "presets": preset_tiles(),
        "tables": with_a_free_seat(TABLES_AT_HOME),
    }
    return render(request, "games/home.html", context)


def _own_figures(user: User) -> Figures:
    """Figures of games against computers or, where there are none, of those with people."""
    found = statistics_of(user)
    kept = among(found, with_people=False) or among(found, with_people=True)
    return totalled(kept.values())


def _change_address(setup: Setup) -> str:
    return reverse("games:setup") if setup.preset else house_address(setup)


# --- One game -----------------------------------------------------------------


@never_cache
@require_safe
def results(request: HtmxRequest, code: str) -> HttpResponse:
    """What a game came to; a game that is still played is at its table."""
    table = seen_table(request, code)
    if table.game.is_playing:
        return redirect("games:table", code)
    result = result_of(table, request.user)
    context = {
        "result": result,
        "sheet": result.sheet,
        "code": code,
        "press": new_press(),
        "rematch": rematch_of(table.game, request.user),
    }
    return render(request, "games/results.html", context)


@require_safe
def record(request: HtmxRequest, code: str) -> HttpResponse:
    """The record of a game's finished deals, as a file."""
    table = seen_table(request, code)
    text = json.dumps(game_record(table).to_json_object(), ensure_ascii=False, indent=1)
    response = HttpResponse(text, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="oh-hell-{code}.json"'
    response["Cache-Control"] = "no-store"
    return response


# --- Many games ---------------------------------------------------------------


@require_safe
def history(request: HtmxRequest) -> HttpResponse:
    """Every game of the person, unfinished ones first."""
    games = all_games(request.user) if isinstance(request.user, User) else Game.objects.none()
    page = Paginator(games, GAMES_A_PAGE).get_page(request.GET.get("page"))
    rows = listed(page, request.user) if isinstance(request.user, User) else []
    return render(request, "games/history.html", {"page": page, "rows": rows})


@require_safe
def statistics(request: HtmxRequest) -> HttpResponse:
    """Figures of finished games, filtered by who was there, rules, level, players and length."""
    found = statistics_of(request.user) if isinstance(request.user, User) else {}
    sifted = sift(found, request.GET)
    if not found:
        return render(request, "games/statistics.html", {"sifted": sifted})
    results = [each for each in results_of(request.user) if each.group in sifted.groups]
    context = {
        "sifted": sifted,
        "charts": charts_of(bidding_of(request.user, sifted.groups), results),
        "bidding_streak": bidding_streak(results),
        "winning_streak": winning_streak(results),
    }
    return render(request, "games/statistics.html", context)


@require_safe
def ladder(request: HtmxRequest) -> HttpResponse:
    """Everybody who has a place by rating, in pages, and where one stands oneself."""
    page = Paginator(ranked(), LINES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "lines": ladder_lines(page, request.user),
        "own": own_standing(request.user, LINES_A_PAGE),
        "start": NEW_RATING,
        "least": RANKED_FROM,
    }
    return render(request, "games/ladder.html", context)


@require_safe
def records(request: HtmxRequest) -> HttpResponse:
    """The best against computers, by level, number of players and measure."""
    return render(request, "games/records.html", {"records": records_of(request.GET, request.user)})


@require_safe
def profile(request: HtmxRequest, name: str) -> HttpResponse:
    """What others see of a person."""
    return render(request, "games/profile.html", {"profile": profile_of(find_person(name))})


# --- Guide and settings -------------------------------------------------------


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """How the game goes and how to play it well."""
    levels = [(level.key, LevelLabel.of(level)) for level in offered_levels()]
    context = {"levels": levels, "text": f"games/guide/{get_language()}.html"}
    return render(request, "games/guide.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """How the site looks and sounds, kept in cookies."""
    form = PreferencesForm(
        read_preferences(request.COOKIES), request.POST if request.method == "POST" else None
    )
    back = way_back(request)
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return render(request, "games/settings.html", {"form": form, "next": back}, status=status)
    response = see_other(back or reverse("games:settings"))
    for name, value in form.chosen.items():
        response.set_cookie(
            name, value, max_age=COOKIE_SECONDS, samesite="Lax", secure=request.is_secure()
        )
    messages.success(request, gettext("Saved."))
    return response
