# SPDX-License-Identifier: MIT
"""Pages of another origin: a shop drawn with the client module, one by plain fetch, and one that is not authorized."""

import http.client
import json
import re

from console_axe import findings
from own_page import EXPECTED_LOSS, first_paint, live, session_of, shop, testing, titles, view, visit  # noqa: F401
from playwright.sync_api import expect

# Counts what is taken out of the lists while the module takes them over.
FLICKER_SCRIPT = """
window.removed = 0;
new MutationObserver((changes) => {
  for (const { target, removedNodes } of changes) {
    const element = target.nodeType === 1 ? target : target.parentElement;
    if (element?.closest(".hits, .values, searchbus-stats")) window.removed += removedNodes.length;
  }
}).observe(document, { childList: true, subtree: true });
"""


def answer_to(shop, origin):
    """The status that the gateway answers a page of an origin with; none while it does not."""
    gateway = shop.gateway
    gateway.headers["origin"] = origin
    try:
        return gateway.try_call("GET", "/api/app")[0]
    except (OSError, http.client.HTTPException):
        return None


def test_a_shop_of_another_origin_is_typed_into_and_refined(shop, visit):
    page = live(visit())
    page.locator("searchbus-box input").press_sequentially("lamp", delay=20)
    expect(page.locator(".hit mark").first).to_have_text(re.compile("lamp", re.IGNORECASE))
    testing.eventually(lambda: (titles(page), [hit["record"]["name"] for hit in view(shop, page, "hits")["hits"]]),
                       lambda pair: pair[0] == pair[1] and pair[0], "the page shows what the session found")
    count = view(shop, page, "stats")["nbHits"]
    row = page.locator("[widget=brand] .value").first
    brand = row.locator(".label").inner_text()
    row.locator("input").check()
    expect(page.locator(".filters button")).to_have_text(re.compile(brand))
    testing.eventually(lambda: set(page.locator(".maker").all_inner_texts()), lambda shown: shown == {brand.upper()} or shown == {brand},
                       "all hits are of the maker")
    assert view(shop, page, "stats")["nbHits"] < count
    expect(page.locator("searchbus-stats")).to_have_text(view(shop, page, "stats")["text"])
    page.locator("searchbus-clear-filters button").click()
    expect(page.locator("searchbus-current-filters")).to_be_hidden()
    page.locator("[widget=price] .to").fill("40")
    page.locator("[widget=price] .to").blur()
    testing.eventually(lambda: [float(text[1:].replace(",", "")) for text in page.locator(".facts b").all_inner_texts()],
                       lambda prices: prices and max(prices) <= 40, "all hits cost at most 40")
    expect(page.locator(".filters button")).to_have_text("Price: up to 40")
    page.locator("searchbus-box input").fill("")
    first = titles(page)
    page.locator("searchbus-pagination .next").click()
    expect(page.locator("searchbus-pagination [aria-current]")).to_have_text("2")
    assert titles(page) != first
    page.locator("searchbus-box input").fill("zzzzqqq")
    expect(page.locator("[data-when=empty]")).to_contain_text("“zzzzqqq”")


def test_a_widget_that_the_app_does_not_have_is_reported_once(shop, visit):
    """A misspelled name leaves a part of the page empty: a warning has the names to choose from."""
    page, warnings = live(visit()), []
    page.traps.allow("hitz|alsoNot")
    page.on("console", lambda message: warnings.append(message.text))
    page.evaluate("""() => {
      const place = document.querySelector("searchbus-session");
      place.append(...["hits", "hitz", "hitz"].map((name) => {
        const element = document.createElement("searchbus-stats");
        element.setAttribute("widget", name);
        return element;
      }));
      place.session.view("products").send("search");
      setTimeout(() => place.session.view("alsoNot").subscribe(() => {}));
    }""")
    testing.eventually(lambda: page.evaluate("1") and warnings, lambda said: len(said) > 1, "both are warned of")
    assert [text.split(" Name one of these: ")[0] for text in warnings] == [
        "SearchBus: The app has no widget `hitz`.", "SearchBus: The app has no widget `alsoNot`."]
    assert {"hits", "box", "session"} <= set(re.findall(r"[\w-]+", warnings[0].split("these: ")[1]))


def test_the_first_paint_comes_from_the_server_and_is_taken_over_as_it_is(shop, visit):
    page = visit("/?q=lamp", java_script_enabled=False)
    drawn = titles(page)
    assert len(drawn) == 12 and page.locator(".hit mark").count() > 0
    assert page.locator("searchbus-box input").input_value() == "lamp"
    page = live(visit("/?q=lamp", scripts=[FLICKER_SCRIPT]))
    expect(page.locator("searchbus-hits")).to_have_attribute("data-phase", "ready")
    page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
    assert titles(page) == drawn and page.evaluate("window.removed") == 0
    known = json.loads(page.locator("#views").text_content())
    streams = [request.headers for request in page.asked if request.url.endswith("/events")]
    assert [fields["last-event-id"] for fields in streams] == [f"{known['epoch']}-{known['sequence']}"]
    page.locator("searchbus-box input").press("End")
    page.locator("searchbus-box input").press_sequentially("s", delay=20)
    expect(page.locator("searchbus-hits")).to_have_attribute("data-phase", "ready")
    testing.eventually(lambda: view(shop, page, "hits")["query"], lambda query: query == "lamps", "typing continues from there")


