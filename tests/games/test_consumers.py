"""The live table, through the whole site's door: who is painted what, and when."""

import asyncio
from typing import Any

import pytest
from allauth.account.adapter import get_adapter
from channels.db import database_sync_to_async
from django.db import connections
from django.test import Client
from django.utils.translation import get_language

from accounts.models import User
from games import table
from games.models import Game
from games.pacing import Pace
from ohhell_site.asgi import application
from tests.games.casts import (
    ann,
    ben,
    browser,
    fresh,
    gus,
    let_computers_act,
    person_acts,
    start,
    to_person,
    view_of,
)
from tests.games.rows import all_rows
from tests.games.watching import HERE, Socket, do, quick, socket, socket_path, watching

pytestmark = pytest.mark.django_db(transaction=True)

GONE = 4404


@pytest.fixture(autouse=True)
async def _connections_end():
    """The threads that asked the database for a socket let go of it."""
    yield
    await database_sync_to_async(connections.close_all)()


@pytest.fixture
def game(person) -> Game:
    return to_person(start(person))


def of_version(html: str, game: Game) -> bool:
    return f'data-version="{game.version}"' in html


# --- What is painted ----------------------------------------------------------


async def test_the_table_is_painted_when_the_socket_opens(person, game):
    async with watching(game, person) as tab:
        html = await tab.painting()
    assert html.lstrip().startswith('<main class="game" id="game"')
    assert of_version(html, game)
    assert "Your bid." in html


async def test_every_change_is_painted(person, game):
    async with watching(game, person) as tab:
        await tab.painting()
        for pace in (Pace.SLOW, Pace.NORMAL):
            changed = await do(table.set_pace, code=game.code, user=person, pace=pace)
            html = await tab.painting()
            assert of_version(html, changed)
            assert f'data-pace="{pace}"' in html


async def test_nothing_is_painted_without_a_change(person, game):
    async with watching(game, person) as tab:
        await tab.painting()
        assert await tab.is_silent()


async def test_an_announcement_of_what_was_painted_already_is_passed_over(person, game):
    async with watching(game, person) as tab:
        await tab.painting()
        await do(lambda: game)  # the version that the socket began with
        assert await tab.is_silent()


async def test_changes_in_a_burst_end_with_the_newest(person, game):
    async with watching(game, person) as tab:
        await tab.painting()
        for pace in [Pace.SLOW, Pace.FAST] * 4:
            newest = await do(table.set_pace, code=game.code, user=person, pace=pace)
        assert await tab.painting_of(newest.version)
        assert await tab.is_silent()


async def test_two_tabs_are_both_painted(person, game):
    async with watching(game, person) as one, watching(game, person) as other:
        await asyncio.gather(one.painting(), other.painting())
        changed = await do(person_acts, game)
        for tab in (one, other):
            assert of_version(await tab.painting_of(changed.version), changed)


async def test_only_the_table_that_changed_is_painted(person, game):
    other = await quick(start, person)
    async with watching(game, person) as here, watching(other, person) as there:
        await asyncio.gather(here.painting(), there.painting())
        await do(person_acts, game)
        assert await here.painting()
        assert await there.is_silent()


async def test_a_guest_is_painted_too():
    guest = await quick(gus)
    game = await quick(start, guest)
    async with watching(game, guest) as tab:
        assert of_version(await tab.painting(), game)


async def test_the_deck_is_the_one_of_the_persons_cookies(person, game):
    async with watching(game, person, cookies={"deck": "four"}) as tab:
        html = await tab.painting()
    assert "four-color" in html
    assert "two-color" not in html


async def test_a_cookie_of_nonsense_does_no_harm(person, game):
    async with watching(game, person, cookies={"deck": "<script>", "theme": "x" * 4000}) as tab:
        html = await tab.painting()
    assert "<script>" not in html


# --- Who is painted -----------------------------------------------------------


async def turned_away(path: str, user: Any = None, **how: Any) -> int:
    """The code with which a socket is closed that was told nothing."""
    async with socket(path, user, **how) as opened:
        assert await opened.open()
        return await opened.closing()


async def test_a_stranger_is_turned_away_and_told_nothing(game):
    assert await turned_away(socket_path(game.code), await quick(ben)) == GONE


async def test_nobody_is_turned_away_and_told_nothing(game):
    assert await turned_away(socket_path(game.code)) == GONE


async def test_a_forged_session_is_nobody(game):
    assert await turned_away(socket_path(game.code), cookies={"sessionid": "0" * 32}) == GONE


@pytest.mark.parametrize("code", ["nowhere", "x" * 500, "%00", "%F0%9F%82%A1", "a%20b", "%FF"])
async def test_an_unknown_table_looks_like_a_foreign_one(person, code):
    assert await turned_away(socket_path(code), person) == GONE


@pytest.mark.parametrize("path", ["/ws/nothing", "/", "/ws/game/", "/ws/game/a/b/c"])
async def test_an_address_without_a_table_is_closed(person, path):
    assert await turned_away(path, person) == GONE


@pytest.mark.parametrize("origin", ["http://evil.example", "http://localhost.evil.example", ""])
async def test_another_sites_page_is_not_let_in(person, game, origin):
    async with socket(socket_path(game.code), person, origin=origin) as opened:
        assert not await opened.open()


