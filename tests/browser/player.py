"""A person at the screen: finds things the way people do, by what is written on them."""

import re
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Locator, Page, Request, TimeoutError, expect

TINY = "4_ls3.2.1_turned_10t-0_hook"
"""Three small deals, for tests that only need a game to the end."""

STANDING_CLOCK = """
window.stamp = 1000;
Object.defineProperty(Event.prototype, "timeStamp", { get: () => window.stamp });
"""
"""Every press of a page comes at the same time, until `stamp` is set forward."""


def stop_time(page: Page) -> None:
    """From now on timers of the page run out only as `page.clock` says: what is shown for a moment
    stays, however slow the machine. The clock has to be installed before the page comes."""
    page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=2))


def posts_to(page: Page, end: str, when: Any = "request") -> list[str]:
    """What is posted to addresses with this end, as it goes out ("requestfinished": as it is
    answered)."""
    posted: list[str] = []

    def note(sent: Request) -> None:
        if sent.method == "POST" and sent.url.endswith(end):
            posted.append(sent.post_data or "")

    page.on(when, note)
    return posted


class Player:
    """Plays the first card that may be played, and bids what the panel proposes."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def game(self) -> Locator:
        """The painted table."""
        return self.page.locator("#game")

    @property
    def playable(self) -> Locator:
        """The cards that may be played now."""
        return self.page.locator(".hand[data-open] .card:not(.no)")

    @property
    def asked(self) -> Locator:
        """What can be pressed when this person is asked for something."""
        return self.page.locator("#bid .go, .hand[data-open], [data-go]")

    @property
    def status(self) -> Locator:
        """The status line."""
        return self.page.locator("#status")

    def start(self, rules: str = TINY, pace: str = "Fast") -> None:
        """Start a game by house rules that came as a link."""
        self.page.goto(f"/new/rules?rules={quote(rules)}")
        self.page.get_by_role("radio", name=pace).check()
        self.page.get_by_role("button", name=re.compile("^play$", re.I)).click()
        expect(self.game).to_be_visible()
        self.page.wait_for_load_state()  # its scripts have run, so no key is lost

    def needs_no_hints(self) -> None:
        """As one who has played here before."""
        self.page.goto("/")
        self.page.context.add_cookies([{"name": "tour", "value": "done", "url": self.page.url}])

    def wait_to_act(self) -> str:
        """Until something is asked: "bid", "play", "next" or "results"."""
        expect(self.asked.first).to_be_attached()
        if self.page.locator("#bid").count():
            return "bid"
        if self.page.locator("a[data-go]").count():
            return "results"
        return "next" if self.page.locator("[data-go]").count() else "play"

    def act(self, press: str = "click") -> str:
        """Do what is asked, and wait until the table shows it. Returns what was asked."""
        asked = self.wait_to_act()
        before = self.moment()
        target = {
            "bid": self.page.locator("#bid .go"),
            "play": self.playable.first,
            "next": self.page.locator("button[data-go]"),
            "results": self.page.locator("a[data-go]"),
        }[asked]
        self._press(target, press, before)
        if asked == "results":
            self.page.wait_for_url("**/results")
        elif asked == "play":
            self._see_it_played(target, press, before)
        else:
            self.wait_for_change(before)
        return asked

    def _press(self, target: Locator, press: str, before: str) -> None:
        """Press it, again where a slow machine kept Playwright from it. Once a press has made its
        target vanish, Playwright may go on looking for it: then the table has changed."""
        for is_last in (False, False, False, True):
            try:
                getattr(target, press)(timeout=5000)
                return
            except TimeoutError:
                if self.moment() != before:
                    return
                if is_last:
                    raise

    def _see_it_played(self, target: Locator, press: str, before: str) -> None:
        """Until the table has changed; pressed once more where the press before was so short ago,
        at the same spot, that this one counted for its second half."""
        with suppress(AssertionError):
            self.wait_for_change(before, timeout=2000)
            return
        self._press(target, press, before)
        self.wait_for_change(before)

    def act_until(self, wanted: str) -> None:
        """Act until this is asked."""
        while self.wait_to_act() != wanted:
            self.act()

    def moment(self) -> str:
        """What tells this moment of the game from every other."""
        return self.game.get_attribute("data-version") or ""

    def wait_for_change(self, before: str, timeout: float | None = None) -> None:
        """Until the table has been painted again."""
        expect(self.game).not_to_have_attribute("data-version", before, timeout=timeout)
