"""Muting and blocking people one meets at a table, over HTTP."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Shun, User
from games import table
from games.models import Game
from games.refusals import NotWelcome
from tests.games.casts import ben, browser, cat, gus
from tests.games.gatherings import gathered, offer, open_table
from tests.games.posting import HTMX
from tests.games.talking import say, unwatched

pytestmark = pytest.mark.django_db


@pytest.fixture
def other() -> User:
    return ben()


@pytest.fixture
def game(person, other) -> Game:
    return gathered(person, other)


def address(game: Game, person: User | int) -> str:
    number = person.pk if isinstance(person, User) else person
    return reverse("games:person", args=[game.code, number])


def do(client: Client, game: Game, person: User | int, deed: str, **how: Any):
    return client.post(address(game, person), {"deed": deed}, **how)


def without_token(html: bytes) -> str:
    return re.sub(r'"X-CSRFToken": "\w+"|"csrfmiddlewaretoken" value="\w+"', "", html.decode())


def shunned() -> list[tuple[str, str, str]]:
    return [(str(each.user), each.kind, str(each.other)) for each in Shun.objects.order_by("pk")]


def test_somebody_is_muted_then_blocked_then_forgiven(client, game, other):
    kinds = []
    for deed in ("mute", "block", "mute", "forgive"):
        assert do(client, game, other, deed, **HTMX).status_code == 200
        kinds.append(shunned())
    muted, blocked = [("Ann", "mute", "Ben")], [("Ann", "block", "Ben")]
    assert kinds == [muted, blocked, blocked, []]


def test_the_menu_offers_what_is_left_to_do(client, game, other):
    def offered(html: bytes) -> list[str]:
        return [deed for deed in ("mute", "block", "forgive") if f'value="{deed}"' in html.decode()]

    assert offered(client.get(address(game, other), **HTMX).content) == ["mute", "block"]
    assert offered(do(client, game, other, "mute", **HTMX).content) == ["block", "forgive"]
    assert offered(do(client, game, other, "block", **HTMX).content) == ["forgive"]


def test_the_menu_is_a_page_without_javascript(client, game, other):
    answer = do(client, game, other, "block")
    assert (answer.status_code, answer["Location"]) == (303, address(game, other))
    page = client.get(address(game, other)).content.decode()
    assert "<!doctype html>" in page
    assert "they can&#x27;t sit down at your tables" in page


@pytest.mark.parametrize("deed", ["", "praise"])
def test_a_deed_there_is_not_is_refused(client, game, other, deed):
    assert do(client, game, other, deed, **HTMX).status_code == 400
    assert do(client, game, other, deed).status_code == 303
    assert not shunned()


@pytest.mark.parametrize("deed", ["mute", "block"])
def test_nobody_shuns_themselves(client, person, game, deed):
    assert do(client, game, person, deed, **HTMX).status_code == 422
    assert not shunned()


@pytest.mark.parametrize("number", [0, 99_999, 10**30])
def test_a_number_of_nobody_is_not_found(client, game, number):
    for answer in (do(client, game, number, "mute"), client.get(address(game, number))):
        assert answer.status_code == 404


def test_an_account_that_is_not_at_the_table_looks_like_none(client, game):
    stranger = cat()
    asked = [address(game, each) for each in (stranger, 99_999)]
    real, unreal = (client.get(each, **HTMX) for each in asked)
    assert real.status_code == unreal.status_code == 404
    shown = [without_token(answer.content) for answer in (real, unreal)]
    assert shown[0].replace(asked[0], "") == shown[1].replace(asked[1], "")
    assert do(client, game, stranger, "mute").status_code == 404
    assert not shunned()


def test_somebody_who_has_spoken_and_left_can_still_be_muted(client, person, other):
    game = open_table(person, other)
    say(game, other, "bye")
    table.leave(code=game.code, user=other)
    do(client, game, other, "mute")
    assert shunned() == [("Ann", "mute", "Ben")]


def test_a_spectator_may_mute_whom_they_see(game, other):
    do(browser(cat()), game, other, "mute")
    assert shunned() == [("Cat", "mute", "Ben")]


def test_a_guest_may_block_and_be_blocked(client, person):
    guest = gus()
    game = gathered(person, guest)
    do(client, game, guest, "block")
    do(browser(guest), game, person, "block")
    assert {(each.user, each.other) for each in Shun.objects.all()} == {
        (person, guest),
        (guest, person),
    }


def test_nobody_who_may_not_look_meets_anybody(person, other):
    game = unwatched(person, other)
    for visitor in (browser(), browser(cat())):
        assert visitor.get(address(game, other)).status_code == 404
        assert do(visitor, game, other, "mute").status_code == 404
    assert not shunned()


def test_a_visitor_without_a_name_has_no_menu(game, other):
    assert browser().get(address(game, other)).status_code == 404


def test_the_blocked_one_cannot_sit_down_at_the_blockers_table(client, person, game, other):
    do(client, game, other, "block")
    mine = open_table(person)
    with pytest.raises(NotWelcome):
        table.sit(code=mine.code, user=other)


@pytest.mark.parametrize(("deed", "together"), [("mute", True), ("block", False)])
def test_a_quick_match_keeps_the_blocked_apart(client, person, game, other, deed, together):
    do(client, game, other, deed)
    mine = open_table(person)
    assert (table.quick_match(user=other, offer=offer()) == mine) is together


def test_a_menu_about_a_message_shows_it_as_text(client, game, other):
    message = say(game, other, "<b>rude</b>")
    html = client.get(address(game, other), {"message": message.pk}, **HTMX).content.decode()
    assert "&lt;b&gt;rude&lt;/b&gt;</blockquote>" in html
    assert f'name="message" value="{message.pk}"' in html


@pytest.mark.parametrize("number", ["x", "-1", "999999", "9" * 40, "²"])
def test_a_message_that_is_not_theirs_is_refused(client, person, game, other, number):
    own = say(game, person, "mine")
    for wrong in (number, str(own.pk)):
        assert client.get(address(game, other), {"message": wrong}, **HTMX).status_code == 400
