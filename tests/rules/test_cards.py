import pytest

from games.rules import card_code, card_codes, parse_card, parse_cards, rank_of, suit_of
from games.rules.cards import DECK, HEARTS, parse_suit
from games.rules.errors import CardCodeError


def test_every_code_parses_back_to_its_card():
    assert [parse_card(card_code(card)) for card in DECK] == list(range(52))


def test_ace_is_high_and_two_low():
    assert rank_of(parse_card("2C")) == 0
    assert rank_of(parse_card("AS")) == 12
    assert suit_of(parse_card("TH")) == HEARTS


def test_cards_of_a_text_keep_their_order():
    assert card_codes(parse_cards("KH AS2D")) == ["KH", "AS", "2D"]


@pytest.mark.parametrize(
    "code", ["", "A", "SA", "as", "1S", "10S", "AX", "A♠", "AS ", None, 7, True, ["AS"], {}]
)
def test_anything_else_is_no_card(code):
    with pytest.raises(CardCodeError, match="is not a card"):
        parse_card(code)


@pytest.mark.parametrize("code", ["", "h", "CD", "NT", None, 1])
def test_anything_else_is_no_suit(code):
    with pytest.raises(CardCodeError, match="is not a card"):
        parse_suit(code)


def test_a_refusal_shows_what_was_sent_on_one_short_line():
    with pytest.raises(CardCodeError) as refusal:
        parse_card("A\nS" + "!" * 1000)
    assert str(refusal.value) == "“A?S!!!!!!!!!!!!!!!!!” is not a card."


def test_a_refusal_of_an_endless_number_costs_nothing():
    with pytest.raises(CardCodeError, match="“int” is not a card"):
        parse_card(10**10_000)
