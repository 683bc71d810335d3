#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Measures a key's way to the views on a log that machines share beside one machine's own log, in the same run.

    journal_keys.py APP INDEXES [--keys 100] [--rounds 3] [--pace 0.15]

A key is one intent of the widget `box`, sent by HTTP; its time ends with the view of `hits` that follows from it on the session's stream
of events, and with the last view that does. Three apps: one with its own log, and two nodes that share a log by one NATS server, of
which the second has no workers. They take turns. SEARCHBUS_BIN names the folder of the executables, which have to know journals.
"""

import argparse
import contextlib
import json
import pathlib
import statistics
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from searchbus_testing import Child, Stack, eventually, free_port, make_directory  # noqa: E402

WORDS = ["wireless", "headphones", "kitchen", "camera", "laptop", "speaker", "printer", "garden", "monitor", "keyboard"]


class Screen(threading.Thread):
    """A page: it follows a session, and notes when which view came that follows from which key."""

    def __init__(self, stack):
        super().__init__(daemon=True)
        self.gateway, self.session = stack.gateway, stack.new_session()
        # Of each key: when the view of the hits came, and the last of all.
        self.hits, self.last = {}, {}
        self.start()

    def run(self):
        with contextlib.suppress(OSError, TimeoutError):
            for name, _, content in self.gateway.stream(f"/api/sessions/{self.session}/events", patience=30):
                now = time.perf_counter()
                if name == "view" and (key := content["event"].get("correlationid")):
                    self.last[key] = now
                    if content["topic"].startswith("view/hits/"):
                        self.hits[key] = now

    def type(self, connection, number, text):
        """Presses a key; answers with its id and when that was."""
        key = f"{self.session}-{number}"
        intent = {"to": "box", "type": "set-query", "data": {"query": text}, "id": key}
        began = time.perf_counter()
        connection.request("POST", f"/api/sessions/{self.session}/intents", json.dumps({"intents": [intent]}), self.gateway.headers)
        answer = connection.getresponse()
        assert answer.status < 300, answer.read()
        answer.read()
        return key, began


def round_of(screen, keys, pace, start):
    """Milliseconds to the hits and to the last view, of so many keys."""
    # The gateway closes one on which nothing was asked for a while.
    connection, pressed = screen.gateway.connection(30), {}
    for number in range(start, start + keys):
        word = WORDS[number // 6 % len(WORDS)]
        key, began = screen.type(connection, number, word[:number % 6 + 1])
        pressed[key] = began
        time.sleep(pace)
    connection.close()
    eventually(lambda: len(screen.last), lambda _: all(key in screen.hits for key in pressed), "every key has its hits", patience=5)
    return ([(screen.hits[key] - began) * 1000 for key, began in pressed.items()],
            [(screen.last[key] - began) * 1000 for key, began in pressed.items()])


def percentile(values, part):
    """The value below which such a part lies."""
    return sorted(values)[min(int(len(values) * part), len(values) - 1)]


def main():
    """Runs it as a command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("app")
    parser.add_argument("indexes")
    parser.add_argument("--keys", type=int, default=120)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--pace", type=float, default=0.15, help="seconds between two keys")
    options = parser.parse_args()
    folder, port = make_directory(), free_port()
    words = ["/usr/sbin/nats-server", "-js", "-a", "127.0.0.1", "-p", port, "-sd", folder / "store"]
    server = Child(words, folder / "nats.txt")
    eventually(lambda: server.output, lambda text: "Server is ready" in text, "the server is ready")
    flags = ["--journal", f"nats://127.0.0.1:{port}"]
    stacks = {"own log": Stack(options.app, options.indexes),
              "shared log": Stack(options.app, options.indexes, *flags, "--machine", "one"),
              "shared log, at the machine without workers": Stack(options.app, None, *flags, "--machine", "two", "--roles", "gateway")}
    try:
        found = {}
        for name, stack in stacks.items():
            stack.start()
            found[name] = []
        screens = {name: Screen(stack) for name, stack in stacks.items()}
        for number in range(options.rounds + 1):
            for name, screen in screens.items():
                figures = round_of(screen, options.keys, options.pace, number * options.keys)
                # The first round fills caches.
                if number > 0:
                    found[name].append([percentile(times, part) for times in figures for part in (0.5, 0.99)])
        base = None
        for name, rows in found.items():
            middle = [statistics.median(column) for column in zip(*rows)]
            base = base or middle
            ratios = [value / other for value, other in zip(middle, base)]
            print(f"{name}: key to hits p50 {middle[0]:.1f} / p99 {middle[1]:.1f} ms (x {ratios[0]:.2f} / {ratios[1]:.2f}), "
                  f"to the last view {middle[2]:.1f} / {middle[3]:.1f} ms (x {ratios[2]:.2f} / {ratios[3]:.2f})")
    finally:
        for stack in stacks.values():
            stack.close()
        server.kill()


if __name__ == "__main__":
    main()
