"""`manage.py rebuild_statistics`: statistics again from the facts.

Where they are doubted, or after games were put in by other ways than play. Games that end
meanwhile wait.
"""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import ngettext

from games.stats import recount


class Command(BaseCommand):
    help = "Count all finished games again for the people in them."

    def handle(self, *args: Any, **options: Any) -> None:
        seats = recount()
        said = ngettext("Counted %(seats)s seat.", "Counted %(seats)s seats.", seats)
        self.stdout.write(said % {"seats": seats})
