"""Actions over HTTP that are done, and what they answer."""

from typing import Any

import pytest
from django.urls import reverse

from games.models import Game, Play
from games.pacing import Pace
from games.rules import Phase, card_code
from tests.games.casts import fresh, lowest, play_on, start, to_person
from tests.games.posting import HTMX, form_of, refusal, url

pytestmark = pytest.mark.django_db


def acts_in_turn(game: Game, person) -> list[tuple[str, dict[str, Any]]]:
    return [
        ("pace", {"pace": "slow"}),
        ("pause", {}),
        ("resume", {}),
        ("bid", form_of(game, bid=0)),
        ("give_up", {}),
    ]


def test_to_htmx_a_done_action_answers_with_nothing(client, person):
    game = to_person(start(person))
    for name, fields in acts_in_turn(game, person):
        answer = client.post(url(name, game.code), fields, **HTMX)
        assert (answer.status_code, answer.content) == (204, b""), name
    assert fresh(game).version == game.version + 5


def test_a_plain_form_is_sent_back_to_the_table(client, person):
    game = to_person(start(person))
    for name, fields in acts_in_turn(game, person):
        answer = client.post(url(name, game.code), fields)
        assert answer.status_code == 303
        there = reverse("games:home") if name == "give_up" else url("table", game.code)
        assert answer["Location"] == there


def test_a_card_is_played(client, person):
    game = to_person(start(person), Phase.PLAYING)
    code = card_code(lowest(game))
    assert client.post(url("play", game.code), form_of(game, card=code), **HTMX).status_code == 204
    assert Play.objects.get(seat__user=person).card == code


def test_the_next_deal_is_dealt(client, person):
    game = play_on(start(person), deals=1)
    assert client.post(url("next_deal", game.code), {"deal": 0}, **HTMX).status_code == 204
    assert game.deals.count() == 2


def test_an_action_is_announced_and_followed_up(
    client, person, monkeypatch, django_capture_on_commit_callbacks
):
    game, told = to_person(start(person)), list[int]()
    monkeypatch.setattr("games.live.announce", lambda game: told.append(game.version))
    monkeypatch.setattr("games.tasks.play_ai_turn.apply_async", lambda *_, **__: told.append(-1))
    with django_capture_on_commit_callbacks(execute=True):
        client.post(url("bid", game.code), form_of(game, bid=0), **HTMX)
    assert told in ([game.version + 1], [game.version + 1, -1])


def test_a_refused_action_is_announced_to_nobody(client, person, monkeypatch):
    monkeypatch.setattr("games.views.follow_up", lambda game: pytest.fail("followed up"))
    assert refusal(client, "resume", start(person))[0] == 409


def test_a_bid_costs_few_queries(client, person, django_assert_max_num_queries):
    game = to_person(start(person))
    fields = form_of(game, bid=0)
    with django_assert_max_num_queries(14):
        assert client.post(url("bid", game.code), fields, **HTMX).status_code == 204


def test_a_pace_is_kept(client, person):
    game = start(person)
    client.post(url("pace", game.code), {"pace": "slow"})
    assert fresh(game).pace == Pace.SLOW
