"""The forms of a new game: every preset and every option, and what is refused where."""

import re

import pytest
from django.http import QueryDict
from django.utils import translation

from games.forms import HouseRulesForm, SetupForm, fields_of, options_of
from games.pacing import Pace
from games.rules import PRESETS, Rules, parse_rules, rules_text
from games.setup import Setup, decided_for, preset_for, ways_of

ODD = (
    "3_du17-3_last_10-1t_hook",
    "4_ud13_cycle-S.NT.D_5t-m1-z5_musttrump",
    "5_up10_turned_10sq-msq-z10_sim_ntempty_jack",
    "6_dn8_none_10x-m10_hard_high_announce_diff",
    "7_fx7x12_turned_10t-m2-z5h_pool",
    "4_fx13x60_last_10t-1t_diff_to250",
    "8_ls6.1.4_turned_10t-0_hook",
    "4_ls1.2.3_cycle_10t-0_ntlast",
)


def usual(preset: str = "standard", rules: Rules | None = None) -> Setup:
    return Setup("medium", Pace.NORMAL, preset, rules or PRESETS[preset].rules())


def house(rules: str, **changes: str) -> HouseRulesForm:
    """The form filled in as it is shown for these rules, but for some changes."""
    shown = fields_of(parse_rules(rules)) | {"level": "easy", "pace": "fast"} | changes
    data = QueryDict(mutable=True)
    data.update({k: "on" if v is True else v for k, v in shown.items() if v not in (False, None)})
    return HouseRulesForm(usual(), data)


def by_preset(key: str, **fields: str) -> SetupForm:
    """A preset's form with its first choices, but for some changes."""
    start = SetupForm(PRESETS[key], usual(key, PRESETS[key].rules(4)))
    data = QueryDict(mutable=True)
    data.update({"level": "easy", "pace": "slow", "players": "4"})
    data.update({way.name: str(way.value()) for way in start.ways})
    data.update(fields)
    return SetupForm(PRESETS[key], usual(), data)


@pytest.mark.parametrize("key", PRESETS)
def test_a_preset_is_played_as_it_is_shown(key):
    form = by_preset(key)
    assert form.is_valid()
    assert form.setup == Setup("easy", Pace.SLOW, key, PRESETS[key].rules(4))


def test_a_presets_choices_change_its_rules():
    form = by_preset("classic", direction="down", made_zero="five-plus-hand-size", players="6")
    assert form.is_valid()
    assert rules_text(form.rules) == "6_dn8_turned_10t-0-z5h_ntlast"


def test_a_presets_choices_that_exclude_each_other_are_told_at_one_of_them():
    form = by_preset("classic", hook="on", bidding="simultaneous")
    assert not form.is_valid()
    assert "needs bidding in turn" in form["hook"].errors[0]


@pytest.mark.parametrize(
    ("field", "value"),
    [("players", "8"), ("level", "random"), ("level", ""), ("pace", "hasty"), ("length", "ever")],
)
def test_what_a_preset_does_not_have_is_refused(field, value):
    form = by_preset("standard", **{field: value})
    assert not form.is_valid()
    assert list(form.errors) == [field]


def test_a_form_begins_with_the_last_choice():
    rules = PRESETS["standard"].rules(5, {"length": "short", "scoring": "one-a-trick"})
    form = SetupForm(PRESETS["standard"], usual("standard", rules))
    assert [way.value() for way in form.ways] == ["short", "one-a-trick"]
    assert form["players"].value() == 5


def test_a_number_of_players_that_a_preset_does_not_know_becomes_the_nearest():
    form = SetupForm(PRESETS["up-and-down-the-river"], usual(rules=PRESETS["standard"].rules(3)))
    assert form["players"].value() == 4


@pytest.mark.parametrize("text", ODD)
def test_any_rules_come_back_from_the_form_that_shows_them(text):
    form = house(text)
    assert form.is_valid(), form.errors
    assert rules_text(form.rules) == text


