# SPDX-License-Identifier: MIT
"""Elements with something to choose, in a page of another origin: what they draw, send and keep."""

from playwright.sync_api import expect

from own_element import make  # noqa: F401
from own_page import shop, visit  # noqa: F401


def facets(*values, selected=None):
    """The items of a list of values, each with a count."""
    return [{"value": value, "label": value, "count": 1234, "selected": value == selected} for value in values]


def menu(*values, selected=None, **members):
    """A view of a menu."""
    return {"title": "Brand", "display": "list", "items": facets(*values, selected=selected), "selected": selected,
            "canShowMore": False, "showingMore": False, "searchable": False, **members}


def test_one_value_of_a_menu_holds(make):  # noqa: F811
    """It stays until a view agrees; a button takes it away, and hands the focus on before it is hidden."""
    element = make("searchbus-menu", widget="brand")
    element.show(**menu("A", "B", canShowMore=True))
    group = element.place.get_by_role("radiogroup", name="Brand")
    group.get_by_role("radio", name="B 1,234").check()
    element.show(**menu("A", "B"))
    expect(group.get_by_role("radio", name="B")).to_be_checked()
    element.show(**menu("A", "B", selected="B"))
    any_value = element.place.get_by_role("button", name="Any")
    any_value.click()
    element.show(**menu("A", "B"))
    expect(any_value).to_be_hidden()
    expect(group.get_by_role("radio", name="A")).to_be_focused()
    assert element.sent() == [["select", {"value": "B"}], ["clear", {}]]


def test_a_menu_can_be_a_box(make):  # noqa: F811
    """As the view says; its first option means no choice."""
    element = make("searchbus-menu", widget="brand", label="Maker")
    element.show(**menu("A", "B", display="select"))
    box = element.place.get_by_role("combobox", name="Maker")
    box.select_option(label="B (1,234)")
    box.select_option(label="All")
    assert element.sent() == [["select", {"value": "B"}], ["select", {"value": None}]]
    expect(element.place.get_by_role("radio")).to_have_count(0)


def test_choices_of_an_app_file(make):  # noqa: F811
    """Filters and ranges are radio buttons or, where several can hold, boxes to tick; ratings have words for people who listen."""
    element = make("searchbus-filter-list", widget="quick")
    items = [{"label": name, "filter": {"type": "tag", "value": name}, "selected": False} for name in ("New", "Sale")]
    element.show(title="Quick", multiple=True, items=items, selectedCount=0)
    element.place.get_by_role("group", name="Quick").get_by_role("checkbox", name="Sale").check()
    assert element.sent() == [["select", {"filter": items[1]["filter"], "on": True}]]

    element = make("searchbus-numeric-menu", widget="price")
    ranges = [{"label": "Any", "range": None, "selected": True}, {"label": "Low", "range": [None, 5], "selected": False}]
    element.show(title="Price", multiple=False, items=ranges)
    element.place.get_by_role("radio", name="Low").check()
    element.place.get_by_role("radio", name="Any").check()
    assert element.sent() == [["select", {"range": [None, 5]}], ["select", {"range": None}]]

    element = make("searchbus-rating-menu", widget="stars", **{"label-stars": "ab {stars} Sternen"})
    element.show(title="Rating", max=5, selected=None, range=[1, 5], points=[],
                 items=[{"value": value, "count": None, "selected": False} for value in (5, 4)])
    expect(element.locator(".stars").nth(1)).to_have_text("★★★★☆")
    element.place.get_by_role("radio", name="ab 4 Sternen").check()
    assert element.sent() == [["select", {"value": 4}]]

    element = make("searchbus-segmented", widget="stock")
    element.show(title="Stock", selected="a", items=[{"key": "a", "label": "All", "selected": True}, {"key": "b", "label": "Here", "selected": False}])
    element.place.get_by_role("radio", name="Here").check()
    assert element.sent() == [["select", {"key": "b"}]]


def test_a_switch_says_what_it_wants(make):  # noqa: F811
    """Repeating it changes nothing."""
    element = make("searchbus-filter-toggle", widget="free")
    element.show(title="Free shipping", on=False, count=3)
    switch = element.place.get_by_role("switch", name="Free shipping 3")
    switch.click()
    element.show(title="Free shipping", on=False, count=3)
    expect(switch).to_be_checked()
    assert element.sent() == [["set", {"on": True}]]


def category(value, *items, selected=False):
    """A category with those below it."""
    return {"value": value, "label": value.split(" > ")[-1], "count": 5, "selected": selected, **({"items": list(items)} if items else {})}


