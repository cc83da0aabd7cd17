"""Whole games through the one writer: every preset, and house rules drawn at random."""

import json
from random import Random

import pytest

from games.models import Game
from games.reading import Table
from games.results import game_record
from games.rules import PRESETS, Rules, final_totals, parse_record, places, rules_from
from games.rules.options import (
    Bidding,
    FirstDealer,
    Made,
    MadeZero,
    Missed,
    NoTrump,
    Settlement,
    Trump,
    Void,
    most_cards,
)
from tests.games.casts import ann, fresh, start, step

pytestmark = pytest.mark.django_db


def drawn_rules(chance: Random) -> Rules:
    """House rules with every option drawn, two short deals or so long."""
    bidding, hook = chance.choice(list(Bidding)), chance.random() < 0.5
    players, trump = chance.randint(3, 8), chance.choice(list(Trump))
    no_trump = chance.choice(list(NoTrump))
    sizes = [chance.randint(1, min(4, most_cards(players, trump, no_trump))) for _ in range(2)]
    return rules_from(
        {
            "players": players,
            "schedule": {"shape": "list", "sizes": sizes},
            "trump": trump,
            "trump_order": chance.choices(["C", "D", "H", "S", "NT"], k=3),
            "no_trump": no_trump,
            "hook": hook and bidding is Bidding.IN_TURN,
            "bidding": bidding,
            "void": chance.choice(list(Void)),
            "scoring": {
                "made": chance.choice(list(Made)),
                "missed": chance.choice(list(Missed)),
                "made_zero": chance.choice(list(MadeZero)),
            },
            "hard_score": chance.random() < 0.5,
            "end": chance.choice(["after-schedule", {"target": 12}]),
            "first_dealer": chance.choice(list(FirstDealer)),
            "announce": chance.random() < 0.5,
            "settlement": chance.choice(list(Settlement)),
        }
    )


def short(rules: Rules, most: int = 2) -> Rules:
    """The same rules for two small deals."""
    size = min(3, max(rules.hand_sizes))
    schedule = {"shape": "list", "sizes": [size, 1][:most]}
    return rules_from(rules.to_options() | {"schedule": schedule, "end": "after-schedule"})


def played(rules: Rules, seed: int) -> Game:
    """A game played at random to its end, or for three deals of a long way to a target."""
    game, chance = start(ann(), rules, seed=seed), Random(seed)
    while game.is_playing and game.deals.count() <= 3:
        game = step(game, chance)
    return fresh(game)


def check(game: Game) -> None:
    """The record of the rows holds, reads back as itself, and comes to what the seats have."""
    now = Table.read(game)
    record = game_record(now)
    again = parse_record(json.dumps(record.to_json_object()))
    assert again.to_json_object() == record.to_json_object()
    assert again.rules == game.rules
    if game.is_playing:
        assert record.totals == now.totals_before
        assert record.places is None
    else:
        assert record.totals == tuple(seat.total for seat in now.seats)
        assert record.places == tuple(seat.place for seat in now.seats)
        assert record.totals == final_totals(game.rules, now.totals)
        assert record.places == places(record.totals)


@pytest.mark.parametrize("seed", range(12))
def test_house_rules_drawn_at_random_play_to_the_end(seed):
    game = played(drawn_rules(Random(seed)), seed)
    assert game.is_playing == (game.rules.target is not None and game.deals.count() == 4)
    check(game)


@pytest.mark.parametrize("key", list(PRESETS))
def test_every_preset_plays_to_the_end(key):
    players = max(n for n in PRESETS[key].players if n <= 4)
    game = played(short(PRESETS[key].rules(players)), seed=1)
    assert game.status == Game.Status.FINISHED
    check(game)


@pytest.mark.parametrize("players", [3, 8])
def test_a_whole_deck_is_dealt_and_played(players):
    rules = rules_from(
        {
            "players": players,
            "schedule": {"shape": "list", "sizes": [52 // players]},
            "trump": "none",
        }
    )
    game = played(rules, seed=1)
    assert len(Table.read(game).position.tricks) == 52 // players
    check(game)


def test_every_action_of_a_whole_game_makes_one_version():
    game, chance = start(ann()), Random(3)
    while game.is_playing:
        after = step(game, chance)
        assert after.version == game.version + 1
        game = after


def test_the_record_of_a_running_game_ends_with_its_last_finished_deal():
    game, chance = start(ann()), Random(1)
    while game.deals.count() < 2:
        game = step(game, chance)
    record = game_record(Table.read(fresh(game)))
    assert len(record.deals) == 1
    assert record.places is None
