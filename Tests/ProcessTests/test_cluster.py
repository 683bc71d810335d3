# SPDX-License-Identifier: MIT
"""Machines share a journal: two of which one has workers, and several that share the work."""

import contextlib
import json
import os
import re
import shutil
import signal
import sqlite3
import urllib.error
import urllib.request

import pytest
from searchbus_testing import ROOT, Child, eventually, free_port, make_directory
from shop_data import APP

SERVER = "/usr/sbin/nats-server"


class Servers:
    """One NATS server with a disk of its own."""

    def __init__(self):
        self.folder = make_directory()
        self.port = free_port()
        (self.folder / "nats.conf").write_text(
            f'listen: "127.0.0.1:{self.port}"\njetstream {{ store_dir: "{self.folder}/store", max_file: 1G }}\n'
        )
        self.child = None

    @property
    def address(self):
        return f"nats://127.0.0.1:{self.port}"

    def start(self):
        self.child = Child([SERVER, "-c", self.folder / "nats.conf"], self.folder / "nats.txt")
        eventually(lambda: self.child.output, lambda text: "Server is ready" in text, "the server is ready")
        return self

    def close(self):
        if self.child.is_running:
            self.child.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


@pytest.fixture
def servers():
    running = Servers().start()
    yield running
    running.close()


def app_of(servers, folder):
    """The shop's app file, with a log that machines share."""
    path = folder / "shop.yaml"
    log = {"type": "jetstream", "servers": servers, "shards": 4}
    path.write_text(f"{APP.read_text()}\nlog: {json.dumps(log)}\n")
    return path


@pytest.fixture
def machines(make_shop, servers, tmp_path):
    """The one with workers, which has the servers from the app file, and the other, which names them itself."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    return (make_shop("--machine", "one", app=app_of([servers.address], tmp_path)),
            make_shop("--machine", "other", "--roles", "gateway", "--journal", servers.address,
                      app=app_of(["nats://127.0.0.1:1"], elsewhere), with_indexes=False))


def hits(stack, session):
    """The query and the number of hits that a machine shows."""
    view = stack.gateway.views(session).get("hits") or {}
    return (view.get("query"), view.get("nbHits")) if view.get("phase") == "ready" else None


def search(stack, session, query):
    """Sends the query to one machine, as often as the log takes nothing."""
    def attempt():
        try:
            return stack.gateway.send(session, ("box", "set-query", {"query": query}))
        except (AssertionError, OSError):
            return None
    eventually(attempt, bool, "the intent is taken", patience=30)


def shown(stack, session, query):
    return eventually(lambda: hits(stack, session), lambda found: found and found[0] == query, f"`{query}` is shown", patience=30)


def test_a_session_is_used_from_either_machine(machines, servers):
    """A machine without workers searches through the other; both show the same, whatever is killed in between."""
    workers, other = machines
    session = other.new_session()
    search(other, session, "lamp")
    assert shown(other, session, "lamp") == shown(workers, session, "lamp")
    place = next(id for name, id, _ in workers.gateway.stream(f"/api/sessions/{session}/events") if name == "reset")
    other.send_signal("broker", signal.SIGKILL)
    search(workers, session, "kettle")
    assert shown(other, session, "kettle") == shown(workers, session, "kettle")
    # A page that comes from the first node resumes at the other, without starting over.
    names = []
    for name, _, data in other.gateway.stream(f"/api/sessions/{session}/events", **{"last-event-id": place}):
        names.append(name)
        if name == "view" and data["event"]["data"].get("query") == "kettle" and "view/hits/" in data["topic"]:
            break
    assert "reset" not in names, names
    workers.send_signal("broker", signal.SIGKILL)
    search(other, session, "bowl")
    assert shown(other, session, "bowl") == shown(workers, session, "bowl")
    with workers.bus() as one, other.bus() as two:
        head = max(one.replay().head, two.replay().head)
        logs = [[(event.sequence, event.topic, event.id, event.data) for event in bus.read([""], session=session)
                 if event.sequence <= head] for bus in (one, two)]
    assert logs[0] == logs[1]


def test_without_the_journal_reading_continues_and_nothing_is_half_done(machines, servers):
    workers, other = machines
    session = other.new_session()
    search(other, session, "lamp")
    before = shown(workers, session, "lamp")
    servers.child.kill()
    with pytest.raises((AssertionError, urllib.error.HTTPError)) as refused:
        other.gateway.send(session, ("box", "set-query", {"query": "stand"}))
    assert "journal-unavailable" in str(refused.value) or "503" in str(refused.value), refused.value
    assert hits(workers, session) == hits(other, session) == before
    servers.start()
    search(other, session, "stand")
    assert shown(workers, session, "stand") == shown(other, session, "stand")


def test_a_journal_that_is_not_there_is_named(make_shop, tmp_path):
    port = free_port()
    stack = make_shop(app=app_of([f"nats://127.0.0.1:{port}"], tmp_path), is_sound=False)
    text = eventually(lambda: stack.child.output, lambda text: "journal-unavailable" in text, "the reason is reported")
    assert str(port) in text


def shards(stack):
    """The shards that a machine works for, as it has said last."""
    lines = [line for line in stack.output().splitlines() if line.startswith("machine ")]
    words = lines[-1].split(" of ")[0] if lines else ""
    return {int(number) for number in words.split("shards")[-1].split(",")} if "shards" in words else set()


def shared(*stacks):
    """Waits until machines share all shards among them; answers with each one's."""
    def is_shared(parts):
        return sorted(number for part in parts for number in part) == list(range(4)) and all(parts)
    return eventually(lambda: [shards(stack) for stack in stacks], is_shared, "the shards are shared", patience=30)


