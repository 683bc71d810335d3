# SPDX-License-Identifier: MIT
"""How the inspector shows the processes: their health, their figures, what they read and write, problems and incidents."""

import datetime
import re

import pytest
from playwright.sync_api import expect

from console_axe import findings

STATUS = "**/api/status"


@pytest.fixture
def bus(stack, console):
    """The inspector of an app in which all is well."""
    stack.wait_healthy()
    return console(place="bus")


def open_section(screen):
    """Opens the section and answers with it."""
    screen.page.get_by_role("button", name="Processes").click()
    return screen.page.get_by_role("region", name="Log and processes")


def figure(screen, name):
    """A figure of the log."""
    return screen.page.locator(f"[data-figure={name}]")


def row(screen, process):
    """The row of a process."""
    return screen.page.locator(f".process-table [data-process='{process}']")


def change_status(screen, change):
    """Changes what the page receives as the status, until it is no longer wanted."""
    def answer(route):
        response = route.fetch()
        route.fulfill(response=response, json=change(response.json()))
    screen.page.route(STATUS, answer)


def test_all_processes_are_there_and_well(stack, console, bus):
    """Strip, table and figures agree with what the supervisor started; the address opens the section again."""
    section = open_section(bus)
    names = set(stack.pids())
    expect(figure(bus, "healthy")).to_have_text(f"{len(names)} of {len(names)}")
    for name in names:
        expect(row(bus, name)).to_have_attribute("data-health", "running")
        expect(row(bus, name).get_by_role("cell").last).to_have_text(str(stack.pids()[name]))
    assert bus.page.locator("button.pipeline-node.is-running").count() == len(names - {"broker", "indexer", "insights"})
    expect(bus.page).to_have_url(re.compile("panel=processes"))
    bus.page.goto("about:blank")
    bus.page.goto(f"{stack.url}/#/system?session={bus.session}")
    expect(section).to_be_visible()
    expect(bus.page).to_have_url(re.compile("#/bus.*panel=processes"))
    bus.page.get_by_role("button", name="Processes").click()
    expect(section).to_be_hidden()
    assert "panel" not in bus.page.url


def test_a_chosen_process_shows_what_it_reads_and_writes(bus):
    """Its chip and its row filter by it, and do so no longer when they are pressed again."""
    open_section(bus)
    box = bus.page.get_by_role("searchbox", name="Filter")
    chip = bus.page.locator("button.pipeline-node").filter(has_text="everything")
    chip.click()
    topics = bus.page.locator(".process-topics")
    expect(topics).to_contain_text("request/everything/")
    expect(topics).to_contain_text("results/products/")
    expect(box).to_have_value("process:searcher/everything")
    name = row(bus, "interactor-hits").get_by_role("button")
    name.click()
    expect(box).to_have_value("process:interactor/hits")
    expect(topics).to_contain_text("view/hits/")
    expect(name).to_have_attribute("aria-pressed", "true")
    expect(chip).to_have_attribute("aria-pressed", "false")
    name.press("Enter")
    expect(box).to_have_value("")
    expect(topics).to_be_hidden()


def test_processes_of_several_widgets(bus):
    """One that hosts several widgets goes by its own name, and the filter names the sources of all of them."""
    found = bus.page.evaluate("""async () => {
      const { processSource, processTitle } = await import("/src/process-words.js");
      const { parseFilter } = await import("/src/inspector/filter.js");
      const processes = [["interactor-box", ["box"]], ["interactors", ["box", "hits"]], ["interactors-screen", ["hits", "stats"]]]
        .map(([name, components]) => ({ name, role: "interactor", component: "box", components }));
      return processes.map((process) => [processTitle(process), processSource(process), ["box", "hits", "stats"].filter((name) =>
        parseFilter(`process:${processSource(process)}`).holds({ topic: "", event: { source: `/interactor/${name}` } }))]);
    }""")
    assert found == [["box", "interactor/box", ["box"]], ["interactors", "interactor/*", ["box", "hits", "stats"]],
                     ["interactors-screen", "interactor/hits,interactor/stats", ["hits", "stats"]]]


