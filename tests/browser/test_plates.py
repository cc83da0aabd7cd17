"""Where plates, cards and notices lie at a table of three to eight: nothing on another, and no
plate somewhere else than a moment ago."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESKTOP, NewPlayer
from tests.browser.player import Player
from tests.browser.sites import Still, arrive
from tests.browser.test_table import LANDSCAPE

LOW = {"width": 360, "height": 640}
TALL = {"width": 360, "height": 740}
TALLER = {"width": 390, "height": 844}
PHONES = (LOW, TALL, TALLER)
MOST = {3: 10, 4: 10, 5: 10, 6: 8, 7: 7, 8: 6}
"""So many cards each of so many players may hold."""

PLATES = """() => [...document.querySelectorAll(".seat .tag")].map((tag) => {
    const {left, top} = tag.getBoundingClientRect();
    return [Math.round(left), Math.round(top)];
})"""

WHOLE_TRICK = """(leader) => {
    const seats = Number(document.querySelector(".table").dataset.seats);
    const lie = (at) => `<li class="played" data-at="${at}"><span class="card trump"></span>${
        at === leader ? "<small class=led>заход</small>" : ""}</li>`;
    const mat = document.getElementById("mat");
    mat.innerHTML = [...Array(seats).keys()].map(lie).join("");
    for (const each of document.getAnimations()) each.finish();
}"""
"""Puts a card before every seat, as if one of them had led."""

MEETING = """() => {
    const boxes = [...document.querySelectorAll(".tag, .bid, .played > .card, .turnup > .card")]
        .filter((each) => each.checkVisibility());
    const table = document.querySelector(".table").getBoundingClientRect();
    const all = boxes.map((box) => [box, box.getBoundingClientRect()]);
    const over = (a, b) => Math.min(Math.min(a.right, b.right) - Math.max(a.left, b.left),
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)) > 0.5;
    const beyond = ({left, right, top, bottom}) => left < 0 || right > innerWidth
        || top < table.top - 0.5 || bottom > table.bottom + 0.5;
    const name = (box) => `${box.className} ${box.closest("[data-at]")?.dataset.at}`;
    return all.flatMap(([box, a], at) => all.slice(at + 1)
        .filter(([, b]) => over(a, b)).map(([other]) => `${name(box)} on ${name(other)}`)
        .concat(beyond(a) ? [`${name(box)} leaves the table`] : []));
}"""

COVERED = """() => {
    const led = document.querySelector(".led");
    const {left, top, width, height} = led.getBoundingClientRect();
    const seen = (x, y) => led === document.elementFromPoint(left + x * width, top + y * height);
    return [0.05, 0.5, 0.95].flatMap((x) => [0.15, 0.85].filter((y) => !seen(x, y)));
}"""

UNDER = """() => {
    const bar = document.querySelector(".handbar");
    const a = bar.getBoundingClientRect();
    const lies = ({left, right, top, bottom}) =>
        Math.min(a.right, right) - Math.max(a.left, left) > 0.5
        && Math.min(a.bottom, bottom) - Math.max(a.top, top) > 0.5;
    const kept = ".hand .card, .tag, .status, .bid, .bid-ahead, button, a[href], input";
    return [...document.querySelectorAll(kept)]
        .filter((each) => !bar.contains(each) && each.checkVisibility())
        .filter((each) => lies(each.getBoundingClientRect()))
        .map((each) => each.outerHTML.slice(0, 90));
}"""
"""What lies under the bar about one's own seat and shouldn't."""


def see(page: Page, size: dict[str, int]) -> None:
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.evaluate("for (const each of document.getAnimations()) each.finish()")


def plates(player: Player) -> list[list[list[int]]]:
    """Where the others' plates are on each phone; nothing may lie on anything meanwhile."""
    found = []
    for size in PHONES:
        see(player.page, size)
        assert player.page.evaluate(MEETING) == [], size
        found.append(player.page.evaluate(PLATES))
    return found


@pytest.mark.parametrize("seats", range(3, 9))
def test_plates_and_cards_have_a_place_of_their_own_and_keep_it(new_player: NewPlayer, seats: int):
    player = new_player()
    player.needs_no_hints()
    player.start(f"{seats}_ls{MOST[seats]}_turned_10t-0_hook")
    assert player.wait_to_act() == "bid"
    while_bidding = plates(player)
    player.act_until("play")
    while_playing = plates(player)
    still = PHONES if seats in (3, 7) else PHONES[1:]
    for size, before, after in zip(PHONES, while_bidding, while_playing, strict=True):
        assert size not in still or before == after, size
    for size in (*PHONES, LANDSCAPE, DESKTOP):
        see(player.page, size)
        for leader in range(seats):
            player.page.evaluate(WHOLE_TRICK, leader)
            assert player.page.evaluate(COVERED) == [], (size, leader)
        assert size not in PHONES or player.page.evaluate(MEETING) == [], size


