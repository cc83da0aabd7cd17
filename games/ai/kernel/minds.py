"""The nets' weights, read from their files; and blank ones for who plays without."""

from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np

from .layout import Floats
from .nets import ANSWERS, BIASES, COLUMNS, FIRST, SECOND, Mind, Net

WEIGHTS: Final = Path(__file__).resolve().parent.parent / "weights"
_PARTS: Final = ("w1", "b1", "w2", "b2", "w3", "b3")


@lru_cache(maxsize=8)
def nets_in(folder: Path) -> tuple[Net, Net]:
    """The net of play and the net of bids whose weights lie in a folder."""
    return _net(folder / "cards.npz"), _net(folder / "bids.npz")


def _net(path: Path) -> Net:
    with np.load(path) as parts:
        if "net" in parts:
            return np.ascontiguousarray(parts["net"], np.float32)
        read = [np.ascontiguousarray(parts[part], np.float32) for part in _PARTS]
    w1, b1, w2, b2, w3, b3 = read
    net = np.zeros((COLUMNS + len(w1), FIRST), np.float32)
    net[:SECOND], net[SECOND, :SECOND], net[BIASES], net[COLUMNS:] = w2, b2, b1, w1
    net[ANSWERS : ANSWERS + len(w3), :SECOND] = w3
    net[ANSWERS : ANSWERS + len(w3), SECOND] = b3
    return net


@lru_cache(maxsize=1)
def blank_nets() -> tuple[Net, Net]:
    """Nets that are never asked."""
    return np.zeros((1, 1), np.float32), np.zeros((1, 1), np.float32)


def mind_of(folder: Path | None, scores: Floats) -> Mind:
    """How to play in imagined deals: by the nets of a folder, or by rule of thumb."""
    cards, bids = blank_nets() if folder is None else nets_in(folder)
    pays = int(scores[0, 2] > scores[0, 1])
    return folder is not None, pays, cards, bids
