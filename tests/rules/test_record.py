import json
from random import Random

import pytest
from hypothesis import strategies as st

from games.rules import DealFacts, Dealt, parse_cards, parse_record, read_record, record_of
from tests.builders import (
    CAST,
    facts_of,
    house_rules,
    plays_of,
    random_game,
    random_line,
    random_start,
)
from tests.rules.games_on_paper import FIRST, PLAYERS, RULES, SECOND, game, spoilt
from tests.rules.strategies import holds_for
from tests.rules.strategies import house_rules as any_rules


def test_a_game_on_paper_is_read():
    record = read_record(game())
    assert record.rules == RULES
    assert record.players == ("Ann", "Ben", "Cat")
    assert [deal.points for deal in record.deals] == [(12, 10, 0), (0, 11, 10)]
    assert record.totals == (12, 21, 10)
    assert record.places == (2, 1, 3)


def test_a_record_is_written_with_every_option_and_result():
    written = read_record(game()).to_json_object()
    assert written == game(totals=[12, 21, 10], places=[2, 1, 3])
    assert list(written) == [
        "format", "version", "rules", "players", "deals", "totals", "places",
    ]  # fmt: skip
    assert list(written["deals"][0]) == [
        "dealer", "hands", "turn_up", "bids", "plays", "taken", "points",
    ]  # fmt: skip


def test_a_record_may_be_bytes_with_a_mark_before_them():
    text = json.dumps(game())
    assert parse_record(text.encode()) == parse_record(text)
    assert parse_record(b"\xef\xbb\xbf" + text.encode()) == parse_record(text)


def test_names_of_any_script_are_kept():
    names = ["Аня", "Bogdan-Ștefan", "👑"]
    assert parse_record(json.dumps(game(players=names))).players == tuple(names)


def test_results_may_be_left_out_or_null():
    bare = game(spoilt(FIRST), spoilt(SECOND, taken=None, points=None), totals=None, places=None)
    assert read_record(bare) == read_record(game())


def test_what_a_reader_doesnt_know_is_passed_over():
    assert read_record(game(spoilt(FIRST, weather="rain"), SECOND, event="cup")) == read_record(
        game()
    )


def test_a_game_without_deals_has_totals_and_no_places():
    record = read_record(game(deals=[]))
    assert record.results() == {"totals": [0, 0, 0], "places": None, "deals": []}


def test_a_game_between_deals_has_totals_and_no_places():
    record = read_record(game(FIRST, totals=[12, 10, 0], places=None))
    assert record.results() == {
        "totals": [12, 10, 0],
        "places": None,
        "deals": [{"taken": [2, 0, 0], "points": [12, 10, 0]}],
    }


def test_a_deal_under_way_counts_tricks_and_no_points():
    under_way = {**FIRST, "plays": ["AS", "QS", "2S", "KH"], "taken": [1, 0, 0], "points": None}
    record = read_record(game(under_way, totals=[0, 0, 0], places=None))
    assert record.results() == {
        "totals": [0, 0, 0],
        "places": None,
        "deals": [{"taken": [1, 0, 0], "points": None}],
    }


def test_a_last_deal_under_way_leaves_the_game_open():
    record = read_record(game(FIRST, spoilt(SECOND, plays=["AS"])))
    assert record.totals == (12, 10, 0)
    assert record.places is None


def test_a_hard_score_is_in_the_final_totals_alone():
    assert read_record(game(rules={"hard_score": True})).totals == (12, 31, 10)
    assert read_record(game(FIRST, rules={"hard_score": True})).totals == (12, 10, 0)


def test_a_game_to_a_target_is_over_when_it_is_reached():
    record = read_record(game(FIRST, rules={"end": {"target": 12}}))
    assert record.places == (1, 2, 3)


def test_a_game_to_a_target_goes_on_until_it_is_reached():
    assert read_record(game(rules={"end": {"target": 22}})).places is None


def test_the_dealers_card_is_named_though_it_is_in_the_hand():
    facts = spoilt(SECOND, turn_up="4C", plays=["AS", "7C", "4C"])
    record = read_record(game(FIRST | {"turn_up": "2H"}, facts, rules={"trump": "dealers-last"}))
    assert record.deals[1].taken == (0, 0, 1)


def test_a_deal_without_trump_turns_nothing():
    deals = (FIRST | {"turn_up": None}, {k: v for k, v in SECOND.items() if k != "turn_up"})
    record = read_record(game(*deals, rules={"trump": "none"}))
    assert record.to_json_object()["deals"][1]["turn_up"] is None


def test_facts_from_bids_by_seat_are_put_in_bidding_order():
    dealt = Dealt(tuple(map(parse_cards, ("4C", "AS", "7C"))), parse_cards("JD")[0])
    facts = DealFacts.by_seat(0, dealt, (1, 1, 0), parse_cards("AS 7C"))
    assert facts.bids == (1, 0, 1)
    assert DealFacts.by_seat(0, dealt, (None, 1, None), ()).bids == (1,)
    assert DealFacts.by_seat(0, dealt, (1, None, 0), ()).bids == ()


def test_a_record_is_made_from_facts():
    dealt = Dealt(tuple(map(parse_cards, ("AS KH", "QS 3H", "2S 2H"))), parse_cards("9D")[0])
    plays = parse_cards("AS QS 2S KH 3H 2H")
    record = record_of(RULES, PLAYERS, [DealFacts.by_seat(2, dealt, (2, 0, 1), plays)])
    assert record == read_record(game(FIRST))


@pytest.mark.parametrize("players", range(3, 9))
def test_a_game_of_sixty_deals_is_read_and_ends(players):
    rules = house_rules(players, (52 // players,) * 60, trump="none")
    record = random_game(rules, seed=players)
    assert len(record.deals) == 60
    assert record.places is not None
    assert parse_record(json.dumps(record.to_json_object(), indent=8)) == record


@holds_for(any_rules(), st.integers(0, 2**32), st.integers(0, 8))
def test_a_record_survives_writing_and_reading(rules, seed, most_deals):
    record = random_game(rules, seed, most_deals)
    text = json.dumps(record.to_json_object())
    assert parse_record(text) == record
    assert parse_record(text).to_json_object() == record.to_json_object()
    assert json.loads(text)["totals"] == list(record.totals)


@holds_for(any_rules(), st.integers(0, 2**32))
def test_a_record_may_end_at_any_moment_of_a_deal(rules, seed):
    dealt, start = random_start(rules, 0, seed % rules.players, Random(seed))
    positions = list(random_line(start, Random(seed)))
    for position in positions[:: max(1, len(positions) // 7)]:
        facts = facts_of(dealt, position)
        record = record_of(rules, CAST[: rules.players], [facts])
        assert record.deals[0].taken == position.taken
        assert record.deals[0].points == position.points()
        assert read_record(record.to_json_object()) == record
        assert facts.plays == plays_of(position)
