"""Makes all of Insane's nets from nothing, and goes on where it was stopped.

    python -m games.ai.training [--folder var/training] [--output games/ai/weights]

First practice (`reinforce`), then a close look at how seats play (`watch`).
"""

import argparse
from pathlib import Path

from .reinforce import reinforce
from .watch import WEIGHTS, watch


def main() -> None:
    """Make what isn't there."""
    parser = argparse.ArgumentParser(prog="python -m games.ai.training")
    parser.add_argument("--folder", type=Path, default=Path("var/training"))
    parser.add_argument("--output", type=Path, default=WEIGHTS)
    options = parser.parse_args()
    reinforce(options.folder, options.output)
    watch(options.folder, options.output, options.output)


if __name__ == "__main__":
    main()
