"""Counting tricks before the bid: how many a hand should take, and what each bid would earn.

The count is a weighted sum of what can be seen in a hand (`FEATURES`). From the count and a bid
follow the chances of every number of tricks, since a player who has bid plays toward the bid.
The weights are fitted to deals that computers played (`fitting`) and stand in `counts`.
"""

from collections.abc import Sequence
from math import exp
from operator import mul
from typing import Final

from games.rules import View, points, suit_of

from . import counts
from .memory import Memory

FEATURES: Final = (
    "always 1",
    "cards a seat, shared among the seats",
    "chances of the top card of each plain suit",
    "chances of the other plain cards",
    "chances of trumps, if led",
    "trumps",
    "trumps that may serve to ruff a void",
    "trumps that may serve to ruff a suit with one card",
    "bids of others above their share",
    "share of the seats still to bid",
    "leads to the first trick",
    "chances of the top cards of plain suits, for the first lead",
    "length of the longest plain suit above a third of the hand",
)

SIZES: Final = (1, 2, 4, 7, 10, 17)
"""Hand sizes are weighed in groups; these are the largest of each."""


def group_of(view: View) -> str:
    """The name of the weights for a view: its group of hand sizes, and whether there is trump."""
    return group_name(view.hand_size, view.trump is not None)


def group_name(hand_size: int, has_trump: bool) -> str:
    """The name of the weights for a hand size, with or without trump."""
    largest = next(size for size in SIZES if hand_size <= size)
    return f"{largest} {'trump' if has_trump else 'plain'}"


def features(view: View) -> tuple[float, ...]:
    """What the count is made of, in the order of `FEATURES`."""
    suits = _by_suit(view)
    trumps = suits.pop(view.trump, []) if view.trump is not None else []
    tops = sum(chances[0] for chances in suits.values())
    leads = view.seat == view.eldest
    share = view.hand_size / view.players
    lengths = [len(suits.get(suit, ())) for suit in range(4) if suit != view.trump]
    return (
        1.0,
        share,
        tops,
        sum(sum(chances[1:]) for chances in suits.values()),
        sum(trumps),
        float(len(trumps)),
        *_ruffs(trumps, lengths),
        *_bidding(view, share),
        float(leads),
        tops if leads else 0.0,
        max(0.0, max(lengths) - view.hand_size / 3),
    )


def _by_suit(view: View) -> dict[int, list[float]]:
    """By suit, the chance of each card held to hold when led, the highest card first."""
    memory = Memory(view)
    rivals = memory.rivals_left()
    suits: dict[int, list[float]] = {}
    for card in sorted(view.hand, reverse=True):
        suits.setdefault(card // 13, []).append(memory.wins(card, card // 13, rivals))
    return suits


def _ruffs(trumps: Sequence[float], lengths: Sequence[int]) -> tuple[float, float]:
    """Trumps that are no tricks of their own, as far as voids and single cards let them ruff."""
    spare = sum(1 - chance for chance in trumps)
    in_voids = min(spare, 1.5 * lengths.count(0))
    return in_voids, min(max(0.0, spare - 1.5 * lengths.count(0)), float(lengths.count(1)))


def _bidding(view: View, share: float) -> tuple[float, float]:
    """What others have bid above their share, and how many of the seats are still to bid."""
    bids = [bid for seat, bid in enumerate(view.bids) if bid is not None and seat != view.seat]
    waiting = (view.players - 1) / 2 if view.is_simultaneous else view.players - 1 - len(bids)
    return sum(bids) - len(bids) * share, waiting / view.players


def count_tricks(view: View) -> float:
    """How many tricks the hand of a view's seat should take."""
    weights: tuple[float, ...] = counts.WEIGHTS[group_of(view)]
    return float(sum(map(mul, weights, features(view))))


def outcome_terms(tricks: int, bid: int, count: float, size: int) -> tuple[float, ...]:
    """What makes a number of tricks likelier or less likely, given a bid and a count."""
    astray = (tricks - count) ** 2
    made = float(tricks == bid)
    return (
        -astray,
        -astray / size,
        -abs(tricks - bid) if bid else 0.0,
        -float(tricks) if not bid else 0.0,
        made,
        made / size,
        made * (bid == 0),
        float(tricks > bid),
    )


def chances(bid: int, count: float, size: int, surely: int) -> list[float]:
    """The chance of taking 0, 1, ... `size` tricks; fewer than `surely` are out of the question."""
    possible = range(surely, size + 1)
    terms = (outcome_terms(tricks, bid, count, size) for tricks in possible)
    likely = [exp(sum(map(mul, counts.OUTCOME, each))) for each in terms]
    total = sum(likely)
    return [0.0] * surely + [each / total for each in likely]


def sure_tricks(view: View) -> int:
    """The tricks that no play of others can prevent: the trumps above every other trump."""
    if view.trump is None:
        return 0
    memory = Memory(view)
    return sum(card // 13 == view.trump and memory.higher(card) == 0 for card in view.hand)


def most_tricks(view: View) -> int:
    """The tricks that a hand may hope for: all but one for each hopeless card. The fitted count
    knows nothing of it, and runs away with a long row of trumps.

    That is a plain card below every unseen card of its suit, of which the others hold twice as
    many as the hand, so that no long suit of its own will save it.
    """
    memory, lengths = Memory(view), [0] * 4
    for card in view.hand:
        lengths[card // 13] += 1
    hopeless = sum(
        suit_of(card) != view.trump
        and memory.higher(card) == memory.left(suit_of(card)) >= 2 * lengths[card // 13]
        for card in view.hand
    )
    return view.hand_size - hopeless


def expected_points(view: View, bid: int, count: float, surely: int) -> float:
    """The points that a bid earns on average."""
    size, scoring = view.hand_size, view.rules.scoring
    return sum(
        chance * points(scoring, bid, tricks, size)
        for tricks, chance in enumerate(chances(bid, count, size, surely))
        if chance
    )
