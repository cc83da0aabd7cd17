"""The table over HTTP: who sees it, what each action answers, and all that can be wrong."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games import table
from games.models import Game, Play
from games.pacing import Pace
from games.rules import Phase, card_code, parse_rules
from tests.games.casts import (
    ann,
    ben,
    browser,
    finished_game,
    fresh,
    let_computers_act,
    lowest,
    moment,
    play_on,
    revoking_moment,
    start,
    to_person,
    view_of,
)
from tests.games.rows import nothing_changes

pytestmark = pytest.mark.django_db

HTMX: dict[str, Any] = {"HTTP_HX_REQUEST": "true"}
ACTIONS = ("bid", "play", "next_deal", "pause", "resume", "pace", "give_up")
PAGES = ("table", "sheet")


@pytest.fixture
def person():
    return ann()


@pytest.fixture
def client(person) -> Client:
    return browser(person)


def url(name: str, code: str) -> str:
    return reverse(f"games:{name}", args=[code])


def form_of(game: Game, **fields: object) -> dict[str, Any]:
    """What a form of this moment sends, with more fields or others."""
    now = moment(game)
    return {"deal": now["deal"], "turn": now["turn"], **fields}


def said(html: bytes) -> str:
    """The notice of an answer, as a person reads it."""
    found = re.search(r'class="notice">(.*?)</span>', html.decode())
    return found[1].replace("&#x27;", "'") if found else ""


def refusal(client: Client, name: str, game: Game, **fields: object) -> tuple[int, str]:
    """How an action by htmx is refused: status and notice. Nothing may change."""
    with nothing_changes():
        answer = client.post(url(name, game.code), fields, **HTMX)
    assert answer.content.decode().strip().startswith('<p class="status" id="status"')
    assert "no-store" in answer.headers.get("Cache-Control", "no-store")
    return answer.status_code, said(answer.content)


# --- Pages --------------------------------------------------------------------


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


# --- Actions that are done ----------------------------------------------------


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


# --- Actions that are refused -------------------------------------------------


def test_a_revoke_is_told_why(client, person):
    game = revoking_moment(person, led="hearts")
    card = card_code(min(view_of(game).hand - view_of(game).legal_plays))
    assert refusal(client, "play", game, **form_of(game, card=card)) == (
        422,
        "You must follow hearts.",
    )


def test_the_barred_bid_is_told_why(client, person):
    game = next(g for g in (start(person, seed=n) for n in range(9)) if g.first_dealer == 0)
    game = let_computers_act(game)
    barred = view_of(game).barred
    told = refusal(client, "bid", game, **form_of(game, bid=barred))
    assert told == (422, f"Not {barred}: the bids would make 1.")


@pytest.mark.parametrize("bid", ["2", "9999"])
def test_a_bid_out_of_range_is_told_the_range(client, person, bid):
    game = to_person(start(person))
    told = refusal(client, "bid", game, **form_of(game, bid=bid))
    assert told == (422, "Bid from 0 to 1.")


@pytest.mark.parametrize("bid", ["-1", "1.0", "one", "１", "²", "1 ", "0x1", "1" * 5, "1\x00"])
def test_a_bid_that_is_no_number_is_out_of_range(client, person, bid):
    game = to_person(start(person))
    told = refusal(client, "bid", game, **form_of(game, bid=bid))
    assert told == (422, "Bid from 0 to 1.")


@pytest.mark.parametrize("name", ["deal", "turn"])
@pytest.mark.parametrize("value", ["", "x", "-1", "99999999999999999999", "1e3"])
def test_a_moment_that_is_no_number_is_refused(client, person, name, value):
    game = to_person(start(person))
    told = refusal(client, "bid", game, **form_of(game, bid=0) | {name: value})
    assert told == (400, "That request is not complete.")


@pytest.mark.parametrize("name", ["bid", "play", "next_deal", "pace"])
def test_a_form_with_nothing_in_it_is_refused(client, person, name):
    told = refusal(client, name, to_person(start(person)))
    assert told == (400, "That request is not complete.")


@pytest.mark.parametrize("card", ["XX", "as", "1S", "ASAS", "A", "🂡", "\x00\x00", "x" * 9999])
def test_what_is_no_card_is_refused(client, person, card):
    game = to_person(start(person), Phase.PLAYING)
    status, told = refusal(client, "play", game, **form_of(game, card=card))
    assert status == 422
    assert told.endswith("is not a card.")
    assert len(told) < 60


def test_a_refusal_is_text_never_markup(client, person):
    game = to_person(start(person), Phase.PLAYING)
    card = "<b onclick=1>"
    with nothing_changes():
        answer = client.post(url("play", game.code), form_of(game, card=card), **HTMX)
    assert b"<b onclick" not in answer.content
    assert b"&lt;b onclick=1&gt;" in answer.content
    client.post(url("play", game.code), form_of(game, card=card))
    page = client.get(url("table", game.code)).content
    assert b"<b onclick" not in page
    assert b"&lt;b onclick=1&gt;" in page


def test_a_card_that_is_not_held_is_refused(client, person):
    game = to_person(start(person), Phase.PLAYING)
    card = next(c for c in range(52) if c not in view_of(game).hand)
    told = refusal(client, "play", game, **form_of(game, card=card_code(card)))
    assert told == (422, "That card is not in your hand.")


def test_a_card_during_the_bidding_is_refused(client, person):
    game = to_person(start(person))
    card = card_code(min(view_of(game).hand))
    told = refusal(client, "play", game, **form_of(game, card=card))
    assert told == (422, "The bidding is not over yet.")


def test_somebody_elses_turn_is_refused(client, person):
    game = start(person, seed=1)
    told = refusal(client, "bid", game, **form_of(game, bid=0))
    assert told == (422, "It is not your turn.")


def test_a_moment_that_has_passed_is_refused(client, person):
    game = to_person(start(person))
    fields = form_of(game, bid=0)
    told = refusal(client, "bid", game, **fields | {"deal": 7})
    assert told == (409, "The table has moved on; that was for an earlier moment.")


def test_a_second_press_is_told_that_it_is_done(client, person):
    game = to_person(start(person))
    fields = form_of(game, bid=0)
    client.post(url("bid", game.code), fields, **HTMX)
    assert refusal(client, "bid", game, **fields) == (409, "That is done already.")


def test_the_next_deal_in_the_middle_of_one_is_refused(client, person):
    told = refusal(client, "next_deal", start(person), deal=0)
    assert told == (409, "This deal is still being played.")


@pytest.mark.parametrize("pace", ["", "hasty", "FAST"])
def test_an_unknown_pace_is_refused(client, person, pace):
    told = refusal(client, "pace", start(person), pace=pace)
    assert told == (400, "That request is not complete.")


@pytest.mark.parametrize("name", ["bid", "play", "next_deal"])
def test_a_paused_game_refuses_moves(client, person, name):
    game = to_person(start(person))
    fields = form_of(game, bid=0, card="AS")
    table.pause(code=game.code, user=person)
    told = refusal(client, name, game, **fields)
    assert told == (409, "The game is paused. Continue it first.")


@pytest.mark.parametrize("name", ACTIONS)
def test_a_game_that_is_over_refuses_everything(client, person, name):
    game = finished_game(person)
    told = refusal(client, name, game, deal=1, turn=0, bid=0, card="AS", pace="slow")
    assert told == (409, "This game is over.")


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
        for method in (client.get, client.put, client.delete):
            assert method(url(name, game.code)).status_code == 405


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


def test_a_plain_form_is_told_once_on_the_table(client, person):
    game = to_person(start(person))
    with nothing_changes():
        answer = client.post(url("bid", game.code), form_of(game, bid=7))
    assert (answer.status_code, answer["Location"]) == (303, url("table", game.code))
    assert said(client.get(answer["Location"]).content) == "Bid from 0 to 1."
    assert said(client.get(answer["Location"]).content) == ""


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


def test_a_bid_costs_few_queries(client, person, django_assert_max_num_queries):
    game = to_person(start(person))
    fields = form_of(game, bid=0)
    with django_assert_max_num_queries(14):
        assert client.post(url("bid", game.code), fields, **HTMX).status_code == 204


def test_a_pace_is_kept(client, person):
    game = start(person)
    client.post(url("pace", game.code), {"pace": "slow"})
    assert fresh(game).pace == Pace.SLOW
