"""Everything at a table by keyboard alone: the focus is always somewhere, and seen."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import NewPlayer
from tests.browser.player import STANDING_CLOCK, TINY, Player, posts_to
from tests.browser.sites import Still, arrive

WATCHING = """
window.lost = [];
const look = () => {
    const at = document.activeElement;
    const version = document.getElementById("game")?.dataset.version;
    if (!at || at === document.body) return lost.push(`${version}: nowhere`);
    const isDrawn = (element, part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
        return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
    };
    // A radio button shows it on its label or on what stands beside it.
    const places = [at, at.nextElementSibling, at.closest("label")].filter(Boolean);
    const drawn = places.some((each) => isDrawn(each) || isDrawn(each, "::after"));
    if (!drawn) lost.push(`${version}: unseen ${at.outerHTML.slice(0, 90)}`);
};
document.addEventListener("htmx:ws:after:message:incoming", () => requestAnimationFrame(look));
"""
"""After every painting: where the focus is lost or isn't seen."""


def focused(page: Page) -> str:
    """What has the focus, in a few words."""
    text: str = page.evaluate(
        "(({ id, ariaLabel, innerText }) => [id, ariaLabel, innerText].join(' '))"
        "(document.activeElement)"
    )
    return text


def tab_to(page: Page, name: str, key: str = "Tab") -> None:
    """Press Tab until what has the focus is called so."""
    for _ in range(80):
        page.keyboard.press(key)
        if name in focused(page):
            return
    raise AssertionError(f"no {key} leads to {name}")


def press_keys_for(player: Player, asked: str) -> None:
    """Where the focus has gone by itself, Enter is enough; in the hand arrows find a card."""
    page = player.page
    if asked == "play":
        focus = page.locator(":focus")
        expect(focus).to_have_class(re.compile(r"\bcard\b"))
        page.keyboard.press("ArrowRight")  # who presses Enter anew at once may not mean a card
        while "no" in (focus.get_attribute("class") or "").split():
            page.keyboard.press("ArrowRight")
    elif asked == "bid":
        page.keyboard.press("1")
        page.keyboard.press("ArrowUp")
    else:
        expect(page.locator("[data-go]")).to_be_focused()
    page.keyboard.press("Enter")


def test_a_whole_game_and_the_next_one_by_keyboard_alone(new_player: NewPlayer):
    player = new_player()
    page = player.page
    page.add_init_script(WATCHING)
    page.goto(f"/new/rules?rules={TINY}&pace=fast")
    tab_to(page, "PLAY")
    page.keyboard.press("Enter")
    page.wait_for_url("**/game/*")
    asked = ""
    while asked != "results":
        asked, before = player.wait_to_act(), player.moment()
        press_keys_for(player, asked)
        if asked != "results":
            player.wait_for_change(before)
            assert page.evaluate("lost") == []
    page.wait_for_url("**/results")
    expect(page.locator(".places li")).to_have_count(4)
    tab_to(page, "Play again")
    page.keyboard.press("Enter")
    assert player.wait_to_act() in ("bid", "play")
    expect(page.locator(":focus")).to_have_count(1)


def test_what_is_opened_by_keyboard_closes_by_escape_and_gives_the_focus_back(
    chromium: Browser, still: Still
):
    context = arrive(chromium, still, "ann")
    page = context.new_page()
    page.goto(still.stages["taken"])
    page.wait_for_load_state()
    for name, opened in (
        ("Menu", "#menu"),
        ("Last trick", "#last-trick"),
        ("Score sheet", "#score-sheet"),
    ):
        tab_to(page, name)
        was = focused(page)
        page.keyboard.press("Enter")
        expect(page.locator(opened)).to_be_visible()
        assert page.evaluate(f"document.querySelector('{opened}').contains(document.activeElement)")
        page.keyboard.press("Escape")
        expect(page.locator(opened)).to_be_hidden()
        assert focused(page) == was
    context.close()


def test_chat_and_the_menu_about_a_person_give_the_focus_back(chromium: Browser, still: Still):
    context = arrive(chromium, still, "ann")
    page = context.new_page()
    page.goto(still.stages["talking"])
    page.wait_for_load_state()
    for name, opened in (("Chat", "#chat"), ("Ben", "#person")):
        tab_to(page, name)
        was = focused(page)
        page.keyboard.press("Enter")
        expect(page.locator(opened)).to_be_visible()
        page.wait_for_function(
            f"document.querySelector('{opened}').contains(document.activeElement)"
        )
        page.keyboard.press("Escape")
        expect(page.locator(opened)).to_be_hidden()
        assert focused(page) == was
    context.close()


def test_the_first_stop_leads_past_the_navigation(chromium: Browser, still: Still):
    context = arrive(chromium, still, "ann")
    page = context.new_page()
    for address in ("/", still.stages["taken"]):
        page.goto(address)
        tab_to(page, "Skip to the content", "Shift+Tab" if "game" in address else "Tab")
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        assert page.evaluate("document.querySelector('#main').contains(document.activeElement)")
    context.close()


def test_a_key_pressed_too_early_shows_the_end_of_a_deal_and_skips_nothing(
    chromium: Browser, still: Still
):
    context = arrive(chromium, still, "ann")
    page = context.new_page()
    slowly = context.new_cdp_session(page)  # the last trick lies as long as the machine needs
    slowly.send("Animation.enable")
    slowly.send("Animation.setPlaybackRate", {"playbackRate": 0.01})
    page.goto(still.stages["deal-end"])
    page.wait_for_load_state()
    assert not page.locator("#deal-end").is_visible()
    page.keyboard.press("Enter")
    slowly.send("Animation.setPlaybackRate", {"playbackRate": 1})
    expect(page.get_by_role("button", name="NEXT")).to_be_focused()
    expect(page.locator("#bid")).to_have_count(0)
    context.close()


def test_keys_pressed_twice_at_once_or_held_do_one_thing(new_player: NewPlayer):
    player = new_player()
    page = player.page
    page.add_init_script(STANDING_CLOCK)
    player.needs_no_hints()
    player.start()
    bids, plays = posts_to(page, "/bid"), posts_to(page, "/play")
    player.act_until("next")
    expect(page.locator("button[data-go]")).to_be_focused()
    before, sent = player.moment(), len(bids)
    page.keyboard.press("Enter")
    player.wait_for_change(before)
    assert player.wait_to_act() == "bid"
    expect(page.locator("#bid input:checked")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    page.evaluate("stamp += 500")
    before = player.moment()
    assert len(bids) == sent
    page.keyboard.down("Enter")
    player.wait_for_change(before)
    assert len(bids) == sent + 1
    assert player.wait_to_act() == "play"
    sent = len(plays)
    card = page.locator(":focus")
    expect(card).to_have_class(re.compile(r"\bcard\b"))
    page.evaluate("stamp += 500")
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    assert len(plays) == sent
    before = player.moment()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    player.playable.first.press("Enter")
    player.wait_for_change(before)
    assert len(plays) == sent + 1


def test_keys_that_move_on_are_meant_for_what_is_there(new_player: NewPlayer):
    player = new_player()
    page = player.page
    page.add_init_script(STANDING_CLOCK)
    player.start()
    assert player.wait_to_act() == "bid"
    page.locator("[data-opens]").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#score-sheet")).to_be_visible()
    page.keyboard.press("Tab")
    tab_to(page, "Close", "Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#score-sheet")).to_be_hidden()
