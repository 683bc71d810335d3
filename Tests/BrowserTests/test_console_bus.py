# SPDX-License-Identifier: MIT
"""The inspector: actions, their events and their screens; the address holds what is shown."""

import ast
import json
import re
import shlex

import pytest
from playwright.sync_api import expect

from console_axe import findings
from console_screen import LOST_CONNECTION
from console_stack import ROOT, eventually

NARROW = {"width": 390, "height": 844}


def rows(page):
    return page.locator("bus-page .action-row[role=option]")


@pytest.fixture
def typed(stack, console):
    """A console whose session has typed two texts and chosen a brand, at the inspector."""
    screen = console()
    screen.type("boot")
    stack.settled(screen.session, "boot")
    stack.send(screen.session, ("box", "set-query", {"query": "boots"}))
    brand = stack.settled(screen.session, "boots")["brand"]["items"][0]["value"]
    stack.send(screen.session, ("brand", "select", {"value": brand, "on": True}))
    screen.brand = brand
    screen.go("bus")
    expect(rows(screen.page).first).to_contain_text(f"select brand {brand}")
    return screen


def test_actions_are_listed_with_what_they_caused(stack, typed):
    """One row for each intent, the newest first; what is done meanwhile comes on top."""
    page = typed.page
    expect(rows(page).nth(1)).to_contain_text("set-query box “boots”")
    expect(rows(page).last).to_contain_text("start session")
    stack.send(typed.session, ("session", "undo", {}))
    expect(rows(page).first).to_contain_text("undo session")
    log = [event["event"] for event in stack.call("GET", f"/api/log?session={typed.session}&limit=1000")["events"]]
    wanted = {event["id"] for event in log if event["type"].startswith("searchbus.intent.")}
    found = eventually(lambda: page.evaluate("[...document.querySelectorAll('.action-row[role=option]')].map((row) => row.dataset.action)"),
                       lambda ids: set(ids) <= wanted and len(ids) >= 4, "the rows are the intents")
    assert len(set(found)) == len(found)


def test_an_action_shows_its_events_and_their_data(typed):
    page = typed.page
    rows(page).nth(1).click()
    expect(page.locator(".step.is-critical").first).to_contain_text("intent")
    expect(page.locator(".step.is-critical").last).to_contain_text("view")
    expect(page.locator(".payload-tree")).to_contain_text('query: "boots"')
    view = page.locator(".step[data-topic^='view/hits/']").first
    view.click()
    expect(view).to_have_attribute("aria-current", "true")
    expect(page.locator(".payload-head code")).to_have_text(f"view/hits/{typed.session}/")
    expect(page.locator(".pipeline-node.is-lit").filter(has_text="hits").first).to_contain_text("ms")


def test_data_is_explained_and_compared(typed):
    """Each member has what its type declares; an event is compared with a pinned one."""
    page = typed.page
    rows(page).nth(1).click()
    tree = page.locator(".payload-tree")
    expect(tree.locator(".tree-leaf").filter(has_text='query: "boots"').locator(".tree-note")).to_contain_text("text")
    page.get_by_role("button", name="Pin to compare").click()
    expect(page.get_by_role("button", name="Unpin")).to_be_visible()
    rows(page).nth(2).click()
    expect(page.locator(".payload-comparison")).to_contain_text("Compared with the pinned set-query of box")
    expect(page.locator(".payload-comparison .change").filter(has_text="query")).to_contain_text('"boots""boot"')
    unknown = page.evaluate("""async () => {
      const { jsonTree } = await import('/src/inspector/json-tree.js');
      const schema = { properties: { known: { description: "Declared." } }, additionalProperties: false };
      return [...jsonTree({ known: 1, other: { a: 1 } }, { schema }).querySelectorAll(".is-unknown")]
        .map((part) => part.querySelector(".json-key").textContent.trim());
    }""")
    assert unknown == ["other"]


def test_the_address_opens_the_same_again(stack, console, typed):
    """Action, tab and filter; in another browser too."""
    page = typed.page
    page.get_by_role("searchbox", name="Filter").fill("query:boots")
    expect(rows(page)).to_have_count(2)
    rows(page).last.click()
    page.get_by_role("tab", name="What changed").click()
    expect(page.locator(".change-list").first).to_contain_text("?q=boots")
    address = page.url
    other = console(session=typed.session)
    other.page.goto(address)
    expect(rows(other.page)).to_have_count(2)
    expect(other.page.get_by_role("tab", name="What changed")).to_have_attribute("aria-selected", "true")
    expect(other.page.locator(".change-list").first).to_contain_text("?q=boots")


