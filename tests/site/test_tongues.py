"""Every page in every language: nothing is left in English where another alphabet shows it."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from html.parser import HTMLParser
from typing import Final

import pytest
from django.conf import settings
from django.db import transaction
from django.utils import translation
from django.utils.formats import date_format
from pytest_django import DjangoDbBlocker

from accounts.models import User
from games.ai.names import NAMES
from games.models import Game
from tests.site.doors import MARKUP, Door, World, doors, knock
from wording.untold import READ, SILENT

pytestmark = pytest.mark.django_db

DOORS: Final = {door.name: door for door in doors()}.values()
LATIN: Final = re.compile(r"[A-Za-z]{2,}")
PROPER: Final = frozenset(
    {"Oh", "Hell", "Well", "Pshaw", "Blackout", "Blob", "Bust", "Elevator", "Jungle", "Bridge"}
    | {
        "English",
        "Rom",
        "testserver",
        "http",
        "ZIP",
        "CSV",
        "UTC",
        "Enter",
        "Shift",
        "NT",
        "Django",
    }
    | {"Search", "True", "False"}  # pictures of Django's admin
    | set(NAMES)
)
"""Names of games and computers, and what is written so everywhere."""
OURS: Final = ("accounts", "games")
SIDEBAR: Final = re.compile(r'<nav class="sticky" id="nav-sidebar".*?</nav>', re.S)
MACHINE: Final = {"code", "pre", "textarea", *SILENT}


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield World()
        transaction.set_rollback(True)


class Reader(HTMLParser):
    """Gathers what somebody reads or hears of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._tags: list[str] = [""]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._tags.append(tag)
        self.said += [text for name, text in attrs if text and name in (*READ, "title")]

    def handle_endtag(self, tag: str) -> None:
        while len(self._tags) > 1 and self._tags.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not MACHINE.intersection(self._tags):
            self.said.append(data)


def foreign(page: str, names: set[str]) -> set[str]:
    """Words of another alphabet than the page's language has."""
    reader = Reader()
    reader.feed(SIDEBAR.sub("", page))
    said = " ".join(reader.said)
    for name in (MARKUP, *names):
        said = said.replace(name, "")
    return {word for word in LATIN.findall(said) if word not in PROPER}


def is_ours(door: Door) -> bool:
    """Whether every word of the page is: Django's and allauth's models have pages in the admin
    too, and permissions and what has happened are told in English there."""
    if not door.name.startswith("admin"):
        return True
    kinds = ("changelist", "delete") if door.model is User else ("changelist", "change", "delete")
    is_kind = door.name.endswith(kinds) and not door.name.endswith("password_change")
    return is_kind and door.model is not None and door.model._meta.app_label in OURS


PAGES: Final = [door for door in DOORS if is_ours(door) and "language" not in door.parts]
"""Those that follow the reader's language rather than name one themselves."""


@pytest.mark.parametrize("door", PAGES, ids=[door.name for door in PAGES])
def test_a_page_in_russian_has_no_english_left(world, door):
    names = {*Game.objects.values_list("code", flat=True)}
    names |= {*User.objects.values_list("username", flat=True)}
    found = set()
    with translation.override("ru"):
        names |= {guest.shown_name for guest in User.objects.filter(is_guest=True)}
        for game in world.games if door.is_of_a_game else ("open",):
            client = world.browser("boss" if door.model else "owner")
            client.cookies[settings.LANGUAGE_COOKIE_NAME] = "ru"
            _, answer = knock(client, "get", world.address(door, game))
            if answer.headers.get("Content-Type", "").startswith("text/html"):
                found |= foreign(answer.content.decode(), names)
    assert not found


@pytest.mark.parametrize("left", ["ro", "ru"])
def test_a_test_leaves_its_language_to_no_other(left: str) -> None:
    assert translation.get_language() == "en"
    translation.activate(left)


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", "8 Nov 2026, 17:07"),
        ("ru", "8 ноября 2026, 17:07"),
        ("ro", "8 noiembrie 2026, 17:07"),
    ],
)
def test_a_moment_is_written_as_the_language_does(language: str, written: str) -> None:
    with translation.override(language):
        assert date_format(datetime(2026, 11, 8, 17, 7, tzinfo=UTC), "DATETIME_FORMAT") == written
