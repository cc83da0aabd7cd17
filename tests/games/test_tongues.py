"""One table, several languages: each viewer is painted in the language of their own page."""

import re
from dataclasses import replace
from random import Random

import pytest
from channels.db import database_sync_to_async
from django.db import connections
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.html import strip_tags

from accounts.preferences import read as read_preferences
from games import display
from games.naming import card_name
from games.reading import Table
from games.rules import parse_card, parse_rules
from tests.games.casts import start, step
from tests.games.gatherings import gathered, open_table
from tests.games.turns import acts, to_turn
from tests.games.watching import do, quick, socket, socket_path

CYRILLIC = re.compile("[а-яё]", re.I)


@pytest.fixture(autouse=True)
async def _connections_end():
    """The threads that asked the database for a socket let go of it."""
    yield
    await database_sync_to_async(connections.close_all)()


@pytest.mark.django_db(transaction=True)
async def test_two_at_one_table_are_each_painted_in_their_own_language(person, friend):
    game = await quick(to_turn, await quick(gathered, person, friend), person)
    russian, english = socket_path(game.code, "ru"), socket_path(game.code, "en")
    async with socket(russian, person) as one, socket(english, friend) as other:
        for tab in (one, other):
            await tab.open()
            await tab.painting()
        changed = await do(acts, game, person)
        painted = await one.painting_of(changed.version), await other.painting_of(changed.version)
    assert CYRILLIC.search(painted[0])
    assert not CYRILLIC.search(painted[1])
    assert translation.get_language() == "en"


@pytest.mark.django_db(transaction=True)
async def test_the_lobby_is_read_for_each_language(person):
    await quick(open_table, person)
    async with socket("/ws/lobby/ru", None) as one, socket("/ws/lobby/en", None) as other:
        for tab in (one, other):
            await tab.open()
        painted = await one.painting(), await other.painting()
    assert "Ждут игроков" in painted[0]
    assert "Waiting for players" in painted[1]


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["3_ls3.2_turned_10t-0_hook", "3_ls3_last_10t-0_sim"])
def test_what_programs_read_of_a_painting_is_the_same_in_every_language(person, friend, text):
    """Numbers in attributes are no text: a comma or a space in them would break the page."""
    game, chance = gathered(person, friend, rules=parse_rules(text)), Random(3)
    while game.is_playing:
        table = Table.read(game)
        assert machine_read(painted(table, person, "en")) == machine_read(
            painted(table, person, "ru")
        )
        game = step(game, chance)


def painted(table: Table, user, language: str) -> str:
    with translation.override(language):
        return display.painted(table, user, read_preferences({}))


def machine_read(html: str) -> list[str]:
    """Every attribute in order, but those that people read and clocks, which run on."""
    found = re.findall(r'([\w:-]+)="([^"]*)"', html)
    read = {"aria-label", "title", "data-why", "data-kept", "data-asked"}
    clock = re.compile(r"-?[0-9]+\.[0-9]")
    return [f"{n}={value}" for n, value in found if n not in read and not clock.fullmatch(value)]


@pytest.mark.parametrize(
    ("card", "name"),
    [("QH", "дама червей"), ("TD", "десятка бубён"), ("AS", "туз пик"), ("2C", "двойка треф")],
)
def test_a_card_is_named_by_its_suit_in_russian(card, name):
    with translation.override("ru"):
        assert card_name(parse_card(card)) == name
    assert card_name(parse_card(card)) != name


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "total", "point"),
    [
        *(("en", -1, "point"), ("en", -2, "points")),
        *(("ru", -1, "очко"), ("ru", -2, "очка"), ("ru", -5, "очков"), ("ru", -21, "очко")),
        *(("ro", -1, "punct"), ("ro", -4, "puncte"), ("ro", -20, "de puncte")),
    ],
)
def test_what_is_below_zero_is_counted_as_what_is_above(person, language, total, point):
    table = Table.read(start(person, parse_rules("3_ls3.2_turned_10t-m2_hook")))
    with translation.override(language):
        seat = replace(display.TableShown(table, person).foot, total=total)
        for template in ("_me", "_seat"):
            said = strip_tags(render_to_string(f"games/{template}.html", {"seat": seat}))
            assert re.search(rf"-{-total} ?{point}\b", " ".join(said.split())), said
