# SPDX-License-Identifier: MIT
"""Refining: facets with disjunctive counts, chips, and the range by mouse, keys and numbers."""

import math
import re


from playwright.sync_api import expect

from console_stack import eventually

QUERY = "wireless"


def test_brand_narrows_the_hits_and_leaves_the_other_brands(stack, console):
    """One brand filters the hits; brands that are not chosen keep their counts, so that one more can be added."""
    screen = console()
    screen.type(QUERY)
    screen.shows(stack.fresh(QUERY))
    before = screen.counts("brand")
    first, second = list(before)[:2]

    screen.facet("brand", first).check()
    expect(screen.stats).to_have_text(re.compile(f"^{before[first]} results "))
    eventually(lambda: set(screen.hits.locator(".hit-subtitle").all_inner_texts()), lambda brands: brands == {first},
               f"all hits are of {first}")
    assert screen.counts("brand") == before
    expect(screen.facet("brand", first)).to_be_checked()

    screen.facet("brand", second).check()
    expect(screen.stats).to_have_text(re.compile(f"^{before[first] + before[second]} results "))
    screen.shows(stack.fresh(QUERY, ("brand", "select", {"values": [first, second], "on": True})))
    asked = {entry["event"]["type"] for entry in stack.log(topic="intent/hits/", session=screen.session)}
    assert "searchbus.intent.present" not in asked, "without scrolling no further page is requested"


def test_chips_show_and_remove_what_is_chosen(stack, console):
    """Each choice is a chip; taking one away undoes it; clearing undoes all in one change."""
    screen = console()
    names = list(screen.counts("brand"))[:3]
    for name in names:
        screen.facet("brand", name).check()
    expect(screen.chips).to_have_text(names)
    clear = screen.page.locator("[data-type=clear-filters] button")
    expect(clear).to_have_text("Clear all filters (3)")

    screen.chips.filter(has_text=names[1]).click()
    expect(screen.chips).to_have_text([names[0], names[2]])
    expect(screen.facet("brand", names[1])).not_to_be_checked()

    clear.click()
    expect(screen.chips).to_have_count(0)
    expect(clear).to_be_disabled()
    for name in names:
        expect(screen.facet("brand", name)).not_to_be_checked()
    screen.shows(stack.fresh(""))


def test_chosen_value_stays_when_it_matches_nothing(console):
    """A chosen brand is listed at 0 and can be taken back."""
    screen = console()
    name = next(iter(screen.counts("brand")))
    screen.facet("brand", name).check()
    screen.type("qqqqzzzz")
    eventually(lambda: screen.counts("brand"), lambda counts: counts == {name: 0}, f"{name} stays, at 0")
    # Taken back it goes, so there is no box left whose mark could be looked at.
    screen.facet("brand", name).click()
    expect(screen.chips).to_have_count(0)


def test_list_shows_more_and_fewer(console):
    """A long list opens up to its limit and closes again."""
    screen = console()
    expect(screen.page.locator("[data-widget=brand] .value")).to_have_count(10)
    screen.page.locator("[data-widget=brand]").get_by_role("button", name="Show more").click()
    expect(screen.page.locator("[data-widget=brand] .value")).to_have_count(30)
    screen.page.locator("[data-widget=brand]").get_by_role("button", name="Show fewer").click()
    expect(screen.page.locator("[data-widget=brand] .value")).to_have_count(10)


def test_drag_of_a_handle_filters_and_leaves_the_bounds(stack, console):
    """Dragging the upper handle to the middle leaves hits below it; the ends of the scale stay where they are."""
    screen = console()
    screen.type(QUERY)
    right = stack.fresh(QUERY)
    screen.shows(right)
    bounds = right["price"]["bounds"]
    handle = screen.handle("price", "max")
    expect(handle).to_have_attribute("max", str(math.ceil(bounds[1])))
    handle.scroll_into_view_if_needed()
    low, high = (float(handle.get_attribute(name)) for name in ("min", "max"))
    area = handle.bounding_box()
    y = area["y"] + area["height"] / 2
    screen.page.mouse.move(area["x"] + area["width"] - 9, y)
    screen.page.mouse.down()
    screen.page.mouse.move(area["x"] + area["width"] / 4, y, steps=12)
    screen.page.mouse.up()

    chosen = float(handle.input_value())
    assert low < chosen < (low + high) / 2
    expect(screen.chips).to_have_count(1)
    views = eventually(lambda: stack.views(screen.session), lambda now: now["price"]["range"] == [None, chosen],
                       f"the session's range ends at {chosen}, and its lower end is open")
    assert views["price"]["bounds"] == bounds
    eventually(screen.prices, lambda prices: prices and all(low <= price <= chosen for price in prices),
               f"all prices lie in {low} to {chosen}")
    assert [float(handle.get_attribute(name)) for name in ("min", "max")] == [low, high]
    assert float(handle.input_value()) == chosen
    expect(screen.stats).to_have_text(re.compile(r"^[1-9]\d* results "))
    expect(screen.stats).not_to_have_text(re.compile(f"^{right['hits']['nbHits']} results "))


def test_range_by_keys_and_numbers(stack, console):
    """Arrow keys move a handle by one step; a number in a field counts when it is entered; Any takes it back."""
    screen = console()
    handle = screen.handle("price", "min")
    expect(handle).to_be_enabled()
    low = int(handle.get_attribute("min"))
    handle.focus()
    for _ in range(5):
        screen.page.keyboard.press("ArrowRight")
    expect(handle).to_have_value(str(low + 5))
    eventually(lambda: stack.views(screen.session)["price"]["range"], lambda range: range and range[0] == low + 5,
               "the session's range follows the keys")

    field = screen.page.get_by_role("spinbutton", name="Maximum Price, as a number")
    field.fill(str(low + 20))
    field.press("Enter")
    eventually(lambda: stack.views(screen.session)["price"]["range"], lambda range: range == [low + 5, low + 20],
               "the session's range is what was entered")
    eventually(screen.prices, lambda prices: prices and all(low + 5 <= price <= low + 20 for price in prices),
               "all prices lie in the range")

    screen.page.locator("[data-widget=price]").get_by_role("button", name="Any").click()
    expect(screen.chips).to_have_count(0)
    screen.shows(stack.fresh(""))


def test_selection_outside_of_new_bounds_is_kept_and_said(stack, console):
    """A range that the next results do not reach stays selected, and the widget shows it."""
    screen = console()
    dearest = stack.views(screen.session)["price"]["bounds"][1]
    stack.send(screen.session, ("price", "set-range", {"range": [dearest - 1, dearest + 1]}))
    expect(screen.chips).to_have_count(1)
    screen.type("muffin tray")
    note = screen.page.locator("[data-widget=price] .range-note")
    expect(note).to_contain_text("exceeds these results")
    expect(screen.chips).to_have_count(1)
    assert stack.views(screen.session)["price"]["range"] == [dearest - 1, dearest + 1]
