"""Watches seats of mixed strength, and fits nets to what they really do.

    python -m games.ai.training.watch [--folder var/training] [--output var/training/weights]

Every seat of a deal is of some level, Hard most often. Each bid and each card that was a choice
is written down with what was chosen; the nets that learn from it say how likely a seat with some
hand is to do what it did, and imagined deals are weighed by them. A file that is there already is
not made again, so the command can be stopped at any time.
"""

import argparse
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from games.ai import engine
from games.ai.arena import play_deal
from games.ai.kernel import layout, minds, nets, playing, problem, search, tricks
from games.ai.kernel.bidding import FEATURES
from games.ai.kernel.compiling import compiled
from games.ai.player import Player
from games.ai.registry import level
from games.rules import Card, Rules, View, rules_from, shuffled_deck

from .learning import (
    Learner,
    add_folders,
    blank_decisions,
    export,
    fresh_net,
    nets_folder,
    positive,
    read_parts,
    write_whole,
)
from .sight import MOST_COLUMNS, bid_sight, card_sight
from .slopes import DENSE, LEGAL, MADE, ON, TOP, Decisions, policy_slopes

FILES: Final = 75
DEALS: Final = 1000
"""Deals in each file."""
SEATED: Final = {"hard": 12, "medium": 4, "nets": 3, "easy": 1}
"""How often a seat is of each level; `nets` are the nets of play and of bids without search."""
PASSES: Final = 18
BATCH: Final = 256
RATE: Final = 0.002
KEPT_BACK: Final = 20
"""One decision in so many is kept back, to see how well the others are learned from."""

WEIGHTS: Final = Path(__file__).resolve().parent.parent / "weights"

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


class NetPlayer:
    """Bids and plays what the nets of play and of bids favour, without a search."""

    def __init__(self, weights: Path) -> None:
        self.weights = weights

    def bid(self, view: View, chance: Random) -> int:
        """The legal bid that the net of bids favours."""
        asked = problem.problem_of(view)
        _, pays, _, net, *_ = minds.mind_of(self.weights, asked.scores)
        return nets.net_bid(
            asked.words, asked.facts, view.seat or 0, pays, asked.miss, asked.counts, net,
            nets.make_bid_room(),
        )  # fmt: skip

    def play(self, view: View, chance: Random) -> Card:
        """The legal card that the net of play favours."""
        asked = problem.problem_of(view)
        _, pays, net, *_ = minds.mind_of(self.weights, asked.scores)
        _, _, sums, second, on, base = search.make_room()
        playing.begin_sums(asked.words, asked.facts, pays, net, base, on)
        return asked.card(playing.net_card(asked.words, asked.facts, net, base, sums, second, on))


class Book:
    """Decisions of one kind: the deal in the kernel's arrays, the choices as bits, the one made."""

    PARTS: Final = {"words": np.uint64, "facts": np.int8, "pays": np.int8,
                    "choices": np.uint64, "made": np.int8}  # fmt: skip

    def __init__(self) -> None:
        self.rows: dict[str, list[Any]] = {part: [] for part in self.PARTS}

    def write(self, asked: problem.Problem, choices: int, made: int) -> None:
        """One decision; choices and the one made are bids, or places of cards."""
        row = (asked.words, asked.facts, problem.pays_of(asked.scores), choices, made)
        for part, value in zip(self.PARTS, row, strict=True):
            self.rows[part].append(value)

    def arrays(self, name: str) -> dict[str, Any]:
        """The book as arrays, their names beginning with `name`."""
        return {f"{name}_{p}": np.array(self.rows[p]).astype(k) for p, k in self.PARTS.items()}


