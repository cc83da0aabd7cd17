"""The load benchmark's own sums, and that it reads paintings as a person would."""

import json
from dataclasses import replace
from random import Random

import pytest

from accounts.preferences import read as read_preferences
from benchmarks.load import proc
from benchmarks.load.__main__ import as_json, parser
from benchmarks.load.figures import Report, Spread, Step, printed
from benchmarks.load.opening import Kind, Place
from benchmarks.load.painting import Move, Painting, read
from benchmarks.load.people import Notes, Viewer
from benchmarks.load.people import Table as LiveTable
from games.display import painted
from games.models import Game
from games.reading import Table
from games.rules import Phase, card_code
from tests.games.casts import ann, finished_game, play_on, start, to_person

NOTHING = Spread.of([])
STEP = Step(
    tables=1,
    seconds=10.0,
    taps=1.0,
    moves=4.0,
    paints=4.0,
    paint_kb=7.0,
    tap_to_paint=Spread(10, 5.0, 10.0, 12.0),
    tap_to_answer=NOTHING,
    tap_to_turn=NOTHING,
    echo=Spread(40, 1.0, 2.0, 3.0),
    echo_in_load=Spread(20, 2.0, 4.0, 5.0),
    cpu_a_move=8.0,
    database_cpu_a_move=0.0,
    server_share=0.1,
    client_share=0.01,
    others_share=0.0,
    memory=200.0,
    refused=0,
    unseen=0,
)
FULL = replace(STEP, tables=101, memory=210.0, cpu_a_move=10.0)


def test_a_spread_names_values_that_so_many_lie_at_or_below():
    spread = Spread.of(each / 1000 for each in range(100, 0, -1))
    assert spread == Spread(100, 50.0, 95.0, 99.0)
    assert Spread.of([0.007]) == Spread(1, 7.0, 7.0, 7.0)
    assert Spread.of([]) == Spread(0, 0.0, 0.0, 0.0)


def test_taps_are_told_in_echoes_of_the_same_run():
    assert (STEP.ratio, STEP.ratio_in_load) == (5.0, 2.5)
    assert replace(STEP, echo=NOTHING).ratio == 0.0


def test_memory_is_told_for_each_table_more():
    assert Report([FULL, STEP], 0.5, 0.0).memory_a_table == pytest.approx(102.4)
    assert Report([STEP], 0.5, 0.0).memory_a_table is None


def test_a_moves_cpu_is_told_in_echoes_too():
    report = Report([STEP, FULL], 0.5, 0.0)
    assert [report.in_echoes(step) for step in report.steps] == [16.0, 20.0]
    assert json.loads(as_json(report))["steps"][1]["move_in_echoes"] == 20.0


def test_the_printed_table_has_a_column_for_each_number_of_tables():
    lines = printed(Report([STEP, FULL], 0.5, 0.0)).splitlines()
    assert lines[0].split() == ["1", "table", "101", "tables"]
    assert "5.0 / 10.0 / 12.0" in lines[5]
    assert lines[-1] == "dearest move / cheapest move: 1.25"


def test_numbers_of_tables_are_read_and_refused(capsys):
    assert parser().parse_args(["--tables", "1,20"]).tables == [1, 20]
    with pytest.raises(SystemExit):
        parser().parse_args(["--tables", "1,0"])
    assert "numbers with commas between" in capsys.readouterr().err


def test_cpu_is_read_after_a_name_that_looks_like_fields():
    assert proc.ticks_in("7 (a) b 1) S 1 1 1 0 -1 4 5 6 7 8 120 30 9 9 20 0 3") == 150


def test_a_machine_is_busy_with_all_but_idling_and_waiting():
    assert proc.busy_in("cpu  100 20 30 5000 400 1 2 3 9 0") == 156


def live_table(viewers: int) -> LiveTable:
    """A table at which so many people look."""
    live = LiveTable(0, Kind(viewers, "medium", "fast"), 1.0, Random(1), Notes())
    live.viewers = [Viewer(live, Place(0, "", "", "")) for _ in range(viewers)]
    return live


def test_a_card_is_seen_once_the_last_viewer_has_been_painted_it():
    live = live_table(viewers=2)
    tap = live.tapped((0, 4), Move("/game/x/play", ""))
    first, last = live.viewers
    for viewer, moment in ((first, (0, 5)), (first, (0, 6)), (last, (0, 4))):
        live.seen(viewer, Painting(9, moment, None, is_finished=False), tap.at + 1)
    assert live.taps == [tap]
    live.seen(last, Painting(9, (1, 0), None, is_finished=False), tap.at + 2)
    assert live.taps == []
    ((at, took),) = live.notes.paints
    assert at == tap.at
    assert took == pytest.approx(2)


def test_a_word_for_the_next_deal_is_no_card_to_be_seen():
    live = live_table(viewers=4)
    live.tapped((0, 44), Move("/game/x/next", "deal=0"))
    assert live.taps == []


def test_moves_are_told_from_the_first_painting_on():
    live = live_table(viewers=1)
    for version in (6, 7, 9, 8):
        shown = Painting(version, (0, version), None, is_finished=False)
        live.seen(live.viewers[0], shown, 0.0)
    assert live.moves == 3


@pytest.mark.django_db
def test_a_bid_is_read_from_a_painting():
    game = to_person(start(ann()), Phase.BIDDING)
    shown = seen(game)
    assert shown.version == game.version
    assert shown.move
    assert shown.move.address == f"/game/{game.code}/bid"
    assert shown.move.body.startswith("deal=0&turn=")
    assert shown.move.body.endswith(("&bid=0", "&bid=1"))


@pytest.mark.django_db
def test_a_card_that_may_be_played_is_read_from_a_painting():
    game = to_person(start(ann()), Phase.PLAYING)
    position = Table.read(game).position
    (card,) = position.hands[0]
    body = f"deal=0&turn={position.actions}&card={card_code(card)}"
    assert seen(game).move == Move(f"/game/{game.code}/play", body)


@pytest.mark.django_db
def test_the_next_deal_and_the_end_are_read_from_paintings():
    user = ann()
    game = play_on(start(user), deals=1)
    assert seen(game).move == Move(f"/game/{game.code}/next", "deal=0")
    over = seen(finished_game(user))
    assert (over.move, over.is_finished) == (None, True)


def test_what_is_no_table_is_refused():
    with pytest.raises(ValueError, match="no painting"):
        read("<p>404</p>")


def seen(game: Game) -> Painting:
    """A painting for the game's person, as the benchmark reads it."""
    now = Table.read(game)
    user = now.seats[0].user
    assert user is not None
    return read(painted(now, user, read_preferences({})))
