"""What becomes of a guest who turns out to have an account: the account inherits.

Which things there are to inherit is known to the apps that own them; they name
their functions in the setting GUEST_HEIRS.
"""

from collections.abc import Callable
from typing import cast

from django.conf import settings
from django.db import transaction
from django.db.models import ProtectedError, RestrictedError
from django.utils.module_loading import import_string

from accounts.models import User
from accounts.sockets import recheck_sockets

HandOver = Callable[[User, User], None]


@transaction.atomic
def hand_over(guest: User, heir: User) -> None:
    """Moves all a guest has to the account, in one transaction, and ends the guest, open tables
    included.

    Does nothing when another request has done it. What a function of GUEST_HEIRS
    raises is passed on, with everything back as it was.
    """
    # Without the key: who writes a row about the guest meanwhile doesn't wait for us, as we may
    # for them.
    locked = User.objects.select_for_update(no_key=True)
    still_there = locked.filter(pk=guest.pk, is_guest=True, is_active=True).first()
    if still_there is None:
        return
    for path in settings.GUEST_HEIRS:
        cast(HandOver, import_string(path))(still_there, heir)
    _end(still_there)
    recheck_sockets(guest.pk)


def _end(guest: User) -> None:
    try:
        guest.delete()
    except (ProtectedError, RestrictedError):
        # Some fact still names the guest: it stays true, the guest can't act any more.
        guest.is_active, guest.looks = False, ""
        guest.save(update_fields=["is_active", "looks"])
