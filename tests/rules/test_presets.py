from itertools import product

import pytest

from games.rules import PRESETS, OptionError, parse_record, parse_rules, preset_of, rules_from
from games.rules.text import rules_text
from tests.builders import random_game

EVERY_TABLE = list(product(PRESETS, range(3, 9)))
EVERY_ALTERNATIVE = [
    (preset.key, choice.key, alternative.key)
    for preset in PRESETS.values()
    for choice in preset.choices
    for alternative in choice.alternatives
]


@pytest.mark.parametrize(("key", "players"), EVERY_TABLE)
def test_a_whole_game_of_every_preset_at_every_table(key, players):
    rules = PRESETS[key].rules(players)
    game = random_game(rules, seed=players)
    assert game.places is not None
    assert min(game.places) == 1
    assert len(game.deals) == rules.deals or rules.deals is None
    assert sum(map(sum, (deal.taken for deal in game.deals))) == sum(
        rules.hand_size(number) for number in range(len(game.deals))
    )


@pytest.mark.parametrize(("key", "choice", "alternative"), EVERY_ALTERNATIVE)
def test_a_whole_game_of_every_alternative(key, choice, alternative):
    preset = PRESETS[key]
    rules = preset.rules(preset.players[-1], {choice: alternative})
    assert random_game(rules, seed=1).places is not None
    assert preset.offers(rules)
    assert parse_rules(rules_text(rules)) == rules


def test_presets_and_the_numbers_they_are_played_with():
    usual = {key: (preset.players[0], preset.players[-1]) for key, preset in PRESETS.items()}
    assert usual == {
        "standard": (3, 5),
        "pagat": (3, 7),
        "oh-well": (3, 7),
        "nomination-whist": (3, 7),
        "up-and-down-the-river": (4, 8),
        "oh-pshaw": (3, 7),
        "british": (3, 7),
        "classic": (3, 7),
        "la-podrida": (3, 7),
    }


def test_choices_that_stand_beside_each_preset():
    assert {
        key: {choice.key: [a.key for a in choice.alternatives] for choice in preset.choices}
        for key, preset in PRESETS.items()
    } == {
        "standard": {"length": ["long", "short"], "scoring": ["or-nothing", "one-a-trick"]},
        "pagat": {"scoring": ["or-nothing", "one-a-trick"]},
        "oh-well": {"settlement": ["differences", "pool"]},
        "nomination-whist": {"trump": ["turned", "cycle"]},
        "up-and-down-the-river": {},
        "oh-pshaw": {
            "missed": ["nothing", "one-per-trick"],
            "made_zero": ["as-others", "five", "ten", "five-plus-hand-size"],
            "hard_score": ["off", "on"],
            "settlement": ["none", "differences"],
        },
        "british": {"bidding": ["in-turn", "simultaneous"]},
        "classic": CLASSIC_CHOICES,
        "la-podrida": CLASSIC_CHOICES,
    }


CLASSIC_CHOICES = {
    "direction": ["up", "down", "up-down", "down-up"],
    "hook": ["off", "on"],
    "bidding": ["in-turn", "simultaneous"],
    "missed": ["nothing", "one-per-trick"],
    "made_zero": ["as-others", "five-plus-hand-size"],
}


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("standard", "4_du10_turned_10t-0_hook"),
        ("pagat", "4_du10_turned_10t-0_hook_high"),
        ("oh-well", "4_fx13x60_last_10t-1t_diff_to100"),
        ("nomination-whist", "4_du7_turned_10t-1t_hook_jack"),
        ("up-and-down-the-river", "4_du10_turned_10t-1t_hook"),
        ("oh-pshaw", "4_up13_turned_10t-0_ntempty_announce"),
        ("british", "4_up13_turned_10-0_ntempty"),
        ("classic", "4_up13_turned_10t-0_ntlast"),
        ("la-podrida", "4_up13_turned_10t-0_musttrump_ntlast"),
    ],
)
def test_what_each_preset_comes_to(key, text):
    assert rules_text(PRESETS[key].rules(4)) == text
    assert rules_text(rules_from({"preset": key})) == text


