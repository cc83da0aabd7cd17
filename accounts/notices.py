"""What moderators have to say to a person, on every page until the person has read it."""

from dataclasses import dataclass
from typing import Final, cast

from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.sanctions import read_acts, told, unread_acts
from accounts.ways_back import way_back

_LONGEST_NUMBER: Final = 18
"""Digits of a number that every database takes."""


@dataclass(frozen=True)
class Notice:
    """What was done, and why."""

    act: int
    text: str
    reason: str


def notices(request: HttpRequest) -> dict[str, list[Notice]]:
    """Context processor: gives templates `notices`, where there are any. Else it costs no query."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated or not (acts := unread_acts(user)):
        return {}
    return {"notices": [Notice(act.pk, told(act), act.reason) for act in acts]}


@require_POST
@login_required
def read_notice(request: HttpRequest) -> HttpResponse:
    """The person has read what the form says, and goes back to where they were. What was done
    since then they have yet to see."""
    last = request.POST.get("act", "")
    if not (last.isascii() and last.isdigit() and len(last) <= _LONGEST_NUMBER):
        raise BadRequest("no act is named so")
    read_acts(cast(User, request.user), int(last))
    return redirect(way_back(request) or "/")
