"""What a person does about their own account: what others see of it, its data, its end."""

from collections.abc import Callable
from typing import Concatenate, Final, ParamSpec

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.views import redirect_to_login
from django.db import IntegrityError, transaction
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.forms import DeleteForm, ProfileForm
from accounts.leaving import delete_account
from accounts.limits import Limit, take
from accounts.models import User
from accounts.personal_data import archive
from accounts.renaming import SPEED, tell_renamed

_UNPROCESSABLE: Final = 422
_TOO_MANY: Final = 429
ARCHIVES: Final = Limit(1, 60)
"""Each archive of somebody's data replays all their games."""
TRIES: Final = Limit(5, 300)
"""Tries of a password before an account is deleted."""

_P = ParamSpec("_P")
_View = Callable[Concatenate[HttpRequest, User, _P], HttpResponseBase]


def for_accounts(view: _View[_P]) -> Callable[Concatenate[HttpRequest, _P], HttpResponseBase]:
    """A view for people with an account, who are its second argument; others log in first.

    Guests count as nobody here (`GuestsAside`).
    """

    @never_cache
    def answer(request: HttpRequest, /, *args: _P.args, **kwargs: _P.kwargs) -> HttpResponseBase:
        if not isinstance(request.user, User):
            return redirect_to_login(request.get_full_path())
        return view(request, request.user, *args, **kwargs)

    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@for_accounts
def profile(request: HttpRequest, user: User) -> HttpResponse:
    """The name, and what others see of the profile."""
    form = ProfileForm(request.POST or None, instance=User.objects.get(pk=user.pk))
    if form.is_bound and "name" in form.changed_data and not take("name", user.pk, *SPEED):
        form.add_error("name", gettext("You have tried many names. Try again in some minutes."))
        return render(request, "account/profile.html", {"form": form}, status=_TOO_MANY)
    if not form.is_valid() or not _saved(form):
        status = _UNPROCESSABLE if form.is_bound else 200
        return render(request, "account/profile.html", {"form": form}, status=status)
    if "name" in form.changed_data:
        tell_renamed(user)
    messages.success(request, gettext("Saved."))
    return redirect("account_profile")


def _saved(form: ProfileForm) -> bool:
    """Whether it could be saved: somebody may have taken the name since the form looked."""
    try:
        with transaction.atomic():
            form.save()
    except IntegrityError:
        form.add_error("name", gettext("This name is taken. Please choose another."))
        return False
    return True


@require_http_methods(["GET", "HEAD", "POST"])
@for_accounts
def data(request: HttpRequest, user: User) -> HttpResponseBase:
    """Everything the site knows of the person, as a file; by POST, since it costs a while."""
    if request.method != "POST":
        return render(request, "account/data.html")
    if not take("archive", user.pk, ARCHIVES):
        messages.warning(
            request, gettext("You have just downloaded your data. Try again in a minute.")
        )
        return render(request, "account/data.html", status=_TOO_MANY)
    return FileResponse(archive(user), as_attachment=True, filename="oh-hell.zip")


@require_http_methods(["GET", "HEAD", "POST"])
@for_accounts
def delete(request: HttpRequest, user: User) -> HttpResponse:
    """Delete the account, for whoever knows its password."""
    form = DeleteForm(user, request.POST or None)
    if form.is_bound and not take("delete", user.pk, TRIES):
        messages.warning(request, gettext("Too many wrong tries. Please wait a few minutes."))
        return render(request, "account/delete.html", {"form": DeleteForm(user)}, status=_TOO_MANY)
    if not form.is_valid():
        status = _UNPROCESSABLE if form.is_bound else 200
        return render(request, "account/delete.html", {"form": form}, status=status)
    delete_account(user)
    logout(request)
    messages.success(request, gettext("Your account is deleted."))
    return redirect("/")
