"""The pages around the table: home, results, statistics, history, guide, settings."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.preferences import read as read_preferences

from .ai.registry import LEVELS, offered_levels
from .describing import tally
from .forms import LevelLabel, PreferencesForm
from .lobby import with_a_free_seat
from .models import Game
from .naming import level_title
from .new_game import house_address, preset_tiles
from .overview import all_games, listed, unfinished, waiting
from .results import game_record, result_of
from .rules import PRESETS
from .setup import Setup, last_setup, new_press
from .stats import Figures, Group, statistics_of, totalled
from .views import HtmxRequest, see_other, seen_table

WAITING_AT_HOME: Final = 4
TABLES_AT_HOME: Final = 3
GAMES_A_PAGE: Final = 20
COOKIE_SECONDS: Final = 365 * 24 * 3600


@never_cache
@require_safe
def home(request: HtmxRequest) -> HttpResponse:
    """The cover, with a game one press away, and what waits to be continued."""
    games: list[Game] = []
    own = Figures()
    if isinstance(request.user, User):
        games = list(unfinished(request.user)[: WAITING_AT_HOME + 1])
        own = totalled(statistics_of(request.user).values())
    setup = last_setup(request.user)
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
    context = {"result": result, "sheet": result.sheet, "code": code, "press": new_press()}
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
    """Figures of finished games, filtered by rules, level and number of players."""
    found = statistics_of(request.user) if isinstance(request.user, User) else {}
    filters = [_rules_filter(found), _level_filter(found), _players_filter(found)]
    chosen = {each.name: each.chosen(request.GET.get(each.name, "")) for each in filters}
    kept = {group: figures for group, figures in found.items() if _fits(group, chosen)}
    context = {
        "filters": [each.links(chosen) for each in filters],
        "all": totalled(kept.values()),
        "rows": _rows(kept),
        "players": chosen["players"],
        "has_any": bool(found),
    }
    return render(request, "games/statistics.html", context)


@dataclass(frozen=True)
class Filter:
    """A filter of the statistics: what it may be set to, the default first."""

    name: str
    title: str
    values: tuple[tuple[str, str], ...]

    def chosen(self, asked: str) -> str:
        """The value asked for, or the default."""
        return asked if asked in dict(self.values) else self.values[0][0]

    def links(self, chosen: Mapping[str, str]) -> dict[str, Any]:
        """The filter as a row of links, which leave the other filters alone."""
        links = [
            (f"?{urlencode({**chosen, self.name: value})}", title, chosen[self.name] == value)
            for value, title in self.values
        ]
        return {"title": self.title, "links": links}


HOUSE: Final = "house"
ANY_PRESET: Final = "presets"


def _rules_filter(found: Iterable[Group]) -> Filter:
    played = {group.preset for group in found}
    presets = [(key, gettext(PRESETS[key].title)) for key in PRESETS if key in played]
    kinds = [(ANY_PRESET, gettext("All presets")), (HOUSE, gettext("House rules"))]
    values = [*(kinds if "" in played else []), *presets]
    return Filter("rules", gettext("Rules"), (("", gettext("Any rules")), *values))


def _level_filter(found: Iterable[Group]) -> Filter:
    played = {group.level for group in found}
    levels = [(key, level_title(key)) for key in LEVELS if LEVELS[key].offered or key in played]
    return Filter("level", gettext("Level"), (("", gettext("Any level")), *levels))


def _players_filter(found: Iterable[Group]) -> Filter:
    numbers = sorted({3, 4, 5} | {group.players for group in found})
    values = [(str(number), str(number)) for number in numbers]
    return Filter("players", gettext("Players"), (("", gettext("Any number")), *values))


def _fits(group: Group, chosen: Mapping[str, str]) -> bool:
    kinds = ("", group.preset, ANY_PRESET) if group.preset else ("", HOUSE)
    return (
        chosen["rules"] in kinds
        and chosen["level"] in ("", group.level)
        and chosen["players"] in ("", str(group.players))
    )


def _rows(found: Mapping[Group, Figures]) -> list[dict[str, Any]]:
    """Figures per level and number of players, the weakest level first."""
    order = list(LEVELS)
    keys = sorted({(order.index(g.level), g.players) for g in found if g.level in LEVELS})
    return [
        {
            "level": level_title(order[level]),
            "players": players,
            "figures": totalled(
                figures
                for group, figures in found.items()
                if (group.level, group.players) == (order[level], players)
            ),
        }
        for level, players in keys
    ]


# --- Guide and settings -------------------------------------------------------


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """How the game goes and how to play it well."""
    levels = [(level.key, LevelLabel.of(level)) for level in offered_levels()]
    return render(request, "games/guide.html", {"levels": levels})


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """How the site looks and sounds, kept in cookies."""
    form = PreferencesForm(
        read_preferences(request.COOKIES), request.POST if request.method == "POST" else None
    )
    back = _own_address(request)
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


def _own_address(request: HttpRequest) -> str:
    """Where to go on afterwards; nowhere else than on this site."""
    wished = request.POST.get("next", request.GET.get("next", ""))
    is_own = url_has_allowed_host_and_scheme(
        wished, {request.get_host()}, require_https=request.is_secure()
    )
    return wished if is_own else ""
