"""The texts that the sources ask gettext for."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from django.utils.translation.template import templatize

ROOT: Final = Path(__file__).resolve().parent.parent
CODE: Final = ("accounts", "games", "ohhell_site")
TEMPLATES: Final = ROOT / "templates"

KEYWORDS: Final = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "pgettext_noop": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
"""The functions, and which of their arguments are singular, plural and context (Babel's way)."""
NOTE: Final = "Translators:"
"""A comment that begins so goes into the catalogues."""


class Found(NamedTuple):
    """A text where it stands in a file."""

    file: str
    line: int
    text: str | tuple[str, ...]
    context: str | None
    notes: list[str]


def messages() -> Catalog:
    """Every text of the sources, without translations."""
    catalogue = Catalog(charset="utf-8")
    for found in _all():
        catalogue.add(
            found.text,
            locations=[(found.file, found.line)],
            auto_comments=found.notes,
            context=found.context,
        )
    return catalogue


def _all() -> Iterator[Found]:
    for folder in CODE:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield from _in(path, path.read_text())
    for path in templates():
        yield from _in(path, as_code(path.read_text()))


def templates() -> list[Path]:
    """Every template of ours, texts of mails among them."""
    return sorted(path for path in TEMPLATES.rglob("*.*") if path.suffix in {".html", ".txt"})


def as_code(template: str) -> str:
    """A template as Python would ask for its texts; line by line, and never indented."""
    return "\n".join(line.lstrip() for line in templatize(template).split("\n"))


def _in(path: Path, code: str) -> Iterator[Found]:
    file = path.relative_to(ROOT).as_posix()
    for line, text, notes, context in extract(
        "python", BytesIO(code.encode()), KEYWORDS, [NOTE], strip_comment_tags=True
    ):
        yield Found(file, line, text, context, notes)
