"""Guests: made by a POST, once per browser, and not without end."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.cached_db import SessionStore
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest
from django.test import Client, RequestFactory
from pytest_django import Settings

from accounts.guests import SESSION_SECONDS, TooManyGuests, user_for
from accounts.models import User

pytestmark = pytest.mark.django_db


def stranger(method: str = "POST") -> HttpRequest:
    request = RequestFactory().generic(method, "/play")
    request.session = SessionStore()
    request.user = AnonymousUser()
    return request


def test_looking_makes_nobody(browser: Client) -> None:
    with pytest.raises(RuntimeError):
        user_for(stranger("GET"))
    browser.get("/account/login/")
    assert not User.objects.exists()


def test_a_post_makes_a_guest_and_the_next_finds_it(browser: Client, gus: User) -> None:
    assert browser.post("/play").content.startswith(b"Guest ")
    assert User.objects.get() == gus


def test_two_browsers_are_two_guests(gus: User) -> None:
    Client().post("/play")
    assert User.objects.filter(is_guest=True).count() == 2


def test_an_account_stays_itself(browser: Client, ann: User) -> None:
    browser.force_login(ann)
    assert browser.post("/play").content == b"Ann"
    assert User.objects.get() == ann


def test_a_guests_session_gets_a_new_key_and_lasts_a_year(db: None) -> None:
    request = stranger()
    request.session["kept"] = 1
    request.session.save()
    before = request.session.session_key
    user_for(request)
    assert request.session.session_key != before
    assert request.session["kept"] == 1
    assert request.session.get_expiry_age() == SESSION_SECONDS


def test_playing_renews_the_session(browser: Client, gus: User) -> None:
    answer = browser.post("/play")
    assert answer.cookies["sessionid"]["max-age"] == SESSION_SECONDS


def test_an_address_makes_only_so_many(settings: Settings) -> None:
    settings.GUESTS_PER_HOUR = 2
    statuses = [Client(REMOTE_ADDR="192.0.2.1").post("/play").status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
    assert User.objects.count() == 2
    assert Client(REMOTE_ADDR="192.0.2.2").post("/play").status_code == 200


def test_the_refusal_is_a_sentence(settings: Settings, browser: Client) -> None:
    settings.GUESTS_PER_HOUR = 1
    Client().post("/play")
    assert b"try again in an hour" in browser.post("/play").content
    assert "_auth_user_id" not in browser.session


def test_who_is_logged_in_is_never_refused(settings: Settings, browser: Client) -> None:
    settings.GUESTS_PER_HOUR = 1
    assert [browser.post("/play").status_code for _ in range(3)] == [200, 200, 200]


def test_the_limit_is_an_hours(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.GUESTS_PER_HOUR = 1
    clock = [3600.0 * 1000]
    monkeypatch.setattr("accounts.guests.time.time", lambda: clock[0])
    assert Client().post("/play").status_code == 200
    assert Client().post("/play").status_code == 429
    clock[0] += 3600
    assert Client().post("/play").status_code == 200


def test_a_cache_that_forgets_refuses_nobody(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, browser: Client
) -> None:
    settings.GUESTS_PER_HOUR = 1
    monkeypatch.setattr(cache, "add", lambda *_args, **_kwargs: False)
    assert browser.post("/play").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_the_limit_holds_when_all_come_at_once(settings: Settings) -> None:
    settings.GUESTS_PER_HOUR = 5

    def come(_number: int) -> bool:
        try:
            return user_for(stranger()).is_guest
        except TooManyGuests:
            return False
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as crowd:
        assert sum(crowd.map(come, range(16))) == 5
    assert User.objects.count() == 5
