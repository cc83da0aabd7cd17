"""The command line: see the package."""

import argparse
from collections.abc import Callable

from games.ai import LEVELS

from . import cost, duel, speed
from .peer import RULES, SIMULATIONS, Missing, library


def parser() -> argparse.ArgumentParser:
    """What may be said."""
    made = argparse.ArgumentParser(prog="python -m benchmarks.openspiel")
    tasks = made.add_subparsers(dest="task", required=True)
    fight = tasks.add_parser("duel", help="two of ours against two of the bot's")
    fight.add_argument("--level", choices=LEVELS, default="insane")
    fight.add_argument("--deals", type=at_least(2), default=60)
    fight.add_argument("--seed", type=int, default=1)
    fight.add_argument("--scoring", choices=RULES, default="ten")
    fight.add_argument("--processes", type=at_least(1), default=1)
    tasks.add_parser("speed", help="playouts a second")
    price = tasks.add_parser("cost", help="CPU time of decisions, and memory")
    price.add_argument("--deals", type=at_least(1), default=20)
    for task in (fight, price):
        task.add_argument("--simulations", type=at_least(1), default=SIMULATIONS)
    return made


def at_least(least: int) -> Callable[[str], int]:
    """What reads a whole number that isn't smaller."""

    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"{least} or more, not {text}.")
        return int(text)

    return read


def main(arguments: list[str] | None = None) -> None:
    """Measure and print; ends with one sentence where OpenSpiel is missing."""
    asked = parser().parse_args(arguments)
    try:
        library()
    except Missing as missing:
        raise SystemExit(str(missing)) from None
    if asked.task == "duel":
        fought = duel.Duel(asked.level, asked.deals, asked.seed, asked.scoring, asked.simulations)
        duel.run(fought, asked.processes)
    elif asked.task == "cost":
        cost.run(asked.deals, asked.simulations)
    else:
        speed.run()


if __name__ == "__main__":
    main()
