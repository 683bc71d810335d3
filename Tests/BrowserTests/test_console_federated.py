# SPDX-License-Identifier: MIT
# Part of SearchBus.
"""The demo apps that search several indexes at once, and lists that stay where they are when an index changes."""

import contextlib

import pytest
from playwright.sync_api import expect

from console_axe import findings
from console_screen import Screen
from console_stack import Stack, eventually

NARROW = {"width": 390, "height": 844}
LOOKS = [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"viewport": NARROW, "color_scheme": "light"},
         {"viewport": NARROW, "color_scheme": "dark"}]


@pytest.fixture(scope="module")
def started():
    """Starts demo apps by name, each once."""
    with contextlib.ExitStack() as running:
        apps = {}

        def start(name):
            if name not in apps:
                apps[name] = stack = Stack(name)
                running.callback(stack.stop)
                stack.start()
            return apps[name]
        yield start


@pytest.fixture
def shown(started, contexts):
    """Opens a demo app in a session of its own."""
    def open_app(name, **options):
        stack = started(name)
        context, traps = contexts(**options)
        page = context.new_page()
        page.goto(stack.new_link())
        return Screen(page, stack, stack.new_session(), traps).open("search")
    return open_app


def widget(screen, name):
    """The place of a widget on the page."""
    return screen.page.locator(f"search-widget[data-widget={name}]")


def titles(screen, name):
    """What the hits of a list are called, in their order."""
    return widget(screen, name).locator(".hit-open").all_inner_texts()


def view(screen, name):
    """A widget's view."""
    return screen.stack.call("GET", f"/api/sessions/{screen.session}")["views"][name]


def settled(screen, *names, query):
    """Waits until widgets have the answer for a text."""
    for name in names:
        eventually(lambda name=name: view(screen, name), lambda found: found["phase"] == "ready" and found["query"] == query,
                   f"{name} has {query}")


def tick(screen, name, value):
    """Ticks a value of a list."""
    widget(screen, name).get_by_role("checkbox", name=value).check()


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
    expect(widget(screen, "actorHits").locator(".hit-open")).not_to_have_count(6)
    loaded = titles(screen, "actorHits")
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
    """The categories whose names match stand beside the products, and narrow them."""
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
    expect(screen.page.locator(".chip")).to_have_count(1)
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
