# SPDX-License-Identifier: MIT
"""The system page: every process around the bus, how it does, and what became of one that died."""

import re

import pytest
from playwright.sync_api import expect


@pytest.fixture
def system(stack, console):
    """The system page, of a system in which all is well."""
    stack.wait_healthy()
    return console(place="system")


def test_all_processes_are_there_and_well(stack, system):
    """Graph, table and tile agree with what the supervisor started."""
    names = set(stack.pids())
    expect(system.page.locator("[data-tile=processes] .tile-value")).to_have_text(f"{len(names)} of {len(names)}")
    nodes = system.page.locator(".process-graph [data-process]")
    assert set(nodes.evaluate_all("nodes => nodes.map((node) => node.dataset.process)")) == names
    for name in names:
        expect(system.page.locator(f".process-graph [data-process='{name}']")).to_have_class(re.compile("is-running"))
        row = system.page.locator(f".process-table [data-process='{name}']")
        expect(row).to_have_attribute("data-health", "running")
        expect(row.get_by_role("cell").last).to_have_text(str(stack.pids()[name]))


def test_choosing_a_process_shows_what_it_reads(system):
    """The searcher reads from the state store, and the hits read from it; the choice can be undone, by keys too."""
    node = system.page.locator(".process-graph [data-process=searcher-everything]")
    node.click()
    chosen = system.page.locator(".chosen-process")
    expect(chosen).to_contain_text("request/everything/")
    expect(chosen).to_contain_text("results/products/")
    expect(system.page.locator(".process-graph [data-process=interactor-hits]")).to_have_class(
        re.compile("is-downstream"))
    expect(system.page.locator(".process-graph [data-process=state]")).to_have_class(re.compile("is-upstream"))
    node.press("Enter")
    expect(chosen).to_contain_text("Choose a process")


def test_a_process_of_several_widgets_goes_by_its_own_name(system):
    """With `interactors: together` all widgets are one process, which is not called like the first of them."""
    titles = system.page.evaluate("""async () => {
      const { processTitle } = await import("/src/process-words.js");
      return [["box"], ["box", "hits"]].map((components) =>
        processTitle({ name: "interactors", role: "interactor", component: "box", components }));
    }""")
    assert titles == ["box", "interactors"]


def test_who_asks_the_state_store_is_shown_as_its_source(system):
    """The gateway brings intents, and the hits ask for pages: both are upstream; the widgets hear what it says."""
    system.page.locator(".process-graph [data-process=state]").click()
    for name, relation in (("gateway", "is-upstream"), ("interactor-hits", "is-upstream"),
                           ("interactor-brand", "is-downstream"), ("searcher-everything", "is-downstream")):
        node = system.page.locator(f".process-graph [data-process={name}]")
        expect(node).to_have_class(re.compile(relation), timeout=2_000)


def test_killed_process_shows_its_restart(stack, system):
    """A process that was killed is well again, under another pid, and the page counts the restart."""
    name = "interactor-rating"
    row = system.page.locator(f".process-table [data-process={name}]")
    expect(row).to_be_attached()
    restarts = int(row.get_by_role("cell").nth(8).inner_text())
    old = stack.kill(name)
    stack.wait_healthy(name, instead_of=old)
    expect(row.get_by_role("cell").nth(8)).to_have_text(str(restarts + 1))
    expect(row.get_by_role("cell").last).not_to_have_text(str(old))
    expect(row).to_have_attribute("data-health", "running")
    expect(system.page.locator(f".process-graph [data-process={name}]")).to_contain_text(f"↻ {restarts + 1}")


def test_figures_move_while_events_flow(stack, system):
    """The head of the log on the page follows the log."""
    note = system.page.locator("[data-tile=head] .tile-note")
    expect(note).to_have_text(re.compile("head [1-9]"))
    before = note.inner_text()
    stack.send(stack.new_session(), ("box", "set-query", {"query": "lamp"}))
    expect(note).not_to_have_text(before)
    expect(system.page.locator("[data-tile=growth] .tile-value")).to_have_text(re.compile(r"^\d"))


def test_processes_of_several_versions_are_shown(stack, system):
    """After an upgrade some processes may be of the version before: the page lists them."""
    def upgraded(route):
        answer = route.fetch()
        status = answer.json()
        status["processes"][0]["version"] = "9.9.9"
        route.fulfill(response=answer, json=status)

    note = system.page.locator("[data-tile=processes] .tile-note")
    expect(note).to_have_text("all well")
    system.page.route("**/api/status", upgraded)
    expect(note).to_have_text(re.compile(r"^several versions, restart searchbus up: \d.*, 9\.9\.9$"))