def test_killed_process_shows_its_restart(stack, bus):
    """A process that was killed is well again, under another pid, and the page counts the restart."""
    open_section(bus)
    name = "interactor-rating"
    cells = row(bus, name).get_by_role("cell")
    expect(cells.first).to_be_visible()
    restarts = int(cells.nth(8).inner_text())
    old = stack.kill(name)
    stack.wait_healthy(name, instead_of=old)
    expect(cells.nth(8)).to_have_text(str(restarts + 1))
    expect(cells.last).not_to_have_text(str(old))
    expect(row(bus, name)).to_have_attribute("data-health", "running")
    chip = bus.page.locator("button.pipeline-node").filter(has_text="rating")
    expect(chip).to_have_attribute("title", re.compile(rf"{restarts + 1} restarts?\b"))


def test_figures_move_while_events_flow(stack, bus):
    open_section(bus)
    head = figure(bus, "head")
    expect(head).to_have_text(re.compile("^[1-9]"))
    before = head.inner_text()
    stack.send(stack.new_session(), ("box", "set-query", {"query": "lamp"}))
    expect(head).not_to_have_text(before)
    expect(figure(bus, "growth")).to_have_text(re.compile(r"^\d"))
    expect(figure(bus, "epoch")).to_have_text(stack.call("GET", "/api/status")["epoch"])


def test_problems_are_listed_with_their_remedies(bus):
    """What a process reports, and processes of several versions after an upgrade: always in sight, for as long as it lasts."""
    def troubled(status):
        broker = next(each for each in status["processes"] if each["name"] == "broker")
        broker["problems"] = [{"subject": "append", "code": "storage-full", "message": "The disk <b>is</b> full.",
                               "remedy": "Free disk space.", "since": "2026-01-01T00:00:00.000000Z"}]
        gateway = next(each for each in status["processes"] if each["name"] == "gateway")
        gateway.update(version="9.9.9", health="silent")
        return status

    problems = bus.page.locator(".problem-list")
    expect(problems).to_be_hidden()
    change_status(bus, troubled)
    expect(bus.page.get_by_role("alert").filter(has_text="broker")).to_contain_text(
        "broker: append. The disk <b>is</b> full. Free disk space. (storage-full, since 2026-01-01T00:00:00Z)")
    expect(problems).to_contain_text(re.compile(r"Several versions are running\. \d.*, 9\.9\.9\. Restart `searchbus up`\."))
    expect(bus.page.locator(".bus-health")).to_have_text("gateway silent")
    expect(bus.page.locator(".pipeline-node.is-troubled")).to_contain_text("gateway")
    open_section(bus)
    expect(row(bus, "broker").locator(".is-health")).to_have_text("running, append: The disk <b>is</b> full.")
    bus.page.unroute(STATUS)
    expect(problems).to_be_hidden()
    expect(bus.page.locator(".bus-health")).to_be_hidden()


def test_incidents_of_the_last_hour_are_shown(stack, bus):
    """Each with its time, process and words; a click filters by the process; on the strip of actions they are bands at their times."""
    page = bus.page
    incidents = page.get_by_role("region", name="Incidents of the last hour")
    # On a busy machine, processes of the app may have had some.
    change_status(bus, lambda status: {**status, "incidents": []})
    expect(incidents).to_be_hidden()
    expect(page.locator(".overview-bar")).to_have_count(1)
    page.unroute(STATUS)
    now = datetime.datetime.now(datetime.UTC)
    stack.send(bus.session, ("box", "set-query", {"query": "lamp"}))
    stack.settled(bus.session, "lamp")

    def time(seconds):
        return (now + datetime.timedelta(seconds=seconds)).isoformat().replace("+00:00", "Z")

    change_status(bus, lambda status: {**status, "incidents": [
        {"process": "interactor-hits", "reason": "crashed", "message": "signal <i>9</i>", "since": time(0), "until": time(3600)},
        {"process": "searcher-everything", "reason": "silent", "message": "It reported nothing.", "since": time(-3000), "until": time(-2990)},
        {"process": "state", "machine": "b", "reason": "backoff", "message": "It waits.", "since": time(-3500)}]})
    found = incidents.get_by_role("button")
    expect(found).to_have_count(3)
    expect(found.nth(0)).to_contain_text("interactor-hits")
    expect(found.nth(0)).to_contain_text("crashed: signal <i>9</i>")
    expect(found.nth(1)).to_contain_text("10 s")
    expect(found.nth(2)).to_contain_text("state of b")
    expect(found.nth(2)).to_contain_text("ongoing")
    # The one that ended before the first action is not on the strip.
    names = page.locator(".bus-overview > *").evaluate_all("marks => marks.map((mark) => mark.ariaLabel.split(/[ :]/)[0])")
    assert names == ["state", "start", "interactor-hits", "set-query"]
    expect(page.locator(".overview-bar.is-disturbed")).to_have_count(2)
    assert findings(page, "incidents") == []
    found.nth(0).click()
    expect(page.get_by_role("searchbox", name="Filter")).to_have_value("process:interactor/hits")
    page.unroute(STATUS)
    change_status(bus, lambda status: {**status, "incidents": []})
    expect(incidents).to_be_hidden()