def kill_machine(stack):
    """Kills a machine's supervisor and all of its processes, as the loss of its power would."""
    pids = [*stack.pids().values()]
    stack.child.kill()
    for pid in filter(stack.is_ours, pids):
        os.kill(pid, signal.SIGKILL)


def test_nodes_share_the_shards_and_take_over_those_of_one_that_is_down(make_shop, servers, tmp_path):
    """Every accepted intent has one outcome, whichever node owned its session."""
    first = make_shop("--machine", "a", app=app_of([servers.address], tmp_path))
    assert shared(first) == [set(range(4))]
    second = make_shop("--machine", "b", app=app_of([servers.address], tmp_path))
    parts = shared(first, second)
    assert all(len(part) == 2 for part in parts), parts
    # Sessions of all shards: none of them waits for a node that does not own it.
    sessions = [first.new_session() for _ in range(12)]
    accepted = {}
    def send(stack, session, query):
        number = f"{session}-{query}"
        stack.gateway.insist("POST", f"/api/sessions/{session}/intents",
                             {"intents": [{"to": "box", "type": "set-query", "id": number, "data": {"query": query}}]}, patience=30)
        accepted.setdefault(session, []).append(number)
    for session in sessions:
        send(second, session, "lamp")
    for session in sessions:
        shown(first, session, "lamp")
    kill_machine(second)
    for session in sessions:
        send(first, session, "kettle")
    for session in sessions:
        shown(first, session, "kettle")
    assert shared(first) == [set(range(4))]
    # It comes back, and takes its part of the work; the first one leaves in order.
    second.launch()
    assert shared(first, second) == parts
    for session in sessions:
        send(first, session, "bowl")
    assert first.child.end() == 0
    for session in sessions:
        send(second, session, "stand")
    for session in sessions:
        shown(second, session, "stand")
    with second.bus() as bus:
        for session in sessions:
            outcomes = [event.data["intent"] for event in bus.read(["outcome/box/"], session=session)]
            assert sorted(outcomes) == sorted(accepted[session]), session


def journal(stack):
    """What a machine's own broker says of the log's servers."""
    processes = stack.gateway.call("GET", "/api/status")["processes"]
    own = stack.processes()["broker"]["pid"]
    return next((one["journal"] for one in processes if one["name"] == "broker" and one["pid"] == own), None)


def test_each_broker_says_how_far_it_is_and_who_leads(machines, servers):
    workers, other = machines
    session = other.new_session()
    search(other, session, "lamp")
    shown(other, session, "lamp")
    for stack in machines:
        told = eventually(lambda: journal(stack), lambda told: told and told["place"] == told.get("last", 0) > 0 and told["isAvailable"],
                          "the copy is whole")
        assert told["leader"] and [one["isOnline"] for one in told["servers"]] == [True], told
    servers.child.kill()
    told = eventually(lambda: journal(workers), lambda told: told and not told["isAvailable"], "the trouble is reported")
    assert "leader" not in told and "servers" in told["trouble"], told