def test_records_become_no_markup_in_a_first_paint():
    evil = "</script><img src=x onerror=alert(1)>\"'&"
    hit = {"objectID": evil, "record": {"name": evil, "color": ["a;b"], "url": "javascript:x", "image": "https://a.example/?a&b"},
           "highlights": {"name": [["<b>", True], ["&", False]]}}
    drawn = first_paint.hits({"hits": [hit]}, '<p data-text="name"></p><h3 data-highlight="name"></h3><a data-href="url"></a>'
                             '<img data-src="image" data-alt="name"><i data-variable="--c color.0"></i>')
    assert drawn.count("<") == 13 and "<img data-src" in drawn and 'src="https://a.example/?a&amp;b"' in drawn
    assert "<mark>&lt;b&gt;</mark>&amp;" in drawn and "javascript" not in drawn and 'style="--c: ab;"' in drawn
    assert "</" not in first_paint.script(hit) and json.loads(first_paint.script(hit)) == hit
    row = first_paint.values({"items": [{"value": evil, "label": evil, "count": 1, "selected": True}]})
    assert row.count("<") == 9 and " checked>" in row and 'class="value is-selected"' in row


def test_everybody_can_use_the_shop(visit):
    page = live(visit())
    page.locator("[widget=brand] .value input").first.check()
    expect(page.locator(".filters button")).to_be_visible()
    expect(page.locator("searchbus-pagination")).to_be_visible()
    assert findings(page, "shop") == []


def test_what_is_typed_before_the_module_is_there_counts(shop, contexts):
    context, _ = contexts()
    page = context.new_page()
    held = []
    page.route("**/client/index.js", lambda route: held.append(route))
    page.goto(shop.site.url, wait_until="commit")
    page.locator("searchbus-box input").press_sequentially("sofa")
    testing.eventually(lambda: page.wait_for_timeout(20) or held, bool, "the module is asked for")
    held[0].continue_()
    live(page)
    expect(page.locator("searchbus-box input")).to_have_value("sofa")
    expect(page.locator(".hit mark").first).to_have_text(re.compile("sofa", re.IGNORECASE))


def test_a_reload_resumes_the_session_and_another_visitor_has_their_own(visit):
    page = live(visit())
    page.locator("searchbus-box input").fill("desk")
    expect(page.locator(".hit mark").first).to_have_text(re.compile("desk", re.IGNORECASE))
    session = session_of(page)
    page.reload()
    live(page)
    assert session_of(page) == session
    expect(page.locator("searchbus-box input")).to_have_value("desk")
    assert session_of(live(visit())) != session


def test_the_shop_survives_a_restart_of_the_gateway(shop, visit):
    page = live(visit())
    page.traps.allow(EXPECTED_LOSS)
    shop.send_signal("gateway", 9)
    expect(page.locator("searchbus-session")).to_have_attribute("data-connection", "lost")
    expect(page.locator(".notice span")).to_be_visible()
    page.locator("searchbus-box input").press_sequentially("chair", delay=20)
    live(page)
    expect(page.locator(".hit mark").first).to_have_text(re.compile("chair", re.IGNORECASE))
    expect(page.locator(".notice span")).to_be_hidden()
    assert view(shop, page, "box")["query"] == "chair"


def test_a_page_of_an_origin_that_is_not_named_is_refused_and_the_log_says_what_to_do(shop, contexts):
    context, traps = contexts()
    traps.allow(EXPECTED_LOSS)
    page = context.new_page()
    page.goto(f"{shop.site.other_url}/plain.html")
    expect(page.locator("[role=status]")).to_have_text(re.compile("Failed to fetch"))
    assert page.evaluate("""async (gateway) => {
      try { await import(`${gateway}/client/index.js`); return "imported"; } catch (error) { return error.name; }
    }""", shop.url) == "TypeError"
    assert page.evaluate("async (gateway) => fetch(`${gateway}/api/app`).then(() => 'read', () => 'refused')", shop.url) == "refused"
    testing.eventually(shop.output, lambda text: f"origins: [{shop.site.other_url}]" in text, "the log says what to do")
    before = shop.app.read_text()
    try:
        shop.app.write_text(before.replace("origins: [", f"origins: [{shop.site.other_url}, "))
        testing.eventually(lambda: page.reload() and page.wait_for_timeout(500) or page.locator("li").count(),
                           lambda count: count == 12, "the page is authorized once its origin is named")
    finally:
        shop.app.write_text(before)
        testing.eventually(lambda: answer_to(shop, shop.site.other_url), lambda status: status == 403, "it is refused again")


def test_plain_fetch_is_enough(shop, visit):
    page = visit("/plain.html")
    page.traps.allow(EXPECTED_LOSS)
    expect(page.locator("li")).to_have_count(12)
    page.locator("input").press_sequentially("lamp", delay=20)
    expect(page.locator("li").first).to_contain_text(re.compile("lamp", re.IGNORECASE))
    shop.send_signal("gateway", 9)
    expect(page.locator("[role=status]")).to_contain_text("Trying again")
    expect(page.locator("[role=status]")).to_have_text("")
    page.locator("input").fill("desk")
    expect(page.locator("li").first).to_contain_text(re.compile("desk", re.IGNORECASE))
