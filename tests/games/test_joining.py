"""The lobby, the room and coming and going over HTTP."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games import presence, table
from games.models import Game
from games.rules import PRESETS
from games.table.opening import MOST_OPEN
from tests.games.casts import ann, ben, browser, cat, fresh, gus, play_on, start
from tests.games.gatherings import gathered, gone, later, names_at, open_table, rung, seat_of
from tests.games.posting import HTMX, said, url
from tests.games.rows import nothing_changes

pytestmark = pytest.mark.django_db

LOBBY = "/lobby"


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return str(answer.content.decode())


def room(client, game: Game) -> str:
    return page(client, url("table", game.code))


def buttons(html: str) -> list[str]:
    found = re.findall(r"<button[^>]*>(.*?)</button>", html, re.DOTALL)
    return [re.sub(r"<[^>]+>", "", text).strip() for text in found]


# --- The lobby ----------------------------------------------------------------


def test_the_lobby_shows_who_waits_for_whom(client, person):
    open_table(ben(), cat(), computers=1)
    html = page(client, LOBBY)
    assert "with Cat" in html
    assert 'aria-label="2 people, 1 computer, 1 free seat"' in html
    assert "Sit down" in html


def test_private_closed_and_begun_tables_are_not_waiting(client):
    host = ben()
    hidden = [open_table(host, is_public=False), open_table(host), open_table(host)]
    table.leave(code=hidden[1].code, user=host)
    table.start(code=hidden[2].code, user=host)
    html = page(client, LOBBY)
    assert not [game for game in hidden if game.code in html]


def test_public_games_can_be_watched(client):
    game = gathered(ben(), cat())
    html = page(client, LOBBY)
    assert (game.code in html, "Watch" in html, "deal 1 of 2" in html) == (True, True, True)


@pytest.mark.parametrize("changes", [{"is_public": False}, {"is_watchable": False}])
def test_other_games_can_not(client, changes):
    assert gathered(ben(), cat(), **changes).code not in page(client, LOBBY)


def test_ones_own_tables_stand_apart(client, person):
    game = open_table(ben(), person, is_public=False)
    html = page(client, LOBBY)
    assert "Your tables" in html
    assert html.count(game.code) == 1
    assert "With Ben. 2 seats are free." in html


def test_a_name_is_text(client):
    open_table(User.objects.create_user("mallory", name="<b>bold</b>"))
    assert "<b>bold</b>" not in page(client, LOBBY)


def test_a_lobby_of_any_size_costs_the_same(client, person, django_assert_num_queries):
    open_table(ben(), person)
    gathered(cat(), person)
    gathered(gus(), gus())
    with CaptureQueriesContext(connection) as few:
        page(client, LOBBY)
    for _ in range(5):
        open_table(gus(), gus(), computers=1)
        gathered(gus(), person)
        gathered(gus(), gus())
    with django_assert_num_queries(len(few)):
        page(client, LOBBY)


def test_a_stranger_looks_at_the_lobby_without_leaving_a_trace():
    open_table(ann())
    with nothing_changes():
        page(browser(), LOBBY)
    assert User.objects.count() == 1


@pytest.mark.parametrize("path", ["/lobby", "room"])
def test_only_guests_are_offered_to_choose_a_name(path):
    path = f"/game/{open_table(ben()).code}" if path == "room" else path
    shown = [browser(user).get(path).content.decode() for user in (None, gus(), ann())]
    assert ["/account/name/?next=" in page for page in shown] == [True, True, False]


# --- The room -----------------------------------------------------------------


def test_the_host_can_send_away_seat_computers_and_start(client, person):
    game = open_table(person, ben())
    assert {"Send away", "Computer", "Start", "Leave"} <= set(buttons(room(client, game)))


def test_a_guest_of_the_table_can_only_leave(client, person):
    game = open_table(ben(), person)
    html = room(client, game)
    assert not {"Send away", "Computer", "Start", "Sit here"} & set(buttons(html))
    assert "Leave" in buttons(html)
    assert "Waiting for Ben to start." in html


def test_the_address_is_the_invitation():
    game = open_table(ann(), is_public=False)
    with nothing_changes():
        html = room(browser(), game)
    assert "Ann has a seat for you." in html
    assert f'value="http://testserver{url("table", game.code)}"' in html
    assert User.objects.count() == 1


def test_who_is_away_is_shown(client, person):
    away = ben()
    game = gone(open_table(person, away), away)
    assert re.search(r'class="plate away".*?Ben.*?away', room(client, game), re.DOTALL)


def test_the_rules_are_told(client, person):
    rules = PRESETS["standard"].rules(4)
    html = room(client, open_table(person, rules=rules, preset="standard"))
    assert "An exact bid earns 10 plus the bid." in html
    assert "10-1-10" in html


def test_a_table_that_fills_counts_down(client, person):
    assert 'data-seconds="20"' in room(client, open_table(person, fills=True))
    assert "data-seconds" not in room(client, open_table(person))


def test_looking_at_ones_room_is_being_there(client, person):
    game = open_table(person)
    presence.lost(game.pk, person.pk)
    room(client, game)
    assert presence.is_here(game.pk, person.pk)


def test_once_it_has_begun_the_same_address_is_the_table(client, person):
    game = gathered(person, ben())
    assert 'id="game"' in room(client, game)


def told(client, game: Game) -> tuple[int, str]:
    answer = client.get(url("table", game.code))
    return answer.status_code, answer.content.decode()


def test_who_was_sent_away_is_told_so_kindly(client, person):
    host = ben()
    game = open_table(host, person)
    table.kick(code=game.code, user=host, number=1)
    status, html = told(client, game)
    assert (status, "The host has sent you away from this table." in html) == (403, True)


def test_a_closed_table_says_so_to_everybody(client, person):
    game = open_table(person)
    table.leave(code=game.code, user=person)
    for anybody in (client, browser()):
        status, html = told(anybody, game)
        assert (status, "This table has been closed." in html) == (410, True)


def test_who_comes_too_late_is_told_so():
    game = gathered(ann(), ben(), is_watchable=False)
    status, html = told(browser(), game)
    assert (status, "This game has begun already." in html) == (404, True)


def test_a_strangers_game_with_computers_is_not_told_of():
    status, html = told(browser(), start(ann()))
    assert (status, "begun" in html) == (404, False)


# --- Sitting down -------------------------------------------------------------


def test_a_stranger_sits_down_and_is_a_guest():
    game, client = open_table(ann(), is_public=False), browser()
    answer = client.post(url("sit", game.code), {"number": "2"})
    assert (answer.status_code, answer["Location"]) == (303, url("table", game.code))
    guest = User.objects.get(is_guest=True)
    assert seat_of(game, guest).number == 2
    assert presence.is_here(game.pk, guest.pk)


def test_a_person_sits_down_anywhere(client, person):
    game = open_table(ben())
    client.post(url("sit", game.code))
    assert names_at(game) == ["Ben", "Ann", "", ""]


def test_sitting_down_twice_is_coming_back(client, person):
    game = open_table(ben(), person)
    with nothing_changes():
        answer = client.post(url("sit", game.code), {"number": "3"})
    assert (answer.status_code, answer["Location"]) == (303, url("table", game.code))


@pytest.mark.parametrize("number", ["1", "4", "99", "-1", "x", "٣", "1" * 30])
def test_a_seat_that_can_not_be_had_is_refused_in_a_sentence(client, number):
    game = open_table(ben(), cat())
    with nothing_changes():
        answer = client.post(url("sit", game.code), {"number": number}, follow=True)
    assert answer.redirect_chain == [(url("table", game.code), 303)]
    assert "seat" in said(answer.content)


@pytest.mark.parametrize("number", ["0", "7", "x"])
def test_nobody_is_made_a_guest_for_a_seat_that_is_refused(number):
    game = open_table(ann())
    browser().post(url("sit", game.code), {"number": number})
    assert User.objects.count() == 1


def test_too_many_new_guests_are_refused(settings):
    settings.GUESTS_PER_HOUR = 1
    game = open_table(ann())
    browser().post(url("sit", game.code))
    with nothing_changes():
        answer = browser().post(url("sit", game.code))
    assert answer.status_code == 429
    assert "Too many new guests" in answer.content.decode()


def test_who_was_sent_away_gets_no_seat(client, person):
    host = ben()
    game = open_table(host, person)
    table.kick(code=game.code, user=host, number=1)
    with nothing_changes():
        answer = client.post(url("sit", game.code))
    assert answer.status_code == 403


@pytest.mark.parametrize("door", ["login", "signup"])
def test_an_invitation_is_not_lost_by_logging_in(door):
    game = open_table(ben(), is_public=False)
    here = url("table", game.code)
    page = Client().get(here).content.decode()
    assert f'href="/account/{door}/?next={here}"' in page
    asked = {"login": "Ann", "username": "Ann", "password": "seven-tricks-bid", "next": here}
    asked |= {"password1": "seven-tricks-bid", "password2": "seven-tricks-bid"}
    if door == "login":
        User.objects.create_user("Ann", password="seven-tricks-bid")
    assert Client().post(f"/account/{door}/", asked)["Location"] == here


def test_a_seat_at_no_table_is_not_found(client):
    assert client.post(url("sit", "nothing")).status_code == 404


@pytest.mark.parametrize("name", ["sit", "leave", "kick", "seat_computer", "start"])
def test_looking_does_nothing(client, person, name):
    game = open_table(person)
    with nothing_changes():
        assert client.get(url(name, game.code))["Location"] == url("table", game.code)


# --- Leaving ------------------------------------------------------------------


def test_leaving_leads_to_the_lobby(client, person):
    game = open_table(ben(), person)
    answer = client.post(url("leave", game.code))
    assert (answer.status_code, answer["Location"]) == (303, LOBBY)
    assert names_at(game) == ["Ben", "", "", ""]
    assert not presence.is_here(game.pk, person.pk)


def test_leaving_where_one_does_not_sit_changes_nothing(client):
    game = open_table(ben())
    with nothing_changes():
        assert client.post(url("leave", game.code)).status_code == 303
        assert browser().post(url("leave", game.code)).status_code == 404


# --- The host's doings --------------------------------------------------------


def test_the_host_sends_somebody_away(client, person):
    game = open_table(person, ben())
    named = {"number": "1", "seat": game.seats.get(number=1).pk}
    assert client.post(url("kick", game.code), named, **HTMX).status_code == 204
    assert names_at(game) == ["Ann", "", "", ""]


def test_the_host_gives_a_seat_to_a_computer(client, person):
    game = open_table(person)
    client.post(url("seat_computer", game.code), {"number": "2"})
    assert game.seats.get(number=2).is_computer


def test_the_host_starts(client, person):
    game = open_table(person, ben())
    answer = client.post(url("start", game.code))
    assert (answer.status_code, answer["Location"]) == (303, url("table", game.code))
    assert fresh(game).is_playing


def test_whoever_came_since_is_not_sent_away_for_the_one_before(client, person):
    game = open_table(person, before := ben())
    named = {"number": "1", "seat": game.seats.get(number=1).pk}
    table.leave(code=game.code, user=before)
    table.sit(code=game.code, user=cat(), number=1)
    with nothing_changes():
        assert client.post(url("kick", game.code), named, **HTMX).status_code == 409


@pytest.mark.parametrize("name", ["kick", "seat_computer", "start"])
def test_another_is_refused_what_is_the_hosts(client, person, name):
    game = open_table(ben(), person)
    with nothing_changes():
        answer = client.post(url(name, game.code), {"number": "0"}, **HTMX)
    assert (answer.status_code, said(answer.content)) == (
        403,
        "Only the host of the table can do that.",
    )


@pytest.mark.parametrize("name", ["kick", "seat_computer"])
@pytest.mark.parametrize("number", ["", "x", "9", "-1"])
def test_a_forged_seat_is_refused(client, person, name, number):
    game = open_table(person, ben())
    with nothing_changes():
        answer = client.post(url(name, game.code), {"number": number}, **HTMX)
    assert answer.status_code == (409 if number else 400)


# --- Quick match and rematch --------------------------------------------------


def quick_match(client) -> Game:
    answer = client.post(reverse("games:quick_match"))
    assert answer.status_code == 303
    return Game.objects.get(code=answer["Location"].rsplit("/", 1)[1])


def test_a_quick_match_is_one_press_even_for_a_stranger():
    game = quick_match(browser())
    assert (game.is_open, game.is_public, game.fills) == (True, True, True)
    assert (game.rules, game.level) == (PRESETS["standard"].rules(4), "medium")


def test_two_quick_matches_meet():
    assert quick_match(browser()) == quick_match(browser())


def test_who_is_brought_to_other_rules_is_told_which():
    five = PRESETS["standard"].rules(5)
    open_table(ann(), rules=five, preset="standard", fills=True)
    client = browser()
    answer = client.post(reverse("games:quick_match"), follow=True)
    assert "another game than you would open: 5 players, 10-1-10." in answer.content.decode()
    assert "another game" not in client.get(answer.redirect_chain[-1][0]).content.decode()


def test_whoever_waits_at_many_tables_is_sent_to_the_lobby(client, person):
    for _ in range(MOST_OPEN):
        open_table(person)
    with nothing_changes():
        answer = client.post(reverse("games:quick_match"), follow=True)
    assert answer.redirect_chain == [(LOBBY, 303)]
    assert "You wait at several tables already." in answer.content.decode()


def test_a_rematch_is_a_new_table_for_the_same_people(client, person):
    other = ben()
    game = play_on(gathered(person, other))
    first = client.post(url("rematch", game.code))
    second = browser(other).post(url("rematch", game.code))
    assert (first.status_code, first["Location"]) == (303, second["Location"])
    assert names_at(Game.objects.get(rematch_of=game)) == ["Ann", "Ben", "", ""]


def test_a_rematch_before_the_end_is_refused(client, person):
    game = gathered(person, ben())
    with nothing_changes():
        assert client.post(url("rematch", game.code)).status_code == 303


def test_a_rematch_is_nobody_elses(client):
    game = play_on(gathered(ben(), cat()))
    with nothing_changes():
        assert client.post(url("rematch", game.code)).status_code == 404
        assert browser().post(url("rematch", game.code)).status_code == 404


# --- Elsewhere ----------------------------------------------------------------


def test_home_leads_to_people_and_shows_ones_table(client, person):
    game = open_table(person, ben())
    html = page(client, "/")
    assert "With Ben. 2 seats are free." in html
    assert game.code in html
    assert reverse("games:quick_match") in html


def test_home_shows_tables_with_a_free_seat_only(client):
    full, free = open_table(ben(), computers=3), open_table(cat())
    html = page(client, "/")
    assert (full.code in html, free.code in html) == (False, True)


def test_history_holds_games_of_every_kind(client, person):
    friend = ben()
    waiting, playing = open_table(person, friend), gathered(person, friend)
    broken_off = gathered(person, friend)
    for user in (person, friend):
        table.leave(code=broken_off.code, user=user)
    html = page(client, "/games")
    assert [game.code in html for game in (waiting, playing, broken_off)] == [True, True, True]
    assert "broken off" in html


def test_a_table_whose_last_person_is_gone_leaves_the_lists(client, person):
    game = open_table(person, ben())
    table.leave(code=game.code, user=User.objects.get(username="ben"))
    rung(later(gone(game, person), 100))
    assert game.code not in page(client, "/")
    assert game.code not in page(client, "/games")
