"""What is offered after a game of several people."""

from functools import partial

import pytest
from django.template.loader import render_to_string

from games import table
from games.models import Game
from games.room import rematch_of
from tests.games.casts import ann, ben, browser, cat, finished_game, play_on
from tests.games.gatherings import gathered

pytestmark = pytest.mark.django_db


def shown(game: Game, user) -> str:
    context = {"rematch": rematch_of(game, user)}
    return " ".join(render_to_string("games/_rematch.html", context).split())


def test_a_game_that_is_over_offers_a_rematch():
    host = ann()
    html = shown(play_on(gathered(host, ben())), host)
    assert "Rematch</button>" in html


def test_whoever_waits_for_it_is_named():
    host, guest = ann(), ben()
    game = play_on(gathered(host, guest))
    table.rematch(code=game.code, user=guest)
    assert "Ben waits for a rematch." in shown(game, host)
    assert "Back to the table" in shown(game, guest)


def test_a_rematch_that_everybody_left_is_offered_anew():
    host, guest = ann(), ben()
    game = play_on(gathered(host, guest))
    table.leave(code=table.rematch(code=game.code, user=guest).code, user=guest)
    assert "Rematch</button>" in shown(game, host)


def test_what_has_begun_without_somebody_is_not_offered():
    host, guest = ann(), ben()
    game = play_on(gathered(host, guest))
    table.start(code=table.rematch(code=game.code, user=guest).code, user=guest)
    assert shown(game, host) == ""


def test_nothing_is_offered_during_a_game_or_after_one_alone():
    host = ann()
    assert shown(gathered(host, ben()), host) == ""
    assert shown(finished_game(host), host) == ""


def test_nothing_is_offered_to_others():
    assert shown(play_on(gathered(ann(), ben())), cat()) == ""


def test_a_page_of_results_hears_of_it_by_looking_again():
    host, guest = ann(), ben()
    game = play_on(gathered(host, guest, is_watchable=False))
    look = partial(browser(host).get, f"/game/{game.code}/rematch")
    assert "Rematch</button>" in look().content.decode()
    table.rematch(code=game.code, user=guest)
    answer = look()
    assert "Ben waits for a rematch." in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    assert f'hx-get="{answer.request["PATH_INFO"]}"' in page_of_results(game, host)


def test_a_stranger_does_not_learn_of_it():
    game = play_on(gathered(ann(), ben(), is_watchable=False))
    assert browser(cat()).get(f"/game/{game.code}/rematch").status_code == 404


def page_of_results(game: Game, user) -> str:
    return str(browser(user).get(f"/game/{game.code}/results").content.decode())
