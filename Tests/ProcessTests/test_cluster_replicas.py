# SPDX-License-Identifier: MIT
"""Two nodes whose log is on three servers: what continues without one of them, what without two, and what a lagging node reports."""

import contextlib
import fcntl
import http.client
import json
import re
import signal
import urllib.request

import pytest
from cluster_nodes import SHARDS
from cluster_servers import NAMES, ThreeServers, shard
from searchbus_testing import Child, Stack, eventually, running
from shop_data import APP
from shop_sessions import wait_quiet
from test_cluster import hits, kill_machine, search, shared, shards, shown
from test_cluster_copies import logs, until_trimmed

# Servers that are lost: half a dozen seconds for each election.
pytestmark = pytest.mark.release

# How long a version of an index may take where a server was killed over it: what took long is not done again for half a minute,
# what failed for as long.
SHARED = 100
JOURNAL, FILES = "SEARCHBUS_shop", "SEARCHBUSFILES_shop"


@pytest.fixture(scope="module")
def servers():
    """Three that run; each test leaves them so."""
    made = ThreeServers()
    try:
        yield made.start()
    finally:
        made.close()


@pytest.fixture(scope="module")
def app(servers, tmp_path_factory):
    """The shop's app file, with a log on all three."""
    path = tmp_path_factory.mktemp("app") / "shop.yaml"
    log = {"type": "jetstream", "servers": servers.addresses, "replicas": len(NAMES), "shards": SHARDS}
    path.write_text(f"{APP.read_text()}\nlog: {json.dumps(log)}\n")
    return path


@pytest.fixture(scope="module")
def machines(app, indexes):
    """One that has the index, and one that gets it."""
    with contextlib.ExitStack() as stack:
        first, second = (stack.enter_context(running(Stack(app, index, "--journal-growth", "1", "--machine", name)))
                         for name, index in (("a", indexes), ("b", None)))
        shared(first, second)
        eventually(lambda: (second.data / "indexes/products").exists() and lag(first), lambda found: found == {"a": 0, "b": 0},
                   "both have the index", patience=SHARED)
        yield first, second


def test_both_streams_are_kept_on_all_three_servers(machines, servers):
    """As the app file says: the journal, and the files beside it."""
    def kept():
        return {name: (stream["config"]["num_replicas"], sum(one.get("current", False) for one in stream["cluster"].get("replicas", [])))
                for name, stream in servers.streams().items()}
    eventually(kept, lambda found: found == {JOURNAL: (3, 2), FILES: (3, 2)}, "each stream has two more copies that are whole", patience=30)


def intents(*words):
    """A batch, each intent with an id."""
    return {"intents": [{"to": "box", "type": "set-query", "id": f"{word}-{number}", "data": {"query": word}}
                        for number, word in enumerate(words)]}


def test_without_a_majority_reading_continues_and_each_intent_counts_once_afterwards(machines, servers):
    """Two servers of three are killed: both gateways show the same views, refuse writes with a message, and apply nothing
    of them; with the servers back, what is sent again is accepted, and has taken effect once."""
    session = machines[0].new_session()
    search(machines[0], session, "lamp")
    before = [shown(stack, session, "lamp") for stack in machines]
    for stack in machines:
        wait_quiet(stack)
    views = [stack.gateway.views(session) for stack in machines]
    heads = [head(stack) for stack in machines]
    path = f"/api/sessions/{session}/intents"
    batches = [intents("kettle", "cable"), intents("stand", "camera")]
    with servers.without("a", "b"):
        for stack, batch in zip(machines, batches, strict=True):
            status, problem = stack.gateway.try_call("POST", path, batch)
            assert (status, problem.get("code")) == (503, "journal-unavailable"), problem
            assert problem["status"] == 503 and problem["detail"] and problem["remedy"], problem
        for number, stack in enumerate(machines):
            status, answer = stack.gateway.try_call("GET", f"/api/sessions/{session}")
            assert (status, answer["views"]) == (200, views[number])
            assert hits(stack, session) == before[number]
            assert head(stack) == heads[number], "something is on a log that could not be ordered"
    for stack, batch in zip(machines, batches, strict=True):
        stack.gateway.insist("POST", path, batch, patience=60)
    # What was refused may have been carried out already when it came again, and in any order; what is sent now comes after all of it.
    search(machines[0], session, "speaker")
    assert shown(machines[0], session, "speaker") == shown(machines[1], session, "speaker")
    for stack in machines:
        with stack.bus() as bus:
            events = bus.read(["intent/box/", "outcome/box/"], session=session, after=heads[0])
        *sent, _ = [event.id for event in events if event.kind == "intent"]
        assert sorted(sent) == sorted(one["id"] for batch in batches for one in batch["intents"]), sent
        *outcomes, _ = [event.data["intent"] for event in events if event.kind == "outcome"]
        assert sorted(outcomes) == sorted(sent), outcomes


