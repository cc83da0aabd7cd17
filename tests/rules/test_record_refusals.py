import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import strategies as st

from games.rules import DealFacts, Record, RecordError, parse_record, read_record, record_of
from games.rules.record import MAX_BYTES
from tests.builders import house_rules, random_game
from tests.rules.games_on_paper import FIRST, PLAYERS, RULES, SECOND, game, spoilt
from tests.rules.strategies import holds_for


def line_of(refused: Callable[[], object]) -> str:
    with pytest.raises(RecordError) as refusal:
        refused()
    return str(refusal.value)


WRONG_DEALS: list[tuple[Any, str]] = [
    # who deals
    (spoilt(FIRST, dealer=3), "deal 1, before turn 1: the dealer is not a seat from 0 to 2"),
    (spoilt(FIRST, dealer=-1), "deal 1, before turn 1: the dealer is not a seat from 0 to 2"),
    (spoilt(FIRST, dealer=True), "deal 1, before turn 1: the dealer is not a seat"),
    (spoilt(FIRST, dealer=2.0), "deal 1, before turn 1: the dealer is not a seat"),
    (spoilt(FIRST, dealer=None), "deal 1, before turn 1: the dealer is not a seat"),
    # hands
    (spoilt(FIRST, hands=None), "deal 1, before turn 1: hands is not a list"),
    (spoilt(FIRST, hands={}), "deal 1, before turn 1: hands is not a list"),
    (spoilt(FIRST, hands=["AS"] * 3), "deal 1, before turn 1: the hand of seat 0 is not a list"),
    (
        spoilt(FIRST, hands=[["AS", "KH"], ["QS", "3H"]]),
        "deal 1, before turn 1: 3 hands are needed, not 2",
    ),
    (
        spoilt(FIRST, hands=[["AS", "KH"], ["QS"], ["2S", "2H"]]),
        "deal 1, before turn 1: the hand of seat 1 has size 1, not 2",
    ),
    (
        spoilt(FIRST, hands=[["AS", "KH"], ["QS", "AS"], ["2S", "2H"]]),
        "deal 1, before turn 1: AS is dealt twice",
    ),
    (
        spoilt(FIRST, hands=[["AS", "KH"], ["QS", "3h"], ["2S", "2H"]]),
        "deal 1, before turn 1: “3h” is not a card",
    ),
    (
        spoilt(FIRST, hands=[["AS", "KH"], ["QS", ["3H"]], ["2S", "2H"]]),
        "deal 1, before turn 1: “list” is not a card",
    ),
    # the turned card
    (spoilt(FIRST, turn_up=None), "deal 1, before turn 1: the turned card is missing"),
    (spoilt(FIRST, turn_up="2H"), "deal 1, before turn 1: the turned card 2H is in a hand"),
    (spoilt(FIRST, turn_up="D"), "deal 1, before turn 1: “D” is not a card"),
    (spoilt(FIRST, turn_up=["9D"]), "deal 1, before turn 1: “list” is not a card"),
    # bids
    (spoilt(FIRST, bids=None), "deal 1, before turn 1: bids is not a list"),
    (spoilt(FIRST, bids=[2, 0, 0]), "deal 1, turn 3: seat 2 must not bid 0, the bids would make 2"),
    (spoilt(FIRST, bids=[2, 3, 0]), "deal 1, turn 2: seat 1 must bid from 0 to 2"),
    (spoilt(FIRST, bids=[-1, 0, 0]), "deal 1, turn 1: seat 0 must bid from 0 to 2"),
    (spoilt(FIRST, bids=[10**300, 0, 0]), "deal 1, turn 1: seat 0 must bid from 0 to 2"),
    (spoilt(FIRST, bids=[2, 0, True]), "deal 1, turn 3: a bid is a whole number"),
    (spoilt(FIRST, bids=[2, 0.0, 1]), "deal 1, turn 2: a bid is a whole number"),
    (spoilt(FIRST, bids=["2", 0, 1]), "deal 1, turn 1: a bid is a whole number"),
    (spoilt(FIRST, bids=[None, 0, 1]), "deal 1, turn 1: a bid is a whole number"),
    (spoilt(FIRST, bids=[2, 0, 1, 0]), "deal 1, turn 4: every seat has bid already"),
    (spoilt(FIRST, bids=[2, 0]), "deal 1, turn 3: AS is played before every seat has bid"),
    # cards
    (spoilt(FIRST, plays=None), "deal 1, before turn 1: plays is not a list"),
    (spoilt(FIRST, plays="ASQS2S"), "deal 1, before turn 1: plays is not a list"),
    (spoilt(FIRST, plays=["AS", "3H"]), "deal 1, turn 5: seat 1 must follow spades"),
    (spoilt(FIRST, plays=["QS"]), "deal 1, turn 4: seat 0 does not hold QS"),
    (spoilt(FIRST, plays=["9D"]), "deal 1, turn 4: seat 0 does not hold 9D"),
    (
        spoilt(FIRST, plays=["AS", "QS", "2S", "AS"]),
        "deal 1, turn 7: seat 0 does not hold AS",
    ),
    (
        spoilt(FIRST, plays=["AS", "QS", "2S", "3H"]),
        "deal 1, turn 7: seat 0 does not hold 3H",
    ),
    (spoilt(FIRST, plays=["AS", "10S"]), "deal 1, turn 5: “10S” is not a card"),
    (spoilt(FIRST, plays=["AS", 7]), "deal 1, turn 5: “7” is not a card"),
    (
        spoilt(FIRST, plays=[*FIRST["plays"], "9D"]),
        "deal 1, turn 10: 9D is played after the last trick",
    ),
    # results
    (FIRST | {"taken": [1, 1, 0]}, "deal 1, after turn 9: taken must be [2, 0, 0]"),
    (FIRST | {"taken": [2, 0]}, "deal 1, after turn 9: taken must be [2, 0, 0]"),
    (FIRST | {"taken": "2"}, "deal 1, after turn 9: taken is not a list of whole numbers"),
    (FIRST | {"points": [12, 10, 1]}, "deal 1, after turn 9: points must be [12, 10, 0]"),
    (
        FIRST | {"points": [12, 10, False]},
        "deal 1, after turn 9: points is not a list of whole numbers",
    ),
    (
        FIRST | {"points": [12.0, 10, 0]},
        "deal 1, after turn 9: points is not a list of whole numbers",
    ),
    (
        FIRST | {"plays": ["AS"], "taken": [0, 0, 0]},
        "deal 1, after turn 4: points must be null, there is more to play",
    ),
    (
        FIRST | {"bids": [], "plays": [], "taken": [0, 0, 0]},
        "deal 1, before turn 1: points must be null, there is more to play",
    ),
    # not a deal at all
    (None, "deal 1, before turn 1: it is not a JSON object"),
    ([], "deal 1, before turn 1: it is not a JSON object"),
]


