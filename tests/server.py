"""Real processes of the site for tests: servers and workers, each in its own environment."""

import fcntl
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from games.ai.engine import cache_folder

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 180.0
"""Seconds after which what has to happen counts as never happening; a loaded machine is slow."""


class Process:
    """One process of the site and everything that it says."""

    def __init__(self, *command: str, environment: Mapping[str, str]) -> None:
        self._log = tempfile.TemporaryFile("w+b")  # noqa: SIM115 - lives as long as this object
        self.popen = subprocess.Popen(
            [sys.executable, *command],
            cwd=ROOT,
            env={
                "PATH": os.environ["PATH"],
                "PYTHONUNBUFFERED": "1",
                # The computers' kernel is compiled once, not by every server anew.
                "NUMBA_CACHE_DIR": str(cache_folder()),
                **environment,
            },
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=subprocess.STDOUT,
        )

    def said(self) -> str:
        """All output so far."""
        return os.pread(self._log.fileno(), 10**7, 0).decode()

    def wait_for(self, text: str) -> None:
        """Until it has said this; fails when it ends or dawdles."""
        until(lambda: text in self.said() or self.popen.poll() is not None, lambda: self.said())
        assert text in self.said(), self.said()

    def kill(self) -> None:
        """Take it away without a warning, as a power cut would."""
        self.popen.kill()
        self.popen.wait()

    def stop(self) -> int:
        """Ask it to end; its exit code."""
        self.popen.terminate()
        try:
            return self.popen.wait(PATIENCE)
        finally:
            self.popen.kill()


def until(happened: Callable[[], bool], state: Callable[[], object] = lambda: "", /) -> None:
    """Look again and again until it has happened; fails with the state when it does not."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, state()
        time.sleep(0.05)


def free_port() -> int:
    """A port that nobody uses just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(*command: str, environment: Mapping[str, str]) -> Iterator[Process]:
    """A process that is gone afterwards, whatever happens."""
    process = Process(*command, environment=environment)
    try:
        yield process
    finally:
        process.kill()


def collected_static() -> str:
    """A folder with the static files collected, shared by all test runs: it takes seconds."""
    folder = ROOT / "var" / "test-static"
    folder.parent.mkdir(exist_ok=True)
    environment = {"OHHELL_STATIC_ROOT": str(folder), "OHHELL_DATA_DIR": str(folder / "var")}
    code = "from ohhell_site.prepare import collect_static; collect_static()"
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with running(
            "manage.py", "shell", "--no-imports", "-c", code, environment=environment
        ) as it:
            assert it.popen.wait(PATIENCE) == 0, it.said()
    return str(folder)


@contextmanager
def serving(environment: Mapping[str, str], port: int) -> Iterator[Process]:
    """A prepared server that answers at http://127.0.0.1:port."""
    command = ("manage.py", "serve", "--prepare", "--port", str(port))
    with running(*command, environment=environment) as process:
        process.wait_for("Oh Hell is served at")
        yield process
