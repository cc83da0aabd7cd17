"""`python -m tests.services`: every test of faults, and how long each fault held up its game."""

import os
import sys

import pytest

if __name__ == "__main__":
    os.environ.setdefault("OHHELL_TEST_SERVICES", "1")
    sys.exit(pytest.main(["tests/services", "-q", *sys.argv[1:]]))
