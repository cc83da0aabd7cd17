"""The page of those whom a person has muted or blocked, where that is undone."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import shuns
from accounts.models import Shun, User


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest) -> HttpResponse:
    """The list; `deed` (block or forgive) changes what it says of `person`."""
    if request.method != "POST":
        user = request.user
        found = shuns.shunned_by(user) if isinstance(user, User) else Shun.objects.none()
        return render(request, "account/people.html", {"shuns": found})
    shun = _named(request)
    if request.POST.get("deed") == "block":
        shuns.block(shun.user, shun.other)
        said = gettext("%(name)s is blocked.")
    else:
        shuns.forgive(shun.user, shun.other_id)
        said = gettext("You see again what %(name)s writes.")
    messages.success(request, said % {"name": shun.other.shown_name})
    response = HttpResponseRedirect(reverse("shunned_people"))
    response.status_code = 303
    return response


def _named(request: HttpRequest) -> Shun:
    """The line of the list that a form is about. Whoever isn't on it isn't there."""
    number = request.POST.get("person", "")
    if not isinstance(request.user, User) or not (number.isascii() and number.isdigit()):
        raise Http404
    shun = shuns.shunned_by(request.user).filter(other_id=int(number[:18])).first()
    if shun is None:
        raise Http404
    return shun
