"""The catalogues in `locale/`: kept up to the sources, compiled, read."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from wording.sources import ROOT

FOLDER: Final = ROOT / "locale"
LANGUAGES: Final = tuple(sorted(path.name for path in FOLDER.iterdir() if path.is_dir()))
"""Every language that has a catalogue; those of the site are in its settings."""
BORROWED: Final = ROOT / "borrowed"
"""What the libraries say, said better: a language has here what it wishes to say otherwise."""
WIDTH: Final = 100
_HOLE: Final = re.compile(r"%\(\w+\)[a-z]|%%|\{\w*\}|</?\w+")
_NO_DAY: Final = datetime(2000, 1, 1, tzinfo=UTC)


def path(language: str, suffix: str = "po", folder: Path = FOLDER) -> Path:
    """Where a catalogue is: its text, or with `mo` what the site reads."""
    return folder / language / "LC_MESSAGES" / f"django.{suffix}"


def read(language: str, folder: Path = FOLDER) -> Catalog:
    """The catalogue as it is written; an empty one where there is none yet."""
    if not path(language, folder=folder).exists():
        return Catalog(locale=language, fuzzy=False)
    with path(language, folder=folder).open("rb") as file:
        return read_po(file, locale=language, charset="utf-8", abort_invalid=True)


def update(language: str, sources: Catalog) -> None:
    """Give the catalogue the texts of the sources and no others; what is translated stays so.

    Nothing is guessed: a text that has changed is a new one. Nothing of it depends on the day."""
    catalogue = read(language)
    catalogue.update(sources, no_fuzzy_matching=True, update_creation_date=False)
    catalogue.header_comment = f"# Texts of the site: {language}."
    catalogue.project = "Oh Hell"
    out = BytesIO()
    write_po(out, catalogue, WIDTH, sort_by_file=True, ignore_obsolete=True, include_lineno=False)
    path(language).write_bytes(_lasting(out.getvalue()))


def _lasting(text: bytes) -> bytes:
    """A catalogue without those lines of its head that change by themselves."""
    passing = (b'"POT-Creation-Date', b'"PO-Revision-Date', b'"Generated-By', b'"Last-Translator')
    return b"".join(line for line in text.splitlines(True) if not line.startswith(passing))


def compiled(language: str, folder: Path = FOLDER) -> bytes:
    """What the site has to read for the catalogue as it is written: of no day, since the same texts
    make the same file."""
    catalogue = read(language, folder)
    catalogue.creation_date = catalogue.revision_date = _NO_DAY
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def compile_catalogue(language: str, folder: Path = FOLDER) -> None:
    """Write down what the site reads."""
    path(language, "mo", folder).write_bytes(compiled(language, folder))


def texts(catalogue: Catalog) -> Iterator[Message]:
    """Every message but the head."""
    return (message for message in catalogue if message.id)


def forms(message: Message) -> tuple[str, ...]:
    """What a message is translated by: one text or, where it counts something, several."""
    translated = message.string
    many = translated if isinstance(translated, tuple | list) else (translated,)
    return tuple(each or "" for each in many)


def left(catalogue: Catalog) -> list[Message]:
    """What is still to be translated, or to be looked at again."""
    return [each for each in texts(catalogue) if each.fuzzy or not all(forms(each))]


def lost(message: Message) -> set[str]:
    """Placeholders and tags that a translation lacks or invents. Each form has all of them, since
    in many languages the first one is said of 21 too."""
    wanted = _holes(message.id if isinstance(message.id, str) else message.id[-1])
    return set().union(*(wanted ^ _holes(text) for text in forms(message) if text))


def _holes(text: str) -> set[str]:
    return set(_HOLE.findall(text))
