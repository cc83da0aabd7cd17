"""Pages on a small phone: nothing is wider than its screen."""

import pytest
from playwright.sync_api import Page

from games.rules import PRESETS
from tests.browser.conftest import PHONE, NewPlayer

ADDRESSES = ("/", "/new/rules", "/statistics", "/games", "/settings", "/guide", "/account/signup/")


def assert_fits(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["width"], f"{page.url} is {wide} wide"


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_is_no_wider_than_a_phone(address: str, new_player: NewPlayer):
    page = new_player(PHONE).page
    page.goto(address)
    assert_fits(page)


def test_the_choices_of_no_preset_are_wider_than_a_phone(new_player: NewPlayer):
    page = new_player(PHONE).page
    for preset in PRESETS:
        page.goto(f"/new?preset={preset}")
        assert_fits(page)


def test_the_button_to_play_is_in_sight_on_a_phone_on_its_side(new_player: NewPlayer):
    page = new_player({"width": 844, "height": 390}).page
    page.goto("/new")
    box = page.locator(".f-go .btn").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 390


def test_what_a_game_came_to_is_no_wider_than_a_phone(new_player: NewPlayer):
    player = new_player(PHONE)
    player.start("8_ls2.1_turned_10t-1t")
    page, table = player.page, player.page.url
    player.act_until("results")
    page.goto(f"{table}/sheet")
    assert_fits(page)
    page.goto(f"{table}/results")
    assert_fits(page)
    page.goto("/statistics")
    assert_fits(page)
