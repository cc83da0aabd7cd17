"""The nets' weights, read from their files; and blank ones for who plays without."""

from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np

from .layout import Floats
from .nets import Mind, Net
from .problem import pays_of

WEIGHTS: Final = Path(__file__).resolve().parent.parent / "weights"


@lru_cache(maxsize=8)
def nets_in(folder: Path) -> tuple[Net, Net, Net, Net]:
    """The nets whose weights lie in a folder: of good play, of good bids, of cards and of bids
    that seats were seen to choose. Where nobody was watched, good play and bids stand in."""
    cards, bids = _net(folder / "cards.npz"), _net(folder / "bids.npz")
    seen = folder / "seen-cards.npz", folder / "seen-bids.npz"
    if not all(path.exists() for path in seen):
        return cards, bids, cards, bids
    return cards, bids, _net(seen[0]), _net(seen[1])


def _net(path: Path) -> Net:
    with np.load(path) as parts:
        return np.ascontiguousarray(parts["net"], np.float32)


@lru_cache(maxsize=1)
def blank_nets() -> tuple[Net, Net, Net, Net]:
    """Nets that are never asked."""
    blank = np.zeros((1, 1), np.float32)
    return blank, blank, blank, blank


def mind_of(folder: Path | None, scores: Floats) -> Mind:
    """How to play in imagined deals: by the nets of a folder, or by rule of thumb."""
    nets = blank_nets() if folder is None else nets_in(folder)
    return folder is not None, pays_of(scores), *nets
