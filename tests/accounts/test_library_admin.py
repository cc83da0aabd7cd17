"""What opens an account is shown to nobody in the admin, administrators included."""

import re

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from allauth.usersessions.models import UserSession
from django.test import Client
from django.urls import reverse

from accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("Bea"))
    return client


@pytest.fixture
def factor(ann: User) -> str:
    """The address of Ann's second factor."""
    TOTP.activate(ann, "JBSWY3DPEHPK3PXP")
    row = Authenticator.objects.get()
    row.data = {"secret": "hush-hush"}
    row.save()
    return reverse("admin:mfa_authenticator_change", args=[row.pk])


@pytest.fixture
def session(ann: User) -> str:
    """The address of a session of Ann's."""
    row = UserSession.objects.create(
        user=ann, ip="::1", session_key="hush-hush", user_agent="x", data={"also": "hush-hush"}
    )
    return reverse("admin:usersessions_usersession_change", args=[row.pk])


@pytest.mark.parametrize("whose", ["factor", "session"])
def test_no_page_shows_what_opens_an_account(
    boss: Client, whose: str, request: pytest.FixtureRequest
) -> None:
    page = boss.get(request.getfixturevalue(whose))
    assert page.status_code == 200
    assert "Ann" in page.content.decode()
    assert "hush" not in page.content.decode()


@pytest.mark.parametrize("whose", ["factor", "session"])
def test_nobody_changes_it(boss: Client, whose: str, request: pytest.FixtureRequest) -> None:
    address = request.getfixturevalue(whose)
    assert boss.post(address, {"type": "totp"}).status_code == 403
    adding = re.sub(r"\d+/change/$", "add/", address)
    assert boss.get(adding).status_code == 403


def test_a_second_factor_can_be_taken_away(boss: Client, factor: str) -> None:
    boss.post(factor.replace("change", "delete"), {"post": "yes"})
    assert not Authenticator.objects.exists()


def test_to_delete_a_session_is_to_end_it(boss: Client, ann: User, ann_browser: Client) -> None:
    ann_browser.get("/account/sessions/")
    row = UserSession.objects.get(user=ann)
    boss.post(reverse("admin:usersessions_usersession_delete", args=[row.pk]), {"post": "yes"})
    assert not UserSession.objects.filter(user=ann).exists()
    assert "/account/login/" in ann_browser.get("/account/sessions/")["Location"]
