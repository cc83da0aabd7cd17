"""Which model rates people best in this game, and how sure it may be of itself.

    python -m benchmarks.rating_models

People of known strength play games as long and as lucky as real ones; every model of the library
rates them, and is asked what it made of it. A total is drawn from a normal distribution: a game is
the sum of many deals. Strengths spread as far as levels do: between Easy and Medium, and between
Medium and Hard, lies about what chance moves one total by (`docs/computers.md`: 1.4 and 1.6
points a deal, 19 deals, a deviation of 6.5 a deal).
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import NormalDist, fmean
from typing import Any, Final

from openskill import models

from games.rules import places

PEOPLE: Final = 200
GAMES: Final = 1500
SEEDS: Final = range(6)
SPREAD: Final = 0.8
"""How far people's strengths differ, in parts of what chance moves a total by."""
TOTAL: Final = 28
"""What chance moves a total by, in points."""
NEW: Final = 25 / 3
NAMES: Final = (
    "PlackettLuce",
    "BradleyTerryFull",
    "BradleyTerryPart",
    "ThurstoneMostellerFull",
    "ThurstoneMostellerPart",
)


@dataclass
class Club:
    """People of known strength, some of whom play much more than others, and their ratings."""

    model: Any
    chance: Random
    even: bool = False
    strengths: list[float] = field(init=False)
    keenness: list[float] = field(init=False)
    ratings: list[Any] = field(init=False)
    games: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.strengths = [self.chance.gauss(0, SPREAD) for _ in range(PEOPLE)]
        self.keenness = [
            1.0 if self.even else self.chance.paretovariate(1.2) for _ in range(PEOPLE)
        ]
        self.ratings = [self.model.rating() for _ in range(PEOPLE)]
        self.games = [0] * PEOPLE

    def play(self) -> tuple[list[int], tuple[int, ...]]:
        """One game: who was there, and their places."""
        wanted, there = self.chance.choice((2, 3, 3, 4, 4, 5)), list[int]()
        while len(there) < wanted:
            (one,) = self.chance.choices(range(PEOPLE), self.keenness)
            if one not in there:
                there.append(one)
        return there, places([self._total(one) for one in there])

    def _total(self, one: int) -> int:
        return round(TOTAL * (self.strengths[one] + self.chance.gauss(0, 1)))

    def rate(self, there: Sequence[int], at: Sequence[int]) -> None:
        """Let a game move the ratings."""
        teams = [[self.ratings[one]] for one in there]
        for one, (rating,) in zip(there, self.model.rate(teams, ranks=list(at)), strict=True):
            self.ratings[one] = rating
            self.games[one] += 1

    def surprise(self, there: Sequence[int], at: Sequence[int]) -> list[float]:
        """How surprising the outcome of each pair was: minus the logarithm of its chance."""
        return [
            -math.log(max(self._chance_of(there[i], there[j]), 1e-9))
            for i in range(len(there))
            for j in range(len(there))
            if at[i] < at[j]
        ]

    def _chance_of(self, winner: int, loser: int) -> float:
        a, b = self.ratings[winner], self.ratings[loser]
        spread = math.sqrt(2 * self.model.beta**2 + a.sigma**2 + b.sigma**2)
        return NormalDist().cdf((a.mu - b.mu) / spread)

    def agreement(self, figure: Callable[[Any], float]) -> float:
        """Rank correlation of strength and a figure of the rating, among who has played 5 games."""
        known = [one for one in range(PEOPLE) if self.games[one] >= 5]
        truth = _ranks([self.strengths[one] for one in known])
        found = _ranks([figure(self.ratings[one]) for one in known])
        apart = sum((a - b) ** 2 for a, b in zip(truth, found, strict=True))
        return 1 - 6 * apart / (len(known) * (len(known) ** 2 - 1))


def _ranks(figures: Sequence[float]) -> list[int]:
    ranks = [0] * len(figures)
    for rank, number in enumerate(sorted(range(len(figures)), key=figures.__getitem__)):
        ranks[number] = rank
    return ranks


def _model(name: str, luck: float) -> Any:
    return getattr(models, name)(beta=luck * NEW, limit_sigma=True)


def compare(name: str, luck: float) -> str:
    """A line of the table: a model with chance so many times as far as a newcomer may be off."""
    surprises, means, bounds = list[float](), list[float](), list[float]()
    for seed in SEEDS:
        club = Club(_model(name, luck), Random(seed))
        for number in range(GAMES):
            there, at = club.play()
            if number > GAMES // 3:
                surprises += club.surprise(there, at)
            club.rate(there, at)
        means.append(club.agreement(lambda rating: rating.mu))
        bounds.append(club.agreement(lambda rating: rating.mu - 2 * rating.sigma))
    figures = f"{fmean(surprises):.3f} | {fmean(means):.3f} | {fmean(bounds):.3f}"
    return f"| {name} | {luck} | {figures} | {_covered(name, luck)} |"


def _covered(name: str, luck: float) -> str:
    """How often the rating after 20 games is within twice its uncertainty of what it comes to."""
    club, early = Club(_model(name, luck), Random(1), even=True), dict[int, Any]()
    sums, counts = [0.0] * PEOPLE, [0] * PEOPLE
    for number in range(60 * GAMES):
        there, at = club.play()
        club.rate(there, at)
        early |= {one: club.ratings[one] for one in there if club.games[one] == 20}
        for one in there if number > 30 * GAMES else ():
            sums[one] += club.ratings[one].mu
            counts[one] += 1
    near = [
        abs(rating.mu - sums[one] / counts[one]) < 2 * rating.sigma for one, rating in early.items()
    ]
    return f"{100 * fmean(near):.0f} %"


if __name__ == "__main__":
    print("| model | luck | surprise | mean | mean less two deviations | within two deviations |")
    print("| --- | --- | --- | --- | --- | --- |")
    for each in NAMES:
        for luck in (0.5, 1, 1.5):
            print(compare(each, luck), flush=True)
