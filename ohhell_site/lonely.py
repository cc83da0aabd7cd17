"""Only one embedded server may use a data folder: what happens on one is not told to another."""

import fcntl
from pathlib import Path
from typing import TextIO

_held: list[TextIO] = []  # kept open, and so locked, as long as the process lives


def alone_in(folder: Path) -> bool:
    """Take the folder for this process; false where another process has it. The system gives it
    back when the process ends, however it ends."""
    lock = (folder / "serving.lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        return False
    _held.append(lock)
    return True
