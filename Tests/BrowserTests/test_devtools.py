# SPDX-License-Identifier: MIT
"""The inspector in a page of another origin: off until it is opened, apart from the page, and gone when it is removed."""

import json
import re

import pytest
from console_axe import findings
from own_page import EXPECTED_LOSS, live, session_of, shop, testing, visit  # noqa: F401
from playwright.sync_api import expect

ADD = """async ([gateway, attributes]) => {
  await import(`${gateway}/client/devtools.js`);
  const element = document.createElement("searchbus-devtools");
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.body.append(element);
}"""
# What every element looks like, of the page or of the panel.
STYLES = """(isPanel) => {
  const root = isPanel ? document.querySelector("searchbus-devtools").shadowRoot : document.body;
  return [...root.querySelectorAll("*")].filter((each) => each.localName !== "searchbus-devtools").map((each) => {
    const style = getComputedStyle(each);
    return [each.localName, each.className, ...[...style].map((name) => `${name}: ${style.getPropertyValue(name)}`)].join("; ");
  });
}"""
HOSTILE = "*, *::before { all: unset !important; --ink: red !important } html { font-size: 62.5% !important } button, .card { display: none !important }"


def add(shop, page, **attributes):
    """Puts the element into a page that is connected."""
    page.evaluate(ADD, [shop.url, attributes])
    return page


def rows(page):
    """The actions that the panel lists."""
    return page.locator("searchbus-devtools .action-row[role=option]")


def inspected(page, before=0):
    """What the page asked for the inspector."""
    return [request.url for request in page.asked[before:] if re.search(r"/api/(app|log|events|schemas|status)|\.css$", request.url)]


def listeners(page):
    """How many listeners the document and the window have."""
    debugger = page.context.new_cdp_session(page)
    counts = []
    for target in ("document", "window", "window.scheme"):
        found = debugger.send("Runtime.evaluate", {"expression": target})["result"]
        counts.append(len(debugger.send("DOMDebugger.getEventListeners", {"objectId": found["objectId"]})["listeners"]))
    debugger.detach()
    return counts


def search(page, text):
    """Types a text into the page's own box, and waits for its hits."""
    box = page.locator("searchbus-box input")
    box.fill(text)
    expect(page.locator(".hit mark").first).to_have_text(re.compile(text, re.IGNORECASE))


def add_with_key(shop, page, *options):
    """Puts the element into a page, with a session that has a key of its own; answers with that."""
    key = json.loads("".join(shop.run("keys", "create", "--json", *options)))
    page.evaluate("""async ([gateway, token, id]) => {
      const { connect } = await import(`${gateway}/client/index.js`);
      await import(`${gateway}/client/devtools.js`);
      const element = document.createElement("searchbus-devtools");
      element.session = connect({ url: gateway, token }).session({ id });
      document.body.append(element);
    }""", [shop.url, key["key"], session_of(page)])
    return key


@pytest.fixture
def opened(shop, visit):
    """The shop with the panel open, and two texts typed."""
    page = live(visit())
    search(add(shop, page, open=""), "lamp")
    search(page, "desk")
    expect(rows(page).first).to_contain_text("set-query box “desk”")
    return page


def test_nothing_is_asked_or_drawn_until_it_is_opened(shop, visit):
    page = live(visit())
    testing.eventually(lambda: page.wait_for_timeout(20) or inspected(page), lambda urls: len(urls) == 1, "the page is complete")
    before = len(page.asked)
    search(add(shop, page), "lamp")
    assert inspected(page, before) == []
    assert page.evaluate("document.querySelector('searchbus-devtools').shadowRoot.childElementCount") == 0
    page.keyboard.press("Control+.")
    expect(rows(page).first).to_contain_text("set-query box “lamp”")
    asked = inspected(page, before)
    assert asked and not any("/api/status" in url for url in asked), asked
    # It is the session of the page, and no other.
    assert all(f"session={session_of(page)}" in url for url in asked if re.search("/api/(log|events)", url)), asked


def test_a_keystroke_is_followed_through_the_processes(shop, opened):
    page = opened
    rows(page).nth(1).click()
    expect(page.locator(".detail-title")).to_have_text("set-query “lamp”")
    expect(page.locator(".step.is-critical").first).to_contain_text("intent")
    expect(page.locator(".step.is-critical").last).to_contain_text("view")
    expect(page.locator(".payload-tree")).to_contain_text('query: "lamp"')
    expect(page.locator(".payload-tree .tree-note").first).to_be_visible()
    page.get_by_role("tab", name="What changed").click()
    expect(page.locator(".change-list").first).to_contain_text("?q=lamp")
    # What the console's pages draw is left to them.
    expect(page.get_by_role("tab")).to_have_count(2)
    expect(page.get_by_role("link", name="Open in the console")).to_have_attribute("href", f"{shop.url}/#/bus?session={session_of(page)}")
    page.get_by_role("searchbox", name="Filter").fill("query:desk")
    expect(rows(page)).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    assert download.value.suggested_filename == f"{session_of(page)}.ndjson"
    assert findings(page, "devtools") == []


def test_the_pages_shortcuts_do_not_get_its_keys(opened):
    page = opened
    page.keyboard.press("Control+.")
    page.get_by_role("searchbox").first.focus()
    page.keyboard.press("Control+.")
    page.evaluate("window.keys = []; document.addEventListener('keydown', ({ key }) => window.keys.push(key))")
    page.keyboard.press("Shift")
    rows(page).first.click()
    expect(page.locator(".detail-title")).to_have_text("set-query “desk”")
    page.keyboard.press("j")
    expect(page.locator(".detail-title")).to_have_text("set-query “lamp”")
    page.keyboard.press("/")
    page.keyboard.type("kind:view j")
    expect(page.get_by_role("searchbox", name="Filter")).to_have_value("kind:view j")
    assert page.evaluate("window.keys") == ["Shift"]
    page.keyboard.press("Control+.")
    expect(page.locator("bus-page")).to_have_count(0)
    expect(page.locator("searchbus-devtools")).not_to_have_attribute("open", "")
    expect(page.get_by_role("searchbox").first).to_be_focused()


