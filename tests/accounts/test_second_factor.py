"""The second factor: activating it, logging in with it, its recovery codes, its end."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.core import mail
from django.test import Client

from accounts.models import User

from .conftest import PASSWORD
from .post import code_for

pytestmark = pytest.mark.django_db
ACTIVATE, DEACTIVATE = "/account/2fa/totp/activate/", "/account/2fa/totp/deactivate/"
STEP, CODES = "/account/2fa/authenticate/", "/account/2fa/recovery-codes/"
SECRET = "JBSWY3DPEHPK3PXP"


@pytest.fixture
def codes(ann: User) -> list[str]:
    """The recovery codes of Ann, who has a second factor."""
    TOTP.activate(ann, SECRET)
    unused: list[str] = RecoveryCodes.activate(ann).get_unused_codes()
    return unused


def to_the_second_step() -> Client:
    browser = Client()
    browser.post("/account/login/", {"login": "Ann", "password": PASSWORD})
    return browser


def logged_in(code: str) -> Client:
    """A browser in which Ann has logged in by this code and just now given her password again."""
    browser = to_the_second_step()
    browser.post(STEP, {"code": code})
    browser.post("/account/reauthenticate/", {"password": PASSWORD})
    return browser


def is_in(browser: Client) -> bool:
    return "_auth_user_id" in browser.session


def test_an_app_is_activated_by_its_first_code(ann: User, ann_browser: Client) -> None:
    page = ann_browser.get(ACTIVATE)
    secret = page.context["form"].secret
    assert secret in page.content.decode()
    wrong = ann_browser.post(ACTIVATE, {"code": "000000"})
    assert wrong.status_code == 422
    assert "This code is not right" in wrong.content.decode()
    assert ann_browser.post(ACTIVATE, {"code": code_for(secret)})["Location"] == CODES
    assert len(ann_browser.get(CODES).context["unused_codes"]) == 10


def test_the_app_shows_the_name_as_it_is_written(ann_browser: Client, ann: User) -> None:
    assert "Oh%20Hell" in ann_browser.get(ACTIVATE).context["totp_url"]
    assert "totp/Ann?" in ann_browser.get(ACTIVATE).context["totp_url"]


def test_an_unconfirmed_address_is_no_hindrance(ann: User, ann_browser: Client) -> None:
    EmailAddress.objects.create(user=ann, email="ann@example.org", verified=False)
    assert ann_browser.get(ACTIVATE).status_code == 200


def test_a_code_and_a_recovery_code_log_in_and_each_once(ann: User, codes: list[str]) -> None:
    for code in (code_for(SECRET), codes[0]):
        first, second = to_the_second_step(), to_the_second_step()
        first.post(STEP, {"code": code})
        assert is_in(first)
        assert second.post(STEP, {"code": code}).status_code == 422
        assert not is_in(second)


@pytest.mark.parametrize("sent", [{"code": "123456"}, {"code": ""}, {"code": "x" * 5000}, {}])
def test_a_wrong_code_is_refused(ann: User, codes: list[str], sent: dict[str, str]) -> None:
    browser = to_the_second_step()
    answer = browser.post(STEP, sent)
    assert answer.status_code == 422
    assert answer.context["form"].errors["code"]
    assert not is_in(browser)


def test_codes_are_not_guessed(ann: User, codes: list[str]) -> None:
    browser = to_the_second_step()
    statuses = [browser.post(STEP, {"code": "123456"}).status_code for _ in range(6)]
    assert (statuses[0], statuses[-1]) == (422, 429)
    answer = browser.post(STEP, {"code": code_for(SECRET)})
    assert "Too many wrong tries" in answer.content.decode()
    assert not is_in(browser)


def test_new_recovery_codes_end_the_old(ann: User, codes: list[str]) -> None:
    browser = logged_in(codes[0])
    file = browser.get(CODES + "download/").content.decode()
    assert file.startswith("Oh Hell: recovery codes of Ann.")
    assert codes[1] in file
    assert codes[0] not in file
    browser.post(CODES + "generate/")
    assert to_the_second_step().post(STEP, {"code": codes[1]}).status_code == 422


def test_recovery_codes_come_with_an_app(ann_browser: Client) -> None:
    assert ann_browser.get(CODES).status_code == 404
    answer = ann_browser.post(CODES + "generate/")
    assert "Activate one first" in answer.content.decode()
    assert not Authenticator.objects.exists()


def test_it_ends_by_a_press_of_somebody_who_has_just_shown_a_code(
    ann: User, codes: list[str]
) -> None:
    browser = to_the_second_step()
    browser.post(STEP, {"code": codes[0]})
    assert browser.post(DEACTIVATE)["Location"] == "/account/2fa/"
    assert not Authenticator.objects.exists()


def test_an_open_browser_alone_does_not_end_it(
    ann: User, codes: list[str], browser: Client
) -> None:
    browser.force_login(ann)
    assert "/reauthenticate/" in browser.post(DEACTIVATE)["Location"]
    assert browser.post("/account/reauthenticate/", {"password": "wrong"}).status_code == 422
    assert browser.post("/account/2fa/reauthenticate/", {"code": "1"}).status_code == 422
    assert Authenticator.objects.count() == 2


@pytest.mark.django_db(transaction=True)  # a mail goes out after the commit
@pytest.mark.usefixtures("with_mail")
def test_what_is_done_about_it_is_told_by_mail(ann: User, codes: list[str]) -> None:
    EmailAddress.objects.create(user=ann, email="ann@example.org", verified=True, primary=True)
    browser = logged_in(codes[0])
    browser.post(CODES + "generate/")
    browser.post(DEACTIVATE)
    assert [each.subject for each in mail.outbox] == [
        "Oh Hell: new recovery codes",
        "Oh Hell: the second factor was removed",
    ]
