"""The hints of a first game: each once, none for who has finished a game."""

import pytest

from games.tour import HINTS
from tests.games.casts import finished_game, start
from tests.games.posting import url

pytestmark = pytest.mark.django_db


def test_a_first_game_has_five_hints(client, person):
    page = client.get(url("table", start(person).code)).content.decode()
    assert [key for key in HINTS if f'data-hint="{key}"' in page] == list(HINTS)
    assert len(HINTS) == 5


def test_hints_that_were_closed_never_return(client, person):
    client.cookies["tour"] = "trump.bid"
    page = client.get(url("table", start(person).code)).content.decode()
    assert 'data-hint="trump"' not in page
    assert 'data-hint="play"' in page
    client.cookies["tour"] = "trump.done"
    assert 'id="tour"' not in client.get(url("table", start(person).code)).content.decode()


def test_who_has_finished_a_game_needs_no_hints(client, person):
    finished_game(person)
    assert 'id="tour"' not in client.get(url("table", start(person).code)).content.decode()


def test_the_guide_opens_at_what_is_going_on(client, person):
    page = client.get(url("table", start(person).code)).content.decode()
    assert 'href="/guide#bidding"' in page