def test_styles_of_page_and_panel_do_not_meet(opened):
    page = opened
    rows(page).first.click()
    expect(page.locator(".step").first).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    page.mouse.move(1, 1)
    page.evaluate("document.activeElement.blur()")
    drawn = page.evaluate(STYLES, True)
    assert len(drawn) > 100
    sheet = page.add_style_tag(content=HOSTILE)
    assert page.evaluate(STYLES, True) == drawn
    sheet.evaluate("(element) => element.remove()")
    shown = page.evaluate(STYLES, False)
    page.evaluate("document.querySelector('searchbus-devtools').removeAttribute('open')")
    expect(page.locator("bus-page")).to_have_count(0)
    assert page.evaluate(STYLES, False) == shown


def test_a_key_without_the_permission_gets_a_sentence_and_is_not_tried_again(shop, visit):
    page = live(visit())
    page.traps.allow(EXPECTED_LOSS)
    page.clock.install()
    add_with_key(shop, page, "--role", "session", "--session", "other")
    page.keyboard.press("Control+.")
    state = page.locator("bus-page > .page-state")
    expect(state).to_contain_text("opens only the session `other`")
    expect(state).to_contain_text("searchbus keys create --role")
    expect(page.locator(".bus-count")).to_contain_text("not connected")
    count = len(inspected(page))
    page.clock.run_for(60_000)
    assert len(inspected(page)) == count
    state.get_by_role("button", name="Try again").click()
    testing.eventually(lambda: page.wait_for_timeout(20) or len(inspected(page)), lambda now: now > count, "it is tried when the person wants it")
    page.keyboard.press("Control+.")
    expect(page.locator("bus-page")).to_have_count(0)


def test_a_key_that_is_revoked_ends_it(shop, visit):
    page = live(visit())
    page.traps.allow(EXPECTED_LOSS)
    key = add_with_key(shop, page, "--role", "session")
    page.keyboard.press("Control+.")
    expect(page.locator(".bus-count")).to_contain_text("live")
    shop.run("keys", "delete", key["id"])
    state = page.locator("bus-page > .page-state")
    expect(state).to_contain_text(f"The key {key['id']} was revoked")
    expect(state).to_contain_text("Ask the owner for another key")
    expect(rows(page).first).to_be_visible()


def test_a_page_without_a_session_gets_advice(shop, visit):
    page = visit("/plain.html")
    page.evaluate(ADD, [shop.url, {"open": ""}])
    expect(page.locator("searchbus-devtools .page-state")).to_contain_text("This page has no <searchbus-session>.")
    page.get_by_role("button", name="Close the inspector").click()
    expect(page.locator("searchbus-devtools .page-state")).to_have_count(0)


def test_closing_ends_its_stream_and_removing_its_listeners(shop, visit):
    page = live(visit(scripts=["""window.scheme = matchMedia("(prefers-color-scheme: dark)");
      window.matchMedia = () => window.scheme;"""]))
    ended = []
    page.on("requestfailed", lambda request: ended.append(request.url))
    page.evaluate("(gateway) => import(`${gateway}/client/devtools.js`)", shop.url)
    before = listeners(page)
    add(shop, page, open="")
    expect(rows(page).first).to_be_visible()
    expect(page.locator(".bus-count")).to_contain_text("live")
    assert listeners(page) > before
    page.keyboard.press("Control+.")
    expect(page.locator("bus-page")).to_have_count(0)
    testing.eventually(lambda: page.wait_for_timeout(20) or ended, lambda urls: len(urls) == 1 and "/api/events?" in urls[0], "its stream ends")
    page.keyboard.press("Control+.")
    expect(rows(page).first).to_be_visible()
    page.evaluate("document.querySelector('searchbus-devtools').remove()")
    testing.eventually(lambda: page.wait_for_timeout(20) or listeners(page), lambda now: now == before, "no listener is left")
    page.keyboard.press("Control+.")
    assert page.locator("bus-page").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_it(shop, visit, scheme):
    page = live(visit(color_scheme=scheme))
    search(add(shop, page, open=""), "lamp")
    rows(page).first.click()
    expect(page.locator(".step").first).to_be_visible()
    assert findings(page, scheme) == []
    page.emulate_media(color_scheme={"light": "dark", "dark": "light"}[scheme])
    expect(page.locator("searchbus-devtools .devtools")).to_have_attribute("data-theme", {"light": "dark", "dark": "light"}[scheme])
    assert findings(page, "the other") == []


def test_a_page_of_the_gateway_has_it_too(shop, contexts):
    context, _ = contexts()
    page = context.new_page()
    page.route(f"{shop.url}/own.html", lambda route: route.fulfill(content_type="text/html", body=f"""<!doctype html><html lang="en"><title>Own</title>
      <script type="module" src="/client/index.js"></script><script type="module" src="/client/devtools.js"></script>
      <searchbus-session url="/" token="{shop.key}"><searchbus-box widget="box"></searchbus-box><searchbus-devtools open></searchbus-devtools>
      </searchbus-session>"""))
    page.goto(f"{shop.url}/own.html")
    page.locator("searchbus-box input").fill("lamp")
    expect(rows(page).first).to_contain_text("set-query box “lamp”")
