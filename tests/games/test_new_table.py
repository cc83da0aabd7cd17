"""Opening a table for people by the set-up screens, with and without JavaScript."""

from html import unescape

import pytest

from accounts.models import User
from games import presence
from games.clocks import Clock
from games.models import Game
from games.rules import rules_text
from games.setup import TableSetup, last_setup, last_table
from games.table.opening import MOST_OPEN
from tests.games.casts import browser
from tests.games.gatherings import open_table
from tests.games.rows import nothing_changes
from tests.games.test_pages_new_game import HOUSE, STANDARD

pytestmark = pytest.mark.django_db

NEW, RULES = "/tables/new", "/tables/new/rules"
TABLE = STANDARD | {
    "clock": "fast",
    "computers": "2",
    "entry": "link",
    "is_watchable": "on",
}


def text(page) -> str:
    return unescape(page.content.decode())


def test_a_table_is_opened_as_it_was_chosen():
    page = browser().post(NEW, TABLE)
    game = Game.objects.get()
    assert (page.status_code, page["Location"]) == (303, f"/game/{game.code}")
    assert (game.status, game.rules_text) == (Game.Status.OPEN, "5_du7_turned_10t-1t_hook")
    assert (game.clock, game.is_public, game.is_watchable) == (Clock.FAST, False, True)
    assert game.seats.filter(user=None).count() == 2


def test_whoever_opens_a_table_counts_as_being_there():
    browser().post(NEW, TABLE)
    game = Game.objects.get()
    assert presence.is_here(game.pk, game.host_id)


def test_a_table_of_house_rules_is_opened():
    page = browser().post(RULES, HOUSE | {"clock": "none", "computers": "0", "entry": "public"})
    game = Game.objects.get()
    assert page.status_code == 303
    assert (game.rules.players, game.preset, game.is_public) == (6, "", True)
    assert (game.is_watchable, game.fills) == (False, False)


def test_a_public_table_may_fill_by_itself_and_a_private_one_waits():
    browser().post(NEW, TABLE | {"entry": "public", "fills": "on"})
    browser().post(NEW, TABLE | {"entry": "link", "fills": "on"})
    assert [game.fills for game in Game.objects.order_by("pk")] == [True, False]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"computers": "5"}, "One seat has to be yours: choose fewer computers."),
        ({"computers": "7"}, "One seat has to be yours: choose fewer computers."),
        ({"computers": "8"}, "8 is not one of the available choices."),
        ({"computers": "-1"}, "-1 is not one of the available choices."),
        ({"computers": "٣"}, "٣ is not one of the available choices."),
        ({"clock": "quick"}, "quick is not one of the available choices."),
        ({"entry": "nobody"}, "nobody is not one of the available choices."),
        ({"players": "9"}, "9 is not one of the available choices."),
        ({"clock": ""}, "This field is required."),
    ],
)
def test_what_can_not_be_chosen_is_refused_in_a_sentence(changes, sentence):
    with nothing_changes():
        page = browser().post(NEW, TABLE | changes)
    assert page.status_code == 422
    assert sentence in text(page)
    assert not User.objects.exists()


def test_house_rules_that_leave_no_seat_are_refused():
    page = browser().post(RULES, HOUSE | {"clock": "none", "computers": "6", "entry": "public"})
    assert page.status_code == 422
    assert "One seat has to be yours" in text(page)


def test_the_last_table_is_remembered_beside_the_last_game():
    client = browser()
    client.post("/new", STANDARD | {"level": "hard"})
    client.post(NEW, TABLE)
    client.post("/play", {"press": "q"})
    user = User.objects.get()
    assert (last_setup(user).level, last_table(user).level) == ("hard", "easy")
    assert (last_table(user).clock, last_table(user).computers) == (Clock.FAST, 2)
    assert (last_table(user).is_public, last_table(user).is_watchable) == (False, True)


def test_the_form_begins_with_the_last_table():
    client = browser()
    client.post(NEW, TABLE)
    page = text(client.get(NEW))
    for chosen in ('name="computers" value="2"', 'name="clock" value="fast"', 'value="link"'):
        assert page.split(chosen)[1].split(">")[0].count("checked") == 1


def test_a_form_sent_twice_opens_one_table():
    client = browser()
    first, second = client.post(NEW, TABLE), client.post(NEW, TABLE)
    assert first["Location"] == second["Location"]
    assert Game.objects.count() == 1


def test_another_preset_keeps_what_was_chosen_of_the_table():
    page = browser().post(NEW, TABLE | {"show": "oh-well"}, follow=True)
    assert page.redirect_chain[0][0].startswith(f"{NEW}?")
    html = text(page)
    for chosen in ('name="computers" value="2"', 'name="clock" value="fast"', 'value="link"'):
        assert html.split(chosen)[1].split(">")[0].count("checked") == 1
    assert not User.objects.exists()


def test_house_rules_shown_in_words_stay_a_table():
    sent = HOUSE | {"clock": "none", "computers": "0", "entry": "public", "show": "1"}
    page = browser().post(RULES, sent)
    assert page["Location"].startswith(f"{RULES}?rules=")


@pytest.mark.parametrize(("here", "there"), [("/new", NEW), ("/new/rules", RULES)])
def test_either_kind_of_game_leads_to_the_other(here, there):
    assert f'href="{there}?' in text(browser().get(here))
    assert f'href="{here}?' in text(browser().get(there))


def test_one_table_too_many_leads_to_those_there_are():
    client = browser()
    for number in range(MOST_OPEN + 1):
        page = client.post(NEW, TABLE | {"press": f"p{number}"})
    assert page["Location"] == "/lobby"
    assert Game.objects.count() == MOST_OPEN
    assert "You wait at several tables already." in text(client.get("/lobby"))


def test_a_link_that_is_no_rules_is_refused():
    assert browser().get(f"{RULES}?rules=nonsense").status_code == 400
    assert browser().get(f"{NEW}?preset=nonsense").status_code == 422


@pytest.mark.parametrize(
    "kept",
    [
        "people",
        [],
        {"clock": 7, "computers": "2", "is_public": "no", "fills": None, "rules": 3},
        {"computers": 99, "level": "random"},
        {"computers": True},
    ],
)
def test_a_kept_table_of_nonsense_does_no_harm(kept):
    user = User.objects.create_user("Ann")
    user.last_setup = {TableSetup.KEPT_AS: kept}
    found = last_table(user)
    assert (found.clock, found.level) == (Clock.NORMAL, "medium")
    assert found.computers in (0, 1)
    assert rules_text(open_table(user, rules=found.rules).rules) == rules_text(found.rules)
