"""Duplicate deals are fair and reproducible, and `manage.py tournament` tells what came of them."""

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.ai.contest import Contest, Outcome, estimate, hold, play_set
from games.rules import PRESETS

STANDARD = PRESETS["standard"].rules(4)


def figures(outcome: Outcome) -> list[object]:
    """All of an outcome but the speeds."""
    standings = [(key, each.points, each.made) for key, each in outcome.standings.items()]
    return [standings, outcome.margins]


def test_every_level_sits_in_every_seat_once_per_deal():
    contest = Contest(("medium", "easy", "random", "easy"), STANDARD, 2, 1)
    assert len(contest.rotations) == 4
    for seat in range(4):
        at_seat = sorted(line[seat] for line in contest.rotations)
        assert at_seat == ["easy", "easy", "medium", "random"]


def test_rotations_that_come_to_the_same_are_played_once():
    pairs = Contest(("medium", "easy", "medium", "easy"), STANDARD, 2, 1)
    assert pairs.rotations == (pairs.line_up, ("easy", "medium", "easy", "medium"))
    assert Contest(("easy",) * 4, STANDARD, 2, 1).rotations == (("easy",) * 4,)


def test_a_set_counts_every_hand_of_every_rotation():
    contest = Contest(("medium", "easy", "easy", "easy"), STANDARD, 2, 1)
    tallies = play_set(contest, 0)
    assert {key: each.hands for key, each in tallies.items()} == {"medium": 4, "easy": 12}
    assert tallies["medium"].decisions == 4 * (1 + 10)


def test_the_outcome_depends_on_the_seed_and_not_on_processes():
    contest = Contest(("medium", "easy", "random"), PRESETS["british"].rules(3), 12, 5)
    other = Contest(contest.line_up, contest.rules, 12, 6)
    assert figures(hold(contest)) == figures(hold(contest, processes=2))
    assert figures(hold(contest)) != figures(hold(other))


def test_intervals_hold_the_mean():
    assert estimate([1.0, 1.0, 1.0]).within == 0
    spread = estimate([0.0, 2.0, 0.0, 2.0])
    assert spread.mean == 1
    assert spread.within == pytest.approx(1.96 * (4 / 3 / 4) ** 0.5)


def test_margins_are_within_sets_and_have_a_sign():
    outcome = hold(Contest(("easy", "random", "random", "random"), STANDARD, 30, 1))
    ahead, behind = outcome.margin("easy", "random"), outcome.margin("random", "easy")
    assert ahead.mean == -behind.mean > 0
    points = {key: each.points.mean for key, each in outcome.standings.items()}
    assert ahead.mean == pytest.approx(points["easy"] - points["random"])
    with pytest.raises(KeyError):
        outcome.margin("easy", "medium")


def tournament(*arguments: str) -> str:
    """What the command prints."""
    out = StringIO()
    call_command("tournament", *arguments, stdout=out)
    return out.getvalue()


def test_tournament_prints_points_bids_made_and_margins():
    printed = tournament("--seats", "medium,easy,easy,easy", "--deals", "20", "--seed", "3")
    heading, columns, *levels = printed.splitlines()
    assert heading.startswith("4_du10_turned_10t-0_hook: 20 deals x 4 line-ups")
    assert columns.split() == ["level", "points", "a", "deal", "bids", "made", "decisions/s"]
    row = r"\s+-?\d+\.\d\d ± \d\.\d\d\s+\d+\.\d ± \d+\.\d %\s+[\d,]+"
    assert sum(bool(re.fullmatch(r"(medium|easy)" + row, line)) for line in levels) == 2
    assert any("medium - easy" in line and "+" in line for line in levels)


def test_tournament_takes_presets_and_the_text_of_rules():
    preset = tournament("--seats", "easy,random,easy", "--rules", "la-podrida", "--deals", "2")
    text = tournament("--seats", "easy,random,easy", "--rules", "3_up5_none_10-0", "--deals", "2")
    assert preset.startswith("3_up15_turned_10t-0_musttrump_ntlast")
    assert text.startswith("3_up5_none_10-0:")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--seats", "easy,medium"], "Name 3 to 8 seats, not 2."),
        (["--seats", "easy,medium,wizard"], "“wizard” is not a level."),
        (["--seats", "easy,easy,easy", "--rules", "chess"], "“chess” is not a part of any rules."),
        (["--seats", "easy,easy,easy", "--rules", "4_up5_none_10-0"], "for 4 seats, not 3."),
        (["--seats", "easy,easy,easy", "--deals", "1"], "deals must be 2 or more, not 1."),
        (["--seats", "easy,easy,easy", "--processes", "0"], "processes must be 1 or more"),
    ],
)
def test_tournament_refuses_with_one_sentence(arguments: list[str], sentence: str):
    with pytest.raises(CommandError, match=re.escape(sentence)) as refusal:
        tournament(*arguments)
    assert "\n" not in str(refusal.value)
