"""A guest chooses a name for the tables, by the rules of all names."""

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import Act, BannedWord, User
from accounts.sanctions import sanction

from .test_signup import SIGNUP, form

pytestmark = pytest.mark.django_db
NAME = "/account/name/"


def choose(client: Client, name: str, **more: str):
    return client.post(NAME, {"name": name, **more})


def name_of(guest: User) -> str:
    guest.refresh_from_db()
    return guest.name


def test_a_guest_is_called_by_it_and_stays_a_guest(gus, browser):
    answer = choose(browser, " Ma\u200bx ")
    assert (answer.status_code, answer["Location"]) == (302, "/lobby")
    assert name_of(gus) == "Max"
    assert (gus.shown_name, gus.is_guest) == ("Guest Max", True)
    assert 'value="Max"' in browser.get(NAME).content.decode()


def test_a_stranger_becomes_a_guest_by_it_and_by_nothing_less(db, browser):
    browser.get(NAME)
    choose(browser, "x")
    assert not User.objects.exists()
    choose(browser, "Max")
    assert User.objects.get().shown_name == "Guest Max"
    assert browser.post("/play").content == b"Guest Max"


def test_one_comes_back_to_where_one_was(gus, browser):
    assert choose(browser, "Max", next="/game/abc")["Location"] == "/game/abc"
    assert choose(browser, "Moritz", next="https://elsewhere.example/")["Location"] == "/lobby"


@pytest.mark.parametrize(
    "name", ["", "M", "x" * 21, "..", "Ann", "ANN", "Αnn", "a.n.n", "admin", "Guest-1", "B00r"]
)
def test_what_nobody_may_be_called_no_guest_is(name, ann, gus, browser):
    BannedWord.objects.create(word="boor")
    answer = choose(browser, name)
    assert answer.status_code == 422
    assert answer.context["form"].errors["name"]
    assert name_of(gus) == ""


def test_two_guests_who_play_have_two_names(gus, browser):
    choose(browser, "Max")
    assert choose(Client(), "Мах").status_code == 422
    assert choose(browser, "M.a.x").status_code == 302, "the own one in another way"


def test_of_two_at_once_the_later_is_told(ann, gus, browser, monkeypatch):
    monkeypatch.setattr("accounts.forms.is_taken", lambda *_args, **_how: False)
    answer = choose(browser, "Αnn")
    assert answer.status_code == 422
    assert "This name is taken" in answer.content.decode()
    assert name_of(gus) == ""


def test_who_has_an_account_has_a_name(ann, ann_browser):
    assert ann_browser.get(NAME)["Location"] == "/account/profile/"
    assert choose(ann_browser, "Max").status_code == 302
    assert name_of(ann) == "Ann"


def test_a_name_that_moderators_took_away_doesnt_come_back(gus, browser):
    choose(browser, "Rude")
    mia = User.objects.create_user("Mia", is_staff=True)
    gus.refresh_from_db()
    act = sanction(Act.Kind.RENAME, person=gus, by=mia, reason="x", name="Max")
    assert act.about == "Rude"
    assert choose(browser, "R.u.d.e").status_code == 422
    assert browser.post(SIGNUP, form("Rude")).status_code == 422
    assert (name_of(gus), gus.shown_name) == ("Max", "Guest Max")


def test_signing_up_proposes_it(gus, browser):
    choose(browser, "Max")
    assert 'value="Max"' in browser.get(SIGNUP).content.decode()
    browser.post(SIGNUP, form("Max"))
    assert name_of(gus) == "Max"
    assert (gus.is_guest, gus.shown_name) == (False, "Max")


def test_only_so_many_are_tried(gus, browser):
    tried = [choose(browser, name).status_code for name in ("A", "Max", "B", "C", "D", "Moritz")]
    assert tried == [422, 302, 422, 422, 422, 429]
    assert name_of(gus) == "Max"


def test_strangers_are_counted_by_where_they_come_from(db):
    tried = [choose(Client(REMOTE_ADDR="192.0.2.1"), "A").status_code for _ in range(31)]
    assert tried == [422] * 30 + [429]
    assert choose(Client(REMOTE_ADDR="192.0.2.2"), "Max").status_code == 302


def test_no_more_guests_are_made_by_it_than_an_hour_allows(settings: Settings, db):
    settings.GUESTS_PER_HOUR = 1
    assert choose(Client(), "Max").status_code == 302
    answer = choose(Client(), "Moritz")
    assert answer.status_code == 429
    assert "try again in an hour" in answer.content.decode()
    assert User.objects.count() == 1


def test_no_guest_takes_what_tells_another_one_apart(gus, browser):
    other = User.objects.create_guest()
    mark = other.shown_name.removeprefix("Guest ")
    assert choose(browser, mark).status_code == 422
    assert choose(browser, mark.lower()).status_code == 422
    assert choose(browser, gus.shown_name.removeprefix("Guest ")).status_code == 302
