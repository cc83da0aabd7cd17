"""Sites with something on every page, and who comes to them with a browser."""

import json
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext

from tests.browser.password import PASSWORD
from tests.server import PATIENCE, collected_static, free_port, running, serving, until


def environment_in(folder: Path) -> dict[str, str]:
    """The environment of a site that keeps its things in this folder."""
    return {
        "HOME": str(folder),
        "OHHELL_DATA_DIR": str(folder / "var"),
        "OHHELL_STATIC_ROOT": str(folder / "static"),
        "OHHELL_GUESTS_PER_HOUR": "0",
    }


@dataclass(frozen=True)
class Filled:
    """A site where every page has something to show."""

    at: str
    sessions: dict[str, str]
    admin: dict[str, str]


@dataclass(frozen=True)
class Still:
    """A site without a worker, on which nothing changes by itself: where it is, the sessions of
    its people, the address of each state of play, and the pages of errors by language."""

    at: str
    sessions: dict[str, str]
    stages: dict[str, str]
    errors: dict[str, dict[str, str]]


@contextmanager
def filled_site() -> Iterator[Filled]:
    """Serves a site full of people and games."""
    with tempfile.TemporaryDirectory() as folder:
        environment = environment_in(Path(folder))
        environment |= {"OHHELL_EMAIL_HOST": "127.0.0.1", "OHHELL_EMAIL_PORT": "9"}
        environment["OHHELL_STATIC_ROOT"] = collected_static()
        port = free_port()
        with serving(environment, port):
            told = _told_by("filling", environment)
            yield Filled(f"http://127.0.0.1:{port}", **told)


@contextmanager
def still_site() -> Iterator[Still]:
    """Serves every state of play, standing still."""
    with tempfile.TemporaryDirectory() as folder:
        environment = environment_in(Path(folder))
        environment["OHHELL_STATIC_ROOT"] = collected_static()
        told = _told_by("stages", environment)
        port = free_port()
        served = ("-m", "daphne", "-p", str(port), "ohhell_site.asgi:application")
        with running(*served, environment=environment):
            until(lambda: _listens(port))
            yield Still(f"http://127.0.0.1:{port}", **told)


def _told_by(module: str, environment: dict[str, str]) -> dict[str, Any]:
    """What a module of this folder, run within the site, prints in its last line."""
    code = f"import runpy; runpy.run_module('tests.browser.{module}', run_name='__main__')"
    command = ("manage.py", "shell", "--no-imports", "-c", code)
    with running(*command, environment=environment) as process:
        assert process.popen.wait(PATIENCE) == 0, process.said()
        told: dict[str, Any] = json.loads(process.said().splitlines()[-1])
        return told


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def arrive(
    chromium: Browser, site: Filled | Still, who: str = "", **options: Any
) -> BrowserContext:
    """A new browser at a site, of one of its people or of a stranger."""
    context = chromium.new_context(base_url=site.at, service_workers="block", **options)
    if who:
        context.add_cookies([{"name": "sessionid", "value": site.sessions[who], "url": site.at}])
    return context


def confirm(context: BrowserContext) -> None:
    """Give the password once more, which pages about safety ask for."""
    page = context.new_page()
    page.goto("/account/reauthenticate/")
    page.fill("[name=password]", PASSWORD)
    page.locator("main").get_by_role("button").click()
    page.wait_for_url("**/")