@pytest.mark.parametrize(("deal", "line"), WRONG_DEALS, ids=[line for _, line in WRONG_DEALS])
def test_a_deal_that_cant_be_is_refused_with_deal_turn_and_reason(deal, line):
    assert line_of(lambda: read_record(game(deals=[deal]))) == line


WRONG_GAMES: list[tuple[Any, str]] = [
    (
        game(FIRST, spoilt(SECOND, dealer=1)),
        "deal 2, before turn 1: seat 0 deals, not seat 1",
    ),
    (
        game(FIRST, spoilt(SECOND, plays=["AS", "7C", "JD"])),
        "deal 2, turn 6: seat 0 does not hold JD",
    ),
    (
        game(spoilt(FIRST, plays=FIRST["plays"][:5]), SECOND),
        "deal 1, after turn 8: the deal is not over, but another one follows",
    ),
    (
        game(spoilt(FIRST, bids=[], plays=[]), SECOND),
        "deal 1, before turn 1: the deal is not over, but another one follows",
    ),
    (
        game(FIRST, SECOND, spoilt(FIRST, dealer=1)),
        "deal 3, before turn 1: the game was over after deal 2",
    ),
    (
        game(rules={"end": {"target": 12}}),
        "deal 2, before turn 1: the game was over after deal 1",
    ),
    (game(FIRST, FIRST), "deal 2, before turn 1: seat 0 deals, not seat 2"),
    (game(totals=[12, 21, 11]), "deal 2, after turn 6: totals must be [12, 21, 10]"),
    (game(totals=[12, 21]), "deal 2, after turn 6: totals must be [12, 21, 10]"),
    (game(totals=12), "deal 2, after turn 6: totals is not a list of whole numbers"),
    (game(places=[1, 2, 3]), "deal 2, after turn 6: places must be [2, 1, 3]"),
    (
        game(rules={"hard_score": True}, totals=[12, 21, 10]),
        "deal 2, after turn 6: totals must be [12, 31, 10]",
    ),
    (
        game(FIRST, places=[1, 2, 3]),
        "deal 1, after turn 9: places must be null, there is more to play",
    ),
    (game(deals=[], totals=[0, 0, 1]), "record: totals must be [0, 0, 0]"),
    (game(deals={}), "record: deals is not a list"),
    (game(deals=None), "record: deals is not a list"),
    # trump in other ways
    (
        game(FIRST, rules={"trump": "none"}),
        "deal 1, before turn 1: no card is turned in this deal",
    ),
    (
        game(FIRST, rules={"trump": "cycle"}),
        "deal 1, before turn 1: no card is turned in this deal",
    ),
    (
        game(FIRST, SECOND, rules={"no_trump": "last"}),
        "deal 2, before turn 1: no card is turned in this deal",
    ),
    (
        game(FIRST, rules={"trump": "dealers-last"}),
        "deal 1, before turn 1: the turned card 9D is not the dealer's",
    ),
    (
        game(spoilt(FIRST, turn_up="AS"), rules={"trump": "dealers-last"}),
        "deal 1, before turn 1: the turned card AS is not the dealer's",
    ),
    (
        game(
            spoilt(FIRST, hands=[["AS", "KH"], ["3H", "9C"], ["2S", "2H"]], plays=["AS", "9C"])
            | {"turn_up": "4H"},
            rules={"void": "must-trump"},
        ),
        "deal 1, turn 5: seat 1 must play a trump",
    ),
    # rules, players, head
    (game(rules={"players": 9}), "rules: Oh Hell is for 3 to 8 players."),
    (game(rules={"hook": "on"}), "rules: hook is either on or off."),
    (game(rules={"preset": "poker"}), "rules: “poker” is not the name of any rules."),
    (game(rules={"a\nb": 1}), "rules: “a?b” is not an option."),
    (
        game(rules={"bidding": "simultaneous"}),
        "rules: The dealer's restriction needs bidding in turn: when all bid at once, "
        "nobody bids last.",
    ),
    (game() | {"rules": None}, "rules: it is not a JSON object"),
    (game() | {"rules": "4_du10_turned_10t-0"}, "rules: it is not a JSON object"),
    (game(rules={"players": 4}), "players: 4 names are needed, not 3"),
    (game(players=None), "players: players is not a list"),
    (game(players="AnnBenCat"), "players: players is not a list"),
    (
        game(players=["Ann", 2, "Cat"]),
        "players: the name of seat 1 is not a text of at most 200 signs",
    ),
    (
        game(players=["Ann", "Ben", "C" * 201]),
        "players: the name of seat 2 is not a text of at most 200 signs",
    ),
    (
        game(players=["\ud800", "Ben", "Cat"]),
        "players: the name of seat 0 is not a text of at most 200 signs",
    ),
    (game(format="chess"), "record: its format is not “oh-hell-record”"),
    (game(format=None), "record: its format is not “oh-hell-record”"),
    (game(version=2), "record: its version is not 1"),
    (game(version=True), "record: its version is not 1"),
    (game(version="1"), "record: its version is not 1"),
    ({}, "record: its format is not “oh-hell-record”"),
    ([], "record: it is not a JSON object"),
    ("record", "record: it is not a JSON object"),
    (None, "record: it is not a JSON object"),
    (1.5, "record: it is not a JSON object"),
]


