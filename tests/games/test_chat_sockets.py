"""What is said, as the sockets of those who look show it."""

import json
import re
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.db import connections
from django.utils.translation import get_language

from accounts import shuns
from games import chat, live, table
from games.models import Game
from tests.games.casts import ben, browser, cat, start
from tests.games.gatherings import gathered, open_table
from tests.games.posting import HTMX, url
from tests.games.secrets_kept import hidden_from
from tests.games.talking import say
from tests.games.watching import Socket, do, quick, socket, socket_path, watching

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
async def _connections_end():
    """The threads that asked the database for a socket let go of it."""
    yield
    await database_sync_to_async(connections.close_all)()


@pytest.fixture
def other(db):
    return ben()


@pytest.fixture
def game(person, other) -> Game:
    return gathered(person, other)


async def frame(tab: Socket) -> dict[str, Any]:
    """The next thing that isn't a painting of the table."""
    while not (sent := await tab.painting()).startswith("{"):
        pass
    found: dict[str, Any] = json.loads(sent)
    assert found.keys() == {"content", "target", "swap"}
    assert found["target"] == "#chat-log"
    return found


async def log(tab: Socket) -> list[str]:
    """The whole chat, as it is sent next."""
    sent = await frame(tab)
    assert sent["swap"] == "innerMorph swapEmpty:true"
    return words(sent["content"])


async def line(tab: Socket) -> str:
    """The next message."""
    sent = await frame(tab)
    assert sent["swap"] == "beforeend"
    assert len(words(sent["content"])) == 1
    return str(sent["content"])


def words(html: str) -> list[str]:
    return re.findall(r'<p class="words" dir="auto">(.*?)</p>', html)


async def tell(*what: Any, **how: Any) -> None:
    """Say something, and tell everybody."""
    await quick(lambda: live.say(say(*what, **how)))


async def test_the_whole_chat_comes_when_the_socket_opens(person, other, game):
    await tell(game, other, "before")
    async with watching(game, person) as tab:
        assert await log(tab) == ["before"]
        assert tab.frames[0].lstrip().startswith("<main")


async def test_what_is_said_reaches_everybody_at_once(person, other, game):
    async with watching(game, person) as mine, watching(game, other) as theirs:
        assert await log(mine) == await log(theirs) == []
        bens = await quick(browser, other)
        await quick(bens.post, url("say", game.code), {"text": "hi"}, **HTMX)
        for tab, name in [(mine, "Ben"), (theirs, "You")]:
            html = await line(tab)
            assert words(html) == ["hi"]
            assert name in html


async def test_a_message_is_no_painting(person, other, game):
    async with watching(game, person) as tab:
        await log(tab)
        await tell(game, other, "hi")
        await line(tab)
        assert await tab.is_silent()


async def test_a_message_said_between_joining_and_painting_is_shown_once(person, other, game):
    message = await quick(say, game, other, "hi")
    async with watching(game, person) as tab:
        assert await log(tab) == ["hi"]
        await quick(live.say, message)
        await tell(game, other, "ho")
        assert words(await line(tab)) == ["ho"]


async def test_a_game_against_computers_is_painted_alone(person):
    game = await quick(start, person)
    async with watching(game, person) as tab:
        await tab.painting()
        assert await tab.is_silent()


async def test_who_is_muted_is_not_shown_from_then_on(person, other, game):
    await tell(game, other, "before")
    async with watching(game, person) as tab, watching(game, other) as theirs:
        assert await log(tab) == await log(theirs) == ["before"]
        await quick(shuns.mute, person, other)
        assert await log(tab) == []
        await tell(game, other, "after")
        await tell(game, person, "mine")
        assert words(await line(tab)) == ["mine"]
        assert words(await line(theirs)) == ["after"]


