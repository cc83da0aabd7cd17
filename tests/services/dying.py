"""`manage.py serve` that dies when told to: after a commit, before anybody hears of it.

Told by a file whose path is in DIE_AT; the first announcement that finds it is the last.
"""

import os
import signal
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import django
from django.core.management import execute_from_command_line


def main() -> None:
    """Serve until then."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ohhell_site.settings")
    # First of all, as in the command itself: it chooses the reactor.
    import_module("daphne.server")
    django.setup()
    live: Any = import_module("games.live")
    announce = live.announce

    def die_or_announce(game: object) -> None:
        if Path(os.environ["DIE_AT"]).exists():
            os.kill(os.getpid(), signal.SIGKILL)
        announce(game)

    live.announce = die_or_announce
    execute_from_command_line(["manage.py", *sys.argv[1:]])


if __name__ == "__main__":
    main()
