"""What the site writes by mail, set in its look beside the plain text.

A letter is written once, as text: paragraphs with empty lines between them, addresses on lines of
their own, and the site's name and address after a line of two dashes. The page is the same words.
"""

import re
from dataclasses import dataclass
from typing import Final

from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.translation import get_language

ADDRESS: Final = re.compile(r"https?://\S+")
SIGNATURE: Final = "\n--\n"


@dataclass(frozen=True)
class Paragraph:
    """Some lines of a letter, or the addresses that one is to open."""

    lines: tuple[str, ...]

    @property
    def is_addresses(self) -> bool:
        """Whether there are addresses and nothing else."""
        return all(ADDRESS.fullmatch(line) for line in self.lines)

    @property
    def is_button(self) -> bool:
        """Whether this is the one thing that the letter wants to have pressed."""
        return self.is_addresses and len(self.lines) == 1


def paragraphs(text: str) -> list[Paragraph]:
    """The paragraphs of a text."""
    parts = re.split(r"\n\s*\n", text.strip())
    return [Paragraph(tuple(line.strip() for line in part.splitlines())) for part in parts if part]


def add_page(letter: EmailMultiAlternatives) -> None:
    """Gives a letter its page, in the language that is spoken now."""
    text, _, signature = str(letter.body).rpartition(SIGNATURE)
    name, _, home = signature.strip().partition("\n")
    context = {
        "subject": letter.subject,
        "paragraphs": paragraphs(text),
        "name": name,
        "home": home,
        "language": get_language(),
    }
    page = render_to_string("account/email/letter.html", context)
    letter.attach_alternative(page, "text/html")
