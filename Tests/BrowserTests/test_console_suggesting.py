# SPDX-License-Identifier: MIT
"""The box with suggestions: what is found while one types, what is chosen, what was searched before; by key, pointer and ear."""

import re

import pytest
from playwright.sync_api import expect

from console_axe import findings
from console_screen import REWRITE_SCRIPT
from console_stack import eventually

NARROW = {"width": 390, "height": 844}
GENRES = {"type": "facet", "attribute": "genres", "value": "Drama"}

# A box of its own, drawn from a view with addresses; what it would send and say, and whether it led away.
ADDRESSES = """
async () => {
  const { default: Autocomplete } = await import("/src/controllers/autocomplete.js");
  const said = [], sent = [];
  const send = (type, data) => { sent.push([type, data.objectID ?? data.query]); return Promise.resolve({}); };
  const box = new Autocomplete({ widget: { name: "x", parameters: {} }, send, announce: (words) => said.push(words) });
  document.body.append(box.element);
  const hit = (objectID, address) => ({ objectID, record: { name: objectID, address }, highlights: {} });
  box.render({ phase: "ready", query: "", placeholder: "Find", recent: [], sections: [{
    searcher: "pages", title: "Pages", phase: "ready", listed: true, query: "", nbHits: 3, values: [], template: { title: "name" },
    hits: [hit("script", "javascript:alert(1)"), hit("data", "data:text/html,x"), hit("none", 7), hit("here", "/#/bus")],
    choose: { does: "url", attribute: "address" },
  }] });
  const input = box.element.querySelector("input");
  const before = location.href;
  for (const name of ["script", "data", "none"]) {
    input.focus(); input.blur(); input.focus();
    [...box.element.querySelectorAll("[role=option]")].find((option) => option.textContent.includes(name)).click();
  }
  const stayed = location.href === before;
  input.blur(); input.focus();
  [...box.element.querySelectorAll("[role=option]")].at(-1).click();
  await new Promise((resolve) => setTimeout(resolve));
  return { stayed, sent, said: said.filter((words) => words.includes("no address")), opened: location.hash.startsWith("#/bus") };
}
"""


@pytest.fixture
def screen(opened):
    """The search page of the gallery's app."""
    return opened("search")


def finder(screen):
    """The box."""
    return screen.page.locator("[data-widget=finder]").get_by_role("combobox")


def options(screen):
    """What the list offers."""
    return screen.page.locator("[data-widget=finder]").get_by_role("option")


def active(screen):
    """The option that the box names as the active one."""
    return screen.page.locator(f"#{finder(screen).get_attribute('aria-activedescendant')}")


def place(element):
    """Where an element begins, and how wide it is; more may come to its end."""
    return {key: value for key, value in element.bounding_box().items() if key != "height"}


def films(gallery, screen):
    """The text that films are searched for."""
    entries = gallery.log(topic="request/everything/", session=screen.session, limit=100)
    return entries[-1]["event"]["data"]["members"]["films"]["query"]


def test_typing_suggests_and_searches_nothing_else(gallery, opened):
    """
    Groups with what was typed marked; the target keeps its text, and the box the one being typed; screen readers
    announce their number.
    """
    screen = opened("search", scripts=[REWRITE_SCRIPT])
    box = finder(screen)
    expect(box).to_have_attribute("aria-expanded", "false")
    # The initial announcement comes first: of announcements at one time only the last is read.
    expect(screen.page.locator("#announcements")).to_contain_text("results")
    box.press_sequentially("ja", delay=30)
    expect(screen.page.get_by_role("group", name="Films").get_by_role("option").first).to_contain_text("Ja")
    expect(screen.page.get_by_role("group", name="Actors").get_by_role("option")).to_have_count(3)
    expect(options(screen).locator("mark").first).to_have_text(re.compile("^ja$", re.IGNORECASE))
    expect(box).to_have_attribute("aria-expanded", "true")
    expect(screen.page.locator("#announcements")).to_have_text("7 suggestions")
    assert films(gallery, screen) == ""
    assert box.input_value() == "ja"


def test_keys_go_through_the_list_and_choose(gallery, screen):
    """Down and Up go round, Home and End to the ends; Enter searches what is active, for the target, and remembers it."""
    box = finder(screen)
    box.press_sequentially("ja", delay=30)
    # What was found for less has gone.
    expect(options(screen).locator("mark").first).to_have_text(re.compile("^ja$", re.IGNORECASE))
    box.press("ArrowDown")
    expect(active(screen)).to_have_attribute("aria-selected", "true")
    first = active(screen).inner_text()
    box.press("ArrowUp")
    assert active(screen).inner_text() != first
    box.press("ArrowDown")
    assert active(screen).inner_text() == first
    box.press("End")
    assert active(screen).inner_text() == options(screen).last.inner_text()
    box.press("Home")
    assert active(screen).inner_text() == first
    name = active(screen).locator(".option-label").inner_text()
    box.press("Enter")
    expect(box).to_have_value(name)
    expect(box).to_have_attribute("aria-expanded", "false")
    eventually(lambda: films(gallery, screen), lambda query: query == name, "films are searched")
    eventually(lambda: gallery.views(screen.session)["finder"]["recent"], lambda recent: recent == [name], "it is remembered")
    assert gallery.views(screen.session)["box"]["query"] == "", "nothing else is searched"


