"""Thirty small positions with one clearly right action, for every level from Medium up.

Hands are by seat; seat 0 leads to the first trick and the last seat deals. Where a seat is to
bid, the right answer is a number; where it is to play, a card.
"""

from random import Random

import pytest

from games.ai import LEVELS, decide
from games.rules import Phase, card_code
from tests.ai.tables import table, view_to_act

STRONG = [key for key in LEVELS if key not in ("random", "easy")]

BIDS = {
    "a lone ace of trumps": (["AH", "3C", "5D"], "2H", [], 1),
    "a lone two that leads": (["2C", "3D", "5S"], "5H", [], 0),
    "a lone two of a plain suit, last": (["3C", "5D", "2S"], "5H", [0, 0], 0),
    "the three highest trumps": (["AH KH QH", "3C 4C 5C", "6D 7D 8D"], "2H", [], 3),
    "only the lowest cards": (["2C 2D 2S", "3C 4C 5C", "6D 7D 8D"], "AH", [], 0),
    "the highest trump and two twos": (["AH 2C 2D", "3C 4C 5C", "6D 7D 8D"], "3H", [], 1),
    "the ace of trumps and two twos, last": (
        ["4C 5C 6C", "6D 7D 8D", "5S 6S 7S", "AH 2C 2D"], "2H", [1, 1, 0], 1,
    ),
    "all cards of no use, four seats": (
        ["2C 3C 2D 3D 2S", "4C 5C 6C 7C 8C", "4D 5D 6D 7D 8D", "4S 5S 6S 7S 8S"], "AH", [], 0,
    ),
    "five highest trumps": (
        ["AH KH QH JH TH", "4C 5C 6C 7C 8C", "4D 5D 6D 7D 8D", "4S 5S 6S 7S 8S"], "2H", [], 5,
    ),
    "an ace and a king of trumps, one card each": (["KH", "3C", "AH"], "2H", [0, 0], 1),
}  # fmt: skip

PLAYS = {
    "needing both, the ace of trumps first": (
        ["AH TH", "3C 4C", "5D 6D"], "2H", [2, 0, 0], "", "AH",
    ),
    "needing every trick, not the low card": (
        ["AS 3D", "QS 4D", "JS 5D"], "2C", [2, 0, 0], "", "AS",
    ),
    "wanting none, the lowest card is led": (
        ["2C AD", "5C 6D", "7C 8D"], "2S", [0, 1, 1], "", "2C",
    ),
    "wanting none, the two before the king": (
        ["2C KC", "5C AC", "7C 8D"], "2S", [0, 1, 0], "", "2C",
    ),
    "the last trump boss is kept": (["AH 3C", "KC QC", "JD TD"], "2H", [1, 1, 0], "", "3C"),
    "last and wanting it, the cheap winner": (
        ["TC 2D 3D", "9C 4D 5D", "JC AC 6D"], "2S", [0, 0, 2], "TC 9C", "JC"),
    "last and not wanting it, under the queen": (
        ["QC 2D", "5C 3D", "KC 6C"], "2S", [1, 0, 0], "QC 5C", "6C",
    ),
    "ducking, the highest that loses": (
        ["QC 2D 3D", "JC 5C 4D", "AC 6C 7D"], "2S", [1, 0, 1], "QC", "JC"),
    "void and wanting none, the ace goes": (
        ["QC 2D", "AD 3H", "KC 6C"], "2S", [1, 0, 0], "QC", "AD",
    ),
    "void and wanting all, a trump": (["QC 2D", "AS 3H", "KC 6C"], "2S", [0, 2, 0], "QC", "AS"),
    "wanting the last two, trump it": (["KC QD", "2C 3D", "AS TS"], "KS", [0, 0, 2], "KC 2C", "TS"),
    "no trump where the trick is unwanted": (
        ["KC QD", "2C 3D", "5S 4D"], "2S", [1, 0, 0], "KC 2C", "4D",
    ),
    "overtaking for the trick that is needed": (
        ["KC 2D", "AC 3D", "4C 5D"], "2S", [0, 2, 0], "KC", "AC",
    ),
    "under it, when nothing is needed": (["KC 2D", "AC 3C", "4C 5D"], "2S", [1, 0, 0], "KC", "3C"),
    "needing both, the cheap winner before the ace": (
        ["4C 2D", "3C 3D", "AC 6C"], "2S", [0, 0, 2], "4C 3C", "6C"),
    "the bid is made: the low card is led": (
        ["AC 2D KH", "3C 8D 4H", "4C 9D 5H"], "2S", [1, 1, 0], "AC 3C 4C", "2D"),
    "one more is needed: the king is led": (
        ["AC 2D KH", "3C 8D 4H", "4C 9D 5H"], "2S", [2, 1, 0], "AC 3C 4C", "KH"),
    "lost bid: the other's needed trick is taken": (
        ["AS KC 2D", "3S 5C 6D", "4S AC 3C"], None, [2, 0, 3], "AS 3S 4S KC 5C", "AC"),
    "the trump that wins, not the one that doesn't": (
        ["KC 2D", "9S 3D", "TS 4S"], "2S", [0, 0, 2], "KC 9S", "TS"),
    "a trump under a trump is thrown away": (
        ["KC 2D", "9S 3D", "TS 4S"], "2S", [0, 0, 0], "KC 9S", "4S"),
}  # fmt: skip


@pytest.mark.parametrize("level", STRONG)
@pytest.mark.parametrize("name", BIDS)
def test_the_right_bid(level: str, name: str):
    hands, turned, bids, right = BIDS[name]
    view = view_to_act(table(hands, turned, bids))
    assert [decide(level, view, Random(seed)) for seed in range(3)] == [right] * 3


@pytest.mark.parametrize("level", STRONG)
@pytest.mark.parametrize("name", PLAYS)
def test_the_right_card(level: str, name: str):
    hands, turned, bids, plays, right = PLAYS[name]
    kind = {} if turned else {"trump": "none"}
    view = view_to_act(table(hands, turned, bids, plays, **kind))
    assert view.phase is Phase.PLAYING
    cards = [card_code(decide(level, view, Random(seed))) for seed in range(3)]
    assert cards == [right] * 3


def test_there_are_thirty_positions():
    assert len(BIDS) + len(PLAYS) == 30
