"""Deleting an account: the person goes, and what others played with them stays, without a name.

What a person has in other apps ends first: those apps name their functions in the setting
FAREWELLS, like GUEST_HEIRS.
"""

import secrets
from collections.abc import Callable
from typing import cast

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils.module_loading import import_string

from accounts.models import DELETED_PREFIX, Privacy, Shun, User
from accounts.sockets import recheck_sockets

Farewell = Callable[[User], None]


@transaction.atomic
def delete_account(user: User) -> None:
    """Take everything from an account that says who it was, and end its sessions."""
    for path in settings.FAREWELLS:
        cast(Farewell, import_string(path))(user)
    for rows in (EmailAddress.objects, Authenticator.objects, UserSession.objects):
        rows.filter(user=user).delete()
    Shun.objects.filter(Q(user=user) | Q(other=user)).delete()
    user.username = f"{DELETED_PREFIX}{secrets.token_hex(8)}"
    user.name, user.email, user.last_setup = "Former player", "", {}  # shown translated
    user.privacy, user.language = Privacy.CLOSED, ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.set_unusable_password()
    user.save()
    user.groups.clear()
    user.user_permissions.clear()
    recheck_sockets(user.pk)
