# SPDX-License-Identifier: MIT
"""The demo apps that search several indexes at once, and lists that stay where they are when an index changes."""

import re

import pytest
from playwright.sync_api import expect

from console_axe import findings
from console_demo import LOOKS, NARROW, settled, tick, titles, view, widget
from console_stack import eventually


def test_actors_and_films(shown):
    """One text, two lists; each has pages of its own, and one selection narrows both, each by what its index calls it."""
    screen = shown("actors-films")
    screen.page.get_by_role("searchbox").press_sequentially("tom", delay=20)
    settled(screen, "actorHits", "filmHits", query="tom")
    for name in ("Actors", "Films"):
        expect(screen.page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    expect(widget(screen, "actorHits").locator(".hit-open").first).to_contain_text("Tom")
    films = titles(screen, "filmHits")
    widget(screen, "actorHits").locator(".load-more").click()
    # Places are there before their hits.
    loaded = eventually(lambda: titles(screen, "actorHits"), lambda found: len(found) > 6 and all(found), "more actors")
    assert titles(screen, "filmHits") == films, "the films are at their first page still"

    tick(screen, "genre", "Comedy")
    eventually(lambda: titles(screen, "filmHits"), lambda found: found != films, "a genre narrows the films")
    assert titles(screen, "actorHits") == loaded, "actors have no genre, and keep their pages"

    tick(screen, "country", "United States")
    born = widget(screen, "actorHits").locator(".hit-subtitle")
    eventually(born.all_inner_texts, lambda found: found and set(found) == {"United States"}, "a country narrows the actors")
    screen.page.get_by_role("button", name="Undo").click()
    screen.page.get_by_role("button", name="Undo").click()
    eventually(lambda: titles(screen, "filmHits"), lambda found: found == films, "both steps are undone for both")


def test_categories_and_products(shown):
    """The categories whose names match are beside the products, and narrow them."""
    screen = shown("categories-products")
    screen.page.get_by_role("searchbox").press_sequentially("phone", delay=20)
    settled(screen, "hits", "stats", query="phone")
    marks = widget(screen, "matches").locator("mark")
    eventually(marks.all_inner_texts, lambda found: found and {text.lower() for text in found} == {"phone"}, "what matches is marked")
    total = view(screen, "stats")["nbHits"]
    tick(screen, "matches", "Phone Cases")
    eventually(lambda: view(screen, "stats")["nbHits"], lambda count: 0 < count < total, "a category narrows the products")


def test_suggesting_store(shown):
    """Texts, categories and products in one list; a category that is chosen filters, a text is searched."""
    screen = shown("suggesting-store")
    box = screen.page.get_by_role("combobox")
    box.press_sequentially("he", delay=20)
    for name in ("Suggestions", "Categories", "Products"):
        expect(screen.page.get_by_role("group", name=name)).to_be_visible()
    screen.page.get_by_role("group", name="Categories").get_by_role("option").filter(has_text="Headphones").click()
    expect(screen.page.locator(".filters button")).to_have_count(1)
    box.press_sequentially("noise", delay=20)
    screen.page.get_by_role("option", name="noise-cancelling headphones").first.click()
    settled(screen, "hits", query="noise-cancelling headphones")


@pytest.mark.parametrize("app, text", [("actors-films", "tom"), ("categories-products", "phone"), ("suggesting-store", "he")])
def test_nothing_is_wrong_with_the_demos(shown, app, text):
    """Wide and narrow, light and dark: nothing that axe finds, and nothing wider than the window."""
    found = []
    for look in LOOKS:
        screen = shown(app, **look)
        screen.page.locator("[data-search-box]").press_sequentially(text, delay=20)
        if app == "suggesting-store":
            expect(screen.page.get_by_role("option").first).to_be_visible()
        else:
            settled(screen, "filmHits" if app == "actors-films" else "hits", query=text)
            expect(screen.page.locator(".hit").first).to_be_visible()
        found += findings(screen.page, f"{app} {look}")
        width = screen.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert width[0] <= width[1], f"{app} {look}"
    assert found == []


def test_texts_count_all_lists_and_mention_filters(shown):
    """The drawer's button counts both lists; an empty list mentions its filters, if there are any."""
    screen = shown("actors-films", viewport=NARROW)
    page = screen.page
    page.get_by_role("searchbox").press_sequentially("love", delay=20)
    settled(screen, "actorHits", "filmHits", query="love")
    count = sum(view(screen, name)["nbHits"] for name in ("actorHits", "filmHits"))
    page.get_by_role("button", name="Refine").click()
    show = page.get_by_role("button", name=f"Show {count} results", exact=True)
    expect(show).to_be_visible()
    tick(screen, "country", "France")
    eventually(lambda: view(screen, "actorHits")["nbHits"], lambda found: found == 0, "no such actor was born there")
    page.get_by_role("button", name=re.compile(r"^Show \d+ results?$")).click()
    hint = widget(screen, "actorHits").get_by_text("Try removing filters.")
    expect(hint).to_be_visible()
    widget(screen, "actorHits").get_by_role("button", name="Remove all filters").click()
    page.get_by_role("searchbox").fill("zzqqxx")
    settled(screen, "actorHits", query="zzqqxx")
    expect(widget(screen, "actorHits").get_by_role("button", name="Clear the search")).to_be_visible()
    expect(hint).to_be_hidden()


def test_pages_of_a_list_are_fresh_and_stay_when_the_index_changes(shown):
    """Far down a list: what is in sight stays there, all pages are loaded still, and all of them are the new ones."""
    screen = shown("categories-products")
    stack, session = screen.stack, screen.session
    for page in range(1, 4):
        screen.scroll_to_end()
        eventually(lambda: view(screen, "hits"), lambda hits, page=page: page in hits["loaded"], f"page {page} is there")
    before = view(screen, "hits")
    scrolled = screen.page.evaluate("scrollY")
    assert scrolled > 1_000
    stack.add_products({"objectID": "new", "name": "The newest of all", "brand": "Acme", "popularity": 1_000_000_000, "price": 1})
    expected = stack.new_session()
    first = eventually(lambda: stack.call("GET", f"/api/sessions/{expected}")["views"]["hits"],
                       lambda hits: hits["phase"] == "ready" and hits["nbHits"] == before["nbHits"] + 1, "the index is the new one")

    def ids(views):
        pages = [views["hits"]] + [each for name, each in views.items() if name.startswith("hits.") and each["hits"]]
        return [hit["objectID"] for page in sorted(pages, key=lambda page: page["page"]) for hit in page["hits"]]

    def read():
        return stack.call("GET", f"/api/sessions/{session}")["views"]

    views = eventually(read, lambda views: ids(views)[:20] == [hit["objectID"] for hit in first["hits"]]
                       and len(set(ids(views))) == len(ids(views)) and len(ids(views)) == 20 * len(before["loaded"]),
                       "every page is fresh")
    assert views["hits"]["loaded"] == before["loaded"] and views["hits"]["list"] == before["list"]
    assert abs(screen.page.evaluate("scrollY") - scrolled) < 400, "what is in sight stays there, but for what came before it"
