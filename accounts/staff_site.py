"""The admin of this site: one door and one place to change a password, those of all accounts, with
one limit on tries and one second factor, for staff above all."""

from collections.abc import Sequence
from typing import Any, Final

from allauth.account.decorators import secure_admin_login
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

_FIRST_APPS: Final = ("games", "accounts")
_FIRST_MODELS: Final = ("Report", "Game", "User", "Act", "BannedWord")


class StaffSite(AdminSite):
    """What moderators come for stands first; whoever comes in does so as everybody does."""

    site_header = site_title = _("Oh Hell")

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Django's own form would let staff who are logged in try passwords of others without a
        limit, and come in without the second factor."""
        answer: HttpResponse = secure_admin_login(_inside)(request)
        return answer

    def password_change(  # type: ignore[override]  # Django's is always a page
        self, request: HttpRequest, extra_context: Any = None
    ) -> HttpResponse:
        """Where it ends other sessions and their sockets."""
        return redirect("account_change_password")

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """What moderators come for; then the rest in the order of its names."""
        apps = super().get_app_list(request, app_label)
        for app in apps:
            app["models"].sort(key=lambda model: _place(_FIRST_MODELS, model["object_name"]))
        return sorted(apps, key=lambda app: _place(_FIRST_APPS, app["app_label"]))


def _inside(_request: HttpRequest) -> HttpResponse:
    """Where staff go who are logged in already."""
    return redirect("admin:index")


def _place(first: Sequence[str], name: str) -> int:
    return first.index(name) if name in first else len(first)
