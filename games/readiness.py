"""Whether the computers that need the compiled kernel can be asked yet.

Workers have to load it first: seconds, or a minute on a machine where it was never compiled. They
say so in the cache when they have, and again at every sweep, so that servers, which are other
processes, know; a word nobody repeats is forgotten.
"""

from typing import Final

from django.core.cache import cache

from .ai import is_ready, level, warm_up

_KEY: Final = "computers-are-warm"
_BELIEVED: Final = 60
"""Seconds that the word of a worker is believed."""
_KERNEL_LEVEL: Final = "hard"


def may_be_asked(level_key: str) -> bool:
    """Whether some worker can decide for this level at once, as far as is known here."""
    return not level(level_key).needs_kernel or is_ready(level_key) or bool(cache.get(_KEY))


def warm_computers() -> None:
    """Load the kernel in this process, for a worker's background thread, and say so."""
    warm_up()
    say_if_warm()


def say_if_warm() -> None:
    """Tell the servers that this worker is warm, if it is."""
    if is_ready(_KERNEL_LEVEL):
        cache.set(_KEY, True, _BELIEVED)
