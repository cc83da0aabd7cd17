"""The table in a real browser: what happens between two presses."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import DESKTOP, PHONE, NewPlayer
from tests.browser.player import STANDING_CLOCK, Player, posts_to, stop_time
from tests.browser.sites import Still, arrive, environment_in
from tests.browser.together import sit_together
from tests.server import free_port, serving, until

LANDSCAPE = {"width": 844, "height": 390}
FOLLOWING = "4_ls10_turned_10t-0_hook"

MEETING = """() => {
  const boxes = [...document.querySelectorAll(".tag, .bid")];
  const all = boxes.map((box) => box.getBoundingClientRect());
  const meet = (a, b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return all.filter((a, at) => all.some((b, other) => other > at && meet(a, b)));
}"""
"""The plates that lie on another, or under the bid panel."""


def at_a_card_that_may_not_be_played(player: Player) -> None:
    """Play on until some card in the hand may not be played."""
    player.act_until("play")
    while not player.page.locator(".hand[data-open] .card.no").count():
        player.act()
        player.wait_to_act()
    player.page.wait_for_timeout(450)  # the next press is no second half of the last one


def test_a_refused_card_shakes_and_stays_and_the_status_says_why(new_player: NewPlayer):
    player = new_player()
    player.page.clock.install()
    player.start(FOLLOWING)
    at_a_card_that_may_not_be_played(player)
    before = player.moment()
    stop_time(player.page)
    player.page.locator(".hand .card.no").first.click(force=True)
    expect(player.page.locator(".hand .card.shake")).to_have_count(1)
    refusal = player.page.locator("#status .here")
    expect(refusal).to_contain_text("You must follow")
    player.page.clock.run_for(2400)
    assert refusal.is_visible()
    player.page.clock.run_for(200)
    assert refusal.count() == 0
    assert player.moment() == before


def test_a_refusal_of_the_server_stays_whatever_is_painted_and_is_told_once(new_player: NewPlayer):
    player = new_player(may_be_refused=True)
    player.needs_no_hints()
    player.start()
    player.act_until("play")
    player.page.evaluate(
        """() => {
            window.alerts = 0;
            new MutationObserver((changes) => {
                const added = changes.flatMap((each) => [...each.addedNodes]);
                const alert = "[role=alert]";
                const isAlert = (node) => node.matches?.(alert) || node.querySelector?.(alert);
                alerts += added.filter(isAlert).length;
            }).observe(document.getElementById("main"), { childList: true, subtree: true });
            document.addEventListener("htmx:after:swap", () => {
                document.getElementById("status").textContent = "Painted anew.";
                const detail = { message: { data: "<main>" } };
                const event = "htmx:ws:after:message:incoming";
                document.dispatchEvent(new CustomEvent(event, { detail }));
                window.shown = document.getElementById("status").textContent;
            }, { once: true });
            document.querySelector("#hand-form [name=turn]").value = "0";
        }"""
    )
    player.playable.first.press("Enter")
    until(lambda: player.page.evaluate("window.shown"))
    assert "moved on" in player.page.evaluate("shown")
    expect(player.status).to_have_text("Painted anew.")  # once it could be read
    assert player.page.evaluate("alerts") == 1


def test_a_card_dragged_onto_the_table_is_played(new_player: NewPlayer):
    player = new_player()
    player.start()
    player.act_until("play")
    before, code = player.moment(), player.playable.first.get_attribute("value")
    player.playable.first.drag_to(player.page.locator(".mat"))
    player.wait_for_change(before)
    expect(player.page.locator(f'.hand .card[value="{code}"]')).to_have_count(0)


def test_a_card_dragged_by_a_finger_onto_the_table_is_played(new_player: NewPlayer):
    player = new_player(PHONE, has_touch=True)
    player.start()
    player.act_until("play")
    before, card = player.moment(), player.playable.first.bounding_box()
    mat = player.page.locator(".mat").bounding_box()
    assert card
    assert mat
    touch = player.page.context.new_cdp_session(player.page)
    start = {"x": card["x"] + 20, "y": card["y"] + 20}
    end = {"x": start["x"], "y": mat["y"] + mat["height"] / 2}
    for kind, points in (("touchStart", [start]), ("touchMove", [end]), ("touchEnd", [])):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    player.wait_for_change(before)


def test_a_press_brings_the_end_of_the_deal_at_once(new_player: NewPlayer):
    player = new_player()
    player.start("3_ls1.1_turned_10t-0_hook", pace="Slow")
    player.act_until("play")
    player.act()
    sheet = player.page.locator("#deal-end")
    sheet.wait_for(state="attached")
    player.page.mouse.click(20, 300)
    waits = "sheet => sheet.getAnimations().some((each) => each.effect.getTiming().delay > 0)"
    assert not sheet.evaluate(waits)


def test_a_card_dragged_sideways_keeps_its_place_until_sorted(new_player: NewPlayer):
    player = new_player()
    player.start("4_ls5_turned_10t-0_hook")
    player.wait_to_act()
    cards = player.page.locator(".hand .card")
    first, last = cards.first, cards.last
    first.drag_to(last, target_position={"x": 60, "y": 60})
    until(lambda: x_of(first) > x_of(cards.nth(1)))
    player.page.get_by_role("button", name="Sort hand").click()
    until(lambda: x_of(first) < x_of(cards.nth(1)))


def test_a_card_is_moved_along_the_hand_by_shift_and_arrows(new_player: NewPlayer):
    player = new_player()
    player.start("4_ls5_turned_10t-0_hook")
    player.wait_to_act()
    cards = player.page.locator(".hand .card")
    cards.first.focus()
    player.page.keyboard.press("Shift+ArrowRight")
    until(lambda: x_of(cards.nth(1)) < x_of(cards.first) < x_of(cards.nth(2)))
    expect(cards.first).to_be_focused()


def x_of(card: object) -> float:
    box = card.bounding_box()  # type: ignore[attr-defined]
    return float(box["x"])


def test_a_double_press_plays_one_card(new_player: NewPlayer):
    player = new_player()
    player.start("4_ls5_turned_10t-0_hook")
    player.act_until("play")
    before = player.moment()
    player.playable.first.dblclick()
    player.wait_for_change(before)
    player.wait_to_act()
    expect(player.page.locator(".hand .card")).to_have_count(4)


def test_a_double_tap_plays_one_card_whatever_is_painted_between(new_player: NewPlayer):
    player = new_player(PHONE, has_touch=True)
    player.page.add_init_script(STANDING_CLOCK)
    player.needs_no_hints()
    player.start("4_ls6_turned_10t-0_hook")
    plays, taken = posts_to(player.page, "/play"), 0
    while player.wait_to_act() != "results":
        player.page.evaluate("stamp += 500")
        if player.wait_to_act() == "bid":
            player.act()
            continue
        before, box = player.moment(), player.playable.first.bounding_box()
        assert box
        spot = (box["x"] + 15, box["y"] + 40)
        player.page.touchscreen.tap(*spot)
        player.wait_for_change(before)
        for _ in range(2):
            player.page.touchscreen.tap(*spot)
        taken += 1
        assert player.page.locator(".hand .card.ahead").count() == 0
        assert len(plays) == taken
    assert taken == 6


def test_a_press_elsewhere_is_never_held_up(new_player: NewPlayer):
    player = new_player(PHONE)
    player.page.add_init_script(STANDING_CLOCK)
    player.needs_no_hints()
    player.start("4_ls13_none_10t-0")
    assert player.wait_to_act() == "bid"
    more, before = player.page.get_by_role("button", name="One more"), player.moment()
    start = int(player.page.locator("#bid-number").inner_text())
    for _ in range(3):
        more.click()
    expect(player.page.locator("#bid-number")).to_have_text(str(start + 3))
    player.page.locator("#bid .go").click()
    player.wait_for_change(before)


def test_a_card_pressed_before_the_turn_is_played_when_it_comes(new_player: NewPlayer):
    player = new_player()
    player.start("4_ls5_turned_10t-0_hook", pace="Slow")
    own = ".mat .played:not(.slot)[data-at='0']"
    led = f"#game:has(#status:text('Led:')):not(:has({own})) .hand[data-ahead] .card:not(.later)"
    card = player.page.locator(led).first
    expect(card.or_(player.asked).first).to_be_attached()
    while not card.count():
        player.act()
        expect(card.or_(player.asked).first).to_be_attached()
    code = card.get_attribute("value")
    chosen = player.page.locator(f'.hand .card.ahead[value="{code}"]')
    card.click()
    expect(chosen).to_have_attribute("aria-pressed", "true")
    expect(player.status).to_contain_text("Your next card")
    chosen.click()
    expect(player.status).not_to_contain_text("Your next card")
    player.page.locator(f'.hand .card[value="{code}"]').click()
    expect(player.page.locator(f'.hand .card[value="{code}"]')).to_have_count(0)


def test_numbers_and_arrows_choose_a_bid(new_player: NewPlayer):
    player = new_player()
    player.start("4_ls13_none_10t-0")
    player.wait_to_act()
    player.page.keyboard.type("12")
    expect(player.page.locator("#bid-number")).to_have_text("12")
    player.page.get_by_role("button", name="One more").click()
    expect(player.page.locator("#bid-number")).to_have_text("13")


def test_pausing_stops_the_table_and_continuing_goes_on(new_player: NewPlayer):
    player = new_player()
    player.start()
    player.page.get_by_role("button", name="Menu").click()
    player.page.get_by_role("button", name="Pause").click()
    expect(player.page.get_by_role("heading", name="Paused")).to_be_visible()
    player.page.get_by_role("button", name="CONTINUE").click()
    expect(player.page.get_by_role("heading", name="Paused")).to_have_count(0)
    player.wait_to_act()


def test_the_last_trick_and_the_score_sheet_are_a_press_away(new_player: NewPlayer):
    player = new_player()
    player.start()
    player.act_until("next")
    player.page.locator("#deal-end").get_by_role("link", name="Score sheet").click()
    expect(player.page.locator("#score-sheet table.scores tbody tr")).to_have_count(1)
    player.page.keyboard.press("Escape")
    player.page.locator("button[data-go]").click()
    expect(player.page.locator("#deal-end")).to_have_count(0)


def test_a_sheet_over_the_table_holds_the_keyboard(new_player: NewPlayer):
    player = new_player()
    player.start()
    player.act_until("next")
    go = player.page.locator("#deal-end [data-go]")
    expect(go).to_be_focused()
    reached = set()
    for _ in range(6):
        player.page.keyboard.press("Tab")
        reached.add(player.page.evaluate("document.activeElement.closest('section, main')?.id"))
    assert "deal-end" in reached
    assert reached <= {"deal-end", None}
    expect(player.page.locator("#status")).to_contain_text("is over")


def test_a_dialog_closed_over_a_sheet_gives_the_keyboard_back(new_player: NewPlayer):
    player = new_player()
    player.start()
    player.page.get_by_role("button", name="Menu").click()
    player.page.get_by_role("button", name="Pause").click()
    expect(player.page.get_by_role("button", name="CONTINUE")).to_be_focused()
    player.page.locator("#paused .icon-btn").click()
    expect(player.page.locator("#menu")).to_be_visible()
    player.page.keyboard.press("Escape")
    inside = "document.getElementById('paused').contains(document.activeElement)"
    assert player.page.evaluate(inside)


def test_giving_up_is_asked_anew_each_time_the_menu_opens(new_player: NewPlayer):
    player = new_player()
    player.start()
    menu = player.page.get_by_role("button", name="Menu")
    sure = player.page.get_by_role("button", name="Give up this game")
    menu.click()
    player.page.locator("#menu summary").click()
    expect(sure).to_be_visible()
    player.page.get_by_role("button", name="Play on").click()
    menu.click()
    expect(sure).to_be_hidden()


def test_the_score_sheet_opens_at_the_last_deal(new_player: NewPlayer):
    player = new_player(LANDSCAPE)
    player.start("3_ls1.1.1.1.1.1.1.1_turned_10t-0_hook")
    player.act_until("results")
    player.page.locator("#deal-end").get_by_role("link", name="Score sheet").click()
    expect(player.page.locator("#score-sheet tbody tr").last).to_be_in_viewport(ratio=0.9)
    assert player.page.locator("#score-box").evaluate("box => box.scrollTop") > 0


@pytest.mark.parametrize("seats", range(3, 9))
def test_every_name_at_the_end_of_a_deal_stays_on_one_line(new_player: NewPlayer, seats: int):
    player = new_player(PHONE)
    player.start(f"{seats}_ls1.1_turned_10t-0_hook")
    player.act_until("next")
    names = player.page.locator("#deal-end tbody .nm")
    expect(names).to_have_count(seats)
    lines = names.evaluate_all("all => all.map(name => name.getClientRects().length)")
    assert lines == [1] * seats


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE, DESKTOP])
def test_the_name_of_a_guest_is_read_whole_on_every_plate(
    new_player: NewPlayer, size: dict[str, int]
):
    player = new_player(size)
    player.start("4_ls5_turned_10t-0_hook")
    player.act_until("play")
    names = player.page.locator(".tag .name")
    names.evaluate_all("all => all.map(name => name.innerHTML = '<span></span><i class=d>D</i>')")
    spans = names.locator("> span")
    spans.evaluate_all("all => all.map(each => each.append('Guest VLWH'))")
    assert (
        spans.evaluate_all("all => all.map(each => each.scrollWidth - each.clientWidth)") == [0] * 3
    )


def test_two_tabs_show_the_same_table(new_player: NewPlayer):
    player = new_player()
    player.start()
    other = Player(player.page.context.new_page())
    other.page.goto(player.page.url)
    player.wait_to_act()
    other.wait_to_act()
    before = other.moment()
    player.page.locator("#bid .go, .hand[data-open] .card:not(.no)").first.click()
    other.wait_for_change(before)


@pytest.mark.parametrize("seats", range(3, 9))
def test_nothing_leaves_a_small_screen(new_player: NewPlayer, seats: int):
    player = new_player(PHONE)
    player.start(f"{seats}_ls6_turned_10t-0_hook")
    player.wait_to_act()
    assert player.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert player.page.evaluate("document.documentElement.scrollHeight") <= PHONE["height"]
    for part in player.page.locator(".tag, .hand .card, .tray, .bid").all():
        box = part.bounding_box()
        assert box
        assert box["x"] >= -1
        assert box["x"] + box["width"] <= PHONE["width"] + 1
        assert box["y"] + box["height"] <= PHONE["height"] + 1


@pytest.mark.parametrize("seats", [4, 5, 8])
def test_every_mark_is_seen_and_no_plate_lies_on_another_or_under_the_bid(
    new_player: NewPlayer, environment: dict[str, str], seats: int
):
    ann = new_player()
    sit_together(environment, ann, new_player(), rules=f"{seats}_ls6_turned_10t-0_sim")
    assert ann.wait_to_act() == "bid"
    for size in (PHONE, LANDSCAPE, DESKTOP):
        ann.page.set_viewport_size(size)  # type: ignore[arg-type]
        computers = ann.page.get_by_role("img", name="computer")
        expect(computers.filter(visible=True)).to_have_count(seats - 2)
        until(lambda: not ann.page.evaluate(MEETING), lambda: ann.page.evaluate(MEETING))


def test_a_killed_server_comes_back_to_the_same_moment(new_player: NewPlayer, tmp_path: Path):
    environment, port = environment_in(tmp_path), free_port()
    with serving(environment, port) as server:
        player = new_player(at=f"http://127.0.0.1:{port}", may_lose_server=True)
        player.start("4_ls2_turned_10t-0_hook", pace="Normal")
        player.wait_to_act()
        player.page.locator("#bid .go").click()
        server.kill()
    expect(player.page.locator("#lost")).to_be_visible()
    with serving(environment, port):
        expect(player.page.locator("#lost")).to_be_hidden(timeout=30_000)
        player.act_until("results")
        expect(player.page.locator("#deal-end")).to_contain_text(re.compile("Deal 1"))


NAME_CUT = """() => {
    const name = document.querySelector(".tag .by-end bdi").firstChild;
    name.data = "Guest Bartholomew";
    const plate = name.parentElement.closest(".by-end");
    const end = new Range();
    end.setStart(name, 14);
    end.setEnd(name, 17);
    const [inner, outer] = [end.getBoundingClientRect(), plate.getBoundingClientRect()];
    const isCut = plate.scrollWidth > plate.clientWidth;
    return [isCut, outer.left <= inner.left && inner.right <= outer.right + 0.5];
}"""
"""Whether a guest's long name is cut on a plate, and whether its end is seen."""


def test_of_a_guests_name_that_is_too_long_the_end_is_seen(
    new_player: NewPlayer, environment: dict[str, str]
):
    player, other = new_player({"width": 360, "height": 640}), new_player()
    sit_together(environment, player, other)
    assert player.page.evaluate(NAME_CUT) == [True, True]


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE, DESKTOP])
def test_a_hint_lies_on_nothing_that_can_be_pressed(
    size: dict[str, int], new_player: NewPlayer, environment: dict[str, str]
):
    player, other = new_player(size), new_player()
    sit_together(environment, player, other)
    expect(player.page.locator("#tour")).to_be_visible()
    for name in ("Menu", "Chat", "Guide"):
        player.page.locator(f".bar [aria-label^='{name}']").click(trial=True, timeout=5000)
    player.page.locator("#bid .go").click(trial=True, timeout=5000)
    if size == DESKTOP:  # where the chat stands beside the table
        player.page.locator("[data-chat-open]").click()
        player.page.locator("[data-chat-close]").click(trial=True, timeout=5000)
        ends = "(id) => document.getElementById(id).getBoundingClientRect().right"
        assert player.page.evaluate(ends, "tour") < player.page.evaluate(ends, "game")


