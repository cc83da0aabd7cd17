"""Sockets at tables with others: who is present by them, who may watch, whose close at once."""

import asyncio

import pytest
from allauth.usersessions.models import UserSession
from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import connections

from accounts.models import Act, User
from accounts.sanctions import sanction
from accounts.sockets import recheck_sockets
from games import presence, table, tasks
from games.consumers import LiveConsumer
from games.models import Game, Seat
from games.rules import parse_rules
from tests.games.casts import browser, cat, fresh
from tests.games.gatherings import gathered, gone, open_table, seat_of
from tests.games.rows import all_rows
from tests.games.turns import acts, to_turn
from tests.games.watching import HERE, Socket, do, quick, socket, socket_path, watching

pytestmark = pytest.mark.django_db(transaction=True)

CLOSED = 4404
LONG = parse_rules("4_ls3.2_turned_10t-0_hook")


@pytest.fixture(autouse=True)
async def _connections_end():
    """The threads that asked the database for a socket let go of it."""
    yield
    await database_sync_to_async(connections.close_all)()


@pytest.fixture(autouse=True)
def lost(monkeypatch):
    """Nobody is here at first; who is to be looked for, as (game, person, since)."""
    cache.clear()
    asked: list[tuple[int, int, float]] = []
    monkeypatch.setattr(tasks.look_for, "apply_async", lambda args, **_: asked.append(args))
    return asked


@pytest.fixture
def game(person, friend) -> Game:
    game = to_turn(gathered(person, friend, rules=LONG), person)
    cache.clear()
    return game


async def is_here(game: Game, user) -> bool:
    return bool(await quick(presence.is_here, game.pk, user.pk))


async def settled(holds) -> None:
    """Until something holds that another task brings about."""
    async with asyncio.timeout(10):
        while not await holds():
            await asyncio.sleep(0.01)


# --- Being there --------------------------------------------------------------


async def test_an_open_socket_makes_present_and_a_closed_one_is_looked_into(game, person, lost):
    async with watching(game, person) as tab:
        await tab.painting()
        await settled(lambda: is_here(game, person))
    await settled(lambda: asyncio.sleep(0, bool(lost)))
    assert lost[0][:2] == (game.pk, person.pk)
    assert not await is_here(game, person)


async def test_a_second_tab_keeps_its_person_present(game, person, lost):
    async with watching(game, person) as stays:
        await stays.painting()
        async with watching(game, person) as goes:
            await goes.painting()
        await settled(lambda: asyncio.sleep(0, bool(lost)))
        await settled(lambda: is_here(game, person))
        before = await quick(all_rows)
        await quick(tasks.look_for, *lost[0])
        assert await quick(all_rows) == before


async def test_a_lost_connection_that_is_back_in_time_is_no_news(game, person, friend, lost):
    async with watching(game, friend) as other:
        await other.painting()
        for _ in range(5):
            async with watching(game, person) as tab:
                await tab.painting()
        async with watching(game, person) as tab:
            await tab.painting()
            await settled(lambda: is_here(game, person))
            for asked in list(lost):
                await quick(tasks.look_for, *asked)
            assert await other.is_silent()
    assert (await quick(fresh, game)).version == game.version


async def test_whoever_comes_back_clears_every_sign_for_all(game, person, friend):
    await quick(gone, game, person)
    await quick(game.seats.filter(user=person).update, absence=Seat.Absence.GONE)
    marked = await quick(fresh, game)
    async with watching(game, friend) as other:
        assert "data-away" in await other.painting()
        async with watching(game, person) as tab:
            await tab.painting()
            assert "data-away" not in await other.painting_of(marked.version + 1)
    seat = await quick(seat_of, game, person)
    assert (seat.absence, seat.gone_since) == ("", None)


async def test_whoever_has_left_may_look_and_is_not_present_by_it(person, friend):
    game = await quick(lambda: gathered(person, friend, is_watchable=False))
    async with watching(game, person) as tab:
        await tab.painting()
        left = await do(table.leave, code=game.code, user=person)
        assert "You have left" in await tab.painting_of(left.version)
    assert (await quick(fresh, game)).version == left.version
    async with watching(game, person) as tab:
        assert "You have left" in await tab.painting()
        assert await tab.is_silent()


