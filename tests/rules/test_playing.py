import pytest

from games.rules import Trick, parse_card, parse_cards
from games.rules.errors import CardNotHeld, DealIsOver, MustFollow, MustTrump, NotYourTurn
from tests.builders import after, codes, deal

NO_BIDS = (0, 0, 0)


def test_a_seat_follows_suit():
    position = after(deal("AS KH | QS 3H | 2S 2H"), NO_BIDS, "KH")
    assert position.legal_plays(1) == codes("3H")


def test_a_revoke_is_refused_with_the_suit_to_follow():
    position = after(deal("AS KH | QS 3H | 2S 2H"), NO_BIDS, "KH")
    with pytest.raises(MustFollow, match="You must follow hearts"):
        position.after_play(1, parse_card("QS"))


def test_a_void_seat_may_discard_though_it_holds_a_trump():
    position = after(deal("AS KH | QD 3C | 2S 2H", trump="9D"), NO_BIDS, "AS")
    assert position.legal_plays(1) == codes("QD 3C")


def test_a_void_seat_must_trump_under_la_podrida():
    position = after(deal("AS KH | QD 3C | 2S 2H", trump="9D", void="must-trump"), NO_BIDS, "AS")
    assert position.legal_plays(1) == codes("QD")
    with pytest.raises(MustTrump, match="You must play a trump"):
        position.after_play(1, parse_card("3C"))


def test_a_void_seat_without_trumps_is_free_under_la_podrida():
    position = after(deal("AS KH | QH 3C | 2S 2H", trump="9D", void="must-trump"), NO_BIDS, "AS")
    assert position.legal_plays(1) == codes("QH 3C")


def test_following_comes_before_trumping_under_la_podrida():
    position = after(deal("AS KH | 3S 3D | 2S 2H", trump="9D", void="must-trump"), NO_BIDS, "AS")
    assert position.legal_plays(1) == codes("3S")


def test_a_seat_follows_a_trump_lead():
    position = after(deal("AD KH | QD 3C | 2S 2H", trump="9D"), NO_BIDS, "AD")
    assert position.legal_plays(1) == codes("QD")


def test_the_turned_card_is_in_nobodys_hand():
    position = after(deal("AS KH | QS 3H | 2S 2H", trump="9D"), NO_BIDS)
    with pytest.raises(CardNotHeld, match="not in your hand"):
        position.after_play(0, parse_card("9D"))


def test_the_dealers_last_card_is_played_like_any_other():
    position = after(deal("AS 3D | KS 9C | 5H 2D", trump="5H"), NO_BIDS, "AS KS")
    assert position.legal_plays(2) == codes("5H 2D")
    assert position.after_play(2, parse_card("5H")).taken == (0, 0, 1)


def test_the_lowest_trump_beats_the_ace_led():
    position = after(deal("AS | KS | 2D", trump="9D"), NO_BIDS, "AS KS 2D")
    assert position.taken == (0, 0, 1)


def test_without_trump_an_ace_of_another_suit_loses():
    assert after(deal("9S | TS | AD"), NO_BIDS, "9S TS AD").taken == (0, 1, 0)


def test_the_taker_leads_to_the_next_trick():
    position = after(deal("2S 2H | AS 3H | 3S AH"), NO_BIDS, "2S AS 3S")
    assert position.turn == 1
    assert position.legal_plays(1) == codes("3H")


def test_nobody_plays_out_of_turn():
    position = after(deal("AS KH | QS 3H | 2S 2H"), NO_BIDS)
    assert position.legal_plays(1) == frozenset()
    with pytest.raises(NotYourTurn):
        position.after_play(1, parse_card("QS"))


def test_a_card_is_played_once():
    position = after(deal("AS KH | QS 3H | 2S 2H"), NO_BIDS, "AS QS 2S")
    with pytest.raises(CardNotHeld):
        position.after_play(0, parse_card("AS"))


def test_nothing_is_played_after_the_last_trick():
    position = after(deal("AS | QS | 2S"), NO_BIDS, "AS QS 2S")
    assert position.is_over
    assert position.to_act == ()
    with pytest.raises(DealIsOver):
        position.after_play(0, parse_card("AS"))


def test_a_deal_has_points_when_it_is_over_and_not_before():
    position = after(deal("AS KH | QS 3H | 2S 2H"), (2, 0, 1), "AS QS 2S KH 3H")
    assert position.points() is None
    assert position.after_play(2, parse_card("2H")).points() == (12, 10, 0)


def test_a_position_counts_bids_and_cards():
    position = after(deal("AS KH | QS 3H | 2S 2H"), (2, 0, 1), "AS QS 2S KH")
    assert (position.actions, position.bid_sum, position.hand_size) == (7, 3, 2)
    assert position.last_trick == Trick(3, 0, parse_cards("AS QS 2S"))


def test_a_trick_knows_who_played_what():
    trick = Trick(3, 2, parse_cards("2S AS"))
    assert trick.played() == ((2, parse_card("2S")), (0, parse_card("AS")))
    assert (trick.turn, trick.best(None), trick.is_complete) == (1, 0, False)


def test_nobody_is_winning_before_the_lead():
    with pytest.raises(ValueError, match="empty"):
        Trick(3, 0).best(None)
