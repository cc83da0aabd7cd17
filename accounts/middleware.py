"""Whom a request comes from, where that isn't simply who is logged in: guests at the doors that
are for people who aren't logged in yet, and people whom moderators keep out.

To allauth a guest is a logged-in user: it would not let one sign up, log in or
pass a second factor, and would let one set a password. On its pages a guest
therefore counts as nobody, and is kept at hand as `request.guest`.
"""

from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from accounts.keeping_out import barred, put_out, remembered
from accounts.languages import is_spoken, keep_language
from accounts.limits import waiting
from accounts.models import User

# As allauth names its addresses; the admin sends people who aren't staff there too.
_ACCOUNT_PAGES: Final = ("account_", "mfa_", "usersessions_", "admin:login")
_FOR_GUESTS_TOO: Final = "account_logout"


_TOO_MANY: Final = 429
_A_WHILE: Final = 300


class SaysHowLong:
    """Says with every refusal of too much in how many seconds to try again: what our limits say,
    else a while, which is as long as any other."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        before = waiting.set(0)
        try:
            response = self.get_response(request)
            if response.status_code == _TOO_MANY and "Retry-After" not in response:
                response["Retry-After"] = str(waiting.get() or _A_WHILE)
        finally:
            waiting.reset(before)
        return response


class GuestsAside:
    """On account pages makes a guest anonymous; `request.guest` is the guest, else None."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> None:
        name = request.resolver_match.view_name if request.resolver_match else ""
        if not name.startswith(_ACCOUNT_PAGES) or name == _FOR_GUESTS_TOO:
            return
        if request.user.is_authenticated and request.user.is_guest:
            request.guest = request.user  # type: ignore[attr-defined]
            request.user = AnonymousUser()


class KeepsOut:
    """Tells whoever is barred why and until when, and logs them out; nothing else is answered.

    From then on all that the browser asks for is answered so, until the person goes on without the
    account. Only the language may be chosen.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if not (isinstance(user, User) and user.is_barred):
            return self._answer(request)
        put_out(request, user)
        response = self._answer(request)
        if is_spoken(user.language) and settings.LANGUAGE_COOKIE_NAME not in response.cookies:
            keep_language(response, user.language)  # the next answer knows the person no more
        return response

    def _answer(self, request: HttpRequest) -> HttpResponse:
        person = None if request.user.is_authenticated else remembered(request)
        if person is None or request.path_info in _still_answered():
            return self.get_response(request)
        return barred(request, person)


def _still_answered() -> tuple[str, str]:
    return reverse("choose_language"), reverse("kept_out")
