"""The connection of live pages: when it is lost that is said, and it comes back by itself."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, NewPlayer
from tests.browser.player import Player
from tests.browser.together import opened
from tests.server import until

pytestmark = pytest.mark.browser

IS_CONNECTED = """
document.querySelector("[hx-ws\\\\:connect]")._htmx?.ws?.connection?.socket.readyState === 1
"""
LOOK_AWAY = "Object.defineProperty(document, 'hidden', {value: true, configurable: true})"
LOOK_AGAIN = "delete document.hidden"
TELL = "document.dispatchEvent(new Event('visibilitychange'))"


def at_the_lobby(player: Player) -> None:
    player.page.goto("/lobby")


def connected(player: Player, go: Callable[[Player], object]) -> None:
    """Go to a live page, and wait until its socket is open."""
    go(player)
    until(lambda: player.page.evaluate(IS_CONNECTED))


@pytest.mark.parametrize("go", [at_the_lobby, opened, Player.start])
def test_a_phone_without_a_network_says_so_and_comes_back(new_player: NewPlayer, go):
    player = new_player(PHONE, may_lose_server=True)
    connected(player, go)
    sign = player.page.get_by_text("The connection is lost. Trying again…")
    player.page.context.set_offline(True)
    expect(sign).to_be_visible()
    player.page.context.set_offline(False)
    expect(sign).to_be_hidden(timeout=20_000)


def test_a_press_without_an_answer_is_given_back_over_a_new_socket(new_player: NewPlayer):
    player = new_player(may_lose_server=True)
    connected(player, Player.start)
    player.act_until("play")
    player.page.route("**/play", lambda route: route.abort())
    with player.page.expect_websocket():
        player.playable.first.click()
    player.page.unroute("**/play")
    expect(player.page.locator("#lost")).to_be_hidden()
    assert player.act() == "play"


def test_who_looks_again_after_a_while_sees_the_table_over_a_new_socket(new_player: NewPlayer):
    player = new_player()
    player.page.clock.install()
    connected(player, Player.start)
    player.page.evaluate(f"{LOOK_AWAY}; {TELL}")
    player.page.clock.fast_forward(31_000)
    with player.page.expect_websocket():
        player.page.evaluate(f"{LOOK_AGAIN}; {TELL}")
    expect(player.page.locator("#lost")).to_be_hidden()
    player.act()
