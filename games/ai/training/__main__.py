"""Makes Insane's nets from nothing, round by round, and goes on where it was stopped.

    python -m games.ai.training [--folder var/training] [--output games/ai/weights]

The first round plays by rules of thumb; every later one plays with the nets of the round before,
and the nets learn from all deals so far.
A file that is there already is not made again, so the command can be stopped at any time.
"""

import argparse
from pathlib import Path
from typing import Final

from . import fit, selfplay

ROUNDS: Final = 2
SHARDS: Final = (10, 20)
"""Files of self-play in each round."""
DEALS: Final = (800, 400)
"""Deals in each of them."""


def play_round(folder: Path, number: int) -> list[Path]:
    """The files of one round of self-play, made where they aren't there yet."""
    weights = None if number == 0 else folder / f"weights-{number}"
    files = [folder / f"{number + 1}-{shard + 1}.npz" for shard in range(SHARDS[number])]
    for shard, path in enumerate(files):
        if not path.exists():
            selfplay.write_shard(path, DEALS[number], 1000 * number + shard + 1, weights)
    return files


def main() -> None:
    """Make what isn't there."""
    parser = argparse.ArgumentParser(prog="python -m games.ai.training")
    parser.add_argument("--folder", type=Path, default=Path("var/training"))
    parser.add_argument("--output", type=Path, default=Path("games/ai/weights"))
    options = parser.parse_args()
    files: list[Path] = []
    for number in range(ROUNDS):
        files += play_round(options.folder, number)
        last = number + 1 == ROUNDS
        weights = options.output if last else options.folder / f"weights-{number + 1}"
        if last or not weights.exists():
            fit.fit_files(files, weights, seed=1)


if __name__ == "__main__":
    main()