def test_nodes_are_shown_in_status_and_metrics(machines):
    """Every metric of the cluster's alerts is served; the status names both nodes and their roles."""
    _, other = machines
    wanted = set(re.findall(r"\bsearchbus_[a-z_]+", (ROOT / "deploy/monitoring/searchbus-cluster.rules.yml").read_text()))
    assert len(wanted) == 6, wanted

    def served():
        url = f"http://127.0.0.1:{other.port}/metrics"
        with urllib.request.urlopen(urllib.request.Request(url, headers=other.gateway.headers), timeout=20) as answer:
            return set(re.findall(r"^# TYPE (\S+)", answer.read().decode(), re.MULTILINE))

    eventually(served, lambda names: wanted <= names, "the metrics are served")
    for stack, name in zip(machines, ("one", "other"), strict=True):
        told = eventually(lambda stack=stack: stack.gateway.call("GET", "/api/status").get("machines", []),
                          lambda told: [one["state"] for one in told] == ["working"] * 2
                          and sorted(len(one["shards"]) for one in told) == [0, 4], "both nodes are listed, and who works")
        assert [one["name"] for one in told if one["isOwn"]] == [name]


def test_a_running_app_keeps_its_log(make_shop, servers, tmp_path):
    """Another `log` in the file is refused in words, and the app runs on; its other changes are taken again without it."""
    stack = make_shop(app=app_of([servers.address], tmp_path))
    text = stack.app.read_text()
    stack.app.write_text(text.replace('"shards": 4', '"shards": 8'))
    told = eventually(lambda: stack.child.output, lambda text: "`log` has changed" in text, "the change is refused")
    assert "the app continues unchanged" in told and "Restart `searchbus up`" in told, told
    session = stack.new_session()
    search(stack, session, "lamp")
    assert shown(stack, session, "lamp")


def change_log(workers, other):
    """Changes the digest of one of two nodes, as if it had applied other entries; returns a session."""
    session = other.new_session()
    search(other, session, "lamp")
    shown(other, session, "lamp")
    assert other.child.end() == 0
    with contextlib.closing(sqlite3.connect(other.data / "log.sqlite")) as log, log:
        place, last, known, digest = log.execute("SELECT value FROM meta WHERE key = 'journal'").fetchone()[0].split()
        changed = f"{int(digest, 16) ^ 1:x}"
        log.execute("UPDATE meta SET value = ? WHERE key = 'journal'", [f"{place} {last} {known} {changed}"])
    other.launch()
    search(workers, session, "kettle")
    return session


def test_a_node_whose_log_differs_from_most_starts_over(machines, servers, make_shop):
    """It sets up a new log from the replicated log, like all others, and continues."""
    workers, other = machines
    make_shop("--machine", "third", "--roles", "gateway", "--journal", servers.address, app=other.app, with_indexes=False)
    session = change_log(workers, other)
    told = eventually(other.output, lambda text: "The log is replaced" in text, "it starts over", patience=40)
    assert "differs from that of one, third, which are alike" in told, told
    assert (other.data / "before-restore-outvoted/log.sqlite").exists()
    search(other, session, "bowl")
    assert shown(other, session, "bowl") == shown(workers, session, "bowl")
    eventually(lambda: [journal(stack) for stack in machines], lambda told: all(one and not one.get("differsFrom") for one in told),
               "all are alike", patience=30)
    assert other.output().count("The log is replaced") == 1


def test_a_log_that_has_become_another_one_is_noticed(machines, servers):
    """Brokers compare what they have made of the journal; a disk that has changed something shows on every machine."""
    workers, other = machines
    session = change_log(workers, other)
    shown(workers, session, "kettle")
    eventually(workers.output, lambda text: "The log of the machine other differs from this machine's" in text, "it is reported", patience=30)
    eventually(other.output, lambda text: "The log of the machine one differs from this machine's" in text, "it is reported there too", patience=30)
    told = eventually(lambda: journal(workers), lambda told: told and told.get("differsFrom"), "it is in the status")
    assert told["differsFrom"] == ["other"], told
