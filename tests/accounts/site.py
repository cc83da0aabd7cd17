"""The site with one more page, to play on, and heirs that can be watched."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from accounts.guests import TooManyGuests, user_for
from accounts.models import User


def play(request: HttpRequest) -> HttpResponse:
    """What a page of games does: makes a guest at need, answers 429 when there are too many."""
    try:
        return HttpResponse(user_for(request).shown_name)
    except TooManyGuests as refusal:
        return HttpResponse(str(refusal), status=429)


def inherit(guest: User, heir: User) -> None:
    """An heir that leaves a trace in the database."""
    heir.last_setup = {"from": guest.username}
    heir.save()


def fail(guest: User, heir: User) -> None:
    """An heir that breaks."""
    raise LookupError(guest.username, heir.username)


urlpatterns = [path("play", play), path("", include("ohhell_site.urls"))]
