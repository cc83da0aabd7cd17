"""Fits Medium's counts to deals that Medium plays against itself, and writes `counts`.

    python -m games.ai.fitting [--deals 40000] [--rounds 3] [--seed 1] [--output FILE]

Every round plays deals of all numbers of players and hand sizes, with bids now and then moved by
one so that others than the favoured bid are seen too. Least squares give the weights of the
count: tricks really taken, by what was seen in the hand. Newton's method gives the terms of the
outcome: the chances of every number of tricks, by bid and count. The next round plays with what
the last one found; the first begins with guesses (`guesses`), not with what `counts` holds, so
that the same command gives the same numbers. Plain Python; a round of 40000 deals takes about
three minutes of one core.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, log
from operator import mul
from pathlib import Path
from random import Random
from typing import Final

from games.rules import Phase, Position, Rules, View, deal_cards, rules_from, shuffled_deck

from . import counts
from .arena import play_on
from .counting import FEATURES, SIZES, features, group_of, outcome_terms, sure_tricks
from .medium import MediumPlayer

EXPLORED: Final = 0.3
"""The share of bids that are moved by one."""
RIDGE: Final = 20.0
"""How strongly weights are held to nothing, in observations: rare features stay small."""
OUTCOME_SAMPLE: Final = 40_000
"""How many hands the outcome is fitted to."""
NEWTON_STEPS: Final = 8
_BIDDINGS: Final = (
    {"hook": True},
    {"hook": True},
    {"hook": True},
    {"hook": False},
    {"hook": False, "bidding": "simultaneous"},
)
_HEADER: Final = '''"""The weights of `counting`, written by `python -m games.ai.fitting`.

`WEIGHTS` by the largest hand size of a group and whether there is trump, in the order of
`counting.FEATURES`; `OUTCOME` in the order of `counting.outcome_terms`.
"""

from collections.abc import Mapping
'''
_ROW: Final = 7
"""Numbers in one written line."""

Vector = list[float]
Matrix = list[Vector]


@dataclass(frozen=True)
class Observation:
    """One hand: what was seen in it at the bid, what was bid and taken."""

    group: str
    seen: tuple[float, ...]
    bid: int
    taken: int
    size: int
    surely: int


class Explorer(MediumPlayer):
    """Medium, with some bids moved by one."""

    def bid(self, view: View, chance: Random) -> int:
        """Medium's bid, or one beside it."""
        usual = super().bid(view, chance)
        if chance.random() >= EXPLORED:
            return usual
        near = [bid for bid in (usual - 1, usual + 1) if bid in view.legal_bids]
        return chance.choice(near or [usual])


def some_rules(chance: Random) -> Rules:
    """Rules of one deal, so that all players, sizes and ways of trump are seen."""
    players = chance.choice((3, 4, 4, 4, 4, 4, 5, 5, 6, 7, 8))
    trump = chance.choices(("turned", "none", "dealers-last"), (6, 2, 1))[0]
    most = (52 - (trump == "turned")) // players
    return rules_from(
        {
            "players": players,
            "schedule": {"shape": "list", "sizes": [chance.randint(1, min(most, 17))]},
            "trump": trump,
            **chance.choice(_BIDDINGS),
            "void": chance.choices(("any-card", "must-trump"), (6, 1))[0],
            "scoring": {
                "made": "ten-plus-tricks",
                "missed": chance.choice(("nothing", "one-per-trick")),
            },
        }
    )


def observe(deals: int, seed: int) -> list[Observation]:
    """The hands of so many deals of self-play."""
    chance = Random(seed)
    return [seen for _ in range(deals) for seen in _observe_deal(some_rules(chance), chance)]


def _observe_deal(rules: Rules, chance: Random) -> Iterator[Observation]:
    dealer = chance.randrange(rules.players)
    position = Position.start(rules, 0, dealer, deal_cards(rules, 0, dealer, shuffled_deck(chance)))
    explorer, views = Explorer(), []
    while position.phase is Phase.BIDDING:
        view = position.seen_by(position.to_act[0])
        views.append(view)
        position = position.after_bid(position.to_act[0], explorer.bid(view, chance))
    end = play_on(position, [explorer] * rules.players, chance)
    for view in views:
        assert view.seat is not None
        yield Observation(
            group_of(view),
            features(view),
            end.bids[view.seat] or 0,
            end.taken[view.seat],
            view.hand_size,
            sure_tricks(view),
        )


def fit_weights(seen: Sequence[Observation]) -> dict[str, Vector]:
    """The weights of the count for every group of hand sizes."""
    groups = sorted({each.group for each in seen}, key=_group_order)
    return {
        group: least_squares([each for each in seen if each.group == group]) for group in groups
    }


def _group_order(group: str) -> tuple[str, int]:
    size, kind = group.split()
    return kind, int(size)


def least_squares(seen: Sequence[Observation]) -> Vector:
    """The weights that come nearest to the tricks taken."""
    places = range(len(FEATURES))
    matrix = [[RIDGE * (row == column) for column in places] for row in places]
    right = [0.0 for _ in places]
    for each in seen:
        for i in places:
            if each.seen[i]:
                right[i] += each.seen[i] * each.taken
                _add(matrix[i], each.seen, each.seen[i])
    return solve(matrix, right)


def _add(row: Vector, values: Sequence[float], factor: float) -> None:
    for i, value in enumerate(values):
        row[i] += factor * value


