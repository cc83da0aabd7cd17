"""The live room and the live lobby, through the whole site's door."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import Mock

import pytest
from channels.db import database_sync_to_async
from django.db import connections

from accounts.models import User
from games import lobby, table
from games.models import Game
from games.rules import Phase
from tests.games.casts import ann, ben, browser, cat, gus, to_person
from tests.games.gatherings import gathered, gone, open_table, seat_of
from tests.games.secrets_kept import hidden_from
from tests.games.watching import Socket, do, quick, socket, socket_path

pytestmark = pytest.mark.django_db(transaction=True)

GONE, TURNED = 4404, 4205
LOBBY = "/ws/lobby/en"


@pytest.fixture(autouse=True)
async def _connections_end():
    """The threads that asked the database for a socket let go of it."""
    yield
    await database_sync_to_async(connections.close_all)()


@asynccontextmanager
async def looking(path: str, user: User | None = None, **how: Any) -> AsyncIterator[Socket]:
    """A socket that has been shown what there is."""
    async with socket(path, user, **how) as tab:
        assert await tab.open()
        await tab.painting()
        yield tab


def room_path(game: Game, language: str = "en") -> str:
    return f"/ws/room/{game.code}/{language}"


# --- The room -----------------------------------------------------------------


async def test_everybody_sees_who_sits_down_and_leaves():
    host, guest = await quick(ann), await quick(ben)
    game = await quick(open_table, host)
    async with looking(room_path(game), host) as one, looking(room_path(game)) as stranger:
        for act in (table.sit, table.leave):
            changed = await do(act, code=game.code, user=guest)
            for tab in (one, stranger):
                html = await tab.painting_of(changed.version)
                assert ("Ben" in html) == (act is table.sit)


async def test_everybody_sees_a_computer_sit_down():
    host, guest = await quick(ann), await quick(ben)
    game = await quick(open_table, host, guest)
    async with looking(room_path(game), guest) as tab:
        changed = await do(table.seat_computer, code=game.code, user=host, number=3)
        assert "computer, Medium" in await tab.painting_of(changed.version)


async def test_everybody_sees_the_name_that_a_guest_chooses():
    host, guest = await quick(ann), await quick(gus)
    game = await quick(open_table, host, guest)
    async with looking(room_path(game), host) as one, looking(LOBBY) as stranger:
        named = {"name": "Max", "next": f"/game/{game.code}"}
        answer = await quick(lambda: browser(guest).post("/account/name/", named))
        assert answer.status_code == 302
        for tab in (one, stranger):
            while "Guest Max" not in await tab.painting():
                pass


async def test_who_is_sent_away_is_shut_out_at_once():
    host, guest = await quick(ann), await quick(ben)
    game = await quick(open_table, host, guest)
    async with looking(room_path(game), host) as one, looking(room_path(game), guest) as other:
        changed = await do(table.kick, code=game.code, user=host, number=1)
        assert await other.shutting() == GONE
        assert "Ben" not in await one.painting_of(changed.version)


async def test_who_was_sent_away_is_not_let_in_again():
    host, guest = await quick(ann), await quick(ben)
    game = await quick(open_table, host, guest)
    await do(table.kick, code=game.code, user=host, number=1)
    async with socket(room_path(game), guest) as tab:
        assert await tab.open()
        assert await tab.closing() == GONE


async def test_all_pages_turn_when_the_game_begins():
    host, guest = await quick(ann), await quick(ben)
    game = await quick(open_table, host, guest)
    async with looking(room_path(game), host) as one, looking(room_path(game), guest) as other:
        await do(table.start, code=game.code, user=host)
        assert [await tab.shutting() for tab in (one, other)] == [TURNED, TURNED]


async def test_a_room_that_was_opened_too_late_turns_too():
    host = await quick(ann)
    game = await quick(gathered, host, await quick(ben))
    async with socket(room_path(game), host) as tab:
        assert await tab.open()
        assert await tab.closing() == TURNED


@pytest.mark.parametrize("is_watchable", [True, False])
async def test_a_closed_table_turns_its_pages(is_watchable):
    host, stranger = await quick(ann), await quick(ben)
    game = await quick(open_table, host, is_watchable=is_watchable)
    async with looking(room_path(game), stranger) as tab:
        await do(table.leave, code=game.code, user=host)
        assert await tab.shutting() in (GONE, TURNED)


async def test_the_heir_sees_that_the_table_is_theirs():
    host, heir = await quick(ann), await quick(ben)
    game = await quick(open_table, host, heir)
    async with looking(room_path(game), heir) as tab:
        changed = await do(table.leave, code=game.code, user=host)
        assert "You are the host: start when you like." in await tab.painting_of(changed.version)


async def test_who_opens_the_room_again_is_not_away_any_more():
    host, guest = await quick(ann), await quick(ben)
    game = await quick(open_table, host, guest)
    await quick(gone, game, guest)
    async with looking(room_path(game), guest) as tab:
        await tab.painting()  # the seat is theirs again
        assert (await quick(seat_of, game, guest)).gone_since is None


# --- The lobby ----------------------------------------------------------------


async def test_the_lobby_shows_a_table_as_soon_as_it_is_open():
    host = await quick(ann)
    async with looking(LOBBY) as tab:
        game = await do(open_table, host)
        assert game.code in await tab.painting()


async def test_the_lobby_follows_a_table_to_its_start():
    host, guest = await quick(ann), await quick(ben)
    game = await quick(open_table, host)
    async with looking(LOBBY, await quick(cat)) as tab:
        await do(table.sit, code=game.code, user=guest)
        assert "2 people, 2 free seats" in await tab.painting()
        await do(table.start, code=game.code, user=host)
        assert "Watch" in await tab.painting()


async def test_a_closed_table_leaves_the_lobby():
    host = await quick(ann)
    game = await quick(open_table, host)
    async with looking(LOBBY) as tab:
        await do(table.leave, code=game.code, user=host)
        assert game.code not in await tab.painting()


async def test_the_lobby_hears_nothing_of_private_tables_and_of_play():
    host, guest = await quick(ann), await quick(ben)
    private = await quick(open_table, host, is_public=False)
    game = await quick(gathered, host, guest)
    async with looking(LOBBY) as tab:
        await do(table.sit, code=private.code, user=guest)
        await do(lambda: to_person(game))
        assert await tab.is_silent()


async def test_ones_own_table_stands_apart_and_stays_live():
    host, guest = await quick(ann), await quick(ben)
    game = await quick(open_table, host)
    async with looking(LOBBY, host) as tab:
        assert tab.frames[0].count(game.code) == 1
        await do(table.sit, code=game.code, user=guest)
        html = await tab.painting()
    assert ("Your tables" in html, "With Ben." in html) == (True, True)


async def test_the_lobby_is_read_once_for_all_who_look(monkeypatch):
    host, guest = await quick(ann), await quick(ben)
    game = await quick(open_table, host)
    async with looking(LOBBY) as one, looking(LOBBY) as two, looking(LOBBY, guest) as three:
        read = Mock(wraps=lobby.read_lobby)
        monkeypatch.setattr(lobby, "read_lobby", read)
        await do(table.seat_computer, code=game.code, user=host, number=2)
        for tab in (one, two, three):
            assert "1 computer" in await tab.painting()
    assert read.call_count == 1


async def test_many_changes_at_once_end_with_the_last():
    host = await quick(ann)
    game = await quick(open_table, host)
    async with looking(LOBBY) as tab:
        acts = [
            do(table.seat_computer, code=game.code, user=host, number=number) for number in (1, 2)
        ]
        await asyncio.gather(*acts)
        while "2 computers" not in await tab.painting():
            pass
        await do(table.kick, code=game.code, user=host, number=1)
        while "1 computer," not in await tab.painting():
            pass


async def test_the_lobby_tells_nothing_of_anybodys_cards():
    people = [await quick(ann), await quick(ben)]
    game = await quick(gathered, *people)
    async with looking(LOBBY, await quick(cat)) as tab:
        await quick(to_person, game, Phase.PLAYING)
        await do(open_table, await quick(gus))
        sent = tab.frames[0] + await tab.painting()
    assert game.code in sent
    for person in people:
        assert not (await quick(hidden_from, person, game)).in_text(sent)


async def test_a_table_socket_is_no_way_around_the_room():
    host = await quick(ann)
    game = await quick(open_table, host, is_public=False)
    async with looking(socket_path(game.code)) as tab:
        assert "Sit here" in tab.frames[0]
