"""A guest who has an account: it inherits, all or nothing."""

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.db import models
from django.test import Client
from pytest_django import Settings

from accounts.heirs import hand_over
from accounts.models import User
from games.pacing import Pace
from games.rules import rules_from
from games.table import start_game
from ohhell_site.settings import GUEST_HEIRS

from .conftest import PASSWORD

pytestmark = pytest.mark.django_db
LOGIN = "/account/login/"
ANN = {"login": "Ann", "password": PASSWORD}
INHERIT, FAIL = "tests.accounts.site.inherit", "tests.accounts.site.fail"


def who(browser: Client) -> int | None:
    pk = browser.session.get("_auth_user_id")
    return int(pk) if pk else None


def test_a_guest_may_see_the_log_in_page(browser: Client, gus: User) -> None:
    assert browser.get(LOGIN).status_code == 200


def test_logging_in_hands_over_and_ends_the_guest(
    browser: Client, gus: User, ann: User, settings: Settings
) -> None:
    settings.GUEST_HEIRS = [INHERIT]
    assert browser.post(LOGIN, ANN)["Location"] == "/"
    assert who(browser) == ann.pk
    assert User.objects.get().last_setup == {"from": gus.username}


def test_the_sites_own_heirs_move_a_game(gus: User, ann: User, settings: Settings) -> None:
    settings.GUEST_HEIRS = GUEST_HEIRS
    game = start_game(host=gus, rules=rules_from({}), level="easy", pace=Pace.FAST)
    hand_over(gus, ann)
    assert [seat.user for seat in game.seats.filter(user__isnull=False)] == [ann]
    assert not User.objects.filter(pk=gus.pk).exists()


def test_a_guest_to_whom_facts_refer_is_kept_and_stopped(
    gus: User, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def protected(_self: User) -> None:
        raise models.ProtectedError("a game names it", set())

    monkeypatch.setattr(User, "delete", protected)
    hand_over(gus, ann)
    gus.refresh_from_db()
    assert not gus.is_active


def test_a_failing_heir_undoes_everything(
    browser: Client, gus: User, ann: User, settings: Settings
) -> None:
    settings.GUEST_HEIRS = [INHERIT, FAIL]
    with pytest.raises(LookupError):
        browser.post(LOGIN, ANN)
    ann.refresh_from_db()
    assert ann.last_setup == {}
    assert User.objects.filter(pk=gus.pk, is_active=True).exists()
    assert who(browser) == gus.pk


def test_a_wrong_password_hands_over_nothing(
    browser: Client, gus: User, ann: User, settings: Settings
) -> None:
    settings.GUEST_HEIRS = [FAIL]
    assert browser.post(LOGIN, ANN | {"password": "wrong"}).status_code == 422
    assert who(browser) == gus.pk


def test_who_comes_second_hands_over_nothing(
    gus: User, ann: User, ben: User, settings: Settings
) -> None:
    settings.GUEST_HEIRS = [INHERIT]
    hand_over(gus, ann)
    hand_over(gus, ben)
    ben.refresh_from_db()
    assert ben.last_setup == {}


def test_an_account_leaves_nothing_to_another(
    browser: Client, ann: User, ben: User, settings: Settings
) -> None:
    settings.GUEST_HEIRS = [FAIL]
    hand_over(ben, ann)
    browser.force_login(ben)
    browser.post(LOGIN, ANN)
    assert who(browser) == ben.pk


def test_signing_up_hands_over_nothing(browser: Client, gus: User, settings: Settings) -> None:
    settings.GUEST_HEIRS = [FAIL]
    new = {"username": "Gus", "password1": PASSWORD, "password2": PASSWORD}
    assert browser.post("/account/signup/", new).status_code == 302
    assert who(browser) == gus.pk


def test_a_second_factor_comes_before_the_hand_over(
    browser: Client, gus: User, ann: User, settings: Settings
) -> None:
    settings.GUEST_HEIRS = [INHERIT]
    secret = "JBSWY3DPEHPK3PXP"
    TOTP.activate(ann, secret)
    assert Authenticator.objects.filter(user=ann).exists()
    step = browser.post(LOGIN, ANN)["Location"]
    assert step.startswith("/account/2fa/authenticate/")
    assert who(browser) == gus.pk
    code = format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))
    browser.post(step, {"code": code})
    assert who(browser) == ann.pk
    assert User.objects.get().last_setup == {"from": gus.username}
