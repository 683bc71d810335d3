# SPDX-License-Identifier: MIT
"""Whose events the inspector shows: those of a session or of all, live and older ones, and an action of which only the ID is known."""

import json
import re
import urllib.request

import pytest
from playwright.sync_api import expect

from console_axe import findings
from console_screen import LOST_CONNECTION
from searchbus_bus import Bus, Draft


@pytest.fixture
def bus(console):
    """The inspector of a session of its own."""
    return console(place="bus")


def rows(screen):
    """The rows in sight."""
    return screen.page.locator("bus-page .action-row[role=option]")


def count(screen):
    """The line that says how many there are."""
    return screen.page.locator(".bus-count")


def show_all(screen):
    """Chooses the events of all sessions."""
    screen.page.get_by_label("Sessions").select_option(label="All sessions")


def filter_by(screen, text):
    """Types a filter."""
    screen.page.get_by_role("searchbox", name="Filter").fill(text)


def type_query(stack, session, query):
    """Types a query from elsewhere. Answers with the intent's id once its hits are there."""
    [intent] = stack.send(session, ("box", "set-query", {"query": query}))
    stack.settled(session, query)
    return intent


def test_all_sessions_are_shown_when_asked_for(stack, bus):
    """Rows say whose they are then; the address holds it; what belongs to another session leads there."""
    page = bus.page
    other = stack.new_session()
    type_query(stack, bus.session, "lamp")
    type_query(stack, other, "camera")
    expect(rows(bus).first).to_contain_text("“lamp”")
    expect(page.locator(".action-head .action-session")).to_be_hidden()
    assert rows(bus).filter(has_text="camera").count() == 0

    show_all(bus)
    row = rows(bus).filter(has_text="set-query box “camera”").first
    expect(row.locator(".action-session")).to_have_text(other)
    expect(page).to_have_url(re.compile("scope=all"))
    expect(page.get_by_role("button", name="Send again")).to_be_hidden()
    row.click()
    expect(page.locator(".detail-title")).to_have_text("set-query “camera”")
    expect(page.get_by_role("button", name="Send again")).to_be_hidden()
    page.get_by_role("tab", name="Screen").click()
    expect(page.locator(".past-screen [data-search-box]").first).to_have_value("camera")
    page.reload()
    expect(rows(bus).filter(has_text="set-query box “camera”").first.locator(".action-session")).to_have_text(other)
    page.get_by_role("link", name="Open its session").click()
    expect(page).to_have_url(re.compile(f"session={other}"))
    expect(page.locator(".detail-title")).to_have_text("set-query “camera”")
    expect(page.get_by_role("button", name="Send again")).to_be_visible()


def test_status_events_are_sent_only_to_those_who_ask(bus):
    """They come each second from each process, and belong to no session."""
    page = bus.page
    # The stream of the session is not counted.
    expect(count(bus)).to_contain_text("live")
    streams = []
    page.on("request", lambda request: "/api/events" in request.url and streams.append(request.url))
    show_all(bus)
    expect(rows(bus).first).to_be_visible()
    expect(count(bus)).to_contain_text("live")
    filter_by(bus, "kind:status component:broker")
    row = rows(bus).filter(has_text="status/broker").first
    expect(row).to_be_visible()
    expect(row.locator(".action-session")).to_have_text("–")
    assert ["status" in url for url in streams] == [False, True]
    row.click()
    page.get_by_role("tab", name="Screen").click()
    expect(page.locator(".detail")).to_contain_text("belongs to no session")
    page.get_by_role("button", name="Close").click()
    page.get_by_label("Sessions").select_option(label="This session")
    state = page.locator("bus-page .page-state")
    expect(state).to_contain_text("Status events belong to no session.")
    state.get_by_role("button", name="Show all sessions").click()
    expect(row).to_be_visible()
    filter_by(bus, "")
    expect(rows(bus).filter(has_text="session").first).to_be_visible()
    expect(rows(bus).filter(has_text="status/")).to_have_count(0)


def test_searches_and_writes_of_algolias_clients_are_described(stack, bus):
    """Searches and writes over Algolia's interface are listed, with their texts and counts."""
    keys = json.loads(stack.run("keys", "list", "--show", "--json"))
    key = next(each["value"] for each in keys["keys"] if "addObject" in each["acl"])
    headers = {"x-algolia-application-id": keys["applicationID"], "x-algolia-api-key": key, "content-type": "application/json"}

    def call(path, body):
        request = urllib.request.Request(f"{stack.url}/1/indexes/{path}", data=json.dumps(body).encode(), headers=headers, method="POST")
        with urllib.request.urlopen(request, timeout=20) as response:
            return json.load(response)

    show_all(bus)
    found = call("*/queries", {"requests": [{"indexName": "products", "query": "lamp"}, {"indexName": "films", "query": "love"}]})
    call("notes/batch", {"requests": [{"action": "addObject", "body": {"objectID": str(number)}} for number in range(2)]})
    search = rows(bus).filter(has_text="request/algolia").first
    expect(search).to_contain_text("products “lamp” · films “love”")
    expect(rows(bus).filter(has_text="write/notes").first).to_contain_text("put × 2")
    search.click()
    lamps, films = (each["nbHits"] for each in found["results"])
    expect(bus.page.locator(".step[data-topic^='results/algolia/']")).to_contain_text(f"“lamp” {lamps:,} hits · “love” {films:,} hits")
    assert findings(bus.page, "all sessions") == []


