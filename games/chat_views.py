"""The chat over HTTP: saying something, and what to do about who said it.

To htmx a message that was said answers 204, since the sockets show it, and a refused one its status
with a notice. Without JavaScript the chat is a page of its own, and so is the menu about a person.
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, TypeAlias

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User

from . import chat, live, manners, reports
from .form_addresses import sent_from
from .manners import Meeting
from .models import Game
from .naming import game_title
from .profile import find_person
from .reading import find_game
from .refusals import TableError, told
from .views import HtmxRequest, refused, see_other

View: TypeAlias = Callable[..., HttpResponse]


def refusing(view: View) -> View:
    """A view that may refuse: to htmx with a notice, and with one on the chat's page else."""

    @wraps(view)
    def careful(request: HtmxRequest, code: str, **more: int) -> HttpResponse:
        try:
            return view(request, code, **more)
        except TableError as error:
            chat_address = reverse("games:chat", args=[code])
            return refused(request, error, chat_address, "games/_notice.html")

    return careful


# --- Reading and writing ------------------------------------------------------


@never_cache
@require_safe
@refusing
def chat_page(request: HtmxRequest, code: str) -> HttpResponse:
    """The chat as a page, for browsers without JavaScript."""
    return _page(request, find_game(code, request.user))


def _page(
    request: HtmxRequest, game: Game, said: dict[str, str] | None = None, status: int = 200
) -> HttpResponse:
    shown = chat.chat_of(game, request.user)
    if shown is None:
        raise Http404
    context = {"chat": shown, "title": game_title(game), "is_page": True, **(said or {})}
    return render(request, "games/chat.html", context, status=status)


@sent_from("games:chat")
@refusing
def say(request: HtmxRequest, code: str) -> HttpResponse:
    """Say `phrase`, or `text`. `back` says which page the form is on: the chat's, or the table."""
    phrase, text = request.POST.get("phrase", ""), request.POST.get("text", "")
    try:
        message = chat.say(code=code, user=request.user, phrase=phrase, text=text)
    except TableError as error:
        if request.htmx:
            raise
        kept = {"text": text, "refused": told(error)}
        return _page(request, find_game(code, request.user), kept, error.status)
    transaction.on_commit(lambda: live.say(message), robust=True)
    if request.htmx:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    back = "games:chat" if request.POST.get("back") == "chat" else "games:table"
    return see_other(reverse(back, args=[code]))


# --- A person -----------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def person(request: HtmxRequest, code: str, *, person: int) -> HttpResponse:
    """What one may do about a person, perhaps for `message`; and doing `deed`."""
    meeting = _meeting(request, code, person)
    if request.method != "POST":
        return _person_page(request, meeting)
    deed = request.POST.get("deed", "")
    manners.treat(meeting, deed)
    return _done(request, meeting, _sentence(deed))


def _meeting(request: HtmxRequest, code: str, person: int) -> Meeting:
    asked = request.POST if request.method == "POST" else request.GET
    return manners.meet(code, request.user, person, asked.get("message", ""))


def _sentence(deed: str) -> str:
    return {
        "mute": gettext("You no longer see what they write."),
        "block": gettext(
            "You no longer see what they write, and they can't sit down at your tables."
        ),
        "forgive": gettext("You see again what they write."),
    }[deed]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def report(request: HtmxRequest, code: str, *, person: int) -> HttpResponse:
    """Report a person, perhaps for `message`, with a `reason` and `details`."""
    meeting = _meeting(request, code, person)
    if request.method != "POST":
        return _report_page(request, meeting)
    reason, details = request.POST.get("reason", ""), request.POST.get("details", "")
    try:
        reports.report(meeting, reason, details)
    except TableError as error:
        if request.htmx:
            raise
        kept = {"chosen": reason, "details": details, "refused": told(error)}
        return _report_page(request, meeting, kept, error.status)
    return _done(request, meeting, gettext("Thank you. A moderator will look at it."))


def _report_page(
    request: HtmxRequest, meeting: Meeting, kept: dict[str, str] | None = None, status: int = 200
) -> HttpResponse:
    context = {"reasons": reports.reasons(), **(kept or {})}
    return _page_about(request, "report", meeting, context, status)


def _done(request: HtmxRequest, meeting: Meeting, sentence: str) -> HttpResponse:
    """The menu with what was just done; a plain form is sent to its page."""
    if request.htmx:
        return _person_page(request, meeting, sentence)
    messages.success(request, sentence)
    assert meeting.game is not None
    return see_other(reverse("games:person", args=[meeting.game.code, meeting.person.pk]))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report_profile(request: HttpRequest, name: str) -> HttpResponse:
    """Report somebody whose profile one looks at, with a `reason` and `details`."""
    other = find_person(name)
    if not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    try:
        meeting = manners.met_by_profile(request.user, other)
        if request.method != "POST":
            return _profile_report_page(request, other)
        reports.report(meeting, request.POST.get("reason", ""), request.POST.get("details", ""))
    except TableError as error:
        return _profile_report_page(request, other, told(error), error.status)
    messages.success(request, gettext("Thank you. A moderator will look at it."))
    return see_other(reverse("games:profile", args=[other.username]))


def _profile_report_page(
    request: HttpRequest, other: User, refusal: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "person": other,
        "reasons": reports.reasons(),
        "chosen": request.POST.get("reason", ""),
        "details": request.POST.get("details", ""),
        "refused": refusal,
    }
    return render(request, "games/report_profile.html", context, status=status)


def _person_page(request: HtmxRequest, meeting: Meeting, done: str = "") -> HttpResponse:
    return _page_about(request, "person", meeting, {"done": done})


def _page_about(
    request: HtmxRequest, name: str, meeting: Meeting, more: dict[str, Any], status: int = 200
) -> HttpResponse:
    """A page about a person, or its middle alone for the dialog."""
    context = {"person": manners.shown(meeting), "part": f"games/_{name}.html", **more}
    template = f"games/_{name}.html" if request.htmx else "games/person.html"
    return render(request, template, context, status=status)
