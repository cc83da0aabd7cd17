"""The levels are as far apart as they should be: a few thousand deals, always the same ones."""

import pytest

from games.ai.contest import Contest, hold
from games.rules import PRESETS, parse_rules


@pytest.mark.parametrize(
    ("one", "other", "deals", "least"),
    [("hard", "medium", 80, 0.3), ("medium", "easy", 700, 0.9), ("easy", "random", 300, 2.0)],
)
def test_each_level_is_clearly_above_the_one_below(one: str, other: str, deals: int, least: float):
    rules = PRESETS["standard"].rules(4)
    outcome = hold(Contest((one, other, other, other), rules, deals, seed=7))
    assert outcome.margin(one, other).least > least


@pytest.mark.parametrize(
    "text",
    [
        "3_up15_turned_10t-0_ntlast_musttrump",
        "5_fx10x60_last_10t-1t_diff_to100",
        "6_up8_turned_10-0_sim_ntempty",
        "7_ls7.3.5_none_10x-m10-z10",
        "8_du6_turned_10t-1t_hook",
    ],
)
def test_no_level_loses_to_a_lower_one_in_other_rules(text: str):
    rules = parse_rules(text)
    for one, other, deals in (("medium", "easy", 120), ("easy", "random", 40)):
        line_up = (one, other) * 4
        outcome = hold(Contest(line_up[: rules.players], rules, deals, seed=7))
        assert outcome.margin(one, other).least > 0
