# SPDX-License-Identifier: MIT
"""Machines that share a log, and what they need beside its journal: copies of the log for those that come new."""

import contextlib
import json
import shutil
import signal
import sqlite3

import pytest
from searchbus_bus import Draft, NoAnswer, Refused
from searchbus_testing import eventually
from test_cluster import Servers, hits, search, shown

FILLER = "x" * 50_000


@pytest.fixture
def servers():
    running = Servers().start()
    yield running
    running.close()


def status(stack, name):
    """What a process of this machine says of itself."""
    pid = stack.pids().get(name)
    with stack.bus() as bus:
        heard = bus.subscribe(f"status/{name}/")
        while event := heard.receive(5):
            if event.data.get("pid") == pid:
                return event.data
    return {}


def fill(stack, start, count):
    """Appends so many large events, as often as the log takes nothing."""
    with stack.bus() as bus:
        for number in range(start, start + count):
            draft = Draft("view/filler/s/", {"n": number, "x": FILLER}, type="searchbus.view.t", id=f"f{number}")
            eventually(lambda draft=draft: appended(bus, draft), bool, "the event is on the log")


def appended(bus, draft):
    try:
        return bus.append(draft)
    except (NoAnswer, Refused):
        return None


def until_trimmed(stack, beyond=1):
    """Fills the log until the journal has lost what lay before a place; answers where it begins."""
    place = beyond
    for round_number in range(20):
        fill(stack, 1000 * stack.port + round_number * 30, 30)
        place = eventually(lambda: status(stack, "copies").get("journal", {}).get("first") or 0, bool, "it is reported")
        if place > beyond:
            return place
    raise AssertionError(f"the journal still begins at {place}: {status(stack, 'copies')}")


def logs(*stacks):
    """The whole log of each node, once all have everything."""
    head = 0
    for stack in stacks:
        with stack.bus() as bus:
            head = max(head, bus.replay().head)
    found = []
    for stack in stacks:
        with stack.bus() as bus:
            eventually(bus.head, lambda place: place >= head, "the node has everything")
            found.append([(event.sequence, event.topic, event.id) for event in bus.read([""]) if event.sequence <= head])
    return found


def test_a_machine_that_comes_new_begins_with_a_copy(make_shop, servers):
    """The journal goes as far as the log is copied; who comes new, or is killed while it fetches the copy, has the same log."""
    options = ("--journal", servers.address, "--journal-growth", "1")
    first = make_shop(*options, "--machine", "a")
    session = first.new_session()
    search(first, session, "lamp")
    before = shown(first, session, "lamp")
    until_trimmed(first)
    second = make_shop(*options, "--machine", "b", "--roles", "gateway", with_indexes=False, is_sound=False)
    # Wherever it is by then, the next broker continues.
    eventually(lambda: second.send_signal("broker", signal.SIGKILL), bool, "the broker is killed")
    eventually(second.output, lambda text: "ready in" in text, "the app is ready")
    assert "begins with a snapshot" in second.output()
    assert shown(second, session, "lamp") == before
    search(second, session, "kettle")
    assert shown(first, session, "kettle") == shown(second, session, "kettle")
    one, two = logs(first, second)
    assert one == two and len(one) > 30


def test_an_index_that_is_changed_on_one_machine_is_searched_on_the_other(make_shop, servers):
    """Live searches of either machine find what was imported on any; the version that came last wins on all."""
    first = make_shop("--journal", servers.address, "--machine", "a")
    second = make_shop("--journal", servers.address, "--machine", "b", with_indexes=False)
    sessions = [first.new_session() for _ in range(4)]
    for session in sessions:
        search(first, session, "zeppelin")

    def found(count):
        """Waits until each session, for which either machine may work, shows so many hits on both."""
        for session in sessions:
            for stack in (first, second):
                eventually(lambda stack=stack, session=session: hits(stack, session), lambda shown: shown == ("zeppelin", count),
                           f"{count} hits are shown", patience=30)

    found(0)
    for count, stack in enumerate((first, second), 1):
        # The other one has to have got the version before.
        eventually(lambda: ids(second), lambda names: len(names or []) == count - 1 and names is not None, "it has the index")
        record = json.dumps({"objectID": f"z{count}", "name": "zeppelin"})
        stack.run("index", "import", "products", "-", "--append", "--format", "ndjson", text=record + "\n")
        found(count)
    # All sessions may be the other machine's, which shows nothing of what this one has.
    eventually(lambda: (ids(first), ids(second)), lambda both: both == (["z1", "z2"],) * 2, "both have the index")


