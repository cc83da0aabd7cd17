"""The language of a person: chosen on any page, kept with them, and nobody else's."""

import asyncio

import pytest
from django.core import mail
from django.test import AsyncClient, Client
from django.utils import translation
from pytest_django import Settings

from accounts.models import User

from .conftest import PASSWORD

pytestmark = pytest.mark.django_db
CHOOSE, LOGIN, PROFILE = "/account/language/", "/account/login/", "/account/profile/"


@pytest.fixture(autouse=True)
def _three_languages(settings: Settings):
    settings.LANGUAGES = [("en", "English"), ("ro", "Romanian"), ("ru", "Russian")]


def tongue(client: Client, path: str = LOGIN, **headers: str) -> str:
    """The language of a page, which it says twice."""
    answer = client.get(path, headers=headers, follow=True)
    language = answer["Content-Language"]
    assert f'<html lang="{language}"' in answer.content.decode()
    return language


def choose(client: Client, language: str, **more: str):
    return client.post(CHOOSE, {"language": language, **more})


@pytest.mark.parametrize(
    ("asked", "given"), [("ru", "ru"), ("ro-MD,ru;q=0.5", "ro"), ("fi", "en"), ("", "en")]
)
def test_a_stranger_reads_what_the_browser_asks_for(browser, asked, given):
    assert tongue(browser, **{"accept-language": asked}) == given


def test_a_choice_outlasts_what_the_browser_asks_for(browser):
    choose(browser, "ru")
    assert tongue(browser, **{"accept-language": "ro"}) == "ru"


def test_a_choice_comes_along_with_the_account(ann, browser):
    browser.force_login(ann)
    choose(browser, "ro")
    other = Client()
    other.post(LOGIN, {"login": "Ann", "password": PASSWORD})
    assert tongue(other, PROFILE, **{"accept-language": "ru"}) == "ro"


def test_a_guests_choice_stays_when_the_guest_signs_up(gus, browser):
    choose(browser, "ru")
    browser.post(
        "/account/signup/", {"username": "Gus", "password1": "x1y2z3w4", "password2": "x1y2z3w4"}
    )
    assert User.objects.get(username="gus").language == "ru"


def test_a_language_that_isnt_spoken_is_refused_and_changes_nothing(ann, browser):
    browser.force_login(ann)
    choose(browser, "ru")
    answer = choose(browser, "xx")
    assert answer.status_code == 422
    assert tongue(browser, PROFILE) == "ru"


def test_a_language_that_is_no_longer_spoken_is_left_alone(ann, browser, settings):
    browser.force_login(ann)
    choose(browser, "ro")
    settings.LANGUAGES = [("en", "English"), ("ru", "Russian")]
    assert tongue(browser, PROFILE, **{"accept-language": "ru"}) == "ru"


@pytest.mark.parametrize(
    ("wished", "given"),
    [("/account/login/?next=/x", "/account/login/?next=/x"), ("//evil.example", "/"), ("", "/")],
)
def test_one_stays_where_one_was_and_on_this_site(browser, wished, given):
    assert choose(browser, "ru", next=wished)["Location"] == given


def test_every_page_offers_the_other_languages_under_their_own_names(browser):
    page = browser.get("/account/login/?next=/x").content.decode()
    assert '<input type="hidden" name="next" value="/account/login/?next=/x">' in page
    assert 'value="ru" lang="ru" aria-pressed="false">Русский</button>' in page
    assert 'value="en" lang="en" aria-pressed="true">English</button>' in page


def test_a_page_that_isnt_there_offers_and_speaks_them_too(browser):
    answer = browser.get("/nothing", headers={"accept-language": "ru"})
    assert answer.status_code == 404
    assert '<html lang="ru"' in answer.content.decode()
    assert 'value="ro" lang="ro"' in answer.content.decode()


def test_a_cache_keeps_pages_of_different_readers_apart(browser):
    varies = browser.get(LOGIN)["Vary"]
    assert {"Accept-Language", "Cookie"} <= set(varies.split(", "))


def test_a_letter_is_in_the_language_of_its_reader(browser, ann, settings):
    settings.EMAIL_HOST = "mail.example.org"
    User.objects.filter(pk=ann.pk).update(email="ann@example.org", language="ru")
    browser.post("/account/password/reset/", {"email": "ann@example.org"})
    assert mail.outbox[0].subject == "Oh Hell: новый пароль"
    assert "новый пароль для вашей учётной записи" in mail.outbox[0].body
    assert translation.get_language() == "en"


@pytest.mark.django_db(transaction=True)
async def test_requests_at_once_are_each_in_their_own_language():
    asked = ["ru", "ro", "en"] * 4

    async def answered(language: str) -> str:
        answer = await AsyncClient().get(LOGIN, headers={"accept-language": language})
        return answer["Content-Language"]

    assert await asyncio.gather(*map(answered, asked)) == asked
    assert translation.get_language() == "en"


def test_a_part_of_a_page_comes_in_its_language(browser: Client) -> None:
    choose(browser, "ru")
    assert browser.get(LOGIN, headers={"Page-Language": "ro"})["Content-Language"] == "ro"
    assert browser.get(LOGIN, headers={"Page-Language": "xx"})["Content-Language"] == "ru"
    assert 'Page-Language": "ru"' in browser.get(LOGIN).content.decode()
