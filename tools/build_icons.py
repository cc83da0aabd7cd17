"""Draws the icons of the installed app from ``static/favicon.svg``, with Chromium.

    python tools/build_icons.py static

Devices want PNG.  ``192.png`` and ``512.png`` are the favicon as it is, with its round corners;
``180.png`` (Apple's devices round corners themselves) and ``maskable.png`` (others cut any shape
out of it) fill their square with its yellow and keep the drawing within the middle four fifths.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

SUN = "#ffd43b"
KINDS = {"192": (192, 1.0), "512": (512, 1.0), "180": (180, 0.86), "maskable": (512, 0.8)}
"""By name: pixels a side, and how much of the side is the drawing."""


def page_of(drawing: str, side: int, share: float) -> str:
    """An HTML page that is just the icon."""
    ground = "transparent" if share == 1 else SUN
    inner = side * share
    return (
        f"<style>html,body{{margin:0;background:{ground}}}"
        f"svg{{position:absolute;width:{inner}px;height:{inner}px;inset:{(side - inner) / 2}px}}"
        f"</style>{drawing}"
    )


def main() -> None:
    """Draw them all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("static", type=Path)
    static = parser.parse_args().static
    drawing = (static / "favicon.svg").read_text()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for name, (side, share) in KINDS.items():
            page = browser.new_page(viewport={"width": side, "height": side})
            page.set_content(page_of(drawing, side, share))
            page.screenshot(path=static / "icons" / f"{name}.png", omit_background=share == 1)
        browser.close()


if __name__ == "__main__":
    main()
