# SPDX-License-Identifier: MIT
"""What happens to the machines of a cluster, drawn before it happens, and what does it to them."""

import contextlib
import os
import signal
import time
from dataclasses import dataclass

from cluster_nodes import NAMES
from searchbus_testing import eventually, is_alive

KILL_EVERY = 20.0
# Between a kill and the next one, each of these comes in its turn.
OTHERS = ("cut", "cut-leader", "poor", "freeze", "leave", "cut-two", "freeze-broker", "poor-all", "retire")
KINDS = ("kill", *OTHERS)
LEADER = "leader"


@dataclass(frozen=True)
class Fault:
    """Something that happens to a node, or to the one that leads, and lasts for a while."""

    at: float
    kind: str
    node: str
    seconds: float

    def __str__(self):
        return f"{self.at:5.1f} s: {self.kind} {self.node} for {self.seconds:.1f} s"


def schedule(chance, seconds, kinds=OTHERS):
    """The faults of a while: a node is killed each 20 s; in between something else is done, each kind in its turn."""
    faults = []
    waiting = []
    at = chance.uniform(0, 2)
    while at < seconds:
        faults.append(drawn(chance, at, "kill"))
        if not waiting:
            waiting = chance.sample(kinds, len(kinds))
        kind = waiting.pop()
        faults.append(drawn(chance, at + chance.uniform(7, 9), kind))
        at += KILL_EVERY
    return faults


def each_once(chance, seconds, kinds=KINDS):
    """The faults of a short while: each kind once, whatever the chance; it decides the order, the nodes and how long each lasts."""
    step = seconds / len(kinds)
    return [drawn(chance, number * step, kind) for number, kind in enumerate(chance.sample(kinds, len(kinds)))]


def drawn(chance, at, kind):
    """A fault of a kind at a node, for as long as it needs to matter."""
    if kind == "kill":
        return Fault(at, kind, chance.choice([*NAMES, LEADER]), chance.uniform(0.5, 3))
    node = LEADER if kind == "cut-leader" else chance.choice(NAMES)
    # A leader is missed for 4 to 9 s: shorter cuts would never see another one.
    return Fault(at, kind, node, chance.uniform(2, 4) if "freeze" in kind else chance.uniform(4, 9))


class Nemesis:
    """Does to a cluster what a schedule says; what is over is made good at once."""

    def __init__(self, cluster, seed):
        self.cluster = cluster
        self.seed = seed
        # What was done: a fault, the node it met, and when it began and was over.
        self.story = []

    def run(self, faults):
        """Carries a schedule out, one fault after the other."""
        began = time.monotonic()
        for fault in faults:
            time.sleep(max(0.0, began + fault.at - time.monotonic()))
            node = self.leader() if fault.node == LEADER else self.cluster.node(fault.node)
            start = time.monotonic()
            print(f"  {start - began:5.1f} s: {fault.kind} {node.name}", flush=True)
            with getattr(self, fault.kind.replace("-", "_"))(node):
                time.sleep(fault.seconds)
            self.story.append((fault, node.name, start, time.monotonic()))

    def leader(self):
        """The node that leads; after the fault before there may be no leader for a while."""
        return eventually(self.cluster.leader, bool, "there is a leader", patience=60, interval=0.2)

    @contextlib.contextmanager
    def kill(self, node):
        """Everything on the node dies at once; later it is started again with what its disk has."""
        node.kill()
        yield
        node.launch()
        self.cluster.wait_ready(node)

    @contextlib.contextmanager
    def cut(self, node):
        """Partitions the node, without a notification."""
        self.cluster.network.cut(node.name)
        yield
        self.cluster.network.heal(node.name)

    cut_leader = cut

    @contextlib.contextmanager
    def cut_two(self, node):
        """Each node is alone: there is no majority."""
        others = [other for other in self.cluster.nodes if other is not node]
        with self.cut(others[0]), self.cut(others[1]):
            yield

    @contextlib.contextmanager
    def poor(self, node):
        """What the node sends and gets comes late, out of order, or not at all."""
        self.cluster.network.spoil(node.name, self.cluster.folder, delay=20, jitter=10, loss=2, seed=self.seed)
        yield
        self.cluster.network.heal(node.name)

    @contextlib.contextmanager
    def poor_all(self, _):
        """All lines are poor."""
        with contextlib.ExitStack() as stack:
            for node in self.cluster.nodes:
                stack.enter_context(self.poor(node))
            yield

    @contextlib.contextmanager
    def freeze(self, node):
        """The node's workers are suspended, and resume later."""
        with frozen(node, lambda name: name not in ("broker", "gateway")):
            yield

    @contextlib.contextmanager
    def freeze_broker(self, node):
        """The node's broker is suspended."""
        with frozen(node, lambda name: name == "broker"):
            yield

    @contextlib.contextmanager
    def leave(self, node):
        """The app on the node is stopped in order, and comes back."""
        node.stop()
        yield
        node.launch()
        self.cluster.wait_ready(node)

    @contextlib.contextmanager
    def retire(self, node):
        """The node has no workers for a while; their shards are others'."""
        for roles in (("gateway",), ()):
            node.stop()
            node.roles = roles
            node.launch()
            self.cluster.wait_ready(node)
            if roles:
                yield


@contextlib.contextmanager
def frozen(node, is_meant):
    """Suspends processes of a node: at least one."""
    stopped = eventually(lambda: stop(pid for name, pid in node.pids().items() if is_meant(name)), bool, f"a process of {node.name} is suspended")
    try:
        yield
    finally:
        for pid in stopped:
            with contextlib.suppress(ProcessLookupError):
                if is_alive(pid):
                    os.kill(pid, signal.SIGCONT)


def stop(pids):
    """Suspends processes; returns those that were."""
    stopped = []
    for pid in filter(is_alive, pids):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
            stopped.append(pid)
    return stopped
