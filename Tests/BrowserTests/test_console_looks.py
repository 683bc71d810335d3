# SPDX-License-Identifier: MIT
"""What only shows for some: colours that the system replaces, pages written from right to left, narrow screens, long values."""

import pytest
from playwright.sync_api import expect

from console_stack import eventually

NARROW = {"width": 390, "height": 844}
LONG = "endless " * 60
RECORDS = [{"objectID": "look-long", "name": f"lookword {LONG}", "brand": LONG, "description": LONG, "price": 1},
           {"objectID": "look-empty", "name": "lookword empty", "brand": "", "description": "", "price": 2}]

# What is seen of an element: whether its ground is another colour than the page's, a picture, or neither.
GROUND = """(element, pseudo) => {
  const { backgroundColor, backgroundImage } = getComputedStyle(element, pseudo);
  const page = getComputedStyle(document.body).backgroundColor;
  return backgroundImage !== "none" || ![page, "rgba(0, 0, 0, 0)"].includes(backgroundColor);
}"""


def budget_of(screen):
    """Opens the waterfall of a keystroke that the page has measured."""
    screen.type("lamp")
    screen.page.locator(".latency").click()
    expect(screen.page.locator(".budget-bar")).to_be_visible()
    return screen.page


def edges(locator):
    """The left and the right edge of an element."""
    box = locator.bounding_box()
    return box["x"], box["x"] + box["width"]


def test_marks_are_seen_where_the_system_replaces_colours(console):
    """The dot of the connection, the current page, the marks of the waterfall and the bar of the budget."""
    screen = console(forced_colors="active")
    assert screen.page.evaluate("matchMedia('(forced-colors: active)').matches")
    assert screen.connection.evaluate(GROUND)
    current = screen.page.locator(".nav [aria-current]")
    assert "underline" in current.evaluate("link => getComputedStyle(link).textDecorationLine")
    assert "underline" not in screen.page.locator(".nav a:not([aria-current])").first.evaluate(
        "link => getComputedStyle(link).textDecorationLine")
    page = budget_of(screen)
    assert page.locator(".step .step-line > i").first.evaluate(GROUND)
    assert page.locator(".budget-bar > i").first.evaluate(GROUND)
    assert page.locator(".budget-words > [data-part=bus]").evaluate(GROUND, "::before")


def test_waterfall_is_mirrored(console):
    """From right to left the axis begins at the right, as the marks and the bar of the budget do."""
    page = budget_of(console())
    page.evaluate("document.documentElement.dir = 'rtl'")
    line_left, line_right = edges(page.locator(".step-axis .step-line"))
    labels = page.locator(".step-axis .step-line > span")
    assert abs(edges(labels.first)[1] - line_right) <= 1
    assert abs(sum(edges(labels.last)) / 2 - line_left) <= 1
    mark = page.locator(".step[data-event] .step-line > i").first
    assert abs(edges(mark)[1] - edges(mark.locator(".."))[1]) <= 1
    parts = page.locator(".budget-bar > i")
    assert edges(parts.first)[0] > edges(parts.last)[0]


def test_bars_of_a_ranking_begin_in_one_line(console):
    """A text from right to left is drawn so, and its bar begins where the others do."""
    screen = console(place="insights")
    starts = screen.page.evaluate("""async () => {
      const { Ranking } = await import("/src/insights/ranking.js");
      const ranking = new Ranking({ title: "Texts", weight: () => 1, empty: "",
        columns: [{ title: "Text", cell: (row) => row }, { title: "Times", cell: () => 1 }] });
      document.querySelector("insights-page").append(ranking.element);
      ranking.show(["lamp", "مصباح"]);
      return [...ranking.element.querySelectorAll("tbody th")].map((cell) => [
        getComputedStyle(cell, "::before").left, getComputedStyle(cell.firstChild).direction]);
    }""")
    assert starts == [["8px", "ltr"], ["8px", "rtl"]]


def test_replay_says_what_to_do_on_a_narrow_screen(console):
    """The command of the page without a report is shown to its last letter."""
    page = console(place="replay", viewport=NARROW).page
    command = page.locator(".replay-command")
    expect(command).to_be_visible()
    assert command.evaluate("command => command.scrollWidth <= command.clientWidth")
    assert edges(command)[1] <= NARROW["width"]
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


@pytest.fixture(scope="module")
def looks(stack):
    """Products with a very long brand and an empty one."""
    stack.add_products(*RECORDS)


def test_long_and_empty_values_have_a_short_name(stack, console, looks):
    """Two lines and the whole as a tooltip; an empty value has a word; titles end with a line, in the dialog too."""
    screen = console()
    screen.type("lookword")
    screen.shows(stack.settled(screen.session, "lookword"))
    labels = screen.page.locator("[data-widget=brand] .label")
    long = labels.filter(has_text="endless")
    line = labels.filter(has_text="(empty)").bounding_box()["height"]
    assert long.bounding_box()["height"] == pytest.approx(2 * line, abs=1)
    assert long.get_attribute("title").strip() == LONG.strip()
    card = screen.page.locator("[data-hit=look-long]")
    title, words = (card.locator(place).bounding_box() for place in (".hit-title", ".hit-words"))
    assert title["height"] == pytest.approx(60, abs=1)
    assert title["y"] + title["height"] <= words["y"] + words["height"]
    card.locator(".hit-open").click()
    assert screen.page.locator(".hit-detail-head h2").bounding_box()["height"] < 160


def test_side_column_shows_that_it_continues(console):
    """While something lies below its edge the edge fades, and at the end it does not."""
    screen = console(viewport={"width": 1280, "height": 600})
    expect(screen.page.locator("[data-widget=brand] .value").first).to_be_visible()
    side = screen.page.locator(".side")
    fade = "side => getComputedStyle(side, '::after').content"
    eventually(lambda: side.evaluate(fade), lambda content: content == '""', "more is below the edge")
    # Lists below the edge are drawn later, and make the column longer.
    at_the_end = "side => { side.scrollTo(0, side.scrollHeight); return getComputedStyle(side, '::after').content; }"
    eventually(lambda: side.evaluate(at_the_end), lambda content: content == "none", "nothing is below the edge")
