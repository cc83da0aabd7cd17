"""Changing the password, forgetting it, and the pages that are for accounts only."""

import pytest
from django.core import mail
from django.test import Client
from pytest_django import Settings

from accounts.models import User

from .conftest import PASSWORD

pytestmark = pytest.mark.django_db
CHANGE = "/account/password/change/"
NEW = "eight-tricks-bid"


def change(old: str = PASSWORD, new: str = NEW) -> dict[str, str]:
    return {"oldpassword": old, "password1": new, "password2": new}


def test_the_password_changes_and_one_stays_logged_in(browser: Client, ann: User) -> None:
    browser.force_login(ann)
    assert browser.post(CHANGE, change()).status_code == 302
    ann.refresh_from_db()
    assert ann.check_password(NEW)
    assert browser.post("/play").content == b"Ann"


def test_other_devices_are_logged_out_by_it(browser: Client, ann: User) -> None:
    phone = Client()
    phone.force_login(ann)
    browser.force_login(ann)
    browser.post(CHANGE, change())
    assert phone.post("/play").content.startswith(b"Guest ")


@pytest.mark.parametrize("form", [change(old="wrong"), change(new="short"), {}])
def test_a_bad_change_is_refused(browser: Client, ann: User, form: dict[str, str]) -> None:
    browser.force_login(ann)
    answer = browser.post(CHANGE, form)
    assert answer.status_code == 422
    assert answer.context["form"].errors
    ann.refresh_from_db()
    assert ann.check_password(PASSWORD)


@pytest.mark.parametrize(
    "page",
    [
        CHANGE,
        "/account/password/set/",
        "/account/2fa/",
        "/account/2fa/totp/activate/",
        "/account/sessions/",
        "/account/reauthenticate/",
    ],
)
def test_a_guest_is_asked_to_log_in_first(browser: Client, gus: User, page: str) -> None:
    for answer in (browser.get(page), browser.post(page, change())):
        assert answer.status_code == 302
        assert answer["Location"].startswith("/account/login/")
    gus.refresh_from_db()
    assert not gus.has_usable_password()


def test_the_pages_of_an_account_open(browser: Client, ann: User) -> None:
    browser.post("/account/login/", {"login": "ann", "password": PASSWORD})
    for page in (CHANGE, "/account/2fa/", "/account/sessions/"):
        assert browser.get(page).status_code == 200
    assert browser.get("/account/")["Location"] == "/account/profile/"


SAFETY = ("/account/2fa/totp/activate/", "/account/2fa/", CHANGE, "/account/sessions/")


def test_whoever_has_just_logged_in_is_not_asked_again(browser: Client, ann: User) -> None:
    browser.post("/account/login/", {"login": "Ann", "password": PASSWORD})
    assert [browser.get(page).status_code for page in SAFETY] == [200] * 4


def test_whoever_has_just_signed_up_is_not_asked_again(browser: Client, db: None) -> None:
    form = {"username": "Cat", "password1": PASSWORD, "password2": PASSWORD}
    assert browser.post("/account/signup/", form).status_code == 302
    assert [browser.get(page).status_code for page in SAFETY] == [200] * 4


def test_some_minutes_later_the_password_is_asked_for_again(
    browser: Client, ann: User, settings: Settings
) -> None:
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 0
    browser.post("/account/login/", {"login": "Ann", "password": PASSWORD})
    assert "/account/reauthenticate/" in browser.get(SAFETY[0])["Location"]


@pytest.mark.parametrize(
    "page",
    [
        "/account/password/reset/",
        "/account/password/reset/done/",
        "/account/email/",
        "/account/confirm-email/",
    ],
)
def test_without_mail_its_pages_say_so(browser: Client, ann: User, page: str) -> None:
    browser.force_login(ann)
    for answer in (browser.get(page), browser.post(page, {"email": "a@example.org"})):
        assert answer.status_code == 404
        assert "can&#x27;t send e-mail" in answer.content.decode()
    assert not mail.outbox


def test_with_mail_a_forgotten_password_is_reset(
    browser: Client, ann: User, settings: Settings
) -> None:
    settings.EMAIL_HOST = "mail.example.org"
    User.objects.filter(pk=ann.pk).update(email="ann@example.org")
    assert browser.post("/account/password/reset/", {"email": "ann@example.org"}).status_code == 302
    link = next(word for word in mail.outbox[0].body.split() if "/password/reset/key/" in word)
    door = browser.get(link.removeprefix("http://testserver"))["Location"]
    browser.post(door, {"password1": NEW, "password2": NEW})
    ann.refresh_from_db()
    assert ann.check_password(NEW)


def test_a_guest_who_resets_a_password_stays_a_guest_until_log_in(
    browser: Client, gus: User, settings: Settings
) -> None:
    settings.EMAIL_HOST = "mail.example.org"
    assert browser.get("/account/password/reset/").status_code == 200
    assert browser.post("/play").content.startswith(b"Guest ")
    assert User.objects.get() == gus
