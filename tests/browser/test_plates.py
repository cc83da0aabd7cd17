"""Where plates, cards and notices lie at a table of three to eight: nothing on another, and no
plate somewhere else than a moment ago."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESKTOP, NewPlayer
from tests.browser.player import Player
from tests.browser.sites import Still, arrive
from tests.browser.test_table import LANDSCAPE
from tests.server import until

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


PRESSED = ".icon-btn, .bid, .bid-ahead, .hand .card, [data-go], #deal-end .btn"
SPOKEN_OF = {
    "trump": ("first", ".motif svg"),
    "bid": ("first-barred", ".seat .badge, .tag .name"),
    "play": ("first-play", ".played:not(.slot) > .card, .tag .name, .seat .badge"),
    "taken": ("first-play", ".tag .name, .seat .badge, .me"),
    "over": ("first-deal-end", "#deal-end td, #deal-end th[scope=row]"),
}
"""The moment of each hint of a first game, and what it must leave free besides what is pressed."""

OPENED = """(key) => {
    const tour = document.getElementById("tour");
    const hints = tour.querySelectorAll("[data-hint]");
    for (const each of hints) each.hidden = each.dataset.hint !== key;
    tour.hidden = false;
}"""

HIDDEN = """(kept) => {
    const hint = document.getElementById("tour").getBoundingClientRect();
    const free = ({left, right, top, bottom}) =>
        left >= hint.right || right <= hint.left || top >= hint.bottom || bottom <= hint.top;
    const middle = ({left, right, top, bottom}) =>
        new DOMRect((left + right) / 2, (top + bottom) / 2, 0, 0);
    const boxOf = (each) => each.matches(".motif svg, .played > .card")
        ? middle(each.getBoundingClientRect()) : each.getBoundingClientRect();
    const leaves = hint.left < 0 || hint.top < 0 || hint.right > innerWidth
        || hint.bottom > innerHeight;
    return [...document.querySelectorAll(kept)]
        .filter((each) => each.checkVisibility() && !each.closest("dialog, .chat, #tour"))
        .filter((each) => !free(boxOf(each)))
        .map((each) => each.outerHTML.slice(0, 90))
        .concat(leaves ? ["leaves the screen"] : []);
}"""
SMALL_LANDSCAPES = ({"width": 740, "height": 360}, {"width": 667, "height": 375})
DESKTOPS = (DESKTOP, {"width": 1024, "height": 768}, {"width": 1600, "height": 900})


def comes_to_hide_nothing(page: Page, kept: str) -> None:
    """The hint finds a place once all is at rest."""

    def found() -> list[str]:
        hidden: list[str] = page.evaluate(HIDDEN, kept)
        return hidden

    until(lambda: not found(), lambda: (page.viewport_size, found()))


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("hint", SPOKEN_OF)
def test_a_hint_hides_nothing_that_it_speaks_of(
    chromium: Browser, still: Still, hint: str, language: str
):
    stage, spoken = SPOKEN_OF[hint]
    context = arrive(chromium, still, "fay", locale=language)
    page = context.new_page()
    page.goto(still.stages[stage])
    page.wait_for_load_state()
    for size in (*PHONES, *SMALL_LANDSCAPES, LANDSCAPE, *DESKTOPS):
        see(page, size)
        page.evaluate(OPENED, hint)
        roomy = size in DESKTOPS and hint != "over"  # there the status has its sheet to say it
        kept = ", ".join([PRESSED, spoken, *[".status"] * (roomy or hint == "bid")])
        comes_to_hide_nothing(page, kept)
    context.close()


HOLDS_NOTICES = """const set = setTimeout;
window.setTimeout = (does, ms, ...rest) =>
    ms === 2500 ? ((window.endNotice = does), 0) : set(does, ms, ...rest);"""
"""What is said in the status stays until the test ends it."""


@pytest.mark.parametrize("size", [LOW, TALLER, LANDSCAPE, DESKTOP])
@pytest.mark.parametrize("refuser", ["page", "server"])
def test_a_refusal_can_be_read_while_a_hint_is_open_which_comes_back(
    chromium: Browser, still: Still, size: dict[str, int], refuser: str
):
    context = arrive(chromium, still, "fay", viewport=size)
    context.add_cookies([{"name": "tour", "value": "trump.bid", "url": still.at}])
    page = context.new_page()
    page.add_init_script(HOLDS_NOTICES)
    page.goto(still.stages["first-play"])
    page.wait_for_load_state()
    hint = page.locator("#tour")
    expect(hint).to_be_visible()
    if refuser == "page":
        page.locator(".hand .card.no").first.press("Enter")
    else:
        page.evaluate("document.querySelector('#hand-form [name=turn]').value = '0'")
        page.locator(".hand .card:not(.no)").first.press("Enter")
    expect(page.locator("#status .notice.here, #status [role=alert]")).to_be_visible()
    page.wait_for_function("window.endNotice")
    assert page.evaluate(NOTICE_SEEN) == []
    page.evaluate("window.endNotice()")
    expect(page.locator("#status .notice")).to_have_count(0)
    expect(hint).to_be_visible()
    context.close()


NOTICE_SEEN = """() => {
    const {left, right, top, bottom} = document.getElementById("status").getBoundingClientRect();
    const spots = [0.02, 0.25, 0.5, 0.75, 0.98].flatMap((x) => [0.1, 0.5, 0.9].map((y) =>
        document.elementFromPoint(left + x * (right - left), top + y * (bottom - top))));
    return spots.filter((each) => each.closest("#tour")).map((each) => each.className);
}"""
"""The spots of the status that a hint lies on."""


NOTES_THE_SHEET = """document.addEventListener("DOMContentLoaded", () => {
    const tour = document.getElementById("tour");
    const isSeen = () =>
        document.getElementById("deal-end").checkVisibility({visibilityProperty: true});
    new MutationObserver(() => {
        if (!tour.hidden) window.sheetSeen ??= isSeen();
    }).observe(tour, {attributes: true, attributeFilter: ["hidden"]});
});"""
"""Whether the sheet could be seen when the hint came."""


def test_the_hint_about_the_end_of_a_deal_comes_with_it(chromium: Browser, still: Still):
    context = arrive(chromium, still, "fay", viewport=TALLER)
    page = context.new_page()
    page.add_init_script(NOTES_THE_SHEET)
    page.goto(still.stages["first-deal-end"])
    expect(page.locator("#tour")).to_contain_text("NEXT goes on", use_inner_text=True)
    assert page.evaluate("window.sheetSeen")
    context.close()
