"""How often one person may do something: so many times in any stretch of so many seconds.

Each time takes one of as many slots, which the cache frees by itself when the stretch is over. To
add what isn't there is one step in every cache we use, so two requests never take the same slot.
"""

from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

from django.core.cache import cache

waiting: Final[ContextVar[int]] = ContextVar("waiting", default=0)
"""After how many seconds what was refused just now may be tried again; 0 where nothing was."""


@dataclass(frozen=True)
class Limit:
    """`most` times in `seconds`."""

    most: int
    seconds: int


def take(what: str, who: int | str, *limits: Limit) -> bool:
    """Whether a person, or an address, may do this once more by all limits. If not, none of them
    is used up."""
    taken: list[str] = []
    for limit in limits:
        slot = _take_slot(f"limit:{what}:{who}:{limit.seconds}", limit)
        if slot is None:
            cache.delete_many(taken)
            waiting.set(limit.seconds)
            return False
        taken.append(slot)
    return True


def _take_slot(prefix: str, limit: Limit) -> str | None:
    slots = (f"{prefix}:{number}" for number in range(limit.most))
    return next((slot for slot in slots if cache.add(slot, True, limit.seconds)), None)
