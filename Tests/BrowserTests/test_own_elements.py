# SPDX-License-Identifier: MIT
"""What each element of the client module does in a page of another origin: what it draws, sends, says and keeps."""

import pytest
from playwright.sync_api import expect

from own_page import shop, visit  # noqa: F401

# An element in an empty page that draws the views it is shown; `sent` and `announced` have its intents and announcements.
MAKE = """async ([gateway, tag, attributes]) => {
  await import(`${gateway}/client/index.js`);
  window.element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  window.sent = [];
  window.announced = [];
  element.use({ send: async (type, data) => { sent.push([type, data]); return null; } });
  element.addEventListener("announce", ({ detail }) => announced.push(detail.message));
  document.body.replaceChildren(element);
}"""


class Element:
    """An element of a page."""

    def __init__(self, page):
        self.page = page
        self.place = page.locator("body > *").first

    def show(self, **view):
        """Draws a view."""
        self.page.evaluate("view => element.show(view)", {"phase": "ready", **view})

    def locator(self, selector):
        """A part of it."""
        return self.place.locator(selector)

    def sent(self):
        """What was sent since the last time."""
        return self.page.evaluate("sent.splice(0)")

    def announced(self):
        """What was said to people who listen since the last time."""
        return self.page.evaluate("announced.splice(0)")

    def focused(self):
        """The part that has the focus, as its text or label."""
        return self.page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent")


@pytest.fixture
def make(shop, visit):  # noqa: F811
    """Makes an element, alone in a page."""
    def made(tag, **attributes):
        page = visit("/plain.html", bypass_csp=True)
        page.evaluate(MAKE, [shop.url, tag, attributes])
        return Element(page)
    return made


def facets(*values, **members):
    """The items of a list of values, each with a count."""
    return [{"value": value, "label": value, "count": 1234, "selected": False, **members} for value in values]


def test_values_can_be_excluded(make):
    """Where the view allows it, each value has a button; what was chosen is held until a view agrees."""
    element = make("searchbus-refinement-list", widget="brand")
    element.show(title="Brand", items=facets("A", "B"))
    expect(element.locator(".exclude")).to_have_count(0)
    expect(element.place).to_have_accessible_name("Brand")
    expect(element.locator(".value").first).to_have_text("A 1,234")
    element.show(title="Brand", items=facets("A", "B", state="none"))
    element.place.get_by_role("button", name="Exclude B").click()
    element.show(title="Brand", items=facets("A", "B", state="none"))
    row = element.locator("[data-value='\"B\"']")
    expect(row.locator(".exclude")).to_have_attribute("aria-pressed", "true")
    expect(row).to_have_class("value is-excluded")
    row.locator("input").check()
    expect(row).to_have_class("value is-selected")
    assert element.sent() == [["set", {"value": "B", "state": "exclude"}], ["set", {"value": "B", "state": "include"}]]


def test_values_are_searched_and_reached_by_arrow_keys(make):
    """A list is one stop of the Tab key, and the focus stays with its value; the field above it searches, and says what it found."""
    element = make("searchbus-refinement-list", widget="brand")
    element.show(title="Brand", searchable=True, items=facets("A", "B", "C"))
    field = element.page.get_by_label("Search in Brand").and_(element.page.locator("input"))
    field.press_sequentially("b")
    (kind, data), = element.sent()
    assert kind == "search" and data["query"] == "b"
    element.show(title="Brand", searchable=True, searchPhase="ready", searchQuery="b", client=data["client"], edit=data["edit"],
                 items=facets("B", highlighted=[["B", True]]))
    assert element.announced() == ["1 value found"]
    expect(element.locator(".label mark")).to_have_text("B")
    field.press("Escape")
    expect(field).to_have_value("")
    element.show(title="Brand", searchable=True, items=facets("A", "B", "C"))
    keys = element.page.keyboard
    keys.press("Tab")
    for key in ("ArrowDown", "End", "ArrowUp"):
        keys.press(key)
    expect(element.locator("[data-value='\"B\"'] input")).to_be_focused()
    element.show(title="Brand", searchable=True, items=facets("C", "A", "B"))
    expect(element.locator("[data-value='\"B\"'] input")).to_be_focused()
    keys.press("Shift+Tab")
    expect(field).to_be_focused()


def test_rows_of_values_are_drawn_into_again(make):
    """Other values come into the same rows; a child of the page says that there are none."""
    element = make("searchbus-refinement-list", widget="brand")
    element.page.evaluate("element.append(Object.assign(document.createElement('p'), { textContent: 'None', hidden: true }))")
    element.page.evaluate("element.lastChild.dataset.when = 'empty'")
    element.show(title="Brand", items=facets("A", "B"))
    element.page.evaluate("window.rows = [...element.querySelectorAll('.value')]")
    element.show(title="Brand", items=facets(True, False))
    assert element.page.evaluate("[...element.querySelectorAll('.value')].every((row, index) => row === rows[index])")
    expect(element.locator(".label")).to_have_text(["Yes", "No"])
    expect(element.locator("p")).to_be_hidden()
    element.show(title="Brand", items=[])
    expect(element.locator("p")).to_be_visible()
