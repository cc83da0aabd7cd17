"""Every row of games, to see that a refusal changed none of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps

Rows = dict[str, list[dict[str, Any]]]


def all_rows() -> Rows:
    """Everything the app `games` has stored, model by model."""
    models = apps.get_app_config("games").get_models()
    return {model.__name__: list(model._base_manager.order_by("pk").values()) for model in models}


@contextmanager
def nothing_changes() -> Iterator[None]:
    """Fails when a single field of a single row is different afterwards."""
    before = all_rows()
    yield
    assert all_rows() == before
