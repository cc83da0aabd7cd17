"""Addresses that forms are sent to. Whoever only opens one, from an old tab or a copied link, comes
to the page where the form is."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import reverse


def sent_from(
    page: str,
) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """A view of what a form of this page sends; `page` is the name of an address, of the same game
    where the view is one of a game."""

    def decorator(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def answer(request: HttpRequest, **which: Any) -> HttpResponse:
            if request.method == "POST":
                return view(request, **which)
            if request.method in ("GET", "HEAD"):
                return HttpResponseRedirect(reverse(page, kwargs=which))
            return HttpResponseNotAllowed(["POST"])

        return answer

    return decorator
