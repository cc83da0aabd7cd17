"""The texts that the sources ask gettext for."""

import ast
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.catalog import Catalog
from django.utils.translation.template import templatize

ROOT: Final = Path(__file__).resolve().parent.parent
CODE: Final = ("accounts", "games", "ohhell_site")
TEMPLATES: Final = ROOT / "templates"

KEYWORDS: Final = {
    "_": ("text",),
    "gettext": ("text",),
    "gettext_lazy": ("text",),
    "gettext_noop": ("text",),
    "ngettext": ("text", "text"),
    "ngettext_lazy": ("text", "text"),
    "pgettext": ("context", "text"),
    "pgettext_lazy": ("context", "text"),
    "npgettext": ("context", "text", "text"),
    "npgettext_lazy": ("context", "text", "text"),
}
"""The functions, and what their first arguments are."""
CALL: Final = re.compile(rf"\b(?:{'|'.join(KEYWORDS)})\(")
"""Where a text is asked for in a template that is read as code."""


class Found(NamedTuple):
    """A text in a file: one or, where something is counted, singular and plural."""

    file: str
    line: int
    text: str | tuple[str, ...]
    context: str | None


def messages() -> Catalog:
    """Every text of the sources, without translations."""
    catalogue = Catalog(charset="utf-8")
    for found in _all():
        catalogue.add(
            found.text,
            locations=[(found.file, found.line)],
            context=found.context,
        )
    return catalogue


def _all() -> Iterator[Found]:
    for folder in CODE:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield from _in(path, in_code(path.read_text()))
    for path in templates():
        yield from _in(path, in_template(path.read_text()))


def _in(path: Path, found: Iterable[tuple[int, str | tuple[str, ...], str | None]]) -> list[Found]:
    file = path.relative_to(ROOT).as_posix()
    return [Found(file, *each) for each in found]


def templates() -> list[Path]:
    """Every template of ours, texts of mails among them."""
    return sorted(path for path in TEMPLATES.rglob("*.*") if path.suffix in {".html", ".txt"})


def in_code(code: str) -> Iterator[tuple[int, str | tuple[str, ...], str | None]]:
    """What code asks for, in texts within texts too: line, text and context."""
    calls = (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call))
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        if (found := _asked_by(call)) is not None:
            yield call.lineno, *found


def _asked_by(call: ast.Call) -> tuple[str | tuple[str, ...], str | None] | None:
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    said = [arg.value for arg in call.args if isinstance(arg, ast.Constant)]
    kinds = KEYWORDS.get(name, ())
    if not kinds or len(said) < len(kinds):
        return None  # another function, or one that is asked for what something else says
    parts = list(zip(kinds, map(str, said), strict=False))
    texts = tuple(text for kind, text in parts if kind == "text")
    context = next((text for kind, text in parts if kind == "context"), None)
    return texts if len(texts) > 1 else texts[0], context


def in_template(template: str) -> Iterator[tuple[int, str | tuple[str, ...], str | None]]:
    """What a template asks for: Django reads it as code in which everything else is blotted out."""
    for number, line in enumerate(templatize(template).split("\n"), start=1):
        for call in CALL.finditer(line):
            for _line, text, context in in_code(_whole(line[call.start() :])):
                yield number, text, context


def _whole(code: str) -> str:
    """The call that code begins with: to the first bracket at which it can be read."""
    for end in (each.end() for each in re.finditer(r"\)", code)):
        with suppress(SyntaxError):
            ast.parse(code[:end])
            return code[:end]
    raise SyntaxError(code)
