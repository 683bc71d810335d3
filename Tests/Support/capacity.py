#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
The nodes that a number of users need, from measured costs.

    capacity.py [--sessions 10000 100000 1000000] [--active 0.05] [--keys 60] [--cores 8] [--replicas 3]

Prints a plan for each number of open sessions, and a simulation of one journal from idle to where it breaks. `cluster_costs.py`
measures the costs; docs/capacity.md says what is assumed and what follows.
"""

import argparse
import heapq
import itertools
import math
import random
from dataclasses import dataclass

# Milliseconds of processor time for a key of the demo store (fifteen widgets, four indexes, `together`), 364 keys a second, release
# build, 2026-11-23. A process does more at once the more there is to do: at 18 keys a second each costs three to five times as much.
BROKER_ENTRY, BROKER_EVENT = 0.51, 0.020
WORKERS_BROKER_ENTRY, WORKERS_BROKER_EVENT = 0.71, 0.025
STATE, SEARCHER, WIDGETS, INSIGHTS = 0.14, 0.36, 0.40, 0.05
GATEWAY_OWN, GATEWAY_OTHERS = 1.05, 0.15
NATS_SERVER = 0.20
# Entries of the journal for a key then; the less there is to do, the more there are.
LOADED_ENTRIES = 0.44
# What a key leaves behind: events, bytes of the journal, bytes that a page gets.
EVENTS, JOURNAL_BYTES, LOG_BYTES, PAGE_BYTES = 14.4, 11_300, 18_000, 7_000
# Which part of a broker's time is its one thread's; the rest is that of ZeroMQ's and NATS's threads.
THREAD = 0.7
# From a publication to the subscriber on three servers, milliseconds, p50 and p99.
ORDER = (0.6, 1.6)
# How full a thread, and a machine, may be at the busiest time.
FULL = 0.6
# The mean of a day beside its busiest hour.
DAY = 0.35
# What is kept of a session as long as it is kept: the last event of each topic.
SESSION_BYTES = 20_000
# Stages of a key: events that each appends, and the processor time before.
STAGES = ((1, 0.3), (3, STATE), (2, SEARCHER), (8.4, WIDGETS))


@dataclass(frozen=True)
class Plan:
    """What one app needs."""

    sessions: int
    keys: float
    groups: int
    machines: int
    cores: float
    journal_rate: float
    machine_rate: float
    disk_a_day: float
    log_bytes: float


def keys_of_a_journal():
    """How many keys a second one journal takes: each machine's broker carries out everything in one thread, in entries of the
    same size as where the costs were measured."""
    return FULL / (THREAD * (EVENTS * WORKERS_BROKER_EVENT + LOADED_ENTRIES * WORKERS_BROKER_ENTRY) / 1000)


def plan(sessions, active, keys_a_minute, cores, replicas):
    """What so many open sessions need, with as many journals as their keys take."""
    keys = sessions * active * keys_a_minute / 60
    groups = max(1, math.ceil(keys / keys_of_a_journal()))
    each = keys / groups
    simulated = Journal(replicas, each, random.Random(1))
    simulated.run(1)
    entries = BROKER_ENTRY * simulated.entries / 1000
    shared = entries + (EVENTS * BROKER_EVENT + GATEWAY_OTHERS + NATS_SERVER) * each / 1000
    divided = (STATE + SEARCHER + WIDGETS + INSIGHTS + GATEWAY_OWN) * each / 1000
    machines = replicas
    while shared + divided / machines > FULL * cores and machines < 1000:
        machines += 1
    journal = JOURNAL_BYTES * each
    # In from the leader, out to the others and the pages.
    machine = journal * 2 + PAGE_BYTES * each / machines
    return Plan(sessions, keys, groups, groups * machines, groups * (machines * shared + divided), journal, machine,
                journal * 86_400 * DAY, SESSION_BYTES * sessions / groups)


class Journal:
    """A simulation of one journal: brokers that propose, an order, and brokers that all carry out the same."""

    def __init__(self, machines, keys, chance):
        self.machines, self.chance = machines, chance
        self.keys = keys
        self.now = 0.0
        self.agenda, self.count = [], itertools.count()
        self.waiting = [[] for _ in range(machines)]
        self.is_under_way = [False] * machines
        self.broker_free = [0.0] * machines
        self.worker_free = {}
        self.last_order = 0.0
        self.times, self.entries = [], 0

    def at(self, time, call, *arguments):
        """Does something later."""
        heapq.heappush(self.agenda, (time, next(self.count), call, arguments))

    def run(self, seconds):
        """Keys come by chance; answers with how long each took until its last view, in milliseconds."""
        time = 0.0
        while time < seconds * 1000:
            time += self.chance.expovariate(self.keys / 1000)
            # Whose gateway it is, and whose worker, which the session's shard decides.
            self.at(time, self.key, time, self.chance.randrange(self.machines), self.chance.randrange(self.machines))
        while self.agenda and self.now < seconds * 2000:
            self.now, _, call, arguments = heapq.heappop(self.agenda)
            call(*arguments)
        return self.times

    def key(self, began, gateway, worker):
        """A key reaches the gateway."""
        self.work(0, began, gateway, worker)

    def work(self, stage, began, gateway, worker):
        """A process does its part of a key, and appends."""
        machine = gateway if stage == 0 else worker
        cost = STAGES[stage][1]
        start = max(self.now, self.worker_free.get((machine, stage), 0.0))
        self.worker_free[machine, stage] = start + cost
        self.at(start + cost, self.append, machine, (stage, began, gateway, worker))

    def append(self, machine, command):
        """A command waits for the entry before to be carried out."""
        self.waiting[machine].append(command)
        self.propose(machine)

    def propose(self, machine):
        """Everything that waits becomes an entry."""
        if self.is_under_way[machine] or not self.waiting[machine]:
            return
        entry, self.waiting[machine] = self.waiting[machine], []
        self.is_under_way[machine] = True
        self.entries += 1
        middle, worst = ORDER
        trip = middle * math.exp(self.chance.gauss(0, math.log(worst / middle) / 2.33))
        # Nothing overtakes in an order.
        self.last_order = max(self.last_order, self.now + trip)
        self.at(self.last_order, self.order, machine, entry)

    def order(self, proposer, entry):
        """Every machine carries the entry out."""
        events = sum(STAGES[stage][0] for stage, *_ in entry)
        cost = THREAD * (WORKERS_BROKER_ENTRY + WORKERS_BROKER_EVENT * events)
        for machine in range(self.machines):
            self.broker_free[machine] = max(self.now, self.broker_free[machine]) + cost
            self.at(self.broker_free[machine], self.carried_out, machine, proposer, entry)

    def carried_out(self, machine, proposer, entry):
        """What comes next happens where it is to happen; the proposer may propose again."""
        for stage, began, gateway, worker in entry:
            if stage + 1 < len(STAGES):
                if machine == worker:
                    self.work(stage + 1, began, gateway, worker)
            elif machine == gateway:
                self.times.append(self.now - began)
        if machine == proposer:
            self.is_under_way[machine] = False
            self.propose(machine)


def size(count):
    """Bytes for people."""
    for unit in ("B", "kB", "MB", "GB", "TB", "PB"):
        if count < 1000 or unit == "PB":
            return f"{count:.3g} {unit}"
        count /= 1000
    return ""


def main():
    """Runs it as a command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--active", type=float, default=0.05, help="which part of the open sessions are typed in")
    parser.add_argument("--keys", type=float, default=60, help="keys a minute of a user who types")
    parser.add_argument("--cores", type=int, default=8, help="processors of a machine")
    parser.add_argument("--replicas", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=3, help="how much of each load is simulated")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("| open sessions | keys/s | journals | machines | processors busy | journal/s, each | network/s of a machine | disk/day of a journal's copy | kept of sessions, each |")
    print("|---|---|---|---|---|---|---|---|---|")
    for sessions in options.sessions:
        one = plan(sessions, options.active, options.keys, options.cores, options.replicas)
        print(f"| {one.sessions:,} | {one.keys:,.0f} | {one.groups} | {one.machines} | {one.cores:.1f} | {size(one.journal_rate)} | "
              f"{size(one.machine_rate)} | {size(one.disk_a_day)} | {size(one.log_bytes)} |")
    print(f"\nOne journal takes {keys_of_a_journal():,.0f} keys/s with its brokers' threads {FULL:.0%} full.\n")
    print("| keys/s of one journal | entries/s | key → last view, p50 / p99 |")
    print("|---|---|---|")
    for keys in (50, 100, 200, 400, 800, 1200, 1600, 2400, 3200, 4000):
        journal = Journal(options.replicas, keys, random.Random(options.seed))
        times = sorted(journal.run(options.seconds))
        done = len(times) / (keys * options.seconds)
        p50, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
        note = "" if p99 < 1000 and done > 0.95 else " (it breaks)"
        print(f"| {keys:,} | {journal.entries / options.seconds:,.0f} | {p50:.1f} / {p99:.1f} ms{note} |")


if __name__ == "__main__":
    main()