@pytest.mark.parametrize(("data", "line"), WRONG_GAMES, ids=[line for _, line in WRONG_GAMES])
def test_a_game_that_cant_be_is_refused_with_where_and_why(data, line):
    assert line_of(lambda: read_record(data)) == line


WRONG_TEXTS: list[tuple[str | bytes, str]] = [
    ("", "record: it is not JSON (Expecting value: line 1)"),
    ("{", "record: it is not JSON (Expecting property name enclosed in double quotes: line 1)"),
    ('{"a": 1}\n}', "record: it is not JSON (Extra data: line 2)"),
    (b"\xff\xfe{}", "record: it is not UTF-8"),
    ("[" * 200_000, "record: it is nested too deeply"),
    ('{"a":' * 150_000, "record: it is nested too deeply"),
    ("[NaN]", "record: NaN is not JSON"),
    ("[-Infinity]", "record: -Infinity is not JSON"),
    ('{"a": 1, "a": 2}', "record: “a” stands twice in one object"),
    ('{"deals": [{"a\\nb": 1, "a\\nb": 2}]}', "record: “a?b” stands twice in one object"),
    ("[" + "1" * 5000 + "]", "record: it holds a number that is too large"),
    (" " * (MAX_BYTES + 1), "record: it is larger than 1000000 bytes"),
    (b" " * (MAX_BYTES + 1), "record: it is larger than 1000000 bytes"),
    ("1e999", "record: it is not a JSON object"),
    ("null", "record: it is not a JSON object"),
]


