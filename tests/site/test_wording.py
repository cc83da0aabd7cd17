"""The texts of the site: all are in the catalogues, and every language of the site is whole."""

import re
from gettext import GNUTranslations
from io import BytesIO

import pytest
from babel.messages.catalog import Catalog, Message
from django.conf import settings

from wording.catalogues import LANGUAGES, compiled, forms, left, lost, path, read, texts
from wording.sources import ROOT, in_code, in_template, messages, templates
from wording.untold import untold

SPOKEN = [code for code, _name in settings.LANGUAGES if code != "en"]
NAME = {"O", "h", "Hell", "h Hell", "Oh Hell"}
"""The site's name where it is drawn: it is the same in every language."""
SHARED = [each for each in templates() if each.stem not in {"en", *LANGUAGES}]
MARKUP = {"_next.html", "button.html"}
"""Templates that hold a piece of a tag."""


@pytest.fixture(scope="module")
def sources() -> Catalog:
    return messages()


def keys(catalogue: Catalog) -> set[tuple[str | None, str]]:
    return {(each.context, str(each.id)) for each in texts(catalogue)}


def known(compiled_catalogue: bytes) -> dict[object, str]:
    """What the site would read, without the head's dates."""
    known: dict[object, str] = GNUTranslations(BytesIO(compiled_catalogue))._catalog  # type: ignore[attr-defined]
    return {key: text for key, text in known.items() if key}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_the_texts_of_the_sources_and_no_others(language, sources):
    assert keys(read(language)) == keys(sources), "run python3 -m wording"
    assert not read(language).obsolete


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_site_reads_is_what_is_written(language):
    assert known(path(language, "mo").read_bytes()) == known(compiled(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_loses_a_placeholder(language):
    assert not [(each.id, lost(each)) for each in texts(read(language)) if lost(each)]


@pytest.mark.parametrize("language", SPOKEN)
def test_every_text_is_translated(language):
    assert not [each.id for each in left(read(language))]


def test_no_line_of_russian_begins_with_a_dash():
    said = [form for message in texts(read("ru")) for form in forms(message)]
    said += [each.read_text() for each in templates() if each.name == "ru.html"]
    assert not [text for text in said if " —" in text or "\n—" in text]


@pytest.mark.parametrize("language", SPOKEN)
def test_every_long_text_is_written_in_every_language(language):
    folders = {each.parent for each in templates() if each.name == "en.html"}
    assert all((folder / f"{language}.html").exists() for folder in folders)


@pytest.mark.parametrize("template", SHARED, ids=lambda each: each.relative_to(ROOT).as_posix())
def test_no_template_says_anything_outside_gettext(template):
    found = untold(template.read_text())
    said = [each for each in found if each.text.strip("… ") not in NAME]
    assert not said or template.name in MARKUP


# --- The tests themselves -------------------------------------------------------


@pytest.mark.parametrize(
    ("template", "found"),
    [
        ("<p>Take a seat</p>", ["Take a seat"]),
        ("<p>{% translate 'Take a seat' %}: {{ name }} 12 &times;</p>", []),
        ("{% blocktranslate %}Take{% endblocktranslate %}<b>seat</b>", ["seat"]),
        ('<a title="Seat {{ n }}" href="seat" class="free">', ["Seat …"]),
        ('<i{% if x %} aria-label="Seat"{% endif %} data-kind="seat">', ["Seat"]),
        ('<i data-lost="Try again" data-left="{{ clock.left }}">', ["Try again"]),
        ('<meta name="viewport" content="width">', []),
        ('<meta name="description" content="Cards">', ["Cards"]),
        ("{% comment %}a note{% endcomment %}{# another #}<script>let x</script>", []),
        ("{% block main_class %}narrow{% endblock %}Hi", ["… Hi"]),
    ],
)
def test_a_text_outside_gettext_is_found(template, found):
    assert [each.text for each in untold(template)] == found


@pytest.mark.parametrize(
    ("source", "translation", "gone"),
    [
        ("%(name)s deals", "Сдаёт %(name)s", set()),
        ("%(name)s deals", "Сдаёт", {"%(name)s"}),
        ("{} of <b>{}</b>", "<b>{}</b>", set()),
        ("<b>{0}</b>", "{1}", {"{0}", "{1}", "<b", "</b"}),
        (("one trick", "%(n)s tricks"), ("%(n)s взятка", "%(n)s взятки", "взяток"), {"%(n)s"}),
    ],
)
def test_a_lost_placeholder_is_found(source, translation, gone):
    assert lost(Message(source, translation)) == gone


def test_what_is_left_is_found():
    catalogue = Catalog(locale="ru")
    catalogue.add("done", "готово")
    catalogue.add("empty", "")
    catalogue.add("fuzzy", "неясно", flags=["fuzzy"])
    catalogue.add(("trick", "tricks"), ("взятка", "", "взяток"))
    assert [each.id for each in left(catalogue)] == ["empty", "fuzzy", ("trick", "tricks")]


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("gettext('one ' 'text')", ("one text", None)),
        ("f'{gettext(\"in a text\")} {other}'", ("in a text", None)),
        ("translation.ngettext('a trick', '%(n)s tricks', n)", (("a trick", "%(n)s tricks"), None)),
        ("pgettext_lazy('rank', 'ace')", ("ace", "rank")),
    ],
)
def test_a_text_in_code_is_found(code, found):
    assert list(in_code(code)) == [(1, *found)]


def test_what_is_asked_for_by_a_variable_is_another_text_of_the_sources():
    assert not list(in_code("gettext(title), other('text')"))


@pytest.mark.parametrize(
    ("template", "found"),
    [
        ("(a) {% translate 'Seat (free)' %}", ("Seat (free)", None)),
        ('{% translate "D" context "mark" %}', ("D", "mark")),
        (
            "{% blocktranslate %}{{ name }}’s (own){% endblocktranslate %}",
            ("%(name)s’s (own)", None),
        ),
        ("{% include 'x' with name=_('ace') %}", ("ace", None)),
        (
            "{% blocktranslate count n=n %}a{% plural %}b{% endblocktranslate %}",
            (("a", "b"), None),
        ),
    ],
)
def test_a_text_in_a_template_is_found(template, found):
    assert list(in_template(template)) == [(1, *found)]


def test_the_texts_of_code_and_of_templates_are_found(sources):
    found = {text for _context, text in keys(sources)}
    assert {"You must follow %(suit)s.", "Skip to the content"} <= found
    assert ("mark of the dealer", "D") in keys(sources)
    assert not [text for text in found if re.search(r"XXX|\bu'", text)]