def ids(stack):
    """The ids of the zeppelins in this machine's index; nothing where it has none."""
    try:
        out, _ = stack.run("index", "search", "products", "zeppelin", "--json")
    except AssertionError:
        return None
    return sorted(hit["objectID"] for hit in json.loads(out)["hits"])


def change_last_event(stack, change):
    """Changes the bytes of the last event on the log of a machine that does not run; answers with what they were."""
    with contextlib.closing(sqlite3.connect(stack.data / "log.sqlite")) as log, log:
        sequence, body = log.execute("SELECT sequence, body FROM events ORDER BY sequence DESC LIMIT 1").fetchone()
        log.execute("UPDATE events SET body = ? WHERE sequence = ?", [change(body), sequence])
    return body


def test_an_app_moves_to_a_shared_log_and_back(make_shop, servers):
    """What was there before is there on every machine, and afterwards; what cannot be done is refused and changes nothing."""
    options = ("--journal", servers.address)
    first = make_shop()
    session = first.new_session()
    search(first, session, "lamp")
    before = shown(first, session, "lamp")
    _, refused = first.run("cluster", "found", first.app, *options, code=75)
    assert "data-directory-in-use" in refused
    first.child.end(signal.SIGINT)
    first.run("cluster", "found", first.app, *options)
    _, refused = first.run("cluster", "found", first.app, *options, code=64)
    assert "share already" in refused

    first.arguments = (*options, "--machine", "a")
    first.start()
    second = make_shop(*options, "--machine", "b", "--roles", "gateway", with_indexes=False)
    assert "begins with a snapshot" in second.output()
    assert shown(second, session, "lamp") == before
    one, two = logs(first, second)
    assert one == two
    second.child.end(signal.SIGINT)
    first.child.end(signal.SIGINT)

    # A machine's copy is not gone on with alone by mistake.
    first.arguments = ()
    first.launch()
    eventually(lambda: first.child.output, lambda text: "cluster leave" in text, "it is said what to do")
    assert first.child.process.wait(20) == 66
    # A damaged log stays unchanged.
    body = change_last_event(first, lambda body: body + b" ")
    _, refused = first.run("cluster", "leave", first.app, *options, code=74)
    assert "log-corrupt" in refused
    with contextlib.closing(sqlite3.connect(first.data / "log.sqlite")) as log:
        assert log.execute("SELECT value FROM meta WHERE key = 'journal'").fetchone(), "it is a shared log's copy still"
    change_last_event(first, lambda _: body)
    first.run("cluster", "leave", first.app, *options)
    first.start()
    assert shown(first, session, "lamp") == before
    search(first, session, "kettle")
    assert shown(first, session, "kettle")[0] == "kettle"


def test_an_index_that_is_deleted_on_one_node_is_deleted_on_the_other(make_shop, servers):
    """What is deleted on one machine is deleted on all, and can be made again; a folder that is only lost comes back."""
    first = make_shop("--journal", servers.address, "--machine", "a")
    second = make_shop("--journal", servers.address, "--machine", "b", with_indexes=False)
    record = json.dumps({"objectID": "z1", "name": "zeppelin"}) + "\n"

    def both(expected):
        eventually(lambda: (ids(first), ids(second)), lambda found: found == (expected, expected), f"both have {expected}", patience=30)

    both([])
    shutil.rmtree(second.data / "indexes" / "products")
    both([])
    second.run("index", "delete", "products")
    both(None)
    first.run("index", "import", "products", "-", "--format", "ndjson", text=record)
    both(["z1"])
    assert "older" not in first.run("status", "--data", first.data)[0]
