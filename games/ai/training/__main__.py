"""Makes all of Insane's nets from nothing, and goes on where it was stopped.

    python -m games.ai.training [--folder var/training] [--output var/training/weights]

First practice (`reinforce`), then a close look at how seats play (`watch`).
"""

import argparse

from .learning import add_folders
from .reinforce import reinforce
from .watch import watch


def main() -> None:
    """Make what isn't there."""
    parser = argparse.ArgumentParser(prog="python -m games.ai.training")
    add_folders(parser)
    options = parser.parse_args()
    reinforce(options.folder, options.output)
    watch(options.folder, options.output, options.output)


if __name__ == "__main__":
    main()
