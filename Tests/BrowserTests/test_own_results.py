# SPDX-License-Identifier: MIT
"""Elements with results, suggestions and words, in a page of another origin: what they draw, send and say."""

from playwright.sync_api import expect

from own_element import make  # noqa: F401
from own_page import shop, visit  # noqa: F401

TEMPLATE = {"title": "name", "subtitle": "brand", "image": "picture",
            "meta": [{"attribute": "price", "format": "currency", "currency": "EUR"}, {"attribute": "free", "format": "flag", "label": "Ships free"}]}


def hit(name, **record):
    """A hit."""
    return {"objectID": name, "record": {"name": f"The {name}", **record}}


def test_hits_are_drawn_as_the_app_file_says(make):  # noqa: F811
    """Without a template of the page's; a record without the attribute is called by its ID; addresses are checked."""
    element = make("searchbus-hits", widget="hits")
    element.show(template=TEMPLATE, hasMore=False, nbHits=2, hits=[
        {**hit("lamp", brand="Acme", price=3, free=True, picture="javascript:alert(1)"), "highlights": {"name": [["The ", False], ["lamp", True]]}},
        {"objectID": "x9", "record": {"title": "A title"}}])
    first = element.locator(".hit").first
    expect(first.locator(".hit-title mark")).to_have_text("lamp")
    expect(first).to_have_text("The lamp Acme €3.00 Ships free")
    expect(first.locator("img")).to_be_hidden()
    expect(element.locator(".hit").nth(1).locator(".hit-title")).to_have_text("x9")
    element.show(hasMore=False, nbHits=1, hits=[{"objectID": "x9", "record": {}}, {"objectID": "x8", "record": {"title": "A title"}}])
    expect(element.locator("[data-hit=x8] .hit-title")).to_have_text("A title")


def test_hits_are_selected_where_the_view_offers_it(make):  # noqa: F811
    """By a button of the template, with the values that the view asks for."""
    element = make("searchbus-hits", widget="hits")
    element.page.evaluate("""() => {
      const made = document.createElement("searchbus-hits");
      const template = made.appendChild(document.createElement("template"));
      const button = template.content.appendChild(document.createElement("button"));
      button.dataset.select = "";
      button.textContent = "Choose";
      made.use({ send: async (type, data) => { sent.push([type, data]); return null; } });
      element.replaceWith(made);
      window.element = made;
    }""")
    view = {"hasMore": False, "nbHits": 2, "hits": [hit("lamp", brand="Acme"), hit("desk")]}
    element.show(**view)
    expect(element.locator("[data-hit=lamp] button")).to_be_hidden()
    element.show(**view, selection={"mode": "multiple", "attributes": ["brand", "color"]}, selected=["desk"])
    expect(element.locator(".hit.is-selected")).to_have_attribute("data-hit", "desk")
    for name in ("lamp", "desk"):
        element.locator(f"[data-hit={name}]").get_by_role("button", name="Choose", pressed=name == "desk").click()
    assert element.sent() == [["select", {"objectID": "lamp", "attributes": {"brand": "Acme"}}], ["deselect", {"objectID": "desk"}]]


def test_sections_of_several_searchers(make):  # noqa: F811
    """Each with its template; a section that failed says why, and those that are not listed are not there."""
    element = make("searchbus-multi-hits", widget="all")
    element.page.evaluate("""() => {
      const template = document.createElement("template");
      template.dataset.searcher = "films";
      const made = document.createElement("i");
      made.dataset.text = "name";
      template.content.append(made);
      element.append(template);
    }""")
    section = {"title": "Films", "phase": "ready", "listed": True, "query": "", "nbHits": 2, "hits": [hit("film")], "values": [], "template": {}}
    element.show(sections=[
        {**section, "searcher": "films"},
        {**section, "searcher": "books", "title": "Books", "phase": "failed", "hits": [], "error": {"code": "x", "message": "Out of order.", "remedy": "Wait."}},
        {**section, "searcher": "genres", "hits": [], "values": [{"value": "a", "label": "Action", "count": 3, "selected": False}]},
        {**section, "searcher": "none", "listed": False}])
    expect(element.locator(".results")).to_have_count(3)
    expect(element.locator("[data-searcher=films] i")).to_have_text("The film")
    expect(element.place.get_by_role("alert")).to_have_text("Out of order. Wait.")
    expect(element.locator("[data-searcher=genres] .values")).to_have_text("Action (3)")


