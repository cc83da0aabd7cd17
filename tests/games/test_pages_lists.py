"""History, statistics, settings and the guide."""

import re
from html import unescape
from pathlib import Path

import pytest
from django.templatetags.static import static

from accounts.models import User
from accounts.preferences import CHOICES
from games.ai.registry import offered_levels
from games.display import DECK_FILES
from games.pacing import Pace
from games.pages import GAMES_A_PAGE
from games.rules import parse_rules
from games.stats import Figures
from games.table import give_up
from tests.games.casts import (
    SHORT,
    ann,
    ben,
    browser,
    cat,
    finished_game,
    play_on,
    start,
    with_totals,
)
from tests.games.endings import abandoned, finished_among

pytestmark = pytest.mark.django_db


def text(page) -> str:
    return " ".join(unescape(page.content.decode()).split())


# --- History ------------------------------------------------------------------


def test_history_has_unfinished_games_first_with_links_to_each():
    user = ann()
    waiting = start(user)
    over = with_totals(finished_game(user), 31, 20, 10, 0)
    page = text(browser(user).get("/games"))
    assert page.index(f'href="/game/{waiting.code}"') < page.index(f"/game/{over.code}/results")
    assert "1<sup>st</sup>" in page
    assert '<b class="tt">31</b>' in page


def test_a_given_up_game_is_called_that():
    user = ann()
    give_up(code=start(user).code, user=user)
    assert "given up" in text(browser(user).get("/games"))


def test_history_is_ones_own():
    finished_game(ben())
    assert "No games yet" in text(browser(ann()).get("/games"))
    assert "No games yet" in text(browser().get("/games"))


def test_a_long_history_comes_in_pages_of_a_fixed_cost(django_assert_max_num_queries):
    user = ann()
    for seed in range(GAMES_A_PAGE + 1):
        start(user, seed=seed)
    client = browser(user)
    with django_assert_max_num_queries(11):
        page = client.get("/games")
    assert len(page.context["rows"]) == GAMES_A_PAGE
    assert len(client.get("/games?page=2").context["rows"]) == 1
    assert client.get("/games?page=x").status_code == 200


# --- Statistics ---------------------------------------------------------------


def test_statistics_say_what_to_do_while_there_are_none():
    user = ann()
    play_on(start(user), deals=1)
    for client in (browser(), browser(user)):
        assert "Nothing to count yet" in text(client.get("/statistics"))


def test_statistics_are_of_all_games_until_others_are_asked_for():
    user = ann()
    for preset in ("standard", "british", None):
        finished_game(user, SHORT, preset=preset)
    client = browser(user)

    def games(query: str) -> int:
        shown: Figures = client.get(f"/statistics?{query}").context["sifted"].all
        return shown.games

    assert (games(""), games("rules=presets")) == (3, 2)
    assert games("rules=house") == games("rules=standard") == 1


def test_statistics_are_filtered_by_level_and_players():
    user = ann()
    for level in ("easy", "medium", "medium"):
        finished_game(user, level=level)
    client = browser(user)

    def games(query: str) -> int:
        shown: Figures = client.get(f"/statistics?rules=house&{query}").context["sifted"].all
        return shown.games

    assert games("") == games("level=nonsense&players=99") == games("players=4") == 3
    assert (games("level=easy"), games("level=medium"), games("players=3")) == (1, 2, 0)


def test_statistics_say_in_a_line_which_games_they_are_of():
    client = browser(ann())
    finished_game(User.objects.get(), level="easy")
    finished_game(User.objects.get(), level="medium")
    usual, easy = (text(client.get(f"/statistics{query}")) for query in ("", "?level=easy"))
    assert '<details class="sifting">' in usual
    assert "Computers only</span></summary>" in usual
    assert '<details class="sifting" open>' in easy  # whoever chooses goes on choosing
    assert "Computers only, Easy</span></summary>" in easy


def test_statistics_are_filtered_by_length_where_lengths_differ():
    user = ann()
    client = browser(user)
    finished_game(user, SHORT)
    assert "Any length" not in text(client.get("/statistics"))
    finished_game(user, parse_rules("4_ls1.1.1_turned_10t-0"))
    page = client.get("/statistics?length=3")
    assert "Any length" in text(page)
    assert page.context["sifted"].all.games == 1
    assert page.context["bidding_streak"].best <= 3


def test_statistics_cost_the_same_few_queries_however_many_games(django_assert_max_num_queries):
    user = ann()
    for _ in range(3):
        finished_game(user)
    client = browser(user)
    with django_assert_max_num_queries(7):
        client.get("/statistics")


def test_every_chart_has_its_table():
    user = ann()
    finished_game(user)
    page = browser(user).get("/statistics")
    html = page.content.decode()
    assert html.count("<canvas") == html.count("As a table") == len(page.context["charts"]) == 3


def test_a_filter_that_fits_no_game_says_so():
    user = ann()
    finished_game(user)
    page = browser(user).get("/statistics?rules=house&players=3")
    assert "No finished game like that yet" in text(page)


def test_filter_links_leave_the_other_filters_alone():
    user = ann()
    finished_game(user)
    page = text(browser(user).get("/statistics?rules=house&level=medium"))
    assert 'href="?kind=computers&rules=house&level=medium&players=4&length="' in page
    assert 'href="?kind=computers&rules=house&level=easy&players=&length="' in page


def test_a_shared_win_is_told():
    user = ann()
    with_totals(finished_game(user), 9, 9, 0, 0)
    page = text(browser(user).get("/statistics?rules=house"))
    assert "1 shared" in page
    assert "(1 shared)" in page