def test_problems_are_listed_with_their_remedies(stack, system):
    """What a process reports is shown above the graph, in its row and in the tile, for as long as it lasts."""
    def troubled(route):
        answer = route.fetch()
        status = answer.json()
        broker = next(each for each in status["processes"] if each["name"] == "broker")
        broker["problems"] = [{"subject": "append", "code": "storage-full", "message": "The disk <b>is</b> full.",
                               "remedy": "Free disk space.", "since": "2026-01-01T00:00:00.000000Z"}]
        route.fulfill(response=answer, json=status)

    note = system.page.locator("[data-tile=processes] .tile-note")
    expect(note).to_have_text("all well")
    system.page.route("**/api/status", troubled)
    alert = system.page.get_by_role("alert")
    expect(alert).to_contain_text(
        "broker: append. The disk <b>is</b> full. Free disk space. (storage-full, since 2026-01-01T00:00:00Z)")
    expect(note).to_have_text("broker reports a problem")
    expect(system.page.locator(".process-table [data-process=broker] .is-health")).to_have_text(
        "running, append: The disk <b>is</b> full.")
    system.page.unroute("**/api/status")
    expect(alert).to_be_hidden()
    expect(note).to_have_text("all well")


def test_status_that_does_not_come_is_said(stack, system):
    """While the gateway is away the last figures stay, and the page says that they are the last."""
    system.traps.allow("net::ERR_")
    tile = system.page.locator("[data-tile=processes] .tile-value")
    expect(tile).to_contain_text(" of ")
    system.page.route("**/api/status", lambda route: route.abort("connectionrefused"))
    alert = system.page.get_by_role("alert")
    expect(alert).to_contain_text("last known figures")
    expect(tile).to_contain_text(" of ")
    system.page.unroute("**/api/status")
    expect(alert).to_be_hidden()


def machines_of(status):
    """A status as two machines would give it that share a log: each has the processes that there are."""
    own = [{**process, "machine": "a"} for process in status["processes"]]
    others = [{**process, "machine": "b", "health": "silent"} for process in own if process["name"] != "insights"]
    machine = {"isOwn": False, "state": "gone", "silenceSeconds": 7.2, "processCount": 0, "shards": [], "place": 40, "lag": 2,
               "version": "1.0", "roles": ["gateway", "workers"]}
    return {**status, "processes": own + others,
            "machines": [{**machine, "name": "a", "isOwn": True, "state": "working", "processCount": len(own), "place": 42, "lag": 0,
                          "shards": list(range(8)), "takesEntries": True,
                          "indexesBehind": [{"index": "products", "origin": "b, today", "since": "now"}]}, {**machine, "name": "b"}],
            "journal": {"isAvailable": True, "leader": "nats-c", "last": 42, "shardCount": 8, "idleShards": [],
                        "servers": [{"name": "nats-a", "isOnline": False}, {"name": "nats-b", "isOnline": True},
                                    {"name": "nats-c", "isOnline": True}]}}


def test_the_nodes_of_a_cluster_are_shown_separately(stack, system):
    """The shards of each node, nodes that are down, the lag of each log, and the processes of the chosen one."""
    page = system.page
    machines = page.get_by_role("region", name="Machines")
    expect(machines).to_be_hidden()
    names = set(stack.pids())
    changes = {}

    def shared(route):
        answer = route.fetch()
        status = machines_of(answer.json())
        status["journal"].update(changes)
        route.fulfill(response=answer, json=status)

    page.route("**/api/status", shared)
    expect(machines.locator("[data-machine=a]")).to_contain_text("0 1 2 3 4 5 6 7")
    expect(machines.locator("[data-machine=b]")).to_contain_text("down, silent for 7 s")
    expect(machines.locator("[data-machine=a]")).to_contain_text("older: products")
    expect(machines).to_contain_text("leader nats-c, 2 of 3 servers online")
    rows = page.locator(".process-table:not(.machine-table) [data-process]")
    expect(rows).to_have_count(len(names))
    expect(page.locator("[data-tile=processes] .tile-value")).to_have_text(f"{len(names)} of {2 * len(names) - 1}")
    expect(page.locator("[data-tile=processes] .tile-note")).to_have_text(f"{len(names) - 1} processes of b silent")
    machines.get_by_role("button", name="b", exact=True).click()
    expect(rows).to_have_count(len(names) - 1)
    expect(machines.get_by_role("button", name="b", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".process-table:not(.machine-table) [data-process=broker]")).to_have_attribute("data-health", "silent")
    changes.update(isAvailable=False, trouble="The log's servers have no leader", idleShards=[3], advice="NATS is old.")
    expect(machines).to_contain_text("Cannot append to the log: The log's servers have no leader. Reads still work. Shards without an owner: 3. NATS is old.")
    page.unroute("**/api/status")
    expect(machines).to_be_hidden()
    expect(rows).to_have_count(len(names))
