# SPDX-License-Identifier: MIT
"""A cluster of three machines, each a network namespace with a NATS server and the app, and doors to whichever answers."""

import contextlib
import http.client
import json
import os
import shutil
import signal
import socket
import sysconfig
import time
from collections import Counter

from network_nodes import Network, inside, kill_all
from searchbus_testing import PATIENCE, Child, Gateway, Stack, eventually, make_directory

# A server without the faults of Debian's 2.9.10, in which a partitioned leader keeps what no other has.
SERVER = os.environ.get("SEARCHBUS_NATS_SERVER", sysconfig.get_path("scripts") + "/nats-server")
NAMES = ("a", "b", "c")
PORT, ROUTES, MONITOR = 4222, 6222, 8222
SHARDS = 4


class NodeGateway(Gateway):
    """A gateway that is asked from inside its node's namespace, as by a proxy on the same machine."""

    def __init__(self, port, data, namespace):
        super().__init__(port, data)
        self.namespace = namespace

    def connection(self, patience):
        """A connection to it."""
        made = super().connection(patience)
        with inside(self.namespace):
            made.sock = socket.create_connection(("127.0.0.1", self.port), timeout=patience)
        return made


class Node(Stack):
    """A machine: its NATS server, and `searchbus up`."""

    def __init__(self, name, network, app, indexes, *arguments):
        super().__init__(app, indexes, *arguments)
        self.name = name
        # What it does; both where nothing is said.
        self.roles = ()
        self.network = network
        self.namespace = network.namespace(name)
        self.server = None
        (self.data / "nats.conf").write_text(self.server_configuration())

    def server_configuration(self):
        """The configuration of the NATS server."""
        address = self.network.address
        routes = ", ".join(f"nats://{address(name)}:{ROUTES}" for name in self.network.names)
        return (f'server_name: {self.name}\nlisten: "0.0.0.0:{PORT}"\nhttp: "127.0.0.1:{MONITOR}"\n'
                f'jetstream {{ store_dir: "{self.data}/nats", max_file: 4G }}\n'
                f'cluster {{ name: searchbus, listen: "{address(self.name)}:{ROUTES}", routes: [{routes}] }}\n')

    def within(self, *words):
        """A command that runs in the node's namespace."""
        return ["ip", "netns", "exec", self.namespace, *words]

    @property
    def command(self):
        """What is run."""
        roles = ["--roles", *self.roles] if self.roles else []
        return self.within(*super().command, "--machine", self.name, *roles)

    @property
    def gateway(self):
        """Its HTTP interface."""
        return NodeGateway(self.port, self.data, self.namespace)

    def start_server(self):
        """Starts the NATS server."""
        self.server = Child(self.within(SERVER, "-c", self.data / "nats.conf"), self.data / "nats.txt")

    def launch(self, **options):
        """Starts both; leftovers of a previous run are removed by then."""
        if self.server is None or not self.server.is_running:
            self.start_server()
        return super().launch(**options)

    def stop(self):
        """Asks the app to end, while the NATS server keeps running."""
        code = self.child.end(signal.SIGINT)
        assert code == 0, f"searchbus up on {self.name} did not end in order, but with {code}:\n{self.child.output}"

    def kill(self):
        """Ends everything on the machine at once, as a power cut that the disk survives."""
        kill_all(self.namespace)
        for child in (self.child, self.server):
            child.process.wait(PATIENCE)

    def monitor(self, path):
        """What the NATS server tells about itself; nothing where it does not answer."""
        connection = http.client.HTTPConnection("127.0.0.1", MONITOR, timeout=2)
        try:
            with inside(self.namespace):
                connection.sock = socket.create_connection(("127.0.0.1", MONITOR), timeout=2)
            connection.request("GET", path)
            return json.loads(connection.getresponse().read())
        except (OSError, http.client.HTTPException, ValueError):
            return {}
        finally:
            connection.close()

    def close(self):
        """Ends everything and removes the directory; what `up` answers has to be in order."""
        try:
            super().close()
        finally:
            kill_all(self.namespace)
            shutil.rmtree(self.data, ignore_errors=True)


