"""Makes the nets of play and of bids from nothing, by practice against themselves.

    python -m games.ai.training.reinforce [--folder var/training] [--output var/training/weights]

In the first rounds the nets copy the rules of thumb; then all seats bid and play by the nets, drawn
by chance, and after every round of deals the nets take small steps toward what turned out better
than the critic expected. The critic learns in the same rounds and is of no use afterwards. Stopped
at any time, the command goes on from the last round that it wrote down.
"""

import argparse
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, Final

import numpy as np

from games.ai.kernel import problem
from games.ai.kernel.bidding import FEATURES
from games.ai.kernel.layout import MOST_CARDS, SEATS
from games.rules.options import Made, Missed, Scoring

from .learning import (
    Learner,
    add_folders,
    blank_decisions,
    export,
    fresh_net,
    positive,
    read_parts,
    write_whole,
)
from .practice import DEALERS_LAST, NO_TRUMP, TURNED, Kinds, play_deals
from .slopes import BETTER, critic_slopes, policy_slopes

ROUNDS: Final = 1500
COPIED: Final = 8
"""Rounds in which rules of thumb are copied."""
DEALS: Final = 4096
"""Deals a round."""
BATCH: Final = 1024
"""Decisions a step."""
RATES: Final = (2e-3, 1e-4)
"""How far a step goes, in the first round and in the last."""
CURIOSITY: Final = (0.04, 0.002)
"""How much it counts to keep trying everything, in the first round and in the last."""
CLIP: Final = 0.2
SPOIL: Final = 0.5
"""How much the others' mean points count against a seat's own."""
KEPT: Final = 50
"""Rounds after which the state is written down."""

PLAYERS: Final[Mapping[int, float]] = {3: 2, 4: 5, 5: 2, 6: 1.2, 7: 1, 8: 1}
TRUMPS: Final = {TURNED: 8, NO_TRUMP: 1, DEALERS_LAST: 1}
MUSTS: Final = {0: 8, 1: 1}
"""Without must-trump, with it."""
BIDDINGS: Final = {(1, 1): 3, (0, 1): 1, (0, 0): 1}
"""With the hook or without; in turn, or all at once."""
SCORINGS: Final = (
    (Scoring(Made.TEN_PLUS_TRICKS, Missed.NOTHING), 4.0),
    (Scoring(Made.TEN_PLUS_TRICKS, Missed.ONE_PER_TRICK), 2.0),
    (Scoring(Made.TEN_PLUS_TRICKS, Missed.MINUS_DIFFERENCE), 1.0),
    (Scoring(Made.TEN_PER_TRICK, Missed.MINUS_TEN_EACH), 0.7),
)
USUAL_SIZE: Final = 10
SELDOM: Final = 0.25
"""How often hands are dealt that are larger than usual, beside each of the usual sizes."""


@dataclass(frozen=True)
class Kind:
    """One kind of deal and how often it is dealt; `must` (must-trump), `hook`, `in_turn`: 0, 1."""

    players: int
    size: int
    trump: int
    must: int
    hook: int
    in_turn: int
    scoring: Scoring
    share: float

    def row(self) -> list[int]:
        """The row that practice takes."""
        pays = problem.pays_of(problem.score_table(self.scoring, self.size))
        return [self.players, self.size, self.trump, self.must, self.hook, self.in_turn, pays]

    def scores(self) -> Any:
        """Points in units of about a made bid's, so that all scorings count alike."""
        table = problem.score_table(self.scoring, self.size)
        fair = max(1, round(self.size / self.players))
        return table / table[fair, fair]


