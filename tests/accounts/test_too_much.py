"""What is tried too often is refused: a page that says so, its status, and when to try again."""

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.accounts.test_guest_name import NAME
from tests.accounts.test_own import DATA, DELETE, PROFILE
from tests.accounts.test_own import form as profile
from tests.accounts.test_signup import SIGNUP, form

from .conftest import PASSWORD

pytestmark = pytest.mark.django_db
LOGIN = "/account/login/"


def refused(answer, sentence: str, seconds: int) -> bool:
    assert sentence in answer.content.decode()
    return (answer.status_code, answer["Retry-After"]) == (429, str(seconds))


def test_signing_up(browser: Client) -> None:
    answers = [browser.post(SIGNUP, form("x")) for _ in range(21)]
    assert {answer.status_code for answer in answers[:-1]} == {422}
    assert refused(answers[-1], "Too many tries came from this address", 300)
    assert not User.objects.exists()


def test_logging_in_with_a_wrong_password(ann: User, browser: Client) -> None:
    answers = [browser.post(LOGIN, {"login": "Ann", "password": "x"}) for _ in range(6)]
    assert refused(answers[-1], "Too many wrong tries", 300)


def test_a_new_name(ann: User, ann_browser: Client) -> None:
    names = ["Anna", "Annb", "Annc", "Annd", "Anne", "Annf"]
    answers = [ann_browser.post(PROFILE, profile(name)) for name in names]
    assert [answer.status_code for answer in answers] == [302] * 5 + [429]
    assert refused(answers[-1], "You have tried many names", 600)
    ann.refresh_from_db()
    assert ann.name == "Anne"
    same = ann_browser.post(PROFILE, profile("Anne", "closed"))
    assert same.status_code == 302, "what isn't the name may change"


def test_a_guests_name(gus: User, browser: Client) -> None:
    answers = [browser.post(NAME, {"name": "x"}) for _ in range(6)]
    assert refused(answers[-1], "You have tried many names", 600)


def test_ones_data_and_ones_end(ann: User, ann_browser: Client) -> None:
    assert [ann_browser.post(DATA).status_code for _ in range(2)] == [200, 429]
    assert refused(ann_browser.post(DATA), "Try again in a minute", 60)
    answers = [ann_browser.post(DELETE, {"password": "x"}) for _ in range(6)]
    assert refused(answers[-1], "Too many wrong tries", 300)


def test_guests(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.GUESTS_PER_HOUR = 1
    monkeypatch.setattr("accounts.guests.time.time", lambda: 3600.0 * 1000 + 1800)
    Client().post("/play")
    assert refused(Client().post("/play"), "try again in an hour", 1801)


def test_what_isnt_too_much_says_nothing_of_it(ann: User, browser: Client) -> None:
    for password in ("x", PASSWORD):
        assert "Retry-After" not in browser.post(LOGIN, {"login": "Ann", "password": password})
