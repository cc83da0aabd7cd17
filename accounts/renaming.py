"""What becomes of a new name: whoever looks at it somewhere is shown it.

Apps that show names name their functions in the setting RENAMED, like GUEST_HEIRS.
"""

from collections.abc import Callable
from functools import partial
from typing import Final, cast

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

from accounts.limits import Limit
from accounts.models import User

SPEED: Final = (Limit(5, 600), Limit(20, 86400))
"""So often one person may choose another name."""

Renamed = Callable[[User], None]


def tell_renamed(user: User) -> None:
    """After the commit, let everybody know that a person has another name."""
    for path in settings.RENAMED:
        tell = cast(Renamed, import_string(path))
        transaction.on_commit(partial(tell, user), robust=True)