def test_hints_of_a_first_game_go_with_their_moment_and_never_return(new_player: NewPlayer):
    player = new_player(PHONE)
    player.start()
    player.wait_to_act()
    hint = player.page.locator("#tour")
    expect(hint).to_contain_text("How many tricks")
    player.act()
    expect(hint).not_to_contain_text("How many tricks", use_inner_text=True)
    player.act_until("next")
    expect(hint).to_contain_text("Here you see who made their bid.", use_inner_text=True)
    hint.get_by_role("button", name="No more hints").click()
    expect(hint).to_be_hidden()
    player.page.reload()
    expect(player.page.locator("#tour")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE, DESKTOP])
def test_a_refusal_is_read_before_a_hint(size: dict[str, int], chromium: Browser, still: Still):
    context = arrive(chromium, still, "fay", viewport=size)
    page = context.new_page()
    page.clock.install()
    page.goto(still.stages["first-follow"])
    page.wait_for_load_state()
    hint = page.locator("#tour")
    expect(hint).to_be_visible()
    stop_time(page)
    page.locator(".hand .no").first.press("Enter")
    expect(page.locator("#status .here")).to_be_visible()
    expect(hint).to_be_hidden()
    page.clock.run_for(2600)
    expect(hint).to_be_visible()
    context.close()
