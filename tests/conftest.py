"""What every test may use."""

import os

import pytest
from django.conf import settings


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> None:
    """A database for this process alone, so that several test runs may go on at once."""
    test = settings.DATABASES["default"].setdefault("TEST", {})
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        # A file, not memory: threads that share one wait for its lock as they do in the site.
        test["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
    else:
        test["NAME"] = f"test_ohhell_{os.getpid()}_{worker_id}"
