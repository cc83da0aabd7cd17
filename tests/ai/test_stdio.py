"""Other programs talk to the computers by lines of JSON, and bad lines get one sentence each."""

import json
import subprocess
import sys
from io import BytesIO, StringIO
from pathlib import Path
from random import Random

import pytest
from hypothesis import strategies as st

from games.ai import LEVELS
from games.ai.stdio import MOST_BYTES, answer, main, talk
from games.ai.told import ViewError, view_of
from games.rules import Position, View, card_code, card_codes, parse_card
from games.rules.cards import suit_code
from tests.ai.tables import HOUSE_RULES, random_start, table, view_to_act
from tests.builders import random_line
from tests.rules.strategies import holds_for, lines

ROOT = Path(__file__).parents[2]
BIDDING = {
    "rules": {"players": 3}, "seat": 1, "dealer": 0, "hand_size": 2, "turn_up": "JD", "trump": "D",
    "hand": ["AS", "2C"], "bids": [], "plays": [],
}  # fmt: skip
PLAYING = BIDDING | {
    "hand": ["2C"], "bids": [[1, 1], [2, 0], [0, 0]],
    "plays": [[1, "AS"], [2, "KS"], [0, "QS"]],
}  # fmt: skip


def told(view: View) -> dict[str, object]:
    """A view as another program would tell it."""
    bids = [(seat, view.bids[seat]) for seat in Position.in_order(view)]
    return {
        "rules": view.rules.to_options(),
        "seat": view.seat,
        "dealer": view.dealer,
        "hand_size": view.hand_size,
        "turn_up": None if view.turn_up is None else card_code(view.turn_up),
        "trump": None if view.trump is None else suit_code(view.trump),
        "hand": card_codes(view.hand),
        "bids": [[seat, bid] for seat, bid in bids if bid is not None],
        "plays": [
            [seat, card_code(card)]
            for trick in (*view.tricks, view.trick)
            for seat, card in trick.played()
        ],
    }


@holds_for(lines(), st.integers(0, 2**32))
def test_every_view_can_be_told(line, seed):
    position = Random(seed).choice(line[1][:-1])
    if len(position.to_act) > 1 and position.has_bid:
        return  # who has bid unseen isn't told, so this is told as one that nobody has bid in
    view = view_to_act(position)
    again = view_of(json.loads(json.dumps(told(view))))
    assert again.rules.hand_size(again.number) == view.hand_size
    for key in ("bids", "tricks", "trick", "taken", "hand", "trump", "turn_up", "legal_plays"):
        assert getattr(again, key) == getattr(view, key)
    assert again.legal_bids == view.legal_bids


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("rules", HOUSE_RULES, ids=str)
def test_levels_answer_for_all_rules(level, rules):
    for position in list(random_line(random_start(rules, 3), Random(3)))[:-1:7]:
        view = view_to_act(position)
        if view.is_simultaneous and position.has_bid and view.legal_bids:
            continue
        said = answer(json.dumps(told(view)), level, 1)
        assert said.get("bid") in view.legal_bids or parse_card(said["card"]) in view.legal_plays


def test_the_same_line_and_seed_get_the_same_answer():
    line = json.dumps(BIDDING)
    assert answer(line, "hard", 7) == answer(line, "hard", 7)
    easy = {answer(line, "easy", seed)["bid"] for seed in range(40)}
    assert len(easy) > 1


