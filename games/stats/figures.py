"""What games are counted under, and the figures of such games."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Self

from games.rules import parse_rules


@dataclass(frozen=True, order=True)
class Group:
    """What games are counted under. `preset` is empty for house rules; `deals` is their length, 0
    where they go on to a target; the level of games with people is that of the computers there."""

    level: str
    players: int
    preset: str
    deals: int
    with_people: bool = False


@lru_cache(maxsize=1024)
def group_of(level: str, rules_text: str, preset: str, people: int) -> Group:
    """The group of a game with these columns."""
    rules = parse_rules(rules_text)
    return Group(level, rules.players, preset, rules.deals or 0, with_people=people > 1)


@dataclass(frozen=True)
class Figures:
    """Sums over games. A shared win is a win, and counted by itself too; `over` are bids that took
    more tricks; `zeros` bids of no trick, `dealer` bids as the dealer. All averages are for at
    least one game or bid."""

    games: int = 0
    wins: int = 0
    shared: int = 0
    places: int = 0
    totals: int = 0
    best: int | None = None
    bids: int = 0
    made: int = 0
    over: int = 0
    zeros: int = 0
    zeros_made: int = 0
    dealer: int = 0
    dealer_made: int = 0
    points: int = 0

    def __add__(self, other: Self) -> Self:
        bests = [best for best in (self.best, other.best) if best is not None]
        sums = {name: mine + theirs for name, mine, theirs in self._sums(other)}
        return replace(self, **sums, best=max(bests, default=None))

    def __sub__(self, other: Self) -> Self:
        """Figures without some of the games; which of the others was the best is not known."""
        differences = {name: mine - theirs for name, mine, theirs in self._sums(other)}
        return replace(self, **differences, best=None)

    def _sums(self, other: Self) -> Iterator[tuple[str, int, int]]:
        for field in fields(self):
            if field.name != "best":
                yield field.name, getattr(self, field.name), getattr(other, field.name)

    @property
    def under(self) -> int:
        """Bids that took fewer tricks."""
        return self.bids - self.made - self.over

    @property
    def win_rate(self) -> float:
        """Wins a game, 0 to 1."""
        return self.wins / self.games

    @property
    def average_place(self) -> float:
        """The usual place."""
        return self.places / self.games

    @property
    def average_total(self) -> float:
        """The usual total."""
        return self.totals / self.games

    @property
    def made_rate(self) -> float:
        """Made bids, 0 to 1."""
        return self.made / self.bids

    @property
    def points_per_deal(self) -> float:
        """The usual points of a deal, in which there is one bid."""
        return self.points / self.bids


def totalled(figures: Iterable[Figures]) -> Figures:
    """Figures of several groups together."""
    return sum(figures, Figures())


def among(found: Mapping[Group, Figures], *, with_people: bool) -> dict[Group, Figures]:
    """Figures of games of one kind: with other people, or against computers only."""
    return {g: figures for g, figures in found.items() if g.with_people is with_people}
