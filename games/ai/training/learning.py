"""Nets that learn, and where what they learn from is written."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from games.ai.kernel.nets import (
    ANSWERS,
    BID_COLUMNS,
    CARD_COLUMNS,
    COLUMNS,
    FIRST,
    SECOND,
    Net,
)

from .sight import CRITIC_COLUMNS, MOST_COLUMNS
from .slopes import Decisions

SHAPES: Final = {
    "cards": (CARD_COLUMNS, 64),
    "bids": (BID_COLUMNS, 18),
    "critic": (CRITIC_COLUMNS, 1),
}
"""Columns and answers of each net."""
USUALLY_ON: Final = 24
"""Columns that are on at a time: by it weights begin as large as suits."""
STEEPEST: Final = 0.5
"""Slopes that are longer in all are cut to this."""


def fresh_net(name: str, chance: np.random.Generator) -> Net:
    """A net that has learned nothing: small random weights."""
    columns, answers = SHAPES[name]

    def weights(rows: int, units: int, inputs: int, scale: float) -> NDArray[np.float32]:
        drawn: NDArray[np.float64] = chance.normal(size=(rows, units))
        return np.asarray(drawn * scale * np.sqrt(2.0 / inputs), np.float32)

    net = np.zeros((COLUMNS + columns, FIRST), np.float32)
    net[:SECOND] = weights(SECOND, FIRST, FIRST, 0.5)
    net[ANSWERS : ANSWERS + answers, :SECOND] = weights(answers, SECOND, SECOND, 0.05)
    net[COLUMNS:] = weights(columns, FIRST, USUALLY_ON, 0.5)
    return net


class Learner:
    """A net and the moments by which it steps: Adam (Kingma and Ba, 2015)."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self.slopes = np.zeros_like(net)
        self.first = np.zeros_like(net)
        self.second = np.zeros_like(net)
        self.steps = 0

    def step(self, rate: float) -> None:
        """Take one step down the slopes that were added up, and forget them."""
        self.steps += 1
        length = float(np.sqrt((self.slopes * self.slopes).sum()))
        self.slopes *= np.float32(min(1.0, STEEPEST / (length + 1e-9)))
        self.first += np.float32(0.1) * (self.slopes - self.first)
        self.second += np.float32(0.001) * (self.slopes * self.slopes - self.second)
        mean = self.first * np.float32(1.0 / (1.0 - 0.9**self.steps))
        square = self.second * np.float32(1.0 / (1.0 - 0.999**self.steps))
        self.net -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(1e-8))
        self.slopes[:] = 0

    def state(self) -> dict[str, Any]:
        """All that it needs to go on."""
        return {"net": self.net, "first": self.first, "second": self.second, "steps": self.steps}

    def recall(self, state: dict[str, Any]) -> None:
        """Go on from a state."""
        self.net[:], self.first[:], self.second[:] = state["net"], state["first"], state["second"]
        self.steps = int(state["steps"])


def blank_decisions(rows: int, features: int) -> Decisions:
    """Room for so many decisions."""
    return (
        np.zeros((rows, MOST_COLUMNS), np.int16),
        np.zeros(rows, np.int64),
        np.zeros((rows, features), np.float32),
        np.zeros((rows, MOST_COLUMNS), np.int16),
        np.zeros(rows, np.int64),
        np.zeros(rows, np.uint64),
        np.zeros(rows, np.int64),
        np.zeros(rows, np.int64),
        np.zeros(rows, np.float32),
        np.zeros(rows, np.float32),
        np.zeros(rows, np.float32),
        np.zeros(rows, np.float32),
    )


def read_parts(path: Path) -> dict[str, Any]:
    """The arrays of a file. Raises SystemExit with a sentence where it can't be read."""
    try:
        with np.load(path) as parts:
            return dict(parts)
    except (OSError, ValueError, BadZipFile) as error:
        raise SystemExit(f"{path} can't be read ({error}). Without it, it is made anew.") from None


def add_folders(parser: ArgumentParser) -> None:
    """The options that every command of training has."""
    parser.add_argument(
        "--folder", type=Path, default=Path("var/training"), help="where work is kept (%(default)s)"
    )
    parser.add_argument(
        "--output",
        type=Path,
        default=Path("var/training/weights"),
        help="where the nets are written (%(default)s); games/ai/weights has those that play",
    )


def nets_folder(text: str) -> Path:
    """A folder with a net of play and one of bids, as an option of a command."""
    folder = Path(text)
    for name in ("cards.npz", "bids.npz"):
        if not (folder / name).is_file():
            raise ArgumentTypeError(f"there is no {name} in {folder}")
    return folder


def positive(text: str) -> int:
    """A whole number above 0, as an option of a command."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def write_whole(path: Path, write: Callable[[Any], None]) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as target:
        write(target)
    unfinished.rename(path)


def export(net: Net, path: Path) -> None:
    """Write a net as the kernel reads it."""
    write_whole(path, lambda target: np.savez_compressed(target, net=net))
