# SPDX-License-Identifier: MIT
"""The console adapts: to narrow screens, large text, fingers, other directions of writing, and eyes that want rest."""

import pytest
from playwright.sync_api import expect

from console_stack import eventually

PLACES = ("search", "bus")

# Texts that are cut by a box which neither scrolls nor shows that something is missing.
CUT = """() => {
  const cut = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const own = node.parentElement;
    if (!node.data.trim() || !own.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (own.closest(".visually-hidden, .results:not(.has-lists) .hits-title, .skip-link, .brand-words, option, [hidden], .hit-words, [popover]")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    for (let box = own; box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, textOverflow, display } = getComputedStyle(box);
      if ([overflowX, overflowY].some((each) => each === "auto" || each === "scroll") || display === "-webkit-box") break;
      if (overflowX === "visible" && !["BUTTON", "INPUT", "SELECT"].includes(box.tagName)) continue;
      if (textOverflow === "ellipsis") break;
      const edge = box.getBoundingClientRect();
      if (text.left < edge.left - 1.5 || text.right > edge.right + 1.5
          || text.top < edge.top - 1.5 || text.bottom > edge.bottom + 1.5) {
        cut.push(`${box.className || box.tagName}: ${node.data.slice(0, 40)}`);
        break;
      }
    }
  }
  return cut;
}"""

# What lies below the window is laid out as well: a text that is not has no place.
LAY_OUT = """() => {
  const style = new CSSStyleSheet();
  style.replaceSync("* { content-visibility: visible !important; }");
  document.adoptedStyleSheets.push(style);
}"""


def wait_for_content(screen, place):
    """Waits until a page has something to show."""
    content = {"search": "[data-hit]", "bus": ".action-row[role=option]"}[place]
    expect(screen.page.locator(content).first).to_be_visible()


def check_pages(stack, screen):
    """Nothing is wider than the window, and no text is cut, on any page, with filters in force."""
    screen.type("wireless")
    stack.settled(screen.session, "wireless")
    stack.send(screen.session, ("price", "set-range", {"range": [20, 80]}))
    expect(screen.chips).to_have_count(1)
    expect(screen.page.locator(".latency[href]")).to_be_visible()
    for place in PLACES:
        screen.go(place)
        wait_for_content(screen, place)
        too_wide = screen.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert (place, too_wide) == (place, 0)
        screen.page.evaluate(LAY_OUT)
        assert (place, screen.page.evaluate(CUT)) == (place, [])
    screen.page.get_by_role("button", name="Processes").click()
    screen.page.get_by_label("Sessions").select_option("all")
    expect(screen.page.locator(".process-table tr[data-process]").first).to_be_visible()
    assert screen.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    assert screen.page.evaluate(CUT) == []


@pytest.mark.parametrize("width", [320, 390, 700, 1024])
def test_pages_fit_the_width(stack, console, width):
    """Down to 320 pixels no page scrolls sideways, and no text is cut."""
    check_pages(stack, console(viewport={"width": width, "height": 800}))


def test_text_may_be_twice_as_large(stack, console, launch):
    """A browser whose text is twice as large shows all of it."""
    with launch("--blink-settings=defaultFontSize=32") as chromium:
        screen = console(using=chromium, viewport={"width": 1280, "height": 900})
        size = screen.page.evaluate("getComputedStyle(document.querySelector('[data-search-box]')).fontSize")
        assert float(size.removesuffix("px")) > 30
        check_pages(stack, screen)
        screen.page.context.close()


SHIFTS = """() => {
  window.shifts = [];
  window.tops = new Set();
  new PerformanceObserver((list) => {
    for (const { node } of list.getEntries().flatMap((entry) => entry.sources)) {
      const element = node instanceof Element ? node : node?.parentElement;
      // Hits that change places, and the lists of values at the side, are what the keys ask for.
      if (element && !element.closest(".hits, .side, .search-foot")) window.shifts.push(element.className || element.tagName);
    }
  }).observe({ type: "layout-shift" });
  const list = document.querySelector("[data-widget=hits] .hits");
  const note = () => {
    const items = [...list.children].slice(0, 8);
    if (items.length === 8) tops.add(JSON.stringify(items.map((item) => Math.round(item.getBoundingClientRect().top))));
    window.tops.count = (window.tops.count ?? 0) + 1;
  };
  new MutationObserver(() => requestAnimationFrame(note)).observe(list, { childList: true, subtree: true, characterData: true });
}"""