def test_a_machine_that_starts_without_a_majority_shows_what_it_has(machines, servers):
    """Its power comes back while two servers of three are down: its gateway shows the session, and refuses writes; with
    the servers back it continues automatically."""
    first, second = machines
    session = session_of(second, first)
    search(first, session, "lamp")
    before = shown(second, session, "lamp")
    wait_quiet(first)
    views = second.gateway.views(session)
    with servers.without("a", "b"):
        kill_machine(second)
        second.launch()
        # Other tests use it after this one.
        Child.all.remove(second.child)

        def attempt():
            with contextlib.suppress(OSError, http.client.HTTPException):
                return second.gateway.try_call("GET", f"/api/sessions/{session}")
            return 0, None
        found = eventually(attempt, lambda answer: answer[0] == 200, "the gateway shows the session", patience=30)
        assert found[1]["views"] == views
        batch = intents("kettle")
        status, problem = second.gateway.try_call("POST", f"/api/sessions/{session}/intents", batch)
        assert (status, problem["code"]) == (503, "journal-unavailable") and problem["remedy"], problem
        assert hits(second, session) == before
    second.gateway.insist("POST", f"/api/sessions/{session}/intents", batch, patience=60)
    assert shown(second, session, "kettle") == shown(first, session, "kettle")
    eventually(second.output, lambda text: "ready in" in text, "the machine works again", patience=60)
    one, two = logs(first, second)
    assert one == two


def head(stack):
    """Where a machine's log ends."""
    with stack.bus() as bus:
        return bus.head()


def session_of(stack, other):
    """A session for which one machine works, made at the other."""
    def attempt():
        session = other.new_session()
        return session if shard(session, SHARDS) in shards(stack) else None
    return eventually(attempt, bool, "a session of its shards comes up")


def files_leader(servers):
    """Which server leads the files beside the journal."""
    return eventually(lambda: servers.streams().get(FILES), bool, "the files have a leader", patience=30)["cluster"]["leader"]


def import_more(stack, number):
    """Adds a record to the index on one machine."""
    stack.run("index", "import", "products", "-", "--append", "--format", "ndjson",
              text=json.dumps({"objectID": f"z{number}", "name": "zeppelin"}) + "\n")


def has_hits(stack, session, count):
    """Waits until a machine shows so many zeppelins."""
    eventually(lambda: hits(stack, session), lambda found: found == ("zeppelin", count), f"{count} hits are shown", patience=SHARED)


def test_an_index_comes_to_the_other_node_though_a_server_is_down(machines, servers):
    """The one that led the files; live searches of either machine find what was imported on any, before and after it is back."""
    first, second = machines
    sessions = [session_of(*pair) for pair in ((first, second), (second, first))]
    for session in sessions:
        search(first, session, "zeppelin")
        has_hits(first, session, 0)
    for count, (stack, gone) in enumerate(zip(machines, ([files_leader(servers)], []), strict=True), 1):
        with servers.without(*gone):
            import_more(stack, count)
            for session in sessions:
                for other in machines:
                    has_hits(other, session, count)


def test_a_deleted_index_is_deleted_everywhere_though_a_server_is_down(machines, servers):
    """One of its own, which came from the first machine, is deleted on the second."""
    first, second = machines
    first.run("index", "import", "notes", "-", "--format", "ndjson", text='{"objectID": "n1", "name": "note"}\n')

    def both(expected):
        eventually(lambda: [(stack.data / "indexes/notes").exists() for stack in machines], lambda found: found == [expected] * 2,
                   "both have it" if expected else "neither has it", patience=SHARED)

    both(True)
    with servers.without(files_leader(servers)):
        second.run("index", "delete", "notes")
        both(False)
    assert "notes" not in first.run("index", "list")[0]


def warning(stack, session):
    """What the results of a session's last query warn of, and how many hits there are."""
    view = stack.gateway.views(session)["stats"]
    return (view.get("warning") or {}).get("code"), view["nbHits"]


def lag(stack):
    """How many indexes of each machine are said to be older than elsewhere, by the metrics."""
    request = urllib.request.Request(f"http://127.0.0.1:{stack.port}/metrics", headers=stack.gateway.headers)
    with urllib.request.urlopen(request, timeout=20) as answer:
        text = answer.read().decode()
    return {name: int(float(value)) for name, value in re.findall(r'^searchbus_machine_indexes_behind\{machine="(\w)"\} (\S+)', text, re.M)}