@pytest.mark.parametrize(("text", "line"), WRONG_TEXTS, ids=[line for _, line in WRONG_TEXTS])
def test_a_text_that_holds_no_record_is_refused_on_one_line(text, line):
    assert line_of(lambda: parse_record(text)) == line


def test_a_bid_after_a_complete_bidding_is_counted_where_it_stands():
    wrong = game(FIRST, spoilt(SECOND, bids=[1, 0, 1, 1], plays=[]))
    assert line_of(lambda: read_record(wrong)) == "deal 2, turn 4: every seat has bid already"


def test_bids_all_at_once_are_free_of_the_hook():
    rules = {"bidding": "simultaneous", "hook": False}
    assert read_record(game(spoilt(FIRST, bids=[2, 0, 0]), rules=rules)).places is None


def test_facts_that_cant_be_make_no_record():
    deals = [DealFacts(0, ((1,), (1,), (2,)), 3)]
    refused = line_of(lambda: record_of(house_rules(3), PLAYERS, deals))
    assert refused == "deal 1, before turn 1: 3C is dealt twice"


def test_too_few_names_make_no_record():
    refused = line_of(lambda: record_of(RULES, ["Ann"], []))
    assert refused == "players: 3 names are needed, not 1"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
    | st.sampled_from(["AS", "2C", "9D", "turned", "oh-hell-record"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)  # fmt: skip


def places_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every path to a part of parsed JSON."""
    yield path
    parts = list(value.items()) if isinstance(value, dict) else []
    parts += enumerate(value) if isinstance(value, list) else []
    for key, part in parts:
        yield from places_in(part, (*path, key))


def replaced(value: Any, path: tuple[Any, ...], part: object) -> Any:
    if not path:
        return part
    changed = deepcopy(value)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = part
    return changed


def is_read_or_refused_on_one_line(data: object, read: Callable[[Any], Record] = read_record):
    try:
        return isinstance(read(data), Record)
    except RecordError as error:
        return len(str(error).splitlines()) == 1


WHOLE = random_game(house_rules(4, (3, 2)), seed=1).to_json_object()
PATHS = list(places_in(WHOLE))


@holds_for(JSON)
def test_whatever_is_sent_is_refused_on_one_line(data):
    assert is_read_or_refused_on_one_line(data)
    assert is_read_or_refused_on_one_line(game(rules={"schedule": data}))


@holds_for(st.sampled_from(PATHS), JSON)
def test_whatever_part_of_a_record_is_replaced_it_is_read_or_refused(path, part):
    assert is_read_or_refused_on_one_line(replaced(WHOLE, path, part))


@pytest.mark.parametrize("path", PATHS[1:], ids=str)
def test_a_record_without_one_of_its_parts_is_read_or_refused(path):
    spoiled = deepcopy(WHOLE)
    inner = spoiled
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    assert is_read_or_refused_on_one_line(spoiled)


@holds_for(st.integers(0, 400), st.integers(0, 255))
def test_a_record_with_one_wrong_byte_is_read_or_refused(place, byte):
    text = bytearray(json.dumps(game()).encode())
    text[place] = byte
    assert is_read_or_refused_on_one_line(bytes(text), parse_record)
