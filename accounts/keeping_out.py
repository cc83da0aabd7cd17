"""People whom moderators keep out: told why and until when, wherever they try to come in.

A browser in which somebody was put out remembers of whom it has to tell, until it is closed, until
the person goes on without the account, or until they may come again: all of its windows say the
same, however often they ask and in whatever language.
"""

from typing import Final

from allauth.usersessions.models import UserSession
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.sanctions import why_barred

_FORBIDDEN: Final = 403
_PERSON: Final = "kept_out"


def barred(request: HttpRequest, user: User) -> HttpResponse:
    """The page for a person who is kept out."""
    until, reason = why_barred(user)
    context = {"until": until, "reason": reason, "stays_at": reverse("kept_out")}
    response = render(request, "account/barred.html", context, status=_FORBIDDEN)
    response["Cache-Control"] = "no-store"  # what is told ends, or is told in another language
    return response


def put_out(request: HttpRequest, user: User) -> None:
    """Log a person out who is kept out.

    The session keeps its key: windows that ask at the same moment would otherwise come with one
    that is gone, and take the cookie of the new one away.
    """
    UserSession.objects.filter(session_key=request.session.session_key).delete()
    request.session.clear()
    request.session.set_expiry(0)
    request.user = AnonymousUser()
    remember(request, user)


def remember(request: HttpRequest, user: User) -> None:
    """Let this browser go on telling why this person is kept out."""
    request.session[_PERSON] = user.pk


def remembered(request: HttpRequest) -> User | None:
    """Whom this browser still has to tell why they are kept out. Whoever may come again isn't."""
    number = request.session.get(_PERSON)
    if number is None:
        return None
    person = User.objects.filter(pk=number).first()
    if person is None or not person.is_barred:
        del request.session[_PERSON]
        return None
    return person


def forget(request: HttpRequest) -> None:
    """The browser has nothing to tell any more."""
    if request.user.is_authenticated:
        request.session.pop(_PERSON, None)
    else:
        request.session.flush()


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def kept_out(request: HttpRequest) -> HttpResponse:
    """Why somebody is kept out, once more; by POST they go on without that account."""
    person = remembered(request)
    if request.method != "POST" and person is not None:
        return barred(request, person)
    if person is not None:
        forget(request)
    return redirect("/")