class Watched:
    """A player whose bids and choices of cards are written down."""

    def __init__(self, player: Player, bids: Book, cards: Book) -> None:
        self.player = player
        self.bids = bids
        self.cards = cards

    def bid(self, view: View, chance: Random) -> int:
        """What the player bids."""
        made = self.player.bid(view, chance)
        self.bids.write(problem.problem_of(view), sum(1 << bid for bid in view.legal_bids), made)
        return made

    def play(self, view: View, chance: Random) -> Card:
        """What the player plays; of cards that come to the same the lowest is written."""
        made = self.player.play(view, chance)
        asked = problem.problem_of(view)
        words, facts = asked.words, asked.facts
        choices = int(tricks.distinct(tricks.legal_cards(words, facts), words, facts))
        place = asked.place(made)
        same = [low for low in range(place // 16 * 16, place + 1) if choices >> low & 1]
        if choices & (choices - 1):
            self.cards.write(asked, choices, same[-1])
        return made


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
    books = bids.arrays("bid") | cards.arrays("card")
    write_whole(path, lambda target: np.savez_compressed(target, **books))
    print(f"{len(books['bid_made'])} bids, {len(books['card_made'])} cards: {path}", flush=True)


def exchanged(book: dict[str, Any], suits: Sequence[int]) -> dict[str, Any]:
    """The same decisions about cards with the plain suits exchanged: as right as they were."""
    order = np.array((*suits, 3))
    facts = book["facts"].copy()
    new = {part: _lanes(book[part], order) for part in ("words", "choices")}
    led, best = facts[:, layout.LED], facts[:, layout.BEST]
    facts[:, layout.LED] = np.where(led >= 0, order[led], led)
    facts[:, layout.BEST] = np.where(best >= 0, order[best >> 4] * 16 + (best & 15), best)
    voids = facts[:, layout.VOID : layout.VOID + layout.SEATS]
    facts[:, layout.VOID : layout.VOID + layout.SEATS] = sum(
        (voids >> suit & 1) << order[suit] for suit in range(4)
    )
    made = order[book["made"] >> 4] * 16 + (book["made"] & 15)
    return {**book, **new, "facts": facts, "made": made}


def _lanes(words: Any, order: Any) -> Any:
    """Words with each suit's sixteen bits moved to its new place."""
    lanes = words.reshape(-1, 1).view(np.uint16)
    moved = np.empty_like(lanes)
    moved[:, order] = lanes
    return moved.view(np.uint64).reshape(words.shape).copy()


@compiled
def _see_cards(
    words: layout.Words, facts: layout.Numbers, pays: layout.Numbers, rows: Decisions
) -> None:
    spare = np.empty(MOST_COLUMNS, np.int64)
    for row in range(pays.size):
        on = rows[ON][row]
        rows[TOP][row] = card_sight(words[row], facts[row], pays[row], spare, on)


@compiled
def _see_bids(
    at: layout.Numbers,
    words: layout.Words,
    facts: layout.Numbers,
    seats: layout.Numbers,
    pays: layout.Numbers,
    miss: layout.Floats,
    counts: layout.Floats,
    rows: Decisions,
) -> None:
    spare, seen = np.empty(MOST_COLUMNS, np.int64), np.empty(counts.size)
    for row in at:
        rows[TOP][row] = bid_sight(
            words[row], facts[row], seats[row], pays[row], miss, counts, spare, seen, rows[ON][row]
        )
        rows[DENSE][row] = seen


def _answered(book: dict[str, Any], features: int) -> tuple[Decisions, Any, Any]:
    rows = blank_decisions(len(book["made"]), features)
    rows[LEGAL][:], rows[MADE][:] = book["choices"], book["made"]
    return rows, book["facts"].astype(np.int64), book["pays"].astype(np.int64)


def card_lessons(book: dict[str, Any]) -> Decisions:
    """Decisions about cards as a net learns from them."""
    rows, facts, pays = _answered(book, 0)
    _see_cards(book["words"], facts, pays, rows)
    return rows


def bid_lessons(book: dict[str, Any]) -> Decisions:
    """Bids as a net learns from them."""
    rows, facts, pays = _answered(book, FEATURES)
    words = book["words"]
    seats = (words[:, : layout.SEATS] != 0).argmax(axis=1)
    turned = (words[:, layout.GONE] != 0).astype(np.int64)
    kinds = np.stack([*facts[:, [layout.PLAYERS, layout.SIZE, layout.TRUMP]].T, turned], axis=1)
    for kind in np.unique(kinds, axis=0):
        players, size, trump, outside = (int(each) for each in kind)
        _see_bids(
            np.flatnonzero((kinds == kind).all(axis=1)), words, facts, seats, pays,
            problem.misses(players, size, outside), problem.count_weights(size, trump != 0), rows,
        )  # fmt: skip
    return rows


def read_book(files: Sequence[Path], name: str) -> dict[str, Any]:
    """All decisions of one kind out of some files."""
    shards = [read_parts(path) for path in files]
    return {p: np.concatenate([shard[f"{name}_{p}"] for shard in shards]) for p in Book.PARTS}


def fit(name: str, book: dict[str, Any], seed: int, passes: int = PASSES) -> nets.Net:
    """A net of cards or of bids that has learned how likely each choice is."""
    chance = np.random.default_rng(seed)
    learner = Learner(fresh_net(name, chance))
    rows = chance.permutation(len(book["made"]))
    kept, rows = rows[: len(rows) // KEPT_BACK], rows[len(rows) // KEPT_BACK :]
    suits, nothing = tuple(permutations(range(3))), np.zeros_like(learner.net)
    lessons = card_lessons(book) if name == "cards" else bid_lessons(book)
    for number in range(passes):
        if name == "cards":
            lessons = card_lessons(exchanged(book, suits[number % len(suits)]))
        rows = chance.permutation(rows)
        for start in range(0, len(rows) - BATCH + 1, BATCH):
            gone = (number + start / len(rows)) / passes
            batch = rows[start : start + BATCH]
            policy_slopes(learner.net, learner.slopes, lessons, batch, True, 0.0, 0.0)
            learner.step(RATE * (1 - gone) + 1e-5)
        log = policy_slopes(learner.net, nothing, lessons, kept, True, 0.0, 0.0)[1]
        print(f"seen {name}, pass {number + 1}: log-chance of what was done {log:.4f}", flush=True)
    return learner.net


def watch(folder: Path, output: Path, weights: Path, files: int = FILES) -> None:
    """Watch what hasn't been watched yet, fit both nets and write them."""
    paths = [folder / f"seen-{number + 1}.npz" for number in range(files)]
    for number, path in enumerate(paths):
        if not path.exists():
            write_shard(path, DEALS, number + 1, weights)
    export(fit("cards", read_book(paths, "card"), 1), output / "seen-cards.npz")
    export(fit("bids", read_book(paths, "bid"), 1), output / "seen-bids.npz")


def main() -> None:
    """Read, watch and fit."""
    parser = argparse.ArgumentParser(prog="python -m games.ai.training.watch")
    add_folders(parser)
    parser.add_argument("--files", type=positive, default=FILES, help="files to watch in all")
    parser.add_argument(
        "--weights",
        type=nets_folder,
        default=WEIGHTS,
        help="nets of play and bids (%(default)s)",
    )
    options = parser.parse_args()
    try:
        watch(options.folder, options.output, options.weights, options.files)
    except KeyboardInterrupt:
        raise SystemExit("Stopped; what was watched in whole files is kept.") from None


if __name__ == "__main__":
    main()
