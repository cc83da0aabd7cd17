"""`manage.py rebuild_ratings`: ratings again from the facts.

For a change of the model, or where ratings are doubted. Games that end meanwhile wait.
"""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import ngettext

from games.ratings import rebuild


class Command(BaseCommand):
    help = "Work all ratings out again from the finished games with several people."

    def handle(self, *args: Any, **options: Any) -> None:
        games = rebuild()
        said = ngettext(
            "Ratings follow from %(games)s game.", "Ratings follow from %(games)s games.", games
        )
        self.stdout.write(said % {"games": games})
