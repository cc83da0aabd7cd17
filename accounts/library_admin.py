"""Second factors and sessions in the admin: who has them since when, never what opens an account.

The library's own pages show the secret of a second factor and the key of a session to whoever may
look at them, and let them be changed.
"""

from typing import Any, Final

from allauth.mfa.admin import AuthenticatorAdmin
from allauth.mfa.models import Authenticator
from allauth.usersessions.adapter import get_adapter
from allauth.usersessions.admin import UserSessionAdmin
from allauth.usersessions.models import UserSession
from django.contrib.admin import ModelAdmin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from accounts.read_only import Unchanged


class SecondFactorAdmin(Unchanged, AuthenticatorAdmin):
    """May be taken away from somebody who has lost their device."""

    exclude = ("data",)


class SessionAdmin(Unchanged, UserSessionAdmin):
    """To delete one is to end it, open tables included. Whoever deletes a person deletes these."""

    exclude = ("session_key", "data")

    def delete_model(self, request: HttpRequest, obj: UserSession) -> None:
        """Ends it."""
        get_adapter().end_sessions([obj])

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[UserSession]) -> None:
        """Ends them all."""
        get_adapter().end_sessions(queryset)


LIBRARY_PAGES: "Final[dict[type[Model], type[ModelAdmin[Any]]]]" = {
    Authenticator: SecondFactorAdmin,
    UserSession: SessionAdmin,
}
"""By model: what takes the place of the library's own page."""