@pytest.mark.parametrize("shun", [shuns.mute, shuns.block])
async def test_muting_holds_on_every_socket_and_is_undone_on_every_one(person, other, game, shun):
    await tell(game, other, "hi")
    async with watching(game, person) as tab, watching(game, person) as phone:
        for each in (tab, phone):
            await log(each)
        await quick(shun, person, other)
        assert await log(tab) == await log(phone) == []
        await quick(shuns.forgive, person, other.pk)
        assert await log(tab) == await log(phone) == ["hi"]


async def test_the_muted_one_notices_nothing(person, other, game):
    async with watching(game, other) as tab:
        await log(tab)
        await quick(shuns.mute, person, other)
        assert await tab.is_silent()


async def test_markup_is_shown_as_text(person, other, game):
    async with watching(game, person) as tab:
        await log(tab)
        await tell(game, other, "<b onclick=x>'&\"</b>")
        assert words(await line(tab)) == ["&lt;b onclick=x&gt;&#x27;&amp;&quot;&lt;/b&gt;"]


async def test_a_phrase_is_in_the_language_of_each_page(person, other, game, monkeypatch, settings):
    settings.LANGUAGES = [("en", "English"), ("ro", "Romanian")]
    monkeypatch.setattr(chat, "gettext", lambda text: f"{get_language()}: {text}")
    english, romanian = (socket_path(game.code, language) for language in ("en", "ro"))
    async with socket(english, person) as tab, socket(romanian, other) as theirs:
        assert await tab.open()
        assert await theirs.open()
        for each in (tab, theirs):
            await log(each)
        await tell(game, other, phrase="thanks")
        assert words(await line(tab)) == ["en: Thanks!"]
        assert words(await line(theirs)) == ["ro: Thanks!"]


async def test_a_message_holds_nothing_of_the_game(person, other, game):
    async with watching(game, person) as tab:
        await log(tab)
        await tell(game, other, phrase="luck")
        html = await line(tab)
        hidden = await quick(hidden_from, person, game)
        assert hidden.in_text(html) == []
        text = re.sub(r"<[^>]*>", " ", html).split()
        assert text == ["Ben", "Good", "luck!"]


async def test_through_the_layer_goes_only_which_message(person, other, game, monkeypatch):
    told: list[Any] = []
    monkeypatch.setattr(live, "_tell", lambda *what: told.append(what))
    message = await quick(say, game, other, "hi")
    await quick(live.say, message)
    assert told == [(f"table.{game.pk}", {"type": "table.said", "message": message.pk})]


async def test_whoever_may_not_look_any_more_reads_nothing(person, game):
    looker = await quick(cat)
    await quick(Game.objects.filter(pk=game.pk).update, is_watchable=False)
    async with socket(socket_path(game.code), looker) as tab:
        assert await tab.open()
        assert await tab.closing() == 4404


@pytest.mark.parametrize("looker", [cat, lambda: None])
async def test_who_looks_on_reads_too_and_only_a_person_has_menus(other, game, looker):
    viewer = await quick(looker)
    async with socket(socket_path(game.code), viewer) as tab:
        assert await tab.open()
        assert await log(tab) == []
        await tell(game, other, "hi")
        html = await line(tab)
        assert words(html) == ["hi"]
        assert ("data-person" in html) is (viewer is not None)


async def test_people_talk_in_the_room_where_they_gather(person, other):
    game = await quick(open_table, person, other)
    async with socket(f"/ws/room/{game.code}/en", other) as tab:
        assert await tab.open()
        assert await log(tab) == []
        await tell(game, person, phrase="hello")
        assert words(await line(tab)) == ["Hello!"]
        await do(table.kick, code=game.code, user=person, number=1)
        assert await tab.closing() == 4404


async def test_whoever_is_sent_away_reads_nothing_more_even_where_the_news_is_lost(person, other):
    game = await quick(open_table, person, other)
    async with socket(f"/ws/room/{game.code}/en", other) as tab:
        assert await tab.open()
        await log(tab)
        await quick(table.kick, code=game.code, user=person, number=1)
        await tell(game, person, "now that we are alone")
        assert await tab.is_silent()
