# SPDX-License-Identifier: MIT
"""What each element of the client module does in a page of another origin: what it draws, sends, says and keeps."""

from playwright.sync_api import expect

from own_element import make  # noqa: F401
from own_page import shop, visit  # noqa: F401

def facets(*values, **members):
    """The items of a list of values, each with a count."""
    return [{"value": value, "label": value, "count": 1234, "selected": False, **members} for value in values]


def test_values_can_be_excluded(make):  # noqa: F811
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


def test_values_are_searched_and_reached_by_arrow_keys(make):  # noqa: F811
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


def test_rows_of_values_are_drawn_into_again(make):  # noqa: F811
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


def test_the_focus_stays_among_the_filters_in_force(make):  # noqa: F811
    """A filter that is removed hands the focus on; the list is one stop of the Tab key; filters have their attribute where it is needed."""
    element = make("searchbus-current-filters", widget="current")
    items = [{"filter": {"type": "facet", "attribute": name, "value": value}, "group": name, "attribute": name, "label": value}
             for name, value in (("brand", "A"), ("brand", "B"), ("color", "B"))]
    element.show(items=items)
    buttons = element.locator(".filters button")
    expect(buttons).to_have_text(["A", "Brand: B", "Color: B"])
    element.page.keyboard.press("Tab")
    element.page.keyboard.press("ArrowRight")
    element.page.keyboard.press("Enter")
    assert element.sent() == [["remove", {"filter": items[1]["filter"], "group": "brand"}]]
    element.show(items=[items[0], items[2]])
    expect(buttons.nth(1)).to_be_focused()
    assert element.focused() == "Remove filter Color: B"
    element.show(items=[])
    expect(element.place).to_be_hidden()


def test_the_button_that_clears_keeps_the_focus_until_it_is_left(make):  # noqa: F811
    """It says how many filters there are, sends nothing while there are none, and is hidden once the focus is elsewhere."""
    element = make("searchbus-clear-filters", widget="clear", label="Start over")
    element.show(enabled=True, count=2)
    button = element.place.get_by_role("button", name="Start over (2)")
    button.press("Enter")
    element.show(enabled=False, count=0)
    button = element.place.get_by_role("button", name="Start over", exact=True)
    expect(button).to_be_focused()
    expect(button).to_be_disabled()
    button.press("Enter")
    assert element.sent() == [["clear", {}]]
    button.blur()
    expect(element.place).to_be_hidden()


def test_a_choice_is_held_until_a_view_agrees(make):  # noqa: F811
    """An earlier view does not undo it; numbers are sent as such; what is not in the list is a dash."""
    element = make("searchbus-hits-per-page", widget="size")
    items = [{"value": value, "label": f"{value} each"} for value in (10, 20)]
    element.show(items=items, selected=15)
    choice = element.place.get_by_role("combobox", name="Results per page")
    expect(choice.locator("option:checked")).to_have_text("—")
    choice.select_option("20")
    element.show(items=items, selected=10)
    expect(choice).to_have_value("20")
    assert element.sent() == [["select", {"value": 20}]]
    element.show(items=items, selected=20)
    element.show(items=items, selected=10)
    expect(choice).to_have_value("10")


def test_figures_of_the_statistics_are_grouped(make):  # noqa: F811
    """Those that are the view's own; years and other numbers stay."""
    element = make("searchbus-stats", widget="stats")
    element.show(text="12345 results of 2024", nbHits=12345)
    expect(element.place).to_have_text("12,345 results of 2024")
    expect(element.page.get_by_role("status")).to_have_count(1)


def test_pages_are_one_stop_and_a_page_that_was_chosen_is_announced(make):  # noqa: F811
    """Each button says which page of how many it leads to, in the words of the page; ways that lead nowhere are disabled."""
    element = make("searchbus-pagination", widget="pages", **{"label-page": "Seite {page} von {pages}"})
    element.show(page=0, pages=[0, 1, 2], nbPages=1200, next=1, last=1199)
    expect(element.place).to_have_role("navigation")
    expect(element.locator(".previous")).to_be_disabled()
    keys = element.page.keyboard
    keys.press("Tab")
    keys.press("ArrowRight")
    assert element.focused() == "Seite 2 von 1,200"
    keys.press("Enter")
    element.show(page=1, pages=[0, 1, 2], nbPages=1200, first=0, previous=0, next=2, last=1199)
    assert element.focused() == "Seite 2 von 1,200"
    assert element.announced() == ["Seite 2 von 1,200"] and element.sent() == [["go", {"page": 1}]]
    element.show(page=2, pages=[0, 1, 2], nbPages=1200, first=0, previous=1, next=3, last=1199)
    assert element.announced() == []


def test_a_box_that_searches_on_submission_has_a_button_for_it(make):  # noqa: F811
    """What is typed waits for the button or Enter; a button of the page's empties the box; the focus is set once, if the view requires it."""
    element = make("searchbus-box", widget="box")
    element.show(query="", placeholder="Find", mode="search-on-submit", autofocus=True)
    box = element.place.get_by_role("searchbox", name="Search")
    expect(box).to_be_focused()
    expect(box).to_have_attribute("placeholder", "Find")
    box.press_sequentially("l")
    box.press("Enter")
    element.place.get_by_role("button", name="Search").click()
    assert [(kind, data["query"]) for kind, data in element.sent()] == [("set-query", "l"), ("submit", "l"), ("submit", "l")]
    element.show(query="", placeholder="Find more", mode="search-as-you-type", autofocus=True)
    expect(element.locator(".submit")).to_be_hidden()
    expect(box).not_to_be_focused()
    expect(box).to_have_attribute("placeholder", "Find more")


def test_a_box_keeps_what_the_page_has_in_it(make):  # noqa: F811
    """Its input with its placeholder, and its button that empties it, which is shown while there is something to empty."""
    element = make("searchbus-box", widget="box")
    element.page.evaluate("""() => {
      const made = document.createElement("searchbus-box");
      made.append(Object.assign(document.createElement("input"), { placeholder: "Own" }));
      made.append(Object.assign(document.createElement("button"), { className: "clear", textContent: "Empty" }));
      made.use({ send: async (type, data) => { sent.push([type, data.query]); return null; } });
      element.replaceWith(made);
      window.element = made;
    }""")
    element.show(query="", placeholder="Find", mode="search-as-you-type")
    box, clear = element.place.get_by_placeholder("Own"), element.locator(".clear")
    expect(clear).to_be_hidden()
    box.fill("lamp")
    clear.click()
    expect(box).to_be_focused()
    expect(clear).to_be_hidden()
    assert element.sent() == [["set-query", "lamp"], ["set-query", ""]]
