"""Seats nets of play and of bids among others, without any search: are new ones as strong?

    python -m games.ai.training.compare --ours var/new --theirs games/ai/weights

One seat of ours among theirs, the usual rules (10..1..10, 10 + bid or nothing, hook, turned trump)
and the same with 1 a trick + 10, by number of players.
"""

import argparse
from pathlib import Path
from typing import Final

import numpy as np

from games.ai.contest import Z95
from games.ai.kernel import minds

from .learning import nets_folder
from .practice import TURNED, duel
from .reinforce import PLAYERS, SCORINGS, USUAL_SIZE, Kind, tables

DEALS: Final = 40_000


def usual_kinds(players: int, scored: int) -> list[Kind]:
    """The deals of a usual game, all sizes as often; `scored` is a place in SCORINGS."""
    most = min(USUAL_SIZE, 51 // players)
    scoring = SCORINGS[scored][0]
    return [Kind(players, size, TURNED, 0, 1, 1, scoring, 1.0) for size in range(1, most + 1)]


def margin(players: int, scored: int, ours: Path, theirs: Path) -> tuple[float, float]:
    """How far a seat of ours is ahead of theirs, in parts of a usual made bid, and half the width
    of the 95 % interval."""
    margins, kinds = np.zeros(DEALS), tables(usual_kinds(players, scored))
    seats = minds.nets_in(ours)[:2], minds.nets_in(theirs)[:2]
    duel(DEALS, kinds, *seats, np.array([1], np.uint64), margins)
    return float(margins.mean()), float(Z95 * margins.std() / np.sqrt(DEALS))


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m games.ai.training.compare")
    parser.add_argument("--ours", type=nets_folder, required=True, help="a folder of nets")
    parser.add_argument(
        "--theirs", type=nets_folder, default=Path("games/ai/weights"), help="another (%(default)s)"
    )
    options = parser.parse_args()
    for scored, name in enumerate(("10 + bid or nothing", "1 a trick + 10")):
        for players in PLAYERS:
            mean, within = margin(players, scored, options.ours, options.theirs)
            print(f"{name}, {players} seats: {mean:+.3f} +- {within:.3f} of a made bid", flush=True)


if __name__ == "__main__":
    main()
