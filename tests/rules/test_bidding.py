import pytest

from games.rules import parse_card
from games.rules.errors import (
    AlreadyBid,
    BidBarred,
    BidOutOfRange,
    NotBidding,
    NotYourTurn,
    StillBidding,
)
from tests.builders import after, codes, deal

FIVE = "2C 3C 4C 5C 6C | 2D 3D 4D 5D 6D | 2H 3H 4H 5H 6H | 2S 3S 4S 5S 6S"


def test_the_hook_bars_the_bid_that_makes_the_bids_add_up():
    position = after(deal(FIVE, hook=True), (2, 1, 1))
    assert position.legal_bids(3) == (0, 2, 3, 4, 5)


def test_the_hook_bars_nothing_when_the_bids_are_over_already():
    position = after(deal(FIVE, hook=True), (3, 2, 2))
    assert position.legal_bids(3) == (0, 1, 2, 3, 4, 5)


@pytest.mark.parametrize(("bids", "must"), [((0, 0, 0), 0), ((1, 0, 0), 1)])
def test_with_one_card_the_hook_can_leave_a_single_bid(bids, must):
    position = after(deal("2C | 2D | 2H | 2S", hook=True), bids)
    assert position.legal_bids(3) == (must,)


def test_only_the_dealer_is_hooked():
    position = after(deal("2C | 2D | 2H | 2S", hook=True), (0, 0))
    assert position.legal_bids(2) == (0, 1)


def test_without_the_hook_every_bid_is_free():
    position = after(deal(FIVE), (2, 1, 1))
    assert position.legal_bids(3) == (0, 1, 2, 3, 4, 5)


def test_a_barred_bid_is_refused_with_the_reason():
    position = after(deal(FIVE, hook=True), (2, 1, 1))
    with pytest.raises(BidBarred, match="Not 1: the bids would make 5"):
        position.after_bid(3, 1)


@pytest.mark.parametrize("bid", [-1, 6, 10**30, True, 1.0, "1", None])
def test_a_bid_is_a_whole_number_up_to_the_hand_size(bid):
    with pytest.raises(BidOutOfRange, match="Bid from 0 to 5"):
        deal(FIVE).after_bid(0, bid)


def test_eldest_bids_first_and_the_dealer_last():
    position = deal(FIVE, dealer=1)
    assert position.eldest == 2
    assert position.in_order() == (2, 3, 0, 1)


@pytest.mark.parametrize("seat", [1, 2, 3, 4, -1])
def test_nobody_bids_out_of_turn(seat):
    position = deal(FIVE)
    assert position.legal_bids(seat) == ()
    with pytest.raises(NotYourTurn):
        position.after_bid(seat, 0)


def test_nobody_bids_twice():
    with pytest.raises(AlreadyBid):
        after(deal(FIVE), (2,)).after_bid(0, 1)


def test_nobody_bids_after_the_bidding():
    with pytest.raises(NotBidding):
        after(deal(FIVE), (0, 0, 0, 0)).after_bid(0, 1)


def test_no_card_is_played_before_the_last_bid():
    position = after(deal(FIVE), (0, 0, 0))
    assert position.legal_plays(0) == frozenset()
    with pytest.raises(StillBidding):
        position.after_play(0, parse_card("2C"))


def test_all_may_bid_at_once_in_any_order():
    position = deal(FIVE, bidding="simultaneous").after_bid(2, 3)
    assert position.to_act == (0, 1, 3)
    assert position.turn is None
    assert position.legal_bids(3) == (0, 1, 2, 3, 4, 5)
    assert position.legal_bids(2) == ()


def test_a_bid_at_once_is_not_changed():
    with pytest.raises(AlreadyBid):
        deal(FIVE, bidding="simultaneous").after_bid(2, 3).after_bid(2, 1)


def test_the_last_of_all_that_bid_at_once_has_no_turn_either():
    position = after(deal(FIVE, bidding="simultaneous"), (1, 1, 1))
    assert position.to_act == (3,)
    assert position.turn is None


def test_eldest_leads_any_card_after_the_bidding():
    position = after(deal(FIVE, dealer=0), (0, 0, 0, 0))
    assert position.turn == 1
    assert position.legal_plays(1) == codes("2D 3D 4D 5D 6D")