def solve(matrix: Matrix, right: Vector) -> Vector:
    """The x with matrix x = right, by elimination. The arguments are used up."""
    size = len(right)
    for i in range(size):
        pivot = max(range(i, size), key=lambda row: abs(matrix[row][i]))
        matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
        right[i], right[pivot] = right[pivot], right[i]
        for row in range(i + 1, size):
            factor = -matrix[row][i] / matrix[i][i]
            right[row] += factor * right[i]
            _add(matrix[row], matrix[i], factor)
    found = [0.0] * size
    for i in reversed(range(size)):
        found[i] = (right[i] - sum(map(mul, matrix[i], found))) / matrix[i][i]
    return found


def fit_outcome(seen: Sequence[Observation], weights: dict[str, Vector]) -> Vector:
    """The terms of the outcome that make what happened likeliest."""
    cases = [_case(each, weights[each.group]) for each in seen]
    found = [0.0] * len(cases[0].options[0])
    for _ in range(NEWTON_STEPS):
        loss, step = _newton_step(cases, found)
        found = list(map(sum, zip(found, step, strict=True)))
    print(f"outcome: mean log loss {loss / len(cases):.4f}")
    return found


@dataclass(frozen=True)
class Case:
    """The terms of every possible outcome of one hand, and which of them came."""

    options: list[tuple[float, ...]]
    came: int


def _case(each: Observation, weights: Vector) -> Case:
    count = sum(map(mul, weights, each.seen))
    possible = range(each.surely, each.size + 1)
    options = [outcome_terms(tricks, each.bid, count, each.size) for tricks in possible]
    return Case(options, each.taken - each.surely)


def _newton_step(cases: Sequence[Case], at: Vector) -> tuple[float, Vector]:
    """The log loss at these terms, and the step toward less of it."""
    places = range(len(at))
    gradient = [-value for value in at]
    curve = [[float(row == column) for column in places] for row in places]
    loss = 0.0
    for case in cases:
        likely = [exp(sum(map(mul, at, option))) for option in case.options]
        total = sum(likely)
        loss -= log(likely[case.came] / total)
        mean = [0.0] * len(at)
        for weight, option in zip(likely, case.options, strict=True):
            _add(mean, option, weight / total)
            for i in places:
                if option[i]:
                    _add(curve[i], option, option[i] * weight / total)
        _add(gradient, case.options[case.came], 1.0)
        _add(gradient, mean, -1.0)
        for i in places:
            _add(curve[i], mean, -mean[i])
    return loss, solve(curve, gradient)


def report(seen: Sequence[Observation], weights: dict[str, Vector]) -> None:
    """How well the counts fit, by group."""
    for group, fitted in weights.items():
        part = [each for each in seen if each.group == group]
        mean = sum(each.taken for each in part) / len(part)
        spread = sum((each.taken - mean) ** 2 for each in part)
        missed = sum((each.taken - sum(map(mul, fitted, each.seen))) ** 2 for each in part)
        made = sum(each.taken == each.bid for each in part) / len(part)
        print(
            f"{group:9} {len(part):6} hands, explained {1 - missed / spread:.2f}, made {made:.1%}"
        )


def written(weights: dict[str, Vector], outcome: Vector) -> str:
    """The text of the module `counts`."""
    lines = [_HEADER, "WEIGHTS: Mapping[str, tuple[float, ...]] = {"]
    for group, fitted in weights.items():
        lines += [f'    "{group}": (', *_rows(fitted, indent=8), "    ),"]
    lines += ["}  # fmt: skip", "OUTCOME: tuple[float, ...] = (", *_rows(outcome, indent=4)]
    return "\n".join([*lines, ")  # fmt: skip", ""])


def _rows(values: Vector, indent: int) -> list[str]:
    rows = [values[i : i + _ROW] for i in range(0, len(values), _ROW)]
    return [" " * indent + " ".join(f"{value:.4f}," for value in row) for row in rows]


def use(weights: dict[str, Vector], outcome: Vector) -> None:
    """Let the players of this process count with what was fitted."""
    counts.WEIGHTS = {group: tuple(fitted) for group, fitted in weights.items()}
    counts.OUTCOME = tuple(outcome)


def guesses() -> tuple[dict[str, Vector], Vector]:
    """Weights to begin with: most of the cards' own chances, and a pull toward the bid."""
    count = [0.0, 0.0, 0.7, 0.5, 0.8, 0.3, 0.0, 0.0, -0.1, 0.0, 0.0, 0.0, 0.0]
    kinds = ("plain", "trump")
    return {f"{size} {kind}": count for kind in kinds for size in SIZES}, [
        *(0.3, 0.0, 0.3, 0.3, 1.0, 0.0, 0.0, 0.0),
    ]


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m games.ai.fitting", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--deals", type=int, default=40_000, help="deals of a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, default=Path(counts.__file__))
    given = parser.parse_args()
    use(*guesses())
    for number in range(given.rounds):
        print(f"round {number + 1}")
        seen = observe(given.deals, given.seed + number)
        weights = fit_weights(seen)
        report(seen, weights)
        outcome = fit_outcome(seen[:OUTCOME_SAMPLE], weights)
        use(weights, outcome)
        given.output.write_text(written(weights, outcome))


if __name__ == "__main__":
    main()
