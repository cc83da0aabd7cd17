"""Views that begin a game: one press, a preset with its choices, house rules, the same again.

The two screens, by a preset and by house rules, are there twice: for a game against computers, and
for a table of people, which `new_table` opens.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.guests import TooManyGuests, user_for
from accounts.limits import Limit, take
from accounts.models import User
from accounts.preferences import read as read_preferences

from . import presence
from .describing import common_sentences, length_note, sentences
from .form_addresses import sent_from
from .forms import HouseRulesForm, SetupForm, closest
from .models import Game
from .naming import schedule_text
from .pictures import Stairs, stairs
from .refusals import TableError, TooManyGames, told
from .rules import (
    DEFAULT_PRESET,
    PRESETS,
    OptionError,
    Preset,
    Rules,
    parse_rules,
    rules_text,
)
from .rules.presets import find_preset
from .setup import (
    Setup,
    as_liked,
    begin,
    decided_for,
    last_setup,
    new_press,
    press_of,
    setup_of,
    ways_of,
)
from .tasks import follow_up
from .views import HtmxRequest, refused, see_other, seen_table

SPEED: Final = (Limit(20, 300), Limit(120, 6 * 3600))
"""So many games and tables one person may begin: the quickest game takes longer."""


@dataclass(frozen=True)
class Screens:
    """The two set-up screens of one kind of game."""

    by_preset: str
    by_rules: str
    preset_form: type[SetupForm]
    rules_form: type[HouseRulesForm]
    last: Callable[[User | AnonymousUser], Setup]
    carried: tuple[str, ...] = ("level", "pace", "players")
    """What a choice of other rules leaves as it was."""
    has_people: bool = False


ALONE: Final = Screens("games:setup", "games:house_rules", SetupForm, HouseRulesForm, last_setup)


def offered_first(request: HtmxRequest, screens: Screens) -> Setup:
    """What a new game begins with, before anybody says otherwise."""
    return as_liked(screens.last(request.user), read_preferences(request.COOKIES))


def started(request: HtmxRequest, setup: Setup) -> HttpResponse:
    """Begin a game, or open a table, for whoever asks, and send them to it."""
    press = press_of(request.POST.get("press", ""))
    return come_to_table(request, lambda user: begin(user, setup, press))


def come_to_table(request: HtmxRequest, come: Callable[[User], Game]) -> HttpResponse:
    """Let whoever asks, perhaps a new guest, come to a game, and send them to it."""
    try:
        user = user_for(request)
        if not take("begin", user.pk, *SPEED):
            raise TooManyGames()
        game = come(user)
    except TooManyGuests as error:
        return too_many(request, str(error))
    except TooManyGames as error:
        return too_many(request, told(error))
    except TableError as error:
        return refused(request, error, reverse("games:lobby"))
    return to_table(user, game)


def to_table(user: User, game: Game) -> HttpResponse:
    """Send somebody to the game they have just come to, and tell everybody there. They count as
    being there before their page is."""
    if presence.counts_in(game):
        presence.seen(game.pk, user.pk)
    follow_up(game)
    return see_other(reverse("games:table", args=[game.code]))


def too_many(request: HtmxRequest, sentence: str) -> HttpResponse:
    """What is shown instead of one more guest, or one more game."""
    return render(request, "games/refused.html", {"sentence": sentence}, status=429)


@sent_from("games:home")
def quick_start(request: HtmxRequest) -> HttpResponse:
    """A game like the last one."""
    return started(request, offered_first(request, ALONE))


@sent_from("games:results")
def again(request: HtmxRequest, code: str) -> HttpResponse:
    """A game like an ended one."""
    game = seen_table(request, code).game
    if game.is_playing:
        return see_other(reverse("games:table", args=[code]))
    return started(request, setup_of(game))


# --- By a preset --------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: HtmxRequest) -> HttpResponse:
    """A game against computers by a preset."""
    return by_preset(request, ALONE)


def by_preset(request: HtmxRequest, screens: Screens) -> HttpResponse:
    """A game by a preset. `show` among what is sent asks for another preset's choices."""
    if "show" in request.POST:
        carried = _carried(request.POST, screens) | {"preset": request.POST["show"]}
        return see_other(f"{reverse(screens.by_preset)}?{urlencode(carried)}")
    fault = ""
    try:
        preset = _preset(request, screens)
    except OptionError as error:
        preset, fault = DEFAULT_PRESET, told(error)
    form = screens.preset_form(preset, _offered(request, screens, preset), _sent(request))
    if not fault and form.is_valid():
        return started(request, form.setup)
    status = _status(is_bad=bool(fault) or form.is_bound)
    template = "games/_setup_form.html" if request.htmx else "games/setup.html"
    return render(request, template, _setup_context(form, screens, fault), status=status)


def _sent(request: HttpRequest) -> Any:
    return request.POST if request.method == "POST" else None


def _status(*, is_bad: bool) -> int:
    return HTTPStatus.UNPROCESSABLE_ENTITY if is_bad else HTTPStatus.OK


def _carried(sent: Mapping[str, str], screens: Screens) -> dict[str, str]:
    return {key: sent[key][:20] for key in screens.carried if sent.get(key)}


def _preset(request: HtmxRequest, screens: Screens) -> Preset:
    """The preset that is asked for, or else the last one. Raises OptionError for no preset."""
    sent = request.POST if request.method == "POST" else request.GET
    wished = sent.get("preset")
    if wished is not None:
        return find_preset(wished)
    return PRESETS.get(offered_first(request, screens).preset, DEFAULT_PRESET)