def test_the_past_screen_is_the_one_that_was(stack, typed):
    """The controllers draw the views of the moment; a slider leads through all; a new session continues from there."""
    page = typed.page
    rows(page).nth(1).click()
    page.get_by_role("tab", name="Screen").click()
    screen = page.locator(".past-screen")
    boots = stack.fresh("boots")
    expect(screen.locator("[data-search-box]").first).to_have_value("boots")
    expect(screen.locator("[data-widget=hits] [data-hit]")).to_have_count(len(boots["hits"]["hits"]))
    assert screen.locator("[data-hit]").first.get_attribute("data-hit") == boots["hits"]["hits"][0]["objectID"]
    page.get_by_role("button", name="After").click()
    expect(screen.locator("[data-widget=current] .filters button")).to_have_text([typed.brand])
    expect(page.get_by_role("button", name="After")).to_be_disabled()
    page.get_by_role("slider", name="Action").press("Home")
    expect(screen.locator("[data-search-box]").first).to_have_value("")
    page.get_by_role("slider", name="Action").press("End")
    expect(screen.locator("[data-widget=current] .filters button")).to_have_text([typed.brand])
    page.get_by_role("button", name="Continue from here").click()
    expect(page).to_have_url(re.compile(r"#/search\?session=(?!" + typed.session + ")"))
    expect(page.locator("[data-widget=current] .filters button")).to_have_text([typed.brand])
    typed.open("bus")
    rows(page).last.click()
    page.get_by_role("tab", name="Screen").click()
    page.get_by_role("button", name="Continue from here").click()
    expect(page).to_have_url(re.compile(r"#/search\?session=(?!" + typed.session + ")"))
    expect(typed.box).to_have_value("")


def test_two_moments_are_compared_and_the_session_is_played(typed):
    page = typed.page
    rows(page).last.click()
    page.get_by_role("tab", name="Screen").click()
    page.get_by_role("button", name="Compare with this").click()
    difference = page.locator(".past-difference")
    expect(difference).to_be_hidden()
    page.get_by_label("Speed").select_option("16")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="After")).to_be_disabled()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page.locator(".past-screen [data-widget=current] .filters button")).to_have_text([typed.brand])
    expect(difference.locator(".change-group").filter(has_text="box").locator(".change").filter(has_text="query")).to_contain_text('""boots"')
    page.get_by_role("button", name="Do not compare").click()
    expect(difference).to_be_hidden()


def test_an_intent_is_written_for_each_language(typed_free):
    data = {"query": "it's \"5\" é\u0001", "on": True, "none": None, "list": [1, 2.5, {}], "empty": {}}
    entry = {"topic": "intent/box/s-1/", "event": {"type": "searchbus.intent.set-query", "data": {**data, "client": "c", "edit": 3}}}
    texts = typed_free.evaluate("""async (entry) => {
      const { intentTexts } = await import("/src/inspector/intent-texts.js");
      return Object.fromEntries(Object.entries(intentTexts).map(([name, write]) => [name, write(entry, "http://h")]));
    }""", entry)
    call = re.fullmatch(r'bus\.open\("s-1"\)\.send\("box", "set-query", (.*)\)', texts["Python"])
    assert ast.literal_eval(call[1]) == data
    assert json.loads(shlex.split(texts["searchbus send"])[-1]) == data
    assert json.loads(shlex.split(texts["curl"])[-1]) == {"intents": [{"to": "box", "type": "set-query", "data": data}]}
    assert texts["Swift"] == ('try await session.send(Intent(to: "box", "set-query", ["query": "it\'s \\"5\\" é\\u{0001}", "on": true, '
                              '"none": .null, "list": [1, 2.5, [:]], "empty": [:]]))')


def test_an_action_is_sent_again_and_exported(stack, typed, tmp_path):
    page = typed.page
    rows(page).nth(1).click()
    page.get_by_role("button", name="Send again").click()
    expect(rows(page).first).to_contain_text("set-query box “boots”")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    path = tmp_path / "events.ndjson"
    download.value.save_as(path)
    entries = [json.loads(line) for line in path.read_text().splitlines()]
    assert {entry["topic"].split("/")[2] for entry in entries} == {typed.session}
    sequences = [entry["event"]["sequence"] for entry in entries if entry["topic"].startswith("intent/")]
    assert sequences == sorted(sequences) and len(sequences) >= 4


def test_the_chosen_row_keeps_its_place(stack, typed):
    """While it is read, new actions come above it."""
    page = typed.page
    for number in range(30):
        (last,) = stack.send(typed.session, ("session", "redo" if number % 2 else "undo", {}))
    expect(rows(page).first).to_have_attribute("data-action", last)
    rows(page).nth(3).click()
    chosen = page.locator(".action-row[aria-selected=true]")
    name, place = chosen.get_attribute("data-action"), chosen.bounding_box()["y"]
    stack.send(typed.session, ("box", "set-query", {"query": "tent"}))
    expect(page.locator(".action-row").filter(has_text="“tent”")).to_have_count(1)
    assert (chosen.get_attribute("data-action"), round(chosen.bounding_box()["y"])) == (name, round(place))
    expect(page.locator("bus-page .detail-title")).to_contain_text("undo")


def test_the_keyboard_leads_through_it(typed):
    page = typed.page
    page.keyboard.press("j")
    expect(page.locator(".detail-title")).to_contain_text("select")
    page.keyboard.press("j")
    expect(page.locator(".detail-title")).to_contain_text("set-query “boots”")
    page.keyboard.press("k")
    expect(page.locator(".detail-title")).to_contain_text("select")
    page.keyboard.press("Escape")
    expect(page.locator("bus-page .detail")).to_be_hidden()
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox", name="Filter")).to_be_focused()


