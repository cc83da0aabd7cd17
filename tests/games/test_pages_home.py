"""Home: a stranger plays in two presses, a player goes on where they left."""

from datetime import timedelta

import pytest

from accounts.limits import take
from accounts.models import User
from games.models import Game
from games.new_game import SPEED
from games.table import pause
from tests.games.casts import SHORT, ann, ben, browser, finished_game, play_on, start
from tests.games.endings import finished_among
from tests.games.rows import nothing_changes

pytestmark = pytest.mark.django_db


def test_a_stranger_sees_the_cover_and_leaves_no_trace():
    page = browser().get("/")
    assert b"Play now" in page.content
    assert b'Medium, 4 players, <span class="nb">10-1-10</span>.' in page.content
    assert not User.objects.exists()


def test_one_press_starts_the_usual_game():
    page = browser().post("/play", {"press": "p"})
    game = Game.objects.get()
    assert (page.status_code, page["Location"]) == (303, f"/game/{game.code}")
    assert (game.level, game.preset, game.pace) == ("medium", "standard", "normal")
    assert User.objects.get().is_guest


def test_the_same_press_twice_is_one_game():
    client = browser()
    first = client.post("/play", {"press": "p"})
    second = client.post("/play", {"press": "p"})
    assert first["Location"] == second["Location"]
    assert Game.objects.count() == 1


def test_another_press_is_another_game():
    client = browser()
    client.post("/play", {"press": "p"})
    client.post("/play", {"press": "q"})
    assert Game.objects.count() == 2


def test_a_game_can_only_be_started_by_a_post():
    assert browser().get("/play")["Location"] == "/"
    assert browser().get("/tables/quick")["Location"] == "/lobby"
    assert not Game.objects.exists()


def test_too_many_guests_are_told_so(settings):
    settings.GUESTS_PER_HOUR = 1
    browser().post("/play")
    page = browser().post("/play")
    assert page.status_code == 429
    assert "Too many new guests" in page.content.decode()
    assert Game.objects.count() == 1


@pytest.mark.parametrize("path", ["/play", "/tables/quick"])
def test_nobody_begins_more_games_than_can_be_played(path):
    user = ann()
    for _ in range(SPEED[0].most):
        assert take("begin", user.pk, *SPEED)
    with nothing_changes():
        page = browser(user).post(path)
    assert (page.status_code, page["Retry-After"]) == (429, str(SPEED[0].seconds))
    assert "You have begun many games" in page.content.decode()


def test_unfinished_games_are_offered_with_where_they_stand():
    user = ann()
    game = play_on(start(user), deals=1)
    page = browser(user).get("/").content.decode()
    assert f'href="/game/{game.code}"' in page
    assert "Deal 1 is over." in page
    assert "You are " in page


def test_an_unfinished_game_says_when_it_was_played_last():
    user = ann()
    game = start(user)
    assert "Played just now." in browser(user).get("/").content.decode()
    Game.objects.filter(pk=game.pk).update(changed_at=game.changed_at - timedelta(hours=3))
    assert "3\N{NO-BREAK SPACE}hours ago." in browser(user).get("/").content.decode()


def test_home_counts_games_against_computers_apart_from_those_with_people():
    user, other = ann(), ben()
    finished_among(user, other)
    assert browser(user).get("/").context["own"].games == 1
    finished_game(user)
    finished_game(user)
    assert browser(user).get("/").context["own"].games == 2


def test_home_and_statistics_have_the_same_figure():
    user = ann()
    finished_game(user, SHORT, preset="standard")
    finished_game(user, seed=2)
    client = browser(user)
    assert client.get("/").context["own"] == client.get("/statistics").context["sifted"].all


def test_giving_up_is_told_on_the_home_page():
    user = ann()
    client = browser(user)
    page = client.post(f"/game/{start(user).code}/give-up", follow=True)
    assert "You gave up the game. It counts in no statistics." in page.content.decode()


def test_logging_out_is_told_on_the_home_page_before_all_else():
    page = browser(ann()).post("/account/logout/", follow=True).content.decode()
    assert page.index("You are logged out.") < page.index("<main")


def test_a_paused_game_says_so():
    user = ann()
    pause(code=start(user).code, user=user)
    assert "Paused." in browser(user).get("/").content.decode()


def test_nobody_is_offered_games_of_others_or_games_that_are_over():
    user = ann()
    finished_game(user)
    start(ben())
    assert "Continue" not in browser(user).get("/").content.decode()


def test_many_games_cost_no_more_queries_than_one(django_assert_max_num_queries):
    user = ann()
    for seed in range(6):
        start(user, seed=seed)
    client = browser(user)
    with django_assert_max_num_queries(11):
        page = client.get("/").content.decode()
    assert page.count('<b class="fig">') == 4
    assert 'href="/games"' in page
