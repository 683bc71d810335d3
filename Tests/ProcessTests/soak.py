#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Kills the processes of a running app while people use it, and checks that nothing is lost, doubled or wrong.

    soak.py [--kills 1000] [--seconds 1500] [--seed N] [--layout each|together] [--back-within 500]

Round after round: people type, refine, page, undo and share sessions; processes are killed, each and several together, now
and then all with the supervisor. When it is quiet again, every acknowledged intent has one outcome, in the accepted order;
the views are those of a session in which the same was done without kills; no page saw a view go back. Prints what
was done and how soon each role was back. Exit codes: 0, 1 something is lost, doubled or wrong, or 99 of 100 kills were not
made good within --back-within milliseconds, 2 usage. SEARCHBUS_BIN names the folder of the executables (`.build/debug`
otherwise). The same seed makes the same people and the same kills, as far as the machine keeps the same time.
"""

import argparse
import json
import pathlib
import random
import shutil
import signal
import statistics
import sys
import threading
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Support"))

from recovery import Recovery  # noqa: E402
from searchbus_checks import OrderCheck, check_sessions, comparable, differences  # noqa: E402
from searchbus_testing import Stack, command, eventually, make_directory, running  # noqa: E402
from shop_data import APP, SETTINGS, records  # noqa: E402
from shop_sessions import Step, wait_quiet  # noqa: E402
from soak_load import Visitor, Watcher, again, visitors  # noqa: E402

ROUND_KILLS = 30
ROUND_SECONDS = 40
SUPERVISOR_CHANCE = 0.012
# A thousand kills take some twenty minutes.
PAUSES = (0.1, 1.2)


@dataclass
class Report:
    """What was done, and what came of it."""

    kills: Counter = field(default_factory=Counter)
    together: int = 0
    starts: list = field(default_factory=list)
    away: dict = field(default_factory=lambda: defaultdict(list))
    acknowledged: int = 0
    events: int = 0
    watched: int = 0
    compared: int = 0
    wrong: list = field(default_factory=list)

    @property
    def times(self):
        """How long each killed process was away, in milliseconds."""
        return [time for times in self.away.values() for time in times]

    def note(self, away):
        """Takes in how long processes were away."""
        self.kills.update(away.keys())
        self.together += len(away) > 1
        for name, seconds in away.items():
            self.away[role(name)].append(seconds * 1000)

    def lines(self):
        """The report for people."""
        yield f"{sum(self.kills.values())} kills, {self.together} times several at once: {dict(sorted(self.kills.items()))}"
        yield (f"{self.acknowledged} intents acknowledged, {self.events} events, {self.watched} views watched, "
               f"{self.compared} final views compared")
        for name, times in sorted(self.away.items()):
            yield f"back, {name:11} {places(times)}"
        yield f"back, all         {places(self.times)}"
        if self.starts:
            yield f"supervisor killed {len(self.starts)} times; everything ready again: {places(self.starts)}"
        for line in self.wrong:
            yield f"WRONG: {line}"
        yield "nothing lost, doubled or wrong" if not self.wrong else f"{len(self.wrong)} violations"


def role(name):
    """What a process is."""
    return name.partition("-")[0].rstrip("s") if name.startswith("interactor") else name.partition("-")[0]


def places(times):
    """A distribution in milliseconds."""
    if not times:
        return "never"
    ordered = sorted(times)
    worst = f"p99 {ordered[max(0, -(-99 * len(ordered) // 100) - 1)]:6.0f} ms  worst {ordered[-1]:6.0f} ms"
    return f"p50 {statistics.median(ordered):6.0f} ms  {worst}  ({len(ordered)})"


def accepted(events, group):
    """What was done in a session, in the order in which it was accepted; several people are of no other use here."""
    if len(group) == 1:
        return group[0].done
    sent = {one.id: one for visitor in group for action in visitor.done
            for one in (action.steps if hasattr(action, "steps") else (action,)) if isinstance(one, Step)}
    return [sent[event.id] for event in events
            if event.kind == "intent" and event.session == group[0].session and event.id in sent]


class Soak:
    """An app that is used and harmed until there were so many kills, or the time is up."""

    def __init__(self, stack, seed, pauses=(0.0, 0.3)):
        self.stack = stack
        self.seed = seed
        # Between two strikes, in seconds.
        self.pauses = pauses
        self.chance = random.Random(f"strikes-{seed}")
        self.report = Report()
        self.order = OrderCheck()
        self.read_to = 0

    def run(self, kills, seconds):
        """Rounds of harm; answers with the report."""
        deadline = time.monotonic() + seconds
        number = 0
        while (left := kills - sum(self.report.kills.values())) > 0 and time.monotonic() < deadline:
            number += 1
            try:
                self.round(number, min(left, ROUND_KILLS), min(deadline, time.monotonic() + ROUND_SECONDS))
            except AssertionError as error:
                # A process is not back, or waits forever: the test cannot continue.
                self.report.wrong.append(f"round {number} (seed {self.seed}): {str(error)[:2000]}")
                break
            print(f"round {number}: {sum(self.report.kills.values())} kills, {self.report.acknowledged} acknowledged, "
                  f"{self.report.compared} views compared, {len(self.report.wrong)} violations", flush=True)
        return self.report

    def round(self, number, kills, deadline):
        """People come, are harmed, and go; then everything is looked at."""
        stop, closing = threading.Event(), threading.Event()
        groups = visitors(self.stack, f"{self.seed}-{number}", stop)
        watchers = [Watcher(self.stack, group[0].session, closing) for group in groups for _ in range(2)]
        for thread in [visitor for group in groups for visitor in group] + watchers:
            thread.start()
        try:
            self.harm_and_look(number, kills, deadline, groups, watchers, stop)
        finally:
            stop.set()
            closing.set()

    def harm_and_look(self, number, kills, deadline, groups, watchers, stop):
        """A round's harm, and what came of it."""
        story = []
        self.rage(kills, deadline, story)
        stop.set()
        people = [visitor for group in groups for visitor in group]
        for visitor in people:
            visitor.finish()
        wait_quiet(self.stack)
        self.report.acknowledged += sum(len(visitor.acknowledged) for visitor in people)
        with self.stack.bus() as bus:
            events = bus.read(after=self.read_to)
        self.read_to = events[-1].sequence
        self.report.events += len(events)
        self.judge(number, lambda: self.check_log(events, groups), story)
        self.compare(number, events, groups, story)
        self.judge(number, lambda: self.check_watchers(watchers), story)

    # What harms.

    def rage(self, kills, deadline, story):
        """Kills until there were so many; each time waits until everybody is back."""
        done = 0
        recovery = Recovery(self.stack)
        try:
            while done < kills and time.monotonic() < deadline:
                # Kills come when they come, whatever anybody is at.
                time.sleep(self.chance.uniform(*self.pauses))
                if self.chance.random() < SUPERVISOR_CHANCE:
                    done += self.kill_all(story)
                    continue
                names = self.victims()
                story.append(" ".join(names))
                away = recovery.kill(names)
                self.report.note(away)
                done += len(away)
        finally:
            recovery.close()

    def victims(self):
        """Whom to kill: mostly one, sometimes two or three, now and then all of a kind, or nearly everybody."""
        names = sorted(self.stack.pids())
        core = [name for name in names if not name.startswith("interactor")]
        widgets = [name for name in names if name.startswith("interactor")]
        kind = self.chance.random()
        if kind < 0.30:
            return [self.chance.choice(core)]
        if kind < 0.70:
            return [self.chance.choice(names)]
        if kind < 0.92:
            return self.chance.sample(names, min(len(names), self.chance.choice([2, 2, 3])))
        return self.chance.choice([core, widgets, names])

    def kill_all(self, story):
        """Kills the supervisor, whose children end with it, and starts it again; answers with how many kills that is."""
        story.append("supervisor")
        began = time.monotonic()
        self.stack.child.kill()
        # The runtime directory is in use until the last child has ended.
        self.stack.start()
        self.report.starts.append((time.monotonic() - began) * 1000)
        self.report.kills["supervisor"] += 1
        return 1

    # What is looked at.

    def judge(self, number, check, story):
        """Notes what a check finds wrong, with what had been done."""
        try:
            check()
        except AssertionError as error:
            self.report.wrong.append(f"round {number} (seed {self.seed}): {str(error)[:2000]}\n  killed: {story}")

    def check_log(self, events, groups):
        """Every acknowledged intent is there once, with one outcome, in order; the log is whole."""
        self.order.take(events)
        check_sessions(events, [group[0].session for group in groups])
        found = Counter(event.id for event in events if event.kind == "intent")
        lost = [one for group in groups for visitor in group for one in visitor.acknowledged if found[one] != 1]
        assert not lost, f"acknowledged, and not once on the log: {lost[:5]}"
        rejected = [event for event in events if event.kind == "outcome" and event.data["result"] == "rejected"]
        assert not rejected, f"nothing that was asked for is wrong, and yet was rejected: {rejected[:3]}"

    def compare(self, number, events, groups, story):
        """Does the same again without faults, and compares the views."""
        calm = [Visitor(self.stack, self.stack.new_session(), list(again(accepted(events, group)))) for group in groups]
        for visitor in calm:
            visitor.start()
        for visitor in calm:
            visitor.finish()
        wait_quiet(self.stack)
        for group, visitor in zip(groups, calm):
            self.judge(number, lambda group=group, visitor=visitor: self.check_same(group[0].session, visitor.session), story)

    def check_same(self, session, calm):
        """The views of two sessions are the same."""
        found, expected = (comparable(self.stack.gateway.views(name)) for name in (session, calm))
        self.report.compared += len(expected)
        assert found == expected, f"session {session} differs (found, expected): {differences(found, expected)}"

    def check_watchers(self, watchers):
        """Every page has seen views go forward only, and ends with those that the gateway tells."""
        for watcher in watchers:
            def present(watcher=watcher):
                return self.stack.gateway.views(watcher.session)
            self.report.watched += watcher.count
            assert not watcher.backwards, f"session {watcher.session}: views went back: {watcher.backwards[:5]}"
            eventually(present, lambda views, watcher=watcher: views == watcher.views,
                       f"the page of {watcher.session} has the present views", patience=15)


