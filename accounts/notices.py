"""What moderators have to say to a person, on every page until the person has read it."""

from dataclasses import dataclass
from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.sanctions import read_act, told


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
    wished = request.POST.get("next", "")
    is_own = url_has_allowed_host_and_scheme(
        wished, {request.get_host()}, require_https=request.is_secure()
    )
    return redirect(wished if is_own else "/")