def test_a_node_with_an_older_index_warns_until_it_has_the_newest(machines):
    """While a version cannot be put into place on one machine, its results warn, and those of the other do not; then neither does."""
    first, second = machines
    late, early = session_of(second, first), session_of(first, second)
    eventually(lambda: lag(first), lambda found: found == {"a": 0, "b": 0}, "both have the newest", patience=SHARED)
    # As long as another process has the lock of the index, it is not replaced.
    with (second.data / "indexes/.products.lock").open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        first.run("index", "import", "products", "-", "--append", "--format", "ndjson",
                  text=json.dumps({"objectID": "d1", "name": "dirigible"}) + "\n")
        eventually(lambda: lag(first), lambda found: found == {"a": 0, "b": 1}, "the other machine is known to be behind", patience=SHARED)
        for stack in machines:
            told = next(one for one in stack.gateway.call("GET", "/api/status")["machines"] if one["name"] == "b")
            assert [one["index"] for one in told["indexesBehind"]] == ["products"] and told["indexesBehind"][0]["origin"].startswith("a,")
            assert "products" in stack.run("status")[0]
        for session in (late, early):
            search(first, session, "dirigible")
        for stack in machines:
            assert shown(stack, late, "dirigible") == ("dirigible", 0)
            eventually(lambda stack=stack: warning(stack, late), lambda found: found == ("index-behind", 0), "its results warn")
            assert shown(stack, early, "dirigible") == ("dirigible", 1)
            eventually(lambda stack=stack: warning(stack, early), lambda found: found == (None, 1), "those of the other one do not")
    for stack in machines:
        for session in (late, early):
            eventually(lambda stack=stack, session=session: warning(stack, session), lambda found: found == (None, 1),
                       "the newest is searched, and nothing warns", patience=SHARED)
    eventually(lambda: lag(first), lambda found: found == {"a": 0, "b": 0}, "both have the newest", patience=SHARED)


def test_a_new_node_begins_with_a_snapshot_though_a_server_is_down(machines, servers, app):
    """The leader of the files is killed, the journal has lost its beginning, and the broker is killed while it fetches: the log is the
    same on all three machines."""
    first, second = machines
    session = first.new_session()
    search(first, session, "lamp")
    before = shown(first, session, "lamp")
    until_trimmed(first)
    third = Stack(app, None, "--machine", "c", "--roles", "gateway")
    try:
        with servers.without(files_leader(servers)):
            third.launch()
            eventually(lambda: third.send_signal("broker", signal.SIGKILL), bool, "the broker is killed")
            eventually(third.output, lambda text: "ready in" in text, "the app is ready", patience=60)
            assert "begins with a snapshot" in third.output()
            assert shown(third, session, "lamp") == before
            search(third, session, "kettle")
            for stack in (first, second, third):
                assert shown(stack, session, "kettle")[0] == "kettle"
            one, two, three = logs(first, second, third)
            assert one == two == three and len(one) > 30
    finally:
        third.close()


def test_an_app_moves_to_three_servers_and_back(servers, indexes, tmp_path):
    """What was there before is kept on all three, so that another node begins with it though one server is down; and afterwards the
    node continues alone."""
    app = tmp_path / "moved.yaml"
    app.write_text(APP.read_text().replace("name: shop\n", "name: moved\n"))
    options = [word for address in servers.addresses for word in ("--journal", address)] + ["--journal-replicas", "3"]
    with running(Stack(app, indexes)) as first:
        session = first.new_session()
        search(first, session, "lamp")
        before = shown(first, session, "lamp")
        assert first.child.end(signal.SIGINT) == 0
        first.run("cluster", "found", app, *options)
        streams = servers.streams()
        assert [streams[name]["config"]["num_replicas"] for name in ("SEARCHBUS_moved", "SEARCHBUSFILES_moved")] == [3, 3]
        with servers.without(streams["SEARCHBUSFILES_moved"]["cluster"]["leader"]):
            first.arguments = (*options, "--machine", "a")
            first.start()
            with running(Stack(app, None, *options, "--machine", "b", "--roles", "gateway")) as second:
                assert "begins with a snapshot" in second.output()
                assert shown(second, session, "lamp") == before
                one, two = logs(first, second)
                assert one == two
            assert first.child.end(signal.SIGINT) == 0
            first.run("cluster", "leave", app, *options)
            first.arguments = ()
            first.start()
            assert shown(first, session, "lamp") == before
            search(first, session, "kettle")
            assert shown(first, session, "kettle")[1] > 0
