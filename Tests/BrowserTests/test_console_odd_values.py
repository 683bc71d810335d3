# SPDX-License-Identifier: MIT
"""Values that people do have are drawn: long, of several kinds, from right to left, a thousand at once."""

import pytest
from playwright.sync_api import expect

from console_axe import findings
from console_stack import eventually

LONG = "x" * 1_000
TRICK = "\u202egnp.exe"
FAMILY = "👩‍👩‍👧‍👦 family"
BRANDS = [LONG, TRICK, FAMILY, "قميص أزرق", "<b>bold</b>", 4, 2.5, True, ["two", 3, False], None]
# Each is known by a number; those with a brand of no kind at all, and without any attribute but the name, come last.
RECORDS = [{"objectID": f"odd-{number}", "name": f"oddword {LONG if number == 0 else number}", "brand": brand,
            "description": LONG, "price": "dear" if number == 1 else number, "categories": [LONG], "popularity": 1}
           for number, brand in enumerate(BRANDS)] + [{"objectID": "odd-bare", "name": "oddword bare"}]
WIDE = {"width": 1280, "height": 800}
NARROW = {"width": 320, "height": 700}


@pytest.fixture(scope="module", autouse=True)
def odd(stack):
    """The records, in the store."""
    stack.add_products(*RECORDS)


def too_wide(page):
    """What reaches beyond the window's edge; nothing, where the page is no wider than the window."""
    return page.evaluate("""() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth <= clientWidth ? [] : [...document.querySelectorAll("body *")]
        .filter((each) => each.getBoundingClientRect().right > clientWidth + 1 && each.getBoundingClientRect().width > 0)
        .map((each) => `${each.tagName} ${each.className}: ${each.getBoundingClientRect().right}`).slice(0, 8);
    }""")


@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
def test_odd_values_are_drawn_as_texts_and_fit(stack, console, viewport):
    """Each value has its row, text and number apart; markup is text; nothing is wider than the page; axe finds nothing."""
    screen = console(viewport=viewport)
    screen.type("oddword")
    wanted = {hit["objectID"] for hit in stack.settled(screen.session, "oddword")["hits"]["hits"]}
    assert wanted == {record["objectID"] for record in RECORDS}
    eventually(lambda: set(screen.ids()), lambda ids: ids == wanted, "all are on the screen")
    if viewport is NARROW:
        screen.page.locator(".drawer-button").click()
    labels = screen.page.locator("[data-widget=brand] .label")
    expect(labels).not_to_have_count(0)
    screen.page.locator("[data-widget=brand]").get_by_role("button", name="Show more").click()
    items = eventually(lambda: stack.views(screen.session)["brand"]["items"], lambda items: len(items) > 10, "all are listed")
    assert {"4", "2.5", "true"} <= {str(item["label"]) for item in items}
    assert [item["value"] for item in items if item["label"] == "4"] == [4], "a number stays one"
    eventually(labels.all_inner_texts, lambda shown: {"<b>bold</b>", FAMILY, LONG} <= set(shown), "each has its row")
    assert too_wide(screen.page) == []
    screen.page.locator("[data-widget=brand] .value").filter(has_text=LONG).locator("input").check()
    expect(screen.page.locator("[data-widget=current] .filters button")).to_have_count(1)
    assert too_wide(screen.page) == []
    # What is awaited is pale.
    eventually(lambda: set(screen.ids()), lambda ids: ids == {"odd-0"}, "only the hit of the chosen brand is left")
    assert findings(screen.page, "odd values") == []


def test_a_thousand_selected_values_are_drawn_and_cleared(stack, console):
    """All are in force, the page answers on, and one press clears them; one more is refused, on the bus and over HTTP."""
    screen = console(viewport=WIDE)
    group = {"kind": "or", "name": "brand"}
    filters = [{"type": "facet", "attribute": "brand", "value": f"brand {number}"} for number in range(1_000)]
    stack.send(screen.session, ("main", "add-filters", {"group": group, "filters": filters}))
    expect(screen.chips).to_have_count(1_000, timeout=20_000)
    view = eventually(lambda: stack.views(screen.session)["brand"], lambda view: view["selectedCount"] == 1_000, "all are selected")
    assert len(view["items"]) >= 1_000
    assert too_wide(screen.page) == []
    (sent,) = stack.send(screen.session, ("brand", "select", {"value": "one more"}))
    outcomes = eventually(lambda: [entry for entry in stack.log(topic="outcome/", session=screen.session, limit=100)
                                   if entry["event"]["data"].get("result") == "rejected"], bool, f"{sent} is refused")
    assert outcomes[-1]["event"]["data"]["code"] == "too-large"
    screen.box.fill("lamp")
    stack.settled(screen.session, "lamp")
    screen.page.locator("[data-widget=clear] button").click()
    expect(screen.chips).to_have_count(0)