async def test_a_stranger_hears_of_no_change(person, game):
    stranger = await quick(ben)
    async with socket(socket_path(game.code), stranger) as opened:
        await opened.open()
        await opened.closing()
        await do(person_acts, game)
        assert await opened.is_silent()


async def test_who_loses_the_seat_is_turned_away_at_the_next_change():
    guest, person = await quick(gus), await quick(ann)
    game = await quick(start, guest)
    async with watching(game, guest) as tab:
        await tab.painting()
        await quick(table.hand_over, guest, person)
        await do(table.set_pace, code=game.code, user=person, pace=Pace.SLOW)
        assert await tab.closing() == GONE


# --- What a client may send ---------------------------------------------------


@pytest.mark.parametrize(
    "text", ["", "{", '{"type": "table.changed", "version": 10}', "AS", "\x00", "x" * 300_000]
)
async def test_words_from_a_client_change_nothing(person, game, text):
    before = await quick(all_rows)
    async with watching(game, person) as tab:
        await tab.painting()
        await tab.say(text)
        assert await tab.is_silent()
        assert of_version(await after_a_change(tab, person, game), await quick(fresh, game))
    assert (await quick(all_rows))["Bid"] == before["Bid"]


async def test_bytes_from_a_client_change_nothing(person, game):
    async with watching(game, person) as tab:
        await tab.painting()
        for data in (b"\x00", b"\xff" * 300_000):
            await tab.say(data=data)
        assert await tab.is_silent()
        assert await after_a_change(tab, person, game)


async def after_a_change(tab: Any, person: Any, game: Game) -> str:
    """What is painted when the pace has changed."""
    await do(table.set_pace, code=game.code, user=person, pace=Pace.SLOW)
    return str(await tab.painting())


# --- Lost connections, languages, slow readers --------------------------------


async def test_whoever_comes_back_sees_the_table_as_it_is_now(person, game):
    async with watching(game, person) as tab:
        before = await tab.painting()
    await do(person_acts, game)
    await quick(let_computers_act, game)
    async with watching(game, person) as tab:
        html = await tab.painting()
    assert html != before
    assert of_version(html, await quick(fresh, game))


async def test_a_change_while_nobody_looks_is_no_trouble(game):
    changed = await do(person_acts, game)
    assert changed.version == game.version + 1


async def test_the_language_is_the_addresss(person, game, settings, monkeypatch):
    settings.LANGUAGES = [("en", "English"), ("ru", "Russian")]
    seen: list[str] = []

    def painted(*_: Any) -> str:
        seen.append(get_language() or "")
        return "painted"

    monkeypatch.setattr("games.painting.display.painted", painted)
    for asked in ("ru", "en", "xx", "..", "%00"):
        async with socket(socket_path(game.code, asked), person) as tab:
            await tab.open()
            await tab.painting()
    assert seen == ["ru", "en", "en", "en", "en"]


async def stuck(scope: Any, receive: Any, send: Any) -> None:
    """The site, to a browser that takes its first painting and no more."""
    taken = 0

    async def slow_send(message: Any) -> None:
        nonlocal taken
        taken += message["type"] == "websocket.send"
        if taken > 1:
            await asyncio.Event().wait()
        await send(message)

    await application(scope, receive, slow_send)


async def test_a_slow_reader_holds_up_nobody(person, game):
    async with watching(game, person, app=stuck) as slow, watching(game, person) as quick_one:
        await asyncio.gather(slow.painting(), quick_one.painting())
        for pace in [Pace.SLOW, Pace.FAST] * 3:
            changed = await do(table.set_pace, code=game.code, user=person, pace=pace)
            assert await quick_one.painting_of(changed.version)


async def test_whoever_comes_back_after_a_broken_painting_is_painted(person, game, monkeypatch):
    with monkeypatch.context() as broken, pytest.raises(ZeroDivisionError):
        await break_a_painting(broken, person, game)
    async with watching(game, person) as tab:
        assert (await quick(view_of, game)).bid is not None
        assert of_version(await tab.painting(), await quick(fresh, game))


async def break_a_painting(broken: pytest.MonkeyPatch, person: Any, game: Game) -> None:
    """Watch until a painting fails, and be told of it."""
    async with watching(game, person) as tab:
        await tab.painting()
        broken.setattr("games.painting.display.painted", lambda *_: 1 / 0)
        await do(person_acts, game)
        await tab.ending()


# --- Sessions that end --------------------------------------------------------


async def test_logging_out_ends_the_sockets_of_that_session_and_no_other(person, game):
    here = await database_sync_to_async(browser)(person)
    async with watching(game, person) as elsewhere:
        await elsewhere.painting()
        tab = Socket(socket_path(game), cookie_in(here), HERE)
        assert await tab.open()
        await tab.painting()
        await database_sync_to_async(here.post)("/account/logout/")
        assert await tab.closing() == GONE
        assert await elsewhere.is_silent()


async def test_a_new_password_ends_the_sockets_of_every_other_session(person, game):
    async with watching(game, person) as elsewhere:
        await elsewhere.painting()
        await database_sync_to_async(change_password)(person)
        assert await elsewhere.closing() == GONE


def cookie_in(client: Client) -> str:
    return "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())


def change_password(person: User) -> None:
    get_adapter().set_password(person, "another-quite-long-one")
