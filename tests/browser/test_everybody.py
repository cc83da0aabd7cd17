"""Whoever needs larger text, calm, strong contrasts or large targets plays all the same."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.sites import Filled, Still, arrive
from tests.browser.test_table import MEETING
from tests.server import until

NARROW = {"width": 320, "height": 640}
"""A desktop of 1280 pixels at 400 %."""
TABLES = ("bid", "barred", "follow", "taken", "others-bid", "others-play", "away", "talking")
PAGES = ("/", "/new", "/new/rules", "/lobby", "/tables/new", "/guide", "/settings", "/statistics")

CUT = """() => [...document.querySelectorAll(
    ".status, .fact, .tag .name > span, .tag .total, .me .name, .bid .go, .handbar p, .tool span"
)].filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1
    && getComputedStyle(each).display !== "inline").map((each) => each.outerHTML.slice(0, 90))"""
"""Texts of a table that don't fit where they stand."""

SMALL = """() => [...document.querySelectorAll(
    "a[href], button, input, select, textarea, summary, .ruler label, .tile, .seg label"
)].filter((each) => {
    if (each.closest("[inert], .sr") || each.disabled || each.type === "hidden") return false;
    if (each.matches(":is(.tile, .seg, .ruler, .check, .reason) input")) return false;
    if (!each.checkVisibility({visibilityProperty: true})) return false;
    const box = each.getBoundingClientRect();
    if (box.right < 0 || box.bottom < 0) return false; // the skip link
    // A plate is pressed anywhere, by what its name's link lays over it.
    const laid = getComputedStyle(each, "::after");
    const over = laid.content !== "none" && laid.position === "absolute" ? laid : box;
    const [width, height] = [box, over].map(({width, height}) => [width, height])
        .reduce((a, b) => a.map((size, i) => Math.max(parseFloat(size), parseFloat(b[i]) || 0)));
    // Minus, plus and the keys reach every number that a long ruler has no room for.
    const isWide = width > 43.5 || each.matches(".ruler label, .ahead-bids button");
    return !(isWide && height > 43.5);
}).map((each) => each.outerHTML.slice(0, 90))"""
"""What a finger may miss."""

MOVING = """
window.moved = new Set();
const look = () => {
    for (const each of document.getAnimations()) {
        if (each.effect.getComputedTiming().activeDuration > 50) {
            moved.add(each.animationName ?? each.transitionProperty);
        }
    }
    requestAnimationFrame(look);
};
look();
"""


@pytest.fixture
def ann(chromium: Browser, still: Still) -> Iterator[Page]:
    """Ann's browser."""
    context = arrive(chromium, still, "ann")
    yield context.new_page()
    context.close()


def look_at(page: Page, address: str, size: dict[str, int] = DESKTOP) -> None:
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.goto(address)
    page.wait_for_load_state()


def style_of(page: Page, selector: str, part: str = "") -> dict[str, Any]:
    """What tells a thing from another where colours are few: ground, text, edge and shape."""
    names = "backgroundColor color borderTopStyle borderTopWidth borderRadius clipPath"
    style: dict[str, Any] = page.locator(selector).first.evaluate(
        "(each, [names, part]) => Object.fromEntries(names.split(' ')"
        ".map((name) => [name, getComputedStyle(each, part || null)[name]]))",
        [names, part],
    )
    return style


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_table_carries_larger_text(ann: Page, still: Still, size: dict[str, int]):
    for stage in TABLES:
        look_at(ann, still.stages[stage], size)
        ann.evaluate("document.documentElement.style.fontSize = '200%'")
        until(lambda: not ann.evaluate(MEETING), lambda: (stage, ann.evaluate(MEETING)))  # noqa: B023
        assert ann.evaluate(CUT) == [], stage


def test_pages_carry_text_of_twice_the_size(ann: Page, still: Still):
    for address in (*PAGES, still.stages["room"], f"{still.stages['shared-results']}/results"):
        look_at(ann, address)
        ann.evaluate("document.documentElement.style.fontSize = '200%'")
        assert ann.evaluate("document.documentElement.scrollWidth") <= DESKTOP["width"], address


