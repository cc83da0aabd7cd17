"""`manage.py replay FILE`: check a game record by playing it again.

For people and programs that write records. It needs neither database nor settings of its own:
the rules alone say whether a record holds.
"""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.rules.errors import RecordError, shown
from games.rules.record import MAX_BYTES, parse_record


class Command(BaseCommand):
    help = "Replay a game record and print what it comes to, as one line of JSON."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a game record; - for standard input")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        try:
            record = parse_record(_read(file))
        except OSError as error:
            self._refuse(f"{shown(file, 200)}: {error.strerror or 'it cannot be read'}")
        except RecordError as error:
            self._refuse(str(error))
        else:
            self.stdout.write(json.dumps(record.results()))

    def _refuse(self, reason: str) -> None:
        """One line for whoever called, without the name of an exception before it."""
        self.stderr.write(reason)
        sys.exit(1)


def _read(file: str) -> bytes:
    """A file's bytes, no more of them than it takes to see that it is too large."""
    if file == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with open(file, "rb") as opened:
        return opened.read(MAX_BYTES + 1)
