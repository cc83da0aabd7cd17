"""Nobody is sent what they may not know: every byte of whole games is looked through.

And more than that: with other cards in the unseen places the very same bytes are sent.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from channels.db import database_sync_to_async
from django.db import connections
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.preferences import read as read_preferences
from games import display
from games.models import Bid, Game
from games.naming import card_name
from games.reading import Table, read_table
from games.rules import Phase, Position, card_code, parse_rules
from tests.games.casts import (
    act,
    ann,
    browser,
    finished_game,
    fresh,
    moment,
    start,
    step,
    to_person,
    view_of,
)
from tests.games.posting import HTMX
from tests.games.secrets_kept import (
    PASSING,
    Hidden,
    Sent,
    bytes_of,
    check,
    hidden_from,
    other_bids,
    other_cards,
)
from tests.games.watching import do, quick, watching

pytestmark = pytest.mark.django_db

IN_TURN = "4_ls3.2_turned_10t-0_hook"
ALL_AT_ONCE = "3_ls3.1_turned_10t-0_sim"
DEALERS_LAST = "3_ls3.2_last_10t-0_musttrump"


def url(name: str, game: Game) -> str:
    return reverse(f"games:{name}", args=[game.code])


def pages(client: Client, game: Game) -> Iterator[Sent]:
    """Every page about a game."""
    for name in ("table", "sheet", "results", "record"):
        yield client.get(url(name, game))
    yield client.get(url("sheet", game), **HTMX)


def site_pages(client: Client) -> Iterator[Sent]:
    """Every page about all games of a person."""
    for name in ("home", "history", "statistics"):
        yield client.get(reverse(f"games:{name}"))


def errors(client: Client, game: Game) -> Iterator[Sent]:
    """What is answered to actions that guess: all cards, odd bids, wrong moments."""
    at = {"deal": moment(game)["deal"], "turn": moment(game)["turn"]}
    for how in ({}, HTMX):
        hidden = hidden_from(moment(game)["user"], game).cards
        for card in sorted(hidden)[:3]:
            yield client.post(url("play", game), at | {"card": card_code(card)}, **how)
        yield client.post(url("play", game), at | {"card": "XX"}, **how)
        yield client.post(url("bid", game), at | {"bid": 99}, **how)
        yield client.post(url("bid", game), at | {"deal": 9, "bid": 0}, **how)
        yield client.post(url("next_deal", game), {"deal": 9}, **how)


def check_site(client: Client, hidden: Hidden) -> None:
    """Look through the pages that have cards on them for show."""
    for mine, anybodys in zip(site_pages(client), site_pages(browser()), strict=True):
        assert not hidden.in_text(bytes_of(mine), known=anybodys.content.decode())


# --- Whole games --------------------------------------------------------------


@pytest.mark.parametrize("text", [IN_TURN, ALL_AT_ONCE, DEALERS_LAST])
def test_no_page_and_no_refusal_of_a_whole_game_tells_anything(text):
    person, chance = ann(), Random(1)
    game, client = start(person, parse_rules(text)), browser(person)
    looked_through = 0
    while (game := step(game, chance)).is_playing:
        hidden = hidden_from(person, game)
        looked_through += check(pages(client, game), game, hidden)
        if view_of(game).is_to_act:
            looked_through += check(errors(client, game), game, hidden)
            check_site(client, hidden)
    assert looked_through > 100


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("text", [IN_TURN, ALL_AT_ONCE, DEALERS_LAST])
async def test_no_frame_of_a_whole_game_tells_anything(text):
    person, chance = await quick(ann), Random(1)
    game = await quick(start, person, parse_rules(text))
    async with watching(game, person) as tab:
        hidden = await quick(hidden_from, person, game)
        assert not hidden.in_text(await tab.painting())
        while (game := await do(step, game, chance)).is_playing:
            hidden = await quick(hidden_from, person, game)
            assert not hidden.in_text(await tab.painting_of(game.version))
        assert len(tab.frames) > 15
    await database_sync_to_async(connections.close_all)()


@pytest.mark.parametrize("text", [IN_TURN, ALL_AT_ONCE, DEALERS_LAST])
def test_other_cards_in_unseen_places_are_the_same_to_the_last_byte(text):
    person, chance = ann(), Random(2)
    game, client = start(person, parse_rules(text)), browser(person)
    moments = 0
    while not view_of(game := step(game, chance)).is_over:
        before = all_that_is_sent(client, game, person)
        other_cards(game, person, chance)
        assert all_that_is_sent(client, game, person) == before
        moments += 1
    assert moments >= 11


def all_that_is_sent(client: Client, game: Game, person: User) -> list[str]:
    """Painting and pages, without what passes."""
    painting = display.painted(read_table(game.code, person), person, read_preferences({}))
    answers = [painting, *map(bytes_of, pages(client, game))]
    if view_of(game).actions % 4 == 0:
        answers += map(bytes_of, site_pages(client))
    return [PASSING.sub("", text) for text in answers]


# --- Bids of all at once ------------------------------------------------------


def test_hidden_bids_may_be_anything_and_the_same_is_sent():
    person = ann()
    game, client = start(person, parse_rules(ALL_AT_ONCE)), browser(person)
    for _ in range(2):
        game = act_for_a_computer(game)
        before = all_that_is_sent(client, game, person)
        other_bids(game, person)
        assert all_that_is_sent(client, game, person) == before


def act_for_a_computer(game: Game) -> Game:
    """One more computer has bid, without the person."""
    return act(Table.read(fresh(game)))


def test_a_refused_bid_tells_nothing_of_the_others():
    person = ann()
    game = act_for_a_computer(start(person, parse_rules(ALL_AT_ONCE)))
    answers = []
    for value in (0, 3):
        Bid.objects.filter(deal__game=game).update(value=value)
        fields = {"deal": 0, "turn": 0, "bid": 9}
        answers.append(browser(person).post(url("bid", game), fields, **HTMX).content)
    assert answers[0] == answers[1]


def test_bids_are_open_once_all_are_in():
    game = to_person(start(ann(), parse_rules(ALL_AT_ONCE)), Phase.PLAYING)
    assert None not in view_of(game).bids


# --- After the deal everything may be shown -----------------------------------


def test_the_record_of_a_finished_game_has_every_hand():
    person = ann()
    game = finished_game(person, parse_rules(IN_TURN))
    record = browser(person).get(url("record", game)).json()
    assert [len(deal["hands"]) for deal in record["deals"]] == [4, 4]
    assert record["places"]


def test_the_record_of_a_game_given_up_keeps_the_deal_that_was_being_played():
    person = ann()
    game = to_person(start(person, parse_rules(IN_TURN)), Phase.PLAYING)
    client = browser(person)
    client.post(url("give_up", game))
    assert client.get(url("record", game)).json()["deals"] == []
    assert check(pages(client, game), game, hidden_from(person, game))


# --- The search itself --------------------------------------------------------


def scan(client: Client, game: Game, person: User) -> list[str]:
    return hidden_from(person, game).in_text(bytes_of(client.get(url("table", game))))


LEAKS = {
    "a code in an attribute": "<i id='c{{ hidden }}'>",
    "the deck": "{{ request.user.seats.first.game.deals.first.deck }}",
    "a piece of the deck": "{{ request.user.seats.first.game.deals.first.deck|slice:'80:96' }}",
    "the secret": "{{ request.user.seats.first.game.deals.first.secret }}",
    "a piece of the secret": "{{ request.user.seats.first.game.deals.first.secret|slice:'20:32' }}",
}


@pytest.mark.parametrize("leak", list(LEAKS))
def test_a_template_that_leaks_is_found_out(settings, tmp_path: Path, leak):
    person = ann()
    game, client = to_person(start(person, parse_rules(IN_TURN))), browser(person)
    hidden = card_code(min(hidden_from(person, game).cards))
    assert not scan(client, game, person)
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "_mat.html").write_text(LEAKS[leak].replace("{{ hidden }}", hidden))
    settings.TEMPLATES = [
        settings.TEMPLATES[0] | {"DIRS": [tmp_path, *settings.TEMPLATES[0]["DIRS"]]}
    ]
    assert scan(client, game, person)


def test_what_a_template_is_handed_leads_to_no_row():
    person = ann()
    shown = display.TableShown(Table.read(start(person)), person)
    open_to_templates = [getattr(shown, name) for name in dir(shown) if not name.startswith("_")]
    assert not [each for each in open_to_templates if isinstance(each, Model | Position)]


def test_a_hint_that_names_a_card_is_found_out(monkeypatch):
    person = ann()
    game, client = to_person(start(person, parse_rules(IN_TURN))), browser(person)
    name = card_name(min(hidden_from(person, game).cards))
    monkeypatch.setattr(display, "play_hint", lambda view: f"Beware of the {name}.")
    assert scan(client, game, person) == [name]


def test_a_hand_of_somebody_else_is_found_out(monkeypatch):
    person = ann()
    game, client = to_person(start(person, parse_rules(IN_TURN))), browser(person)
    others = Table.read(fresh(game)).position.hands[1]
    monkeypatch.setattr(display, "sorted_hand", lambda hand: sorted(others))
    assert set(map(card_code, others)) <= set(scan(client, game, person))


def test_bids_that_leak_make_other_bytes(monkeypatch):
    person = ann()
    game, client = act_for_a_computer(start(person, parse_rules(ALL_AT_ONCE))), browser(person)
    monkeypatch.setattr(display, "play_hint", lambda view: str(Bid.objects.get().value))
    before = all_that_is_sent(client, game, person)
    other_bids(game, person)
    assert all_that_is_sent(client, game, person) != before
