# SPDX-License-Identifier: MIT
"""Lists of hits: from a later page upwards, far down and back, what is selected, and words for nothing."""

import pytest
from playwright.sync_api import expect

from console_axe import findings
from console_screen import Screen
from console_stack import eventually

# Three columns, which do not divide a page: what comes or goes must not move what lies behind it to another one.
ODD = {"width": 1200, "height": 900}
TOP_OF = "(id) => document.querySelector(`[data-widget=hits] [data-hit='${id}']`).getBoundingClientRect().top"
POSITIONS = "cards => cards.map((card) => Number(card.dataset.position))"
COLUMNS = """cards => {
  const lefts = [...new Set(cards.map((card) => Math.round(card.getBoundingClientRect().left)))].sort((a, b) => a - b);
  return cards.map((card) => [Number(card.dataset.position) % lefts.length, lefts.indexOf(Math.round(card.getBoundingClientRect().left))]);
}"""

# Scrolls, waits for rows that come by it, if any come, and tells how far what was in sight has moved then.
MOVED = """(distance) => new Promise((done) => {
  scrollBy({ top: distance, behavior: "instant" });
  const list = document.querySelector("[data-widget=hits] .hits");
  const card = [...list.querySelectorAll("[data-hit]")].find((each) => each.getBoundingClientRect().top > 150);
  const id = card.dataset.hit;
  const top = () => list.querySelector(`[data-hit="${id}"]`).getBoundingClientRect().top;
  const before = top();
  const end = () => requestAnimationFrame(() => { watch.disconnect(); done(Math.abs(top() - before)); });
  const watch = new MutationObserver(end);
  watch.observe(list, { childList: true });
  setTimeout(end, 1000);
})"""

