"""Texts of templates that nobody could translate, since they are outside gettext."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final, NamedTuple

from django.template.base import Lexer, Token, TokenType

READ: Final = frozenset({"alt", "aria-description", "aria-label", "label", "placeholder"})
"""Attributes that people read or hear, besides titles, descriptions and what scripts show."""
HOLE: Final = " \ue000 "
"""Stands where a tag or variable was: no letter, and in a tag of HTML an attribute."""
SILENT: Final = frozenset({"script", "style"})
_ENDS: Final = {
    "class": ("endblock",),
    "comment": ("endcomment",),
    "blocktranslate": ("endblocktranslate", "endblocktrans"),
    "blocktrans": ("endblocktranslate", "endblocktrans"),
}
_CLASSES: Final = re.compile(r"block (\w*_class|bodyclass|coltype|skip_to)\b")
"""Blocks that hold names of styles, or of places in a page."""
_WORD: Final = re.compile(r"[^\W\d_]+")
_FOR_MACHINES: Final = re.compile(r"[a-z0-9:;,.#/_{}\"-]*")


class Untold(NamedTuple):
    """A text that stands in a template as it is."""

    where: str
    text: str


def untold(template: str) -> list[Untold]:
    """Every text with letters in it outside the translating tags."""
    reader = _Reader()
    reader.feed("".join(_outside(template)))
    reader.close()
    return reader.found


def _outside(template: str) -> Iterator[str]:
    """The template with a hole for everything that isn't there for the reader as it stands."""
    until: tuple[str, ...] = ()
    for token in Lexer(template).tokenize():
        name = _name(token)
        if until:
            until = () if name in until else until
        elif name in _ENDS:
            until = _ENDS[name]
            yield HOLE
        elif token.token_type == TokenType.TEXT:
            yield token.contents
        elif token.token_type != TokenType.COMMENT:
            yield HOLE


def _name(token: Token) -> str:
    if token.token_type != TokenType.BLOCK:
        return ""
    return "class" if _CLASSES.match(token.contents) else token.contents.split(maxsplit=1)[0]


class _Reader(HTMLParser):
    """Gathers what people would read."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Untold] = []
        self._inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag
        for name, value in attrs:
            if value and _is_read(tag, name, dict(attrs)) and not _is_for_machines(name, value):
                self._say(f"<{tag} {name}>", value)

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside not in SILENT:
            self._say("text", data)

    def _say(self, where: str, text: str) -> None:
        if _WORD.search(text):
            self.found.append(Untold(where, " ".join(text.replace(HOLE.strip(), "…").split())))


def _is_read(tag: str, name: str, attributes: dict[str, str | None]) -> bool:
    if name == "content":  # of a <meta>: what search engines show, not what browsers obey
        return attributes.get("name") == "description"
    if name == "value":
        return tag == "input" and attributes.get("type") in {"submit", "button"}
    return name in READ or name.endswith("title") or name.startswith("data-")


def _is_for_machines(name: str, value: str) -> bool:
    """A value such as `two` or `deal-end` that only styles and scripts look at."""
    return name.startswith("data-") and bool(_FOR_MACHINES.fullmatch(value.replace(HOLE, "")))
