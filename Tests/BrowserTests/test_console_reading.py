# SPDX-License-Identifier: MIT
"""What users read: numbers and booleans in their language, ways out of empty lists, and milliseconds that add up."""

import re

from playwright.sync_api import expect

from console_inject import inject_view
from console_stack import eventually

FORMAT = """async () => {
  const { attributeTitle, fieldWords, quantity } = await import("/src/format.js");
  return [
    [1981, 12345, 0.125, -3].map((value) => quantity(value)),
    ["freeShipping", "free_shipping", "price", "lvl0", "hasUSB", "SKU", "a.b"].map(attributeTitle),
    [true, false, ["a", 2, true], { b: 1 }, "true"].map(fieldWords),
  ];
}"""

SCALE = """async () => {
  const { RangeScale } = await import("/client/range-scale.js");
  const whole = RangeScale.of([8.99, 249.99], null, 0);
  const moves = [[null, 0, 9999], [null, 1, 1], [null, 1, 50], [[null, 50], 0, 9999], [[20, 50], 0, 30], [[20, 50], 1, 999],
    [[20, null], 0, 2]];
  return [moves.map(([range, end, value]) => whole.moved(range, end, value)), whole.valueAt(0), whole.valueAt(1),
    RangeScale.of([2.2, 2.7], null, 0).moved(null, 0, 9999)];
}"""

BUDGET = """async () => {
  const { budgetOf } = await import("/src/time-budget.js");
  const steps = [["intent/box/s/", 0], ["view/hits/s/", 9_240], ["view/stats/s/", 11_000], ["view/hits/s/", 90_000]]
    .map(([topic, to]) => ({ topic, to }));
  const measured = { elapsed: 38.44, widget: "hits", sent: 1.2, bytes: 13.06, applied: 14, drawn: 20 };
  const listed = (each) => each && [each.whole, each.topic, ...each.parts.map(({ name, micros }) => [name, micros])];
  return [{ elapsed: 38.44, widget: "hits" }, { elapsed: 5, widget: "hits" }, { elapsed: 38, widget: "films" }, measured,
    { ...measured, bytes: 9 }].map((each) => listed(budgetOf(steps, each)));
}"""

# Of an intent and three events that it caused: with both moments, with one, and with moments that another clock would give.
MOMENTS = """async () => {
  const { trace } = await import("/src/trace.js");
  const event = (id, micros, more) => ({ topic: `view/${id}/s/`, event: { id, source: `/interactor/${id}`, type: "searchbus.view.x",
    time: `2026-11-27T10:00:00.${String(micros).padStart(6, "0")}Z`, ...more } });
  const { steps } = trace([event("a", 1000), event("b", 5000, { causationid: "a", received: 3000, began: 1000 }),
    event("c", 6000, { causationid: "a", received: 2000 }), event("d", 7000, { causationid: "a", received: 9000, began: -1 }),
    event("e", 8000, { causationid: "a", received: 9000, began: 8000 })]);
  return steps.map(({ from, received = null, began = null, to }) => [from, received, began, to]);
}"""

STAGES = """async () => {
  const { stageOf } = await import("/src/process-stages.js");
  return [{ role: "broker" }, { role: "gateway" }, { role: "state" }, { role: "searcher" }, { role: "interactor" },
    { role: "custom", writes: ["view/sum/"] }, { role: "custom" }, { role: "custom", writes: ["results/own/"] },
    { role: "unknown" }].map(stageOf);
}"""


def test_figures_and_names_are_those_of_people(console):
    """Years are not grouped, large figures are; names of attributes become titles; booleans are yes or no."""
    assert console().page.evaluate(FORMAT) == [
        ["1981", "12,345", "0.125", "-3"],
        ["Free shipping", "Free shipping", "Price", "Lvl0", "Has USB", "SKU", "a.b"],
        ["Yes", "No", "a, 2, Yes", "b: 1", "true"]]


def test_range_goes_no_further_than_results_do(console):
    """A minimum above all prices is the highest whole price that something has; an end that was never moved stays open."""
    assert console().page.evaluate(SCALE) == [
        [[249, None], [None, 9], [None, 50], [50, 50], [30, 50], [20, None], None], 8, 250, [2.7, None]]


def test_parts_of_the_badge_add_up(console):
    """The view that was drawn is the last before the paint; what it took on the bus and the rest are the whole."""
    assert console().page.evaluate(BUDGET) == [
        [38_400, "view/hits", ["bus", 9_200], ["rest", 29_200]], None, None,
        [38_400, "view/hits", ["sent", 1_200], ["network", 2_700], ["bus", 9_200], ["applied", 900], ["drawn", 6_000],
         ["painted", 18_400]],
        [38_400, "view/hits", ["bus", 9_200], ["rest", 29_200]]]


def test_transport_queue_and_work_are_told_apart(console):
    assert console().page.evaluate(MOMENTS) == [
        [0, None, None, 0], [0, 1_000, 3_000, 4_000], [0, 3_000, 3_000, 5_000], [0, None, None, 6_000], [0, 0, 0, 7_000]]


def test_processes_stand_where_a_keystroke_passes_them(console):
    """Widgets of one's own are widgets, whatever they have said of themselves yet."""
    assert console().page.evaluate(STAGES) == [
        "bus", "gateway", "state", "searchers", "widgets", "widgets", "widgets", "searchers", "others"]