def test_suggested_texts(make):  # noqa: F811
    """They are searched, in a category too, or put into the box; how many there are is said once."""
    element = make("searchbus-query-suggestions", widget="others")
    item = {"objectID": "1", "query": "red chair", "popularity": 1, "highlighted": [["red ", False], ["chair", True]],
            "categories": [{"value": "Garden"}]}
    for _ in range(2):
        element.show(query="red", items=[item])
    for name in ("red chair", "red chair in Garden", "Continue typing from red chair"):
        element.place.get_by_role("button", name=name, exact=True).click()
    assert element.sent() == [["select", {"query": "red chair"}], ["select", {"query": "red chair", "category": "Garden"}],
                              ["fill", {"query": "red chair"}]]
    assert element.announced() == ["1 suggestion"]
    element.show(query="zzz", items=[])
    expect(element.place).to_be_hidden()


def test_suggestions_below_a_box(make):  # noqa: F811
    """Keys go through them while the focus stays in the box; what is chosen is sent, or searched; Escape closes the list, then empties the box."""
    element = make("searchbus-autocomplete", widget="finder")
    section = {"searcher": "films", "title": "Films", "phase": "ready", "listed": True, "query": "al", "nbHits": 1, "values": [],
               "hits": [hit("alien")], "template": {"title": "name"}, "choose": {"does": "query"}}
    box = element.place.get_by_role("combobox", name="Search")
    element.show(query="", placeholder="Find a film", sections=[], recent=["aliens"])
    box.click()
    expect(element.place.get_by_role("option")).to_have_text("aliens")
    box.press_sequentially("al")
    view = {"query": "al", "placeholder": "Find a film", "sections": [section], "recent": ["aliens"]}
    element.show(**view)
    assert element.announced()[-1] == "1 suggestion"
    box.press("ArrowDown")
    option = element.place.get_by_role("option", name="The alien", selected=True)
    assert box.get_attribute("aria-activedescendant") == option.get_attribute("id")
    box.press("Enter")
    *typed, (kind, data) = element.sent()
    assert [name for name, _ in typed] == ["set-query"] * 2 and kind == "choose"
    assert data["section"] == "films" and data["objectID"] == "alien" and data["query"] == "The alien"
    expect(element.locator(".autocomplete-popup")).to_be_hidden()
    box.press("Escape")
    expect(box).to_have_value("")
    element.show(query="", placeholder="Find a film", sections=[], recent=["aliens"])
    box.press("ArrowDown")
    element.place.get_by_role("button", name="Delete recent searches").click()
    assert [name for name, _ in element.sent()] == ["clear", "clear-recent"]


def test_a_banner_of_a_rule(make):  # noqa: F811
    """It is said; a link that is a script is left out."""
    element = make("searchbus-query-rule-data", widget="rules")
    element.show(banner={"title": "Sale", "text": "Until Friday", "link": "javascript:alert(1)"})
    expect(element.locator("a")).to_be_hidden()
    expect(element.place).to_have_text("SaleUntil Friday")
    assert element.announced() == ["Sale. Until Friday"]
    element.show(redirect="https://a.example/sale")
    expect(element.place.get_by_role("link", name="Go to https://a.example/sale")).to_be_visible()
    element.show()
    expect(element.place).to_be_hidden()