def test_pages_flow_into_a_narrow_column(ann: Page, still: Still):
    results = [f"{still.stages[name]}/results" for name in ("results", "shared-results")]
    for address in (*PAGES, still.stages["room"], *results, f"{still.stages['talking']}/chat"):
        look_at(ann, address, NARROW)
        assert ann.evaluate("document.documentElement.scrollWidth") <= NARROW["width"], address


def test_nothing_moves_for_whoever_wants_calm(chromium: Browser, still: Still):
    context = arrive(chromium, still, "ann")
    page = context.new_page()
    page.emulate_media(reduced_motion="reduce")
    page.add_init_script(MOVING)
    for stage in ("bid", "follow", "taken", "deal-end", "paused", "talking"):
        look_at(page, still.stages[stage])
        if stage == "talking":
            page.get_by_role("button", name="Menu").click()
        if stage == "follow":
            page.locator(".hand .no").first.press("Enter")
        assert page.evaluate("requestAnimationFrame(() => {}), [...moved]") == [], stage
    context.close()


def test_everything_that_fingers_press_is_large_enough(chromium: Browser, still: Still):
    context = arrive(chromium, still, "ann", has_touch=True, is_mobile=True, viewport=PHONE)
    page = context.new_page()
    addresses = ["/", "/new", "/new/rules", "/lobby", "/tables/new", "/settings"]
    addresses += [still.stages[stage] for stage in still.stages if stage != "first"]
    for address in addresses:
        page.goto(address)
        assert page.evaluate(SMALL) == [], address
    for opener in ("[commandfor=menu]", "[data-chat-open]", ".tag a.person"):
        page.goto(still.stages["talking"])
        page.wait_for_load_state()
        page.locator(opener).first.click()
        assert page.evaluate(SMALL) == [], opener
    context.close()


def test_where_the_system_chooses_colours_things_are_told_apart(chromium: Browser, still: Still):
    context = arrive(chromium, still, "ann", forced_colors="active")
    page = context.new_page()
    look_at(page, still.stages["others-bid"])
    badges = []
    for kind in ("exact", "over", ""):
        page.locator(".me .badge").evaluate(
            "(each, kind) => each.className = `badge ${kind}`", kind
        )
        badges.append(style_of(page, ".me .badge"))
    assert len({str(badge) for badge in badges}) == 3
    assert badges[0]["borderRadius"] != "0px"
    assert badges[1]["clipPath"] != "none"
    look_at(page, still.stages["barred"])
    chosen = style_of(page, ".ruler label:has(:checked)", "::after")
    assert chosen["backgroundColor"] != style_of(page, ".bid")["backgroundColor"]
    barred = style_of(page, ".ruler .barred", "::after")
    assert barred["backgroundColor"] != style_of(page, ".bid")["backgroundColor"]
    assert style_of(page, ".bid")["borderTopStyle"] == "solid"
    look_at(page, "/settings")
    tile = style_of(page, ".tile:has(:checked) > .face")
    assert tile != style_of(page, ".tile:not(:has(:checked)) > .face")
    page.locator(".switch [type=checkbox]").first.check()
    page.locator(".switch [type=checkbox]").last.uncheck()
    switch = style_of(page, ".switch input:checked")
    assert switch != style_of(page, ".switch input:not(:checked)")
    context.close()


CHARTED = """(kind) => {
    const {datasets} = Chart.getChart(document.querySelector(`[data-chart=${kind}] canvas`)).data;
    const bars = [...new Set(datasets[0].backgroundColor)];
    return {bars, track: datasets[1]?.backgroundColor, edge: datasets[0].borderColor,
        lines: datasets.map(({borderColor, borderDash}) => `${borderColor} ${borderDash}`)};
}"""
"""The colours that a chart is drawn in."""