def test_figures_on_the_search_page(stack, console):
    """The number of results is grouped like the counts; Free shipping is Yes or No, on its chip too."""
    screen = console()
    total = stack.views(screen.session)["stats"]["nbHits"]
    assert total > 9_999
    expect(screen.stats).to_have_text(re.compile(f"^{total:,} results \\("))
    labels = screen.page.locator("[data-widget=shipping] .label")
    expect(labels).to_have_count(2)
    assert set(labels.all_inner_texts()) == {"Yes", "No"}
    screen.facet("shipping", "Yes").check()
    expect(screen.chips).to_have_text(["Free shipping: yes"])
    stack.send(screen.session, ("price", "set-range", {"range": [1000, None]}))
    expect(screen.chips.last).to_have_text("Price: from 1000")


def test_prices_of_a_row_lie_on_one_line(console):
    """Whether a card has a pill or not, its price is as high as those beside it, and no card is higher than another."""
    screen = console()
    expect(screen.hits).to_have_count(20)
    expect(screen.hits.locator(".meta-flag").first).to_be_visible()
    tops = screen.hits.locator(".meta-currency").evaluate_all(
        "prices => prices.slice(0, 4).map((price) => Math.round(price.getBoundingClientRect().bottom))")
    assert len(set(tops)) == 1
    pills = screen.hits.evaluate_all("hits => hits.slice(0, 4).map((hit) => Boolean(hit.querySelector('.meta-flag')))")
    assert set(pills) == {True, False}, "some of the row have a pill, some do not"


def test_matching_values_are_not_listed_twice(stack, console):
    """The list of values that match the text shows itself once there is a text and a match."""
    screen = console()
    expect(screen.hits).to_have_count(20)
    matches = screen.page.locator("[data-widget=matches]")
    expect(matches).to_be_hidden()
    screen.type("audio")
    stack.settled(screen.session, "audio")
    expect(matches.get_by_role("checkbox", name="Audio")).to_be_visible()
    screen.box.fill("qqqqzzzz")
    expect(matches).to_be_hidden()


def test_nothing_found_offers_the_way_out(stack, console):
    """Filters are named only where there are some; each button does what it says."""
    screen = console()
    empty = screen.page.locator("[data-widget=hits] .empty")
    screen.type("qqqqzzzz")
    expect(empty.get_by_role("button")).to_have_text(["Clear the search"])
    expect(empty.locator("h3")).to_have_text("Nothing matches “qqqqzzzz”", use_inner_text=True)

    stack.send(screen.session, ("brand", "select", {"values": ["Acme"], "on": True}))
    expect(empty.locator("h3")).to_have_text("Nothing matches “qqqqzzzz” with these filters", use_inner_text=True)
    empty.get_by_role("button", name="Remove all filters").click()
    expect(screen.chips).to_have_count(0)
    expect(empty.get_by_role("button", name="Remove all filters")).to_be_hidden()
    empty.get_by_role("button", name="Clear the search").click()
    expect(screen.box).to_have_value("")
    expect(screen.hits).to_have_count(20)


def test_range_without_bounds_offers_nothing_to_move(console):
    """Where the results have no numbers there are no handles, only the words."""
    screen = console(inject=True)
    expect(screen.handle("price", "min")).to_be_visible()
    inject_view(screen.page, "price", {"phase": "ready", "bounds": None, "range": None, "precision": 0, "title": "Price"})
    expect(screen.handle("price", "min")).to_be_hidden()
    expect(screen.page.locator("[data-widget=price] .range-note")).to_have_text("No values for these results.")


def test_narrow_screen_shows_the_filters_in_force(stack, console):
    """Chips are above the results, the button has their number, the drawer's the number of results; wide again, all is back."""
    screen = console(viewport={"width": 390, "height": 844})
    stack.send(screen.session, ("brand", "select", {"values": list(screen.counts("brand"))[:2], "on": True}))
    expect(screen.chips).to_have_count(2)
    expect(screen.chips.first).to_be_in_viewport()
    opener = screen.page.locator(".drawer-button")
    expect(opener).to_have_accessible_name("Refine 2 filters in force")
    opener.click()
    count = eventually(lambda: stack.views(screen.session)["stats"], lambda view: view["phase"] == "ready", "ready")["nbHits"]
    expect(screen.page.get_by_role("button", name=f"Show {count:,} results")).to_be_visible()
    screen.page.set_viewport_size({"width": 1440, "height": 900})
    expect(screen.page.locator(".side .filters button")).to_have_count(2)
    expect(screen.page.get_by_role("complementary", name="Refine the results")).to_be_visible()


def test_waterfall_explains_the_badge(stack, console):
    """The action that the badge leads to says what its milliseconds consist of."""
    screen = console()
    # Letter by letter: views that answer several letters at once belong to the first of them.
    for typed in ("l", "la", "lam", "lamp"):
        screen.type(typed[-1])
        stack.settled(screen.session, typed)
    badge = screen.page.locator(".latency")
    last = stack.log(topic="intent/box/", session=screen.session)[-1]["event"]["id"]
    expect(badge).to_have_attribute("href", re.compile(f"action={last}"))
    whole = float(badge.get_attribute("data-milliseconds"))
    badge.click()
    names = ("whole", "sent", "network", "bus", "applied", "drawn", "painted")
    parts = {part: screen.page.locator(f".budget-words [data-part={part}]") for part in names}
    expect(parts["painted"]).to_be_visible()
    listed = {part: float(place.inner_text().removesuffix(" ms").replace(",", "")) for part, place in parts.items()}
    assert abs(listed["whole"] - whole) < 0.1
    expect(screen.page.locator(".budget")).to_contain_text("up to view/hits")
    assert round(sum(listed[part] for part in names[1:]), 1) == listed["whole"]
    # The processes tell when they received the cause and began to work.
    expect(screen.page.locator(".step[title*=' transport, '][title*=' queue, '][title*=' work']").first).to_be_visible()
