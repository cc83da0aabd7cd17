"""The door to the kernel: loads it when it is first needed, or ahead of need.

Loading means importing numba and compiling, up to a minute the first time on a machine and about
two seconds from the files it keeps. Nothing waits for it but a decision that needs it: the site
serves meanwhile, a worker warms up in the background (`warm_up`), and whoever wants to know asks
`is_warm`.
"""

import os
import tempfile
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from random import Random
from threading import Lock
from typing import Any, Final

from games.rules import Position, deal_cards, rules_from, shuffled_deck

_PROJECT: Final = Path(__file__).resolve().parent.parent.parent
KERNEL: Final = Path(__file__).resolve().parent / "kernel"
TRAINING: Final = KERNEL.parent / "training"
_lock = Lock()
_warm = False


def load() -> Any:
    """The module that asks the kernel (`kernel.searching`), imported when it is first needed."""
    return import_module("games.ai.kernel.searching")


def warm_up() -> None:
    """Load the kernel and make every decision once, so that none has to wait for compilation.

    Returns when all is ready; may be called from any thread and as often as one likes.
    """
    global _warm
    with _lock:
        if not _warm:
            load().rehearse(_sample_bidding())
            _warm = True


def is_warm() -> bool:
    """Whether the kernel is ready in this process."""
    return _warm


def _sample_bidding() -> Position:
    """A small deal before its first bid, to rehearse with."""
    rules = rules_from({"players": 3, "schedule": {"shape": "list", "sizes": [2]}})
    return Position.start(rules, 0, 2, deal_cards(rules, 0, 2, shuffled_deck(Random(1))))


def keep_compiled_code() -> None:
    """Tell numba where compiled code is kept, if nobody has."""
    if "NUMBA_CACHE_DIR" not in os.environ:
        os.environ["NUMBA_CACHE_DIR"] = str(cache_folder())


def cache_folder() -> Path:
    """Where compiled code is kept: in the site's data, or else among temporary files.

    Its name holds a digest of the kernel's sources: numba notices a change in a function's own
    file only, not in the files it calls.
    """
    data = Path(os.environ.get("OHHELL_DATA_DIR", "").strip() or _PROJECT / "var")
    for base in (data.expanduser(), Path(tempfile.gettempdir()) / f"ohhell-{os.getuid()}"):
        folder = base / "numba" / _digest()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="ohhell-numba-"))


def _digest() -> str:
    made = sha256()
    for source in [*sorted(KERNEL.glob("*.py")), *sorted(TRAINING.glob("*.py"))]:
        made.update(source.read_bytes())
    return made.hexdigest()[:12]