@pytest.mark.parametrize(("calm", "wanted"), [(False, 260), (True, 1)])
def test_where_there_is_no_room_plates_go_smoothly_to_their_place(
    new_player: NewPlayer, calm: bool, wanted: int
):
    player = new_player(LOW, reduced_motion="reduce" if calm else "no-preference")
    player.needs_no_hints()
    player.start("8_ls6_turned_10t-0_hook")
    assert player.wait_to_act() == "bid"
    goes = """() => {
        document.getElementById("game").dataset.phase = "play";
        return document.getElementById("seat1").getAnimations()
            .filter((each) => each.transitionProperty === "top")
            .map((each) => each.effect.getTiming().duration);
    }"""
    assert player.page.evaluate(goes) == [wanted]


@pytest.mark.parametrize("seats", [4, 8])
@pytest.mark.parametrize("when", ["bid", "ahead", "play"])
def test_a_pause_that_is_asked_for_lies_on_no_card_and_on_nothing_to_press(
    chromium: Browser, still: Still, seats: int, when: str
):
    context = arrive(chromium, still, "ann")
    page = context.new_page()
    page.goto(still.stages[f"asked-{seats}-{when}"])
    page.wait_for_load_state()
    for size in (*PHONES, LANDSCAPE, DESKTOP):
        see(page, size)
        assert page.evaluate(UNDER) == [], size
        page.get_by_role("button", name="AGREE").click(trial=True, timeout=5000)
    context.close()


SPOKEN_OF = {
    "trump": ".fact, .motif svg, .hand .card",
    "bid": ".fact, .bid, .hand .card",
    "play": ".hand .card, .played > .card",
    "taken": ".tag, .me",
}
"""What each hint of a first game must leave free."""

HIDDEN = """([key, spoken]) => {
    const tour = document.getElementById("tour");
    tour.hidden = false;
    const hints = tour.querySelectorAll("[data-hint]");
    for (const each of hints) each.hidden = each.dataset.hint !== key;
    const hint = tour.getBoundingClientRect();
    const middle = ({left, top, width, height}) => [left + width / 2, top + height / 2];
    return [...document.querySelectorAll(`${spoken}, .icon-btn`)]
        .filter((each) => each.checkVisibility() && !each.closest("dialog, .chat"))
        .map((each) => [each, ...middle(each.getBoundingClientRect())])
        .filter(([, x, y]) => x > hint.left && x < hint.right && y > hint.top && y < hint.bottom)
        .map(([each]) => each.outerHTML.slice(0, 90));
}"""


@pytest.mark.parametrize("hint", SPOKEN_OF)
def test_a_hint_hides_nothing_that_it_speaks_of(chromium: Browser, still: Still, hint: str):
    stage = "first-play" if hint in {"play", "taken"} else "first"
    context = arrive(chromium, still, "fay")
    page = context.new_page()
    page.goto(still.stages[stage])
    page.wait_for_load_state()
    for size in (*PHONES, LANDSCAPE, DESKTOP):
        see(page, size)
        assert page.evaluate(HIDDEN, [hint, SPOKEN_OF[hint]]) == [], size
    context.close()


ON_PLATES = """() => {
    const hint = document.getElementById("tour").getBoundingClientRect();
    return [...document.querySelectorAll(".tag, .bid")].filter((each) => {
        const {left, right, top, bottom} = each.getBoundingClientRect();
        return Math.min(right, hint.right) - Math.max(left, hint.left) > 0.5
            && Math.min(bottom, hint.bottom) - Math.max(top, hint.top) > 0.5;
    }).map((each) => each.textContent.trim().replace(/\\s+/g, " "));
}"""


@pytest.mark.parametrize("language", ["en", "ru", "ro"])
def test_whoever_reads_how_to_bid_or_play_sees_what_the_others_bid(
    chromium: Browser, still: Still, language: str
):
    context = arrive(chromium, still, "fay")
    context.add_cookies([{"name": "django_language", "value": language, "url": still.at}])
    page = context.new_page()
    for stage, sizes in {
        "first": (*PHONES, LANDSCAPE, DESKTOP),
        "first-play": (LANDSCAPE, DESKTOP),
    }.items():
        page.goto(still.stages[stage])
        expect(page.locator("#tour")).to_be_visible()
        for size in sizes:
            see(page, size)
            assert page.evaluate(ON_PLATES) == [], (stage, size)
    context.close()
