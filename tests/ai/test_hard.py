"""Hard makes none of the mistakes that people complain of in other programs."""

from random import Random

import pytest

from games.ai import decide
from games.ai.counting import sure_tricks
from games.ai.registry import advise
from games.rules import Position, card_code, parse_card
from tests.ai.tables import one_deal, random_start, table, view_to_act


def hard(position: Position) -> str:
    """The card that Hard plays."""
    return card_code(decide("hard", view_to_act(position), Random(1)))


def hard_bid(position: Position) -> int:
    """The bid that Hard makes."""
    return decide("hard", view_to_act(position), Random(1))


@pytest.mark.parametrize("others", [[1, 1, 1], [2, 1, 0], [0, 0, 3]])
@pytest.mark.parametrize("missed", ["nothing", "one-per-trick", "minus-difference"])
def test_hooked_dealer_stays_at_or_above_its_sure_tricks(others: list[int], missed: str):
    scoring = {"made": "ten-plus-tricks", "missed": missed}
    hands = ["2C 3C 4C 5C 6C", "2D 3D 4D 5D 6D", "7C 8C 9C TC 7D", "AH KH QH JH 2S"]
    position = table(hands, "2H", others, hook=True, scoring=scoring)
    sure = sure_tricks(view_to_act(position))
    assert sure == 4
    assert hard_bid(position) >= sure


def test_needing_every_trick_it_does_not_lead_low():
    assert hard(table(["AS 3D", "QS 4D", "JS 5D"], "2C", [2, 0, 0])) == "AS"


def test_with_two_trumps_and_needing_both_it_leads_the_higher():
    assert hard(table(["AH TH", "3C 4C", "5D 6D"], "2H", [2, 0, 0])) == "AH"


def test_the_boss_trump_is_kept_for_the_last_trick_where_one_more_is_needed():
    # Needing one of two with the ace of trumps in hand: the side card goes first.
    position = table(["AH 3C", "KC QC", "JD TD"], "2H", [1, 1, 0])
    assert hard(position) == "3C"


def test_after_the_bid_is_reached_it_ducks():
    assert hard(table(["QC 5C", "AC 6C", "KC 2C"], "2S", [1, 0, 0], "QC")) == "6C"


def test_a_bid_is_not_forced_up_to_the_number_of_trumps():
    hands = ["2H 3H 4H 2C 3C", "5C 6C 7C 8C 9C", "5D 6D 7D 8D 9D", "5S 6S 7S 8S 9S"]
    assert hard_bid(table(hands, "AH", [])) < 3


def test_a_hand_of_losers_bids_nothing_and_one_of_winners_everything():
    losers = table(["2C 2D 2S", "3C 4C 5C", "6D 7D 8D", "9S TS JS"], "AH", [])
    winners = table(["AH KH QH", "3C 4C 5C", "6D 7D 8D", "9S TS JS"], "JH", [])
    assert (hard_bid(losers), hard_bid(winners)) == (0, 3)


def test_once_its_own_bid_is_lost_it_spoils_anothers():
    # Seat 2 can't take three any more. The king would make seat 0's bid; the ace takes it away.
    hands = ["AS KC 2D", "3S 5C 6D", "4S AC 3C"]
    position = table(hands, None, [2, 0, 3], "AS 3S 4S KC 5C", trump="none")
    assert hard(position) == "AC"


def test_what_it_tells_of_a_decision_fits_the_decision():
    start = random_start(one_deal(4, 6), 2)
    bid = advise("hard", view_to_act(start), Random(1))
    assert len(bid.chances) == 7
    assert sum(bid.chances) == pytest.approx(1)
    card = advise("hard", view_to_act(table(["AS 3D", "QS 4D", "JS 5D"], "2C", [1, 0, 0])),
                  Random(1))  # fmt: skip
    assert set(card.values) == {parse_card("AS"), parse_card("3D")}
    assert card.choice == max(card.values, key=lambda each: card.values[each])


def test_the_same_seed_gives_the_same_decision():
    view = view_to_act(random_start(one_deal(5, 8, bidding="simultaneous"), 4))
    advices = [advise("hard", view, Random(9)) for _ in range(2)]
    assert advices[0] == advices[1]
