"""Whom a request comes from, where that isn't simply who is logged in: guests at the doors that
are for people who aren't logged in yet, and people whom moderators keep out.

To allauth a guest is a logged-in user: it would not let one sign up, log in or
pass a second factor, and would let one set a password. On its pages a guest
therefore counts as nobody, and is kept at hand as `request.guest`.
"""

from collections.abc import Callable
from typing import Any, Final

from django.contrib.auth import logout
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse

from accounts.keeping_out import barred

# As allauth names its addresses; the admin sends people who aren't staff there too.
_ACCOUNT_PAGES: Final = ("account_", "mfa_", "usersessions_", "admin:login")
_FOR_GUESTS_TOO: Final = "account_logout"


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

    What a script asks for is refused only: nobody reads that answer, and the page that is loaded
    next has still to know whom it tells.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated and request.user.is_barred:
            user = request.user
            if _is_read(request):
                logout(request)
            return barred(request, user)
        return self.get_response(request)


def _is_read(request: HttpRequest) -> bool:
    """Whether the answer becomes a page that somebody reads. Old browsers don't say."""
    asked_for = request.headers.get("Sec-Fetch-Dest", "document")
    return "HX-Request" not in request.headers and asked_for == "document"
