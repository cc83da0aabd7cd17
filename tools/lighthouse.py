"""Asks Lighthouse, on the profile of a phone, about the pages that people open most.

    python -m tools.lighthouse

It needs Node's ``npx`` and Chromium beside the requirements of the tests.  The site runs on data of
its own, somebody with statistics opens it, and a game is under way.  Fails when a page has less
than 95 in a category, and then says why.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, sync_playwright

from tests.server import collected_static, free_port, running, serving

LIGHTHOUSE = "lighthouse@12.2.3"
WANTED = 95
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
LOGGED_IN = """
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.cached_db import SessionStore
from accounts.models import User
user, session = User.objects.get(username="Simulated 1"), SessionStore()
session[SESSION_KEY] = str(user.pk)
session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
session[HASH_SESSION_KEY] = user.get_session_auth_hash()
session.save()
print("session", session.session_key)
"""
"""Makes the session of somebody who has played, and tells its key."""


@contextmanager
def site() -> Iterator[tuple[str, str]]:
    """The address of a running site, and the key of a session in it."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {"OHHELL_DATA_DIR": folder, "OHHELL_STATIC_ROOT": collected_static()}
        port = free_port()
        with serving(environment, port):
            _ask(environment, "simulate_games", "60", "--people", "3")
            said = _ask(environment, "shell", "--no-imports", "-c", LOGGED_IN)
            yield f"http://127.0.0.1:{port}", said.split("session ")[1].split()[0]


def _ask(environment: dict[str, str], *command: str) -> str:
    with running("manage.py", *command, environment=environment) as process:
        assert process.popen.wait(120) == 0, process.said()
        return process.said()


@contextmanager
def browser(port: int, folder: str) -> Iterator[BrowserContext]:
    """A Chromium that others may drive at this port."""
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            folder,
            executable_path=shutil.which("chromium"),
            args=[*FLAGS, f"--remote-debugging-port={port}"],
        )
        yield context
        context.close()


def a_table(context: BrowserContext, address: str) -> str:
    """The address of a game that has just begun."""
    page = context.new_page()
    page.goto(address)
    page.locator("form[action='/play'] button, button:has-text('Play now')").first.click()
    page.wait_for_url("**/game/**")
    table = page.url
    page.close()
    return table


def report(address: str, port: int) -> dict[str, Any]:
    """What Lighthouse says of a page."""
    command = ["npx", "--yes", LIGHTHOUSE, address, f"--port={port}"]
    said = subprocess.run(
        [*command, "--quiet", "--output=json"], check=True, capture_output=True, text=True
    )
    made: dict[str, Any] = json.loads(said.stdout)
    return made


def scores(told: dict[str, Any]) -> dict[str, int]:
    """By category, of 100."""
    return {each["title"]: round(100 * each["score"]) for each in told["categories"].values()}


def faults(told: dict[str, Any]) -> Iterator[str]:
    """What took points away."""
    for category in told["categories"].values():
        for ref in category["auditRefs"]:
            audit = told["audits"][ref["id"]]
            if ref["weight"] and audit["score"] is not None and audit["score"] < 0.9:
                yield f"{category['title']}: {audit['title']} {audit.get('displayValue', '')}"


def main() -> int:
    """Print every page's scores; 1 when one is too low."""
    with site() as (address, session), tempfile.TemporaryDirectory() as folder:
        port = free_port()
        with browser(port, str(Path(folder, "profile"))) as context:
            context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
            table = a_table(context, address)
            pages = {name: address + path for name, path in PAGES.items()} | {"table": table}
            return max([_shown(name, report(where, port)) for name, where in pages.items()])


PAGES = {"home": "/", "set-up": "/new", "guide": "/guide", "statistics": "/statistics"}


def _shown(name: str, told: dict[str, Any]) -> int:
    found = scores(told)
    weight = told["audits"]["total-byte-weight"]["numericValue"] / 1024
    print(f"{name:12}", *(f"{title} {score:3}" for title, score in found.items()), end="")
    print(f"  {weight:.0f} KB")
    if min(found.values()) >= WANTED:
        return 0
    print(*(f"    {fault}" for fault in faults(told)), sep="\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
