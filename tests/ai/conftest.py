"""Compiles the kernel once, before the first test that may need it.

On a new machine that takes up to a minute. So these tests stay together in one process, while
others go on with theirs.
"""

from pathlib import Path

import pytest

from games.ai import warm_up

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One group, with patience for the compiler."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("kernel"))
            item.add_marker(pytest.mark.timeout(400))


@pytest.fixture(scope="session", autouse=True)
def _warm() -> None:
    warm_up()
