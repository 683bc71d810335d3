# SPDX-License-Identifier: MIT
"""The demo of engines: the same products in the embedded index, PostgreSQL and Groonga, one search, side by side."""

import os
import pathlib
import signal

import pytest
from playwright.sync_api import expect

from console_axe import findings
from console_demo import LOOKS, settled, tick, titles, view, widget
from console_stack import eventually

LISTS = {"embedded": "Embedded index", "postgresql": "PostgreSQL", "groonga": "Groonga"}


@pytest.fixture
def screen(shown):
    """The demo, wide."""
    return shown("engines")


def search(screen, text):
    """Types a text, and waits until each engine has answered it."""
    screen.page.get_by_role("searchbox").press_sequentially(text, delay=20)
    settled(screen, *(f"{name}{part}" for name in LISTS for part in ("Hits", "Stats")), query=text)


def counts(screen):
    """How many products each engine says there are."""
    views = screen.stack.call("GET", f"/api/sessions/{screen.session}")["views"]
    return {views[f"{name}Stats"]["nbHits"] for name in LISTS}


def test_three_engines_answer_one_search(screen):
    """One text, one brand and one range of prices: the same products from each, whatever their order."""
    search(screen, "kettle")
    assert counts(screen) == {view(screen, "embeddedHits")["nbHits"]} != {0}
    for name in LISTS:
        expect(widget(screen, f"{name}Hits").locator("mark").first).to_have_text("Kettle")
    brand = view(screen, "brand")["items"][0]
    tick(screen, "brand", brand["value"])
    eventually(lambda: counts(screen), lambda found: found == {brand["count"]}, "each has what the list counts")
    eventually(lambda: {tuple(sorted(titles(screen, f"{name}Hits"))) for name in LISTS}, lambda found: len(found) == 1,
               "the same products are shown")
    low, high = view(screen, "price")["bounds"]
    screen.stack.send(screen.session, ("price", "set-range", {"range": [low, (low + high) / 2]}))
    eventually(lambda: counts(screen), lambda found: len(found) == 1 and 0 < min(found) < brand["count"], "a range narrows each")


def test_each_list_stands_under_its_engine(screen):
    """Name, figures and hits of an engine are one column; the columns stand side by side, and one above the other on a phone."""
    search(screen, "kettle")

    def places(name):
        parts = [screen.page.get_by_role("heading", name=LISTS[name], exact=True), widget(screen, f"{name}Stats").locator(".stats"),
                 widget(screen, f"{name}Hits").locator(".hits")]
        return [part.bounding_box() for part in parts]

    columns = {name: places(name) for name in LISTS}
    for parts in columns.values():
        tops = [part["y"] for part in parts]
        assert tops == sorted(set(tops)) and len({round(part["x"]) for part in parts}) == 1
    for part in range(2):
        assert len({round(parts[part]["y"]) for parts in columns.values()}) == 1, "names and figures are each on one line"
    lefts = [columns[name][0]["x"] for name in LISTS]
    assert lefts == sorted(set(lefts))
    screen.page.set_viewport_size({"width": 390, "height": 844})
    eventually(lambda: [places(name)[0]["x"] for name in LISTS], lambda lefts: len(set(lefts)) == 1, "they are one column")
    tops = [part["y"] for name in LISTS for part in places(name)]
    assert tops == sorted(set(tops))


def test_nothing_is_wrong_with_the_page(shown):
    """Wide and narrow, light and dark, with results and without: nothing that axe finds, and nothing wider than the window."""
    found = []
    for look in LOOKS:
        screen = shown("engines", **look)
        for text in ("kettle", "zzqqxx"):
            screen.page.get_by_role("searchbox").fill("")
            search(screen, text)
            expect(screen.page.locator(".empty:visible" if text == "zzqqxx" else ".hit")).not_to_have_count(0)
            found += findings(screen.page, f"{text} {look}")
            width = screen.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
            assert width[0] <= width[1], f"{text} {look}"
    assert found == []


def children(pid):
    """The processes below one, by pid with their command lines."""
    for child in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        yield int(child), pathlib.Path(f"/proc/{child}/cmdline").read_bytes().decode()
        yield from children(child)


def test_an_engine_that_dies_is_shown_and_the_others_answer(screen):
    """SIGKILL to the Groonga server: its list shows an error, the two others show the results. The last test: it stays dead."""
    servers = [pid for pid, line in children(screen.stack.pid) if line.startswith("groonga\0")]
    assert len(servers) == 1
    os.kill(servers[0], signal.SIGKILL)
    screen.page.get_by_role("searchbox").press_sequentially("lamp", delay=20)
    settled(screen, "embeddedHits", "postgresqlHits", query="lamp")
    banner = widget(screen, "groongaHits").get_by_role("alert")
    expect(banner).to_contain_text("The search failed")
    for name in ("embedded", "postgresql"):
        expect(widget(screen, f"{name}Hits").locator("mark").first).to_have_text("Lamp")
        expect(widget(screen, f"{name}Hits").get_by_role("alert")).to_be_hidden()
    assert findings(screen.page, "an engine is dead") == []
