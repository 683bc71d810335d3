#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Measures the cost of a keystroke in a cluster: processor time by process, and bytes by where they go.

    cluster_costs.py APP INDEXES [--sessions 20] [--keys 40] [--pace 1.0] [--away 0.5]

One NATS server, a machine with workers and one without. People at both type, with a page open; each key is one intent. Prints a
line of JSON, as `capacity.py` takes it. SEARCHBUS_BIN names the folder of the executables, which have to know journals.
"""

import argparse
import contextlib
import http.client
import json
import os
import pathlib
import random
import sys
import threading
import time
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from searchbus_testing import Child, Stack, eventually, free_port, make_directory  # noqa: E402

TICK = os.sysconf("SC_CLK_TCK")
WORDS = ["wireless", "headphones", "kitchen", "camera", "laptop", "speaker", "printer", "garden", "monitor", "keyboard"]


def processor_time(pid):
    """Seconds of processor time that a process has had."""
    words = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / TICK


class Page(threading.Thread):
    """A page that follows a session, and counts the bytes that it gets."""

    def __init__(self, stack, session, stop):
        super().__init__(daemon=True)
        self.stack, self.session, self.stop = stack, session, stop
        self.bytes = 0

    def run(self):
        gateway = self.stack.gateway
        connection = gateway.connection(30)
        with contextlib.suppress(OSError, http.client.HTTPException):
            connection.request("GET", f"/api/sessions/{self.session}/events", headers=gateway.headers)
            response = connection.getresponse()
            while not self.stop.is_set() and (line := response.readline()):
                self.bytes += len(line)
        connection.close()


class Typist(threading.Thread):
    """A user who types at a steady pace."""

    def __init__(self, stack, session, keys, pace, chance):
        super().__init__(daemon=True)
        self.gateway, self.session, self.keys, self.pace, self.chance = stack.gateway, session, keys, pace, chance

    def run(self):
        time.sleep(self.chance.uniform(0, self.pace))
        text = ""
        for _ in range(self.keys):
            text = text[:-1] if len(text) > 12 else text + self.chance.choice(WORDS)[0] if text else self.chance.choice(WORDS)[:3]
            began = time.monotonic()
            intent = {"to": "box", "type": "set-query", "data": {"query": text}, "id": uuid.uuid4().hex}
            self.gateway.insist("POST", f"/api/sessions/{self.session}/intents", {"intents": [intent]})
            time.sleep(max(0, self.pace - (time.monotonic() - began)))


def state(stacks, server, monitor):
    """Everything that is counted, now."""
    times = {f"{name}/{process}": processor_time(pid) for name, stack in stacks.items()
             for process, pid in [*stack.pids().items(), ("supervisor", stack.child.pid)]}
    times["nats"] = processor_time(server.pid)
    connection = http.client.HTTPConnection("127.0.0.1", monitor, timeout=5)
    connection.request("GET", "/jsz?streams=1")
    stream = json.loads(connection.getresponse().read())["account_details"][0]["stream_detail"][0]["state"]
    connection.close()
    with next(iter(stacks.values())).bus() as bus:
        head = bus.head()
    sizes = {f"{name}/log": sum(path.stat().st_size for path in stack.data.glob("log.sqlite*")) for name, stack in stacks.items()}
    return {"times": times, "journal": (stream["messages"], stream["bytes"]), "head": head, "sizes": sizes}


def main():
    """Runs it as a command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("app")
    parser.add_argument("indexes")
    parser.add_argument("--sessions", type=int, default=20)
    parser.add_argument("--keys", type=int, default=40)
    parser.add_argument("--pace", type=float, default=1.0, help="seconds between the keys of a session")
    parser.add_argument("--away", type=float, default=0.5, help="which part of the people are at the machine without workers")
    parser.add_argument("--idle", type=float, default=5.0, help="for how many seconds it is measured what everything costs unused")
    options = parser.parse_args()
    folder = make_directory()
    port, monitor = free_port(), free_port()
    words = ["/usr/sbin/nats-server", "-js", "-a", "127.0.0.1", "-p", port, "-m", monitor, "-sd", folder / "store"]
    server = Child(words, folder / "nats.txt")
    eventually(lambda: server.output, lambda text: "Server is ready" in text, "the server is ready")
    flags = ["--journal", f"nats://127.0.0.1:{port}", "--retention", "65536"]
    stacks = {"workers": Stack(options.app, options.indexes, *flags, "--machine", "one"),
              "replica": Stack(options.app, None, *flags, "--machine", "two", "--roles", "gateway")}
    try:
        for stack in stacks.values():
            stack.start()
        stop = threading.Event()
        people = [stacks["replica" if number < options.away * options.sessions else "workers"] for number in range(options.sessions)]
        sessions = [stack.new_session() for stack in people]
        pages = [Page(stack, session, stop) for stack, session in zip(people, sessions)]
        typists = [Typist(stack, session, options.keys, options.pace, random.Random(number))
                   for number, (stack, session) in enumerate(zip(people, sessions))]
        for page in pages:
            page.start()
        time.sleep(2)
        rest = state(stacks, server, monitor)["times"]
        time.sleep(options.idle)
        idle = {name: (time - rest[name]) / options.idle for name, time in state(stacks, server, monitor)["times"].items()}
        before, began, bytes_before = state(stacks, server, monitor), time.monotonic(), sum(page.bytes for page in pages)
        for typist in typists:
            typist.start()
        for typist in typists:
            typist.join()
        time.sleep(1)
        after, seconds = state(stacks, server, monitor), time.monotonic() - began
        keys = options.sessions * options.keys
        print(json.dumps({
            "keys": keys, "keys_per_second": round(keys / seconds, 1),
            "idle_milliseconds_per_second": {name: round(cost * 1000, 1) for name, cost in sorted(idle.items())},
            "milliseconds_per_key": {name: round((time - before["times"][name] - idle[name] * seconds) * 1000 / keys, 3)
                                     for name, time in sorted(after["times"].items())},
            "events_per_key": round((after["head"] - before["head"]) / keys, 2),
            "journal_messages_per_key": round((after["journal"][0] - before["journal"][0]) / keys, 2),
            "journal_bytes_per_key": round((after["journal"][1] - before["journal"][1]) / keys),
            "log_bytes_per_key": {name: round((size - before["sizes"][name]) / keys) for name, size in after["sizes"].items()},
            "page_bytes_per_key": round((sum(page.bytes for page in pages) - bytes_before) / keys),
        }), flush=True)
        stop.set()
    finally:
        for stack in stacks.values():
            stack.close()
        server.kill()


if __name__ == "__main__":
    main()
