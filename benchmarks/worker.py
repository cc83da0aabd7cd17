"""What a press at a live page would lose by waiting for the page's worker to wake up.

    python -m benchmarks.worker [ROUNDS]

A browser puts a worker to sleep that has had nothing to do for half a minute. Whatever a page asks
for then waits until it is awake, unless the worker has said that it leaves this kind of request to
the network, as ours says of what live pages send. Asks for the same address by turns in both ways,
each time with the worker asleep, and prints the medians and their ratio.
"""

import sys
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Page, sync_playwright

from tests import machine
from tests.browser.conftest import FLAGS
from tests.browser.sites import environment_in
from tests.server import free_port, serving

ASK = """async (mode) => {
    const began = performance.now();
    await (await fetch("/healthz", {mode, cache: "no-store"})).text();
    return performance.now() - began;
}"""
WAYS = ("same-origin", "cors")
"""As htmx asks, which the worker leaves to the network; and as nothing of ours does."""


def main(rounds: int) -> None:
    """Measure so many times each, and print."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        with serving(environment_in(Path(folder)), port), sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=machine.browser(), args=FLAGS)
            page = browser.new_page(base_url=f"http://127.0.0.1:{port}")
            page.goto("/")
            page.evaluate("navigator.serviceWorker.ready.then(() => null)")
            page.reload()
            assert page.evaluate("Boolean(navigator.serviceWorker.controller)")
            compare(page, rounds)


def compare(page: Page, rounds: int) -> None:
    """Ask by turns both ways, each time with the worker asleep."""
    browser = page.context.new_cdp_session(page)
    browser.send("ServiceWorker.enable")
    times: dict[str, list[float]] = {way: [] for way in WAYS}
    for _ in range(rounds):
        for way in WAYS:
            browser.send("ServiceWorker.stopAllWorkers")
            page.wait_for_timeout(100)
            times[way].append(float(page.evaluate(ASK, way)))
    past, through = (median(times[way]) for way in WAYS)
    print(f"past it {past:.1f} ms, through it {through:.1f} ms: {through / past:.1f} times as long")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
