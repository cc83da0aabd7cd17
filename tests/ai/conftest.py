"""Compiles the kernel before the first test: on a new machine that takes up to a minute, which is
no test's own time."""

from games.ai import warm_up


def pytest_collection_finish() -> None:
    """Warm up once all tests are found."""
    warm_up()
