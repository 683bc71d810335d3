#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Measures a log that several machines share beside one machine's own, and beside NATS's client in C on the same server.

    python3 Tests/Support/journal_figures.py [--events 2000] [--rounds 3]

An event's time is from its append to a subscriber, both in one program; the program's own share is in both kinds of log alike.
SEARCHBUS_BIN names the folder of the executables, which have to know journals; `.build/debug` otherwise.
"""

import argparse
import pathlib
import statistics
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from searchbus_bus import Draft  # noqa: E402
from searchbus_testing import Broker, Child, eventually, free_port, make_directory  # noqa: E402

FILLER = "x" * 250
SUPPORT = pathlib.Path(__file__).resolve().parent


def draft(number):
    """An event of some session, of 400 bytes on the wire."""
    return Draft(f"view/w{number % 12}/s{number % 50}/", {"n": number, "filler": FILLER}, type="searchbus.view.t")


def delays(broker, events):
    """From append to subscriber, one event at a time, in microseconds."""
    with broker.bus() as bus:
        subscription = bus.subscribe("view/")
        found = []
        for number in range(events):
            one = draft(number)
            header = {"op": "append", "topics": [one.topic]}
            start = time.perf_counter()
            bus.send(header, *one.frames)
            assert subscription.receive().id == one.id
            found.append((time.perf_counter() - start) * 1e6)
            assert bus.receive(5)[1]["status"] == "ok"
        return found


def rate(broker, batches, under_way=8):
    """Events a second, in appends of 64, so many in flight."""
    commands = []
    for number in range(batches):
        drafts = [draft(number * 64 + each) for each in range(64)]
        commands.append(({"op": "append", "topics": [one.topic for one in drafts]}, [frame for one in drafts for frame in one.frames]))
    with broker.bus() as bus:
        start = time.perf_counter()
        for number, (header, frames) in enumerate(commands):
            bus.send(header, *frames)
            if number >= under_way:
                assert bus.receive(10)[1]["status"] == "ok"
        for _ in range(min(under_way, batches)):
            assert bus.receive(10)[1]["status"] == "ok"
        return batches * 64 / (time.perf_counter() - start)


def percentile(values, part):
    return sorted(values)[min(int(len(values) * part), len(values) - 1)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--events", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    folder = make_directory()
    yardstick = folder / "yardstick"
    subprocess.run(["cc", "-O2", SUPPORT / "journal_yardstick.c", "-lnats", "-o", yardstick], check=True)
    port = free_port()
    server = Child(["/usr/sbin/nats-server", "-js", "-a", "127.0.0.1", "-p", str(port), "-sd", folder / "store"], folder / "nats.txt")
    eventually(lambda: server.output, lambda text: "Server is ready" in text, "the server is ready")
    address = f"nats://127.0.0.1:{port}"
    brokers = [Broker().start(), Broker("--journal", address).start()]
    try:
        rows = []
        for _ in range(options.rounds):
            own, shared = (delays(broker, options.events) for broker in brokers)
            p50, p99, events = (float(word) for word in subprocess.run(
                [yardstick, address, str(options.events)], check=True, capture_output=True, text=True).stdout.split())
            rates = [rate(broker, 300) for broker in brokers]
            rows.append((percentile(own, 0.5), percentile(own, 0.99), percentile(shared, 0.5), percentile(shared, 0.99),
                         p50, p99, *rates, events))
        middle = [statistics.median(row[column] for row in rows) for column in range(9)]
        print(f"append to subscriber, µs, p50 / p99: own log {middle[0]:.0f} / {middle[1]:.0f}, shared {middle[2]:.0f} / {middle[3]:.0f},"
              f" NATS's client {middle[4]:.0f} / {middle[5]:.0f}")
        print(f"events/s in appends of 64: own log {middle[6]:,.0f}, shared {middle[7]:,.0f}, NATS's client {middle[8]:,.0f}")
    finally:
        for broker in brokers:
            broker.close()
        server.kill()


if __name__ == "__main__":
    main()