def test_hard_tells_chances_and_values():
    said = answer(json.dumps(BIDDING), "hard", 1)
    assert set(said) == {"bid", "chances"}
    assert sum(said["chances"]) == pytest.approx(1, abs=0.001)
    view = told(view_to_act(table(["AS 3D", "QS 4D", "JS 5D"], "2C", [1, 0, 0])))
    assert set(answer(json.dumps(view), "hard", 1)["values"]) == {"AS", "3D"}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("{", "The line is not JSON."),
        ("[" * 5000, "The line is not JSON."),
        ('{"seat": NaN}', "The line is not JSON."),
        ("[]", "A view is a JSON object."),
        ("{}", "The view has no “rules”."),
    ],
)
def test_lines_that_are_no_view_are_refused(line, sentence):
    assert answer(line, "easy", 1) == {"error": sentence}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"rules": 3}, "“rules” is not a JSON object."),
        ({"rules": {"players": 9}}, "Oh Hell is for 3 to 8 players."),
        ({"seat": 3}, "3 is not a seat from 0 to 2."),
        ({"seat": True}, "True is not a seat from 0 to 2."),
        ({"seat": 2}, "Seat 2 is not to act."),
        ({"hand_size": "2"}, "“hand_size” is not a whole number."),
        ({"hand_size": 17}, "These rules have no deal of 17 cards"),
        ({"turn_up": "1D"}, "“1D” is not a card."),
        ({"trump": "X"}, "“X” is not a suit"),
        ({"trump": "C"}, "The trump is not the suit of the turned card."),
        ({"trump": None}, "The trump is not the suit of the turned card."),
        ({"hand": ["AS"]}, "The hand has 1 cards, not 2."),
        ({"hand": ["AS", "AS"]}, "AS is in the hand twice."),
        ({"hand": ["AS", "JD"]}, "The turned card JD is in a hand."),
        ({"hand": "ASKS"}, "“hand” is not a list."),
        ({"bids": [1]}, "“bids” is not a list of"),
        ({"bids": [[2, 1]]}, "It was not seat 2's turn to bid."),
        ({"bids": [[1, 3]]}, "Seat 1 can't have bid 3."),
        ({"bids": [[1, 1], [2, 0], [0, 1]]}, "Seat 0 can't have bid 1."),
        ({"plays": [[1, "3S"]]}, "A card is played before every seat has bid."),
    ],
)
def test_biddings_that_cannot_be_are_refused(change, sentence):
    assert sentence in answer(json.dumps(BIDDING | change), "easy", 1)["error"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"plays": [[2, "AS"]]}, "It was not seat 2's turn to play AS."),
        ({"plays": [[1, "AS"], [2, "AS"], [0, "QS"]]}, "AS is played twice."),
        ({"plays": [[1, "2C"], [2, "KC"], [0, "QC"]]}, "2C is played and in the hand."),
        ({"plays": [[1, "AS"], [2, "KC"], [0, "JD"]]}, "The turned card JD is in a hand."),
        (
            {"plays": [[1, "3S"], [2, "KC"], [0, "QS"], [0, "3D"], [1, "2C"], [2, "TS"]]},
            "Seat 2 can't have played KC",
        ),
        ({"hand": ["AS"], "plays": [[1, "2C"], [2, "KC"], [0, "QC"]]}, "Seat 1 is not to act."),
        ({"hand": ["KH"], "plays": [[1, "2C"], [2, "3C"], [0, "JH"]]}, "Seat 1 is not to act."),
    ],
)
def test_plays_that_cannot_be_are_refused(change, sentence):
    assert sentence in answer(json.dumps(PLAYING | change), "easy", 1)["error"]


def test_voids_that_leave_too_few_cards_are_refused():
    # Both others are void in three suits; so few cards of the fourth are left that they can't be.
    rules = {"players": 3, "schedule": {"shape": "list", "sizes": [10]}, "trump": "none"}
    suits = {"C": "AKQJT98765432", "D": "AKQJ", "H": "AKQ"}
    hand = [rank + suit for suit, ranks in suits.items() for rank in ranks][:10]
    plays: list[list[object]] = []
    view = BIDDING | {
        "rules": rules | {"hook": False}, "seat": 0, "dealer": 2, "hand_size": 10,
        "turn_up": None, "trump": None, "hand": hand[3:], "bids": [[0, 0], [1, 0], [2, 0]],
    }  # fmt: skip
    view["hand"] = ["AH", "KD", "QD", "JD", "TD", "9D", "8D"]
    for mine, theirs in zip(["AC", "AD", "AS"], [["2H", "3H"], ["4H", "5H"], ["6H", "7H"]],
                            strict=True):  # fmt: skip
        plays += [[0, mine], [1, theirs[0]], [2, theirs[1]]]
    assert (
        "can't hold so many cards"
        in answer(json.dumps(view | {"plays": plays}), "easy", 1)["error"]
    )


def test_after_a_bad_line_the_next_one_is_read():
    good = json.dumps(BIDDING)
    source = b"\n".join([b"nonsense", b"\xff\xfe", b" " * (MOST_BYTES + 9), b"", good.encode()])
    target = StringIO()
    talk(BytesIO(source), target, "medium", 1)
    said = [json.loads(line) for line in target.getvalue().splitlines()]
    assert [set(each) for each in said] == [{"error"}] * 3 + [{"bid"}]


def test_the_door_opens_without_django():
    talked = subprocess.run(
        [sys.executable, "-m", "games.ai.stdio", "--level", "medium", "--seed", "1"],
        cwd=ROOT, input=json.dumps(PLAYING) + "\n", capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert json.loads(talked.stdout) == {"card": "2C"}
    assert talked.stderr == ""


def test_an_unknown_level_is_refused(capsys):
    with pytest.raises(SystemExit):
        main(["--level", "wizard"])
    assert "invalid choice: 'wizard'" in capsys.readouterr().err


def test_a_view_error_is_one_sentence():
    with pytest.raises(ViewError) as refused:
        view_of({"rules": {"players": "x" * 5000}})
    assert len(str(refused.value)) < 200
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("closed", "said"),
    [("<&-", "have to be open"), (">&-", "have to be open"), (">/dev/full", "can't be written")],
)
def test_streams_that_are_not_there_are_told(closed: str, said: str):
    command = f"{sys.executable} -m games.ai.stdio --level easy {closed}"
    asked = json.dumps(BIDDING)
    done = subprocess.run(
        ["sh", "-c", command], input=asked, capture_output=True, text=True, check=False
    )
    assert done.returncode > 0
    assert said in done.stderr
    assert "Traceback" not in done.stderr
