"""What is chosen before the turn, over a line that is slower than the player's mind changes."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.player import posts_to
from tests.browser.sites import Still, arrive
from tests.server import until

CHOSEN = '[aria-pressed="true"]'


@contextmanager
def slow_line(page: Page, end: str) -> Iterator[None]:
    """Nothing posted to this address gets through before the block ends. Of several presses the
    first is sent then, and the last."""
    held: list[Route] = []
    is_held = True

    def hold(route: Route) -> None:
        if is_held:
            held.append(route)
        else:
            route.continue_()

    page.route(f"**{end}", hold)
    answered = posts_to(page, end, "requestfinished")
    yield
    until(lambda: bool(page.evaluate("1") and held))
    is_held = False
    for each in held:
        each.continue_()
    until(lambda: bool(page.evaluate("1")) and len(answered) == 2)
    page.unroute(f"**{end}")


def follow_marks(page: Page, choices: str) -> None:
    """Note in `seen` what is shown as chosen, frame by frame."""
    page.evaluate(
        """(choices) => {
            window.seen = [];
            const look = () => {
                const now = document.querySelector(`${choices}[aria-pressed="true"]`);
                if (seen.at(-1) !== (now?.value ?? "")) seen.push(now?.value ?? "");
                requestAnimationFrame(look);
            };
            look();
        }""",
        choices,
    )


def test_the_last_bid_chosen_ahead_counts_however_slow_the_line(chromium: Browser, still: Still):
    context = arrive(chromium, still, "ann")
    page = context.new_page()
    page.goto(still.stages["bid-ahead"])
    page.wait_for_load_state()
    bid = page.locator("#bid-ahead button")
    follow_marks(page, "#bid-ahead button")
    with slow_line(page, "/bid"):
        for at in (1, 2, 3):
            bid.nth(at).click()
    expect(page.locator("#status")).to_contain_text("3")
    assert page.evaluate("seen").pop() == "3"
    assert "1" not in page.evaluate("seen.slice(seen.indexOf('3'))")
    page.reload()
    expect(bid.nth(3)).to_have_attribute("aria-pressed", "true")
    with slow_line(page, "/bid"):
        for at in (1, 2, 2):
            bid.nth(at).click()
    expect(page.locator(f"#bid-ahead {CHOSEN}")).to_have_count(0)
    page.reload()
    expect(page.locator("#bid-ahead button").first).to_be_visible()
    expect(page.locator(f"#bid-ahead {CHOSEN}")).to_have_count(0)
    context.close()


def test_the_last_card_chosen_ahead_counts_however_slow_the_line(chromium: Browser, still: Still):
    context = arrive(chromium, still, "ann")
    page = context.new_page()
    page.goto(still.stages["others-play"])
    page.wait_for_load_state()
    code = page.locator(".hand .card.ahead").get_attribute("value")
    card = page.locator(f'.hand .card[value="{code}"]')
    follow_marks(page, ".hand .card")
    with slow_line(page, "/play"):
        for _ in range(3):
            card.click()
    expect(page.locator("#status")).not_to_contain_text("Your next card")
    assert page.evaluate("seen").pop() == ""
    page.reload()
    expect(card).to_have_attribute("aria-pressed", "false")
    card.click()
    expect(page.locator("#status")).to_contain_text("Your next card")
    context.close()
