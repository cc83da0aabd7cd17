"""Fits the two nets to written decisions, and writes their weights.

    python -m games.ai.training.fit --data var/training/1-*.npz --output games/ai/weights

The net of play learns which card the search favoured, the net of bids which bid; both learn the
softened favour, since values that lie close together are as good as equal. A twentieth of the
decisions is kept back, and the loss on it printed after every pass.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from games.ai import engine

FIRST: Final = 64
SECOND: Final = 32
PASSES: Final = 24
BATCH: Final = 256
RATE: Final = 0.002
DECAY: Final = 1e-5
START: Final = 0.3
"""How large weights begin, beside what is usual: with more, play is learned by heart."""
CARD_WARMTH: Final = 0.7
"""Points by which a card may be worse and still be favoured about a third as much."""
BID_WARMTH: Final = 0.5

Array = NDArray[Any]


@dataclass(frozen=True)
class Lessons:
    """What a net learns from: columns, the favour of every answer, which answers there are."""

    columns: Array
    favour: Array
    allowed: Array
    swaps: tuple[tuple[Array, Array], ...]

    def batch(self, rows: Array, swap: int) -> tuple[Array, Array, Array]:
        """Some lessons, with plain suits exchanged: what is right in one is right in another."""
        columns, answers = self.swaps[swap]
        return (
            self.columns[np.ix_(rows, columns)].astype(np.float32),
            self.favour[np.ix_(rows, answers)],
            self.allowed[np.ix_(rows, answers)],
        )


def _exchanged(starts: Sequence[int], suits: Sequence[int], width: int) -> Array:
    """Columns after an exchange of suits; cards stand at `starts`, 16 places a suit."""
    order = np.arange(width)
    for start in starts:
        for suit in range(4):
            place = start + 16 * suit
            order[place : place + 16] = np.arange(16) + start + 16 * suits[suit]
    return order


def _card_swaps(nets: Any) -> tuple[tuple[Array, Array], ...]:
    swaps = []
    for suits in permutations(range(3)):
        every = (*suits, 3)
        order = _exchanged((nets.C_HAND, nets.C_GONE, nets.C_BEST), every, nets.CARD_COLUMNS)
        order[nets.C_LED : nets.C_LED + 4] = nets.C_LED + np.array(every)
        for seat in range(7):
            place = nets.C_VOID + 4 * seat
            order[place : place + 4] = place + np.array(every)
        swaps.append((order, _exchanged((0,), every, 64)))
    return tuple(swaps)


def _bid_swaps(nets: Any, answers: int) -> tuple[tuple[Array, Array], ...]:
    return tuple(
        (_exchanged((nets.B_HAND,), (*suits, 3), nets.BID_COLUMNS), np.arange(answers))
        for suits in permutations(range(3))
    )


def favours(choices: Array, values: Array, answers: int, warmth: float) -> tuple[Array, Array]:
    """The softened favour of every answer, and which answers are choices."""
    rows, places = np.nonzero(choices >= 0)
    worth = np.full((len(choices), answers), -np.inf, np.float32)
    worth[rows, choices[rows, places]] = values[rows, places]
    allowed = np.isfinite(worth)
    worth -= worth.max(axis=1, keepdims=True)
    favour = np.exp(worth / warmth)
    return (favour / favour.sum(axis=1, keepdims=True)).astype(np.float32), allowed


def card_lessons(books: Sequence[Any], warmth: float = CARD_WARMTH) -> Lessons:
    """The lessons of play."""
    from games.ai.kernel import columns, nets  # noqa: PLC0415 - after engine.load()

    words, facts, pays, choices, values = _joined(books, "card")
    rows = np.zeros((len(words), nets.CARD_COLUMNS), np.uint8)
    columns.mark_cards(words, facts, pays, rows)
    return Lessons(rows, *favours(choices, values, 64, warmth), _card_swaps(nets))


def bid_lessons(books: Sequence[Any], warmth: float = BID_WARMTH) -> Lessons:
    """The lessons of bidding."""
    from games.ai.kernel import columns, layout, nets, problem  # noqa: PLC0415

    words, facts, pays, choices, values = _joined(books, "bid")
    rows = np.zeros((len(words), nets.BID_COLUMNS), np.float32)
    seats = (words[:, : layout.SEATS] != 0).argmax(axis=1)
    outside = (words[:, layout.GONE] != 0).astype(np.int64)
    kinds = np.stack([*facts[:, [layout.PLAYERS, layout.SIZE, layout.TRUMP]].T, outside], axis=1)
    for kind in np.unique(kinds, axis=0):
        at = np.flatnonzero((kinds == kind).all(axis=1))
        players, size, trump, turned = (int(each) for each in kind)
        part = np.zeros((len(at), nets.BID_COLUMNS), np.float32)
        columns.mark_bids(
            words[at], facts[at], seats[at], pays[at], problem.misses(players, size, turned),
            problem.count_weights(size, trump != 0), part,
        )  # fmt: skip
        rows[at] = part
    answers = layout.MOST_CARDS + 1
    favour, allowed = favours(choices, values, answers, warmth)
    return Lessons(rows, favour, allowed, _bid_swaps(nets, answers))


def _joined(books: Sequence[Any], name: str) -> tuple[Array, ...]:
    words, facts, pays, choices, values = (
        np.concatenate([book[f"{name}_{part}"] for book in books])
        for part in ("words", "facts", "pays", "choices", "values")
    )
    return words, facts.astype(np.int64), pays.astype(np.int64), choices.astype(np.int64), values


class Learner:
    """A net of three layers and Adam, in numpy."""

    def __init__(self, columns: int, answers: int, seed: int) -> None:
        chance = np.random.default_rng(seed)
        shapes = [(columns, FIRST), (FIRST, SECOND), (SECOND, answers)]
        self.weights: list[Array] = []
        for number, (rows, units) in enumerate(shapes):
            spread = START * np.sqrt(2.0 / (24 if number == 0 else rows))
            self.weights.append((chance.normal(size=(rows, units)) * spread).astype(np.float32))
            self.weights.append(np.zeros(units, np.float32))
        self.first = [np.zeros_like(each) for each in self.weights]
        self.second = [np.zeros_like(each) for each in self.weights]
        self.steps = 0

    def forward(self, columns: Array) -> tuple[Array, Array, Array]:
        """Both hidden layers and the answers."""
        w1, b1, w2, b2, w3, b3 = self.weights
        one = np.maximum(columns @ w1 + b1, 0)
        two = np.maximum(one @ w2 + b2, 0)
        return one, two, two @ w3 + b3

    def chances(self, answers: Array, allowed: Array) -> Array:
        """Answers as chances among the choices."""
        masked = np.where(allowed, answers, -1e9)
        spread = np.exp(masked - masked.max(axis=1, keepdims=True))
        return np.asarray(spread / spread.sum(axis=1, keepdims=True))

    def learn(self, columns: Array, favour: Array, allowed: Array, rate: float) -> None:
        """One step toward the favoured answers."""
        _, _, w2, _, w3, _ = self.weights
        one, two, answers = self.forward(columns)
        third = (self.chances(answers, allowed) - favour) / len(columns)
        inner = (third @ w3.T) * (two > 0)
        outer = (inner @ w2.T) * (one > 0)
        slopes = [columns.T @ outer, outer.sum(0), one.T @ inner, inner.sum(0),
                  two.T @ third, third.sum(0)]  # fmt: skip
        self._step(slopes, rate)

    def _step(self, slopes: Sequence[Array], rate: float) -> None:
        self.steps += 1
        for place, slope in enumerate(slopes):
            self.first[place] += 0.1 * (slope - self.first[place])
            self.second[place] += 0.001 * (slope * slope - self.second[place])
            mean = self.first[place] / (1 - 0.9**self.steps)
            spread = np.sqrt(self.second[place] / (1 - 0.999**self.steps)) + 1e-8
            weights = self.weights[place]
            weights -= (rate * (mean / spread + DECAY * weights)).astype(np.float32)

    def loss(self, lessons: Lessons, rows: Array) -> tuple[float, float]:
        """How far from the favour (Kullback and Leibler), and how often the same answer is best."""
        far, same = 0.0, 0
        for part in np.array_split(rows, max(1, len(rows) // 4096)):
            _, _, answers = self.forward(lessons.columns[part].astype(np.float32))
            chances = self.chances(answers, lessons.allowed[part])
            favour = lessons.favour[part]
            far += float((favour * np.log((favour + 1e-9) / (chances + 1e-9))).sum())
            best = chances.argmax(axis=1)
            same += int((favour[np.arange(len(part)), best] >= favour.max(axis=1) - 1e-6).sum())
        return far / len(rows), same / len(rows)


def fit(lessons: Lessons, seed: int, name: str) -> list[Array]:
    """The weights of a net that has learned."""
    chance = np.random.default_rng(seed)
    rows = chance.permutation(len(lessons.columns))
    kept, rows = rows[: len(rows) // 20], rows[len(rows) // 20 :]
    learner = Learner(lessons.columns.shape[1], lessons.favour.shape[1], seed)
    total, step = PASSES * (len(rows) // BATCH), 0
    for number in range(PASSES):
        rows = chance.permutation(rows)
        for start in range(0, len(rows) - BATCH + 1, BATCH):
            part = rows[start : start + BATCH]
            taught = lessons.batch(part, int(chance.integers(len(lessons.swaps))))
            learner.learn(*taught, RATE * (1 - step / total) + 1e-5)
            step += 1
        far, same = learner.loss(lessons, kept)
        print(f"{name}, pass {number + 1}: loss {far:.4f}, same answer {same:.3f}", flush=True)
    never = lessons.columns.max(axis=0) == 0
    learner.weights[0][never] = 0  # what was never seen shall say nothing
    return learner.weights


def export(weights: Sequence[Array], path: Path) -> None:
    """Write weights as the kernel takes them: the later layers a row a unit."""
    w1, b1, w2, b2, w3, b3 = weights
    np.savez(path, w1=w1, b1=b1, w2=w2.T.copy(), b2=b2, w3=w3.T.copy(), b3=b3)


def fit_files(files: Sequence[Path], output: Path, seed: int) -> None:
    """Fit both nets to files of self-play and write them into a folder."""
    engine.load()
    books = [dict(np.load(path)) for path in files]
    output.mkdir(parents=True, exist_ok=True)
    for name, lessons in (("cards", card_lessons(books)), ("bids", bid_lessons(books))):
        export(fit(lessons, seed, name), output / f"{name}.npz")


def main() -> None:
    """Read, fit and write."""
    parser = argparse.ArgumentParser(prog="python -m games.ai.training.fit")
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    fit_files(options.data, options.output, options.seed)


if __name__ == "__main__":
    main()
