# SPDX-License-Identifier: MIT
"""Loading, failing and empty: a page without its data shows why, tries again, and shows the data then."""

import pytest
from playwright.sync_api import expect

from console_screen import LOST_CONNECTION

PAGES = {
    "gallery": ("**/api/schemas", ".gallery-intent"),
    "bus": ("**/api/log?**", "bus-page .action-row[role=option]"),
    "insights": ("**/api/insights*", ".insights-content, .insights-empty"),
    "replay": ("**/api/replays", "replay-page .replay-command, replay-page .replay-summary"),
}


@pytest.mark.parametrize("recovery", ["Try again", "by itself"])
@pytest.mark.parametrize("place", PAGES)
def test_a_page_that_was_opened_too_early_recovers(console, place, recovery):
    """Its requests fail; then the button, or the next try by itself, shows the page as any other time.

    The clock is paused before the button is pressed: the page would otherwise recover before that.
    """
    address, content = PAGES[place]
    screen = console()
    screen.traps.allow(LOST_CONNECTION)
    page = screen.page
    if recovery == "Try again":
        page.clock.install()
    page.route(address, lambda route: route.abort("connectionrefused"))
    screen.open(place)
    if recovery == "Try again":
        page.clock.pause_at(page.evaluate("Date.now()") + 1_000)
    state = page.locator(f"{place}-page .page-state")
    expect(state).to_have_attribute("data-state", "failed")
    expect(state).to_contain_text("The gateway did not respond")
    expect(page.locator(content).locator("visible=true")).to_have_count(0)
    page.unroute(address)
    if recovery == "Try again":
        state.get_by_role("button", name="Try again").click()
        page.clock.resume()
    expect(page.locator(content).locator("visible=true").first).to_be_visible()
    expect(page.locator(f"{place}-page .page-state[data-state=failed]")).to_have_count(0)


def lose(screen):
    """Cuts a console off: its timers stop, and its requests fail."""
    page = screen.page
    page.clock.install()
    screen.traps.allow(LOST_CONNECTION)
    screen.open()
    page.route("**/api/**", lambda route: route.abort("connectionrefused"))
    page.clock.run_for(2_000)
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(screen.connection).to_have_attribute("data-connection", "lost")
    page.clock.pause_at(page.evaluate("Date.now()") + 5_000)


@pytest.mark.parametrize("reason", ["online", "focus", "Retry now"])
def test_a_pause_ends_at_once_where_there_is_a_reason(console, reason):
    """With a stopped clock, no pause ends by itself."""
    screen = console()
    lose(screen)
    page = screen.page
    expect(screen.banner).to_be_visible()
    page.unroute("**/api/**")
    if reason == "Retry now":
        screen.banner.get_by_role("button", name=reason).click()
    else:
        page.evaluate("(reason) => dispatchEvent(new Event(reason))", reason)
    expect(screen.connection).to_have_attribute("data-connection", "live")
    expect(screen.banner).to_be_hidden()


def test_the_connection_is_doubted_when_a_call_fails(console):
    """A page whose calls fail is not shown as connected until the stream's silence is noticed."""
    screen = console(place="bus")
    screen.traps.allow(LOST_CONNECTION)
    screen.page.route("**/api/**", lambda route: route.abort("connectionrefused"))
    expect(screen.connection).to_have_attribute("data-connection", "lost", timeout=9_000)
    screen.page.unroute("**/api/**")
    expect(screen.connection).to_have_attribute("data-connection", "live")


def test_slash_leads_to_the_box_from_a_filter(console):
    screen = console()
    screen.facet("brand", screen.counts("brand").popitem()[0]).check()
    screen.page.keyboard.press("/")
    expect(screen.box).to_be_focused()
    screen.page.keyboard.type("a/b")
    expect(screen.box).to_have_value("a/b")
