"""What the libraries say and this site says better: it is theirs, whole, and what people read."""

from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import allauth
import django
import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from django.utils import translation

from wording.catalogues import BORROWED, compiled, left, lost, path, read, texts
from wording.sources import messages

LANGUAGES = sorted(each.name for each in BORROWED.iterdir())
LIBRARIES = tuple(Path(str(library.__file__)).parent for library in (allauth, django))


def key(message: Message) -> tuple[str | None, str]:
    return message.context, str(message.id)


def known(compiled_catalogue: bytes) -> dict[object, str]:
    known: dict[object, str] = GNUTranslations(BytesIO(compiled_catalogue))._catalog  # type: ignore[attr-defined]
    return {each: text for each, text in known.items() if each}


def theirs(language: str) -> set[tuple[str | None, str]]:
    found = set()
    for library in LIBRARIES:
        for spoken in ("en", language):  # what is new isn't in every language yet
            for file in library.glob(f"**/locale/{spoken}/LC_MESSAGES/django.po"):
                found |= {key(each) for each in texts(read_po(file.open("rb")))}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_what_a_library_says_is_said_otherwise(language):
    borrowed = {key(each) for each in texts(read(language, BORROWED))}
    assert borrowed
    assert borrowed <= theirs(language), "a library has changed its text"
    assert not borrowed & {key(each) for each in texts(messages())}, "that is in locale/"


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_whole(language):
    borrowed = read(language, BORROWED)
    assert not left(borrowed)
    assert not [(each.id, lost(each)) for each in texts(borrowed) if lost(each)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_what_the_site_reads(language):
    assert known(path(language, "mo", BORROWED).read_bytes()) == known(compiled(language, BORROWED))
    with translation.override(language):
        for each in texts(read(language, BORROWED)):
            if isinstance(each.id, str) and not each.context:
                assert translation.gettext(each.id) == each.string
