"""Whole games in a real browser, from the first page to the results."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, NewPlayer
from tests.browser.player import Player


def play_to_the_end(player: Player, press: str = "click") -> None:
    """Bid, play and go on until the results are offered, and open them."""
    while player.act(press) != "results":
        pass


def expect_results(player: Player) -> None:
    expect(player.page.locator(".places li")).to_have_count(4)
    expect(player.page.locator(".place")).to_have_text(re.compile("^[1-4]"))


def test_a_newcomer_plays_thirteen_deals_and_finds_them_counted(new_player: NewPlayer):
    player = new_player()
    player.page.goto("/")
    player.page.get_by_role("link", name="Change").first.click()
    player.page.get_by_role("radio", name="7-1-7").check()
    player.page.get_by_role("radio", name="Fast").check()
    player.page.get_by_role("button", name="PLAY").click()
    play_to_the_end(player)
    expect_results(player)
    player.page.get_by_role("link", name="Statistics").first.click()
    expect(player.page.locator("main")).to_contain_text("13")


def test_a_stranger_is_at_a_table_after_two_presses(new_player: NewPlayer):
    player = new_player()
    player.page.goto("/")
    player.page.get_by_role("button", name="Play now").click()
    assert player.wait_to_act() in ("bid", "play")
    expect(player.page.locator(".hand .card")).to_have_count(10)


def test_a_whole_game_by_touch_on_a_small_phone(new_player: NewPlayer):
    player = new_player(PHONE, has_touch=True, is_mobile=True)
    player.start("4_ls10.3_turned_10t-0_hook")
    play_to_the_end(player, press="tap")
    expect_results(player)


def test_a_whole_game_without_javascript(new_player: NewPlayer):
    player = new_player(java_script_enabled=False)
    player.start()
    while not player.page.url.endswith("/results"):
        asked = player.page.locator("#bid .go, .hand[data-open] .card:not(.no), [data-go]")
        if asked.count():
            asked.first.click()
        else:
            player.page.wait_for_timeout(100)
            player.page.reload()
    expect_results(player)
