"""The lookout: what no announcement told of is painted all the same."""

import asyncio

import pytest
from channels.db import database_sync_to_async
from django.db import connections

from games import lookout, table
from games.models import Game
from tests.games.casts import fresh, start, to_person
from tests.games.watching import watching

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
async def _connections_end():
    yield
    await database_sync_to_async(connections.close_all)()


@pytest.fixture
def game(person) -> Game:
    return to_person(start(person))


async def test_a_change_that_nobody_announced_is_painted(person, game, monkeypatch):
    monkeypatch.setattr(lookout, "LOOK_SECONDS", 0.01)
    async with watching(game, person) as tab:
        await tab.painting()
        await database_sync_to_async(table.pause)(code=game.code, user=person)
        html = await tab.painting()
    assert f'data-version="{(await database_sync_to_async(fresh)(game)).version}"' in html


async def test_what_is_painted_already_is_not_painted_again(person, game):
    async with watching(game, person) as tab:
        await tab.painting()
        await lookout.lookout().look()
        assert await tab.is_silent()


async def test_it_looks_only_while_somebody_looks(person, game):
    async with watching(game, person) as tab:
        await tab.painting()
        looking = lookout.lookout()._looking
        assert looking
    await asyncio.wait([looking], timeout=5)
    assert looking.cancelled()


async def test_a_look_that_fails_is_followed_by_others(person, game, monkeypatch):
    looks = []

    async def fail(self):
        looks.append(1)
        raise OSError

    monkeypatch.setattr(lookout, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(lookout.Lookout, "look", fail)
    async with watching(game, person) as tab:
        await tab.painting()
        async with asyncio.timeout(5):
            while len(looks) < 2:
                await asyncio.sleep(0)