def test_invalid_events_are_recognized(stack, bus):
    """What a component skips as invalid, and what it refuses, is a red row that names the code."""
    with Bus(stack.data / "run") as direct:
        direct.append(Draft(f"results/products/{bus.session}/", {"request": "seven"}, "searchbus.results.hits"))
    row = rows(bus).filter(has_text="rejected: poison-event").first
    expect(row).to_have_class(re.compile("is-refused"))
    row.click()
    expect(bus.page.locator(".step.is-refused").first).to_contain_text("poison-event")
    filter_by(bus, "poison-event")
    expect(row).to_be_visible()
    assert findings(bus.page, "an invalid event") == []


def test_pause_keeps_the_rows_and_counts_what_waits(stack, bus):
    type_query(stack, bus.session, "lamp")
    expect(rows(bus).first).to_contain_text("“lamp”")
    bus.page.get_by_role("button", name="Pause").click()
    expect(count(bus)).to_contain_text("paused, 0 new")
    type_query(stack, bus.session, "camera")
    expect(count(bus)).to_have_text(re.compile("paused, [1-9]"))
    assert rows(bus).filter(has_text="camera").count() == 0
    bus.page.get_by_role("button", name="Resume").click()
    expect(rows(bus).first).to_contain_text("“camera”")
    expect(count(bus)).to_contain_text("live")


def test_older_events_are_loaded_on_request(stack, bus):
    """The list begins with the newest part; older parts come by the button, until the start of the log."""
    for query in ("a", "ab", "abc", "lamp", "lam", "la", "desk", "desk lamp", "cha", "chair", "sofa"):
        type_query(stack, bus.session, query)
    bus.page.reload()
    expect(count(bus)).to_contain_text("200 events")
    expect(count(bus)).to_contain_text("live")
    older = bus.page.locator(".feed-foot .button")
    while older.is_enabled():
        before = count(bus).inner_text()
        older.click()
        expect(count(bus)).not_to_have_text(before)
    expect(older).to_have_text("Start of the log")
    expect(rows(bus).last).to_contain_text("start session")
    expect(count(bus)).to_contain_text(f"{len(stack.log(session=bus.session, limit=1000))} events")


READ_BACK = """async () => {
  const { EventFeed } = await import("/src/event-feed.js");
  const asked = [];
  const parts = [[], [150], [], [60], []].map((found, index) => ({
    events: found.map((sequence) => ({ topic: "intent/box/s/", event: { sequence: String(sequence).padStart(20, "0") } })),
    from: String([0, 149, 99, 49, 0][index]).padStart(20, "0"), head: "00000000000000000200", more: index < 4, trimmed: false,
  }));
  const api = { log: async ({ before }) => parts[asked.push(before && Number(before)) - 1], request: () => new Promise(() => {}) };
  const states = [];
  let changed = () => {};
  const feed = new EventFeed(api, { topics: ["intent/"], session: "s" }, () => changed());
  await new Promise((resolve) => { changed = resolve; });
  for (let older = 0; older < 2; older += 1) {
    await Promise.all([feed.loadOlder(), feed.loadOlder()]);
    states.push([feed.events.length, feed.more]);
  }
  feed.close();
  return [asked, states, feed.end];
}"""


def test_a_part_of_the_log_without_events_is_passed(bus):
    """A request reads a bounded part of the log: the next one continues there, until there are events or the log starts."""
    assert bus.page.evaluate(READ_BACK) == [[None, 201, 150, 100, 50], [[2, True], [2, False]], "Start of the log"]


GROUPS = """async () => {
  const { Actions } = await import("/src/inspector/actions.js");
  const entry = (topic, id, correlationid) => ({ topic, event: { id, correlationid, source: "/x", type: "searchbus.view.x", time: "2026-01-01T00:00:00Z" } });
  return new Actions().of([
    entry("view/a/s/", "1"), entry("view/b/s/", "2"), entry("view/a/t/", "3"), entry("intent/box/s/", "4"), entry("view/a/s/", "5"),
    entry("view/a/t/", "6", "gone"), entry("view/b/t/", "7"), entry("write/a/", "8"), entry("write/a/", "9"),
  ]).map(({ id, entries }) => [id, entries.map(({ event }) => event.id).join("")]);
}"""


