# SPDX-License-Identifier: MIT
"""Invalid views, warnings, and an app that changes while its page is open."""

import copy
import json

import pytest
from playwright.sync_api import expect

from console_inject import inject_event, inject_view

WIDGETS = ("box", "spinner", "clear", "current", "brand", "price", "stats", "hits")
SHAPES = {"null": None, "a text": "x", "a list": [], "a number": 7, "empty": {}, "wrong members":
          {"phase": 3, "items": 5, "hits": {"a": 1}, "range": "x", "bounds": 1, "text": {}, "error": [], "warnings": 4}}


@pytest.mark.parametrize("shape", SHAPES, ids=list(SHAPES))
def test_malformed_views_break_nothing(console, shape):
    """No view causes an error of the page; an invalid one is noted below its widget, which keeps working."""
    screen = console(inject=True)
    expect(screen.hits).to_have_count(20)
    for widget in WIDGETS:
        inject_view(screen.page, widget, SHAPES[shape])
    inject_view(screen.page, "session", SHAPES[shape])
    inject_view(screen.page, "hits.1", SHAPES[shape])
    if shape != "empty" and shape != "wrong members":
        expect(screen.page.locator("[data-widget=brand] .widget-notes")).to_contain_text("is invalid")
    expect(screen.page.locator("[data-widget=color] .value").first).to_be_visible()
    screen.go("bus")
    screen.go("search")


def test_invalid_highlights_mark_nothing(stack, console):
    """A third-party searcher may send anything; then the record's own text is shown."""
    screen = console(inject=True)
    view = copy.deepcopy(stack.views(screen.session)["hits"])
    view["hits"] = view["hits"][:3]
    for hit, highlights in zip(view["hits"], [7, {"name": "lamp"}, {"name": [["lamp", True], 5]}], strict=True):
        hit["highlights"] = highlights
    inject_view(screen.page, "hits", view)
    expect(screen.hits).to_have_count(3)
    for place, hit in enumerate(view["hits"]):
        expect(screen.hits.nth(place)).to_contain_text(hit["record"]["name"])
    expect(screen.page.locator("[data-widget=hits] .widget-notes")).to_be_hidden()


def test_warnings_are_shown_below_their_widget(stack, console):
    """A warning with its remedy, and the error of a widget; without them no note is shown."""
    screen = console(inject=True)
    view = stack.views(screen.session)["brand"]
    notes = screen.page.locator("[data-widget=brand] .widget-notes")
    inject_view(screen.page, "brand", {**view, "warning": {"message": "“brand” cannot be counted.", "remedy": "Import it."}})
    expect(notes).to_have_text("“brand” cannot be counted. Import it.")
    expect(screen.page.locator("[data-widget=color] .widget-notes")).to_be_hidden()
    color = stack.views(screen.session)["color"]
    inject_view(screen.page, "color", {**color, "phase": "failed", "error": {"message": "No index.", "remedy": "Make one."}})
    expect(screen.page.locator("[data-widget=color] .widget-notes")).to_have_text("No index. Make one.")
    expect(screen.page.locator("[data-widget=color] .value").first).to_be_visible()


def test_what_is_wrong_with_a_list_is_shown_above_it(stack, console):
    """Below twenty cards it would be out of sight."""
    screen = console(inject=True)
    view = stack.views(screen.session)["hits"]
    inject_view(screen.page, "hits", {**view, "warnings": ["The order is not what was asked for."]})
    notes = screen.page.locator("[data-widget=hits] > .widget-notes")
    expect(notes).to_have_text("The order is not what was asked for.")
    expect(notes).to_be_in_viewport()
    assert notes.bounding_box()["y"] < screen.hits.first.bounding_box()["y"]


def test_open_page_follows_a_changed_app(stack, console):
    """Widgets come, go and change on the open page; those that stay keep their elements, and what was typed."""
    screen = console(inject=True)
    screen.type("lamp")
    stack.settled(screen.session, "lamp")
    app = stack.call("GET", "/api/app")
    changed = copy.deepcopy(app)
    changed["revision"] = "another"
    changed["console"] = {"title": "Another store"}
    changed["widgets"] = [widget for widget in app["widgets"] if widget["name"] != "rating"]
    next(widget for widget in changed["widgets"] if widget["name"] == "color")["title"] = "Colour"
    changed["widgets"].append({**next(w for w in app["widgets"] if w["name"] == "stats"), "name": "again", "place": "foot"})
    screen.page.route("**/api/app", lambda route: route.fulfill(content_type="application/json", body=json.dumps(changed)))
    screen.page.evaluate("() => { document.querySelector('[data-widget=brand]').isTheSame = true; }")
    inject_event(screen.page, "app", {"revision": "another"})
    expect(screen.page.locator("search-widget[data-widget=rating]")).to_have_count(0)
    expect(screen.page.locator(".search-foot search-widget[data-widget=again]")).to_have_count(1)
    expect(screen.page.locator(".brand strong")).to_have_text("Another store")
    assert screen.page.evaluate("document.querySelector('[data-widget=brand]').isTheSame")
    assert screen.box.input_value() == "lamp"
    screen.type("s")
    screen.shows(stack.settled(screen.session, "lamps"))
