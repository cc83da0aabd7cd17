"""`manage.py tournament`: how strong computer players are against each other.

manage.py tournament --seats medium,easy,easy,easy --deals 2000 --seed 1 [--rules british]
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.ai import UnknownLevel, level
from games.ai.contest import Contest, Estimate, Outcome, hold
from games.rules import PRESETS, OptionError, Rules, parse_rules, rules_text
from games.rules.options import MAX_PLAYERS, MIN_PLAYERS

MOST_PROCESSES = 64


class Command(BaseCommand):
    """Plays duplicate deals and prints what came of them. Needs no database."""

    help = "Play duplicate deals among computer players and print how strong each level is."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options."""
        parser.add_argument(
            "--seats", required=True, help="levels by seat, such as medium,easy,easy,easy"
        )
        parser.add_argument(
            "--deals",
            type=int,
            default=1000,
            help="different deals; each is played once a rotation",
        )
        parser.add_argument("--seed", type=int, default=1, help="the seed of all chance")
        parser.add_argument(
            "--rules", default="standard", help="a preset's name or the short text of rules"
        )
        parser.add_argument("--processes", type=int, default=1, help="processes to use")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play and print."""
        contest = Contest(
            _line_up(options["seats"]),
            _rules(options["rules"], len(_line_up(options["seats"]))),
            _at_least(2, options["deals"], "deals"),
            options["seed"],
        )
        processes = _at_least(1, options["processes"], "processes")
        if processes > MOST_PROCESSES:
            raise CommandError(f"At most {MOST_PROCESSES} processes, not {processes}.")
        self.stdout.write(_heading(contest))
        for line in _lines(hold(contest, processes)):
            self.stdout.write(line)


def _line_up(text: str) -> tuple[str, ...]:
    keys = tuple(key.strip() for key in text.split(","))
    if not MIN_PLAYERS <= len(keys) <= MAX_PLAYERS:
        raise CommandError(f"Name {MIN_PLAYERS} to {MAX_PLAYERS} seats, not {len(keys)}.")
    try:
        return tuple(level(key).key for key in keys)
    except UnknownLevel as error:
        raise CommandError(str(error)) from None


def _rules(text: str, players: int) -> Rules:
    try:
        rules = PRESETS[text].rules(players) if text in PRESETS else parse_rules(text)
    except OptionError as error:
        raise CommandError(f"These rules can't be played: {error}") from None
    if rules.players != players:
        raise CommandError(f"These rules are for {rules.players} seats, not {players}.")
    return rules


def _at_least(least: int, number: int, what: str) -> int:
    if number < least:
        raise CommandError(f"The number of {what} must be {least} or more, not {number}.")
    return number


def _heading(contest: Contest) -> str:
    return (
        f"{rules_text(contest.rules)}: {contest.deals} deals x "
        f"{len(contest.rotations)} line-ups of the same levels, seed {contest.seed}"
    )


def _lines(outcome: Outcome) -> list[str]:
    lines = [f"{'level':<16} {'points a deal':>16} {'bids made':>16} {'decisions/s':>13}"]
    lines += [
        f"{key:<16} {_points(each.points):>16} {_share(each.made):>16} {each.speed:>13,.0f}"
        for key, each in outcome.standings.items()
    ]
    lines += [
        f"{f'{each.better} - {each.worse}':<16} {_points(each.points, '+'):>16} "
        f"{_share(each.made, '+'):>16}"
        for each in outcome.margins
    ]
    return lines


def _points(value: Estimate, sign: str = "") -> str:
    return f"{value.mean:{sign}.2f} ± {value.within:.2f}"


def _share(value: Estimate, sign: str = "") -> str:
    return f"{100 * value.mean:{sign}.1f} ± {100 * value.within:.1f} %"