def test_games_with_people_are_a_kind_of_their_own():
    user, other = ann(), ben()
    finished_game(user)
    finished_among(user, other)
    finished_among(user, other, cat())
    client = browser(user)
    alone, together = (client.get(f"/statistics?kind={kind}") for kind in ("computers", "people"))
    assert (alone.context["sifted"].all.games, together.context["sifted"].all.games) == (1, 2)
    assert "With people, by number of players" in text(together)
    assert "Any level" not in text(together)


def test_who_has_played_with_people_only_sees_those_games_at_once():
    user = ann()
    finished_among(user, ben())
    page = browser(user).get("/statistics")
    assert page.context["sifted"].all.games == 1
    assert [(row.level, row.players) for row in page.context["sifted"].rows] == [("", 3)]


def test_history_says_which_games_were_with_people():
    user = ann()
    finished_among(user, ben())
    abandoned(user, cat())
    assert text(browser(user).get("/games")).count("<b>With people, ") == 2


# --- Settings -----------------------------------------------------------------


def test_settings_are_kept_in_cookies_for_a_year():
    page = browser().post("/settings", {"theme": "dark", "field": "mint", "deck": "four"})
    assert (page.status_code, page["Location"]) == (303, "/settings")
    cookie = page.cookies["theme"]
    assert (cookie.value, cookie["samesite"], cookie["max-age"]) == ("dark", "Lax", 31536000)
    assert {name: page.cookies[name].value for name in ("field", "deck")} == {
        "field": "mint",
        "deck": "four",
    }


def test_what_is_not_sent_stays_as_it_is():
    page = browser().post("/settings", {"sound": ["off", "on"]})
    assert page.cookies["sound"].value == "on"
    assert "theme" not in page.cookies


def test_settings_begin_with_what_is_set():
    client = browser()
    client.post("/settings", {"theme": "dark", "sound": "off"})
    form = client.get("/settings").context["form"]
    assert (form["theme"].value(), form["sound"].value()) == ("dark", "off")


def test_the_paces_to_choose_from_are_those_of_games():
    assert CHOICES["pace"] == ("last", *Pace)
    titles = dict(browser().get("/settings").context["form"].fields["pace"].choices)
    assert titles == {"last": "As last time", "slow": "Slow", "normal": "Normal", "fast": "Fast"}


def test_an_unknown_setting_is_told_and_nothing_is_kept():
    page = browser().post("/settings", {"theme": "plaid", "deck": "four"})
    assert page.status_code == 422
    assert "plaid is not one of the available choices" in text(page)
    assert "deck" not in page.cookies


@pytest.mark.parametrize(
    ("wished", "place"),
    [
        ("/game/abc", "/game/abc"),
        ("https://elsewhere.example/", "/settings"),
        ("//elsewhere.example/", "/settings"),
        ("javascript:alert(1)", "/settings"),
    ],
)
def test_one_comes_back_to_this_site_only(wished, place):
    assert browser().post("/settings", {"deck": "two", "next": wished})["Location"] == place


def test_one_goes_from_the_table_to_the_settings_and_comes_back_to_it_with_another_deck():
    user = ann()
    client, table = browser(user), f"/game/{start(user).code}"
    way = re.search(r'href="(/settings\?[^"]*)"', client.get(table).content.decode())
    assert way
    form = client.get(unescape(way[1])).content.decode()
    back = re.search(r'wide prefs".*?name="next" value="([^"]*)"', form, re.DOTALL)
    assert back
    assert f'href="{table}"' in form  # without saving
    saved = client.post("/settings", {"deck": "four", "faces": "large", "next": back[1]})
    assert saved["Location"] == table
    assert "cards/four-color-large" in client.get(table).content.decode()


@pytest.mark.parametrize("deck", CHOICES["deck"])
@pytest.mark.parametrize("faces", CHOICES["faces"])
def test_the_guide_shows_the_deck_of_who_reads_it(deck, faces):
    client = browser()
    client.post("/settings", {"deck": deck, "faces": faces})
    page = client.get("/guide")
    shown = set(re.findall(r'href="([^"]*/cards/[^"#]*)#', page.content.decode()))
    assert shown == {static(DECK_FILES[deck, faces])}
    assert "Cookie" in page["Vary"]  # no cache between may show it to another


def test_the_guide_is_for_everybody():
    page = browser().get("/guide")
    assert page.status_code == 200
    assert "Oh Hell" in text(page)


def test_the_guide_tells_of_the_levels_that_can_be_chosen():
    page = text(browser().get("/guide"))
    assert page.count('class="lv ') == len(offered_levels())
    assert all(f"<b>{level.title}</b>" in page for level in offered_levels())


GUIDES = sorted(Path("templates/games/guide").glob("*.html"))


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_the_guide_has_the_same_sections_and_ways_in_every_language(guide):
    mark = re.compile(r'id="(\w+)"|href="#(\w+)"|card="(\w+)"|class="badge (\w+)"')
    english = guide.with_name("en.html")
    assert mark.findall(guide.read_text()) == mark.findall(english.read_text())


# --- Pages of errors ----------------------------------------------------------


def test_a_stranger_is_asked_whether_a_game_that_is_not_found_is_their_own():
    page = browser().get("/game/nosuchgame")
    assert page.status_code == 404
    assert 'Is it a game of your account? <a href="/account/login/?next=/game/nosuchgame">' in text(
        page
    )
    assert "Is it a game of your account?" not in text(browser(ann()).get("/game/nosuchgame"))
