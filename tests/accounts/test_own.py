"""What people do about their own account: name, privacy, data, end."""

import json
from io import BytesIO
from zipfile import ZipFile

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import Act, Privacy, Shun, User
from accounts.sanctions import sanction

from .conftest import PASSWORD

pytestmark = pytest.mark.django_db
PROFILE, DATA, DELETE = "/account/profile/", "/account/data/", "/account/delete/"


def form(name: str = "Ann", privacy: str = Privacy.GAMES) -> dict[str, str]:
    return {"name": name, "privacy": privacy}


def archive_of(client: Client) -> ZipFile:
    answer = client.post(DATA)
    assert answer.status_code == 200
    return ZipFile(BytesIO(b"".join(answer)))


@pytest.mark.parametrize("path", [PROFILE, DATA, DELETE])
def test_guests_and_strangers_log_in_first(path, gus, browser):
    for client in (browser, Client()):
        for answer in (client.get(path), client.post(path, {})):
            assert answer.status_code == 302
            assert answer["Location"].startswith("/account/login/")


# --- Name and privacy ------------------------------------------------------------


def test_a_new_name_is_shown_and_logs_in(ann, ann_browser, browser):
    assert ann_browser.post(PROFILE, form("Änne")).status_code == 302
    browser.post("/account/login/", {"login": "ÄNNE", "password": PASSWORD})
    assert browser.post("/play").content.decode() == "Änne"


@pytest.mark.parametrize("name", ["ann", "ANN", "Ann"])
def test_the_own_name_can_be_written_in_another_way(name, ann, ann_browser):
    assert ann_browser.post(PROFILE, form(name)).status_code == 302
    ann.refresh_from_db()
    assert (ann.name, ann.username) == (name, "ann")


@pytest.mark.parametrize(
    "name", ["Ben", "BEN", "B", "", "x" * 21, "admin", "Guest-1", "deleted-1", "Former Player"]
)
def test_a_name_that_cant_be_had_is_refused(name, ann, ben, ann_browser):
    answer = ann_browser.post(PROFILE, form(name))
    assert answer.status_code == 422
    assert answer.context["form"].errors["name"]
    ann.refresh_from_db()
    assert ann.name == "Ann"
    assert "Ann" in ann_browser.get(PROFILE).content.decode()


def test_a_name_taken_since_the_form_looked_is_refused(ann, ann_browser, monkeypatch):
    monkeypatch.setattr("accounts.adapter.AccountAdapter.clean_username", lambda *_: None)
    User.objects.create_user("Ben")
    assert ann_browser.post(PROFILE, form("Ben")).status_code == 422


def test_privacy_is_kept(ann, ann_browser):
    ann_browser.post(PROFILE, form(privacy=Privacy.CLOSED))
    ann.refresh_from_db()
    assert ann.privacy == Privacy.CLOSED
    assert ann_browser.post(PROFILE, form(privacy="nonsense")).status_code == 422


# --- Data --------------------------------------------------------------------------


def test_the_archive_has_what_the_site_knows(ann, ben, ann_browser):
    Shun.objects.create(user=ann, other=ben, kind=Shun.Kind.BLOCK)
    EmailAddress.objects.create(user=ann, email="ann@example.org", verified=True)
    mia = User.objects.create_superuser("Mia")
    sanction(Act.Kind.WARN, person=ann, by=mia, reason="Be kind")
    known = json.loads(archive_of(ann_browser).read("account.json"))
    assert known["name"] == "Ann"
    assert known["muted_and_blocked"] == [{"name": "Ben", "kind": "block"}]
    assert known["emails"] == [{"email": "ann@example.org", "verified": True}]
    assert known["moderation"][0]["reason"] == "Be kind"
    assert "Mia" not in json.dumps(known)


def test_only_so_many_archives_are_made(ann, ann_browser):
    archive_of(ann_browser)
    assert ann_browser.post(DATA).status_code == 429


# --- The end -----------------------------------------------------------------------


def test_an_account_is_deleted_for_its_password_only(ann, ann_browser):
    assert ann_browser.post(DELETE, {"password": "wrong"}).status_code == 422
    ann.refresh_from_db()
    assert ann.is_active


def test_a_password_is_not_guessed_there(ann, ann_browser):
    for _ in range(5):
        assert ann_browser.post(DELETE, {"password": "wrong"}).status_code == 422
    assert ann_browser.post(DELETE, {"password": PASSWORD}).status_code == 429
    ann.refresh_from_db()
    assert ann.is_active


def test_a_deleted_account_has_nothing_of_its_person(ann, ben, ann_browser):
    Shun.objects.create(user=ann, other=ben, kind=Shun.Kind.BLOCK)
    Shun.objects.create(user=ben, other=ann, kind=Shun.Kind.MUTE)
    EmailAddress.objects.create(user=ann, email="ann@example.org")
    User.objects.filter(pk=ann.pk).update(email="ann@example.org")
    assert ann_browser.post(DELETE, {"password": PASSWORD})["Location"] == "/"
    ann.refresh_from_db()
    assert ann.shown_name == "Former player"
    assert not ann.email
    assert not ann.has_usable_password()
    assert not EmailAddress.objects.exists()
    assert not Shun.objects.exists()


def test_nobody_is_logged_in_to_a_deleted_account(ann, ann_browser, browser):
    other_device = Client()
    other_device.force_login(ann)
    ann_browser.post(DELETE, {"password": PASSWORD})
    for client in (ann_browser, other_device):
        assert client.post("/play").content.decode().startswith("Guest ")
    answer = browser.post("/account/login/", {"login": "Ann", "password": PASSWORD})
    assert answer.status_code == 422


def test_the_name_is_free_again(ann, ann_browser):
    ann_browser.post(DELETE, {"password": PASSWORD})
    assert User.objects.create_user("Ann").shown_name == "Ann"
