"""People whom moderators keep out: told why and until when, wherever they try to come in."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.models import User
from accounts.sanctions import why_barred

_FORBIDDEN: Final = 403


def barred(request: HttpRequest, user: User) -> HttpResponse:
    """The page for a person who is kept out."""
    until, reason = why_barred(user)
    context = {"until": until, "reason": reason}
    return render(request, "account/barred.html", context, status=_FORBIDDEN)
