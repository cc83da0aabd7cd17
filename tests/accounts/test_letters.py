"""Letters of the site: text, and the same words as a page in its look."""

import re
from html import unescape

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.utils.html import strip_tags

from accounts.letters import add_page, paragraphs
from accounts.models import User

from .conftest import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_mail")]
LINK = re.compile(r"https?://[^\s\"<]+")


def signed_up(language: str = "en", name: str = "Cat") -> EmailMultiAlternatives:
    """The letter that somebody gets who signs up with an address."""
    form = {"username": name, "email": "cat@example.org"}
    form |= {"password1": PASSWORD, "password2": PASSWORD}
    Client().post("/account/signup/", form, headers={"accept-language": language})
    (letter,) = mail.outbox
    assert isinstance(letter, EmailMultiAlternatives)
    return letter


def page_of(letter: EmailMultiAlternatives) -> str:
    ((page, kind),) = letter.alternatives
    assert kind == "text/html"
    return str(page)


def said(page: str) -> list[str]:
    """The words of a page."""
    return unescape(strip_tags(page[page.index("<body") :])).split()


@pytest.mark.parametrize(
    ("language", "button"), [("en", "Open"), ("ru", "Открыть"), ("ro", "Deschide")]
)
def test_a_letter_is_a_page_too_in_the_language_of_its_reader(language: str, button: str) -> None:
    letter = signed_up(language)
    page = page_of(letter)
    assert f'<html lang="{language}">' in page
    assert button in page
    assert set(str(letter.body).split()) - {"--"} <= set(said(page))


def test_a_page_has_the_addresses_of_its_text_and_no_others() -> None:
    letter = signed_up()
    assert set(LINK.findall(page_of(letter))) == set(LINK.findall(str(letter.body)))


def test_the_one_thing_to_press_is_a_button() -> None:
    page = page_of(signed_up())
    (pressed,) = re.findall(r'<a href="([^"]+)"[^>]*>Open the page</a>', page)
    assert "/account/confirm-email/" in pressed


def test_a_name_is_no_markup_in_a_letter() -> None:
    letter = EmailMultiAlternatives(
        "<i>x</i>", "Hello <b>x</b> & y,\n\n--\nOh Hell\nhttp://testserver/"
    )
    add_page(letter)
    page = page_of(letter)
    assert "<b>x" not in page
    assert "<i>x" not in page
    assert "Hello &lt;b&gt;x&lt;/b&gt; &amp; y," in page


def test_addresses_alone_are_told_from_sentences() -> None:
    text = "Look at http://a/ now.\n\nhttp://a/\n\nhttp://a/\nhttp://b/\n"
    kinds = [(each.is_addresses, each.is_button) for each in paragraphs(text)]
    assert kinds == [(False, False), (True, True), (True, False)]


def test_a_letter_of_a_change_is_a_page_too(ann: User, ann_browser: Client) -> None:
    EmailAddress.objects.create(user=ann, email="ann@example.org", verified=True, primary=True)
    new = {"password1": "nine-tricks-bid", "password2": "nine-tricks-bid"}
    ann_browser.post("/account/password/change/", {"oldpassword": PASSWORD} | new)
    (letter,) = mail.outbox
    assert isinstance(letter, EmailMultiAlternatives)
    assert page_of(letter).count("<a ") == 4  # the name, two pages to look at, the site
