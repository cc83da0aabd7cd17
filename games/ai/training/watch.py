"""Watches seats of mixed strength play, and fits nets to what they really do.

    python -m games.ai.training.watch [--folder var/training] [--output games/ai/weights]

Every seat of a deal is of some level, Hard most often. Each bid and each card that was a choice
is written down with what was chosen; the nets that learn from it say how likely a seat with some
hand is to do what it did, and imagined deals are weighed by them. A file that is there already is
not made again, so the command can be stopped at any time.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from games.ai import engine
from games.ai.arena import play_deal
from games.ai.player import Player
from games.ai.registry import level
from games.rules import Card, View, shuffled_deck

from . import fit
from .selfplay import Book, some_rules

FILES: Final = 60
DEALS: Final = 1000
"""Deals in each file."""
SEATED: Final = {"hard": 12, "medium": 4, "nets": 3, "easy": 1}
"""How often a seat is of each level; `nets` are the nets of play and of bids without search."""
WARMTH: Final = 0.05
"""Chosen is worth 1 more than not chosen: at this warmth all favour goes to what was chosen."""

WEIGHTS: Final = Path(__file__).resolve().parent.parent / "weights"


class NetPlayer:
    """Bids and plays what the nets favour, without a search."""

    def __init__(self, weights: Path) -> None:
        self.weights = weights

    def bid(self, view: View, chance: Random) -> int:
        """The legal bid that the net of bids favours."""
        from games.ai.kernel import minds, nets, problem  # noqa: PLC0415 - after engine.load()

        asked = problem.problem_of(view)
        _, pays, _, net, *_ = minds.mind_of(self.weights, asked.scores)
        return nets.net_bid(
            asked.words, asked.facts, view.seat or 0, pays, asked.miss, asked.counts, net,
            nets.make_bid_room(net),
        )  # fmt: skip

    def play(self, view: View, chance: Random) -> Card:
        """The legal card that the net of play favours."""
        from games.ai.kernel import minds, playing, problem, search  # noqa: PLC0415

        asked = problem.problem_of(view)
        _, pays, net, *_ = minds.mind_of(self.weights, asked.scores)
        _, _, sums, second, on, base = search.make_room(net)
        playing.begin_sums(asked.words, asked.facts, net, base)
        return asked.card(
            playing.net_card(asked.words, asked.facts, pays, net, base, sums, second, on)
        )


class Watched:
    """A player whose bids and choices of cards are written down."""

    def __init__(self, player: Player, bids: Book, cards: Book) -> None:
        self.player = player
        self.bids = bids
        self.cards = cards

    def bid(self, view: View, chance: Random) -> int:
        """What the player bids."""
        made = self.player.bid(view, chance)
        self.bids.write(view, {bid: float(bid == made) for bid in view.legal_bids}, True)
        return made

    def play(self, view: View, chance: Random) -> Card:
        """What the player plays; cards that come to the same are written as one, the lowest."""
        made = self.player.play(view, chance)
        groups = merged(view) if len(view.legal_plays) > 1 else {}
        if len(groups) > 1:
            self.cards.write(
                view, {low: float(made in group) for low, group in groups.items()}, False
            )
        return made


def merged(view: View) -> dict[Card, frozenset[Card]]:
    """The legal cards in groups that come to the same, by the lowest of each."""
    from games.ai.kernel import problem, tricks  # noqa: PLC0415

    asked = problem.problem_of(view)
    words, facts = asked.words, asked.facts
    lows = int(tricks.distinct(tricks.legal_cards(words, facts), words, facts))
    groups: dict[int, set[Card]] = {}
    low = 0
    for place in sorted(asked.place(card) for card in view.legal_plays):
        low = place if lows >> place & 1 else low
        groups.setdefault(low, set()).add(asked.card(place))
    return {asked.card(low): frozenset(group) for low, group in groups.items()}


def write_shard(path: Path, deals: int, seed: int, weights: Path) -> None:
    """Watch so many deals and write both books into one file, whole or not at all."""
    engine.warm_up()
    chance, bids, cards = Random(f"watch {seed}"), Book(), Book()
    seated: dict[str, Player] = {
        key: NetPlayer(weights) if key == "nets" else level(key).player for key in SEATED
    }
    watched = [Watched(player, bids, cards) for player in seated.values()]
    for _ in range(deals):
        rules = some_rules(chance)
        players = chance.choices(watched, tuple(SEATED.values()), k=rules.players)
        dealer = chance.randrange(rules.players)
        play_deal(rules, 0, dealer, shuffled_deck(chance), players, chance)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as target:
        np.savez_compressed(target, **bids.arrays("bid"), **cards.arrays("card"))
    unfinished.rename(path)
    print(f"{len(bids.words)} bids, {len(cards.words)} cards: {path}", flush=True)


def fit_files(files: Sequence[Path], output: Path, seed: int) -> None:
    """Fit both nets of behaviour and write them into a folder."""
    engine.load()
    books = [dict(np.load(path)) for path in files]
    output.mkdir(parents=True, exist_ok=True)
    lessons: Any
    for name, lessons in (
        ("seen-cards", fit.card_lessons(books, WARMTH)),
        ("seen-bids", fit.bid_lessons(books, WARMTH)),
    ):
        fit.export(fit.fit(lessons, seed, name), output / f"{name}.npz")


def main() -> None:
    """Watch what hasn't been watched yet, and fit."""
    parser = argparse.ArgumentParser(prog="python -m games.ai.training.watch")
    parser.add_argument("--folder", type=Path, default=Path("var/training"))
    parser.add_argument("--files", type=int, default=FILES)
    parser.add_argument("--weights", type=Path, default=WEIGHTS, help="the nets of play and bids")
    parser.add_argument("--output", type=Path, default=WEIGHTS)
    options = parser.parse_args()
    files = [options.folder / f"seen-{number + 1}.npz" for number in range(options.files)]
    for number, path in enumerate(files):
        if not path.exists():
            write_shard(path, DEALS, number + 1, options.weights)
    fit_files(files, options.output, seed=1)


if __name__ == "__main__":
    main()
