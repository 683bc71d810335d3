# SPDX-License-Identifier: MIT
"""An element for each widget type, over the gallery's app, which has a widget of each: what it draws, and what it sends when it is used."""

import re

import pytest
from playwright.sync_api import expect

from console_axe import findings
from console_stack import ROOT, eventually
from searchbus_testing import log_path

TYPES = re.findall(r'^  "([\w-]+)": \{ view:', (ROOT / "web/client/widgets.d.ts").read_text(), re.MULTILINE)
TAGS = {"search-box": "searchbus-box"}
# A page of the gallery's own, with an element in a session of its own; what was sent to the widget before is drawn first.
PLACE = """async ([tag, widget, attributes, prepared]) => {
  const { connect } = await import("/client/index.js");
  const session = await connect().session().open();
  for (const intent of prepared) await session.send(intent);
  const place = document.createElement("searchbus-session");
  const element = place.appendChild(document.createElement(tag));
  for (const [name, value] of Object.entries({ widget, ...attributes })) element.setAttribute(name, value);
  place.session = session;
  const main = document.createElement("main");
  const title = document.createElement("h1");
  title.textContent = "Elements";
  main.append(title, place);
  document.body.replaceChildren(main);
  const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/client/searchbus.css" });
  for (const other of document.querySelectorAll("link[rel=stylesheet]")) other.remove();
  await new Promise((loaded) => { sheet.onload = loaded; document.head.append(sheet); });
  window.session = session;
  return session.id;
}"""


def fill(selector, text):
    """Types into a field and leaves it."""
    def act(element):
        element.locator(selector).fill(text)
        element.locator(selector).press("Enter")
    return act


def click(selector):
    """Presses what a selector finds first."""
    return lambda element: element.locator(selector).first.click()


def search(element):
    """Asks for suggestions, and searches the text."""
    box = element.get_by_role("combobox")
    box.press_sequentially("ja")
    expect(element.get_by_role("option").first).to_be_visible()
    box.press("Enter")


def save(element):
    """Keeps a search under a name."""
    element.locator("input").fill("Mine")
    element.get_by_role("button", name="Save").click()
    expect(element.get_by_role("button", name="Mine", exact=True)).to_be_visible()


def move(element):
    """Moves the first handle of a histogram."""
    element.locator("[data-end=min]").press("ArrowRight")


FILTER = {"to": "brand", "type": "select", "data": {"values": ["Pellworth"], "on": True}}
# By type: what is drawn, the intent, and the act that sends it.
USES = {
    "autocomplete": ("input[role=combobox]", "submit", search),
    "breadcrumb": (".places li:nth-child(2) button[aria-current]", "select", click(".places button")),
    "clear-filters": ("button", "clear", click("button")),
    "current-filters": (".filters .label", "remove", click(".filters button")),
    "date-range": (".values .value", "select", click(".values input")),
    "dynamic-facets": (".facet .value", "select", click(".facet .value input")),
    "filter-list": (".value", "select", click(".value input")),
    "filter-toggle": ("input[role=switch]", "set", click("input")),
    "geo-hits": (".hit[data-points] strong", "clear", click("button.any")),
    "hierarchical-menu": ("[role=treeitem] .count", "select", click("[role=treeitem]")),
    "histogram": (".bar.is-inside", "set-range", move),
    "history": ("button.undo", "undo", click("button.undo")),
    "hits": (".hit strong", "load-more", click("[data-send=load-more]")),
    "hits-per-page": ("select", "select", lambda element: element.locator("select").select_option("12")),
    "menu": (".value", "select", click(".value input")),
    "multi-hits": (".results .hit", None, None),
    "number": ("input.field", "increment", click(".increment")),
    "number-range": ("input.from", "set-range", fill("input.from", "20")),
    "numeric-menu": (".value", "select", lambda element: element.locator(".value input").nth(1).click()),
    "pagination": (".pages button", "go", click("button.next")),
    "query-suggestions": (".suggestions .label", "select", click(".search")),
    "rating-menu": (".stars", "select", click(".value input")),
    "refinement-list": (".value", "select", click(".value input")),
    "related-items": (".hit", "clear", click("button.close")),
    "saved-searches": ("form input", "save", save),
    "search-box": ("input", "set-query", fill("input", "lamp")),
    "segmented": (".value", "select", lambda element: element.locator(".value input").nth(1).click()),
    "sort-by": ("select", "select", lambda element: element.locator("select").select_option("films")),
    "stats": (None, None, None),
}
# What these types draw depends on what an engine says or takes: `test_own_elements.py` shows them views.
SHOWN = {"loading", "query-rule-data", "relevant-sort"}
PREPARED = {
    "breadcrumb": [{"to": "tree", "type": "select", "data": {"value": "Kitchen"}}],
    "clear-filters": [FILTER], "current-filters": [FILTER], "history": [FILTER],
    "geo-hits": [{"to": "map", "type": "set-circle", "data": {"point": [48.1, 11.6], "radius": 2_000_000}}],
    "related-items": [{"to": "related", "type": "show", "data": {"objectID": "p00001", "attributes": {"brand": "Pellworth"}}}],
}
CHILDREN = {"hits": "element.append(Object.assign(document.createElement('button'), { textContent: 'More' })), "
                    "element.lastChild.dataset.send = 'load-more'"}