def test_opened_too_early_it_has_its_history_later(stack, typed):
    """A log that cannot be read is not taken for an empty one."""
    page = typed.page
    typed.traps.allow(LOST_CONNECTION)
    page.route("**/api/log?**", lambda route: route.abort("connectionrefused"))
    page.reload()
    state = page.locator("bus-page .page-state")
    expect(state).to_have_attribute("data-state", "failed")
    expect(rows(page)).to_have_count(0)
    page.unroute("**/api/log?**")
    # It is tried again by itself; `test_console_states.py` presses the button.
    expect(rows(page).first).to_contain_text("select brand")


def test_a_filter_that_finds_nothing_is_said(typed):
    page = typed.page
    box = page.get_by_role("searchbox", name="Filter")
    box.fill("component:nothing")
    expect(page.locator("bus-page .page-state")).to_contain_text("No loaded event passes the filter “component:nothing”")
    box.fill("color:red")
    expect(page.locator(".bus-problem")).to_contain_text("Unknown field “color”. The fields are kind, component")
    box.fill("")
    expect(rows(page).first).to_be_visible()
    expect(page.locator(".bus-problem")).to_be_hidden()


def test_it_is_docked_below_the_search(stack, console):
    """What is typed above lights up its processes below; the address stays that of the search."""
    screen = console()
    page = screen.page
    page.keyboard.press("Control+.")
    expect(rows(page).last).to_contain_text("start session")
    screen.box.focus()
    screen.type("boots")
    expect(rows(page).first).to_contain_text("set-query box “boots”")
    expect(page.locator(".pipeline-node.is-lit").filter(has_text="everything")).to_contain_text("ms")
    expect(screen.hits.first).to_be_visible()
    rows(page).first.click()
    expect(page.locator("bus-page .detail-title")).to_have_text("set-query “boots”")
    expect(page).to_have_url(re.compile("#/search"))
    assert findings(page, "docked") == []
    page.get_by_role("button", name="Close the inspector").click()
    expect(page.locator("bus-page")).to_have_count(0)
    opener = page.get_by_role("button", name="Inspector (Ctrl+.)")
    opener.click()
    expect(rows(page).first).to_contain_text("set-query box “boots”")
    # The focus returns to where it was.
    rows(page).first.click()
    page.keyboard.press("Control+.")
    expect(page.locator("bus-page")).to_have_count(0)
    expect(opener).to_be_focused()


def test_filters(typed_free):
    """The cases that the console's filter shares with the broker's."""
    cases = json.loads((ROOT / "Tests/Log/BusTests/filter-cases.json").read_text())
    found = typed_free.evaluate("""async ({ now, events, cases }) => {
      const { parseFilter } = await import("/src/inspector/filter.js");
      const find = (text) => {
        const filter = parseFilter(text, Date.parse(now));
        if (filter.problem) return null;
        return Object.entries(events).filter(([, entry]) => filter.holds(entry, entry.span)).map(([name]) => name);
      };
      return cases.map(([text]) => [text, find(text), find(parseFilter(text, Date.parse(now)).text)]);
    }""", cases)
    assert found == [[text, wanted, wanted] for text, wanted in cases["cases"]]


@pytest.fixture(scope="module")
def typed_free(stack, right, browser):
    """A page that modules can be imported in."""
    with browser.new_context(storage_state=right) as context:
        page = context.new_page()
        page.goto(stack.url)
        yield page


LOOKS = {
    "light": {"color_scheme": "light"}, "dark": {"color_scheme": "dark"}, "narrow": {"viewport": NARROW},
    "narrow-dark": {"viewport": NARROW, "color_scheme": "dark"}, "small": {"viewport": {"width": 320, "height": 700}},
}


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing(stack, console, look):
    screen = console(**LOOKS[look])
    screen.type("boots")
    stack.settled(screen.session, "boots")
    screen.go("bus")
    page = screen.page
    found = findings(page, "the list")
    rows(page).first.click()
    expect(page.locator(".step[data-event]").first).to_be_visible()
    found += findings(page, "the waterfall")
    page.get_by_role("tab", name="What changed").click()
    expect(page.locator(".changes")).to_be_visible()
    found += findings(page, "what changed")
    page.get_by_role("tab", name="Screen").click()
    expect(page.locator(".past-screen [data-hit]").first).to_be_visible()
    found += findings(page, "the screen")
    page.get_by_role("button", name="Close").click()
    page.get_by_label("Sessions").select_option("all")
    expect(rows(page).locator(".action-session").first).to_be_visible()
    found += findings(page, "all sessions")
    page.get_by_role("button", name="Processes").click()
    page.locator(".process-table [data-process=searcher-everything] button").click()
    expect(page.locator(".process-topics")).to_contain_text("request/everything/")
    found += findings(page, "the processes")
    assert found == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
