# SPDX-License-Identifier: MIT
"""`searchbus up --cluster-demo`: three machines and three servers on this one."""

import json
import os
import re
import shutil
import signal
import socket

import pytest
from searchbus_testing import Child, Gateway, binary, command, eventually, is_alive, make_directory, ROOT
from shop_data import APP

PATIENCE = 60


class Demo:
    """The demo with the shop, in a folder of its own."""

    def __init__(self, indexes):
        self.folder = make_directory()
        shutil.copy(APP, self.folder / "shop.yaml")
        shutil.copytree(indexes, self.folder / ".searchbus/shop/indexes")
        self.child = None

    def start(self):
        self.child = Child([binary("searchbus"), "up", "--cluster-demo", "shop.yaml", "--listen", "127.0.0.1:0", "--web", ROOT / "web"],
                           self.folder / "up.txt", cwd=self.folder)
        eventually(lambda: self.child.output, lambda text: len(self.links(text)) == 3 or not self.child.is_running,
                   "three machines are ready", patience=PATIENCE)
        assert self.child.is_running, self.child.output
        return self

    @staticmethod
    def links(text):
        return dict(re.findall(r"^  ([abc])  (http://\S+)", text, re.M))

    @property
    def data(self):
        return self.folder / ".searchbus/shop-cluster"

    def gateway(self, machine):
        port = int(re.search(r":(\d+)/", self.links(self.child.output)[machine])[1])
        return Gateway(port, self.data / machine)

    def pid(self, name):
        report = json.loads((self.data / "supervisor.json").read_text())
        return next(one["pid"] for one in report["processes"] if one["name"] == name)

    def kill(self, name):
        os.kill(self.pid(name), signal.SIGKILL)

    def close(self):
        if self.child and self.child.is_running:
            self.child.end(signal.SIGINT, patience=PATIENCE)
        shutil.rmtree(self.folder, ignore_errors=True)


@pytest.fixture
def demo(indexes):
    running = Demo(indexes)
    yield running
    running.close()


def search(gateway, session, query):
    """Sends the query, as often as the machine is not there or its log takes nothing."""
    def attempt():
        try:
            return gateway.send(session, ("box", "set-query", {"query": query}))
        except (AssertionError, OSError):
            return None
    eventually(attempt, bool, "the intent is taken", patience=PATIENCE)


def shown(gateway, session, query):
    def ask():
        try:
            view = gateway.views(session).get("hits") or {}
        except (AssertionError, OSError):
            return None
        return view.get("nbHits") if view.get("query") == query and view.get("phase") == "ready" else None
    return eventually(ask, lambda count: count is not None, f"`{query}` is shown", patience=PATIENCE)


def test_three_machines_show_the_same_whatever_is_killed(demo):
    """One key is valid at all three; one server and one node are killed while a user searches; Ctrl-C ends all of it."""
    demo.start()
    one, two, three = (demo.gateway(machine) for machine in "abc")
    assert one.headers == two.headers == three.headers
    session = one.call("POST", "/api/sessions", {})["session"]
    search(one, session, "lamp")
    assert shown(one, session, "lamp") == shown(two, session, "lamp") == shown(three, session, "lamp")
    demo.kill("nats-b")
    search(two, session, "kettle")
    assert shown(three, session, "kettle") == shown(one, session, "kettle")
    before = demo.pid("machine-c")
    demo.kill("machine-c")
    search(two, session, "cable")
    assert shown(two, session, "cable") == shown(three, session, "cable")
    eventually(lambda: demo.pid("machine-c"), lambda pid: pid and pid != before, "the machine is started again", patience=PATIENCE)
    eventually(lambda: demo.child.output, lambda told: "machine-c is ready again: http://" in told, "it reports it", patience=PATIENCE)
    assert "searchbus link --data" in demo.child.output and "token=" not in demo.child.output
    pids = [demo.pid(name) for name in ("machine-a", "nats-a", "nats-b", "nats-c")]
    assert demo.child.end(signal.SIGINT, patience=PATIENCE) == 0, demo.child.output
    assert not any(map(is_alive, pids))


def test_what_is_missing_or_makes_no_sense_is_said(tmp_path):
    """Without NATS's server it is said what to install, and which options a cluster for trying does not have."""
    shutil.copy(APP, tmp_path / "shop.yaml")
    _, told = command("up", "--cluster-demo", tmp_path / "shop.yaml", "--runtime", tmp_path / "run", code=64)
    assert "--runtime" in told
    _, told = command("up", "--cluster-demo", tmp_path / "shop.yaml", "--listen", "unix:/x", code=64)
    assert "127.0.0.1:8080" in told


def test_a_port_that_is_taken_ends_the_demo_before_it_begins(demo):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = "".join(command("up", "--cluster-demo", demo.folder / "shop.yaml", "--listen",
                               f"127.0.0.1:{port}", "--web", ROOT / "web",
                               code=69))
    assert f"127.0.0.1:{port}" in said and "[address-in-use]" in said, said
    assert not (demo.data / "supervisor.json").exists(), "no node was started"