def test_each_type_has_an_element_or_a_reason():
    """The page about elements names the element of each type, or why there is none."""
    table = dict(re.findall(r"^\| `([\w-]+)` \| (.*?) \|", (ROOT / "docs/elements.md").read_text(), re.MULTILINE))
    defined = set(re.findall(r'^  "(searchbus-[\w-]+)":', (ROOT / "web/client/elements.js").read_text(), re.MULTILINE))
    for name in TYPES:
        tag = TAGS.get(name, f"searchbus-{name}")
        assert (f"`{tag}`" in table[name]) == (tag in defined), name
    assert {name for name in TYPES if TAGS.get(name, f"searchbus-{name}") not in defined} == {"configure"}
    assert set(USES) | SHOWN | {"configure"} == set(TYPES)


@pytest.fixture(scope="module")
def page_of(gallery, key, browser):
    """The gallery in one page for all types; only what it has is another each time."""
    with browser.new_context(storage_state=key, locale="en-US") as context:
        page = context.new_page()
        page.goto(gallery.url)
        yield page


@pytest.mark.parametrize("name", sorted(USES))
def test_an_element_draws_the_view_and_sends_the_intent(gallery, page_of, name):
    """The live view of the gallery's widget; axe finds nothing in it; what a user does in it is on the log."""
    widget = next(each["name"] for each in gallery.call("GET", "/api/app")["widgets"] if each["type"] == name)
    errors = []
    page_of.on("pageerror", lambda error: errors.append(str(error)))
    session = page_of.evaluate(PLACE, [TAGS.get(name, f"searchbus-{name}"), widget, {}, PREPARED.get(name, [])])
    element = page_of.locator("searchbus-session > *")
    if name in CHILDREN:
        element.evaluate(f"element => {{ {CHILDREN[name]}; }}")
    drawn, intent, act = USES[name]
    expect(element).to_have_attribute("data-phase", re.compile("ready|idle"))
    if drawn:
        expect(element.locator(drawn).first).to_be_visible()
    else:
        expect(element).to_have_text(re.compile(r"\d"))
    assert findings(page_of, name, within="main") == []
    if act:
        act(element)
        path = log_path(topic=f"intent/{widget}/", session=session)
        eventually(lambda: [each["event"]["type"] for each in gallery.call("GET", path)["events"]],
                   lambda types: f"searchbus.intent.{intent}" in types, f"{intent} is on the log")
    assert errors == []
    page_of.evaluate("session.close()")
