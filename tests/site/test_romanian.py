"""Every page in Romanian: no English is left. The alphabet doesn't tell the two apart, so words do
that Romanian doesn't have."""

import re
from collections.abc import Iterable
from typing import Final

import pytest
from django.conf import settings
from django.utils import translation

from games.models import Game
from tests.site.doors import knock
from tests.site.test_tongues import PAGES, SIDEBAR, Reader, world

__all__ = ["world"]
pytestmark = pytest.mark.django_db

ENGLISH: Final = """
the and of your you with not this that these those have has was were who what when where how all
any each every they them their there been its from for by is it be than then only but here will
can must may no yes or if so we she he his her game games trick tricks bid bids deal deals hand
hands card play plays played player players seat seats table tables score scores rules trump
lead led won lost made missed log sign name names save change delete remove add choose enter
back next first last more less new old open close closed settings account password address error
view history search none time
"""
WORDS: Final = frozenset(ENGLISH.split())
STAYS: Final = re.compile(r"Up and Down the River|Oh, hell|New York|\bEnter\b|^Search$")
"""Names, a key, and a picture of Django's admin."""


def english(page: str, codes: Iterable[str] = ()) -> set[str]:
    """Pieces of a page with an English word in them. Codes of games are drawn by lot: a piece of
    one may be a word."""
    reader = Reader()
    page = SIDEBAR.sub("", page)
    for code in codes:
        page = page.replace(code, "")
    reader.feed(page)
    said = (" ".join(STAYS.sub("", each).split()) for each in reader.said)
    return {each for each in said if WORDS & set(re.findall(r"[^\W\d_]+", each.lower()))}


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ("<p>Spune câte levate iei.</p>", set()),
        ("<p>Say how many.</p><p>Nu e the end.</p>", {"Say how many.", "Nu e the end."}),
        ('<i title="Your bid"></i><b>Up and Down the River</b>', {"Your bid"}),
    ],
)
def test_english_is_found(page, found):
    assert english(page) == found


def test_the_code_of_a_game_is_no_english():
    assert english("<p>Partida x7-no_9</p>") == {"Partida x7-no_9"}
    assert not english("<p>Partida x7-no_9</p>", ["x7-no_9"])


@pytest.mark.parametrize("door", PAGES, ids=[door.name for door in PAGES])
def test_a_page_in_romanian_has_no_english_left(world, door):
    found = set[str]()
    codes = [*Game.objects.values_list("code", flat=True)]
    with translation.override("ro"):
        for who in ("boss",) if door.model else ("owner", "nobody"):
            for game in world.games if door.is_of_a_game else ("open",):
                client = world.browser(who)
                client.cookies[settings.LANGUAGE_COOKIE_NAME] = "ro"
                _, answer = knock(client, "get", world.address(door, game))
                if answer.headers.get("Content-Type", "").startswith("text/html"):
                    found |= english(answer.content.decode(), codes)
    assert not found
