"""A person's statistics: what finished games add up to, by level, number of players, rules and
length, and games with other people apart from those against computers only.

Only finished games count, each once. All figures are sums (or a best), so figures of groups add
up to those of all groups together; averages are worked out at the end. `table` counts a game in
the transaction that finishes it.
"""

from .counting import Kind, count, recount
from .figures import Figures, Group, Lines, among, totalled
from .reading import (
    Bidding,
    Result,
    bidding_of,
    change_by,
    results_of,
    statistics_of,
)

__all__ = [
    "Bidding",
    "Figures",
    "Group",
    "Kind",
    "Lines",
    "Result",
    "among",
    "bidding_of",
    "change_by",
    "count",
    "recount",
    "results_of",
    "statistics_of",
    "totalled",
]
