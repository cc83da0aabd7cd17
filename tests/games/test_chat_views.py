"""Saying something over HTTP, with and without JavaScript."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts import shuns
from games.models import Game, Message
from tests.games.casts import ben, browser, cat, gus, start
from tests.games.gatherings import gathered, open_table
from tests.games.posting import HTMX, said, url
from tests.games.rows import nothing_changes
from tests.games.talking import say, unwatched

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(person) -> Game:
    return gathered(person, ben())


def post(client: Client, game: Game, **fields: str):
    return client.post(url("say", game.code), fields, **HTMX)


def refusal(client: Client, game: Game, **fields: str) -> tuple[int, str]:
    with nothing_changes():
        answer = post(client, game, **fields)
    return answer.status_code, said(answer.content)


def test_what_is_said_answers_with_nothing_since_the_sockets_show_it(client, game):
    assert post(client, game, text=" hi  there ").status_code == 204
    assert post(client, game, phrase="thanks").status_code == 204
    assert list(Message.objects.values_list("text", "phrase")) == [("hi there", ""), ("", "thanks")]


@pytest.mark.parametrize(
    ("fields", "status", "sentence"),
    [
        ({}, 422, "Write something first."),
        ({"text": "\u200b"}, 422, "Write something first."),
        ({"text": "x" * 201}, 422, "That is too long: a message has at most 200 characters."),
        ({"phrase": "insult"}, 400, "That request is not complete."),
    ],
)
def test_a_refusal_is_a_sentence(client, game, fields, status, sentence):
    assert refusal(client, game, **fields) == (status, sentence)


def test_too_many_messages_are_refused_with_a_sentence(client, game):
    for _ in range(5):
        post(client, game, phrase="hello")
    assert refusal(client, game, text="more") == (429, "You write too fast. Wait a few seconds.")
    assert post(client, game, text="more")["Retry-After"] == "10"


def test_a_game_against_computers_has_nobody_to_talk_to(client, person):
    status, sentence = refusal(client, start(person), text="hello")
    assert (status, sentence) == (409, "There is nobody to talk to in this game.")


@pytest.mark.parametrize("visitor", [cat, lambda: None])
def test_a_spectator_may_not_write(game, visitor):
    status, sentence = refusal(browser(visitor()), game, text="hello")
    assert (status, sentence) == (403, "Only those who sit at this table can do that.")


@pytest.mark.parametrize("visitor", [cat, lambda: None])
@pytest.mark.parametrize("how", [{}, HTMX])
def test_a_stranger_learns_of_no_game(person, visitor, how):
    game, stranger = unwatched(person, ben()), browser(visitor())
    with nothing_changes():
        assert stranger.post(url("say", game.code), {"text": "hi"}, **how).status_code == 404
    assert stranger.get(url("chat", game.code)).status_code == 404
    assert stranger.post(reverse("games:say", args=["nowhere"]), {"text": "hi"}).status_code == 404


def test_a_message_is_never_said_by_looking(client, game):
    with nothing_changes():
        answer = client.get(url("say", game.code), {"text": "hi"})
        assert answer["Location"] == url("chat", game.code)


def test_another_site_can_say_nothing(person, game):
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(person, backend="allauth.account.auth_backends.AuthenticationBackend")
    with nothing_changes():
        assert careful.post(url("say", game.code), {"text": "hi"}).status_code == 403


# --- Without JavaScript -------------------------------------------------------


def test_a_plain_form_is_sent_back_to_its_page(client, game):
    for back, page in [("chat", "chat"), ("", "table"), ("//elsewhere", "table")]:
        answer = client.post(url("say", game.code), {"text": "hi", "back": back})
        assert (answer.status_code, answer["Location"]) == (303, url(page, game.code))


@pytest.mark.parametrize("text", ["x" * 201 + '"><b>', "\u200b"])
def test_a_refused_plain_form_keeps_its_text(client, game, text):
    with nothing_changes():
        answer = client.post(url("say", game.code), {"text": text})
    assert answer.status_code == 422
    assert answer.context["text"] == text
    assert said(answer.content)
    assert b"<b>" not in answer.content


def test_the_chat_is_a_page_too(client, person, game):
    say(game, person, "mine")
    page = client.get(url("chat", game.code)).content.decode()
    assert ">mine</p>" in page
    assert 'name="back" value="chat"' in page
    assert "hx-post" not in page


def test_a_spectators_page_has_nothing_to_write_with(game):
    page = browser().get(url("chat", game.code)).content.decode()
    assert 'name="text"' not in page
    assert "Those who sit at this table write here." in page


def test_a_game_against_computers_has_no_page_for_it(client, person):
    game = start(person)
    assert client.get(url("chat", game.code)).status_code == 404
    assert 'id="chat"' not in client.get(url("table", game.code)).content.decode()


# --- What the pages show ------------------------------------------------------


@pytest.mark.parametrize("page", ["table", "chat"])
def test_markup_is_shown_as_text(client, game, page):
    say(game, ben_of(game), "<script>alert(1)</script> {{ 7 }} &amp; https://example.com")
    html = client.get(url(page, game.code)).content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt; {{ 7 }} &amp;amp; https://example.com</p>" in html
    assert "<script>alert" not in html
    assert 'href="https://example.com' not in html


@pytest.mark.parametrize("page", ["table", "chat"])
def test_the_page_shows_no_message_of_the_muted(client, person, game, page):
    other = ben_of(game)
    say(game, other, "blah blah")
    shuns.mute(person, other)
    assert "blah blah" not in client.get(url(page, game.code)).content.decode()


def test_a_name_is_never_markup(client, game):
    other = ben_of(game)
    other.name = "<i>Ben</i>&"
    other.save()
    say(game, other, "hi")
    html = client.get(url("table", game.code)).content.decode()
    assert "<bdi>&lt;i&gt;Ben&lt;/i&gt;&amp;</bdi>" in html
    assert "<i>Ben" not in html


# --- Whose plate opens a menu -------------------------------------------------


def menus(client: Client, game: Game) -> list[str]:
    """Whose menus the plates of a page open."""
    html = client.get(url("table", game.code)).content.decode()
    return re.findall(r'data-person aria-haspopup="dialog"><bdi>(.*?)</bdi>', html)


@pytest.mark.parametrize("gather", [gathered, open_table])
def test_the_plates_of_other_people_open_menus(client, person, gather):
    game = gather(person, ben(), gus())
    guest = game.seats.get(user__is_guest=True)
    assert sorted(menus(client, game)) == ["Ben", guest.name]
    assert sorted(menus(browser(cat()), game)) == ["Ann", "Ben", guest.name]
    assert menus(browser(), game) == []


def test_at_a_game_against_computers_no_plate_does(client, person):
    assert menus(client, start(person)) == []


def ben_of(game: Game):
    seat = game.seats.get(user__username="ben")
    assert seat.user is not None
    return seat.user
