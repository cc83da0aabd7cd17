"""A person's statistics: what finished games add up to, by level, number of players, rules and
length, and games with other people apart from those against computers only.

Only finished games count, each once. All figures are sums (or a best), so figures of groups add
up to those of all groups together; averages are worked out at the end. `table` counts a game in
the transaction that finishes it.
"""

from .counting import Kind, count, recount
from .figures import Figures, Group, among, totalled
from .reading import (
    Result,
    Streak,
    bidding_of,
    bidding_streak,
    change_by,
    results_of,
    statistics_of,
    winning_streak,
)

__all__ = [
    "Figures",
    "Group",
    "Kind",
    "Result",
    "Streak",
    "among",
    "bidding_of",
    "bidding_streak",
    "change_by",
    "count",
    "recount",
    "results_of",
    "statistics_of",
    "totalled",
    "winning_streak",
]
