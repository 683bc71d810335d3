#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints every search result, one line each, and resumes after a stop or a crash: nothing is missed.

    python3 resume_results.py [--runtime DATA/run] [--cursor FILE]
    python3 resume_results.py --check       # compares what was seen so far with the log

Its sequence number is kept in a small file that is replaced as a whole. A line is printed before the file is written:
if killed in between, the program prints that line again. (For exactly-once output, append it to the log together
with a cursor, as the widget in ../sum-searches-python does.)
"""

import argparse
import json
import os
import pathlib
import sys

# In the sources of SearchBus; elsewhere the package `searchbus` is installed.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "web/python-client/src"))

from searchbus.bus import Bus, BusError, Event, find_runtime

TOPICS = ["results/"]


class Progress:
    """How far the program has got, and what it saw on the way: `count` events whose sequences add up to `total`."""

    def __init__(self, path: str):
        self.path = path
        self.start_over({})
        if os.path.exists(path):
            with open(path) as file:
                self.__dict__.update(json.load(file))

    def start_over(self, position: dict, start: int = 0) -> None:
        """Counts from `start`: earlier events are no longer available."""
        self.position, self.start, self.count, self.total = position, start, 0, 0

    def note(self, events: list[Event], position: dict) -> None:
        new = [event.sequence for event in events if event.sequence > self.start]
        self.position, self.count, self.total = position, self.count + len(new), self.total + sum(new)

    def save(self) -> None:
        """Writes the file so that a crash leaves the old one or the new one."""
        draft = f"{self.path}.new"
        with open(draft, "w") as file:
            json.dump({key: value for key, value in self.__dict__.items() if key != "path"}, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, self.path)

    def has_seen(self, event: Event) -> bool:
        position = self.position
        reached = max(position.get("after", 0), position.get("channels", {}).get(event.channel, 0))
        return self.start < event.sequence <= reached


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def follow(bus: Bus, progress: Progress) -> None:
    """Prints what comes, until the log is another one."""
    subscription = bus.subscribe(TOPICS, **progress.position)
    try:
        while True:
            try:
                events = subscription.next(timeout=1)
            except BusError as error:
                if error.code not in ("trimmed", "diverged"):
                    raise
                say(f"! some results were removed from the log: {error.message}")
                progress.start_over(subscription.position, start=subscription.told_trimmed)
                continue
            for event in events:
                print(f"{event.sequence} {event.component} {event.data['query']!r}")
            sys.stdout.flush()
            if subscription.position != progress.position:
                progress.note(events, subscription.position)
                progress.save()
    finally:
        subscription.close()


def run(bus: Bus, progress: Progress) -> None:
    while True:
        try:
            follow(bus, progress)
        except BusError as error:
            if error.code != "epoch-changed":
                raise
            say(f"! {error.message}")
            progress.start_over({})
            progress.save()


def check(bus: Bus, progress: Progress) -> int:
    """Compares what was seen with what is on the log; 0 where it is the same."""
    count = total = 0
    after, page = progress.start, None
    while page is None or page.through < page.head:
        page = bus.replay(TOPICS, after)
        if page.epoch != progress.position.get("epoch") or page.trimmed > progress.start:
            say("The log no longer has what was seen: nothing to compare.")
            return 2
        seen = [event.sequence for event in page.events if progress.has_seen(event)]
        count, total, after = count + len(seen), total + sum(seen), page.through
    is_same = (count, total) == (progress.count, progress.total)
    print(f"{progress.count} results seen, {count} on the log: {'the same' if is_same else 'NOT THE SAME'}")
    return 0 if is_same else 1


def main() -> int:
    parser = argparse.ArgumentParser(description="Prints every search result and resumes where it was.")
    parser.add_argument("--runtime", help="the folder of the sockets (default: .searchbus/*/run)")
    parser.add_argument("--cursor", default="results.cursor", help="the file that keeps the place")
    parser.add_argument("--check", action="store_true", help="compare what was seen with the log")
    options = parser.parse_args()
    bus, progress = Bus(find_runtime(options.runtime)), Progress(options.cursor)
    return check(bus, progress) if options.check else run(bus, progress)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        pass
