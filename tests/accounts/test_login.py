"""Logging in and out, on one device and on two."""

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User

from .conftest import PASSWORD

pytestmark = pytest.mark.django_db
LOGIN = "/account/login/"


def form(name: str = "Ann", password: str = PASSWORD, **more: str) -> dict[str, str]:
    return {"login": name, "password": password, **more}


def who(browser: Client) -> str | None:
    pk = browser.session.get("_auth_user_id")
    return User.objects.get(pk=pk).shown_name if pk else None


@pytest.mark.parametrize("spelt", ["Ann", "ann", "ANN", " ann ", "ａnn", "A\u200bnn"])
def test_a_name_logs_in_in_any_spelling(browser: Client, ann: User, spelt: str) -> None:
    answer = browser.post(LOGIN, form(spelt))
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert who(browser) == "Ann"


def test_case_doesnt_matter_beyond_ascii(browser: Client) -> None:
    User.objects.create_user("Анна", password=PASSWORD)
    browser.post(LOGIN, form("АННА"))
    assert who(browser) == "Анна"


@pytest.mark.parametrize(("name", "password"), [("Ann", "wrong"), ("Nobody", PASSWORD)])
def test_a_wrong_word_is_refused_without_saying_which(
    browser: Client, ann: User, name: str, password: str
) -> None:
    answer = browser.post(LOGIN, form(name, password))
    assert answer.status_code == 422
    assert answer.context["form"].non_field_errors() == [
        "This name and password don't belong together."
    ]
    assert who(browser) is None


def test_nobody_logs_in_as_a_guest(browser: Client) -> None:
    guest = User.objects.create_guest()
    assert browser.post(LOGIN, form(guest.username, guest.password)).status_code == 422


def test_an_account_that_was_stopped_cant_log_in(browser: Client, ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(is_active=False)
    assert browser.post(LOGIN, form())["Location"] == "/account/inactive/"
    assert who(browser) is None


def test_guessing_is_stopped_even_for_the_right_password(browser: Client, ann: User) -> None:
    for spelt in ("ann", "Ann", "ANN", "a\u200bnn", "aNn"):
        assert browser.post(LOGIN, form(spelt, "wrong")).status_code == 422
    answer = browser.post(LOGIN, form())
    assert answer.status_code == 429
    assert "Too many wrong tries" in answer.content.decode()
    assert who(browser) is None


def test_guessing_one_name_doesnt_lock_out_another(browser: Client, ann: User, ben: User) -> None:
    for _ in range(6):
        Client(REMOTE_ADDR="192.0.2.1").post(LOGIN, form("Ann", "wrong"))
    browser.post(LOGIN, form("Ben"))
    assert who(browser) == "Ben"


def test_too_many_requests_are_429(browser: Client, ann: User, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login": "1/m/ip"}
    assert [browser.post(LOGIN, form("x")).status_code for _ in range(2)] == [422, 429]


def test_a_new_session_begins_with_the_log_in(browser: Client, ann: User) -> None:
    session = browser.session
    session["planted"] = 1
    session.save()
    key = session.session_key
    browser.post(LOGIN, form())
    assert browser.session.session_key != key


def test_a_log_in_leads_to_where_one_was_going(browser: Client, ann: User) -> None:
    assert browser.post(LOGIN, form(next="/games?x=1"))["Location"] == "/games?x=1"
    assert browser.get(LOGIN + "?next=/games")["Location"] == "/games"


@pytest.mark.parametrize(
    "away",
    [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "http:///evil.example",
        "\x00//x",
    ],
)
def test_a_log_in_leads_nowhere_else(browser: Client, ann: User, away: str) -> None:
    assert browser.post(LOGIN, form(next=away))["Location"] == "/"
    browser.post("/account/logout/")
    assert browser.post("/account/logout/", {"next": away})["Location"] == "/"


def test_logging_out_takes_a_post(browser: Client, ann: User) -> None:
    browser.force_login(ann)
    page = browser.get("/account/logout/")
    assert (page.status_code, page.context["guest_leaves"]) == (200, False)
    assert who(browser) == "Ann"
    assert browser.post("/account/logout/")["Location"] == "/"
    assert who(browser) is None


def test_a_guest_is_warned_before_logging_out(browser: Client, gus: User) -> None:
    page = browser.get("/account/logout/")
    assert page.context["guest_leaves"] is True
    assert "this browser only" in page.context["guest_warning"]
    browser.post("/account/logout/")
    assert who(browser) is None


def test_two_devices_are_one_person(ann: User) -> None:
    desk, phone = Client(), Client()
    desk.post(LOGIN, form())
    phone.post(LOGIN, form())
    assert who(desk) == who(phone) == "Ann"
    phone.post("/account/logout/")
    assert desk.post("/play").content == b"Ann"


def test_a_request_from_elsewhere_is_refused(ann: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(LOGIN, form()).status_code == 403
