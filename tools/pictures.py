"""Takes a picture of every screen, in every language, both themes and three sizes.

    python -m tools.pictures FOLDER [PART OF A SCREEN'S NAME ...]

Every screen comes on a sheet for each size, its languages side by side: NAME-phone.png,
NAME-land.png (a phone on its side), NAME-desk.png; what is below on NAME-phone-2.png and so on.
The single pictures, of whole pages, are in the folder below.  It needs Chromium beside the
requirements of the tests; the sites have data of their own.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Route,
    ViewportSize,
    sync_playwright,
)

from tests.browser import screens
from tests.browser.conftest import FLAGS
from tests.browser.sites import Filled, Still, arrive, confirm, filled_site, still_site

SIZES: Final = {"phone": (390, 844), "land": (844, 390), "desk": (1280, 800)}
LANGUAGES: Final = ("en", "ru", "ro")
THEMES: Final = ("light", "dark")
COLUMNS: Final = {"phone": 6, "land": 3, "desk": 3}
WIDE: Final = 1580
"""Of a sheet, in pixels."""
TALL: Final = 760
"""What fits on one: of a phone's pictures once, of others both themes."""
SHEET: Final = """<!doctype html><meta charset="utf-8"><style>
body { margin: 0; background: #888; font: 12px sans-serif; }
main { display: grid; gap: 4px; grid-template-columns: repeat(%(columns)d, %(width)dpx); }
figure { margin: 0; max-height: %(tall)dpx; overflow: hidden; }
img { display: block; width: 100%%; margin-top: -%(above)dpx; }
</style><main>%(figures)s</main>"""


IS_MORE: Final = "[...document.querySelectorAll('figure')].some((each) => each.clientHeight > 8)"
SETTLE: Final = """() => {
    for (const each of document.getAnimations()) {
        each.effect.getComputedTiming().endTime === Infinity ? each.cancel() : each.finish();
    }
}"""
"""What moves has come to its end."""
MOST: Final = 9
"""Sheets of one size."""


@dataclass(frozen=True)
class Screen:
    """What is shown to whom, and what they do there before it is looked at."""

    name: str
    address: str
    who: str = ""
    do: Callable[[Page], object] = lambda _: None


# --- Which there are --------------------------------------------------------------------------


def screens_of_pages(site: Filled) -> Iterator[Screen]:
    """Pages around the game, with something on them."""
    groups = {
        "": screens.FOR_EVERYBODY,
        "ann": screens.ANNS,
        "ben": screens.BENS,
        "bea": (*screens.BEAS, *site.admin.values()),
    }
    for who, addresses in groups.items():
        for address in addresses:
            yield Screen(named(f"{who or 'anybody'} {address}"), address, who)


def screens_of_play(site: Still) -> Iterator[Screen]:
    """States of a game, what opens at its table, and what is around it."""
    for address in (*screens.AROUND, "/away/en", "/nothing"):
        yield Screen(named(f"newcomer {address}"), address)
    for state in screens.STATES:
        yield Screen(named(f"state {state}"), site.stages[state], "ann")
    for who, stage in screens.OTHERS:
        yield Screen(named(f"state {stage} {who}"), site.stages[stage], who)
    for stage, beside in screens.BESIDE:
        yield Screen(named(f"beside {stage} {beside}"), f"{site.stages[stage]}/{beside}", "ann")
    for doing, (stage, do) in screens.DOINGS.items():
        yield Screen(named(f"doing {doing}"), site.stages[stage], "ann", do)
    for error in site.errors["en"]:
        yield Screen(named(f"error {error}"), f"/broken/{error}")


def named(words: str) -> str:
    """As a file may be called."""
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-") or "home"


# --- Pictures ---------------------------------------------------------------------------------


def take(browser: Browser, site: Filled | Still, wanted: list[Screen], folder: Path) -> None:
    """Pictures of these screens of a site."""
    for language in LANGUAGES:
        for who in dict.fromkeys(screen.who for screen in wanted):
            context = arrive(browser, site, who, locale=language, reduced_motion="reduce")
            if isinstance(site, Still):
                break_pages(context, site.errors[language])
            elif who in ("ann", "ben"):
                confirm(context)
            for screen in wanted:
                if screen.who == who:
                    take_one(context, screen, folder, language)
            context.close()


def break_pages(context: BrowserContext, errors: dict[str, str]) -> None:
    """Let the addresses of errors answer with their pages."""

    def answer(route: Route) -> None:
        body = errors[route.request.url.rpartition("/")[2]]
        route.fulfill(status=500, body=body, content_type="text/html")

    context.route("**/broken/*", answer)


def take_one(context: BrowserContext, screen: Screen, folder: Path, language: str) -> None:
    """Every theme and size of a screen in one language."""
    page = context.new_page()
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size(sized("phone"))
        page.goto(screen.address, wait_until="load")
        screen.do(page)
        page.evaluate("document.fonts.ready")
        page.evaluate(SETTLE)
        for size in SIZES:
            page.set_viewport_size(sized(size))
            page.wait_for_timeout(200)  # what a page does when it has come, or is turned
            page.screenshot(path=picture(folder, screen, language, theme, size), full_page=True)
    page.close()


def sized(size: str) -> ViewportSize:
    """What Chromium calls it."""
    width, height = SIZES[size]
    return {"width": width, "height": height}


def picture(folder: Path, screen: Screen, language: str, theme: str, size: str) -> Path:
    """The file of a picture."""
    return folder / "single" / f"{screen.name}-{size}-{theme}-{language}.png"


def lay_out(browser: Browser, screen: Screen, folder: Path) -> None:
    """The sheets of a screen."""
    page = browser.new_page(viewport={"width": WIDE, "height": 400})
    made = folder / "sheet.html"
    for size, columns in COLUMNS.items():
        order = [(theme, language) for theme in THEMES for language in LANGUAGES]
        shots = [picture(folder, screen, language, theme, size) for theme, language in order]
        figures = "".join(f'<figure><img src="single/{each.name}"></figure>' for each in shots)
        tall = TALL * columns // len(shots)
        shape = {"columns": columns, "width": WIDE // columns - 4, "tall": tall}
        for number in range(MOST):
            made.write_text(SHEET % {**shape, "above": number * tall, "figures": figures})
            page.goto(made.absolute().as_uri(), wait_until="load")
            if not page.evaluate(IS_MORE):
                break
            name = f"{screen.name}-{size}" + (f"-{number + 1}" if number else "")
            page.screenshot(path=folder / f"{name}.png", full_page=True)
    made.unlink()
    page.close()


def shoot(browser: Browser, site: Filled | Still, all_of: list[Screen], asked: Asked) -> None:
    """Pictures and sheets of those screens that are asked for."""
    wanted = [screen for screen in all_of if asked.wants(screen)]
    take(browser, site, wanted, asked.folder)
    for screen in wanted:
        lay_out(browser, screen, asked.folder)
        print(screen.name)


class Asked(argparse.Namespace):
    """What the command was given."""

    folder: Path
    parts: list[str]

    def wants(self, screen: Screen) -> bool:
        """Whether this screen is asked for."""
        return not self.parts or any(part in screen.name for part in self.parts)


def main() -> int:
    """Take the pictures that are asked for."""
    parser = argparse.ArgumentParser(description="Takes a picture of every screen.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("parts", nargs="*", help="only screens with one of these in their names")
    asked = parser.parse_args(namespace=Asked())
    (asked.folder / "single").mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        with filled_site() as filled:
            shoot(browser, filled, list(screens_of_pages(filled)), asked)
        with still_site() as still:
            shoot(browser, still, list(screens_of_play(still)), asked)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
