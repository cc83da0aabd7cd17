"""What moderators have to say to a person, on every page until the person has read it."""

from dataclasses import dataclass
from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.sanctions import read_act, told
from accounts.ways_back import way_back


@dataclass(frozen=True)
class Notice:
    """What was done, and why."""

    text: str
    reason: str


def notice(request: HttpRequest) -> dict[str, Notice]:
    """Context processor: gives templates `notice`, where there is one. Else it costs no query."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated or user.unread_act is None:
        return {}
    return {"notice": Notice(told(user.unread_act), user.unread_act.reason)}


@require_POST
@login_required
def read_notice(request: HttpRequest) -> HttpResponse:
    """The person has read it, and goes back to where they were."""
    read_act(cast(User, request.user))
    return redirect(way_back(request) or "/")
