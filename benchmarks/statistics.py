"""What statistics cost: a page of them for many games beside one for few, and counting all again.

Tallies are kept as games end, so the page of a player with twenty times as many games should cost
little more. The dashboard counts from the facts, so it is told by the number of plays.

    python -m benchmarks.statistics [--games 2000]

It fills a database of its own with simulated games, made for the moment at DATABASE_URL: an SQLite
one by default. A thousand games take about a minute.
"""

import os
from argparse import ArgumentParser
from collections.abc import Callable
from datetime import timedelta
from random import Random
from statistics import median
from time import perf_counter

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.core.cache import cache  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from games.models import Play  # noqa: E402
from games.stats import recount  # noqa: E402
from games.table import simulate  # noqa: E402
from tests.games.casts import browser  # noqa: E402

ROUNDS = 15
FEWER = 20


def timed(act: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Milliseconds of the usual run."""
    took = []
    for _ in range(rounds):
        began = perf_counter()
        act()
        took.append(1000 * (perf_counter() - began))
    return median(took)


def page(client: Client, path: str) -> Callable[[], object]:
    """Asks for a page, of which nothing is remembered."""

    def ask() -> None:
        cache.clear()
        assert client.get(path).status_code == 200

    return ask


def played(name: str, games: int) -> User:
    """Somebody who has played so many simulated games in two years."""
    user = User.objects.create_user(name)
    until = timezone.now()
    since = until - timedelta(days=730)
    simulate(games, [user], since=since, until=until, chance=Random(name))
    return user


def main() -> None:
    """Print the figures that README.md keeps."""
    parser = ArgumentParser(description="What statistics cost")
    parser.add_argument("--games", type=int, default=2000)
    games = parser.parse_args().games
    setup_test_environment()
    name = connection.creation.create_test_db(verbosity=0)
    try:
        few, many = played("Few", games // FEWER), played("Many", games)
        operator = User.objects.create_user("Operator", is_staff=True)
        print(f"{games} games of one person, {Play.objects.count()} plays, {connection.vendor}")
        for path in ("/statistics", "/"):
            small, large = (timed(page(browser(user), path)) for user in (few, many))
            print(
                f"{path}: {large:.0f} ms, {large / small:.1f} times that of {games // FEWER} games"
            )
        month, year = "/dashboard", f"/dashboard?first={timezone.localdate() - timedelta(days=365)}"
        for title, path in (("of a month", month), ("of a year", year)):
            print(f"dashboard {title}: {timed(page(browser(operator), path), 5):.0f} ms")
        took = timed(recount, 1) / 1000
        print(f"counting all again: {(games + games // FEWER) / took:.0f} games a second")
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


if __name__ == "__main__":
    main()