def test_a_status_that_does_not_arrive_is_said(bus):
    """While the gateway is away the last figures stay, and the page says that they are the last."""
    bus.traps.allow("net::ERR_")
    open_section(bus)
    expect(figure(bus, "healthy")).to_contain_text(" of ")
    bus.page.route(STATUS, lambda route: route.abort("connectionrefused"))
    note = bus.page.get_by_role("alert").filter(has_text="last known figures")
    expect(note).to_be_visible()
    expect(bus.page.locator(".bus-status")).to_have_class(re.compile("is-stale"))
    expect(figure(bus, "healthy")).to_contain_text(" of ")
    bus.page.unroute(STATUS)
    expect(note).to_be_hidden()


def nodes_of(status):
    """A status as two nodes would give it that share a log: each has the processes that there are."""
    own = [{**process, "machine": "a"} for process in status["processes"]]
    others = [{**process, "machine": "b", "health": "silent"} for process in own if process["name"] != "insights"]
    node = {"isOwn": False, "state": "gone", "silenceSeconds": 7.2, "processCount": 0, "shards": [], "place": 40, "lag": 2,
            "version": "1.0", "roles": ["gateway", "workers"]}
    return {**status, "processes": own + others,
            "machines": [{**node, "name": "a", "isOwn": True, "state": "working", "processCount": len(own), "place": 42, "lag": 0,
                          "shards": list(range(8)), "takesEntries": True,
                          "indexesBehind": [{"index": "products", "origin": "b, today", "since": "now"}]}, {**node, "name": "b"}],
            "journal": {"isAvailable": True, "leader": "nats-c", "last": 42, "shardCount": 8, "idleShards": [],
                        "servers": [{"name": "nats-a", "isOnline": False}, {"name": "nats-b", "isOnline": True},
                                    {"name": "nats-c", "isOnline": True}]}}


def test_the_nodes_of_a_cluster_are_shown_separately(stack, bus):
    """The shards of each node, nodes that are down, the lag of each log, and the processes of the chosen one."""
    page = bus.page
    open_section(bus)
    nodes = page.get_by_role("region", name="Nodes")
    expect(nodes).to_be_hidden()
    names = set(stack.pids())
    changes = {}

    def shared(status):
        status = nodes_of(status)
        status["journal"].update(changes)
        return status

    change_status(bus, shared)
    expect(nodes.locator("[data-machine=a]")).to_contain_text("0 1 2 3 4 5 6 7")
    expect(nodes.locator("[data-machine=b]")).to_contain_text("down, silent for 7 s")
    expect(nodes.locator("[data-machine=a]")).to_contain_text("older: products")
    expect(nodes).to_contain_text("leader nats-c, 2 of 3 servers online")
    rows = page.locator(".process-table:not(.machine-table) [data-process]")
    expect(rows).to_have_count(len(names))
    expect(figure(bus, "healthy")).to_have_text(f"{len(names)} of {2 * len(names) - 1}")
    expect(page.locator(".bus-health")).to_have_text(f"{len(names) - 1} processes of b silent")
    nodes.get_by_role("button", name="b", exact=True).click()
    expect(rows).to_have_count(len(names) - 1)
    expect(nodes.get_by_role("button", name="b", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".process-table:not(.machine-table) [data-process=broker]")).to_have_attribute("data-health", "silent")
    assert findings(page, "nodes") == []
    changes.update(isAvailable=False, trouble="The log's servers have no leader", idleShards=[3], advice="NATS is old.")
    expect(nodes).to_contain_text("Cannot append to the log: The log's servers have no leader. Reads still work. Shards without an owner: 3. NATS is old.")
    page.unroute(STATUS)
    expect(nodes).to_be_hidden()
    expect(rows).to_have_count(len(names))
