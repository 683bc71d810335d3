# SPDX-License-Identifier: MIT
"""The first minute: the box has the focus when the console is opened, and the arrow keys lead to the results and back."""

import pytest
from playwright.sync_api import expect

from console_stack import eventually

NARROW = {"width": 390, "height": 844}


def box_of(page):
    """The first search box, once results are there."""
    expect(page.locator("[data-hit]").first).to_be_visible()
    return page.locator("[data-search-box]").first


@pytest.fixture
def opening(stack, right, contexts):
    """Opens the console at an address below its own, in a browser of its own."""
    def make(address="", **options):
        context, _ = contexts(storage_state=right, **options)
        page = context.new_page()
        page.goto(f"{stack.url}/{address}")
        return page
    return make


def test_keys_reach_the_box_at_once(stack, opening):
    """What is typed on a fresh page is searched, without a click."""
    page = opening()
    box = box_of(page)
    expect(box).to_be_focused()
    page.keyboard.type("desk lamp", delay=15)
    expect(box).to_have_value("desk lamp")
    expect(page.locator("[data-widget=hits] .hits-area")).to_have_attribute("data-query", "desk lamp")


def test_first_searches_find_what_they_name(stack):
    """The demo data have what people try first: a thing, and a thing of a color."""
    for query, word in [("lamp", "lamp"), ("blue lamp", "lamp"), ("red lamp", "lamp"), ("shoes", "shoes"), ("laptop", "laptop")]:
        hits = stack.fresh(query)["hits"]["hits"]
        assert len(hits) >= 5, query
        assert [hit["record"]["name"] for hit in hits if word not in hit["record"]["name"].lower()] == [], query


def test_focus_is_left_alone_where_it_was_not_asked_for(stack, opening):
    """Not in a reload, not by a link to results or another page, and no keyboard opens over a touch screen."""
    page = opening()
    expect(box_of(page)).to_be_focused()
    page.reload()
    expect(box_of(page)).not_to_be_focused()

    page = opening("?q=lamp")
    expect(box_of(page)).to_have_value("lamp")
    expect(box_of(page)).not_to_be_focused()

    page = opening("#/insights")
    expect(page.locator("insights-page")).to_be_visible()
    page.locator(".nav [data-page=search]").click()
    expect(box_of(page)).not_to_be_focused()

    page = opening(viewport=NARROW, has_touch=True, is_mobile=True)
    expect(box_of(page)).not_to_be_focused()


def test_arrows_lead_to_the_hits_and_back(console):
    """Down from the box to the first hit, up from the first row to the box; between rows the list has the keys."""
    screen = console()
    keys = screen.page.keyboard
    expect(screen.hits).to_have_count(20)
    cards = screen.hits.locator(".hit-open")
    screen.box.press("ArrowDown")
    expect(cards.first).to_be_focused()
    keys.press("ArrowRight")
    keys.press("ArrowDown")
    expect(cards.nth(5)).to_be_focused()
    keys.press("ArrowUp")
    expect(cards.nth(1)).to_be_focused()
    keys.press("ArrowUp")
    expect(screen.box).to_be_focused()


def test_suggestions_come_before_hits(gallery, opened):
    """Where a box has suggestions its arrows choose among them; without any they lead to the hits."""
    screen = opened("search")
    expect(screen.hits.first).to_be_visible()
    finder = screen.page.locator("[data-widget=finder] input")
    finder.press("ArrowDown")
    expect(screen.page.locator(".results .hit-open").first).to_be_focused()
    finder.fill("ja")
    view = eventually(lambda: gallery.views(screen.session)["finder"], lambda view: view["query"] == "ja" and view["phase"] == "ready", "suggestions")
    # Choosing in a list that still grows would be another test.
    suggestions = sum(len(section.get("hits") or section.get("values")) for section in view["sections"])
    expect(screen.page.locator("[data-widget=finder] [role=option]")).to_have_count(suggestions)
    finder.press("ArrowDown")
    expect(finder).to_be_focused()
    expect(screen.page.locator("[data-widget=finder] [role=option][aria-selected=true]")).to_have_count(1)
