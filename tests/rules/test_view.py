from dataclasses import fields

from games.rules import View, parse_card
from tests.builders import after, codes, deal

THREE = "AS KH | QS 3H | 2S 2H"


def test_a_view_holds_these_facts_and_no_others():
    assert {field.name for field in fields(View)} == {
        "rules", "number", "dealer", "turn_up", "trump", "bids", "has_bid",
        "tricks", "trick", "taken", "seat", "hand",
    }  # fmt: skip


def test_a_seat_sees_its_own_hand():
    assert deal(THREE).seen_by(1).hand == codes("QS 3H")


def test_a_spectator_sees_no_hand_and_may_do_nothing():
    view = after(deal(THREE), (0, 0, 0), "AS").seen_by(None)
    assert view.hand == frozenset()
    assert view.trick.cards == (parse_card("AS"),)
    assert not view.is_to_act
    assert view.legal_plays == frozenset()
    assert (view.legal_bids, view.bid) == ((), None)


def test_bids_in_turn_are_open():
    assert after(deal(THREE), (2, 1)).seen_by(2).bids == (2, 1, None)


def test_bids_at_once_are_secret_until_the_last_is_in():
    position = after(deal(THREE, bidding="simultaneous"), (2, 1))
    assert position.seen_by(0).bids == (2, None, None)
    assert position.seen_by(2).bids == (None, None, None)
    assert position.seen_by(None).bids == (None, None, None)
    assert position.seen_by(2).has_bid == {0, 1}
    assert position.after_bid(2, 0).seen_by(None).bids == (2, 1, 0)


def test_a_dealer_sees_the_barred_bid_when_it_is_to_bid():
    position = after(deal(THREE, hook=True), (1, 0))
    assert position.seen_by(2).barred == 1
    assert position.seen_by(2).legal_bids == (0, 2)
    assert position.seen_by(0).barred is None
    assert position.after_bid(2, 0).seen_by(2).barred is None


def test_a_view_knows_what_its_seat_may_do():
    position = after(deal(THREE), (0, 0, 0), "AS")
    assert position.seen_by(1).legal_plays == codes("QS")
    assert position.seen_by(2).legal_plays == frozenset()


def test_all_know_the_dealers_card_until_it_is_played():
    position = after(deal("AS 3D | KS 9C | 5H 2D", trump="5H"), (0, 0, 0), "AS KS")
    assert position.seen_by(0).dealers_card == parse_card("5H")
    assert position.after_play(2, parse_card("5H")).seen_by(0).dealers_card is None


def test_a_card_turned_from_the_stock_is_nobodys():
    view = deal(THREE, trump="9D").seen_by(0)
    assert view.dealers_card is None
    assert view.seen == codes("AS KH 9D")


def test_what_was_played_is_seen():
    view = after(deal(THREE), (0, 0, 0), "AS QS 2S KH").seen_by(1)
    assert view.played == codes("AS QS 2S KH")
    assert view.seen == codes("AS QS 2S KH 3H")
