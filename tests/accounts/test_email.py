"""An account's e-mail address, and the mails that go to it: where the site can send any."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from pytest_django import Settings

from accounts.models import User

from .conftest import PASSWORD
from .post import link_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_mail")]
EMAIL, RESET, NEW = "/account/email/", "/account/password/reset/", "eight-tricks-bid"
CONFIRM = "/account/confirm-email/"


def sign_up(browser: Client, name: str = "Cat", email: str = "cat@example.org") -> User:
    form = {"username": name, "email": email, "password1": PASSWORD, "password2": PASSWORD}
    assert browser.post("/account/signup/", form).status_code == 302
    return User.objects.get(username=name.lower())


def addresses(user: User) -> list[tuple[str, bool]]:
    found = EmailAddress.objects.filter(user=user).order_by("pk")
    return [(each.email, each.verified) for each in found]


def with_address(user: User, email: str = "ann@example.org") -> str:
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    User.objects.filter(pk=user.pk).update(email=email)
    return email


# --- Confirming -------------------------------------------------------------------


def test_an_address_may_be_left_out(browser: Client) -> None:
    assert addresses(sign_up(browser, email="")) == []
    assert not mail.outbox


def test_an_address_is_confirmed_by_the_link_of_a_mail(browser: Client) -> None:
    cat = sign_up(browser)
    assert mail.outbox[0].subject == "Oh Hell: is this your address?"
    link = link_in(mail.outbox[0], "confirm-email")
    assert "cat@example.org" in browser.get(link).content.decode()
    assert addresses(cat) == [("cat@example.org", False)]  # a look at the link is no press
    browser.post(link)
    assert addresses(cat) == [("cat@example.org", True)]


def test_an_address_is_confirmed_without_being_logged_in(browser: Client) -> None:
    cat = sign_up(browser)
    Client().post(link_in(mail.outbox[0], "confirm-email"))
    assert addresses(cat) == [("cat@example.org", True)]


def test_a_link_that_is_used_up_wrong_or_old_is_good_no_more(
    browser: Client, settings: Settings
) -> None:
    sign_up(browser)
    link = link_in(mail.outbox[0], "confirm-email")
    assert settings.ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS == 3  # as the mail says
    settings.ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 0
    late = browser.get(link)
    settings.ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 3
    browser.post(link)
    for answer in (late, browser.get(link), browser.post(link), browser.get(f"{CONFIRM}x:y:z/")):
        assert answer.status_code == 404
        assert "This link no longer works" in answer.content.decode()


def test_an_address_of_somebody_else_is_refused(browser: Client, ann: User) -> None:
    with_address(ann)
    form = {"username": "Cat", "email": "Ann@Example.org"}
    form |= {"password1": PASSWORD, "password2": PASSWORD}
    answer = browser.post("/account/signup/", form)
    assert answer.status_code == 422
    assert "belongs to another account" in answer.content.decode()


# --- Changing ---------------------------------------------------------------------


def test_who_has_no_address_finds_where_to_add_one(ann_browser: Client) -> None:
    assert f'href="{EMAIL}"' in ann_browser.get("/account/profile/").content.decode()
    assert "has no address" in ann_browser.get(EMAIL).content.decode()


def test_without_mail_nobody_is_led_to_a_page_of_no_use(
    ann: User, ann_browser: Client, settings: Settings
) -> None:
    settings.EMAIL_HOST = ""
    with_address(ann)
    assert f'href="{EMAIL}"' not in ann_browser.get("/account/profile/").content.decode()


def test_a_new_address_takes_the_place_of_the_old_when_it_is_confirmed(
    ann: User, ann_browser: Client
) -> None:
    with_address(ann)
    ann_browser.post(EMAIL, {"action_add": "1", "email": "new@example.org"})
    assert addresses(ann) == [("ann@example.org", True), ("new@example.org", False)]
    page = ann_browser.get(EMAIL).content.decode()
    assert "until then the old one stays" in page
    ann_browser.post(link_in(mail.outbox[0], "confirm-email"))
    assert addresses(ann) == [("new@example.org", True)]
    assert mail.outbox[1].to == ["ann@example.org"]  # whose it was hears of it
    assert "new@example.org" in mail.outbox[1].body


def test_an_address_can_be_removed(ann: User, ann_browser: Client) -> None:
    with_address(ann)
    ann_browser.post(EMAIL, {"action_remove": "1", "email": "ann@example.org"})
    assert addresses(ann) == []
    ann.refresh_from_db()
    assert ann.email == ""


@pytest.mark.parametrize("email", ["nonsense", "", "ann@example.org"])
def test_what_is_no_new_address_is_refused(ann: User, ann_browser: Client, email: str) -> None:
    with_address(ann)
    answer = ann_browser.post(EMAIL, {"action_add": "1", "email": email})
    assert answer.status_code == 422
    assert answer.context["form"].errors["email"]
    assert addresses(ann) == [("ann@example.org", True)]


def test_who_asks_for_the_link_again_too_soon_is_told(ann: User, ann_browser: Client) -> None:
    ann_browser.post(EMAIL, {"action_add": "1", "email": "new@example.org"})
    again = {"action_send": "1", "email": "new@example.org"}
    answer = ann_browser.post(EMAIL, again, follow=True)
    assert "A link was sent a moment ago" in answer.content.decode()
    assert len(mail.outbox) == 1


def test_an_open_browser_alone_changes_no_address(ann: User, browser: Client) -> None:
    browser.force_login(ann)  # without a password just now
    answer = browser.post(EMAIL, {"action_add": "1", "email": "thief@example.org"})
    assert answer["Location"].startswith("/account/reauthenticate/")
    assert addresses(ann) == []


# --- A forgotten password ----------------------------------------------------------


def reset_link(browser: Client, email: str) -> str:
    browser.post(RESET, {"email": email})
    return link_in(mail.outbox[-1], "password/reset/key")


def test_the_link_of_a_mail_is_good_for_one_new_password(browser: Client, ann: User) -> None:
    link = reset_link(browser, with_address(ann))
    form = browser.get(link)["Location"]
    assert browser.post(form, {"password1": "short", "password2": "short"}).status_code == 422
    browser.post(form, {"password1": NEW, "password2": NEW})
    for again in (browser.get(link), browser.post(form, {"password1": NEW, "password2": NEW})):
        assert again.status_code == 404
        assert "This link no longer works" in again.content.decode()


def test_a_link_for_a_new_password_is_good_for_a_day(
    browser: Client, ann: User, settings: Settings
) -> None:
    assert timedelta(days=1).total_seconds() == settings.PASSWORD_RESET_TIMEOUT
    link = reset_link(browser, with_address(ann))
    settings.PASSWORD_RESET_TIMEOUT = -1
    assert browser.get(link).status_code == 404


def test_the_mail_says_by_which_name_one_logs_in(browser: Client) -> None:
    dee = User.objects.create_user("Dee’s <b>&", password=PASSWORD)
    browser.post(RESET, {"email": with_address(dee, "dee@example.org")})
    assert "log in with the name “Dee’s <b>&”" in mail.outbox[0].body
    assert mail.outbox[0].subject == "Oh Hell: a new password"


def test_the_site_writes_to_no_stranger(browser: Client) -> None:
    answer = browser.post(RESET, {"email": "stranger@example.org"}, follow=True)
    assert "If an account has this address" in answer.content.decode()
    assert not mail.outbox


# --- What is told afterwards -------------------------------------------------------


def test_a_changed_password_is_told_to_a_confirmed_address(ann: User, ann_browser: Client) -> None:
    with_address(ann)
    change = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    ann_browser.post("/account/password/change/", change, HTTP_USER_AGENT=agent)
    assert mail.outbox[0].subject == "Oh Hell: your password was changed"
    assert "Firefox on Linux" in mail.outbox[0].body
    assert "http://testserver/account/password/reset/" in mail.outbox[0].body


def test_nothing_is_told_to_an_address_that_may_be_anybodys(browser: Client) -> None:
    sign_up(browser)
    mail.outbox.clear()
    change = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    browser.post("/account/password/change/", change)
    assert not mail.outbox
