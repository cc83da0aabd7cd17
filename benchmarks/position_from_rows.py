"""What it costs to know where a deal stands: the query that reads its rows, and their replay.

The database holds who bid and played what; everything else is worked out from that at every
step. A full deal of four players with ten cards each has to be replayed in under a millisecond
from rows that are already read.

    python -m benchmarks.position_from_rows

It fills a database of its own, made for the moment at DATABASE_URL: an SQLite one by default.
"""

import os
from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ohhell_site.settings")
django.setup()

from django.db import connection  # noqa: E402

from accounts.models import User  # noqa: E402
from games.models import Deal, Game  # noqa: E402
from games.reading import Table  # noqa: E402
from tests.games.casts import play_on, start  # noqa: E402

ROUNDS = 500


def timed(act: Callable[[], object]) -> list[float]:
    """Milliseconds of many runs, in order of size."""
    took = []
    for _ in range(ROUNDS):
        began = perf_counter()
        act()
        took.append(1000 * (perf_counter() - began))
    return sorted(took)


def read(game: Game) -> Deal:
    """A game's deal with its rows, as the site reads it."""
    return Table.read(Game.objects.get(pk=game.pk)).deal


def played_deal() -> Game:
    """A game whose first deal, of ten cards, has been played at random."""
    user = User.objects.create_user("Ann")
    return play_on(
        start(user, preset="standard", level="random"), deals=1, seed=Random(1).getrandbits(9)
    )


def figures(name: str, took: list[float]) -> None:
    """One line of the answer."""
    print(f"{name}: median {median(took):.2f} ms, 95 % under {took[int(0.95 * ROUNDS)]:.2f} ms")


def main() -> None:
    """Print the figures that README.md keeps."""
    name = connection.creation.create_test_db(verbosity=0)
    try:
        game = played_deal()
        deal = read(game)
        assert deal.position().is_over
        assert len(deal.position().tricks) == 10
        replaying, reading = timed(deal.position), timed(lambda: read(game))
        print(f"a full deal, 4 players, 10 cards, on {connection.vendor}")
        figures("replaying it from rows already read", replaying)
        figures("reading the rows, six queries", reading)
        print(f"the reading costs {median(reading) / median(replaying):.1f} times the replay")
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


if __name__ == "__main__":
    main()
