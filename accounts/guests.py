"""People without an account: made when they first do something, and theirs alone.

A guest is made by a POST and never by looking, so that crawlers and previews
leave no rows behind, and only so many times an hour from one address.
"""

import time
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.contrib.auth import login
from django.core.cache import cache
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext

from accounts.address import address_of, neighbourhood
from accounts.limits import waiting
from accounts.models import User

BACKEND: Final = "allauth.account.auth_backends.AuthenticationBackend"
SESSION_SECONDS: Final = 365 * 24 * 3600
_HOUR: Final = 3600


class TooManyGuests(Exception):
    """An address made more guests than an hour allows; its text is for the visitor (429)."""

    def __init__(self) -> None:
        super().__init__(
            gettext(
                "Too many new guests came from your network. "
                "Sign up or log in, or try again in an hour."
            )
        )


def user_for(request: HttpRequest) -> User:
    """Whoever is logged in; else a new guest, from now on logged in with this browser.

    Raises TooManyGuests over the limit, RuntimeError outside a POST request.
    """
    if request.method != "POST":
        raise RuntimeError("only a POST may make a guest")
    if request.user.is_authenticated:
        if request.user.is_guest:
            # A session lasts from its last change: a guest who plays keeps it.
            request.session.modified = True
            _note_playing(request.user)
        return request.user
    _count(request)
    guest = User.objects.create_guest()
    login(request, guest, backend=BACKEND)
    request.session.set_expiry(SESSION_SECONDS)
    return guest


def guest_of(request: HttpRequest) -> User | None:
    """The guest this request comes from, also where guests are put aside."""
    aside: User | None = getattr(request, "guest", None)
    if aside is None and request.user.is_authenticated and request.user.is_guest:
        return request.user
    return aside


def _note_playing(guest: User) -> None:
    """Keep when a guest was here last, to the day."""
    now = timezone.now()
    if guest.last_login is None or guest.last_login < now - timedelta(days=1):
        User.objects.filter(pk=guest.pk).update(last_login=now)


def _count(request: HttpRequest) -> None:
    """Counts one more guest; add and incr are each one step in every cache we use."""
    if not settings.GUESTS_PER_HOUR:
        return
    hour = int(time.time() // _HOUR)
    key = f"guests:{hour}:{neighbourhood(address_of(request))}"
    cache.add(key, 0, timeout=2 * _HOUR)
    try:
        made = cache.incr(key)
    except ValueError:  # a full cache dropped it just now
        return
    if made > settings.GUESTS_PER_HOUR:
        waiting.set(int((hour + 1) * _HOUR - time.time()) + 1)
        raise TooManyGuests
