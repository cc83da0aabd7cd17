"""The name that a guest may choose for the tables, without an account."""

from typing import Final

from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.address import address_of, neighbourhood
from accounts.forms import GuestNameForm
from accounts.guests import TooManyGuests, guest_of, user_for
from accounts.limits import Limit, take
from accounts.models import User
from accounts.renaming import SPEED, tell_renamed
from accounts.ways_back import way_back

STRANGERS: Final = Limit(30, 600)
"""So often names are tried from one address by people who aren't even guests yet."""
_UNPROCESSABLE: Final = 422
_TOO_MANY: Final = 429


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def guest_name(request: HttpRequest) -> HttpResponse:
    """Choose it; a stranger becomes a guest by it. Accounts have a name already."""
    guest = guest_of(request)
    if guest is None and request.user.is_authenticated:
        return redirect("account_profile")
    form = GuestNameForm(guest, request.POST or None)
    if not form.is_bound:
        return _page(request, form)
    if not _may_try(request, guest):
        form.add_error(None, gettext("You have tried many names. Try again in some minutes."))
        return _page(request, form, _TOO_MANY)
    if not form.is_valid():
        return _page(request, form, _UNPROCESSABLE)
    try:
        return _named(request, form)
    except TooManyGuests as refusal:
        form.add_error(None, str(refusal))
        return _page(request, form, _TOO_MANY)
    except IntegrityError:
        form.add_error("name", gettext("This name is taken. Please choose another."))
        return _page(request, form, _UNPROCESSABLE)


def _may_try(request: HttpRequest, guest: User | None) -> bool:
    if guest is not None:
        return take("name", guest.pk, *SPEED)
    return take("name", neighbourhood(address_of(request)), STRANGERS)


def _named(request: HttpRequest, form: GuestNameForm) -> HttpResponse:
    user = user_for(request)
    with transaction.atomic():
        form.save(User.objects.get(pk=user.pk))
        tell_renamed(user)
    messages.success(request, gettext("That is your name at the tables now."))
    return redirect(way_back(request) or "games:lobby")


def _page(request: HttpRequest, form: GuestNameForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "next": way_back(request)}
    return render(request, "account/guest_name.html", context, status=status)
