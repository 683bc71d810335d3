# SPDX-License-Identifier: MIT
"""Addresses that hold what a session shows: long ones in any script, broken ones, and states that fit into none."""

import json
import os
import pathlib
import re
import shutil
import tempfile
import urllib.parse

import pytest
from playwright.sync_api import expect

from console_axe import findings
from console_screen import Screen
from console_stack import Stack, eventually

PICTURES = os.environ.get("SEARCHBUS_TEST_PICTURES")
SCRIPTS = {
    "cyrillic": "Электроника и бытовая техника, раздел номер {}",
    "japanese": "家電製品とパソコン周辺機器、売り場の番号は{}番です",
    "latin": "Consumer electronics and household goods, section {}",
}
BLANK = [None, "", " ", "\t", "\u200b", ["", ""], "red", ["red", ""]]
APP = """
name: web2
searchers:
  s: { type: hits, index: things }
filterStates:
  f: { searchers: [s] }
widgets:
  box: { type: search-box, searcher: s }
  cat: { type: refinement-list, searcher: s, filterState: f, attribute: category, limit: 60, title: Category }
  blank: { type: refinement-list, searcher: s, filterState: f, attribute: blank }
  other: { type: menu, searcher: s, filterState: f, attribute: other }
  price: { type: number-range, searcher: s, filterState: f, attribute: price, operator: or }
  chips: { type: current-filters, filterState: f }
  hits: { type: hits, searcher: s, template: { title: name } }
"""
SETTINGS = {"searchableAttributes": ["name"], "attributesForFaceting": ["category", "blank", "other"],
            "numericAttributes": ["price"]}


def categories(script):
    return [SCRIPTS[script].format(number) for number in range(40)]


class Things(Stack):
    """An app with an index of things in forty categories of each script."""

    def __init__(self):
        super().__init__("things")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="things-"))

    def _up(self):
        return [self.command, "up", self.folder / "app.yaml", "--data", self.data]

    def _import(self):
        records = [{"objectID": f"{script}-{number}", "name": f"Thing {number}", "category": name, "price": number,
                    "code": 4000018809650, "levels": {"lvl0": "Home", "lvl1": "Home > Lamps"}}
                   for script in SCRIPTS for number, name in enumerate(categories(script))]
        records += [{"objectID": f"blank-{number}", "name": f"Blank {number}", "blank": value, "other": value}
                    for number, value in enumerate(BLANK)]
        (self.folder / "app.yaml").write_text(APP)
        (self.folder / "things.ndjson").write_text("".join(json.dumps(record) + "\n" for record in records))
        (self.folder / "settings.json").write_text(json.dumps(SETTINGS))
        self.run("index", "import", "things", self.folder / "things.ndjson", "--settings", self.folder / "settings.json")

    def stop(self):
        super().stop()
        shutil.rmtree(self.folder, ignore_errors=True)


@pytest.fixture(scope="module")
def things():
    running = Things()
    try:
        running.start()
        yield running
    finally:
        running.stop()


@pytest.fixture
def entered(things, contexts):
    """Opens an address of the app in an authorized browser."""
    def make(address=None, **options):
        context, traps = contexts(**options)
        page = context.new_page()
        page.goto(things.new_link())
        expect(page.locator("search-page")).to_be_visible()
        session = things.new_session()
        page.goto("about:blank")
        page.goto(f"{things.url}/#/search?session={session}" if address is None else address)
        expect(page.locator(".connection")).to_have_attribute("data-connection", "live")
        return Screen(page, things, session, traps)
    return make


def choose(things, session, values):
    things.send(session, ("cat", "select", {"values": values, "on": True}))


def chips(page):
    return page.locator("[data-widget=chips] .filters button")


def picture(page, name):
    if PICTURES:
        page.screenshot(path=pathlib.Path(PICTURES) / f"{name}.png")


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_long_state_survives_reload_and_sharing(things, entered, script):
    """39 of 40 categories stay over a reload; 20 of them are in the address alone."""
    names = categories(script)
    screen = entered()
    choose(things, screen.session, names[:39])
    expect(chips(screen.page)).to_have_count(39)
    screen.page.wait_for_url(re.compile(r"\?category="))
    screen.page.reload()
    expect(chips(screen.page)).to_have_count(39)
    shared = screen.page.url.split("#")[0]
    other = entered(shared)
    expect(chips(other.page)).to_have_count(39)
    assert screen.session not in other.page.url
    fewer = f"{things.url}/?category=" + "~".join(f"'{name}'" for name in names[:20])
    raw = entered(fewer)
    expect(chips(raw.page)).to_have_count(20)
    expect(raw.page.locator(".page-note")).to_have_count(2)
    expect(raw.page.locator(".page-note").first).to_be_hidden()


