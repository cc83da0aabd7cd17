"""Names that nobody may have here, however they are written."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.adapter import AccountAdapter
from accounts.look_alikes import skeleton
from accounts.models import BannedWord, User

from .test_signup import SIGNUP, form

pytestmark = pytest.mark.django_db


def refusal(name: str) -> str:
    """Why a name can't be had; empty for one that can."""
    try:
        AccountAdapter().clean_username(name)
    except ValidationError as error:
        return error.messages[0]
    return ""


@pytest.mark.parametrize(
    "name", ["аdmіn", "АDМIN", "ΑDΜΙN", "adm1n", "4dmin", "ADMlN", "a.d.m.i.n", "ádmin", "adrnin"]
)
def test_look_alikes_have_one_skeleton(name: str) -> None:
    assert skeleton(name) == skeleton("admin")


@pytest.mark.parametrize("name", ["adam", "badmin", "admins", "名前", "Анна"])
def test_other_names_have_another(name: str) -> None:
    assert skeleton(name) not in ("", skeleton("admin"))


@pytest.mark.parametrize(
    "name", ["Mоdеrаtоr", "5taff", "oh_hell", "Supρort", "0hHe11", "Модератор", "Вы", "Oaspete"]
)
def test_names_that_look_like_the_sites_own_are_refused(name: str) -> None:
    assert "kept for the site" in refusal(name)


def test_a_banned_name_is_refused_and_names_around_it_are_not() -> None:
    BannedWord.objects.create(word="Boor")
    assert {refusal(name) for name in ("boor", "B00R", "Вoоr", "bo-or")} == {
        "This name can't be had here. Please choose another."
    }
    assert refusal("Boorman") == ""


def test_a_word_banned_anywhere_is_refused_within_a_name() -> None:
    BannedWord.objects.create(word="boor", is_anywhere=True)
    assert all(map(refusal, ["BoorMan", "TheB00r", "x-boor-x", "boor"]))
    assert refusal("Boris") == ""


def test_words_of_other_alphabets_are_banned_too() -> None:
    BannedWord.objects.create(word="хам", is_anywhere=True)
    assert refusal("Хамелеон")
    assert refusal("Анна") == ""


def test_a_word_that_looks_like_nothing_bans_nobody() -> None:
    BannedWord.objects.create(word="!?", is_anywhere=True)
    assert refusal("Ann") == ""


def test_signing_up_says_so(browser: Client) -> None:
    BannedWord.objects.create(word="boor")
    answer = browser.post(SIGNUP, form("B00r"))
    assert answer.status_code == 422
    assert "This name can&#x27;t be had here." in answer.content.decode()
    assert not User.objects.exists()
