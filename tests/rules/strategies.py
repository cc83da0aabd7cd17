"""What property tests draw: any rules that can be played, and moments of random legal play."""

from collections.abc import Callable
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.rules import Dealt, Position, Rules, rules_from
from games.rules.options import NoTrump, Trump, most_cards
from tests.builders import random_line, random_start

_SEEDS = st.integers(0, 2**32)
_UNHURRIED = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def holds_for(*drawn: st.SearchStrategy[Any]) -> Callable[[Callable[..., None]], Any]:
    """Mark a property: it holds for whatever is drawn, however busy the machine is."""
    return lambda check: _UNHURRIED(given(*drawn)(check))


def _schedules(most: int) -> st.SearchStrategy[dict[str, Any]]:
    sizes = st.integers(1, most)
    steps = st.tuples(sizes, sizes).flatmap(
        lambda ends: st.fixed_dictionaries(
            {
                "shape": st.sampled_from(["up", "down", "up-down", "down-up"]),
                "low": st.just(min(ends)),
                "top": st.just(max(ends)),
            }
        )
    )
    fixed = st.fixed_dictionaries(
        {"shape": st.just("fixed"), "top": sizes, "deals": st.integers(1, 60)}
    )
    listed = st.fixed_dictionaries(
        {"shape": st.just("list"), "sizes": st.lists(sizes, min_size=1, max_size=60)}
    )
    return steps | fixed | listed


@st.composite
def house_rules(draw: st.DrawFn) -> Rules:
    """Any rules that can be played, every option drawn."""
    players = draw(st.integers(3, 8))
    trump, no_trump = draw(st.sampled_from(Trump)), draw(st.sampled_from(NoTrump))
    bidding = draw(st.sampled_from(["in-turn", "simultaneous"]))
    suits = st.lists(st.sampled_from(["C", "D", "H", "S", "NT"]), min_size=1, max_size=10)
    ends = st.just("after-schedule") | st.builds(
        lambda target: {"target": target}, st.integers(1, 10_000)
    )
    options = {
        "players": players,
        "schedule": draw(_schedules(most_cards(players, trump, no_trump))),
        "trump": trump.value,
        "trump_order": draw(suits),
        "no_trump": no_trump.value,
        "hook": bidding == "in-turn" and draw(st.booleans()),
        "bidding": bidding,
        "void": draw(st.sampled_from(["any-card", "must-trump"])),
        "scoring": draw(_scorings()),
        "hard_score": draw(st.booleans()),
        "end": draw(ends),
        "first_dealer": draw(st.sampled_from(["random", "first-jack", "high-card"])),
        "announce": draw(st.booleans()),
        "settlement": draw(st.sampled_from(["none", "differences", "pool"])),
    }
    return rules_from(options)


def _scorings() -> st.SearchStrategy[dict[str, str]]:
    made = ["ten-plus-tricks", "ten-only", "five-plus-tricks", "ten-plus-square", "ten-per-trick"]
    missed = ["nothing", "one-per-trick", "minus-difference", "minus-double", "minus-square"]
    zero = ["as-others", "five", "ten", "five-plus-hand-size"]
    return st.fixed_dictionaries(
        {
            "made": st.sampled_from(made),
            "missed": st.sampled_from([*missed, "minus-ten-each"]),
            "made_zero": st.sampled_from(zero),
        }
    )


@st.composite
def lines(draw: st.DrawFn) -> tuple[Dealt, list[Position]]:
    """One deal of any rules played at random: every position from before the first bid."""
    rules, chance = draw(house_rules()), Random(draw(_SEEDS))
    number = draw(st.integers(0, len(rules.hand_sizes) - 1))
    dealt, start = random_start(rules, number, chance.randrange(rules.players), chance)
    return dealt, list(random_line(start, chance))


@st.composite
def moments(draw: st.DrawFn) -> Position:
    """Any moment of any deal."""
    _, line = draw(lines())
    return draw(st.sampled_from(line))