# Rows that were never in sight have an estimated height. What they grow by in the frame in which they come into sight is
# evened out by the browser, but not within a script that measures in that frame.
MEASURED = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".hit-item { content-visibility: visible !important; }");
  document.adoptedStyleSheets.push(sheet);
}"""


@pytest.fixture
def shop(gallery, key, contexts):
    """The search page of the app in which hits can be selected."""
    def make(**options):
        context, traps = contexts(storage_state=key, **options)
        return Screen(context.new_page(), gallery, gallery.new_session(), traps).open()

    return make


def columns(screen):
    """The column of each hit that its row has in the whole list, with the one in which it lies."""
    found = screen.hits.evaluate_all(COLUMNS)
    assert {wanted for wanted, _ in found} == {0, 1, 2}
    return found


def positions(screen):
    """The rows of the hits on the page."""
    return screen.hits.evaluate_all(POSITIONS)


def view(stack, session):
    """The view of the hits, without their pages."""
    return stack.call("GET", f"/api/sessions/{session}")["views"]["hits"]


def begin_at(stack, session, page, query="a"):
    """Searches from a later page on, as a link to it does."""
    searchers = {"products": {"query": query, "page": page}}
    stack.send(session, ("session", "restore", {"state": {"searchers": searchers}}))
    eventually(lambda: view(stack, session), lambda hits: hits["query"] == query and hits["loaded"] == [page],
               f"the list begins at page {page}")


def test_list_that_begins_later_grows_upwards(stack, console):
    """A link to the fourth page shows it; going up brings the pages before it, and what is in sight stays where it is."""
    session = stack.new_session()
    begin_at(stack, session, 3)
    screen = console(session=session, viewport=ODD)
    expect(screen.hits).to_have_count(20)
    assert positions(screen) == list(range(60, 80))
    first = screen.hits.first.get_attribute("data-hit")
    earlier = screen.page.get_by_role("button", name="Show earlier results")
    expect(earlier).to_be_visible()
    assert view(stack, session)["loaded"] == [3], "no user scrolled up"
    screen.page.evaluate(MEASURED)

    top = screen.page.evaluate(TOP_OF, first)
    earlier.click()
    expect(screen.hits).to_have_count(40)
    assert screen.page.evaluate("scrollY") > 500
    assert abs(screen.page.evaluate(TOP_OF, first) - top) < 2
    assert all(wanted == column for wanted, column in columns(screen))

    for _ in range(30):
        if positions(screen)[0] == 0:
            break
        assert screen.page.evaluate(MOVED, -700) < 2
    assert positions(screen) == list(range(80))
    expect(earlier).to_be_hidden()


def test_wheel_at_the_top_goes_further_up(stack, console):
    """Where the page cannot scroll, turning the wheel upwards brings the page before."""
    session = stack.new_session()
    begin_at(stack, session, 2)
    screen = console(session=session)
    expect(screen.hits).to_have_count(20)
    screen.page.mouse.move(900, 500)
    screen.page.mouse.wheel(0, -100)
    expect(screen.hits).to_have_count(40)
    assert positions(screen) == list(range(20, 60))


def test_far_down_and_back(stack, console):
    """Thirty pages down, few of them are on the page and in the views; dropped pages are loaded again when they become visible."""
    screen = console(viewport=ODD)
    expect(screen.hits).to_have_count(20)
    first = screen.ids()
    page = screen.page
    for number in range(1, 31):
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        eventually(lambda: positions(screen)[-1], lambda last, number=number: last >= number * 20 + 19, f"page {number}")
        assert len(positions(screen)) <= 7 * 20 + 20
    assert page.locator("[data-widget=hits] *").count() < 200 * 40
    views = stack.call("GET", f"/api/sessions/{screen.session}")["views"]
    assert len(views["hits"]["loaded"]) <= 7
    assert sum(len(each["hits"]) for name, each in views.items() if name.startswith("hits.")) <= 7 * 20
    assert all(wanted == column for wanted, column in columns(screen))
    height = page.evaluate("document.body.scrollHeight")
    assert height > 25_000, "dropped pages keep their space"

    page.evaluate("scrollTo(0, scrollY / 2)")
    eventually(lambda: page.evaluate("() => [...document.querySelectorAll('[data-widget=hits] [data-hit]')]"
                                     ".filter((card) => { const { top } = card.getBoundingClientRect(); return top > 150 && top < 700; }).length"),
               lambda count: count >= 4, "what is in sight is there")
    page.evaluate("scrollTo(0, 0)")
    eventually(lambda: screen.ids()[:20], lambda ids: ids == first, "the first page is back")
    assert page.evaluate("scrollY") == 0


def test_two_places_of_one_list(stack, console):
    """A browser at the first rows keeps them while another one scrolls far down, and no page is requested again."""
    one = console()
    expect(one.hits).to_have_count(20)
    first = one.ids()
    other = console(session=one.session)
    for number in range(1, 8):
        other.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        eventually(lambda: positions(other)[-1], lambda last, number=number: last >= number * 20 + 19, f"page {number}")
    eventually(lambda: view(stack, one.session), lambda hits: 0 not in hits["loaded"], "the first page is dropped")
    eventually(lambda: positions(one)[-1], lambda last: last >= 159, "the other's pages are there")
    assert one.ids()[:20] == first
    def wishes():
        return [entry["event"]["sequence"] for entry in stack.log(topic="intent/hits/", session=one.session)]
    asked = eventually(lambda: (wishes(), one.page.wait_for_timeout(700), wishes()), lambda pair: pair[0] == pair[2], "all is quiet")
    assert len(asked[0]) < 60
    one.page.evaluate("scrollTo(0, 1500)")
    eventually(lambda: {row // 20 for row in positions(one)}, lambda pages: {0, 1} <= pages, "the second page comes back")
    eventually(lambda: (wishes(), one.page.wait_for_timeout(700), wishes()), lambda pair: pair[0] == pair[2], "all is quiet again")
    assert one.ids()[:20] == first
    # Pages dropped for the first one's rows are requested again when visible.
    eventually(lambda: positions(other)[-1], lambda last: last >= 159, "the other's pages are there still, or again")


def test_reload_far_down(stack, console):
    """The position in a long list whose first pages were dropped is restored."""
    screen = console()
    expect(screen.hits).to_have_count(20)
    for number in range(1, 7):
        screen.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        eventually(lambda: positions(screen)[-1], lambda last, number=number: last >= number * 20 + 19, f"page {number}")
    eventually(lambda: view(stack, screen.session), lambda hits: 0 not in hits["loaded"], "the first page is dropped")
    wanted = screen.page.evaluate("scrollY")
    screen.page.reload()
    eventually(lambda: screen.page.evaluate("scrollY"), lambda top: abs(top - wanted) < 400, f"scrolled to {wanted}")
    eventually(lambda: positions(screen), lambda rows: len(rows) > 60, "the rows around are there")


FIRST_IN_SIGHT = """() => {
  const card = [...document.querySelectorAll('[data-hit]')].find((card) => card.getBoundingClientRect().top >= 0);
  return card ? [card.dataset.hit, Math.round(card.getBoundingClientRect().top)] : null;
}"""


@pytest.mark.parametrize("way", ["back", "reload"])
def test_the_same_hit_is_in_sight_again(console, way):
    """After another page and after a reload: rows that are not loaded have an estimated height, so pixels would lead elsewhere."""
    screen = console()
    page = screen.page
    expect(screen.hits).to_have_count(20)
    for number in range(1, 5):
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        eventually(lambda: positions(screen)[-1], lambda last, number=number: last >= number * 20 + 19, f"page {number}")
    page.evaluate("scrollTo(0, scrollY - 700)")
    wanted = eventually(lambda: (page.evaluate(FIRST_IN_SIGHT), page.wait_for_timeout(400), page.evaluate(FIRST_IN_SIGHT)),
                        lambda pair: pair[0] == pair[2], "the list is at rest")[0]
    if way == "back":
        screen.go("insights")
        page.go_back()
    else:
        page.reload()
    eventually(lambda: page.evaluate(FIRST_IN_SIGHT), lambda seen: seen and seen[0] == wanted[0] and abs(seen[1] - wanted[1]) < 8,
               f"{wanted} is in sight")


def test_hits_are_selected(shop):
    """By mouse and by keyboard, on several cards; it is drawn, announced, kept over a reload, and does not open the card."""
    screen = shop()
    expect(screen.hits).to_have_count(12)
    ids = screen.ids()
    buttons = screen.page.locator("[data-widget=hits] .hit-select")
    expect(buttons.first).to_have_accessible_name("Select " + screen.hits.first.locator(".hit-open").inner_text())
    box = buttons.first.bounding_box()
    assert box["width"] >= 44 and box["height"] >= 44
    buttons.first.click()
    expect(buttons.first).to_have_attribute("aria-pressed", "true")
    expect(screen.page.locator("dialog")).to_have_count(0)
    screen.hits.nth(1).locator(".hit-open").focus()
    screen.page.keyboard.press("ArrowRight")
    expect(buttons.nth(1)).to_be_focused()
    screen.page.keyboard.press("Space")
    expect(buttons.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(screen.page.locator("[data-widget=hits] .hit.is-selected")).to_have_count(2)
    assert view(screen.stack, screen.session)["selected"] == ids[:2]
    sent = [entry["event"] for entry in screen.stack.log(topic="intent/hits/", session=screen.session)]
    chosen = [event["data"] for event in sent if event["type"] == "searchbus.intent.select"]
    assert [set(each["attributes"]) for each in chosen] == [{"brand", "categories", "color"}] * 2
    assert [line for line in findings(screen.page, "selected hits") if ".hit" in line] == []
    screen.page.reload()
    expect(screen.page.locator("[data-widget=hits] .hit.is-selected")).to_have_count(2)
    buttons.first.click()
    expect(screen.page.locator("[data-widget=hits] .hit.is-selected")).to_have_count(1)


def test_words_for_nothing_and_colours_of_matches(shop):
    """The app's words stand where nothing was found, as text; matches have the app's colours."""
    screen = shop()
    screen.box.fill("lamp")
    mark = screen.page.locator("[data-widget=hits] mark").first
    expect(mark).to_have_css("background-color", "rgb(215, 242, 100)")
    expect(mark).to_have_css("color", "rgb(29, 43, 0)")
    screen.box.fill("<b>qqzz</b>")
    expect(screen.page.locator("[data-widget=hits] .empty h3")).to_have_text("Nothing found for “<b>qqzz</b>”")


def test_invalid_colours_are_ignored(console):
    """Only names and hexadecimal colours of a view reach the style."""
    screen = console()
    set_to = """async (style) => {
      const { markStyle } = await import("/src/mark-style.js");
      const element = document.createElement("div");
      markStyle(element, style);
      return element.getAttribute("style") ?? "";
    }"""
    styles = [{"color": "gold", "background": "#12f"}, {"color": "red; --x: 1"}, {"color": "url(x)"},
              {"background": "notacolour"}, {"color": 7}, None]
    assert [screen.page.evaluate(set_to, style) for style in styles] == [
        "--mark-ink: gold; --mark: #12f;", "", "", "", "", ""]


def test_a_value_that_is_not_a_number_is_shown_unchanged_in_every_format(console):
    """A price “on request” is not €NaN, a list of prices is each of them, and an odd rating has no stars."""
    shown = console().page.evaluate("""async () => {
      const { factOf, hitCard, updateHitCard } = await import("/src/hit-card.js");
      const facts = ["number", "currency", "date", "size"].flatMap((format) =>
        ["on request", "", true, ["12.5", "n/a"]].map((value) => factOf({ attribute: "a", format, currency: "EUR" }, value)));
      const card = hitCard(() => {});
      const rated = (stars) => {
        updateHitCard(card, { objectID: stars, record: { stars } }, { meta: [{ attribute: "stars", format: "rating" }] }, 0);
        return [card.querySelector(".meta").textContent, card.querySelectorAll(".stars").length];
      };
      return [facts, ["4.5", "new", "3"].map(rated)];
    }""")
    assert [words for words in shown[0] if "NaN" in words or "Invalid" in words] == []
    assert shown[0][0:3] == ["on request", "", "Yes"] and shown[0][7] == "€12.50, n/a"
    assert shown[1] == [["4.5", 1], ["new", 0], ["3.0", 1]]


def test_a_hit_has_a_name_where_the_template_says_nothing(console):
    """The title of the template; without one what most records are called by; the id where there is nothing of the kind."""
    names = console().page.evaluate("""async () => {
      const { hitTitle } = await import("/src/hit-card.js");
      const lamp = { objectID: "1", record: { name: "red lamp", title: "", brand: "Acme" }, highlights: {} };
      return [{}, { title: "brand" }, { title: "color" }].map((template) => hitTitle(lamp, template))
        .concat(hitTitle({ objectID: "2", record: {}, highlights: {} }, {}));
    }""")
    assert names == ["red lamp", "Acme", "1", "2"]