def test_what_names_no_intent_belongs_to_the_action_before_it(bus):
    """Of its session; before the first intent that is loaded it is one action."""
    assert bus.page.evaluate(GROUPS) == [["1", "12"], ["3", "37"], ["4", "45"], ["gone", "6"], ["8", "8"], ["9", "9"]]


CHAIN = """async () => {
  const { Api } = await import("/client/api.js");
  const asked = [];
  class Log extends Api {
    async log({ correlation, before, after }) {
      asked.push([correlation, before ? Number(before) : null, after ? Number(after) : null]);
      const event = { id: "view", correlationid: "intent" };
      const isThere = correlation === "intent" || (correlation === "view" && before && Number(before) < 300);
      return { events: isThere ? [{ event }] : [], from: before ? "0".padStart(20, "0") : "250".padStart(20, "0"), more: !before };
    }
  }
  const found = await new Log().chain({ event: "view" });
  const missing = await new Log().chain({ event: "nothing" });
  return [found.events.length, missing.events.length, asked];
}"""


def test_an_old_chain_takes_several_requests(bus):
    """The log is read further back until the event is there, and its chain from there on."""
    assert bus.page.evaluate(CHAIN) == [1, 0, [["view", None, None], ["view", 251, None], ["intent", None, 0],
                                               ["nothing", None, None], ["nothing", 251, None]]]


def test_it_continues_after_the_gateway_died(stack, bus):
    """No event is missing or repeated."""
    bus.traps.allow(LOST_CONNECTION)
    type_query(stack, bus.session, "lamp")
    old = stack.kill("gateway")
    stack.wait_healthy("gateway", instead_of=old)
    type_query(stack, bus.session, "camera")
    expect(rows(bus).first).to_contain_text("“camera”")
    expect(count(bus)).to_contain_text(f" {len(stack.log(session=bus.session, limit=1000))} events")


@pytest.mark.parametrize("kind", ["intent", "view"])
def test_an_action_is_found_by_the_id_of_any_event(stack, console, kind):
    """Also one that is not among the loaded events, and in an address of an earlier version."""
    screen = console()
    intent = type_query(stack, screen.session, "lamp")
    chain = stack.log(session=screen.session, correlation=intent, limit=1000)
    event = next(entry["event"]["id"] for entry in chain if entry["topic"].startswith(f"{kind}/"))
    other = stack.new_session()
    screen.page.goto("about:blank")
    screen.page.goto(f"{stack.url}/#/bus?session={other}&action={event}")
    expect(screen.page.locator(".detail-title")).to_have_text("set-query “lamp”")
    expect(screen.page.locator(f".step[data-event='{event}']")).to_have_attribute("aria-current", "true")
    assert rows(screen).filter(has_text="lamp").count() == 0
    screen.page.goto("about:blank")
    screen.page.goto(f"{stack.url}/#/events?session={screen.session}&trace={event}")
    expect(screen.page).to_have_url(re.compile(f"#/bus.*action={event}"))
    expect(screen.page.locator(".detail-title")).to_have_text("set-query “lamp”")


def test_an_action_that_cannot_be_read_is_read_again(stack, console):
    screen = console()
    intent = type_query(stack, screen.session, "lamp")
    screen.traps.allow(LOST_CONNECTION)
    screen.page.clock.install()
    screen.page.route("**/api/log?**correlation**", lambda route: route.abort("connectionrefused"))
    screen.page.goto(f"{stack.url}/#/bus?session={stack.new_session()}&action={intent}")
    state = screen.page.locator(".detail .page-state")
    expect(state).to_have_attribute("data-state", "failed")
    # The page tries again by itself too, and takes the button away: not while its clock is paused.
    screen.page.clock.pause_at(screen.page.evaluate("Date.now()") + 1_000)
    expect(state).to_have_attribute("data-state", "failed")
    screen.page.unroute("**/api/log?**correlation**")
    state.get_by_role("button", name="Try again").click()
    screen.page.clock.resume()
    expect(screen.page.locator(".detail-title")).to_have_text("set-query “lamp”")


def test_a_panel_shows_all_sessions_too(stack, console):
    screen = console()
    other = stack.new_session()
    type_query(stack, other, "camera")
    screen.page.keyboard.press("Control+.")
    expect(rows(screen).first).to_be_visible()
    show_all(screen)
    expect(rows(screen).filter(has_text="“camera”").first.locator(".action-session")).to_have_text(other)
    expect(screen.page).to_have_url(re.compile("#/search"))
    assert "scope" not in screen.page.url
