"""The computer players for other programs: one view a line in, one decision a line out.

    python -m games.ai.stdio --level hard --seed 1

`docs/stdio.md` describes the lines. The same line with the same seed gets the same answer,
whatever was asked before.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, BinaryIO, Final, NoReturn, TextIO

from games.rules import Phase, View, card_code

from .registry import LEVELS, advise
from .told import ViewError, view_of

MOST_BYTES: Final = 64 * 1024
"""A longer line is refused."""
_PLACES: Final = 4
"""Decimals of what is told beside a decision."""


def answer(line: str, level: str, seed: int) -> dict[str, Any]:
    """The answer to one line: a decision, or an error with one sentence."""
    try:
        view = view_of(_parsed(line))
    except ViewError as error:
        return {"error": str(error)}
    return _decision(view, level, Random(f"{seed} {line}"))


def _decision(view: View, level: str, chance: Random) -> dict[str, Any]:
    advice = advise(level, view, chance)
    if view.phase is Phase.BIDDING:
        told: dict[str, Any] = {"bid": advice.choice}
        if advice.chances:
            told["chances"] = [round(each, _PLACES) for each in advice.chances]
        return told
    told = {"card": card_code(advice.choice)}
    if advice.values:
        values = {card_code(card): round(each, _PLACES) for card, each in advice.values.items()}
        told["values"] = values
    return told


def _parsed(line: str) -> object:
    try:
        return json.loads(line, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise ViewError("The line is not JSON.") from None


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)


def lines_of(source: BinaryIO) -> Iterator[str | None]:
    """The lines of a stream, without their ends; None for one that is too long or not UTF-8.

    Empty lines are passed over.
    """
    while line := source.readline(MOST_BYTES + 1):
        whole = line.endswith(b"\n") or len(line) <= MOST_BYTES
        while not line.endswith(b"\n") and (more := source.readline(MOST_BYTES)):
            line = more
        if not whole:
            yield None
        elif line.strip():
            yield _text(line)


def _text(line: bytes) -> str | None:
    try:
        return line.decode("utf-8").strip()
    except UnicodeDecodeError:
        return None


def talk(source: BinaryIO, target: TextIO, level: str, seed: int) -> None:
    """Answer every line until there are no more."""
    for line in lines_of(source):
        refused = {"error": f"The line is not UTF-8 text of at most {MOST_BYTES} bytes."}
        told = refused if line is None else answer(line, level, seed)
        target.write(json.dumps(told) + "\n")
        target.flush()


def main(arguments: Sequence[str] | None = None) -> None:
    """Talk over standard input and output."""
    parser = argparse.ArgumentParser(
        prog="python -m games.ai.stdio",
        description="Reads one JSON view a line, answers one JSON decision a line.",
    )
    parser.add_argument("--level", choices=LEVELS, required=True)
    parser.add_argument("--seed", type=int, default=1, help="the seed of all chance")
    options = parser.parse_args(arguments)
    if not sys.stdin or not sys.stdout:  # closed by whoever started this
        parser.error("standard input and output have to be open.")
    try:
        talk(sys.stdin.buffer, sys.stdout, options.level, options.seed)
    except (BrokenPipeError, KeyboardInterrupt):
        sys.stderr.close()  # whoever asked has gone; nothing is left to say
    except OSError as error:
        raise SystemExit(f"The answers can't be written: {error.strerror}.") from error


if __name__ == "__main__":
    main()
