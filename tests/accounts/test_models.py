"""The person's row, and what the database doesn't let it be."""

import re
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import DatabaseError, IntegrityError, transaction
from django.utils import translation

from accounts.models import User

pytestmark = pytest.mark.django_db


def refused(**change: Any) -> bool:
    try:
        with transaction.atomic():
            User.objects.filter(pk=change.pop("pk")).update(**change)
    except DatabaseError:  # an engine may check a length before our constraint does
        return True
    return False


def test_an_account_shows_its_name_as_written_and_is_kept_folded(ann: User) -> None:
    ann.refresh_from_db()
    assert (ann.username, ann.name, ann.shown_name, str(ann)) == ("ann", "Ann", "Ann", "Ann")


def test_a_guest_is_shown_as_one(db: None) -> None:
    guest = User.objects.create_guest()
    assert re.fullmatch("Guest [A-Z0-9]{4}", guest.shown_name)
    assert guest.get_full_name() == guest.get_short_name() == guest.shown_name


def test_guests_at_one_table_can_be_told_apart(db: None) -> None:
    one, other = User.objects.create_guest(), User.objects.create_guest()
    assert one.shown_name != other.shown_name


def test_a_guest_is_named_in_the_language_of_who_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    guest = User.objects.create_guest()
    words = {"en": "Guest %(mark)s", "ru": "Гость %(mark)s"}
    monkeypatch.setattr("accounts.models.gettext", lambda _text: words[translation.get_language()])
    with translation.override("ru"):
        assert guest.shown_name.startswith("Гость ")


def test_guests_have_no_password_and_different_names() -> None:
    one, other = User.objects.create_guest(), User.objects.create_guest()
    assert not one.has_usable_password()
    assert one.username != other.username


@pytest.mark.parametrize("same", ["Ann", "ANN", "ann", "ａｎｎ", "A\u200bnn"])
def test_a_name_is_had_once_in_any_spelling(ann: User, same: str) -> None:
    with pytest.raises(IntegrityError):
        User.objects.create_user(same)


def test_case_is_folded_beyond_ascii(db: None) -> None:
    User.objects.create_user("Анна")
    with pytest.raises(IntegrityError):
        User.objects.create_user("АННА")


def test_a_name_is_found_in_any_spelling(ann: User) -> None:
    assert User.objects.get(username="ANN") == ann
    assert User.objects.get_by_natural_key("aNN") == ann


def test_a_saved_row_holds_what_the_database_holds(ann: User) -> None:
    ann.username = "ANNA"
    ann.save()
    assert ann.username == "anna"


@pytest.mark.parametrize(
    "change",
    [
        {"email": "g@example.org"},
        {"password": "md5$x$y"},
        {"is_staff": True},
        {"is_superuser": True},
        {"username": "gus"},
        {"is_guest": False},
    ],
)
def test_a_guest_cant_have_what_accounts_have(change: dict[str, Any]) -> None:
    assert refused(pk=User.objects.create_guest().pk, **change)


@pytest.mark.parametrize(
    "change", [{"name": ""}, {"name": "A"}, {"name": "x" * 21}, {"username": "guest-1"}]
)
def test_an_account_is_named_like_one(ann: User, change: dict[str, Any]) -> None:
    assert refused(pk=ann.pk, **change)


def test_an_account_without_a_name_is_refused_in_words(db: None) -> None:
    with pytest.raises(ValidationError, match="2 to 20 characters"):
        User(username="cat", password="x").full_clean()


def test_the_last_setup_is_remembered(ann: User) -> None:
    assert ann.last_setup == {}
    ann.last_setup = {"preset": "standard", "players": 4}
    ann.save(update_fields=["last_setup"])
    assert User.objects.get(pk=ann.pk).last_setup["players"] == 4