@pytest.mark.parametrize("size", [{"width": 1440, "height": 900}, {"width": 390, "height": 844}], ids=["wide", "narrow"])
def test_nothing_moves_while_one_types(stack, console, size):
    """Box, badge, numbers and the rows of cards stay where they are with each key; only what is in them changes."""
    screen = console(viewport=size)
    expect(screen.hits).to_have_count(20)
    screen.page.evaluate(SHIFTS)
    screen.type("wireless", delay=40)
    screen.shows(stack.settled(screen.session, "wireless"))
    expect(screen.page.locator(".latency[href]")).to_be_visible()
    for _ in "less":
        screen.box.press("Backspace")
    screen.shows(stack.settled(screen.session, "wire"))
    assert screen.page.evaluate("tops.count") > 3, "cards were drawn meanwhile"
    assert set(screen.page.evaluate("shifts")) == set()
    assert len(screen.page.evaluate("[...tops]")) == 1


def test_nothing_moves_by_itself_where_that_is_not_wanted(stack, console):
    """With less motion wished for no animation and no transition lasts."""
    screen = console()
    screen.type("lamp")
    stack.settled(screen.session, "lamp")
    for place in PLACES:
        screen.go(place)
        wait_for_content(screen, place)
        lasting = screen.page.evaluate("""() => document.getAnimations()
          .map((each) => each.effect.getComputedTiming().activeDuration).filter((time) => !(time < 10))""")
        assert (place, lasting) == (place, [])


def touch(page, points):
    """One finger that goes down at the first point, over the others, and up."""
    fingers = page.context.new_cdp_session(page)
    for kind, (x, y) in [("touchStart", points[0]), *(("touchMove", point) for point in points[1:])]:
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_range_by_finger(stack, console):
    """A handle follows the finger; a tap beside the handles brings the nearer one; handles at one place come apart."""
    screen = console(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    expect(screen.hits).to_have_count(20)
    screen.page.locator(".drawer-button").tap()
    handle = screen.handle("price", "max")
    handle.scroll_into_view_if_needed()
    low, high = (float(handle.get_attribute(name)) for name in ("min", "max"))
    area = handle.bounding_box()
    y = area["y"] + area["height"] / 2
    start = area["x"] + area["width"] - 14
    touch(screen.page, [(start, y), (start - 20, y), (area["x"] + area["width"] / 2, y)])
    views = eventually(lambda: stack.views(screen.session)["price"]["range"],
                       lambda range: range and range[0] is None and range[1] < high * .8, "the upper end has moved")
    assert low < views[1] < high

    screen.page.touchscreen.tap(area["x"] + area["width"] * .15, y)
    eventually(lambda: stack.views(screen.session)["price"]["range"], lambda range: range and range[0] is not None,
               "the lower end has come to the tap")
    stack.send(screen.session, ("price", "set-range", {"range": [high - 1, high - 1]}))
    expect(screen.handle("price", "min")).to_have_value(str(int(high - 1)))
    front = handle.evaluate("""(handle) => { const { right, top, height } = handle.getBoundingClientRect();
      return document.elementFromPoint(right - 16, top + height / 2).dataset.end; }""")
    assert front == "min", "the handle that can still move lies above"


ARABIC = {"objectID": "rtl-1", "name": "مصباح مكتب قابل للطي rtlword", "brand": "نور",
          "description": "مصباح مع ضوء دافئ",
          "categories": ["إضاءة"], "color": ["أسود"], "price": 20, "rating": 4, "freeShipping": True, "popularity": 1}


def test_texts_have_their_own_direction(stack, console):
    """Arabic names run from right to left within a page that does not."""
    stack.add_products(ARABIC)
    screen = console()
    screen.type("rtlword")
    screen.shows(stack.settled(screen.session, "rtlword"))
    screen.facet("brand", "نور").check()
    expect(screen.chips).to_have_count(1)
    directions = screen.page.evaluate("""() => Object.fromEntries([".hit-open", ".hit-subtitle", ".filters .label",
      "[data-widget=brand] .label", ".stats"].map((place) =>
      [place, getComputedStyle(document.querySelector(place)).direction]))""")
    assert directions == {".hit-open": "rtl", ".hit-subtitle": "rtl", ".filters .label": "rtl",
                          "[data-widget=brand] .label": "rtl", ".stats": "ltr"}
    screen.box.fill("مصباح")
    assert screen.box.evaluate("box => getComputedStyle(box).direction") == "rtl"


def test_page_may_be_written_from_right_to_left(console):
    """Turned around as a whole, the pages fit, the refinements lie at the right, and arrow keys go where they point."""
    screen = console()
    expect(screen.hits).to_have_count(20)
    screen.page.evaluate("document.documentElement.dir = 'rtl'")
    side, results = (screen.page.locator(place).bounding_box() for place in (".side", ".results"))
    assert side["x"] > results["x"]
    cards = screen.hits.locator(".hit-open")
    cards.first.focus()
    screen.page.keyboard.press("ArrowLeft")
    expect(cards.nth(1)).to_be_focused()
    for place in PLACES:
        screen.go(place)
        wait_for_content(screen, place)
        assert screen.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
