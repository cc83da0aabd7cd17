"""Signing up: what is asked, what is refused, and that a guest keeps everything."""

import re

import pytest
from django.core import mail
from django.db import IntegrityError
from django.test import Client
from django.utils.html import strip_tags
from pytest_django import Settings

from accounts.adapter import RESERVED, AccountAdapter
from accounts.models import User

from .conftest import PASSWORD

pytestmark = pytest.mark.django_db
SIGNUP = "/account/signup/"


def form(name: str, **more: str) -> dict[str, str]:
    return {"username": name, "password1": PASSWORD, "password2": PASSWORD, **more}


def logged_in(browser: Client) -> User | None:
    pk = browser.session.get("_auth_user_id")
    return User.objects.get(pk=pk) if pk else None


def test_a_stranger_signs_up_and_is_logged_in(browser: Client) -> None:
    answer = browser.post(SIGNUP, form("Cat"))
    cat = User.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert logged_in(browser) == cat
    assert (cat.username, cat.name, cat.is_guest) == ("cat", "Cat", False)
    assert cat.check_password(PASSWORD)


def test_a_guest_may_see_the_page(browser: Client, gus: User) -> None:
    assert browser.get(SIGNUP).status_code == 200


def test_a_guest_becomes_an_account_in_the_same_row(browser: Client, gus: User) -> None:
    User.objects.filter(pk=gus.pk).update(last_setup={"players": 5})
    browser.post(SIGNUP, form("Gus"))
    account = User.objects.get()
    assert (account.pk, account.name, account.is_guest) == (gus.pk, "Gus", False)
    assert account.last_setup == {"players": 5}
    assert account.check_password(PASSWORD)


def test_a_guest_stays_logged_in_and_keeps_the_session(browser: Client, gus: User) -> None:
    session = browser.session
    session["kept"] = "card"
    session.save()
    old_key = session.session_key
    browser.post(SIGNUP, form("Gus"))
    assert browser.post("/play").content == b"Gus"
    assert browser.session["kept"] == "card"
    assert browser.session.session_key != old_key


def test_a_guest_who_signed_up_can_come_back(browser: Client, gus: User) -> None:
    browser.post(SIGNUP, form("Gus"))
    browser.post("/account/logout/")
    browser.post("/account/login/", {"login": "gus", "password": PASSWORD})
    assert logged_in(browser) == gus


def test_an_account_is_sent_home(browser: Client, ann: User) -> None:
    browser.force_login(ann)
    assert browser.get(SIGNUP)["Location"] == "/"
    browser.post(SIGNUP, form("Other"))
    assert User.objects.count() == 1


@pytest.mark.parametrize("taken", ["Ann", "ANN", "ａｎｎ", "A\u200bnn", " ann "])
def test_a_taken_name_is_refused_with_a_sentence(browser: Client, ann: User, taken: str) -> None:
    answer = browser.post(SIGNUP, form(taken))
    assert answer.status_code == 422
    assert "This name is taken" in answer.content.decode()
    assert User.objects.get() == ann


def test_a_taken_name_is_refused_beyond_ascii(browser: Client) -> None:
    User.objects.create_user("Анна", password=PASSWORD)
    assert browser.post(SIGNUP, form("АННА")).status_code == 422


def test_a_guest_who_is_refused_stays_a_guest(browser: Client, gus: User, ann: User) -> None:
    assert browser.post(SIGNUP, form("Ann")).status_code == 422
    gus.refresh_from_db()
    assert gus.is_guest
    assert logged_in(browser) == gus


@pytest.mark.parametrize("bad", ["<b>Ann</b>", "Ann Lee", "a&amp;b", "A", "x" * 21, "\u202e", "!?"])
def test_what_is_no_name_is_refused(browser: Client, bad: str) -> None:
    answer = browser.post(SIGNUP, form(bad))
    assert answer.status_code == 422
    assert answer.context["form"].errors["username"]
    assert "<b>Ann" not in answer.content.decode()
    assert not User.objects.exists()


def test_what_cant_be_seen_is_left_out(browser: Client) -> None:
    browser.post(SIGNUP, form("\u202eC\u200ba\u3164t"))
    assert User.objects.get().name == "Cat"


