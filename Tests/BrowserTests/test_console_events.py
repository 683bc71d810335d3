# SPDX-License-Identifier: MIT
"""The events page: the bus as it happens, filters, and what one keystroke caused."""

import json
import re
import urllib.request

import pytest
from playwright.sync_api import expect

from console_axe import findings
from console_screen import LOST_CONNECTION
from console_stack import eventually


@pytest.fixture
def events(console):
    """The events page of a session of its own."""
    return console(place="events")


def rows(screen):
    """The rows in sight."""
    return screen.page.locator(".event-row")


def topics(screen):
    """The topics of the rows in sight, from the top down."""
    return rows(screen).evaluate_all(
        "rows => rows.toSorted((a, b) => a.ariaPosInSet - b.ariaPosInSet).map((row) => row.dataset.topic)")


def only_kinds(screen, *wanted):
    """Leaves only these kinds switched on. The list holds the rows in sight alone, and many kinds fill it quickly."""
    for toggle in screen.page.locator(".kind-toggle").all():
        if (toggle.get_attribute("data-kind") in wanted) != (toggle.get_attribute("aria-pressed") == "true"):
            toggle.click()


def type_query(stack, screen, query):
    """Types a query from elsewhere. Answers with the intent's id once its hits are there."""
    [intent] = stack.send(screen.session, ("box", "set-query", {"query": query}))
    stack.settled(screen.session, query)
    return intent


def test_searches_and_writes_of_algolias_clients_are_described(stack, events):
    """Searches and writes over Algolia's interface are listed among the events, with their texts and counts."""
    keys = json.loads(stack.run("keys", "list", "--show", "--json"))
    key = next(each["value"] for each in keys["keys"] if "addObject" in each["acl"])
    headers = {"x-algolia-application-id": keys["applicationID"], "x-algolia-api-key": key, "content-type": "application/json"}

    def call(path, body):
        request = urllib.request.Request(f"{stack.url}/1/indexes/{path}", data=json.dumps(body).encode(), headers=headers, method="POST")
        with urllib.request.urlopen(request, timeout=20) as response:
            return json.load(response)

    events.page.locator("select[name=scope]").select_option("all")
    only_kinds(events, "request", "results", "write")
    found = call("*/queries", {"requests": [{"indexName": "products", "query": "lamp"}, {"indexName": "films", "query": "love"}]})
    call("notes/batch", {"requests": [{"action": "addObject", "body": {"objectID": str(number)}} for number in range(2)]})

    def said(topic):
        return events.page.locator(f".event-row[data-topic^='{topic}']").first

    expect(said("request/algolia/")).to_contain_text("products “lamp” · films “love”")
    lamps, films = (each["nbHits"] for each in found["results"])
    expect(said("results/algolia/")).to_contain_text(f"“lamp” {lamps:,} hits · “love” {films:,} hits")
    expect(said("write/notes/")).to_contain_text("put × 2")
    assert findings(events.page, "events") == []


def test_rows_arrive_live_with_the_newest_on_top(stack, events):
    """What happens in the session appears by itself; other sessions only when they are asked for."""
    status = events.page.locator(".feed-status")
    expect(status).to_contain_text("live")
    only_kinds(events, "intent", "results")
    expect(status).to_contain_text("live")
    intent = type_query(stack, events, "lamp")
    expect(events.page.locator(f"[data-event='{intent}']")).to_be_attached()
    eventually(lambda: topics(events), lambda shown: shown[0].startswith("results/"), "what it caused is above it")
    assert all(topic.endswith(f"/{events.session}/") for topic in topics(events))

    other = stack.new_session()
    events.page.locator("select[name=scope]").select_option("all")
    stack.send(other, ("box", "set-query", {"query": "camera"}))
    stack.settled(other, "camera")
    eventually(lambda: topics(events), lambda shown: any(topic.endswith(f"/{other}/") for topic in shown),
               "the other session is shown")


def test_pause_keeps_the_rows_and_counts_what_waits(stack, events):
    """A paused list does not change and shows the number of new events; resuming shows them."""
    only_kinds(events, "intent")
    type_query(stack, events, "lamp")
    expect(rows(events).first).to_be_visible()
    events.page.get_by_role("button", name="Pause").click()
    status = events.page.locator(".feed-status")
    expect(status).to_contain_text("paused")
    count = status.inner_text().split(" · ")[0]
    intent = type_query(stack, events, "camera")
    expect(status).to_have_text(re.compile(f"^{count} · paused, [1-9]"))
    assert rows(events).filter(has_text="camera").count() == 0
    events.page.get_by_role("button", name="Resume").click()
    expect(events.page.locator(f"[data-event='{intent}']")).to_be_attached()
    expect(status).to_contain_text("live")


def test_filters_by_kind_component_and_text(stack, events):
    """Only chosen kinds are read; component and text narrow what is shown."""
    type_query(stack, events, "lamp")
    only_kinds(events, "intent", "results", "view")
    eventually(lambda: {topic.split("/")[0] for topic in topics(events)},
               lambda kinds: kinds == {"intent", "results", "view"}, "three kinds are shown")

    events.page.get_by_label("Component").select_option("hits")
    eventually(lambda: {topic.split("/")[1] for topic in topics(events)}, lambda names: names == {"hits"},
               "one component is shown")
    events.page.get_by_label("Component").select_option("")

    events.page.get_by_label("Filter by text").fill('"query":"lamp","client"')
    expect(rows(events)).to_have_count(0)
    events.page.get_by_label("Filter by text").fill("set-query")
    eventually(lambda: topics(events), lambda shown: shown and all(topic.startswith("intent/") for topic in shown),
               "the text narrows to intents")


