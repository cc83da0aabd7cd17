"""A server as a newcomer has it: everything embedded, with a folder of its own for data."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import server


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a site with nothing configured but where it keeps things."""
    folder = tmp_path_factory.mktemp("embedded")
    return {"OHHELL_DATA_DIR": str(folder), "OHHELL_STATIC_ROOT": server.collected_static()}


@pytest.fixture
def elsewhere(embedded: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """The same with another folder, for a server beside the one that runs."""
    return embedded | {"OHHELL_DATA_DIR": str(tmp_path)}


@pytest.fixture(scope="session")
def port() -> int:
    return server.free_port()


@pytest.fixture(scope="module")
def site(embedded: dict[str, str], port: int) -> Iterator[server.Process]:
    with server.serving(embedded, port) as process:
        yield process
