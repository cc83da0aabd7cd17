import pytest

from games.rules import OptionError, parse_rules, rules_from, rules_text
from tests.builders import house_rules


def test_a_text_of_everything_that_isnt_plain():
    rules = rules_from(
        {
            "players": 3,
            "schedule": {"shape": "up-down", "top": 9, "low": 2},
            "trump": "cycle",
            "trump_order": ["S", "NT"],
            "no_trump": "last",
            "bidding": "simultaneous",
            "hook": False,
            "void": "must-trump",
            "scoring": {"made": "ten-per-trick", "missed": "minus-ten-each", "made_zero": "ten"},
            "hard_score": True,
            "end": {"target": 250},
            "first_dealer": "first-jack",
            "announce": True,
            "settlement": "pool",
        }
    )
    text = "3_ud9-2_cycle-S.NT_10x-m10-z10_sim_musttrump_ntlast_hard_jack_announce_pool_to250"
    assert rules_text(rules) == text
    assert parse_rules(text) == rules


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"sizes": (5, 4, 12)}, "ls5.4.12"),
        ({"schedule": {"shape": "fixed", "top": 12, "deals": 7}}, "fx12x7"),
        ({"schedule": {"shape": "down", "top": 3}}, "dn3"),
        ({"trump": "dealers-last"}, "last"),
        ({"trump": "none"}, "none"),
        ({"trump": "cycle"}, "cycle"),
        ({"scoring": {"made": "five-plus-tricks", "missed": "minus-difference"}}, "5t-m1"),
        ({"scoring": {"made": "ten-plus-square", "missed": "minus-double"}}, "10sq-m2"),
        ({"scoring": {"made": "ten-only", "made_zero": "five"}}, "10-0-z5"),
        ({"first_dealer": "high-card"}, "high"),
        ({"settlement": "differences"}, "diff"),
    ],
    ids=str,
)
def test_words_of_a_text(changes, word):
    rules = house_rules(**changes)
    assert word in rules_text(rules).split("_")
    assert parse_rules(rules_text(rules)) == rules


def test_a_cycle_written_out_is_the_same_rules():
    assert parse_rules("4_du7_cycle-H.C.D.S_10t-0") == parse_rules("4_du7_cycle_10t-0")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", ""),
        ("4", "4"),
        ("4_du10_turned", "4_du10_turned"),
        ("x_du10_turned_10t-0", "x"),
        ("٤_du10_turned_10t-0", "٤"),
        ("44_du10_turned_10t-0", "44"),
        ("4_zz10_turned_10t-0", "zz"),
        ("4_du_turned_10t-0", "du"),
        ("4_du100_turned_10t-0", "du100"),
        ("4_fx13_turned_10t-0", "fx13"),
        ("4_ls_turned_10t-0", "ls"),
        ("4_ls5._turned_10t-0", "ls5."),
        ("4_du10_spades_10t-0", "spades"),
        ("4_du10_turned_10t", "10t"),
        ("4_du10_turned_11t-0", "11t"),
        ("4_du10_turned_10t-z5", "z5"),
        ("4_du10_turned_10t-0-z6", "z6"),
        ("4_du10_turned_10t-0_", ""),
        ("4_du10_turned_10t-0_hooked", "hooked"),
        ("4_du10_turned_10t-0_to", "to"),
        ("4_du10_turned_10t-0_hook\n", "hook?"),
    ],
    ids=repr,
)
def test_a_text_that_is_none_is_refused_with_the_word(text, word):
    with pytest.raises(OptionError) as refusal:
        parse_rules(text)
    assert str(refusal.value) == f"“{word}” is not a part of any rules."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("4_du13_turned_10t-0", "the deck allows hands of 1 to 12 cards"),
        ("9_du10_turned_10t-0", "3 to 8 players"),
        ("4_du10_turned_10t-0_hook_sim", "needs bidding in turn"),
        ("4_du10-11_turned_10t-0", "The smallest hand"),
        ("4_du10_cycle-X_10t-0", "A trump order"),
        ("4_du10_turned_10t-0_to0", "The target"),
        ("4_fx10x61_turned_10t-0", "A fixed hand size"),
    ],
)
def test_a_text_of_rules_that_cant_be_played_is_refused(text, sentence):
    with pytest.raises(OptionError, match=sentence):
        parse_rules(text)


def test_an_endless_text_is_refused_shortly():
    with pytest.raises(OptionError) as refusal:
        parse_rules("4_du10_turned_10t-0" + "_hook" * 100_000)
    assert len(str(refusal.value)) < 100
