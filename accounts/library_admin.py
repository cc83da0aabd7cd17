"""Second factors and sessions in the admin: who has them since when, never what opens an account.

The library's own pages show the secret of a second factor and the key of a session to whoever may
look at them, and let them be changed.
"""

from typing import Any

from allauth.mfa.admin import AuthenticatorAdmin
from allauth.mfa.models import Authenticator
from allauth.usersessions.admin import UserSessionAdmin
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.http import HttpRequest

from accounts.read_only import ReadOnly

admin.site.unregister([Authenticator, UserSession])


@admin.register(Authenticator)
class SecondFactorAdmin(ReadOnly, AuthenticatorAdmin):
    """May be taken away from somebody who has lost their device."""

    exclude = ("data",)

    def has_delete_permission(self, request: HttpRequest, *of: Any) -> bool:
        """As their rights say."""
        return admin.ModelAdmin.has_delete_permission(self, request, *of)


@admin.register(UserSession)
class SessionAdmin(ReadOnly, UserSessionAdmin):
    """Ended by logging somebody out, not by deleting what tells of it."""

    exclude = ("session_key", "data")
