"""Several people at one table, each in a browser of their own."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, NewPlayer
from tests.browser.together import opened, sat_down

pytestmark = pytest.mark.browser


def test_two_people_meet_by_a_link_and_start(new_player: NewPlayer) -> None:
    host, guest = new_player(), new_player(PHONE)
    address = opened(host, public=False)
    host.page.get_by_role("button", name="Copy").click()
    expect(host.page.get_by_text("Copied.")).to_be_visible()
    sat_down(guest, host.page.get_by_label("Invite").input_value())
    expect(host.page.locator(".plate:not(.free)")).to_have_count(2)
    host.page.get_by_role("button", name="Start").click()
    for player in (host, guest):
        expect(player.game).to_be_visible()
        assert player.page.url == address


def test_the_host_seats_a_computer_and_everybody_sees_it(new_player: NewPlayer) -> None:
    host, guest = new_player(PHONE), new_player()
    page = sat_down(guest, opened(host))
    host.page.get_by_role("button", name="Computer").first.click()
    expect(page.get_by_text("computer, ")).to_have_count(1)
    expect(page.locator(".hall .fig")).to_contain_text("3/4")


def test_who_is_sent_away_reads_so(new_player: NewPlayer) -> None:
    host, guest = new_player(), new_player(may_be_refused=True)
    page = sat_down(guest, opened(host))
    host.page.get_by_label(re.compile("^Send .* away$")).click()
    host.page.get_by_role("button", name="Send away").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "The host has sent you away from this table."
    )
    expect(host.page.locator(".plate:not(.free)")).to_have_count(1)


def test_sending_away_is_asked_first_and_can_be_called_off(new_player: NewPlayer) -> None:
    host, guest, other = new_player(), new_player(), new_player()
    address = opened(host)
    sat_down(guest, address)
    page = host.page
    cross, question = page.get_by_label(re.compile("^Send .* away$")), page.get_by_text("away?")
    ways: list[Callable[[], None]] = [
        lambda: page.get_by_role("button", name="Cancel").click(),
        lambda: page.keyboard.press("Escape"),
        lambda: page.mouse.click(5, 5),
    ]
    for call_off in ways:
        cross.click()
        expect(question).to_be_visible()
        call_off()
        expect(question).to_be_hidden()
    cross.click()
    sat_down(other, address)
    expect(page.locator(".plate:not(.free)")).to_have_count(3)
    expect(question.first).to_be_visible()


def test_the_lobby_is_live_and_leads_to_a_seat(new_player: NewPlayer) -> None:
    guest, host = new_player(PHONE), new_player()
    guest.page.goto("/lobby")
    guest.page.wait_for_load_state()
    code = opened(host).rsplit("/", 1)[1]
    row = guest.page.locator(f"#table-{code}")
    row.get_by_role("button", name="Sit down").click()
    expect(guest.page.get_by_role("button", name="Leave")).to_be_visible()
    guest.page.get_by_role("button", name="Leave").click()
    expect(row).to_contain_text("3 free")
    expect(host.page.locator(".plate:not(.free)")).to_have_count(1)


def test_a_quick_match_of_one_is_filled_by_computers(new_player: NewPlayer) -> None:
    player = new_player(PHONE)
    player.page.goto("/lobby")
    player.page.get_by_role("button", name="Quick match").click()
    shown = player.page.locator("[data-countdown]")
    expect(shown).not_to_have_text("20")
    expect(player.game).to_be_visible(timeout=40_000)


def test_who_leaves_a_table_alone_comes_to_the_lobby(new_player: NewPlayer) -> None:
    host = new_player()
    opened(host)
    host.page.get_by_role("button", name="Leave").click()
    expect(host.page).to_have_url(re.compile("/lobby$"))
    expect(host.page.get_by_role("heading", level=1)).to_be_visible()