def _offered(request: HtmxRequest, screens: Screens, preset: Preset) -> Setup:
    """What the form begins with: the last choice, and what the address says."""
    last = offered_first(request, screens).as_said(request.GET)
    is_last = last.preset == preset.key
    decided = decided_for(preset, last.rules) if is_last else {}
    wished = request.GET.get("players", "")
    players = int(wished) if len(wished) == 1 and wished in "345678" else last.rules.players
    rules = preset.rules(closest(players, preset), decided)
    return replace(last, preset=preset.key, rules=rules)


def _setup_context(form: SetupForm, screens: Screens, fault: str) -> dict[str, Any]:
    players = form["players"].value()
    number = int(players) if str(players) in map(str, form.preset.players) else 4
    ways = [rules for _, rules in ways_of(form.preset.key, closest(number, form.preset))]
    query = urlencode({"preset": form.preset.key})
    return {
        "screens": _screens_context(screens, screens.by_preset, query),
        "form": form,
        "press": form["press"].value() or new_press(),
        "fault": fault,
        "preset": form.preset,
        "title": gettext(form.preset.title),
        "about": gettext(form.preset.about),
        "sentences": common_sentences(ways),
        "presets": preset_tiles(),
        "house_rules": f"{reverse(screens.by_rules)}?{query}",
    }


def _screens_context(screens: Screens, here: str, query: str) -> dict[str, Any]:
    """Where the form is sent, and the same screen of either kind of game."""
    alone, people = _PAIRS[here]
    return {
        "address": reverse(here),
        "has_people": screens.has_people,
        "alone": f"{reverse(alone)}?{query}",
        "people": f"{reverse(people)}?{query}",
    }


_BY_PRESET: Final = ("games:setup", "games:new_table")
_BY_RULES: Final = ("games:house_rules", "games:new_house_table")
_PAIRS: Final = {name: pair for pair in (_BY_PRESET, _BY_RULES) for name in pair}


def preset_tiles() -> list[dict[str, Any]]:
    """Every preset with its picture, for four players or as near as it comes."""
    return [_tile(preset, preset.rules(closest(4, preset))) for preset in PRESETS.values()]


def _tile(preset: Preset, rules: Rules) -> dict[str, str | Stairs]:
    return {
        "key": preset.key,
        "title": gettext(preset.title),
        "about": gettext(preset.about),
        "length": schedule_text(rules),
        "stairs": stairs(rules, 17),
    }


# --- By house rules -----------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def house_rules(request: HtmxRequest) -> HttpResponse:
    """A game against computers by any rules."""
    return by_rules(request, ALONE)


def by_rules(request: HtmxRequest, screens: Screens) -> HttpResponse:
    """A game by any rules. `show` among what is sent asks for the rules in words and their link."""
    fault = ""
    try:
        begin_with = _begin_with(request, screens)
    except OptionError as error:
        begin_with, fault = offered_first(request, screens), told(error)
    form = screens.rules_form(begin_with, _sent(request))
    is_good = form.is_valid()
    if "show" in request.POST and request.htmx:
        return render(request, "games/_house_verdict.html", _verdict_context(request, form))
    if is_good and "show" in request.POST:
        return see_other(house_address(form.setup, screens))
    if is_good:
        return started(request, form.setup)
    form.begin_at_fault()
    status = 400 if fault else _status(is_bad=form.is_bound)
    context = _house_context(request, form, screens) | {"fault": fault}
    return render(request, "games/house_rules.html", context, status=status)


def _begin_with(request: HtmxRequest, screens: Screens) -> Setup:
    """What the form begins with: rules by their text or a preset's. Raises OptionError."""
    asked = request.GET
    last = offered_first(request, screens).as_said(asked)
    if "rules" in asked:
        return replace(last, preset=asked.get("preset", "")[:30], rules=parse_rules(asked["rules"]))
    if "preset" in asked:
        preset = find_preset(asked["preset"])
        return replace(last, preset=preset.key, rules=preset.rules(closest(4, preset)))
    return last


def house_address(setup: Setup, screens: Screens = ALONE) -> str:
    """Where a choice can be looked at and changed: the link that is shared."""
    query = {"rules": rules_text(setup.rules), "level": setup.level, "pace": str(setup.pace)}
    return f"{reverse(screens.by_rules)}?{urlencode(query)}"


def _house_context(request: HttpRequest, form: HouseRulesForm, screens: Screens) -> dict[str, Any]:
    query = urlencode({"rules": rules_text(form.begin_with.rules)})
    return _verdict_context(request, form) | {
        "screens": _screens_context(screens, screens.by_rules, query),
        "press": form["press"].value() or new_press(),
        "presets": preset_tiles(),
    }


def _verdict_context(request: HttpRequest, form: HouseRulesForm) -> dict[str, Any]:
    """The rules of the form in words, with their link; nothing where they can't be played."""
    if form.is_bound and not form.is_valid():
        return {"form": form}
    rules = form.rules if form.is_bound else form.begin_with.rules
    link = f"{reverse('games:house_rules')}?{urlencode({'rules': rules_text(rules)})}"
    return {
        "form": form,
        "length": length_note(rules),
        "schedule": schedule_text(rules),
        "stairs": stairs(rules),
        "sentences": sentences(rules),
        "link": request.build_absolute_uri(link),
    }
