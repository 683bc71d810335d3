#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Harms the machines of a cluster while people use it, and checks that nothing is lost, doubled or wrong.

    soak_cluster.py [--seconds 1200] [--seed N]

Three machines, each a network namespace with a NATS server and the app. Round after round people type, refine, page and share
sessions through the gateways of all three; each 20 s a whole machine is killed, and in between nodes are partitioned (the leader
too, or two at once), have poor lines, are suspended, or leave and come back. When it is quiet again, every acknowledged intent has
one outcome, the logs of the three machines are equal event by event, the views are those of a session in which the same was done
and nothing happened, and no page saw a view go back. Prints the schedule, which the seed decides, and how long writes were away.
Exit codes: 0, 1 something is lost, doubled or wrong, 2 usage, 69 network namespaces are not available here. SEARCHBUS_BIN names the
folder of the executables (`.build/debug` otherwise).
"""

import argparse
import contextlib
import json
import pathlib
import random
import shutil
import signal
import sys
import threading
import time
import traceback
from collections import Counter, defaultdict
from dataclasses import dataclass, field

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Support"))

import network_nodes  # noqa: E402
from cluster_faults import Nemesis, schedule  # noqa: E402
from cluster_nodes import Cluster, Door  # noqa: E402
from searchbus_bus import NoAnswer  # noqa: E402
from searchbus_checks import OrderCheck, check_sessions, comparable, differences  # noqa: E402
from searchbus_testing import command, eventually, make_directory  # noqa: E402
from shop_data import APP, SETTINGS, records  # noqa: E402
from shop_sessions import wait_quiet  # noqa: E402
from soak import accepted, places  # noqa: E402
from soak_load import Visitor, Watcher, actions, again  # noqa: E402

ROUND_SECONDS = 100
# Everything is looked at, so nothing may go meanwhile.
ARGUMENTS = ("--retention", "65536")
# How soon after the last fault everything that people have asked for is done.
SETTLES = 60
# How long after a fault a pause of the writes is put down to it.
AFTERMATH = 5.0


@dataclass
class Report:
    """What was done, and what came of it."""

    faults: Counter = field(default_factory=Counter)
    pauses: dict = field(default_factory=lambda: defaultdict(list))
    # How long after each round something was still in flight, in milliseconds.
    settled: list = field(default_factory=list)
    acknowledged: int = 0
    events: int = 0
    watched: int = 0
    compared: int = 0
    # How often the servers' own copies had other sizes, though the logs were equal.
    odd_copies: int = 0
    away: float = 0
    seconds: float = 0
    wrong: list = field(default_factory=list)

    def note(self, story, times):
        """Takes in what was done and when intents were acknowledged: how long none was, for each fault."""
        times = sorted(times)
        gaps = [(left, right) for left, right in zip(times, times[1:])]
        self.seconds += times[-1] - times[0] if times else 0
        self.away += sum(right - left - 1 for left, right in gaps if right - left > 1)
        for fault, _, start, end in story:
            self.faults[fault.kind] += 1
            met = [right - max(left, start) for left, right in gaps if right > start and left < end + AFTERMATH]
            self.pauses[fault.kind].append(max(met, default=0) * 1000)

    def lines(self):
        """The report for people."""
        yield f"{sum(self.faults.values())} faults: {dict(sorted(self.faults.items()))}"
        yield (f"{self.acknowledged} intents acknowledged, {self.events} events, {self.watched} views watched, "
               f"{self.compared} final views compared")
        for kind, times in sorted(self.pauses.items()):
            yield f"longest time without writes, {kind:13} {places(times)}"
        yield f"longest time without writes, all           {places([one for times in self.pauses.values() for one in times])}"
        yield f"no writes for longer than a second: {self.away:.0f} s of {self.seconds:.0f} s"
        if self.settled:
            yield f"everything done after the last fault of a round {places(self.settled)}"
        if self.odd_copies:
            yield f"the servers' own copies had other sizes after {self.odd_copies} rounds, which the logs do not show"
        for line in self.wrong:
            yield f"WRONG: {line}"
        yield "nothing lost, doubled or wrong" if not self.wrong else f"{len(self.wrong)} violations"


def contents(events):
    """What has to be the same of a log on every machine."""
    return [(event.sequence, event.topic, event.id, event.previous, event.body["epoch"], event.data) for event in events]


def check_equal(logs):
    """The logs of several machines are equal, event by event."""
    first, *others = logs
    for number, other in enumerate(others, start=1):
        for left, right in zip(first, other):
            assert left == right, f"log 0 and log {number} differ: {str(left)[:500]} and {str(right)[:500]}"
        assert len(first) == len(other), f"log 0 has {len(first)} events, and log {number} has {len(other)}"


class ClusterSoak:
    """A cluster that is used and harmed until the time is up."""

    def __init__(self, cluster, seed, people=5):
        self.cluster = cluster
        self.seed = seed
        self.people = people
        self.report = Report()
        self.order = OrderCheck()
        self.read_to = 0
        self.times = []

    def run(self, seconds):
        """Rounds of harm; answers with the report."""
        deadline = time.monotonic() + seconds
        number = 0
        while (left := deadline - time.monotonic()) > 1 and not self.report.wrong:
            number += 1
            self.attempt(number, schedule(random.Random(f"faults-{self.seed}-{number}"), min(left, ROUND_SECONDS)))
        return self.report

    def attempt(self, number, faults):
        """One round; answers with the report, which has what went wrong."""
        try:
            self.round(number, faults)
        except (AssertionError, NoAnswer) as error:
            # A node is not back, or waits forever: the test cannot continue.
            self.report.wrong.append(f"round {number} (seed {self.seed}): {str(error)[:2000]}")
        print(f"round {number}: {sum(self.report.faults.values())} faults, {self.report.acknowledged} acknowledged, "
              f"{self.report.compared} views compared, {len(self.report.wrong)} violations", flush=True)
        return self.report

    def round(self, number, faults):
        """People come, are harmed, and go; then everything is looked at."""
        print(f"round {number}:", *faults, sep="\n  ", flush=True)
        stop, closing = threading.Event(), threading.Event()
        groups = self.visitors(number, stop)
        watchers = [Watcher(Door(self.cluster, place), group[0].session, closing) for place, group in enumerate(groups)]
        people = [visitor for group in groups for visitor in group]
        for thread in people + watchers:
            thread.start()
        nemesis = Nemesis(self.cluster, self.seed)
        try:
            nemesis.run(faults)
            stop.set()
            for visitor in people:
                self.await_end(visitor)
            self.report.note(nemesis.story, self.times)
            self.times = []
            self.report.acknowledged += sum(len(visitor.acknowledged) for visitor in people)
            self.look(number, groups, watchers)
        finally:
            stop.set()
            closing.set()

    def await_end(self, visitor):
        """Waits for what a person does last; where it does not come, tells where the person is, and of the session on each node."""
        try:
            visitor.finish()
        except AssertionError:
            print(f"session {visitor.session}, {visitor.done[-3:]}", flush=True)
            with contextlib.suppress(KeyError, OSError):
                print(*traceback.format_stack(sys._current_frames()[visitor.ident]), sep="", flush=True)
                print((pathlib.Path("/proc/self/task") / str(visitor.native_id) / "syscall").read_text(), flush=True)
            for node in self.cluster.nodes:
                with contextlib.suppress(AssertionError, KeyError, OSError):
                    print(*self.story(node, visitor.session), sep="\n    ", flush=True)
            raise

    def story(self, node, session):
        """The last words on a session of a node's log, and how its view of the hits is."""
        view = node.gateway.views(session)["hits"]
        yield f"{node.name}: {view['phase']} with {view['query']!r}"
        with node.bus() as bus:
            events = [event for event in bus.read(after=self.read_to) if event.topic.split("/")[2:3] == [session]]
        for event in events[-40:]:
            yield f"{event.sequence} {event.body['time']} {event.topic} {event.type}"

    def visitors(self, number, stop):
        """Sessions with one person each, and one that two share, each through another node's gateway first."""
        chance = random.Random(f"{self.seed}-{number}")

        def told(time, *_):
            self.times.append(time)

        def visitor(session, work, home):
            return Visitor(Door(self.cluster, home % 3, told), session, work, lambda: chance.uniform(0.05, 0.4), stop)
        groups = []
        for place in range(self.people):
            work = actions(random.Random(f"{self.seed}-{number}-{place}"))
            groups.append([visitor(Door(self.cluster, place % 3).new_session(), work, place)])
        shared, used = Door(self.cluster).new_session(), set()
        groups.append([visitor(shared, actions(random.Random(f"{self.seed}-{number}-{name}"), used, is_alone=False), home)
                       for home, name in enumerate(("left", "right"))])
        return groups

    # What is looked at.

    def look(self, number, groups, watchers):
        """Everything that has to be true once it is quiet."""
        logs = self.settle([group[0].session for group in groups])
        self.read_to = logs[0][-1].sequence
        self.report.events += len(logs[0])
        self.judge(number, lambda: check_equal([contents(log) for log in logs]))
        self.judge(number, lambda: self.check_log(logs[0], groups))
        self.compare(number, logs[0], groups)
        sizes = {json.dumps(stream.get("state", {}).get("bytes")) for node in self.cluster.nodes
                 for stream in self.cluster.streams(node)}
        self.report.odd_copies += len(sizes) > 1
        self.judge(number, lambda: self.check_watchers(watchers))

    def settle(self, sessions):
        """What is new on the logs, once all that was asked for in the sessions is done; who waits for a server may rest for longer
        than the log seems to. What is still missing when the time is up is judged by the caller."""
        began = time.monotonic()
        while True:
            for node in self.cluster.nodes:
                wait_quiet(node)
            ended = time.monotonic()
            head = max(self.heads())
            logs = [self.read(node, head) for node in self.cluster.nodes]
            with contextlib.suppress(AssertionError):
                check_sessions(logs[0], sessions)
                break
            if ended - began > SETTLES:
                break
        self.report.settled.append((ended - began) * 1000)
        return logs

    def read(self, node, head):
        """What is new on a node's log up to a place, which is waited for."""
        with node.bus() as bus:
            eventually(bus.head, lambda found: found >= head, f"the log of {node.name} has everything")
            return [event for event in bus.read(after=self.read_to) if event.sequence <= head]

    def heads(self):
        """Where the logs end."""
        for node in self.cluster.nodes:
            with node.bus() as bus:
                yield bus.head()

    def judge(self, number, check):
        """Notes what a check finds wrong."""
        try:
            check()
        except AssertionError as error:
            self.report.wrong.append(f"round {number} (seed {self.seed}): {str(error)[:2000]}")

    def check_log(self, events, groups):
        """Every acknowledged intent is there once, with one outcome, in order; the log is whole."""
        self.order.take(events)
        check_sessions(events, [group[0].session for group in groups])
        found = Counter(event.id for event in events if event.kind == "intent")
        lost = [one for group in groups for visitor in group for one in visitor.acknowledged if found[one] != 1]
        assert not lost, f"acknowledged, and not once on the log: {lost[:5]}"
        rejected = [event for event in events if event.kind == "outcome" and event.data["result"] == "rejected"]
        assert not rejected, f"nothing that was asked for is wrong, and yet was rejected: {rejected[:3]}"

    def compare(self, number, events, groups):
        """Does the same again without faults, and compares the views of each node."""
        calm = [Visitor(door, door.new_session(), list(again(accepted(events, group))))
                for door, group in ((Door(self.cluster, place % 3), group) for place, group in enumerate(groups))]
        for visitor in calm:
            visitor.start()
        for visitor in calm:
            visitor.finish()
        for node in self.cluster.nodes:
            wait_quiet(node)
        for group, visitor in zip(groups, calm):
            for node in self.cluster.nodes:
                self.judge(number, lambda group=group, visitor=visitor, node=node:
                           self.check_same(node, group[0].session, visitor.session))

    def check_same(self, node, session, calm):
        """The views of two sessions are the same on a node."""
        found, expected = (comparable(node.gateway.views(name)) for name in (session, calm))
        self.report.compared += len(expected)
        assert found == expected, f"{node.name}: session {session} differs (found, expected): {differences(found, expected)}"

    def check_watchers(self, watchers):
        """Every page has seen views go forward only, and ends with those that the gateways tell."""
        for watcher in watchers:
            self.report.watched += watcher.count
            # A view that came late to one gateway may be sent again by the next one: it is the same.
            back = [one for one in watcher.backwards if one[2] < one[1]]
            assert not back, f"session {watcher.session}: views went back: {back[:5]}"
            for node in self.cluster.nodes:
                eventually(lambda node=node, watcher=watcher: node.gateway.views(watcher.session),
                           lambda views, watcher=watcher: views == watcher.views,
                           f"the page of {watcher.session} has the present views of {node.name}", patience=15)


def main():
    """Runs it as a command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1200, help="how long new faults come")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    options = parser.parse_args()
    if reason := network_nodes.why_not():
        print(f"error: {reason}", file=sys.stderr)
        return 69
    # Ending this ends what it has started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    print(f"soak_cluster.py --seconds {options.seconds:g} --seed {options.seed}", flush=True)
    data = make_directory()
    try:
        text = "".join(json.dumps(record) + "\n" for record in records())
        command("index", "import", "products", "-", "--format", "ndjson", "--data", data, "--settings", SETTINGS,
                text=text, patience=60)
        with Cluster(APP, data / "indexes", *ARGUMENTS) as cluster:
            report = ClusterSoak(cluster, options.seed).run(options.seconds)
    finally:
        shutil.rmtree(data, ignore_errors=True)
    print("\n".join(report.lines()))
    print(f"seed {options.seed}")
    return 1 if report.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