def test_waterfall_tells_what_a_keystroke_caused(stack, events):
    """Opening an intent lists who did what, causes before effects: gateway, state store, searcher, hits."""
    intent = type_query(stack, events, "lamp")
    only_kinds(events, "intent")
    events.page.locator(f".event-row[data-event='{intent}']").click()
    tree = events.page.locator(".trace-row")
    expect(tree.first).to_contain_text("set-query")
    assert f"trace={intent}" in events.page.url

    # Each widget has a process of its own, and some are quicker than others.
    eventually(lambda: {event["topic"].split("/")[1] for event in stack.log(session=events.session, correlation=intent, limit=1000)},
               lambda names: {"hits", "brand", "stats", "price"} <= names, "every widget has said what follows from it")
    events.page.get_by_role("button", name="Read the trace again").click()
    expect(tree.and_(events.page.locator(f"[data-topic='view/price/{events.session}/']")).first).to_be_visible()
    steps = tree.evaluate_all("""rows => rows.map((row) => [
      row.dataset.process, row.dataset.topic.split("/").slice(0, 2).join("/"),
      Number(row.style.getPropertyValue("--depth"))])""")
    # A view follows from the results, where the widget has met any in its turn; one that came before them from the request.
    chain = [("gateway", "intent/box", {0}), ("state", "request/everything", {1}),
             ("searcher/everything", "results/products", {2}), ("interactor/hits", "view/hits", {2, 3})]
    places = [max((place for place, step in enumerate(steps) if step[:2] == [process, topic] and step[2] in depths), default=None)
              for process, topic, depths in chain]
    assert None not in places, steps
    assert places[0] < places[1] < min(places[2:]), "causes come before effects"
    depths = [depth for _, _, depth in steps]
    assert all(depth <= before + 1 for before, depth in zip(depths, depths[1:], strict=False))
    assert {"interactor/brand", "interactor/stats", "interactor/price"} <= {process for process, _, _ in steps}
    lanes = events.page.locator(".lane-name").all_inner_texts()
    assert lanes.index("gateway") < lanes.index("state") < lanes.index("searcher/everything")
    assert lanes.index("searcher/everything") < lanes.index("interactor/hits")

    tree.filter(has_text="results/products").first.click()
    expect(events.page.locator(".detail-picked .json")).to_contain_text("nbHits")
    events.page.keyboard.press("Escape")
    expect(events.page.locator(".detail")).to_be_hidden()
    assert "trace" not in events.page.url


def test_event_opens_as_json_and_keys_move_on(stack, events):
    """A row of any kind opens; arrow keys open the next one."""
    only_kinds(events, "view")
    type_query(stack, events, "lamp")
    rows(events).filter(has_text="“lamp”").first.click()
    expect(events.page.get_by_role("tab", name="Event")).to_have_attribute("aria-selected", "true")
    expect(events.page.locator(".detail .json")).to_contain_text('"specversion"')
    title = events.page.locator(".facts").inner_text()
    events.page.locator(".virtual-list").focus()
    events.page.keyboard.press("ArrowDown")
    expect(events.page.locator(".facts")).not_to_have_text(title, use_inner_text=True)
    events.page.get_by_role("tab", name="Waterfall").click()
    expect(events.page.locator(".waterfall")).to_be_visible()


def test_trace_link_opens_the_trace(stack, console):
    """The address with a trace shows the same to every user."""
    screen = console()
    intent = type_query(stack, screen, "lamp")
    screen.page.goto("about:blank")
    screen.open("events", trace=intent)
    expect(screen.page.locator(".trace-row").first).to_contain_text("set-query")


def test_older_events_are_loaded_on_request(stack, events):
    """The list begins with the newest part; older parts come by the button, until the beginning is reached."""
    for query in ("a", "ab", "abc", "lamp", "lam", "la", "desk", "desk lamp", "cha", "chair", "sofa"):
        type_query(stack, events, query)
    events.page.reload()
    status = events.page.locator(".feed-status")
    # The text changes again once the stream is open.
    expect(status).to_contain_text("200 events · live")
    older = events.page.locator(".feed-foot .button")
    while older.is_enabled():
        count = status.inner_text()
        older.click()
        expect(status).not_to_have_text(count)
    expect(older).to_have_text("This is the beginning")
    total = len(stack.log(session=events.session, limit=1000))
    expect(status).to_contain_text(f"{total} events")


def test_feed_continues_after_the_gateway_died(stack, events):
    """The list resumes: no event is missing or repeated."""
    events.traps.allow(LOST_CONNECTION)
    only_kinds(events, "intent")
    type_query(stack, events, "lamp")
    old = stack.kill("gateway")
    stack.wait_healthy("gateway", instead_of=old)
    intent = type_query(stack, events, "camera")
    expect(events.page.locator(f"[data-event='{intent}']")).to_be_attached()
    total = len(stack.log(topic="intent/", session=events.session, limit=1000))
    expect(events.page.locator(".feed-status")).to_contain_text(f"{total} events")
