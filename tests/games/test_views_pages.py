"""The table and its score sheet as pages: who sees them, in which state, at what cost."""

import pytest

from games import table
from games.rules import Phase, parse_rules
from tests.games.casts import ben, browser, finished_game, play_on, start, to_person
from tests.games.posting import HTMX, url
from tests.games.rows import nothing_changes

pytestmark = pytest.mark.django_db

PAGES = ("table", "sheet")


def test_the_owner_sees_the_table(client, person):
    game = to_person(start(person))
    page = client.get(url("table", game.code))
    assert page.status_code == 200
    assert b'<main class="game" id="game"' in page.content
    assert f'hx-ws:connect="/ws/game/{game.code}/en"' in page.content.decode()
    assert "no-store" in page["Cache-Control"]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_a_game_is_its_owners_alone(person, name):
    game = start(person)
    answers = [browser(who).get(url(name, game.code)) for who in (ben(), None)]
    assert [answer.status_code for answer in answers] == [404, 404]
    # The way to log in leads back to the address that was asked for, and says no more.
    told = [answer.content.decode().replace(url(name, game.code), "") for answer in answers]
    assert all(game.code not in text for text in told)


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("code", ["nowhere", "x" * 16, "x" * 17, "%00", "%F0%9F%82%A1", "a.b", "-"])
def test_an_unknown_game_is_not_found(client, name, code):
    path = url(name, "x").replace("/x", f"/{code}")
    assert client.get(path).status_code == 404


def test_pages_can_be_asked_for_their_head(client, person):
    game = start(person)
    assert client.head(url("table", game.code)).status_code == 200


@pytest.mark.parametrize("name", PAGES)
def test_pages_take_no_posts(client, person, name):
    assert client.post(url(name, start(person).code)).status_code == 405


def test_a_table_page_changes_nothing(client, person):
    game = start(person)
    with nothing_changes():
        client.get(url("table", game.code))


def test_a_table_in_any_state_can_be_looked_at(client, person):
    rules = parse_rules("3_ls1.1_none_10t-0")
    paused, given_up = start(person), start(person)
    table.pause(code=paused.code, user=person)
    table.give_up(code=given_up.code, user=person)
    between = play_on(start(person), deals=1)
    over = finished_game(person, rules)
    for game in (paused, given_up, between, over):
        assert client.get(url("table", game.code)).status_code == 200


def test_a_game_given_up_offers_no_moves(client, person):
    game = to_person(start(person))
    table.give_up(code=game.code, user=person)
    page = client.get(url("table", game.code)).content.decode()
    assert 'id="bid"' not in page
    assert "This game was given up." in page
    assert url("results", game.code) in page
    assert 'http-equiv="refresh"' not in page


def test_a_game_paused_between_deals_can_be_continued(client, person):
    game = play_on(start(person), deals=1)
    table.pause(code=game.code, user=person)
    page = client.get(url("table", game.code)).content.decode()
    assert url("resume", game.code) in page
    assert url("next_deal", game.code) not in page


def test_without_script_a_waiting_page_looks_again_by_itself(client, person):
    waiting, theirs = start(person, seed=1), to_person(start(person))
    pages = [client.get(url("table", g.code)).content for g in (waiting, theirs)]
    assert [b'http-equiv="refresh"' in page for page in pages] == [True, False]


# --- The score sheet ----------------------------------------------------------


def test_the_score_sheet_is_a_page_and_a_part_of_one(client, person):
    game = play_on(start(person), deals=1)
    page = client.get(url("sheet", game.code))
    part = client.get(url("sheet", game.code), **HTMX)
    assert b"<html" in page.content
    assert part.content.strip().startswith(b"<table")
    assert "no-store" in page["Cache-Control"]
    assert "no-store" in part["Cache-Control"]


def test_a_score_sheet_leads_back_to_where_the_game_is(client, person):
    running, over = start(person), finished_game(person)
    assert url("table", running.code).encode() in client.get(url("sheet", running.code)).content
    assert url("results", over.code).encode() in client.get(url("sheet", over.code)).content


# --- Cost ---------------------------------------------------------------------

TABLE_QUERIES = 9
"""Session, person, game, seats, deal, plays, bids, sums of the deals before; one to spare."""


@pytest.mark.parametrize("deals", [1, 6])
def test_the_table_costs_few_queries_however_long_the_game(
    client, person, deals, django_assert_max_num_queries
):
    sizes = ".".join("1" * 8)
    game = play_on(start(person, parse_rules(f"4_ls{sizes}_turned_10t-0")), deals=deals)
    client.get(url("table", game.code))
    with django_assert_max_num_queries(TABLE_QUERIES):
        assert client.get(url("table", game.code)).status_code == 200


@pytest.mark.parametrize("players", [3, 8])
def test_the_table_costs_no_more_with_more_players(
    client, person, players, django_assert_max_num_queries
):
    game = to_person(start(person, parse_rules(f"{players}_ls2_turned_10t-0")), Phase.PLAYING)
    with django_assert_max_num_queries(TABLE_QUERIES):
        assert client.get(url("table", game.code)).status_code == 200


@pytest.mark.parametrize("deals", [1, 6])
def test_the_score_sheet_costs_few_queries_however_long_the_game(
    client, person, deals, django_assert_max_num_queries
):
    sizes = ".".join("1" * 8)
    game = play_on(start(person, parse_rules(f"4_ls{sizes}_turned_10t-0")), deals=deals)
    with django_assert_max_num_queries(TABLE_QUERIES + 2):
        assert client.get(url("sheet", game.code)).status_code == 200


def test_faces_and_backs_are_as_the_person_likes_them(client, person):
    game = start(person)
    client.cookies["faces"], client.cookies["back"] = "large", "rays"
    page = client.get(url("table", game.code)).content.decode()
    assert "two-color-large.svg#" in page
    assert "two-color.svg#" not in page
    assert "backs.svg#rays" in page
