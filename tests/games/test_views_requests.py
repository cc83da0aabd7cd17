"""Requests that are not even moves: from strangers, not from our forms, or full of nonsense."""

import re

import pytest
from django.conf import settings
from django.test import Client

from tests.games.casts import ben, browser, start, to_person
from tests.games.posting import ACTIONS, HTMX, form_of, url
from tests.games.rows import nothing_changes

pytestmark = pytest.mark.django_db


# --- Who asks, and how --------------------------------------------------------


@pytest.mark.parametrize("name", ACTIONS)
@pytest.mark.parametrize("how", [{}, HTMX], ids=["form", "htmx"])
def test_nobody_acts_in_a_foreign_game(person, name, how):
    game = start(person)
    fields = {"deal": 0, "turn": 0, "bid": 0, "card": "AS", "pace": "slow"}
    for who in (ben(), None):
        with nothing_changes():
            answer = browser(who).post(url(name, game.code), fields, **how)
        assert answer.status_code == 404
        assert game.code.encode() not in answer.content


@pytest.mark.parametrize("name", ACTIONS)
def test_actions_are_posts(client, person, name):
    game = start(person)
    with nothing_changes():
        for method in (client.put, client.delete):
            assert method(url(name, game.code)).status_code == 405


@pytest.mark.parametrize("name", ACTIONS)
def test_who_opens_the_address_of_an_action_comes_to_the_table(client, person, name):
    game = start(person)
    with nothing_changes():
        for method in (client.get, client.head):
            assert method(url(name, game.code))["Location"] == url("table", game.code)


@pytest.mark.parametrize("name", ACTIONS)
def test_an_action_without_the_forms_mark_is_refused(person, name):
    game, strict = start(person), Client(enforce_csrf_checks=True)
    strict.cookies = browser(person).cookies
    with nothing_changes():
        for how in ({}, HTMX):
            answer = strict.post(url(name, game.code), {"deal": 0, "turn": 0, "bid": 0}, **how)
            assert answer.status_code == 403


def test_the_mark_of_the_page_lets_an_action_in(person):
    game, strict = to_person(start(person)), Client(enforce_csrf_checks=True)
    strict.cookies = browser(person).cookies
    page = strict.get(url("table", game.code)).content.decode()
    mark = re.search(r'"X-CSRFToken": "(\w+)"', page)
    assert mark
    answer = strict.post(
        url("bid", game.code), form_of(game, bid=0), HTTP_X_CSRFTOKEN=mark[1], **HTMX
    )
    assert answer.status_code == 204


# --- Bodies of nonsense -------------------------------------------------------


def test_an_oversized_body_is_refused(client, person):
    game = to_person(start(person))
    big = {"bid": "0" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)}
    with nothing_changes():
        page = client.post(url("bid", game.code), big)
    assert page.status_code == 413
    assert "That is too large" in page.content.decode()


def test_too_many_fields_are_refused(client, person):
    game = to_person(start(person))
    many = {f"f{n}": "1" for n in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1)}
    with nothing_changes():
        assert client.post(url("bid", game.code), many).status_code == 400


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/json", b'{"bid": 0}'),
        ("application/x-www-form-urlencoded", b"\xff\xfe%%%=&&&;bid"),
        ("application/x-www-form-urlencoded; charset=utf-16", b"bid=0"),
        ("multipart/form-data; boundary=x", b"--x\r\nnonsense"),
        ("multipart/form-data", b"bid=0"),
        ("", b""),
    ],
)
def test_a_body_that_is_no_form_is_refused(client, person, kind, body):
    game = to_person(start(person))
    with nothing_changes():
        answer = client.post(url("bid", game.code), body, content_type=kind, **HTMX)
    assert answer.status_code == 400


def test_the_first_of_two_equal_names_is_not_smuggled_in(client, person):
    game = to_person(start(person))
    fields = form_of(game, bid=["9", "0"])
    assert client.post(url("bid", game.code), fields, **HTMX).status_code == 204