async def test_a_heartbeat_that_broke_beats_again_at_the_next_painting(game, person, monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr(presence, "seen", lambda *_: 1 / 0)
        tab = watching(game, person)
        opened = await tab.__aenter__()
        await opened.painting()
        await asyncio.sleep(0)
    changed = await do(acts, game, person)
    await opened.painting_of(changed.version)
    await settled(lambda: is_here(game, person))
    await tab.__aexit__(None, None, None)


# --- Spectators ---------------------------------------------------------------


async def test_anybody_may_watch_where_spectators_may_come(game, person):
    stranger = await quick(cat)
    for viewer in (stranger, None):
        async with socket(socket_path(game.code), viewer) as tab:
            assert await tab.open()
            assert "You are watching." in await tab.painting()
            changed = await do(table.hand_to_computer, code=game.code, user=person)
            assert await tab.painting_of(changed.version)
            await do(table.take_back, code=game.code, user=person)
    assert await quick(presence.missing) != []
    assert not await is_here(game, stranger)


async def test_nobody_watches_where_spectators_may_not_come(person, friend):
    game = await quick(lambda: gathered(person, friend, is_watchable=False))
    for viewer in (await quick(cat), None):
        async with socket(socket_path(game.code), viewer) as tab:
            await tab.open()
            assert await tab.shutting() == CLOSED


async def test_what_a_spectator_sends_is_passed_over(game):
    before = await quick(all_rows)
    async with socket(socket_path(game.code)) as tab:
        await tab.open()
        await tab.painting()
        for text in ('{"type": "table.changed", "version": 99}', "bid=0", "\x00"):
            await tab.say(text)
        await tab.say(data=b"\xff" * 1000)
        assert await tab.is_silent()
    assert await quick(all_rows) == before


# --- Closed at once -----------------------------------------------------------


async def test_whoever_was_sent_away_from_a_table_gets_no_socket_at_it(person, friend):
    def sent_away() -> Game:
        game = open_table(person, friend, stranger)
        table.kick(code=game.code, user=person, number=2)
        return table.start(code=game.code, user=person)

    stranger = await quick(cat)
    game = await quick(sent_away)
    async with socket(socket_path(game.code), stranger) as tab:
        await tab.open()
        assert await tab.shutting() == CLOSED


async def test_an_account_that_is_closed_loses_its_sockets_at_once(game, person):
    def close_account() -> None:
        person.is_active = False
        person.save()
        recheck_sockets(person.pk)

    async with watching(game, person) as tab:
        await tab.painting()
        await quick(close_account)
        assert await tab.shutting() == CLOSED


def change(boss: User, person: User, page: str, **fields: str) -> None:
    """What staff do about a person in the admin, on this page about them."""
    address = f"/admin/accounts/user/{page.format(person.pk)}"
    assert browser(boss).post(address, fields).status_code == 302


def stop(boss: User, person: User) -> None:
    change(boss, person, "{}/change/", username="ann", name="Ann")


def set_password(boss: User, person: User) -> None:
    new = "seven-tricks-bid"
    change(boss, person, "{}/password/", usable_password="true", password1=new, password2=new)


@pytest.mark.parametrize("deed", [stop, set_password])
async def test_whom_staff_stop_or_give_another_password_loses_the_sockets_at_once(
    deed, game, person, friend
):
    boss = await quick(User.objects.create_superuser, "Boss")
    async with watching(game, person) as tab, watching(game, friend) as other:
        await other.painting()
        await quick(deed, boss, person)
        assert await tab.shutting() == CLOSED
        assert await other.is_silent()


async def test_whom_staff_delete_loses_the_sockets_at_once(game):
    boss, looker = await quick(User.objects.create_superuser, "Boss"), await quick(cat)
    async with watching(game, looker) as tab:
        await quick(lambda: change(boss, looker, "{}/delete/", post="yes"))
        assert await tab.shutting() == CLOSED


async def test_a_change_of_staff_that_stops_nobody_closes_nothing(game, person):
    boss = await quick(User.objects.create_superuser, "Boss")
    async with watching(game, person) as tab:
        await tab.painting()
        named = {"username": "ann", "name": "Anna", "is_active": "on"}
        await quick(lambda: change(boss, person, "{}/change/", **named))
        assert await tab.is_silent()


async def test_a_session_that_is_ended_from_another_device_loses_its_sockets(game, person):
    here, elsewhere = await quick(browser, person), await quick(browser, person)
    key = elsewhere.cookies[settings.SESSION_COOKIE_NAME].value
    device = {"user": person, "session_key": key, "ip": "127.0.0.1"}
    await quick(UserSession.objects.create, **device)
    async with watching(game, person) as other:
        await other.painting()
        tab = Socket(socket_path(game.code), f"{settings.SESSION_COOKIE_NAME}={key}", HERE)
        assert await tab.open()
        assert (await quick(here.post, "/account/sessions/")).status_code == 302
        assert await tab.shutting() == CLOSED
        assert await other.is_silent()


async def test_a_session_that_ends_before_a_socket_has_joined_is_noticed(game, person, monkeypatch):
    join = LiveConsumer.join

    async def ends_first(self, *groups: str) -> None:
        await database_sync_to_async(Session.objects.all().delete)()
        cache.clear()
        await join(self, *groups)

    monkeypatch.setattr(LiveConsumer, "join", ends_first)
    async with watching(game, person) as tab:
        assert await tab.shutting() == CLOSED


# --- Moderators ----------------------------------------------------------------


async def test_who_is_banned_has_every_socket_closed_at_once_and_gets_none_any_more(
    game, person, friend
):
    mia = await quick(User.objects.create_superuser, "Mia")
    async with watching(game, person) as tab:
        await tab.painting()
        await quick(sanction, Act.Kind.BAN, person=person, by=mia, reason="Enough")
        assert await tab.shutting() == CLOSED
    async with watching(game, person) as again:
        assert await again.shutting() == CLOSED