def main():
    """Runs it as a command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=1800, help="the longest that new rounds begin")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("--layout", choices=["each", "together"], default="each", help="how widgets share processes")
    parser.add_argument("--back-within", type=float, default=500, help="milliseconds for 99 of 100 kills")
    options = parser.parse_args()
    # Ending this ends what it has started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    print(f"soak.py --kills {options.kills} --seed {options.seed} --layout {options.layout}", flush=True)
    data = make_directory()
    try:
        text = "".join(json.dumps(record) + "\n" for record in records())
        command("index", "import", "products", "-", "--format", "ndjson", "--data", data, "--settings", SETTINGS,
                text=text, patience=60)
        app = data / "shop.yaml"
        app.write_text(f"{APP.read_text()}\ninteractors: {options.layout}\n")
        began = time.monotonic()
        with running(Stack(app, data / "indexes", "--retention", "65536")) as stack:
            report = Soak(stack, options.seed, PAUSES).run(options.kills, options.seconds)
    finally:
        shutil.rmtree(data, ignore_errors=True)
    print("\n".join(report.lines()))
    late = sorted(report.times)[max(0, -(-99 * len(report.times) // 100) - 1)] if report.times else 0
    is_late, is_short = late > options.back_within, sum(report.kills.values()) < options.kills
    if is_late:
        print(f"back within {late:.0f} ms in 99 of 100 kills; {options.back_within:g} ms is asked for")
    if is_short:
        print(f"the time was up before there were {options.kills} kills")
    print(f"took {time.monotonic() - began:.0f} s; seed {options.seed}")
    return 1 if report.wrong or is_late or is_short else 0


if __name__ == "__main__":
    sys.exit(main())
