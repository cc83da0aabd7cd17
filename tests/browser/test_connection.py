"""The connection of live pages: when it is lost that is said, and it comes back by itself."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, NewPlayer
from tests.browser.player import Player, posts_to
from tests.browser.together import opened
from tests.server import until

pytestmark = pytest.mark.browser

IS_CONNECTED = """
document.querySelector("[hx-ws\\\\:connect]")._htmx?.ws?.connection?.socket.readyState === 1
"""
WORKER = "navigator.serviceWorker.ready.then(({ active }) => active.state)"
LOOK_AWAY = "Object.defineProperty(document, 'hidden', {value: true, configurable: true})"
LOOK_AGAIN = "delete document.hidden"
TELL = "document.dispatchEvent(new Event('visibilitychange'))"


def at_the_lobby(player: Player) -> None:
    player.page.goto("/lobby")


def connected(player: Player, go: Callable[[Player], object]) -> None:
    """Go to a live page, and wait until its socket is open and its worker is there: a browser
    complains of one that it has only half when the line goes."""
    go(player)
    until(lambda: player.page.evaluate(IS_CONNECTED))
    player.page.evaluate("navigator.serviceWorker.ready.then(() => true)")


@pytest.mark.parametrize("go", [at_the_lobby, opened, Player.start])
def test_a_phone_without_a_network_says_so_and_comes_back(new_player: NewPlayer, go):
    player = new_player(PHONE, may_lose_server=True)
    connected(player, go)
    sign = player.page.get_by_text("The connection is lost. Trying again…")
    player.page.context.set_offline(True)
    expect(sign).to_be_visible()
    player.page.context.set_offline(False)
    expect(sign).to_be_hidden()


def test_a_press_without_an_answer_is_made_again_over_a_new_socket(new_player: NewPlayer):
    player = new_player(may_lose_server=True)
    connected(player, Player.start)
    player.act_until("play")
    card, before = player.playable.first.get_attribute("value"), player.moment()
    player.page.route("**/play", lambda route: route.abort(), times=1)
    with player.page.expect_websocket():
        player.playable.first.click()
    player.wait_for_change(before)
    expect(player.page.locator(f'.hand .card[value="{card}"]')).to_have_count(0)


def test_a_press_while_the_connection_is_lost_is_kept_and_said(new_player: NewPlayer):
    player = new_player(may_lose_server=True)
    connected(player, Player.start)
    assert player.wait_to_act() == "bid"
    before = player.moment()
    player.page.context.set_offline(True)
    expect(player.page.locator("#lost")).to_be_visible()
    player.page.get_by_role("button", name="One more").click()
    bid = player.page.locator("#bid-number").inner_text()
    player.page.get_by_role("button", name="BID").click()
    expect(player.page.locator("#lost")).to_contain_text("Your press is kept")
    player.page.context.set_offline(False)
    player.wait_for_change(before)
    expect(player.page.locator("#bid")).to_have_count(0)
    expect(player.page.locator(".me .badge")).to_contain_text(bid)


def test_a_kept_press_that_comes_too_late_is_said_not_to_be_done(new_player: NewPlayer):
    player = new_player(may_lose_server=True)
    connected(player, Player.start)
    assert player.wait_to_act() == "bid"
    other = Player(player.page.context.new_page())
    player.page.evaluate("document.body.classList.add('is-lost')")
    player.page.get_by_role("button", name="BID").click()
    other.page.goto(player.page.url)
    other.page.wait_for_load_state()
    other.act()
    expect(player.status).to_contain_text("Nothing was done")


def test_what_is_pressed_in_the_menu_without_a_line_is_kept_and_said(new_player: NewPlayer):
    player = new_player(PHONE, may_lose_server=True)
    connected(player, Player.start)
    page = player.page
    slow, pause = (page.locator("#menu button", has_text=it) for it in ("Slow", "Pause"))
    page.context.set_offline(True)
    expect(page.locator("#lost")).to_be_visible()
    for button in (slow, pause):
        page.get_by_role("button", name="Menu").click()
        button.click()
        expect(page.locator("#menu")).to_be_hidden()
        expect(page.locator("#lost")).to_contain_text("Your press is kept")
    expect(slow).to_have_attribute("aria-pressed", "false")
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Paused")).to_be_visible()
    expect(player.game).to_have_attribute("data-pace", "slow")
    expect(slow).to_have_attribute("aria-pressed", "true")


def test_a_press_in_the_menu_without_an_answer_is_made_again(new_player: NewPlayer):
    player = new_player(PHONE, may_lose_server=True)
    connected(player, Player.start)
    page = player.page
    page.route("**/pace", lambda route: route.abort(), times=1)
    page.get_by_role("button", name="Menu").click()
    page.locator("#menu").get_by_role("button", name="Slow").click()
    expect(player.game).to_have_attribute("data-pace", "slow")


def test_a_score_sheet_that_cannot_be_had_says_so(new_player: NewPlayer):
    player = new_player(PHONE, may_lose_server=True)
    connected(player, Player.start)
    page = player.page
    page.context.set_offline(True)
    page.locator(".tray").get_by_role("link", name="Score sheet").click()
    expect(page.locator("#score-box")).to_contain_text("The score sheet can’t be shown")
    page.context.set_offline(False)
    expect(page.locator("body")).not_to_have_class(re.compile("is-lost"))
    page.keyboard.press("Escape")
    page.locator(".tray").get_by_role("link", name="Score sheet").click()
    expect(page.locator("#score-box table")).to_be_visible()


def test_a_press_on_a_page_without_a_line_leads_to_a_page_of_ours_and_back(new_player: NewPlayer):
    player = new_player(PHONE, may_lose_server=True)
    page = player.page
    page.goto("/lobby")
    until(lambda: page.evaluate(WORKER) == "activated")
    posted = posts_to(page, "/quick")
    page.context.set_offline(True)
    page.locator('form[action="/tables/quick"] button').click()
    expect(page.get_by_role("heading", name="The connection is lost")).to_be_visible()
    expect(page.locator("#pressed")).to_be_visible()
    page.context.set_offline(False)
    page.wait_for_url("**/lobby")
    expect(page.locator('form[action="/tables/quick"]')).to_be_visible()
    assert len(posted) == 1


def test_a_press_at_a_live_page_wakes_no_worker(new_player: NewPlayer):
    player = new_player()
    page = player.page
    page.goto("/")
    until(lambda: page.evaluate(WORKER) == "activated")
    player.start()
    player.wait_to_act()
    assert page.evaluate("Boolean(navigator.serviceWorker.controller)")
    seen: list[str] = []
    browser = page.context.new_cdp_session(page)
    browser.on(
        "ServiceWorker.workerVersionUpdated",
        lambda it: seen.extend(each["runningStatus"] for each in it["versions"]),
    )
    browser.send("ServiceWorker.enable")
    browser.send("ServiceWorker.stopAllWorkers")
    until(lambda: page.evaluate("1") and seen[-1:] == ["stopped"])
    seen.clear()
    player.act()
    assert seen == []
    page.goto("/guide")
    assert "starting" in seen, "a page does"


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
