"""What this machine can offer to tests; where CI=true it has to offer everything."""

import os
import shutil
from typing import NoReturn

import psycopg
import pytest
import redis

DATABASE_URL = os.environ.get("TEST_DATABASE_URL", "postgresql://postgres@127.0.0.1:5432/postgres")
REDIS_URL = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/9")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def in_ci() -> bool:
    """Whether nothing may be skipped."""
    return os.environ.get("CI") == "true"


def complaint(what: str) -> str:
    """Why a run with CI=true ends without what is missing."""
    return f"{what}, and with CI=true nothing is skipped"


def lacks(what: str) -> NoReturn:
    """Skip for want of something, visibly; where everything has to be there, stop the run."""
    if in_ci():
        pytest.exit(complaint(what), returncode=1)
    pytest.skip(what, allow_module_level=True)


def browser() -> str:
    """The path of a Chromium."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    return found or lacks("There is no Chromium here (Debian: apt-get install chromium)")


def missing_service() -> str | None:
    """A sentence about the service that can't be reached, or None when both answer."""
    try:
        psycopg.connect(DATABASE_URL, connect_timeout=2).close()
    except psycopg.OperationalError:
        return "PostgreSQL can't be reached (TEST_DATABASE_URL says where it is)"
    try:
        with redis.Redis.from_url(REDIS_URL, socket_connect_timeout=2) as client:
            client.ping()
    except redis.RedisError:
        return "Redis can't be reached (TEST_REDIS_URL says where it is)"
    return None


def forget_in_redis(prefix: str) -> None:
    """Delete every key of ours, and of nobody else's."""
    with redis.Redis.from_url(REDIS_URL) as client:
        for key in client.scan_iter(match=f"*{prefix}*"):
            client.delete(key)
