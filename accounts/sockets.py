"""A person's open sockets: told to look again whether they are still theirs.

A socket reads who looks only when it opens. Logging out, here or from another device, a new
password, and staff who stop somebody end sessions; the sockets of those have to end with them.
"""

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction


def person_group(user_id: int) -> str:
    """The group of all sockets that one person has open, on any device."""
    return f"person.{user_id}"


def recheck_sockets(user_id: int) -> None:
    """After the commit, let every socket of a person find out whether its session still stands."""
    _tell(user_id, "person.recheck")


def shuns_changed(user_id: int) -> None:
    """After the commit, let every socket of a person know that they read others than before."""
    _tell(user_id, "person.shuns_changed")


def _tell(user_id: int, what: str) -> None:
    layer, message = get_channel_layer(), {"type": what}
    transaction.on_commit(
        lambda: async_to_sync(layer.group_send)(person_group(user_id), message), robust=True
    )
