"""Results and the record of a game: what it came to, for its players only."""

import json
from html import unescape

import pytest
from django.conf import settings

from accounts.models import User
from games.models import Game, Score
from games.rules import parse_record, parse_rules
from games.table import give_up
from tests.games.casts import ann, ben, browser, cat, finished_game, play_on, start, with_totals

pytestmark = pytest.mark.django_db


def shown(user: User, game: Game) -> str:
    page = browser(user).get(f"/game/{game.code}/results")
    assert page.status_code == 200
    return " ".join(unescape(page.content.decode()).split())


def ended(user: User, *totals: int, rules: str = "4_ls1.2_turned_10t-0_hook") -> Game:
    return with_totals(finished_game(user, parse_rules(rules), preset="standard"), *totals)


def test_a_win_is_told_with_its_margin():
    user = ann()
    page = shown(user, ended(user, 30, 20, 10, 0))
    assert "You win by 10." in page
    assert "1<sup>st</sup>" in page


def test_a_place_is_told_with_what_was_missing():
    user = ann()
    page = shown(user, ended(user, 18, 30, 10, 0))
    assert "12 behind " in page
    assert "Level with" not in page
    assert "2<sup>nd</sup>" in page


@pytest.mark.parametrize(
    ("language", "heard", "printed"),
    [
        ("en", "Place 2", "2<sup>nd</sup>"),
        ("ru", "2-е место", "2<sup>-е</sup>"),
        ("ro", "Locul 2", "2"),
    ],
)
def test_the_figure_of_a_place_is_heard_as_words(language, heard, printed):
    user = ann()
    game = ended(user, 18, 30, 10, 0)
    client = browser(user)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    for page in (f"/game/{game.code}/results", "/games", f"/people/{user.username}"):
        said = client.get(page).content.decode()
        assert f'<span class="sr">{heard} </span>' in said
        assert f'<span aria-hidden="true">{printed}</span>' in said


def test_a_shared_place_after_the_first_is_told():
    user = ann()
    game = ended(user, 20, 30, 20, 0)
    winner, peer = (game.seats.get(number=number).name for number in (1, 2))
    assert f"10 behind {winner}. Level with {peer}." in shown(user, game)
    assert "10 behind the winners. Level" not in shown(user, ended(user, 20, 30, 30, 0))
    assert "Level with 2 others." in shown(user, ended(user, 20, 30, 20, 20))


def test_a_shared_win_names_the_other_or_counts_the_others():
    user = ann()
    two = ended(user, 30, 30, 10, 0)
    other = two.seats.get(number=1).name
    assert f"You share the win with {other}." in shown(user, two)
    assert "You share the win with 2 others." in shown(user, ended(user, 30, 30, 30, 0))


def test_made_bids_and_points_are_those_of_the_deals():
    user = ann()
    game = finished_game(user)
    lines = list(Score.objects.filter(deal__game=game, seat__user=user).order_by("deal__number"))
    made = sum(line.is_made for line in lines)
    page = shown(user, game)
    assert f"{made} of 2 made" in page
    for line in lines:
        assert f"<b>{line.points}</b>" in page


def test_settled_rules_show_what_everybody_nets_exactly():
    user = ann()
    page = shown(user, ended(user, 30, 30, 30, 0, rules="4_ls1.2_turned_10t-0_pool"))
    assert page.count("<dd>+1/3</dd>") == 3
    assert page.count("<dd>−1</dd>") == 1
    assert "Settlement" not in shown(user, ended(user, 30, 30, 30, 0))


def test_hard_score_is_noted():
    user = ann()
    hard = "4_ls1.2_turned_10t-0_hard"
    assert "10 more for you" in shown(user, ended(user, 30, 10, 0, 0, rules=hard))
    assert "nobody gets 10 more" in shown(user, ended(user, 30, 30, 0, 0, rules=hard))


def test_what_the_game_changed_is_told():
    user = ann()
    ended(user, 30, 10, 0, 0)
    page = shown(user, ended(user, 20, 30, 0, 0))
    assert '<dt>Games, Medium with 4</dt><dd>2</dd><dd class="ch">+1</dd>' in page
    assert '<dt>Won</dt><dd>50.0%</dd><dd class="ch">−50.0</dd>' in page
    assert '<dt>Average total</dt><dd>25.0</dd><dd class="ch">−5.0</dd>' in page


def test_the_first_game_of_its_kind_has_nothing_to_be_compared_with():
    user = ann()
    assert '<dd class="ch">' not in shown(user, ended(user, 30, 10, 0, 0))


def test_a_given_up_game_has_no_place_and_changes_nothing():
    user = ann()
    game = play_on(start(user), deals=1)
    page = shown(user, give_up(code=game.code, user=user))
    assert "You gave this game up." in page
    assert "What this game changed" not in page
    assert "Your deals" in page


def test_a_game_given_up_before_a_deal_was_over_has_nothing_more_to_show():
    user = ann()
    page = shown(user, give_up(code=start(user).code, user=user))
    assert "You gave this game up." in page
    assert "Your deals" not in page
    assert " of 0 made" not in page


def test_a_running_game_is_at_its_table():
    user = ann()
    game = start(user)
    page = browser(user).get(f"/game/{game.code}/results")
    assert (page.status_code, page["Location"]) == (302, f"/game/{game.code}")


@pytest.mark.parametrize("page", ["results", "record.json"])
def test_nobody_else_sees_a_game(page):
    game = finished_game(ann())
    for client in (browser(), browser(cat())):
        assert client.get(f"/game/{game.code}/{page}").status_code == 404
        assert client.get(f"/game/nosuchgame/{page}").status_code == 404


def test_nobody_else_plays_a_game_again():
    game = finished_game(ann())
    assert browser(ben()).post(f"/game/{game.code}/again").status_code == 404
    assert Game.objects.count() == 1


def test_names_are_text():
    user = ann()
    game = finished_game(user)
    game.seats.filter(number=1).update(computer_name="<i>x</i>&")
    assert b"<i>x" not in browser(user).get(f"/game/{game.code}/results").content


def test_the_record_of_a_finished_game_replays_to_its_result():
    user = ann()
    game = finished_game(user)
    page = browser(user).get(f"/game/{game.code}/record.json")
    assert page["Content-Disposition"] == f'attachment; filename="oh-hell-{game.code}.json"'
    record = parse_record(page.content)
    assert record.totals == tuple(seat.total for seat in game.seats.all())
    assert record.players[0] == "Ann"


def test_the_record_of_a_running_game_has_no_card_of_the_deal_under_way():
    user = ann()
    game = start(user)
    page = browser(user).get(f"/game/{game.code}/record.json")
    assert json.loads(page.content)["deals"] == []


def test_the_record_of_a_running_game_has_its_finished_deals():
    user = ann()
    game = play_on(start(user), deals=1)
    record = parse_record(browser(user).get(f"/game/{game.code}/record.json").content)
    assert len(record.deals) == 1
    assert record.places is None
