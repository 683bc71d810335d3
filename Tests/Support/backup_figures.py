#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Measures what a backup costs those who append meanwhile: a broker alone, its log filled, so many appends a second.

    python3 Tests/Support/backup_figures.py [--mebibytes 1024] [--rate 1000] [--seconds 30] [--rounds 3]

In each round the same load runs without a backup, and then with one, each from a log at rest. An append's time is from the moment
at which it was scheduled to its answer, so that a delayed append is counted with all that waited behind it. SEARCHBUS_BIN
names the folder of the executables; `.build/debug` otherwise.
"""

import argparse
import json
import pathlib
import shutil
import statistics
import subprocess
import sys
import threading
import time
import uuid

import zmq

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from searchbus_bus import Draft  # noqa: E402
from searchbus_testing import Broker, binary, eventually  # noqa: E402

FILLER = "x" * 700


def draft(number, filler=FILLER):
    """An event of some session."""
    return Draft(f"view/w{number % 12}/s{number % 500}/", {"n": number, "filler": filler}, type="searchbus.view.t")


def fill(broker, mebibytes):
    """Appends until the log has its size."""
    log, number = broker.data / "log.sqlite", 0
    with broker.bus() as bus:
        while log.stat().st_size < mebibytes << 20:
            bus.append(*(draft(number + each, FILLER * 5) for each in range(200)))
            number += 200
    return number


class Load:
    """Appends at a steady rate, each by itself."""

    def __init__(self, runtime, rate):
        self.runtime, self.rate = runtime, rate

    def run(self, until):
        """The times of appends, in milliseconds, until the closure returns true."""
        context = zmq.Context()
        socket = context.socket(zmq.DEALER)
        socket.set(zmq.LINGER, 0)
        socket.set(zmq.SNDHWM, 0)
        socket.set(zmq.RCVHWM, 0)
        socket.connect(f"ipc://{self.runtime}/commands")
        due, times, sent, began = {}, [], 0, time.monotonic()
        while not until() or due:
            now = time.monotonic()
            while began + sent / self.rate <= now and not until():
                event, name = draft(sent), uuid.uuid4().bytes
                due[name] = began + sent / self.rate
                socket.send_multipart([name, json.dumps({"op": "append", "topics": [event.topic]}).encode(), *event.frames])
                sent += 1
            wait = max(0, (began + sent / self.rate - time.monotonic()) * 1000)
            if socket.poll(min(wait, 50) if wait >= 1 else 0):
                while socket.poll(0):
                    name, header, *_ = socket.recv_multipart()
                    assert b'"ok"' in header, header
                    times.append((time.monotonic() - due.pop(name)) * 1000)
        socket.close()
        context.term()
        return times


def figures(times):
    """Percentiles."""
    cuts = statistics.quantiles(times, n=1000)
    return {"appends": len(times), "p50": round(cuts[499], 2), "p99": round(cuts[989], 2), "p999": round(cuts[998], 2),
            "max": round(max(times), 1)}


def with_backup(broker, load, number):
    """The load while a backup is made; also how long that took, and how large the write-ahead log became."""
    target, wal = broker.data.with_name(f"{broker.data.name}-backup{number}"), [0]
    began = time.monotonic()
    backup = subprocess.Popen([binary("searchbus"), "backup", target, "--data", broker.data], stdout=subprocess.DEVNULL)
    is_over = threading.Event()

    def watch():
        while not is_over.wait(0.1):
            wal[0] = max(wal[0], (broker.data / "log.sqlite-wal").stat().st_size)
            if backup.poll() is not None:
                is_over.set()
    watcher = threading.Thread(target=watch)
    watcher.start()
    times = load.run(is_over.is_set)
    watcher.join()
    took = time.monotonic() - began
    assert backup.returncode == 0
    shutil.rmtree(target)
    return figures(times) | {"seconds": round(took, 1), "walMiB": wal[0] >> 20}


def await_rest(broker):
    """Waits until what was written is in the file, and the write-ahead log is cut."""
    wal = broker.data / "log.sqlite-wal"
    eventually(lambda: wal.stat().st_size if wal.exists() else 0, lambda size: size <= 32 << 20, "the log is at rest", 120)
    time.sleep(2)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mebibytes", type=int, default=1024)
    parser.add_argument("--rate", type=int, default=1000)
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    broker = Broker("--retention", "8192").start()
    try:
        print(f"{fill(broker, arguments.mebibytes)} events")
        load, ratios, seconds = Load(broker.runtime, arguments.rate), [], arguments.seconds
        for number in range(arguments.rounds):
            await_rest(broker)
            end = time.monotonic() + seconds
            alone = figures(load.run(lambda end=end: time.monotonic() > end))
            await_rest(broker)
            during = with_backup(broker, load, number)
            ratios.append(during["p99"] / alone["p99"])
            print(json.dumps({"alone": alone, "backup": during, "ratio": round(ratios[-1], 2)}), flush=True)
        print(f"p99 with a backup by p99 without: {statistics.median(ratios):.2f}")
    finally:
        broker.close()


if __name__ == "__main__":
    main()
