"""`manage.py simulate_games`: fills a database with games that nobody played.

For demonstrations, and to measure how statistics and dashboards do with many games. Not for a
site where people play: its figures would be about nobody.
"""

from argparse import ArgumentParser
from datetime import timedelta
from random import Random
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from accounts.models import User
from games.table import simulate


class Command(BaseCommand):
    help = "Fill the database with simulated games of simulated people."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", type=int, help="how many games")
        parser.add_argument("--people", type=int, default=20, help="how many people (%(default)s)")
        parser.add_argument("--days", type=int, default=365, help="over so long (%(default)s)")
        parser.add_argument("--seed", type=int, default=1, help="what chance begins with")

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        people = [_person(number) for number in range(1, options["people"] + 1)]
        cards = simulate(
            options["games"],
            people,
            since=now - timedelta(days=options["days"]),
            until=now,
            chance=Random(f"{options['seed']} {now.isoformat()}"),
        )
        self.stdout.write(f"{options['games']} games of {len(people)} people, {cards} cards.")


def _person(number: int) -> User:
    name = f"Simulated {number}"
    found = User.objects.filter(username=name).first()
    return found or User.objects.create_user(name)