def test_a_state_that_fits_into_no_address_is_reported_and_shared_otherwise(things, entered):
    """The address is not that of an earlier state; the note goes when the state fits again."""
    screen = entered()
    choose(things, screen.session, ["short"])
    screen.page.wait_for_url(re.compile(r"\?category=short"))
    choose(things, screen.session, [f"{number} " + "x" * 900 for number in range(20)])
    note = screen.page.locator(".page-note", has_text="too large for a link")
    expect(note).to_be_visible()
    expect(note.get_by_role("button", name="Copy a link to this session")).to_be_visible()
    screen.page.wait_for_url(lambda address: urllib.parse.urlsplit(address).query == "")
    assert findings(screen.page, "a long state") == []
    picture(screen.page, "too-long")
    screen.page.locator("[data-action=links]").click()
    expect(screen.page.locator(".menu-note")).to_be_visible()
    expect(screen.page.get_by_role("button", name="Copy a link to these results")).to_be_hidden()
    screen.page.keyboard.press("Escape")
    screen.page.reload()
    expect(chips(screen.page)).to_have_count(21)
    things.send(screen.session, ("chips", "clear", {}))
    expect(note).to_be_hidden()


@pytest.mark.parametrize("query, text, words, count", [
    ("?q=100%", "100%", "`q`", 0), ("?q=%ff", "", "`q`", 0), ("?q=thing&price=5..1", "thing", "`price`", 0),
    ("?q=thing&category=one~5..1", "thing", "`category`", 1), ("?q=thing&index.s=none", "thing", "`none`", 0),
])
def test_what_can_be_read_of_a_broken_link_is_kept_and_the_rest_is_reported(things, entered, query, text, words, count):
    screen = entered(f"{things.url}/{query}")
    screen.traps.allow("status of 400")
    note = screen.page.locator(".page-note", has_text="cannot be read completely")
    expect(note).to_contain_text(words)
    expect(screen.page.locator("[data-search-box]").first).to_have_value(text)
    expect(chips(screen.page)).to_have_count(count)
    answer = screen.page.locator("[data-hit]").first.or_(screen.page.get_by_text("Nothing matches")).first
    expect(answer).to_be_visible()
    assert findings(screen.page, "a broken link") == []
    picture(screen.page, f"broken-{len(query)}")
    note.get_by_role("button", name="Dismiss").click()
    expect(note).to_be_hidden()


def test_an_address_that_is_too_long_is_refused_with_a_page(things, entered):
    screen = entered()
    screen.traps.allow("status of 431")
    screen.page.goto(f"{things.url}/?q={'a' * 60_000}")
    expect(screen.page.get_by_role("heading")).to_have_text("Request Header Fields Too Large")
    expect(screen.page.locator("main")).to_contain_text("56 KiB")
    assert findings(screen.page, "too long an address") == []
    picture(screen.page, "431")
    screen.page.get_by_role("link", name="Open the search without it").click()
    expect(screen.page.locator("search-page")).to_be_visible()


def test_blank_values_have_names(things, entered):
    """Each is shown as (empty) in lists, menus and chips, and chooses what it stands for."""
    screen = entered()
    boxes = screen.page.locator("[data-widget=blank]").get_by_role("checkbox", name="(empty)")
    expect(boxes.first).to_be_visible()
    view = things.views(screen.session)["blank"]
    expect(boxes).to_have_count(len([item for item in view["items"] if item["label"] == "(empty)"]))
    assert {item["label"] for item in view["items"]} == {"(empty)", "red"}
    expect(screen.page.locator("[data-widget=other]").get_by_role("radio", name="(empty)").first).to_be_visible()
    boxes.first.check()
    expect(chips(screen.page)).to_have_text(["Blank: (empty)"])
    expect(screen.page.get_by_role("button", name="Remove filter Blank: (empty)")).to_be_visible()
    assert findings(screen.page, "blank values") == []
    picture(screen.page, "blank")


def test_chips_with_the_same_value_name_their_attributes(things, entered):
    screen = entered()
    things.send(screen.session, ("blank", "select", {"values": ["red"], "on": True}))
    expect(chips(screen.page)).to_have_text(["red"])
    things.send(screen.session, ("other", "select", {"value": "red"}))
    eventually(lambda: sorted(chips(screen.page).all_inner_texts()), lambda texts: texts == ["Blank: red", "Other: red"],
               "both have their attribute")


def test_a_session_that_is_named_in_the_address_begins_without_a_refusal(things, entered):
    """The traps would catch the 404 of a stream that is not there."""
    screen = entered(f"{things.url}/#/search?session=brand-new-one")
    expect(screen.page.locator("[data-hit]").first).to_be_visible()
    assert things.views("brand-new-one")


def test_a_record_shows_codes_by_their_digits_and_members_by_their_names(things, entered):
    screen = entered()
    screen.page.locator("[data-hit]", has_text="Thing 1").first.click()
    dialog = screen.page.get_by_role("dialog")
    expect(dialog).to_contain_text("4000018809650")
    expect(dialog).to_contain_text("lvl0: Home; lvl1: Home > Lamps")
    picture(screen.page, "record")


def test_numbers_follow_the_language_of_the_words(things, entered):
    """A browser of another language gets figures that fit the words beside them."""
    screen = entered(locale="de-DE", timezone_id="Europe/Berlin")
    things.send(screen.session, ("price", "set-range", {"range": [1000.5, 20000.5]}))
    expect(chips(screen.page)).to_have_text(["Price: 1000.5 – 20,000.5"])
    assert screen.page.evaluate("document.documentElement.lang") == "en"
