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
class Lines:
    """Sums over lines of score sheets: bids, those of them made, those that took more tricks than
    bid, and points. All averages are for at least one bid."""

    bids: int = 0
    made: int = 0
    over: int = 0
    points: int = 0

    def __add__(self, other: Self) -> Self:
        return replace(self, **{name: mine + theirs for name, mine, theirs in self._sums(other)})

    def __sub__(self, other: Self) -> Self:
        return replace(self, **{name: mine - theirs for name, mine, theirs in self._sums(other)})

    def _sums(self, other: Self) -> Iterator[tuple[str, int, int]]:
        for field in fields(self):
            if field.name != "best":
                yield field.name, getattr(self, field.name), getattr(other, field.name)

    @property
    def under(self) -> int:
        """Bids that took fewer tricks."""
        return self.bids - self.made - self.over

    @property
    def made_rate(self) -> float:
        """Made bids, 0 to 1."""
        return self.made / self.bids

    @property
    def points_per_deal(self) -> float:
        """The usual points of a deal, in which there is one bid."""
        return self.points / self.bids


@dataclass(frozen=True)
class Figures(Lines):
    """Sums over games. A shared win is a win, and counted by itself too; so are bids of no trick
    and bids as the dealer. All averages are for at least one game."""

    games: int = 0
    wins: int = 0
    shared: int = 0
    places: int = 0
    totals: int = 0
    best: int | None = None
    zeros: int = 0
    zeros_made: int = 0
    dealer: int = 0
    dealer_made: int = 0

    def __add__(self, other: Self) -> Self:
        bests = [best for best in (self.best, other.best) if best is not None]
        return replace(super().__add__(other), best=max(bests, default=None))

    def __sub__(self, other: Self) -> Self:
        """Figures without some of the games; which of the others was the best is not known."""
        return replace(super().__sub__(other), best=None)

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


def totalled(figures: Iterable[Figures]) -> Figures:
    """Figures of several groups together."""
    return sum(figures, Figures())


def among(found: Mapping[Group, Figures], *, with_people: bool) -> dict[Group, Figures]:
    """Figures of games of one kind: with other people, or against computers only."""
    return {g: figures for g, figures in found.items() if g.with_people is with_people}