@pytest.mark.parametrize(
    ("key", "decided", "text"),
    [
        ("standard", {"length": "short"}, "4_du7_turned_10t-0_hook"),
        ("standard", {"scoring": "one-a-trick"}, "4_du10_turned_10t-1t_hook"),
        ("oh-well", {"settlement": "pool"}, "4_fx13x60_last_10t-1t_pool_to100"),
        ("nomination-whist", {"trump": "cycle"}, "4_du7_cycle_10t-1t_hook_jack"),
        (
            "oh-pshaw",
            {"missed": "one-per-trick", "made_zero": "five", "hard_score": "on"},
            "4_up13_turned_10t-1t-z5_ntempty_hard_announce",
        ),
        ("british", {"bidding": "simultaneous"}, "4_up13_turned_10-0_sim_ntempty"),
        (
            "classic",
            {"direction": "down-up", "hook": "on", "made_zero": "five-plus-hand-size"},
            "4_du13_turned_10t-0-z5h_hook_ntlast",
        ),
        ("la-podrida", {"direction": "down"}, "4_dn13_turned_10t-0_musttrump_ntlast"),
    ],
    ids=str,
)
def test_what_choices_change(key, decided, text):
    assert rules_text(PRESETS[key].rules(4, decided)) == text


def test_hook_and_simultaneous_bidding_exclude_each_other():
    with pytest.raises(OptionError, match="needs bidding in turn"):
        PRESETS["classic"].rules(4, {"hook": "on", "bidding": "simultaneous"})


@pytest.mark.parametrize(
    "decided", [{"colour": "red"}, {"scoring": "red"}, {"scoring": "or-nothing", "x\n": "y"}]
)
def test_a_choice_that_a_preset_doesnt_have_is_refused(decided):
    with pytest.raises(OptionError, match="is not a choice of these rules"):
        PRESETS["standard"].rules(4, decided)


@pytest.mark.parametrize("direction", ["down", "up-down", "down-up"])
def test_thirteen_cards_for_four_in_classic_are_played_without_trump(direction):
    rules = PRESETS["classic"].rules(4, {"direction": direction})
    last = len(rules.hand_sizes) - 1
    without = [n for n in range(last + 1) if not rules.turns_card(n)]
    assert without == [n for n, size in enumerate(rules.hand_sizes) if size == 13 or n == last]


def test_the_thirteenth_deal_of_four_has_no_trump_in_oh_pshaw():
    rules = PRESETS["oh-pshaw"].rules(4)
    assert [n for n in range(13) if not rules.turns_card(n)] == [12]


def test_a_preset_for_more_players_takes_what_the_deck_allows():
    assert PRESETS["standard"].rules(8).schedule.top == 6
    assert PRESETS["oh-well"].rules(8).schedule.top == 6
    assert PRESETS["standard"].rules(8, {"length": "short"}).schedule.top == 6


@pytest.mark.parametrize("key", [key for key in PRESETS if key != "up-and-down-the-river"])
def test_a_preset_is_found_by_its_rules(key):
    assert preset_of(PRESETS[key].rules(4)) == PRESETS[key]
    assert preset_of(PRESETS[key].rules(3)) == PRESETS[key]


def test_a_preset_is_found_by_the_rules_of_its_choices():
    assert preset_of(PRESETS["standard"].rules(5, {"length": "short"})) == PRESETS["standard"]


def test_of_two_presets_with_the_same_rules_the_first_is_found():
    river = PRESETS["up-and-down-the-river"]
    assert preset_of(river.rules(4)) == PRESETS["standard"]
    assert preset_of(river.rules(8)) == river


def test_house_rules_are_no_preset():
    assert preset_of(rules_from({"hook": False})) is None


def test_changes_stand_on_top_of_a_named_preset():
    rules = rules_from({"preset": "oh-pshaw", "players": 5, "scoring": {"missed": "minus-square"}})
    assert rules_text(rules) == "5_up10_turned_10t-msq_ntempty_announce"


def test_changed_trump_brings_the_top_down_to_what_the_deck_allows():
    assert rules_from({"preset": "oh-well", "trump": "turned"}).schedule.top == 12


def test_a_record_may_name_a_preset():
    text = """{"format": "oh-hell-record", "version": 1, "players": ["A", "B", "C", "D", "E"],
               "rules": {"preset": "classic", "players": 5, "hook": true}, "deals": []}"""
    assert parse_record(text).rules == PRESETS["classic"].rules(5, {"hook": "on"})
