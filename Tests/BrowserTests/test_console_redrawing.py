# SPDX-License-Identifier: MIT
"""Drawing other results: into the elements that are there, around the one that a user is at, and no further page meanwhile."""

from playwright.sync_api import expect

from console_screen import Screen
from console_stack import eventually

LARGE = {"width": 1920, "height": 1080}
# Less than the pause after which a further page is requested.
FAST = 60

# Notes the intents that the page sends, by type.
SENT = """
window.sentTypes = [];
const send = window.fetch;
window.fetch = (resource, options) => {
  if (String(resource).endsWith("/intents")) sentTypes.push(...JSON.parse(options.body).intents.map(({ type }) => type));
  return send(resource, options);
};
"""

# The pauses after the last key never end by themselves: the one before a further page, and the one before what is out of sight.
ENDLESS_PAUSES = """
const start = window.setTimeout;
window.setTimeout = (callback, delay, ...rest) => ([250, 400].includes(delay) ? -1 : start(callback, delay, ...rest));
"""

NUMBER_ROWS = "rows => rows.forEach((row, index) => { row.number = index; })"
NUMBERS = "rows => rows.map((row) => row.number)"
FOCUSED_HIT = "document.activeElement.closest('[data-hit]')?.dataset.hit"
FOCUSED_VALUE = "JSON.parse(document.activeElement.closest('.value')?.dataset.value ?? null)"


def moving(before, after):
    """What is in both lists, at another position."""
    return next(each for index, each in enumerate(before) if each in after and after.index(each) != index)


def values(screen, widget):
    """The values of a list, in order."""
    return list(screen.counts(widget))


def test_other_results_are_drawn_into_the_same_rows(stack, console):
    """Rows are neither moved nor replaced: each shows another hit, another value."""
    screen = console()
    screen.type("wireless")
    screen.shows(stack.fresh("wireless"))
    hits, brands = screen.page.locator("[data-widget=hits] .hit-item"), screen.page.locator("[data-widget=brand] .value")
    before = screen.ids(), values(screen, "brand")
    for rows in (hits, brands):
        rows.evaluate_all(NUMBER_ROWS)
    screen.box.fill("camera")
    screen.shows(stack.fresh("camera"))
    assert hits.evaluate_all(NUMBERS) == list(range(20))
    assert brands.evaluate_all(NUMBERS) == list(range(10))
    assert (screen.ids(), values(screen, "brand")) != before


def test_the_focus_stays_with_its_hit_and_its_value(stack, console):
    """Results that change under the keyboard leave the focus where the user is, at whichever position that is then."""
    first, second = stack.fresh("wireless"), stack.fresh("wireless h")
    ids = [[hit["objectID"] for hit in views["hits"]["hits"]] for views in (first, second)]
    brands = [[item["value"] for item in views["brand"]["items"]] for views in (first, second)]
    screen = console()
    screen.type("wireless")
    screen.shows(first)
    hit, brand = moving(*ids), moving(*brands)
    screen.page.locator(f"[data-hit='{hit}'] .hit-open").focus()
    for query, views in (("wireless h", second), ("wireless", first)):
        stack.send(screen.session, ("box", "set-query", {"query": query}))
        screen.shows(views)
        assert screen.page.evaluate(FOCUSED_HIT) == hit
    screen.facet("brand", brand).focus()
    stack.send(screen.session, ("box", "set-query", {"query": "wireless h"}))
    screen.shows(second)
    assert screen.page.evaluate(FOCUSED_VALUE) == brand


def test_the_pointer_stays_on_its_value_and_tab_returns_to_its_hit(stack, console):
    """What a user is about to press is still that, and the list's stop is the card that was left."""
    first, second = stack.fresh("wireless"), stack.fresh("wireless h")
    hit = moving(*([hit["objectID"] for hit in views["hits"]["hits"]] for views in (first, second)))
    brand = moving(*([item["value"] for item in views["brand"]["items"]] for views in (first, second)))
    screen = console()
    screen.type("wireless")
    screen.shows(first)
    screen.page.locator(f"[data-hit='{hit}'] .hit-open").focus()
    row = screen.page.locator(f"[data-widget=brand] .value[data-value='\"{brand}\"']")
    row.hover()
    hovered = row.element_handle()
    screen.box.fill("wireless h")
    screen.shows(second)
    assert hovered.evaluate("row => JSON.parse(row.dataset.value)") == brand
    assert screen.page.locator("[data-widget=hits] .hit-open[tabindex='0']").evaluate(
        "stop => stop.closest('[data-hit]').dataset.hit") == hit


def test_no_further_page_is_requested_while_a_user_types(stack, contexts, right):
    """A large screen has room for another page of hits: it comes once the user pauses, not for each key."""
    context, traps = contexts(storage_state=right, viewport=LARGE)
    context.add_init_script(SENT)
    screen = opened(context, stack, traps)
    eventually(screen.hits.count, lambda count: count > 20, "the first results fill the screen")
    screen.page.evaluate("sentTypes.length = 0")
    screen.type("wireless", delay=FAST)
    # Until the results come, the hits of before are shown, which may fill the screen already.
    eventually(lambda: screen.page.evaluate("sentTypes"), lambda sent: "present" in sent, "after a pause the next page is requested")
    eventually(screen.hits.count, lambda count: count == 40, "the screen is filled")
    sent = screen.page.evaluate("sentTypes")
    assert "set-query" not in sent[sent.index("present"):]
    assert sent.count("present") == 1


def test_scrolling_down_ends_the_wait_for_a_further_page(stack, contexts, right):
    """A user who scrolls looks for more results, and gets them at once."""
    context, traps = contexts(storage_state=right)
    for script in (SENT, ENDLESS_PAUSES):
        context.add_init_script(script)
    screen = opened(context, stack, traps)
    screen.type("wireless", delay=FAST)
    screen.shows(stack.fresh("wireless"))
    screen.page.evaluate("sentTypes.length = 0")
    screen.page.wait_for_timeout(600)
    assert screen.page.evaluate("sentTypes") == []
    screen.scroll_to_end()
    eventually(screen.hits.count, lambda count: count > 20, "the next page comes")
    expect(screen.hits.first).to_be_attached()


def test_what_comes_into_sight_is_drawn_at_once(stack, contexts, right):
    """A list that is out of sight waits for a pause of the user, and shows the results when it is scrolled to."""
    context, traps = contexts(storage_state=right)
    context.add_init_script(ENDLESS_PAUSES)
    screen = opened(context, stack, traps)
    rows = screen.page.locator("[data-widget=color] .value")
    eventually(rows.count, lambda count: count > 0, "the colors are there")
    screen.page.wait_for_timeout(200)
    right_ones = stack.fresh("wireless")
    wanted = {str(item["value"]): item["count"] for item in right_ones["color"]["items"]}
    screen.box.fill("wireless")
    screen.shows(right_ones)
    assert screen.counts("color") != wanted
    screen.page.locator("[data-widget=color]").scroll_into_view_if_needed()
    eventually(lambda: screen.counts("color"), lambda counts: counts == wanted, "the colors are those of the results")


def opened(context, stack, traps):
    """The search page, in a session of its own."""
    return Screen(context.new_page(), stack, stack.new_session(), traps).open()