def test_escape_closes_then_empties(gallery, screen):
    """The first press closes the list and leaves the text; the second empties the box, and what the target searches."""
    box = finder(screen)
    box.press_sequentially("heat", delay=20)
    expect(options(screen).first).to_be_visible()
    box.press("Enter")
    eventually(lambda: films(gallery, screen), lambda query: query == "heat", "films are searched")
    box.press("ArrowDown")
    expect(options(screen).first).to_be_visible()
    box.press("Escape")
    expect(box).to_have_attribute("aria-expanded", "false")
    expect(box).to_have_value("heat")
    box.press("Escape")
    expect(box).to_have_value("")
    eventually(lambda: films(gallery, screen), lambda query: query == "", "films are searched without a text")


def test_recent_searches_come_back_and_can_be_forgotten(gallery, screen):
    """An empty box lists them, the newest first; one goes by key or pointer, all by a button."""
    box = finder(screen)
    for text in ("alien", "psycho", "jaws"):
        box.fill(text)
        box.press("Enter")
    eventually(lambda: gallery.views(screen.session)["finder"]["recent"], lambda recent: len(recent) == 3, "all are kept")
    box.press("Escape")
    box.press("ArrowDown")
    labels = options(screen).locator(".option-label")
    expect(labels).to_have_text(["jaws", "psycho", "alien"])
    box.press("Shift+Delete")
    expect(labels).to_have_text(["psycho", "alien"])
    options(screen).nth(1).locator("xpath=..").locator(".option-remove").click()
    expect(labels).to_have_text(["psycho"])
    expect(box).to_be_focused()
    labels.first.click()
    expect(box).to_have_value("psycho")
    box.fill("")
    screen.page.get_by_role("button", name="Delete recent searches").click()
    expect(options(screen)).to_have_count(0)
    expect(box).to_have_attribute("aria-expanded", "false")


def test_a_value_that_is_chosen_filters(gallery, screen):
    """A genre becomes a filter of films, and the box is empty for the next."""
    box = finder(screen)
    box.press_sequentially("dram", delay=20)
    screen.page.get_by_role("group", name="Genres").get_by_role("option").first.click()
    expect(box).to_have_value("")
    expect(box).to_be_focused()

    def filters():
        entries = gallery.log(topic="filters/cinema/", session=screen.session, limit=100)
        return [each for group in entries[-1]["event"]["data"]["groups"] for each in group["filters"]] if entries else []
    eventually(filters, lambda found: [{**GENRES, **each} == each for each in found] == [True], "the genre filters")


def test_addresses_are_opened_only_where_they_are_of_the_web(screen):
    """An entry with a script or data as its address opens nothing, and shows an error; a web address is opened."""
    result = screen.page.evaluate(ADDRESSES)
    assert result["stayed"] and result["opened"]
    assert [intent for intent in result["sent"] if intent[0] == "choose"] == [
        ["choose", "script"], ["choose", "data"], ["choose", "none"], ["choose", "here"]]
    assert len(result["said"]) == 3


def test_two_browsers_share_the_text(gallery, opened, contexts, key):
    """One sees what the other types, unless a user types there."""
    one = opened("search")
    context, _ = contexts(storage_state=key)
    page = context.new_page()
    page.goto(one.page.url)
    expect(page.locator("[data-connection=live]")).to_be_visible()
    finder(one).press_sequentially("alien", delay=20)
    expect(page.locator("[data-widget=finder] input")).to_have_value("alien")
    expect(page.get_by_role("listbox")).to_have_count(0)


@pytest.mark.parametrize("look", ["wide", "narrow-dark", "right-to-left"])
def test_the_open_list_is_for_everybody(opened, look):
    """axe finds nothing; the list lies over the page, which does not move, and is no wider than it; fingers reach it."""
    narrow = {"viewport": NARROW, "color_scheme": "dark", "has_touch": True, "is_mobile": True}
    screen = opened("search", **(narrow if look == "narrow-dark" else {}))
    page = screen.page
    if look == "right-to-left":
        page.evaluate("document.documentElement.dir = 'rtl'")
    expect(screen.hits.first).to_be_visible()
    before = place(page.locator(".results"))
    box = finder(screen)
    box.press_sequentially("dr", delay=30)
    expect(options(screen).locator("mark").first).to_have_text(re.compile("^dr$", re.IGNORECASE))
    expect(page.get_by_role("group", name="Genres").get_by_role("option")).to_have_count(1)
    box.press("ArrowDown")
    assert findings(page, look, within=".search-top") == []
    assert place(page.locator(".results")) == before
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    popup = page.locator(".autocomplete-popup").bounding_box()
    assert 0 <= popup["x"] and popup["x"] + popup["width"] <= page.viewport_size["width"]
    if look == "narrow-dark":
        assert min(each.bounding_box()["height"] for each in options(screen).all()) >= 44
        options(screen).last.tap()
        expect(box).to_have_value("")
    else:
        page.mouse.click(*[page.viewport_size["width"] / 2, page.viewport_size["height"] - 10])
        expect(page.locator(".autocomplete-popup")).to_be_hidden()
