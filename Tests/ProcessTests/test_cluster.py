# SPDX-License-Identifier: MIT
# Part of SearchBus.
"""Two machines share a journal: one has workers, the other only a broker and a gateway."""

import json
import shutil
import signal
import urllib.error

import pytest
from searchbus_testing import Child, eventually, free_port, make_directory

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


@pytest.fixture
def machines(make_shop, servers):
    """The one with workers, and the other."""
    return (make_shop("--journal", servers.address),
            make_shop("--journal", servers.address, "--gateway-only", with_indexes=False))


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
    # A page that comes from the first machine goes on at the other, without beginning anew.
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


def test_without_the_journal_reading_goes_on_and_nothing_is_half_done(machines, servers):
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


def test_a_journal_that_is_not_there_is_named(make_shop):
    port = free_port()
    stack = make_shop("--journal", f"nats://127.0.0.1:{port}", is_sound=False)
    text = eventually(lambda: stack.child.output, lambda text: "journal-unavailable" in text, "the reason is told")
    assert str(port) in text and json.dumps(text)
