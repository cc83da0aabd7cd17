"""Two people who talk at a table, each in a real browser."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import PHONE, NewPlayer
from tests.browser.player import Player
from tests.browser.together import sit_together


@pytest.fixture
def pair(new_player: NewPlayer, environment: dict[str, str]) -> tuple[Player, Player]:
    """Ann, on a desktop, and Ben, on a phone."""
    both = new_player(), new_player(PHONE)
    sit_together(environment, *both)
    return both


def button(player: Player) -> Locator:
    return player.page.get_by_role("button", name="Chat", exact=True)


def box(player: Player) -> Locator:
    return player.page.get_by_label("Message")


def log(player: Player) -> Locator:
    return player.page.locator("#chat-log li")


def write(player: Player, text: str) -> None:
    box(player).fill(text)
    box(player).press("Enter")


def unread(player: Player) -> str:
    """The number on the button."""
    after = button(player).evaluate("each => getComputedStyle(each, '::after').content")
    number = player.page.evaluate("document.body.style.getPropertyValue('--unread')")
    return "" if after == "none" else str(number)


def test_what_one_writes_the_other_reads_and_the_box_is_empty_again(pair):
    ann, ben = pair
    for player in pair:
        button(player).click()
    write(ann, "Well, <b>well</b>")
    expect(log(ben)).to_have_text([re.compile(r"Ann\s*host\s*Well, <b>well</b>")])
    expect(box(ann)).to_have_value("")
    ben.page.get_by_role("button", name="Thanks!").click()
    expect(log(ann).last).to_contain_text("Thanks!")


def test_what_came_while_the_chat_was_closed_is_counted_and_told(pair):
    ann, ben = pair
    button(ben).click()
    write(ben, "one")
    expect(log(ann)).to_have_count(1)
    ben.page.get_by_role("button", name="Hello!").click()
    expect(log(ann)).to_have_count(2)
    expect(ann.page.locator("#chat-heard")).to_have_text("Guest Ben: Hello!")
    assert unread(ann) == "2"
    assert unread(ben) == ""
    button(ann).click()
    expect(ann.page.locator(".has-unread")).to_have_count(0)


def test_typed_text_and_focus_survive_a_painting(pair):
    ann, ben = pair
    button(ann).click()
    box(ann).press_sequentially("half a sent")
    before = ann.moment()
    wish_for_a_pause(ben)
    ann.wait_for_change(before)
    ann.page.keyboard.type("ence 12")
    expect(box(ann)).to_have_value("half a sentence 12")
    expect(box(ann)).to_be_focused()


def wish_for_a_pause(player: Player) -> None:
    """Something that everybody at the table is painted."""
    player.page.get_by_role("button", name="Menu").click()
    player.page.get_by_role("button", name="Pause").click()


def test_numbers_typed_into_the_chat_choose_no_bid(pair):
    ann, _ = pair
    chosen = ann.page.locator("#bid input:checked")
    before = chosen.get_attribute("value")
    button(ann).click()
    box(ann).press_sequentially("7 5 8")
    expect(box(ann)).to_have_value("7 5 8")
    assert chosen.get_attribute("value") == before != "8"


def test_the_chat_opens_and_closes_by_keyboard(pair):
    ann, _ = pair
    panel = ann.page.locator("#chat")
    for key in ("Enter", " "):
        button(ann).focus()
        ann.page.keyboard.press(key)
        expect(panel).to_be_visible()
        expect(box(ann)).to_be_focused()
        ann.page.keyboard.press("Escape")
        expect(panel).to_be_hidden()
        expect(button(ann)).to_be_focused()


def test_whoever_is_muted_goes_at_once_and_comes_back(pair):
    ann, ben = pair
    for player in pair:
        button(player).click()
    write(ben, "blah")
    expect(log(ann)).to_have_count(1)
    ann.page.locator(".seats").get_by_role("link", name="Ben").click()
    ann.page.get_by_role("button", name="Mute").click()
    expect(ann.page.locator("#person .message")).to_have_text("You no longer see what they write.")
    expect(log(ann)).to_have_count(0)
    write(ben, "blah blah")
    expect(log(ben)).to_have_count(2)
    ann.page.get_by_role("button", name="Unmute").click()
    expect(log(ann)).to_have_count(2)


def test_a_message_is_reported_from_the_chat(pair):
    ann, ben = pair
    for player in pair:
        button(player).click()
    write(ben, "rude words")
    log(ann).get_by_role("link", name="Ben").click()
    ann.page.get_by_role("link", name="Report this message").click()
    expect(ann.page.locator("#person blockquote")).to_have_text("rude words")
    ann.page.get_by_label("Insults, threats or hate").check()
    ann.page.get_by_role("button", name="Send the report").click()
    expect(ann.page.locator("#person .message")).to_contain_text("Thank you.")


def test_a_refused_message_stays_in_the_box_with_the_reason(
    new_player: NewPlayer, environment: dict[str, str]
):
    ann = new_player(may_be_refused=True)
    sit_together(environment, ann, new_player())
    button(ann).click()
    write(ann, "x" * 201)
    expect(ann.page.locator("#chat-notice")).to_contain_text("at most 200 characters")
    expect(box(ann)).to_have_value("x" * 201)
    for number in range(6):
        write(ann, str(number))
        if number < 5:
            expect(log(ann)).to_have_count(number + 1)
    expect(ann.page.locator("#chat-notice")).to_contain_text("You write too fast.")
    expect(box(ann)).to_have_value("5")


def test_people_talk_while_they_gather_and_go_on_at_the_table(new_player: NewPlayer):
    host, comer = new_player(), new_player(PHONE)
    host.page.goto("/tables/new")
    host.page.get_by_role("button", name="Open the table").click()
    host.page.wait_for_url("**/game/*")
    comer.page.goto(host.page.url)
    comer.page.get_by_role("button", name="Sit down").click()
    write(comer, "shall we?")
    expect(log(host)).to_contain_text(["shall we?"])
    host.page.get_by_role("button", name="Start").click()
    for player in (host, comer):
        expect(player.game).to_be_visible()
        player.page.wait_for_load_state()
        button(player).click()
        expect(log(player)).to_contain_text(["shall we?"])