class Cluster:
    """Three nodes, the same app on each, whose log is kept on all three; `arguments` are for `up`."""

    def __init__(self, app, indexes, *arguments):
        self.folder = make_directory()
        self.network = Network(NAMES)
        self.nodes = []
        servers = [f"nats://{self.network.address(name)}:{PORT}" for name in NAMES]
        try:
            for name in NAMES:
                # Their order does not count: NATS's library shuffles them, so that any machine may be at any server.
                log = {"type": "jetstream", "servers": servers, "replicas": len(NAMES), "shards": SHARDS}
                path = self.folder / f"{name}.yaml"
                path.write_text(f"{app.read_text()}\nlog: {json.dumps(log)}\n")
                self.nodes.append(Node(name, self.network, path, indexes, *arguments))
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        try:
            return self.start()
        except BaseException:
            self.close()
            raise

    def __exit__(self, *_):
        self.close()

    def node(self, name):
        """A node by its name."""
        return self.nodes[NAMES.index(name)]

    def start(self):
        """Starts the servers, then the app on each node, and returns when everything is ready."""
        for node in self.nodes:
            node.start_server()
        eventually(self.metadata_leaders, lambda found: len(found) == len(NAMES) and len(set(found)) == 1,
                   "the servers have made a cluster", patience=60)
        for node in self.nodes:
            node.launch()
        for node in self.nodes:
            self.wait_ready(node)
        return self

    def wait_ready(self, node, patience=60):
        """Waits until the app runs on a node."""
        eventually(node.output, lambda text: "ready in" in text, f"the app is ready on {node.name}", patience)

    def metadata_leaders(self):
        """Who leads the servers, as each of them says."""
        told = [node.monitor("/jsz").get("meta_cluster", {}) for node in self.nodes]
        return [one["leader"] for one in told if one.get("leader") and one.get("cluster_size") == len(NAMES)]

    def streams(self, node):
        """What a node's server says of the stream: nothing, or one answer."""
        for account in node.monitor("/jsz?streams=1").get("account_details", []):
            for stream in account.get("stream_detail") or []:
                if stream["name"].startswith("SEARCHBUS_") and not stream["name"].endswith("_FILES"):
                    yield stream

    def leader(self):
        """The node whose server leads the stream, as most of the servers say; nothing where none is known."""
        said = Counter()
        for node in self.nodes:
            for stream in self.streams(node):
                if name := stream.get("cluster", {}).get("leader"):
                    said[name] += 1
        return self.node(said.most_common(1)[0][0]) if said else None

    def close(self):
        """Ends everything, and removes it."""
        with contextlib.ExitStack() as stack:
            stack.callback(shutil.rmtree, self.folder, ignore_errors=True)
            stack.callback(self.network.close)
            for node in self.nodes:
                stack.callback(node.close)


class Door:
    """What people's browsers reach: a proxy that asks the next node where one does not answer, or refuses for now."""

    # A node that cannot append reports it within 3 s.
    patience = 5.0

    def __init__(self, cluster, home=0, told=None):
        self.nodes = cluster.nodes[home:] + cluster.nodes[:home]
        self.told = told
        self.turn = 0

    @property
    def gateway(self):
        """Itself: it is asked as a gateway is."""
        return self

    def insist(self, method, path, body=None, patience=PATIENCE):
        """A call that is repeated, at one node after the other, until it succeeds; harmless where the intents have ids."""
        def attempt():
            node = self.nodes[self.turn % len(self.nodes)]
            try:
                answer = node.gateway.try_call(method, path, body, self.patience)
            except (OSError, http.client.HTTPException) as error:
                answer = 503, f"{node.name}: {error!r}"
            if answer[0] >= 500:
                self.turn += 1
            elif method == "POST" and self.told:
                self.told(time.monotonic(), node.name, answer[0])
            return answer
        return eventually(attempt, lambda answer: answer[0] < 300, f"{method} {path} succeeds", patience)[1]

    def stream(self, path, patience=PATIENCE, **headers):
        """The events of a stream, from one node each time it is asked for."""
        self.turn += 1
        return self.nodes[self.turn % len(self.nodes)].gateway.stream(path, patience, **headers)

    def new_session(self):
        """A session that has all its views."""
        count = len(self.insist("GET", "/api/app")["widgets"])
        session = self.insist("POST", "/api/sessions", {}, patience=60)["session"]
        eventually(lambda: self.insist("GET", f"/api/sessions/{session}")["views"], lambda views: len(views) >= count,
                   "a new session has its views", patience=60)
        return session
