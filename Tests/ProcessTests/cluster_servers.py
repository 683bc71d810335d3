# SPDX-License-Identifier: MIT
"""Three NATS servers of one machine that keep a log together, for tests which need no network of their own; and whose work a session is."""

import contextlib
import http.client
import json
import shutil

from cluster_nodes import SERVER
from searchbus_testing import Child, eventually, free_port, make_directory

NAMES = ("a", "b", "c")


def shard(session, count):
    """Which of so many shards a session is of."""
    number = 0xcbf29ce484222325
    for byte in session.encode():
        number = (number ^ byte) * 0x100000001b3 % 2 ** 64
    return number % count


def session_of_shard(stack, wanted, count):
    """A new session of a shard, which has all its views."""
    session = next(name for name in (f"s{number}" for number in range(1000, 2000)) if shard(name, count) == wanted)
    views = len(stack.gateway.call("GET", "/api/app")["widgets"])
    stack.gateway.call("PUT", f"/api/sessions/{session}", {})
    eventually(lambda: stack.gateway.views(session), lambda found: len(found) >= views, "a new session has its views")
    return session


class ThreeServers:
    """Servers that can be killed, and come back with what their disks have. Their creator ends them."""

    def __init__(self):
        self.folder = make_directory()
        ports = set()
        while len(ports) < 3 * len(NAMES):
            ports.add(free_port())
        groups = [[ports.pop() for _ in range(3)] for _ in NAMES]
        self.ports, self.routes, self.monitors = (dict(zip(NAMES, group, strict=True)) for group in zip(*groups, strict=True))
        self.children = {}
        for name in NAMES:
            (self.folder / f"{name}.conf").write_text(self.configuration(name))

    def configuration(self, name):
        """The configuration of a server."""
        routes = ", ".join(f"nats://127.0.0.1:{port}" for port in self.routes.values())
        return (f'server_name: {name}\nlisten: "127.0.0.1:{self.ports[name]}"\nhttp: "127.0.0.1:{self.monitors[name]}"\n'
                f'jetstream {{ store_dir: "{self.folder}/{name}", max_file: 4G }}\n'
                f'cluster {{ name: searchbus, listen: "127.0.0.1:{self.routes[name]}", routes: [{routes}] }}\n')

    @property
    def addresses(self):
        """Where the servers are."""
        return [f"nats://127.0.0.1:{port}" for port in self.ports.values()]

    def start(self):
        """Starts those that do not run, and returns when all of them know who leads."""
        for name in NAMES:
            if name not in self.children:
                child = Child([SERVER, "-c", self.folder / f"{name}.conf"], self.folder / f"{name}.txt")
                # A test may start one that others use after it.
                Child.all.remove(child)
                self.children[name] = child
        eventually(self.leaders, lambda found: len(found) == len(NAMES) and len(set(found)) == 1, "the servers have made a cluster",
                   patience=60)
        return self

    def kill(self, *names):
        """Ends servers as kill -9 does."""
        for name in names:
            self.children.pop(name).kill()

    @contextlib.contextmanager
    def without(self, *names):
        """Some are killed, and come back afterwards."""
        self.kill(*names)
        try:
            yield
        finally:
            self.start()

    def ask(self, name, path):
        """What a server tells about itself; nothing where it does not answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.monitors[name], timeout=2)
        try:
            connection.request("GET", path)
            return json.loads(connection.getresponse().read())
        except (OSError, http.client.HTTPException, ValueError):
            return {}
        finally:
            connection.close()

    def leaders(self):
        """Who leads all servers, as each of them says."""
        told = [self.ask(name, "/jsz").get("meta_cluster", {}) for name in NAMES]
        return [one["leader"] for one in told if one.get("leader") and one.get("cluster_size") == len(NAMES)]

    def streams(self):
        """What the servers that lead them say of the streams, by name."""
        found = {}
        for name in NAMES:
            for account in self.ask(name, "/jsz?streams=1&config=1").get("account_details", []):
                found |= {one["name"]: one for one in account.get("stream_detail") or [] if one.get("cluster", {}).get("leader") == name}
        return found

    def close(self):
        """Ends them, and removes what they kept."""
        self.kill(*self.children)
        shutil.rmtree(self.folder, ignore_errors=True)