def test_a_tree_is_navigated_by_arrow_keys(make):  # noqa: F811
    """It is one stop of the Tab key; Right opens, Left goes up or leaves; the focus stays with its category."""
    element = make("searchbus-hierarchical-menu", widget="tree")
    rest = {"title": "Departments", "attributes": [], "canShowMore": False, "showingMore": False}
    element.show(path=[], items=[category("A"), category("B")], **rest)
    keys = element.page.keyboard
    keys.press("Tab")
    keys.press("ArrowDown")
    keys.press("ArrowRight")
    assert element.sent() == [["select", {"value": "B"}]]
    element.show(path=["B"], items=[category("A"), category("B", category("B > C"), selected=True)], **rest)
    row = element.place.get_by_role("treeitem", name="B 5", expanded=True, selected=True)
    expect(row).to_be_focused()
    keys.press("ArrowRight")
    expect(element.place.get_by_role("treeitem", name="C 5", level=2)).to_be_focused()
    keys.press("ArrowLeft")
    keys.press("ArrowLeft")
    assert element.sent() == [["select", {"value": "B"}]]


def test_the_way_leads_back(make):  # noqa: F811
    """Where one is is not a way."""
    element = make("searchbus-breadcrumb", widget="here")
    element.show(title="Here", items=[{"value": "A", "label": "A"}, {"value": "A > B", "label": "B"}])
    expect(element.place).to_have_role("navigation")
    for name in ("B", "A", "All"):
        element.place.get_by_role("button", name=name, exact=True).click()
    assert element.sent() == [["select", {"value": "A"}], ["select", {"value": None}]]


def test_numbers_are_stepped_slid_and_typed(make):  # noqa: F811
    """One control, as the view says; a date that is at most one counts to its end."""
    element = make("searchbus-number", widget="floor")
    view = {"title": "Reviews", "control": "stepper", "comparison": ">=", "value": 4, "bounds": [0, 10], "step": 1, "outside": False}
    element.show(**view)
    expect(element.locator("output")).to_have_text("≥ 4")
    element.place.get_by_role("button", name="Less").click()
    field = element.place.get_by_role("spinbutton", name="Reviews")
    field.fill("7")
    field.press("Tab")
    element.place.get_by_role("button", name="Any").click()
    assert element.sent() == [["decrement", {}], ["set", {"value": 7}], ["set", {"value": None}]]
    element.show(**{**view, "control": "slider"})
    element.place.get_by_role("slider", name="Reviews").press("ArrowRight")
    element.show(**{**view, "control": "date", "comparison": "<=", "value": None})
    element.place.get_by_label("Reviews").and_(element.page.locator("[type=date]")).fill("2024-03-01")
    # None is held until a view agrees, so the slider begins at its start.
    assert element.sent() == [["set", {"value": 1}], ["set", {"value": 1_709_337_599}]]


def test_days_and_periods(make):  # noqa: F811
    """A range that ends before it begins is the one between its days; a period replaces it."""
    element = make("searchbus-date-range", widget="when")
    view = {"title": "Released", "unit": "seconds", "bounds": [0, 2_000_000_000], "range": None, "outside": False, "period": None,
            "presets": [{"label": "This year", "period": "this year", "selected": False}]}
    element.show(**view)
    element.place.get_by_label("Released from").fill("2024-03-01")
    element.place.get_by_label("Released until").fill("2024-02-01")
    element.place.get_by_role("radio", name="This year").check()
    element.place.get_by_role("button", name="Any").click()
    assert element.sent() == [
        ["set-range", {"range": [1_709_251_200, None]}], ["set-range", {"range": [1_706_745_600, 1_709_337_599]}],
        ["select", {"period": "this year"}], ["clear", {}]]


def test_bars_and_the_range_over_them(make):  # noqa: F811
    """A press on a bar selects it, drawing over several those; a handle goes no further than to the other; the first and last bar are open ends."""
    element = make("searchbus-histogram", widget="year")
    bars = [{"from": at, "to": at + 9, "count": count, "inside": True} for at, count in ((1990, 2), (2000, 4), (2010, 0))]
    view = {"title": "Year", "bounds": [1990, 2019], "range": None, "outside": False, "bars": bars}
    element.show(**view)
    assert element.page.evaluate("[...element.querySelectorAll('.bar')].map((bar) => bar.style.getPropertyValue('--share'))") == ["0.5", "1", "0"]
    expect(element.locator(".bar").nth(1)).to_have_attribute("title", "2000 – 2009: 4")
    element.page.add_style_tag(content=".bars { display: flex; width: 300px; height: 40px; padding: 0 } .bar { flex: 1 }")
    element.locator(".bar").nth(1).click()
    element.locator(".bar").nth(2).hover()
    element.page.mouse.down()
    element.locator(".bar").nth(1).hover()
    expect(element.locator("output")).to_have_text("2000 – 2019")
    element.page.mouse.up()
    element.place.get_by_role("slider", name="Minimum Year").press("ArrowLeft")
    element.show(**{**view, "range": [2000, 2009]})
    expect(element.locator(".is-inside")).to_have_count(1)
    assert element.sent() == [["set-range", {"range": range}] for range in ([2000, 2009], [2000, None], None)]
