"""The rules against facts worked out elsewhere: see vectors/README.md."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.rules import (
    PRESETS,
    DealFacts,
    Dealt,
    Position,
    card_codes,
    parse_card,
    parse_cards,
    points,
    record_of,
)
from games.rules.bidding import barred_bid, legal_bids
from games.rules.cards import parse_suit
from games.rules.options import Made, MadeZero, Missed, Scoring, Void
from games.rules.trick import legal_plays, winner
from tests.builders import CAST, codes, house_rules

VECTORS = Path(__file__).parent / "vectors"


def vectors(name: str) -> list[dict[str, Any]]:
    text = (VECTORS / name).read_text()
    return [json.loads(line) for line in text.splitlines()] if "jsonl" in name else json.loads(text)


@pytest.mark.parametrize("known", vectors("schedules.json"), ids=str)
def test_hand_sizes_of_every_preset(known):
    decided = {"length": known["form"]} if known.get("form") else {}
    rules = PRESETS[known["preset"]].rules(known["players"], decided)
    if known["deals"] is None:
        assert rules.target == known["target"]
        assert set(rules.hand_sizes) == {known["hand_size_every_deal"]}
        assert 52 - rules.hand_size(0) * rules.players == known["cards_set_aside"]
    else:
        assert rules.deals == known["deals"]
        assert list(rules.hand_sizes) == known["hand_sizes"]


@pytest.mark.parametrize("known", vectors("scores.json"), ids=str)
def test_points(known):
    scoring = Scoring(Made(known["made"]), Missed(known["missed"]), MadeZero(known["made_zero"]))
    scored = points(scoring, known["bid"], known["took"], known["hand_size"])
    assert scored == known["points"]


@pytest.mark.parametrize("known", vectors("hook.json"), ids=str)
def test_bids_of_a_hooked_dealer(known):
    size = known["hand_size"]
    barred = barred_bid(known["bids"], size, hooked=True, is_last=True)
    assert list(legal_bids(size, barred)) == known["legal"]


@pytest.mark.parametrize("known", vectors("tricks.json"), ids=lambda known: known["why"])
def test_who_takes_a_trick(known):
    trump = None if known["trump"] is None else parse_suit(known["trump"])
    assert winner(parse_cards(" ".join(known["plays"])), trump) == known["winner"]


@pytest.mark.parametrize("known", vectors("legal.json"), ids=str)
def test_cards_a_seat_may_play(known):
    trump, led = (known[key] and parse_suit(known[key]) for key in ("trump", "led"))
    hand = parse_cards(" ".join(known["hand"]))
    legal = legal_plays(hand, led, trump, Void(known["void"]))
    assert legal == codes(" ".join(known["legal"]))


def vector_start(known: dict[str, Any]) -> Position:
    rules = house_rules(known["players"], (known["tricks"],), hook=True)
    hands = tuple(tuple(map(parse_card, hand)) for hand in known["hands"])
    return Position.start(rules, 0, known["dealer"], Dealt(hands, parse_card(known["trump_card"])))


@pytest.mark.parametrize("known", vectors("deals.jsonl"), ids=lambda known: str(known["id"]))
def test_deals_judged_by_another_program(known):
    position = vector_start(known)
    for (seat, bid), legal in zip(known["bids"], known["legal_bids"], strict=True):
        assert position.turn == seat
        assert list(position.legal_bids(seat)) == legal
        position = position.after_bid(seat, bid)
    for (seat, code), legal in zip(known["plays"], known["legal_cards"], strict=True):
        assert position.turn == seat
        assert set(card_codes(position.legal_plays(seat))) == set(legal)
        position = position.after_play(seat, parse_card(code))
    assert position.is_over
    takers = [trick.best(position.trump) for trick in position.tricks]
    assert takers == known["trick_winners"]
    assert list(position.taken) == known["tricks_taken"]
    assert list(position.points() or ()) == known["scores"]


@pytest.mark.parametrize("known", vectors("more_deals.json"), ids=lambda known: known["why"])
def test_deals_without_trump_and_with_the_dealers_card(known):
    hands = tuple(tuple(map(parse_card, hand)) for hand in known["hands"])
    turned = parse_card(known["turn_up"]) if "turn_up" in known else None
    how = "none" if turned is None else "dealers-last"
    rules = house_rules(known["players"], (len(hands[0]),), trump=how, hook=known["hook"])
    plays = parse_cards(" ".join(known["plays"]))
    facts = DealFacts(known["dealer"], hands, turned, tuple(known["bids"]), plays)
    record = record_of(rules, CAST[: rules.players], [facts])
    assert list(record.deals[0].taken) == known["taken"]
    assert list(record.totals) == known["points_ten_plus_or_nothing"]
