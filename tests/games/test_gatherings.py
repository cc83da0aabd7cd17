"""The cast's tables of several people are what they say."""

import pytest

from games.reading import Table
from tests.games.casts import ann, ben, cat
from tests.games.gatherings import gathered, gone, later, names_at, open_table, rung

pytestmark = pytest.mark.django_db


def test_an_open_table_has_its_people_side_by_side():
    game = open_table(ann(), ben())
    assert game.is_open
    assert names_at(game) == ["Ann", "Ben", "", ""]


def test_a_gathered_game_has_begun_with_computers_beside_the_people():
    game = gathered(ann(), ben(), cat())
    assert game.is_playing
    assert game.people == 3
    assert [seat.is_computer for seat in Table.read(game).seats] == [False, False, False, True]


def test_time_passes_for_all_that_a_game_remembers():
    host, guest = ann(), ben()
    game = gone(open_table(host, guest), guest, seconds=1)
    game = rung(later(game, 100))
    assert names_at(game) == ["Ann", "", "", ""]
