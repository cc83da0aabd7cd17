"""Deals that a searching player plays against itself, written down decision by decision.

    python -m games.ai.training.selfplay --deals 2000 --seed 1 --output var/training/1-1.npz

Rules are drawn so that all numbers of players and hand sizes, both main scorings, bids with and
without the hook, deals without trump and must-trump are seen. A few bids and cards are played
astray, so that positions that nobody aims for are seen too; what is written of a decision is
always what the search thought of every choice.
"""

import argparse
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from games.ai import engine
from games.rules import Phase, Position, Rules, View, deal_cards, rules_from, shuffled_deck

ASTRAY: Final = 0.06
"""The share of decisions that are made at random."""
EFFORTS: Final = {False: (800, 100), True: (300, 40)}
"""Deals imagined and played out for every decision, without nets and with them: with nets each
playout tells more and costs more."""
SPOIL: Final = 0.3
MOST: Final = 18
"""Places for the values of one decision: bids 0 to 17, or at most 17 cards."""

_PLAYERS: Final = (3, 3, 4, 4, 4, 4, 4, 5, 5, 6, 7, 8)
_BIDDINGS: Final = (
    {"hook": True},
    {"hook": True},
    {"hook": True},
    {"hook": False},
    {"hook": False, "bidding": "simultaneous"},
)


def some_rules(chance: Random) -> Rules:
    """Rules of one deal, more often such as are played most."""
    players = chance.choice(_PLAYERS)
    trump = chance.choices(("turned", "none", "dealers-last"), (8, 1, 1))[0]
    most = min((52 - (trump == "turned")) // players, 17 if chance.random() < 0.2 else 10)
    return rules_from(
        {
            "players": players,
            "schedule": {"shape": "list", "sizes": [chance.randint(1, most)]},
            "trump": trump,
            **chance.choice(_BIDDINGS),
            "void": chance.choices(("any-card", "must-trump"), (8, 1))[0],
            "scoring": {
                "made": "ten-plus-tricks",
                "missed": chance.choice(("nothing", "nothing", "one-per-trick")),
            },
        }
    )


@dataclass
class Book:
    """What is written of decisions of one kind: the deal in the kernel's arrays, the choices
    (-1: none) and their values."""

    words: list[Any] = field(default_factory=list)
    facts: list[Any] = field(default_factory=list)
    signs: list[Any] = field(default_factory=list)
    choices: list[Any] = field(default_factory=list)
    values: list[Any] = field(default_factory=list)

    def write(self, view: View, values: dict[int, float], is_bid: bool) -> None:
        """One decision."""
        from games.ai.kernel.problem import problem_of  # noqa: PLC0415 - after engine.load()

        asked = problem_of(view)
        places = [each if is_bid else asked.place(each) for each in values]
        self.words.append(asked.words)
        self.facts.append(asked.facts.astype(np.int8))
        self.signs.append(_lost_signs(asked.scores, view.hand_size))
        self.choices.append(places + [-1] * (MOST - len(places)))
        self.values.append(list(values.values()) + [0.0] * (MOST - len(places)))

    def arrays(self, name: str) -> dict[str, Any]:
        """The book as arrays, their names beginning with `name`."""
        return {
            f"{name}_words": np.array(self.words, np.uint64),
            f"{name}_facts": np.array(self.facts, np.int8),
            f"{name}_pays": np.array(self.signs, np.int8),
            f"{name}_choices": np.array(self.choices, np.int8),
            f"{name}_values": np.array(self.values, np.float32),
        }


def _lost_signs(scores: Any, size: int) -> int:
    """Whether a trick pays that is taken above the bid: 1, 0 or -1."""
    if size < 2:
        return 0
    return int(np.sign(scores[0, 2] - scores[0, 1]))


class Recorder:
    """Plays deals and keeps both books."""

    def __init__(self, chance: Random, searching: Any, weights: Path | None = None) -> None:
        self.chance = chance
        self.searching = searching
        self.effort = EFFORTS[weights is not None]
        self.weights = weights
        self.bids = Book()
        self.cards = Book()

    def play_deal(self) -> None:
        """One deal of some rules, to its end."""
        chance, rules = self.chance, some_rules(self.chance)
        dealer = chance.randrange(rules.players)
        dealt = deal_cards(rules, 0, dealer, shuffled_deck(chance))
        position = Position.start(rules, 0, dealer, dealt)
        while position.phase is Phase.BIDDING:
            seat = position.to_act[0]
            position = position.after_bid(seat, self._bid(position.seen_by(seat)))
        while not position.is_over:
            seat = position.trick.turn
            position = position.after_play(seat, self._card(position.seen_by(seat)))

    def _bid(self, view: View) -> int:
        found = self._ask(self.searching.value_bids, view)
        self.bids.write(view, found.values, True)
        return self._choice(found.values)

    def _card(self, view: View) -> int:
        if len(view.legal_plays) == 1:
            return next(iter(view.legal_plays))
        values = self._ask(self.searching.value_cards, view)
        if max(values.values()) - min(values.values()) > 1e-6:
            self.cards.write(view, values, False)
        return self._choice(values)

    def _ask(self, question: Any, view: View) -> Any:
        return question(view, self.effort, SPOIL, self.chance.getrandbits(64), self.weights)

    def _choice(self, values: dict[int, float]) -> int:
        if self.chance.random() < ASTRAY:
            return self.chance.choice(list(values))
        return max(values, key=lambda each: values[each])


def write_shard(path: Path, deals: int, seed: int, weights: Path | None) -> None:
    """Play so many deals and write both books into one file, whole or not at all."""
    engine.warm_up()
    recorder = Recorder(Random(seed), engine.load(), weights)
    for _ in range(deals):
        recorder.play_deal()
    path.parent.mkdir(parents=True, exist_ok=True)
    books = recorder.bids.arrays("bid") | recorder.cards.arrays("card")
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as target:
        np.savez_compressed(target, **books)
    unfinished.rename(path)
    print(f"{len(books['bid_words'])} bids, {len(books['card_words'])} cards: {path}", flush=True)


def main() -> None:
    """Play and write."""
    parser = argparse.ArgumentParser(prog="python -m games.ai.training.selfplay")
    parser.add_argument("--deals", type=int, default=800)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weights", type=Path, help="nets to play with; none: rules of thumb")
    parser.add_argument("--output", type=Path, required=True)
    options = parser.parse_args()
    write_shard(options.output, options.deals, options.seed, options.weights)


if __name__ == "__main__":
    main()