def test_words_of_small_elements(make):  # noqa: F811
    """What is slow, what was left out, and what can be undone."""
    element = make("searchbus-loading", widget="spinner")
    element.show(loading=True, stalled=False)
    expect(element.place).to_be_hidden()
    element.show(loading=True, stalled=True)
    expect(element.page.get_by_role("status")).to_have_text("Searching…")
    assert element.announced() == ["Searching…"]

    element = make("searchbus-relevant-sort", widget="relevance")
    element.show(priority="relevancy", enabled=True, nbHits=1234, nbSortedHits=5)
    expect(element.locator(".note")).to_have_text("5 of 1,234 results match well; the others were left out.")
    element.place.get_by_role("button", name="Show all results").click()
    assert element.sent() == [["toggle", {}]]

    element = make("searchbus-history", widget="history", **{"label-undo": "Zurück"})
    element.show(canUndo=True, canRedo=False, reset=False)
    element.place.get_by_role("button", name="Zurück").click()
    expect(element.place.get_by_role("button", name="Redo")).to_be_disabled()
    expect(element.locator(".reset")).to_be_hidden()
    assert element.sent() == [["undo", {}]]


def test_saved_searches_are_renamed_and_deleted(make):  # noqa: F811
    """The name goes into the field, and saving gives the new one."""
    element = make("searchbus-saved-searches", widget="saved")
    view = {"items": [{"name": "One", "current": True}], "canSave": False, "maximum": 1}
    element.show(**view)
    expect(element.place.get_by_role("button", name="Save")).to_be_disabled()
    element.place.get_by_role("button", name="Rename One").click()
    field = element.place.get_by_role("textbox")
    expect(field).to_be_focused()
    field.fill("Two")
    field.press("Enter")
    element.place.get_by_role("button", name="One", exact=True).click()
    element.place.get_by_role("button", name="Delete One").click()
    assert element.sent() == [["rename", {"name": "One", "to": "Two"}], ["apply", {"name": "One"}], ["delete", {"name": "One"}]]
    assert element.announced() == ["Saved as Two"]


def test_records_like_one_and_facets_that_fit(make):  # noqa: F811
    """Related records are there while one is looked at; each facet sends its attribute along."""
    element = make("searchbus-related-items", widget="related")
    element.show(title="Like it", objectID=None, patterns=[], hits=[], template={})
    expect(element.place).to_be_hidden()
    element.show(title="Like it", objectID="p1", patterns=[], hits=[hit("lamp")], template={})
    expect(element.place.get_by_role("listitem")).to_have_text("The lamp")
    element.place.get_by_role("button", name="Close").click()
    assert element.sent() == [["clear", {}]]

    element = make("searchbus-dynamic-facets", widget="facets")
    items = [{"value": "A", "label": "A", "count": 1, "selected": False}]
    element.show(facets=[{"attribute": "brand", "title": "Brand", "multiple": True, "items": items, "selectedCount": 0}])
    element.place.get_by_role("group", name="Brand").get_by_role("checkbox", name="A").check()
    assert element.sent() == [["select", {"attribute": "brand", "values": ["A"], "on": True}]]


def test_places_without_a_map(make):  # noqa: F811
    """Records have their positions; around the user is searched if the browser knows where that is."""
    element = make("searchbus-geo-hits", widget="map", near="5000")
    element.page.context.grant_permissions(["geolocation"])
    element.page.context.set_geolocation({"latitude": 48.5, "longitude": 11.25})
    element.show(title="Cities", query="", nbHits=1, withoutPlace=0, bounds=None, selected=None, template={},
                 items=[{"hit": hit("town"), "points": [[1.5, 2], [3, 4]]}])
    expect(element.locator(".hit")).to_have_attribute("data-points", "1.5,2 3,4")
    with element.page.expect_event("console", lambda message: message.text == "sent"):
        element.page.evaluate("""() => {
          const { send } = element;
          element.send = (...intent) => { console.log("sent"); return send.apply(element, intent); };
          element.querySelector(".near").click();
        }""")
    assert element.sent() == [["set-circle", {"point": [48.5, 11.25], "radius": 5000}]]
