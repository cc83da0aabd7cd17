"""Parts of a painting: rendered once for all that show the same, and for nobody else."""

from pathlib import Path
from random import Random

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template import engines
from django.test import RequestFactory
from django.utils import translation

from accounts.preferences import CHOICES
from accounts.preferences import read as read_preferences
from games import display
from games.reading import Table
from games.rules import parse_rules
from games.templatetags.parts import rendered
from tests.games.casts import ann, ben, cat, step
from tests.games.gatherings import gathered


@pytest.fixture
def show(settings, tmp_path: Path):
    """Renders a page of one part, which shows all that it can get hold of."""
    language = "{% load i18n %}{% get_current_language as language %}{{ language }}"
    (tmp_path / "shows.html").write_text(language + " {{ word }} {{ other }}{{ request.path }}")
    settings.TEMPLATES = [settings.TEMPLATES[0] | {"DIRS": [tmp_path]}]
    page = engines["django"].from_string('{% load parts %}{% part "shows.html" word=word %}')
    request = RequestFactory().get("/secret")
    rendered.cache_clear()
    yield lambda **context: page.render(context, request)
    rendered.cache_clear()


def test_a_part_shows_what_it_is_handed_and_nothing_else(show):
    assert show(word="ace", other="king") == "en ace "


def test_what_differs_is_shown_and_escaped_each_time(show):
    assert show(word="ace") == "en ace "
    assert show(word="<i>") == "en &lt;i&gt; "


def test_every_language_has_parts_of_its_own(show):
    english = show(word="ace")
    with translation.override("ro"):
        assert show(word="ace") == "ro ace "
    assert show(word="ace") == english


def test_the_same_is_rendered_once(show):
    assert show(word="ace", other="king") == show(word="ace", other="queen")
    assert rendered.cache_info().misses == 1


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["3_ls3.2_turned_10t-0_hook", "3_ls3_last_10t-0_sim"])
def test_all_viewers_of_a_whole_game_see_what_they_would_see_alone(text, clock):
    """Kept parts of one viewer, moment or deck of cards never show in another's painting."""
    people = (ann(), ben(), cat(), AnonymousUser())
    game, chance = gathered(*people[:2], rules=parse_rules(text), is_watchable=True), Random(3)
    while game.is_playing:
        now = Table.read(game)
        together = [painted(now, user, deck) for user in people for deck in CHOICES["deck"]]
        alone = [painted_alone(now, user, deck) for user in people for deck in CHOICES["deck"]]
        assert together == alone
        game = step(game, chance)


def painted(now: Table, user, deck: str) -> str:
    return display.painted(now, user, read_preferences({"deck": deck}))


def painted_alone(now: Table, user, deck: str) -> str:
    """With no part of an earlier painting."""
    rendered.cache_clear()
    return painted(now, user, deck)