def every_kind() -> list[Kind]:
    """All numbers of players and sizes of hands, sources of trump, ways to bid, and scorings."""
    found = []
    for (players, often), (trump, turned) in product(PLAYERS.items(), TRUMPS.items()):
        sizes = range(1, min(MOST_CARDS, (52 - (trump == TURNED)) // players) + 1)
        ways = product(sizes, BIDDINGS.items(), SCORINGS, MUSTS.items())
        for size, ((hook, in_turn), way), (scoring, scored), (must, bound) in ways:
            share = often * turned * way * scored * bound / len(sizes)
            share *= SELDOM if size > USUAL_SIZE else 1.0
            found.append(Kind(players, size, trump, must, hook, in_turn, scoring, share))
    return found


def tables(kinds: list[Kind]) -> Kinds:
    """Kinds as practice takes them."""
    shares = np.array([kind.share for kind in kinds])
    return (
        np.array([kind.row() for kind in kinds], np.int64),
        np.cumsum(shares / shares.sum()),
        np.array([problem.misses(k.players, k.size, int(k.trump == TURNED)) for k in kinds]),
        np.array([problem.count_weights(k.size, k.trump != NO_TRUMP) for k in kinds]),
        np.array([kind.scores() for kind in kinds]),
    )


class Practice:
    """Rounds of practice, and the nets that learn from them."""

    def __init__(self, rounds: int, seed: int) -> None:
        self.chance = np.random.default_rng(seed)
        self.stream = np.array([seed], np.uint64)
        self.kinds = tables(every_kind())
        self.rounds, self.done = rounds, 0
        self.aside = ThreadPoolExecutor(1)  # where the critic learns, on a core of its own
        self.learners = {
            name: Learner(fresh_net(name, self.chance)) for name in ("cards", "bids", "critic")
        }
        self.cards = blank_decisions(DEALS * 36, 0)
        self.bids = blank_decisions(DEALS * SEATS, FEATURES)

    def play_round(self) -> str:
        """Play a round of deals and learn from it; what there is to say of it."""
        gone, copying = self.done / self.rounds, self.done < COPIED
        rate = RATES[0] * (RATES[1] / RATES[0]) ** gone
        curiosity = CURIOSITY[0] * (CURIOSITY[1] / CURIOSITY[0]) ** gone
        nets = (
            self.learners["cards"].net, self.learners["bids"].net, self.learners["critic"].net
        )  # fmt: skip
        bids, cards = play_deals(
            DEALS, self.kinds, nets, copying, SPOIL, self.stream, self.bids, self.cards
        )
        said = [
            self._learn("cards", self.cards, cards, rate, copying, curiosity),
            self._learn("bids", self.bids, bids, rate, copying, curiosity),
        ]
        self.done += 1
        return "; ".join(said)

    def _learn(
        self, name: str, rows: Any, many: int, rate: float, copying: bool, curiosity: float
    ) -> str:
        learner, critic = self.learners[name], self.learners["critic"]
        better = rows[BETTER][:many]
        better -= better.mean()
        better /= better.std() + 1e-6
        order, entropy, error, steps = self.chance.permutation(many), 0.0, 0.0, 0
        for start in range(0, many - BATCH // 2, BATCH):
            batch = order[start : start + BATCH]
            judged = self.aside.submit(critic_slopes, critic.net, critic.slopes, rows, batch)
            entropy += policy_slopes(
                learner.net, learner.slopes, rows, batch, copying, CLIP, curiosity
            )[0]
            learner.step(rate)
            error += judged.result()
            critic.step(rate)
            steps += 1
        entropy, error = entropy / max(1, steps), error / max(1, steps)
        return f"{many} {name}, entropy {entropy:.3f}, critic's error {error:.3f}"

    def keep(self, path: Path) -> None:
        """Write down all that is needed to go on."""
        state: dict[str, Any] = {"done": self.done, "stream": self.stream}
        for name, learner in self.learners.items():
            state |= {f"{name}_{part}": each for part, each in learner.state().items()}
        write_whole(path, lambda target: np.savez(target, **state))

    def go_on(self, path: Path) -> None:
        """Go on from what was written down."""
        state = read_parts(path)
        self.done, self.stream[:] = int(state["done"]), state["stream"]
        for name, learner in self.learners.items():
            parts = ("net", "first", "second", "steps")
            learner.recall({part: state[f"{name}_{part}"] for part in parts})
        self.chance = np.random.default_rng([self.done, int(self.stream[0])])


def main() -> None:
    """Practise, and write the nets."""
    parser = argparse.ArgumentParser(prog="python -m games.ai.training.reinforce")
    add_folders(parser)
    parser.add_argument("--rounds", type=positive, default=ROUNDS, help="rounds in all")
    parser.add_argument("--seed", type=int, default=1, help="the seed of all chance")
    options = parser.parse_args()
    reinforce(options.folder, options.output, options.rounds, options.seed)


def reinforce(folder: Path, output: Path, rounds: int = ROUNDS, seed: int = 1) -> None:
    """Practise so many rounds, on from what lies in the folder, and write the nets."""
    practice, kept = Practice(rounds, seed), folder / "practice.npz"
    if kept.exists():
        practice.go_on(kept)
    try:
        while practice.done < rounds:
            said = practice.play_round()
            if practice.done % KEPT == 0 or practice.done == rounds:
                practice.keep(kept)
                print(f"round {practice.done}: {said}", flush=True)
    except KeyboardInterrupt:
        practice.keep(kept)
        raise SystemExit(f"Stopped after round {practice.done}; it goes on from there.") from None
    for name in ("cards", "bids"):
        export(practice.learners[name].net, output / f"{name}.npz")


if __name__ == "__main__":
    main()
