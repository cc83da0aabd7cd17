"""How strong levels are against each other: duplicate deals, and what follows from them.

Luck of the cards is most of a deal's points. So every deal is played several times with the same
cards, the levels moved round by one seat each time; levels are compared within such a set, and
intervals are taken over sets, which are independent of each other.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import sqrt
from random import Random
from time import perf_counter

from games.rules import Card, Position, Rules, View, shuffled_deck

from .arena import play_deal
from .player import Player
from .registry import level

Z95 = 1.96
"""Standard errors either side of a mean that hold 95 % of a normal distribution."""


@dataclass(frozen=True)
class Contest:
    """Levels by seat, the rules, how many different deals, and the seed of all chance."""

    line_up: tuple[str, ...]
    rules: Rules
    deals: int
    seed: int

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that take part, in the order of their first seats."""
        return tuple(dict.fromkeys(self.line_up))

    @property
    def rotations(self) -> tuple[tuple[str, ...], ...]:
        """The different line-ups that come of moving everybody round."""
        seats = range(len(self.line_up))
        return tuple(dict.fromkeys(self.line_up[i:] + self.line_up[:i] for i in seats))


@dataclass(frozen=True)
class Tally:
    """What one level did in one set: points and made bids of all its hands, and its time."""

    hands: int
    points: int
    made: int
    decisions: int
    seconds: float


@dataclass(frozen=True)
class Estimate:
    """A mean and half the width of its 95 % interval."""

    mean: float
    within: float

    @property
    def least(self) -> float:
        """The lower end of the interval."""
        return self.mean - self.within


@dataclass(frozen=True)
class Standing:
    """One level's result. `made` is a share of bids, 0 to 1; `speed` decisions a second."""

    points: Estimate
    made: Estimate
    speed: float


@dataclass(frozen=True)
class Margin:
    """How much one level is ahead of another, by pairs within sets."""

    better: str
    worse: str
    points: Estimate
    made: Estimate


@dataclass(frozen=True)
class Outcome:
    """All that came of a contest."""

    standings: Mapping[str, Standing]
    margins: tuple[Margin, ...]

    def margin(self, one: str, other: str) -> Estimate:
        """The points a deal by which one level is ahead of another."""
        for margin in self.margins:
            if {margin.better, margin.worse} == {one, other}:
                sign = 1 if margin.better == one else -1
                return Estimate(sign * margin.points.mean, margin.points.within)
        raise KeyError(f"{one} and {other} did not meet.")


class _Timed:
    """A player that counts its decisions and the time they take."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.decisions = 0
        self.seconds = 0.0

    def bid(self, view: View, chance: Random) -> int:
        began = perf_counter()
        bid = self._player.bid(view, chance)
        self._count(began)
        return bid

    def play(self, view: View, chance: Random) -> Card:
        began = perf_counter()
        card = self._player.play(view, chance)
        self._count(began)
        return card

    def _count(self, began: float) -> None:
        self.seconds += perf_counter() - began
        self.decisions += 1


def hold(contest: Contest, processes: int = 1) -> Outcome:
    """Play a contest. Its outcome, but for the speeds, is the same for any number of processes."""
    if processes == 1:
        return _outcome(contest, [play_set(contest, i) for i in range(contest.deals)])
    with ProcessPoolExecutor(processes) as pool:
        chunk = max(1, contest.deals // (8 * processes))
        sets = pool.map(partial(play_set, contest), range(contest.deals), chunksize=chunk)
        return _outcome(contest, list(sets))


def play_set(contest: Contest, index: int) -> dict[str, Tally]:
    """One deal in every rotation. Deals run through the schedule and round the dealers."""
    rules, passes = contest.rules, index // len(contest.rules.hand_sizes)
    number = index % len(rules.hand_sizes)
    dealer = (number + passes) % rules.players
    deck = shuffled_deck(Random(f"{contest.seed} {index}"))
    timed = {key: _Timed(level(key).player) for key in contest.levels}
    hands: dict[str, list[tuple[int, bool]]] = {key: [] for key in contest.levels}
    for turn, keys in enumerate(contest.rotations):
        chance = Random(f"{contest.seed} {index} {turn}")
        end = play_deal(rules, number, dealer, deck, [timed[key] for key in keys], chance)
        for key, hand in zip(keys, _hands(end), strict=True):
            hands[key].append(hand)
    return {key: _tally(hands[key], timed[key]) for key in contest.levels}


def _hands(end: Position) -> list[tuple[int, bool]]:
    """Points, and whether the bid was made, by seat."""
    earned = end.points() or ()
    return [(earned[seat], end.bids[seat] == end.taken[seat]) for seat in range(end.players)]


def _tally(hands: Sequence[tuple[int, bool]], timed: _Timed) -> Tally:
    points, made = sum(each[0] for each in hands), sum(each[1] for each in hands)
    return Tally(len(hands), points, made, timed.decisions, timed.seconds)


def _outcome(contest: Contest, sets: Sequence[Mapping[str, Tally]]) -> Outcome:
    points = {key: [s[key].points / s[key].hands for s in sets] for key in contest.levels}
    made = {key: [s[key].made / s[key].hands for s in sets] for key in contest.levels}
    standings = {
        key: Standing(estimate(points[key]), estimate(made[key]), _speed([s[key] for s in sets]))
        for key in contest.levels
    }
    ranked = sorted(contest.levels, key=lambda key: -standings[key].points.mean)
    margins = tuple(
        Margin(one, other, _ahead(points, one, other), _ahead(made, one, other))
        for one, other in combinations(ranked, 2)
    )
    return Outcome({key: standings[key] for key in ranked}, margins)


def _ahead(values: Mapping[str, Sequence[float]], one: str, other: str) -> Estimate:
    return estimate([a - b for a, b in zip(values[one], values[other], strict=True)])


def _speed(tallies: Sequence[Tally]) -> float:
    seconds = sum(tally.seconds for tally in tallies)
    return sum(tally.decisions for tally in tallies) / seconds if seconds else 0.0


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values and its 95 % interval. Needs two values at least."""
    count = len(values)
    mean = sum(values) / count
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return Estimate(mean, Z95 * sqrt(variance / count))
