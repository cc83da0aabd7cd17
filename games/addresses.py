"""How a game's code stands in addresses: whatever else stands there has no page.

So a text that no code can be, of any length or with signs that a database can't store, never
gets as far as a query.
"""

from django.urls import register_converter


class CodeConverter:
    """The signs that `models.new_code` chooses from, as many as a code may have."""

    regex = "[A-Za-z0-9_-]{1,16}"

    def to_python(self, value: str) -> str:
        """The code."""
        return value

    def to_url(self, value: str) -> str:
        """The code in an address."""
        return value


register_converter(CodeConverter, "code")