def test_where_the_system_chooses_colours_figures_are_told_apart(
    chromium: Browser, still: Still, filled: Filled
):
    context = arrive(chromium, filled, "ann", forced_colors="active")
    page = context.new_page()
    look_at(page, "/statistics")
    page.wait_for_function("document.querySelector('[data-chart] canvas').width > 300")
    ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    made = page.evaluate(CHARTED, "bars")
    assert made["track"] == ground
    assert len(made["bars"]) == 2
    assert ground not in (*made["bars"], made["edge"])
    assert len(page.evaluate(CHARTED, "misses")["bars"]) == 3
    context.close()

    context = arrive(chromium, filled, "bea", forced_colors="active")
    page = context.new_page()
    look_at(page, "/dashboard")
    page.wait_for_function("document.querySelector('[data-chart] canvas').width > 300")
    assert len(set(page.evaluate(CHARTED, "lines")["lines"])) == 2
    context.close()

    context = arrive(chromium, still, forced_colors="active")
    page = context.new_page()
    look_at(page, "/lobby")
    free, person = style_of(page, ".pips i:not([class])"), style_of(page, ".pips i.p")
    assert free["borderTopStyle"] == "solid"
    assert free["backgroundColor"] != person["backgroundColor"]
    look_at(page, "/new")
    ring = style_of(page, ".tile:not(:has(:checked)) .lv")
    assert ring["backgroundColor"] != style_of(page, ".tile .lv", "::after")["backgroundColor"]
    context.close()

    context = arrive(chromium, still, "ann", forced_colors="active")
    page = context.new_page()
    look_at(page, f"{still.stages['results']}/results")
    points = []
    for kind in ("ok", "no"):
        page.locator(".strip li").first.evaluate("(each, kind) => each.className = kind", kind)
        points.append(style_of(page, ".strip li"))
    assert points[0]["backgroundColor"] != points[1]["backgroundColor"]
    assert points[1]["borderTopStyle"] == "solid"
    context.close()


@pytest.mark.parametrize("language", ["ru", "ro"])
def test_everything_at_a_table_is_called_by_the_readers_words(
    chromium: Browser, still: Still, language: str
):
    context = arrive(chromium, still, "ann", locale=language)
    page = context.new_page()
    named = "[...document.querySelectorAll('[aria-label], [title], .card .sr, .badge .sr')]"
    texts = f"{named}.map((each) => each.ariaLabel ?? (each.title || each.textContent))"
    for stage in ("barred", "talking", "others-play", "away", "deal-end", "paused"):
        look_at(page, still.stages[stage])
        expect(page.locator("html")).to_have_attribute("lang", language)
        names = {name.strip() for name in page.evaluate(texts)}
        people = {"Ann", "Ben", "Cat", "Dan"} | set(page.locator(".tag .name").all_inner_texts())
        names -= {name.split("\n")[0] for name in people}
        english = re.compile(
            r"\b(of|the|your|taken|bid|close|menu|last|trick|sort|hand|table)\b", re.I
        )
        assert [name for name in names if english.search(name)] == [], stage
        assert language == "ro" or all(re.search("[а-я]", name, re.I) for name in names), names
    context.close()


@pytest.mark.parametrize("language", ["en", "ru", "ro"])
def test_the_pages_of_an_account_are_one_line_on_a_phone(
    chromium: Browser, filled: Filled, language: str
):
    context = arrive(chromium, filled, "ann", locale=language, viewport=PHONE)
    page = context.new_page()
    for address in ("/account/profile/", "/account/2fa/", "/account/people/", "/account/data/"):
        look_at(page, address, PHONE)
        tabs = page.locator(".account-nav")
        box = tabs.bounding_box()
        assert box is not None
        assert box["height"] < 60
        here, line = tabs.locator("[aria-current]"), tabs.locator("summary")
        expect(line).to_have_text(here.inner_text() or here.text_content() or "")
        line.click()
        expect(here).to_be_visible()
        look_at(page, address, DESKTOP)
        expect(here).to_be_visible()
        expect(line).to_be_hidden()
    context.close()
