from itertools import chain
from random import Random

import pytest

from games.rules import (
    card_codes,
    deal_cards,
    dealer_of,
    draw_dealer,
    parse_card,
    parse_cards,
    rank_of,
    shuffled_deck,
)
from games.rules.cards import DECK
from games.rules.dealing import _first_jack, _high_card
from tests.builders import house_rules

DECK_OF_FIVES = parse_cards("2C 2D 2H 3C 3D 3H 9S AS")


def test_cards_are_dealt_one_by_one_from_eldest_and_the_next_is_turned():
    dealt = deal_cards(house_rules(3, (2,)), 0, 0, DECK_OF_FIVES)
    assert [card_codes(hand) for hand in dealt.hands] == [["2H", "3H"], ["2C", "3C"], ["2D", "3D"]]
    assert dealt.turn_up == parse_card("9S")


@pytest.mark.parametrize("dealer", range(3))
def test_the_dealers_last_card_is_the_last_one_dealt(dealer):
    rules = house_rules(3, (2,), trump="dealers-last")
    dealt = deal_cards(rules, 0, dealer, DECK_OF_FIVES)
    assert dealt.turn_up == parse_card("3H")
    assert dealt.hands[dealer][-1] == dealt.turn_up


@pytest.mark.parametrize("how", ["cycle", "none"])
def test_nothing_is_turned_where_trump_is_known(how):
    assert deal_cards(house_rules(3, (2,), trump=how), 0, 0, DECK_OF_FIVES).turn_up is None


def test_the_whole_pack_can_be_dealt():
    rules = house_rules(4, (13,), no_trump="when-no-card-is-left")
    dealt = deal_cards(rules, 0, 2, shuffled_deck(Random(1)))
    assert sorted(chain(*dealt.hands)) == list(DECK)
    assert dealt.turn_up is None


def test_a_shuffled_deck_has_every_card_once():
    assert sorted(shuffled_deck(Random(5))) == list(DECK)


def test_the_deal_passes_to_the_left():
    assert [dealer_of(2, number, 4) for number in range(5)] == [2, 3, 0, 1, 2]


def test_a_random_first_dealer_can_be_anyone():
    rules = house_rules(5)
    drawn = {draw_dealer(rules, Random(seed)).dealer for seed in range(100)}
    assert drawn == set(range(5))


def test_the_first_jack_deals():
    draw = _first_jack(3, parse_cards("2C AD KH QS JD JC"))
    assert draw.dealer == 1
    assert draw.shown == tuple(zip((0, 1, 2, 0, 1), parse_cards("2C AD KH QS JD"), strict=True))


def test_the_highest_card_deals():
    draw = _high_card(3, parse_cards("TC AD KH 2S"))
    assert draw.dealer == 1
    assert len(draw.shown) == 3


def test_equal_highest_cards_draw_again_among_themselves():
    draw = _high_card(4, parse_cards("AC KD AH 9S 3C 3D QC 2D"))
    assert [seat for seat, _ in draw.shown] == [0, 1, 2, 3, 0, 2, 0, 2]
    assert draw.dealer == 0


@pytest.mark.parametrize("players", range(3, 9))
@pytest.mark.parametrize("how", ["random", "first-jack", "high-card"])
def test_every_method_finds_a_dealer_and_shows_no_card_twice(players, how):
    rules = house_rules(players, first_dealer=how)
    for seed in range(30):
        draw = draw_dealer(rules, Random(seed))
        shown = [card for _, card in draw.shown]
        assert 0 <= draw.dealer < players
        assert len(shown) == len(set(shown))
        assert how == "random" or rank_of(shown[-1]) == 9 or how == "high-card"


def test_drawing_for_the_deal_ends_even_in_a_deck_of_ties():
    ties = sorted(DECK, key=rank_of)
    assert 0 <= _high_card(4, ties).dealer < 4
