"""What every test may use."""

import os
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.utils import translation

from tests import machine


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A run on real services, or a test that wants them, is no good without them."""
    wanting = (
        items if not settings.EMBEDDED else [i for i in items if i.get_closest_marker("services")]
    )
    if wanting and (reason := machine.missing_service()):
        if machine.in_ci():
            pytest.exit(machine.complaint(reason), returncode=1)
        for item in wanting:
            item.add_marker(pytest.mark.skip(reason=reason))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What the tests of faults have measured (`recovery` in tests/services)."""
    measured = [
        value
        for report in terminalreporter.getreports("passed")
        for name, value in report.user_properties
        if name == "recovery" and report.when == "call"
    ]
    if measured:
        terminalreporter.section("from each fault until the game moved again")
        for line in measured:
            terminalreporter.write_line(str(line))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> None:
    """A database for this process alone, so that several test runs may go on at once."""
    test = settings.DATABASES["default"].setdefault("TEST", {})
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        # A file, not memory: threads that share one wait for its lock as they do in the site.
        test["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
    else:
        test["NAME"] = f"test_ohhell_{os.getpid()}_{worker_id}"


@pytest.fixture(scope="session", autouse=True)
def clean_redis() -> Iterator[None]:
    """Leaves nothing of ours in Redis, which may be somebody's own."""
    yield
    if not settings.EMBEDDED:
        machine.forget_in_redis(settings.REDIS_PREFIX)


@pytest.fixture(autouse=True)
def speaking_english() -> Iterator[None]:
    """Every test starts in English: a request leaves its language behind in its thread."""
    translation.deactivate()
    yield
    translation.deactivate()
