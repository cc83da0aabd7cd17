"""Who looks on: the table from behind seat 0, without a hand and without a thing to press."""

import pytest

from games.display import TableShown
from games.models import Game
from games.reading import Table
from games.rules import Phase, parse_rules
from games.sheets import score_sheet
from tests.games.casts import ann, ben, browser, cat, fresh, play_on, start, to_person
from tests.games.gatherings import gathered
from tests.games.posting import ACTIONS, HTMX, form_of, url
from tests.games.rows import nothing_changes
from tests.visitor import Page

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return gathered(ann(), ben())


def seen(game: Game) -> TableShown:
    return TableShown(Table.read(fresh(game)), cat())


def test_a_spectator_sits_behind_seat_0_and_has_no_hand(game):
    shown = seen(game)
    assert [seat.name for seat in shown.seats][:2] == ["Ann", "Ben"]
    assert (shown.foot.name, shown.foot.is_you) == ("Ann", False)
    assert (shown.hand, shown.bid_panel, shown.is_your_turn) == ((), None, False)


@pytest.mark.parametrize("who", [cat, lambda: None])
def test_the_page_of_a_spectator_has_no_form_to_send(game, who):
    answer = browser(who()).get(url("table", game.code))
    page = Page(answer.content.decode())
    assert "You are watching." in page.html
    assert [form for form in page.forms if "/game/" in form.action] == []


def test_a_spectator_is_told_whose_turn_it_is_and_never_that_it_is_theirs(game):
    shown = seen(to_person(game))
    assert shown.status[0] in ("Ann to bid.", "Ben to bid.")
    assert [seat.is_turn for seat in shown.seats].count(True) == 1


def test_where_all_bid_at_once_a_spectator_has_not_bid():
    shown = seen(gathered(ann(), ben(), rules=parse_rules("3_ls3_turned_10t-0_sim")))
    assert shown.status == ("All bid at once.", "Waiting for Ann and Ben.")
    assert [seat.badge.kind for seat in shown.seats] == ["wait"] * 3


def test_the_score_sheet_of_a_spectator_begins_with_seat_0(game):
    game = play_on(game, deals=1)
    sheet = score_sheet(Table.read(game), cat(), "You")
    assert (sheet.names[:2], sheet.is_yours) == (("Ann", "Ben"), False)
    assert b'class="you"' not in browser().get(url("sheet", game.code), **HTMX).content


def test_the_end_of_a_deal_and_of_a_game_offer_a_spectator_nothing_to_decide(game):
    for deals in (1, None):
        game = play_on(game, deals=deals)
        page = Page(browser().get(url("table", game.code)).content.decode())
        assert [form for form in page.forms if "/game/" in form.action] == []
        assert "/results" not in page.html


@pytest.mark.parametrize("name", ["results", "record"])
def test_other_pages_are_for_the_players_alone(game, name):
    game = play_on(game)
    assert browser(cat()).get(url(name, game.code)).status_code == 404
    assert browser().get(url(name, game.code)).status_code == 404


@pytest.mark.parametrize("name", [*ACTIONS, "take_back", "decline_pause"])
def test_a_spectator_may_do_nothing(game, name):
    fields = form_of(to_person(game), bid=0, card="AS", pace="slow")
    with nothing_changes():
        answer = browser(cat()).post(url(name, game.code), fields, **HTMX)
        assert browser().post(url(name, game.code), fields, **HTMX).status_code == 404
    assert answer.status_code == 403


def test_a_table_without_spectators_is_nobody_elses_business():
    closed = gathered(ann(), ben(), is_watchable=False)
    for who in (cat(), None):
        for name in ("table", "sheet"):
            assert browser(who).get(url(name, closed.code)).status_code == 404
        assert browser(who).post(url("play", closed.code), {}, **HTMX).status_code == 404


def test_a_game_against_computers_is_as_closed_as_ever():
    game = to_person(start(ann()), Phase.PLAYING)
    assert browser().get(url("table", game.code)).status_code == 404
