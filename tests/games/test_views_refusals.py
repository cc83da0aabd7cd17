"""Actions over HTTP that are refused, and what a person is told."""

import pytest

from games import table
from games.rules import Phase, card_code
from tests.games.casts import (
    finished_game,
    let_computers_act,
    revoking_moment,
    start,
    to_person,
    view_of,
)
from tests.games.posting import ACTIONS, HTMX, form_of, refusal, said, url
from tests.games.rows import nothing_changes

pytestmark = pytest.mark.django_db


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


def test_a_plain_form_is_told_once_on_the_table(client, person):
    game = to_person(start(person))
    with nothing_changes():
        answer = client.post(url("bid", game.code), form_of(game, bid=7))
    assert (answer.status_code, answer["Location"]) == (303, url("table", game.code))
    assert said(client.get(answer["Location"]).content) == "Bid from 0 to 1."
    assert said(client.get(answer["Location"]).content) == ""
