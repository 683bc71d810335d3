# SPDX-License-Identifier: MIT
"""How the process of a widget or a searcher is: which event ends it, for its successor; and what it says of itself each second."""

import io
import json
import math
import os
import sys
import time
import traceback
from typing import Any, Protocol

from searchbus.bus import Bus, Draft, Event


class CrashJournal:
    """Finds an event that ends the process each time it is folded: a small file outlives the process and says which."""

    # How much a failure and a kill from outside count, and from which sum on an event is skipped: after three failures or ten
    # kills. `searchbus up` sets the variable for a process whose predecessor failed.
    FAILURE, KILL, LIMIT = 10, 3, 30
    VARIABLE = "SEARCHBUS_FAILED"
    # How many skipped events are remembered: those that may come again, because the cursor stays before them or the
    # turn that skips them contains another event that kills.
    MEMORY = 16
    SIZE = 4096  # of the file, in bytes; that many fit with room to spare

    def __init__(self, path: str):
        self.file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            known = json.loads(os.pread(self.file, self.SIZE, 0))
        except ValueError:
            known = {}
        self.suspect, self.deaths = known.get("suspect"), known.get("deaths", 0)
        self.condemned = known.get("condemned", [])
        if folding := known.get("folding"):
            weight = self.FAILURE if os.environ.get(self.VARIABLE) else self.KILL
            self.deaths = self.deaths + weight if folding == self.suspect else weight
            self.suspect = folding
            if self.deaths >= self.LIMIT:
                self.condemned = [*self.condemned, folding][-self.MEMORY :]
                self.suspect, self.deaths = None, 0
        self.end()

    def must_set_aside(self, event: Event) -> bool:
        """Whether processes have died too often over the event."""
        return [event.body["epoch"], event.sequence] in self.condemned

    def begin(self, event: Event) -> None:
        """Notes what is about to be folded."""
        self._write([event.body["epoch"], event.sequence])

    def end(self) -> None:
        """Notes that it was survived."""
        self._write(None)

    def _write(self, folding: list[Any] | None) -> None:
        note = {"folding": folding, "suspect": self.suspect, "deaths": self.deaths, "condemned": self.condemned}
        os.pwrite(self.file, json.dumps(note).ljust(self.SIZE).encode(), 0)


class Hosted(Protocol):
    """What a host tells of itself."""

    role: str
    label: str
    name: str
    source: str
    cursor: int
    topics: list[str]
    bus: Bus

    @property
    def writes(self) -> list[str]:
        """The beginnings of the topics that it writes to."""


class Status:
    """Says each second how the process is: the Bus page shows it, and `up` replaces a process that is silent."""

    def __init__(self, host: Hosted):
        self.host = host
        self.started_at, self.told_at = time.monotonic(), 0.0
        self.events = self.turns = self.new_events = self.new_turns = 0
        self.set_aside = self.started_over = 0

    def note(self, events: int) -> None:
        self.new_events, self.new_turns = self.new_events + events, self.new_turns + 1

    def tell(self) -> None:
        """Appends the status if a second is over. Not from another thread: a fold that hangs must be silent."""
        now = time.monotonic()
        if now - self.told_at < 1:
            return
        host, name = self.host, self.host.name
        self.events, self.turns = self.events + self.new_events, self.turns + self.new_turns
        with open("/proc/self/statm") as file:
            _, resident, shared, *_ = map(int, file.read().split())
        data = {
            "name": f"{host.label}-{name}",
            "role": host.role,
            "component": name,
            "components": [name],
            "pid": os.getpid(),
            "memoryBytes": (resident - shared) * os.sysconf("SC_PAGESIZE"),
            "cursor": f"{host.cursor:020}",
            "events": self.events,
            "turns": self.turns,
            "eventsPerSecond": round(self.new_events / (now - self.told_at), 1),
            "turnsPerSecond": round(self.new_turns / (now - self.told_at), 1),
            "setAside": self.set_aside,
            "startedOver": self.started_over,
            "uptimeSeconds": round(now - self.started_at, 1),
            "reads": host.topics,
            "writes": host.writes,
        }
        self.told_at, self.new_events, self.new_turns = now, 0, 0
        host.bus.append([Draft(f"status/{host.label}-{name}/", "searchbus.status.process", data, host.source)])


class ExceptionReports:
    """Prints exceptions of the author's code where `searchbus up` and its log show it; the same again after ten seconds at the earliest."""

    INTERVAL, LIMIT = 10, 100

    def __init__(self) -> None:
        self.printed: dict[str, float] = {}

    def report(self, what: str, error: BaseException) -> str:
        """Prints an exception with its traceback; returns it in one line, with the place where it was raised."""
        text, now = "".join(traceback.format_exception(error)), time.monotonic()
        if now - self.printed.get(text, -math.inf) >= self.INTERVAL:
            if len(self.printed) >= self.LIMIT:
                self.printed.clear()
            self.printed[text] = now
            print(f"{what}\n{text}", end="", file=sys.stderr, flush=True)
        places = traceback.extract_tb(error.__traceback__)
        place = f" in {os.path.basename(places[-1].filename)}, line {places[-1].lineno}" if places else ""
        return f"{error!r:.900}{place}"


def environment(*names: str) -> list[str]:
    """The variables with which `searchbus up` starts a program, which ends without them. Its output is written line by line from then on."""
    missing = [name for name in names if name not in os.environ]
    if missing:
        print(f"error: {missing[0]} is not set: this program was not started by `searchbus up`.\n"
              "  Name it in the app file as `run`. If it is `external: true`, set the variables that docs/widgets.md and docs/backends.md list.",
              file=sys.stderr)
        sys.exit(64)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
    return [os.environ[name] for name in names]
