"""The form by which moderators act asks only what belongs to what they choose."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.sites import Filled, arrive

ASKED = ("length", "until", "name", "reason")


def asked(page: Page) -> set[str]:
    return {name for name in ASKED if page.locator(f".act [name={name}]").is_visible()}


@pytest.mark.parametrize("where", ["act", "report", "log"])
def test_nothing_is_asked_before_a_choice_but_why(chromium: Browser, filled: Filled, where):
    page = arrive(chromium, filled, "bea").new_page()
    page.goto(filled.admin[where])
    assert asked(page) == {"reason"}


def test_only_what_belongs_to_an_act_is_asked(chromium: Browser, filled: Filled):
    page = arrive(chromium, filled, "bea").new_page()
    page.goto(filled.admin["act"])
    kind, length = page.locator("[name=kind]"), page.locator("[name=length]")
    kind.select_option("mute")
    assert asked(page) == {"length", "reason"}
    length.select_option("")
    assert asked(page) == {"length", "until", "reason"}
    kind.select_option("rename")
    assert asked(page) == {"name", "reason"}
    kind.select_option("ban")
    assert asked(page) == {"reason"}


@pytest.mark.parametrize("width", [390, 844, 1280])
@pytest.mark.parametrize("locale", ["en", "ru", "ro"])
def test_no_list_is_wider_than_the_window(chromium: Browser, filled: Filled, locale, width):
    window = {"width": width, "height": 800}
    context = arrive(chromium, filled, "bea", locale=locale, viewport=window)
    page = context.new_page()
    for name in ("games/report", "games/game", "accounts/user", "accounts/act"):
        page.goto(f"/admin/{name}/")
        box = page.locator("#changelist-form .results")
        assert box.evaluate("(box) => box.scrollWidth <= box.clientWidth"), name