@pytest.mark.parametrize("key", PRESETS)
def test_every_way_of_a_preset_comes_back_from_the_form_and_keeps_its_name(key):
    for decided, rules in ways_of(key, 5):
        form = house(rules_text(rules), wished=key)
        assert form.is_valid()
        assert form.setup.rules == rules
        assert form.setup.preset == key
        assert PRESETS[key].rules(5, decided_for(PRESETS[key], rules)) == rules
        assert len(decided) == len(PRESETS[key].choices)


@pytest.mark.parametrize(
    ("changes", "field", "reason"),
    [
        ({"top": "13"}, "top", "hands of 1 to 12 cards"),
        ({"top": "ten"}, "top", "whole number"),
        ({"low": "11"}, "low", "from 1 to 10"),
        ({"shape": "fixed", "deals": ""}, "deals", "1 to 60, or a target"),
        ({"shape": "list", "sizes": "1 2 13"}, "sizes", "hands of 1 to 12 cards"),
        ({"shape": "list", "sizes": "one"}, "sizes", "hands of 1 to 12 cards"),
        ({"shape": "list", "sizes": ""}, "sizes", "1 to 60 deals"),
        ({"end": "target", "target": "0"}, "target", "from 1 to 10000"),
        ({"trump": "cycle", "trump_order": "H X"}, "trump_order", "C, D, H, S and NT"),
        ({"bidding": "simultaneous"}, "hook", "needs bidding in turn"),
        ({"players": "9"}, "players", "9 is not one of"),
    ],
)
def test_what_cannot_be_played_is_told_at_the_field_at_fault(changes, field, reason):
    form = house("4_du10_turned_10t-0_hook", **changes)
    assert not form.is_valid()
    assert list(form.errors) == [field]
    assert reason in form.errors[field][0]


@pytest.mark.parametrize("key", PRESETS)
def test_any_preset_can_be_changed_to_any_number_of_players(key):
    preset = PRESETS[key]
    for players in range(3, 9):
        rules = preset.rules(players)
        form = house(rules_text(preset.rules(5)), wished=key, players=str(players), top="")
        assert form.is_valid(), form.errors
        assert form.setup.rules.hand_sizes[:20] == rules.hand_sizes[:20]


def test_the_usual_largest_hand_is_left_open_and_any_other_is_written_down():
    assert HouseRulesForm(usual()).initial["top"] is None
    assert HouseRulesForm(usual(rules=parse_rules("4_du9_turned_10t-0_hook"))).initial["top"] == 9


def test_sizes_may_be_written_with_commas():
    form = house("4_du10_turned_10t-0_hook", shape="list", sizes="3, 2,1")
    assert form.is_valid()
    assert form.rules.hand_sizes == (3, 2, 1)


def test_rules_have_a_presets_name_only_where_it_offers_them():
    classic = PRESETS["classic"]
    assert preset_for(classic.rules(4), "classic") == "classic"
    assert preset_for(classic.rules(8), "classic") == ""
    assert preset_for(PRESETS["standard"].rules(4, {"length": "short"}), "classic") == "standard"
    assert preset_for(parse_rules(ODD[0]), "standard") == ""


def test_every_option_is_said_by_the_form():
    options = options_of(fields_of(parse_rules(ODD[1])))
    assert Rules.from_options(options) == parse_rules(ODD[1])
    assert set(options) == set(parse_rules(ODD[1]).to_options())


@pytest.mark.parametrize(
    ("language", "said"), [("en", "none"), ("ru", "ни одной"), ("ro", "niciuna")]
)
def test_no_deal_is_without_trump_in_words_that_go_with_deals(language, said):
    with translation.override(language):
        shown = str(HouseRulesForm(usual())["no_trump"])
    assert re.findall('value="never"[^>]*>([^<]*)<', shown) == [said]
