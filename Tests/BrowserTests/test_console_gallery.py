# SPDX-License-Identifier: MIT
"""The gallery: every widget type live, beside what it declares, in each of its states, for everybody."""

import json
import re

import pytest
from playwright.sync_api import expect

from console_axe import findings
from console_stack import eventually

STATES = ["ready", "loading", "stalled", "empty", "failed", "disabled"]
NARROW = {"width": 390, "height": 844}


def show(screen, widget):
    """Goes to a widget by its link, and waits until its states are drawn."""
    page = screen.page
    page.locator(f".gallery-list [data-widget={widget}]").click()
    expect(page.locator(f".gallery-list [data-widget={widget}]")).to_have_attribute("aria-current", "true")
    expect(page.locator(".gallery-head code").first).to_be_visible()
    expect(page.locator(".gallery-state")).to_have_count(len(STATES))


def test_every_type_is_there(gallery):
    """A type that comes with SearchBus has a place in the gallery's app."""
    types = {each["type"] for each in gallery.call("GET", "/api/schemas")["types"]}
    assert types - {widget["type"] for widget in gallery.call("GET", "/api/app")["widgets"]} == set()


@pytest.mark.parametrize("look", ["wide", "narrow-dark"])
def test_every_widget_is_drawn_in_every_state(gallery, opened, look):
    """Live and still, with its parameters, view and intents; nothing is written to the browser's console, axe finds nothing."""
    options = {} if look == "wide" else {"viewport": NARROW, "color_scheme": "dark", "has_touch": True}
    screen = opened(**options)
    page = screen.page
    schemas = {each["type"]: each for each in gallery.call("GET", "/api/schemas")["types"]}
    found, has_seen_page = [], False
    for widget in gallery.call("GET", "/api/app")["widgets"]:
        show(screen, widget["name"])
        schema = schemas[widget["type"]]
        live = page.locator(".gallery-live search-widget")
        expect(live).to_have_attribute("data-phase", re.compile("ready|idle"))
        assert page.locator(".gallery-live .raw-view").count() == 0, f"{widget['type']} has no controller"
        expect(page.locator(".gallery-intent")).to_have_count(len(schema["intents"]))
        expect(page.locator(".gallery-table tbody tr")).to_have_count(len(schema["parameters"]["properties"]))
        for state in STATES:
            still = page.locator(f".gallery-state[data-state={state}] search-widget")
            expect(still).to_have_attribute("data-phase", re.compile(".+"))
            assert "cannot be drawn" not in still.inner_text(), f"{widget['type']} in the state {state}"
        expect(page.locator(".gallery-state[data-state=failed]")).to_contain_text(re.compile("did not respond"))
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{widget['type']} is {wide} px too wide"
        # The list of widgets and the tables are the same for all: axe looks at them once.
        found += findings(page, widget["name"], within=".gallery-live, .gallery-states, .gallery-intents" if has_seen_page else None)
        has_seen_page = True
    assert found == []


def test_an_intent_can_be_tried(gallery, opened):
    """A sent form takes effect; an invalid one shows the error and the remedy."""
    screen = opened()
    page = screen.page
    show(screen, "brand")
    form = page.locator(".gallery-intent[data-intent=select]")
    items = eventually(lambda: gallery.views(screen.session).get("brand", {}).get("items"), bool, "brands are listed")
    form.locator("[data-field=values]").fill(json.dumps([items[0]["value"]]))
    form.locator("[data-field=on]").select_option("true")
    form.get_by_role("button", name="Send").click()
    expect(form.locator("output")).to_contain_text("Published at sequence")
    expect(page.locator(".gallery-live input:checked")).to_have_count(1)
    screen.traps.allow("status of 400")
    form.locator("[data-field=values]").fill("[[]]")
    form.get_by_role("button", name="Send").click()
    expect(form.locator("output")).to_contain_text("`values.0` is not a text, a number or a boolean")


def test_a_map_searches_the_part_that_it_shows(gallery, opened):
    """By keyboard and buttons: a part is searched when it is asked for, drawn on the map, and left again."""
    screen = opened()
    page = screen.page
    show(screen, "map")
    live = page.locator(".gallery-live")
    dots = live.locator(".map-dot")
    expect(dots).to_have_count(50)
    live.locator("[data-action=zoom-in]").click()
    live.locator(".map").focus()
    for key in ["+", "ArrowUp", "ArrowLeft"]:
        page.keyboard.press(key)
    live.get_by_role("button", name="Search here").click()
    view = eventually(lambda: gallery.views(screen.session)["map"], lambda view: view["selected"] and view["nbHits"] < 219,
                      "a part is searched")
    [[south, west], [north, east]] = view["selected"]["box"]
    assert view["items"] and west < east
    for item in view["items"]:
        [(latitude, longitude)] = item["points"]
        assert south <= latitude <= north and west <= longitude <= east
    expect(dots).to_have_count(len(view["items"]))
    expect(live.locator(".map-area rect").first).to_be_attached()
    name = view["items"][0]["hit"]["record"]["name"]
    live.get_by_role("button", name=name, exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text(name)
    page.keyboard.press("Escape")
    live.get_by_role("button", name="Everywhere").click()
    expect(dots).to_have_count(50)
    expect(live.locator(".map-area rect")).to_have_count(0)
    gallery.send(screen.session, ("map", "set-polygon", {"polygon": [[south, west], [south, east], [north, east]]}))
    expect(live.locator(".map-area polygon").first).to_be_attached()
    drawn = live.locator(".map-area polygon").first.get_attribute("points")
    assert len(drawn.split()) == 3 and "NaN" not in drawn
    live.get_by_role("button", name="Everywhere").click()
    expect(live.locator(".map-area polygon")).to_have_count(0)


def test_the_like_of_a_record_that_is_selected_comes_first(gallery, opened):
    """What shares most of its values, without the record itself; a close button ends it."""
    screen = opened()
    page = screen.page
    show(screen, "related")
    live = page.locator(".gallery-live")
    expect(live).to_contain_text("Select a result")
    show(screen, "hits")
    first = live.locator("[data-hit]").first
    selected, brand = first.get_attribute("data-hit"), first.locator(".hit-subtitle").inner_text()
    first.locator(".hit-select").click()
    expect(first.locator(".hit-select")).to_have_attribute("aria-pressed", "true")
    show(screen, "related")
    expect(live.locator("[data-hit]")).to_have_count(6)
    assert selected not in live.locator("[data-hit]").evaluate_all("cards => cards.map((card) => card.dataset.hit)")
    record = gallery.views(screen.session)["related"]["hits"][0]["record"]
    wanted = gallery.views(screen.session)["hits"]["hits"][0]["record"]
    assert set(record["categories"]) & set(wanted["categories"]) and brand == wanted["brand"]
    live.get_by_role("button", name="Close Products like it").click()
    expect(live.locator("[data-hit]")).to_have_count(0)


def test_steps_are_undone_from_a_widget(opened):
    """Undo, redo and to start over; what cannot be done cannot be pressed."""
    screen = opened()
    page = screen.page
    show(screen, "shipping")
    page.locator(".gallery-live").get_by_role("switch").click()
    show(screen, "history")
    live = page.locator(".gallery-live")
    undo, redo = live.get_by_role("button", name="Undo"), live.get_by_role("button", name="Redo")
    undo.click()
    expect(undo).to_be_disabled()
    redo.click()
    expect(redo).to_be_disabled()
    live.get_by_role("button", name="Start over").click()
    undo.click()
    expect(redo).to_be_enabled()
