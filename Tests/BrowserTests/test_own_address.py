# SPDX-License-Identifier: MIT
"""A page of one's own whose address is the session's permalink, and which reports what people do with hits."""

import re

from playwright.sync_api import expect

from own_page import session_of, shop, testing, visit  # noqa: F401

PLACE = """async ([gateway, token, attributes]) => {
  await import(`${gateway}/client/index.js`);
  const place = document.createElement("searchbus-session");
  for (const [name, value] of Object.entries({ url: gateway, token, ...attributes })) place.setAttribute(name, value);
  const make = (tag, widget) => {
    const element = place.appendChild(document.createElement(tag));
    element.setAttribute("widget", widget);
    return element;
  };
  make("searchbus-box", "box");
  make("searchbus-refinement-list", "brand");
  const hits = make("searchbus-hits", "hits");
  hits.setAttribute("report", "");
  const template = document.createElement("template");
  const link = template.content.appendChild(document.createElement("a"));
  link.href = "#opened";
  link.dataset.text = "name";
  const cart = template.content.appendChild(document.createElement("button"));
  cart.dataset.convert = "";
  cart.textContent = "Add to cart";
  hits.append(template);
  document.body.replaceChildren(place);
  await place.ready;
}"""


def opened(shop, visit, query, **attributes):  # noqa: F811
    """A page with an address, and a session in it."""
    page = visit(f"/plain.html{query}", bypass_csp=True)
    page.evaluate(PLACE, [shop.url, shop.key, attributes])
    expect(page.locator(".hit").first).to_be_visible()
    return page


def address(page, query):
    """Waits until the address has this query string."""
    expect(page).to_have_url(re.compile(re.escape(f"/plain.html{query}") + "(#.*)?$"))


def test_the_address_follows_the_session_and_leads_back(shop, visit):  # noqa: F811
    """A session begins with the link in the address; each state is an entry of the history; the page's own parameters stay."""
    page = opened(shop, visit, "?ref=mail&q=chair", address="ref")
    box = page.get_by_role("searchbox")
    expect(box).to_have_value("chair")
    address(page, "?ref=mail&q=chair")
    length = page.evaluate("history.length")
    box.fill("sofa")
    address(page, "?ref=mail&q=sofa")
    brand = page.locator(".value input").first
    name = page.locator(".value .label").first.inner_text()
    brand.click()
    address(page, f"?ref=mail&q=sofa&brand={name}")
    assert page.evaluate("history.length") == length + 2
    page.go_back()
    expect(page.locator(".value.is-selected")).to_have_count(0)
    page.go_back()
    expect(box).to_have_value("chair")
    address(page, "?ref=mail&q=chair")
    expect(page.locator(".hit a").first).to_have_text(re.compile("chair", re.IGNORECASE))
    page.go_forward()
    expect(box).to_have_value("sofa")
    address(page, "?ref=mail&q=sofa")
    assert page.evaluate("history.length") == length + 2


def test_a_link_for_a_session_that_a_tab_remembers(shop, visit):  # noqa: F811
    """It replaces the state; a link that cannot be read is replaced by the state's."""
    page = opened(shop, visit, "?q=chair", address="", remember="tab")
    session = session_of(page)
    testing.eventually(lambda: page.evaluate("sessionStorage.length"), bool, "the session is remembered")
    page.goto(f"{shop.site.url}/plain.html?q=desk")
    page.evaluate(PLACE, [shop.url, shop.key, {"address": "", "remember": "tab"}])
    expect(page.get_by_role("searchbox")).to_have_value("desk")
    assert session_of(page) == session
    page.evaluate("history.pushState(null, '', '?brand=%00%FF'), history.pushState(null, '', '?q=x'), history.back()")
    address(page, "?q=desk")


def test_hits_that_are_opened_bought_and_seen_are_reported(shop, visit):  # noqa: F811
    """To the searcher of the widget, with position and text; views together, once for each list."""
    page = opened(shop, visit, "?q=chair", address="")
    session = session_of(page)
    expect(page.locator(".hit a").first).to_have_text(re.compile("chair", re.IGNORECASE))

    def reports(kind):
        events = shop.gateway.call("GET", testing.log_path(topic="intent/products/", session=session))["events"]
        return [each["event"]["data"] for each in events if each["event"]["type"] == f"searchbus.intent.report-{kind}"]

    second = page.locator(".hit").nth(1)
    name = second.get_attribute("data-hit")
    second.locator("a").click()
    second.get_by_role("button", name="Add to cart").click()
    second.click(position={"x": 1, "y": 1})
    expected = {"objectID": name, "position": 2, "query": "chair"}
    for kind in ("click", "conversion"):
        assert testing.eventually(lambda kind=kind: reports(kind), bool, f"a {kind} is reported") == [expected]
    seen = testing.eventually(lambda: reports("view"), bool, "views are reported")
    shown = [item.get_attribute("data-hit") for item in page.locator(".hit").all()]
    assert all(each["query"] == "chair" for each in seen)
    assert set(sum((each["objectIDs"] for each in seen), [])) <= set(shown)
    testing.eventually(lambda: shop.gateway.call("GET", "/api/insights?days=1&limit=10")["report"],
                       lambda report: report and all(report["totals"][each] for each in ("views", "clicks", "conversions")),
                       "views, clicks and conversions are counted")
