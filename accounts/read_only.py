"""Rows of the admin that nobody changes there, not even an administrator."""

from typing import Any

from django.http import HttpRequest


class Unchanged:
    """Mixed into a ModelAdmin: its rows can be looked at, and deleted by whoever may."""

    def has_add_permission(self, request: HttpRequest, *_: Any) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, *_: Any) -> bool:
        """Never."""
        return False


class ReadOnly(Unchanged):
    """Mixed into a ModelAdmin: its rows can be looked at, by whoever may view them."""

    def has_delete_permission(self, request: HttpRequest, *_: Any) -> bool:
        """Never."""
        return False
