# SPDX-License-Identifier: MIT
"""For everybody: no findings of axe in any state, a focus that is never lost, and words for people who listen."""

import re

import pytest
from playwright.sync_api import expect

from console_axe import findings
from console_stack import eventually

NARROW = {"width": 390, "height": 844}
LOOKS = {
    "wide-light": {"color_scheme": "light"}, "wide-dark": {"color_scheme": "dark"},
    "narrow-light": {"viewport": NARROW, "color_scheme": "light", "has_touch": True},
    "narrow-dark": {"viewport": NARROW, "color_scheme": "dark", "has_touch": True},
}


def choose(stack, screen):
    """A text, two brands and a range, so that every part of the page has something to show."""
    screen.type("wireless")
    brands = [item["value"] for item in stack.settled(screen.session, "wireless")["brand"]["items"]]
    stack.send(screen.session, ("brand", "select", {"values": brands[:2], "on": True}),
               ("price", "set-range", {"range": [20, None]}))
    expect(screen.chips).to_have_count(3)


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_on_the_search_page(stack, console, look):
    """Without and with filters, with nothing found, with everything open that can be opened."""
    screen = console(**LOOKS[look])
    page = screen.page
    expect(screen.hits).to_have_count(20)
    found = findings(page, "an empty text")
    choose(stack, screen)
    expect(page.locator(".latency[href]")).to_be_visible()
    found += findings(page, "filters in force")

    page.get_by_role("button", name="Links to this session").click()
    found += findings(page, "links")
    page.keyboard.press("Escape")
    screen.hits.first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    found += findings(page, "a hit")
    page.keyboard.press("Escape")
    if "narrow" in look:
        page.locator(".drawer-button").click()
        expect(page.get_by_role("dialog", name="Refine the results")).to_be_visible()
        found += findings(page, "drawer")
        page.keyboard.press("Escape")
    screen.box.fill("qqqqzzzz")
    expect(page.get_by_role("button", name="Clear the search", exact=True).last).to_be_visible()
    found += findings(page, "nothing found")
    assert found == []


def test_axe_finds_nothing_on_the_locked_page(stack, contexts):
    """The page for unauthorized users is accessible."""
    context, traps = contexts()
    traps.allow("status of 401")
    page = context.new_page()
    page.goto(stack.url)
    expect(page.get_by_role("heading", name="locked")).to_be_visible()
    assert findings(page, "locked") == []


def test_focus_is_not_lost_with_what_was_pressed(stack, console):
    """Clearing the filters leaves the focus on the button; a removed chip hands it on; a way out leads to the box."""
    screen = console()
    choose(stack, screen)
    clear = screen.page.locator("[data-type=clear-filters] button")
    screen.chips.first.focus()
    screen.page.keyboard.press("Enter")
    expect(screen.chips).to_have_count(2)
    expect(screen.chips.first).to_be_focused()
    clear.focus()
    screen.page.keyboard.press("Enter")
    expect(clear).to_be_disabled()
    expect(clear).to_be_focused()

    screen.box.fill("qqqqzzzz")
    screen.page.locator("[data-widget=hits] .empty").get_by_role("button", name="Clear the search").press("Enter")
    expect(screen.box).to_be_focused()
    expect(screen.box).to_have_value("")


def test_drawer_keeps_the_focus(console):
    """On a narrow screen the drawer is a modal dialog: Tab does not leave it, and its button has the focus afterwards."""
    screen = console(viewport=NARROW)
    opener = screen.page.locator(".drawer-button")
    opener.click()
    drawer = screen.page.get_by_role("dialog", name="Refine the results")
    expect(drawer.get_by_role("button", name=re.compile(r"^Show.* results$"))).to_be_focused()
    for _ in range(40):
        screen.page.keyboard.press("Tab")
        outside = drawer.evaluate("drawer => document.activeElement !== document.body && !drawer.contains(document.activeElement)")
        assert not outside
    screen.page.keyboard.press("Escape")
    expect(opener).to_be_focused()


def test_lists_tell_of_their_arrow_keys(console):
    """Groups with one tab stop describe their arrow keys to screen readers."""
    screen = console()
    expect(screen.hits.first).to_be_visible()
    for place in ("[data-widget=brand] [role=group]", "[data-widget=hits] [role=list]"):
        expect(screen.page.locator(place).first).to_have_accessible_description("Arrow keys move within it.")
    screen.go("bus")
    bars = screen.page.locator(".bus-overview")
    expect(bars).to_have_accessible_description("Arrow keys move within it.")


def test_words_for_people_who_listen(stack, console):
    """Counts have their unit, chips their attribute, ranges their number; the page has one main heading."""
    screen = console()
    choose(stack, screen)
    name, count = next(iter(screen.counts("brand").items()))
    expect(screen.facet("brand", name)).to_have_accessible_name(re.compile(rf"^{re.escape(name)} ?{count:,} results?$"))
    expect(screen.chips.first).to_have_accessible_name(f"Remove filter Brand: {name}")
    expect(screen.handle("price", "min")).to_have_attribute("aria-valuetext", "20")
    for place in ("search", "insights", "bus", "gallery"):
        screen.go(place)
        expect(screen.page.get_by_role("heading", level=1)).to_have_count(1)
    screen.go("search")
    screen.page.set_viewport_size({"width": 700, "height": 800})
    eventually(lambda: screen.page.locator("a.brand").inner_text(), lambda words: "store" in words, "the logo has a name")
