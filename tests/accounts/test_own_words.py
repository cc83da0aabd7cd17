"""No page and no mail of accounts is the library's own: each is drawn and worded here."""

import re
from pathlib import Path

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.conf import settings
from django.core import mail
from django.template.loader import get_template
from django.test import Client

from accounts.models import User

from .conftest import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_mail")]
OURS = Path(settings.BASE_DIR) / "templates"
OPEN = (
    "login/",
    "signup/",
    "password/reset/",
    "password/reset/done/",
    "password/reset/key/done/",
    "password/reset/key/1-x/",
    "confirm-email/",
    "confirm-email/x:y:z/",
    "inactive/",
)
OWN = (
    "profile/",
    "password/change/",
    "email/",
    "reauthenticate/",
    "2fa/",
    "2fa/totp/deactivate/",
    "2fa/reauthenticate/",
    "2fa/recovery-codes/",
    "2fa/recovery-codes/generate/",
    "2fa/recovery-codes/download/",
    "sessions/",
    "people/",
    "data/",
    "delete/",
    "logout/",
)
MAILS = (
    "account/email/email_confirmation",
    "account/email/email_confirmation_signup",
    "account/email/password_reset_key",
    "account/email/password_changed",
    "account/email/password_set",
    "account/email/password_reset",
    "account/email/email_changed",
    "account/email/email_deleted",
    "mfa/email/totp_activated",
    "mfa/email/totp_deactivated",
    "mfa/email/recovery_codes_generated",
)


def placeholders(html: str) -> list[str]:
    """Texts that stand in fields until somebody writes."""
    return re.findall(r'placeholder="([^"]*)"', html)


def foreign(client: Client, page: str) -> list[str]:
    """What of a page is drawn by a template of the library, but for those that only hand on. No
    field says within itself what its label says beside it."""
    answer = client.get(f"/account/{page}")
    assert answer.status_code in (200, 404), page
    assert placeholders(answer.content.decode()) == [], page
    origins = {Path(each.origin.name) for each in answer.templates if each.origin}
    assert origins, page
    return [
        str(origin)
        for origin in origins
        if OURS not in origin.parents and "{% element" in origin.read_text()
    ]


@pytest.mark.parametrize("page", OPEN)
def test_a_page_for_everybody_is_ours(page: str, browser: Client) -> None:
    assert foreign(browser, page) == []


@pytest.mark.parametrize("page", OWN)
def test_a_page_of_an_account_is_ours(page: str, ann: User) -> None:
    TOTP.activate(ann, "JBSWY3DPEHPK3PXP")
    codes = RecoveryCodes.activate(ann).get_unused_codes()
    browser = Client()
    browser.post("/account/login/", {"login": "Ann", "password": PASSWORD})
    assert foreign(browser, "2fa/authenticate/") == []
    browser.post("/account/2fa/authenticate/", {"code": codes[0]})
    browser.post("/account/reauthenticate/", {"password": PASSWORD})
    assert foreign(browser, page) == []


def test_the_page_that_activates_an_app_is_ours(ann_browser: Client) -> None:
    assert foreign(ann_browser, "2fa/totp/activate/") == []


@pytest.mark.parametrize("prefix", MAILS)
@pytest.mark.parametrize("part", ["subject", "message"])
def test_a_mail_is_ours(prefix: str, part: str) -> None:
    origin = get_template(f"{prefix}_{part}.txt").template.origin.name  # type: ignore[attr-defined]
    text = Path(origin).read_text()
    while "{% include" in text:  # the library's, which hands on
        origin = get_template(text.split('"')[1]).template.origin.name  # type: ignore[attr-defined]
        text = Path(origin).read_text()
    assert OURS in Path(origin).parents


def test_a_mail_ends_with_the_sites_own_name_and_address(browser: Client) -> None:
    form = {"username": "Cat", "email": "cat@example.org"}
    browser.post("/account/signup/", form | {"password1": PASSWORD, "password2": PASSWORD})
    assert mail.outbox[0].body.endswith("--\nOh Hell\nhttp://testserver/")
    assert "example.com" not in mail.outbox[0].body