@pytest.mark.parametrize("kept", ["Admin", "GUEST", "guest-abc", "Ｍoderator"])
def test_names_of_the_site_are_refused(browser: Client, kept: str) -> None:
    answer = browser.post(SIGNUP, form(kept))
    assert answer.status_code == 422
    assert "kept for the site" in answer.content.decode()


def test_a_name_that_folds_beyond_the_column_is_refused(browser: Client) -> None:
    assert browser.post(SIGNUP, form("\ufdfa" * 20)).status_code == 422


def test_reserved_names_are_folded_already() -> None:
    assert all(name == name.casefold() for name in RESERVED)


@pytest.mark.parametrize("weak", ["short", "12345678901", "password123", "benjamin-b"])
def test_a_weak_password_is_refused(browser: Client, weak: str) -> None:
    answer = browser.post(SIGNUP, form("Benjamin-B", password1=weak, password2=weak))
    assert answer.status_code == 422
    assert answer.context["form"].errors["password1"]


def test_two_different_passwords_are_refused(browser: Client) -> None:
    answer = browser.post(SIGNUP, form("Cat", password2="another-one-9"))
    assert answer.status_code == 422
    assert "password2" in answer.context["form"].errors


def test_of_two_who_want_a_name_at_once_the_later_is_told(
    browser: Client, gus: User, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AccountAdapter, "clean_username", lambda _self, name: name)
    monkeypatch.setattr("accounts.forms.is_taken", lambda *_args, **_how: False)
    answer = browser.post(SIGNUP, form("Ann"))
    assert answer.status_code == 422
    assert "This name is taken" in answer.content.decode()
    gus.refresh_from_db()
    assert gus.is_guest


def test_another_database_error_is_not_called_a_taken_name(
    browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AccountAdapter, "clean_username", lambda _self, _name: "guest-x")
    with pytest.raises(IntegrityError):
        browser.post(SIGNUP, form("Cat"))


def test_a_guest_whose_row_is_gone_signs_up_afresh(browser: Client, gus: User) -> None:
    User.objects.filter(pk=gus.pk).update(is_active=False)
    browser.post(SIGNUP, form("Gus"))
    assert User.objects.get(is_guest=False).pk != gus.pk


def test_without_mail_no_address_is_asked_for(browser: Client) -> None:
    assert "email" not in browser.get(SIGNUP).context["form"].fields


def test_with_mail_an_address_is_welcome_but_not_needed(
    browser: Client, settings: Settings
) -> None:
    settings.EMAIL_HOST = "mail.example.org"
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
    assert browser.post(SIGNUP, form("Cat", email="")).status_code == 302
    assert Client().post(SIGNUP, form("Dan", email="dan@example.org")).status_code == 302
    assert [letter.to for letter in mail.outbox] == [["dan@example.org"]]


@pytest.mark.parametrize(
    ("language", "label"),
    [
        ("en", "E-mail (optional)"),
        ("ru", "Почта (необязательно)"),
        ("ro", "E-mail (opțional)"),
    ],
)
def test_that_an_address_is_not_needed_is_said_once(
    browser: Client, settings: Settings, language: str, label: str
) -> None:
    settings.EMAIL_HOST = "mail.example.org"
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
    browser.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    page = browser.get(SIGNUP).content.decode()
    found = re.search('<label for="id_email">(.*?)</label>', page)
    assert found
    assert strip_tags(found[1]) == label


def test_a_guest_with_an_address_stays_logged_in_before_confirming(
    browser: Client, gus: User, settings: Settings
) -> None:
    settings.EMAIL_HOST = "mail.example.org"
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
    browser.post(SIGNUP, form("Gus", email="gus@example.org"))
    assert logged_in(browser) == gus
    assert User.objects.get().email == "gus@example.org"


def test_a_dead_mail_server_doesnt_stop_a_sign_up(browser: Client, settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
    assert browser.post(SIGNUP, form("Cat", email="cat@example.org")).status_code == 302
    assert logged_in(browser) == User.objects.get()


def test_a_sign_up_leads_to_where_one_was_going(browser: Client) -> None:
    assert browser.post(SIGNUP, form("Cat", next="/games"))["Location"] == "/games"


@pytest.mark.parametrize("away", ["https://evil.example/", "//evil.example", "javascript:x"])
def test_a_sign_up_leads_nowhere_else(browser: Client, away: str) -> None:
    assert browser.post(SIGNUP, form("Cat", next=away))["Location"] == "/"
