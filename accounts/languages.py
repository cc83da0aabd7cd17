"""The language a person reads: what they chose themselves, else what their browser asks for.

A choice is kept in a cookie and, for whoever is logged in, with the person, so that it comes along
to other browsers. A live page keeps the language it was opened in: its socket's address names it.
"""

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_info
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.ways_back import way_back

PAGE_LANGUAGE: Final = "Page-Language"
"""The header by which a page says its language when it asks for a part of itself."""
_UNPROCESSABLE: Final = 422


class InOwnLanguage:
    """Answers in the language that is kept with the person; LocaleMiddleware has found another.
    What becomes a part of an open page is answered in that page's language, which it names."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        of_page = request.headers.get(PAGE_LANGUAGE, "")
        own = user.language if isinstance(user, User) else ""
        for language in filter(is_spoken, (of_page, own)):
            translation.activate(language)
            request.LANGUAGE_CODE = language
            break
        response = self.get_response(request)
        patch_vary_headers(response, ["Cookie", *([PAGE_LANGUAGE] if of_page else [])])
        return response


def is_spoken(language: str) -> bool:
    """Whether the site has this language."""
    return language in dict(settings.LANGUAGES)


def chosen_in(request: HttpRequest) -> str:
    """What was chosen in this browser; empty where nothing was."""
    language = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return language if is_spoken(language) else ""


def language_of(user: User | None) -> str | None:
    """What to write to a person in: their own language, else the one that is set just now."""
    own = "" if user is None else user.language
    return own if is_spoken(own) else translation.get_language()


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Speak another language from now on, and go back to where one was."""
    language = request.POST.get("language", "")
    if not is_spoken(language):
        return render(request, "account/unspoken.html", status=_UNPROCESSABLE)
    if isinstance(request.user, User):
        User.objects.filter(pk=request.user.pk).update(language=language)
    response = redirect(way_back(request) or "/")
    keep_language(response, language)
    return response


def keep_language(response: HttpResponse, language: str) -> None:
    """Let a browser remember what is spoken in it."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )


def languages(_request: HttpRequest) -> dict[str, list[tuple[str, str]]]:
    """Context processor: gives templates `languages`, each under its own name."""
    return {"languages": [(code, _own_name(code)) for code, _name in settings.LANGUAGES]}


def _own_name(language: str) -> str:
    name: str = get_language_info(language)["name_local"]
    return name[:1].upper() + name[1:]
