#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Measures what a key costs each process of an app: processor time, wake-ups, system calls, bytes, pages, allocations.

    key_budget.py [--bin DIR] [--app FILE] [--data DIR] [--layout each|together|both] [--keys N]
    key_budget.py --compare docs/key-budget.json     prints each number with its ratio to a recorded one
    key_budget.py --record                           rewrites docs/key-budget.json and the tables of docs/performance.md
    key_budget.py --budget FILE                      prints a recorded budget instead of measuring one

The app runs twice for each layout, beside a copy of the indexes: as it is, for processor time and wake-ups, and with calls of the C
library counted (counting_shim.c), for the rest. One session with an open event stream types at a fixed interval.
"""

import argparse
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from call_counts import SYSTEM_CALLS, CallCounts, processor_nanoseconds, wake_ups, wake_ups_between  # noqa: E402
from measured_app import MeasuredApp, Page  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORD, DOCUMENT = ROOT / "docs/key-budget.json", ROOT / "docs/performance.md"
BEGIN, END = "<!-- key budget -->", "<!-- end of key budget -->"
TEXT = "wireless headphones"
LAYOUTS = ("each", "together")
# The order of the rows; other programs of an app are below them.
KINDS = ("broker", "gateway", "state", "searcher", "interactor", "insights", "indexer", "supervisor")

# The numbers of a row, with their column and their digits after the point.
NUMBERS = {
    "processor": ("processor time, µs", 0), "wakeUps": ("wake-ups", 1), "systemCalls": ("system calls", 1), "polls": ("of these polls", 1),
    "received": ("bytes received", 0), "sent": ("bytes sent", 0), "pages": ("pages written", 1), "allocations": ("allocations", 0),
}


class Sample:
    """What each process of an app has used so far."""

    def __init__(self, pids, counts):
        self.time = time.monotonic()
        self.pids, self.counts, self.processor, self.wake_ups = pids, {}, {}, {}
        for pid in pids.values():
            if counts:
                self.counts[pid] = counts.of(pid)
                if self.counts[pid] is None:
                    raise RuntimeError(f"the calls of process {pid} are not counted")
            else:
                self.wake_ups[pid], self.processor[pid] = wake_ups(pid), processor_nanoseconds(pid)

    def since(self, before):
        """What each process has used since a former sample, by pid, and the seconds between them."""
        if self.pids != before.pids:
            raise RuntimeError("a process ended or was started during the measurement")
        if self.counts:
            used = {pid: {name: count - before.counts[pid][name] for name, count in counts.items()} for pid, counts in self.counts.items()}
        else:
            used = {pid: {"processor": (self.processor[pid] - before.processor[pid]) / 1000,
                          "wakeUps": wake_ups_between(before.wake_ups[pid], self.wake_ups[pid])} for pid in self.processor}
        return used, self.time - before.time


class Typist:
    """Types a text into the box of a session, again and again, a letter at a time."""

    def __init__(self, app, session, interval):
        self.app, self.path, self.interval, self.number = app, f"/api/sessions/{session}/intents", interval, 0

    def type(self, count):
        """Presses so many keys, each at its time."""
        start = time.monotonic()
        for index in range(count):
            time.sleep(max(0, start + index * self.interval - time.monotonic()))
            text = TEXT[:self.number % len(TEXT) + 1]
            self.app.call("POST", self.path, {"to": self.app.box, "type": "set-query",
                                              "data": {"query": text, "client": "budget", "edit": self.number}})
            self.number += 1


def used_by_a_key(options, layout, counts):
    """What one key costs each process, by name: its kind and the numbers, without those of a process at rest."""
    environment = counts.environment if counts else {}
    with MeasuredApp(options.bin, options.app, options.data / "indexes", layout, environment) as app:
        session = app.new_session()
        page = Page(app, session)
        typist = Typist(app, session, options.interval / 1000)
        page.wait_quiet()
        typist.type(options.warmup)
        page.wait_quiet()
        first = Sample(app.pids(), counts)
        time.sleep(options.idle)
        second = Sample(app.pids(), counts)
        shown = page.bytes
        typist.type(options.keys)
        page.wait_quiet()
        third = Sample(app.pids(), counts)
        if page.bytes == shown:
            raise RuntimeError("the keys have changed no view")
        page.close()
        (rest, idle), (used, busy) = second.since(first), third.since(second)
        return {name: (kind(pid),
                       {key: max(0, (number - rest[pid][key] / idle * busy) / options.keys) for key, number in used[pid].items()})
                for name, pid in third.pids.items()}


def kind(pid):
    """The kind of a process: its executable, or the command of one that has several."""
    name = pathlib.Path(f"/proc/{pid}/exe").readlink().name
    if name.endswith("worker"):
        return pathlib.Path(f"/proc/{pid}/cmdline").read_text().split("\0")[1]
    return "supervisor" if name == "searchbus" else name.removeprefix("searchbus-").removesuffix("-remote")


def rounded(key, number):
    """A number of a row as it is recorded."""
    return round(number, NUMBERS[key][1] or None)


def rows(uncounted, counted):
    """The numbers of each kind of process, rounded, with how many processes there are."""
    sums = {}
    for name, (process, numbers) in uncounted.items():
        calls = counted[name][1]
        row = sums.setdefault(process, {"processes": 0, **dict.fromkeys(NUMBERS, 0)})
        used = {**numbers, "systemCalls": sum(calls[call] for call in SYSTEM_CALLS), "polls": calls["polls"],
                "received": calls["received_bytes"], "sent": calls["sent_bytes"], "pages": calls["pages"], "allocations": calls["allocations"]}
        row["processes"] += 1
        for key, number in used.items():
            row[key] += number
    return {name: {"processes": row["processes"], **{key: rounded(key, row[key]) for key in NUMBERS}} for name, row in sums.items()}


def provenance(executables):
    """The commit of the executables, as far as their folder shows it, the machine and the date."""
    command = ["git", "-C", executables, "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    commit = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip() or "unknown"
    model = re.search(r"^model name\s*:\s*(.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return {"commit": commit, "machine": f"{os.cpu_count()} × {model[1].strip() if model else 'processor of an unknown kind'}",
            "date": datetime.datetime.now(datetime.UTC).date().isoformat()}


def measure(options):
    """A budget."""
    with tempfile.TemporaryDirectory(prefix="searchbus-counts-") as folder:
        counts = CallCounts(pathlib.Path(folder))
        layouts = {}
        for layout in LAYOUTS if options.layout == "both" else [options.layout]:
            print(f"`interactors: {layout}` …", file=sys.stderr)
            layouts[layout] = rows(used_by_a_key(options, layout, None), used_by_a_key(options, layout, counts))
        return {**provenance(options.bin), "app": options.app.stem, "keys": options.keys, "interval": options.interval, "layouts": layouts}


def total(layout):
    """The sums of a layout's rows."""
    return {key: sum(row[key] for row in layout.values()) for key in ["processes", *NUMBERS]}


def cell(key, number, former):
    """A number as a table shows it, with its ratio to a former one."""
    text = f"{number:,.{NUMBERS[key][1]}f}"
    if former is None or number == former == 0:
        return text
    return f"{text} (×{number / former:.2f})" if former else f"{text} (new)"


def table(layout, former=None):
    """The rows of a layout in Markdown, with ratios to those of a former budget."""
    order = sorted(layout, key=lambda name: (KINDS.index(name) if name in KINDS else len(KINDS), name))
    lines = ["| process | " + " | ".join(column for column, _ in NUMBERS.values()) + " |", "|" + "---|" * (len(NUMBERS) + 1)]
    entries = [(f"{name} × {layout[name]['processes']}" if layout[name]["processes"] > 1 else name, layout[name], (former or {}).get(name))
               for name in order]
    for name, row, old in [*entries, ("**all**", total(layout), total(former) if former else None)]:
        cells = [cell(key, row[key], old[key] if old else None) for key in NUMBERS]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def report(budget, former=None):
    """The tables of a budget, each below a line that names the layout."""
    parts = [f"Commit {budget['commit']}, {budget['date']}, {budget['machine']}; {budget['keys']} keys, {budget['interval']} ms apart, "
             f"the app `{budget['app']}`."]
    if former:
        parts.append(f"In brackets: the ratio to commit {former['commit']}, {former['date']}.")
    for layout, found in budget["layouts"].items():
        parts += [f"`interactors: {layout}`:", table(found, former["layouts"].get(layout) if former else None)]
    return "\n\n".join(parts)


def record(budget):
    """Rewrites the recorded budget, and the tables of the document."""
    text = DOCUMENT.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not end:
        raise RuntimeError(f"{DOCUMENT} does not have the lines {BEGIN} and {END}")
    RECORD.write_text(json.dumps(budget, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n", encoding="utf-8")
    DOCUMENT.write_text(f"{head}{BEGIN}\n\n{report(budget)}\n\n{END}{tail}", encoding="utf-8")


def parsed(arguments):
    """The options of the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / ".build/release", help="folder of the executables")
    parser.add_argument("--app", type=pathlib.Path, default=ROOT / "deploy/demo/store.yaml", help="app file, with a search box")
    parser.add_argument("--data", type=pathlib.Path, default=ROOT / ".searchbus/store", help="folder with the imported indexes, which are copied")
    parser.add_argument("--layout", choices=[*LAYOUTS, "both"], default="both", help="how the widgets share processes")
    parser.add_argument("--keys", type=int, default=100, help="keys that are measured")
    parser.add_argument("--warmup", type=int, default=20, help="keys before them")
    parser.add_argument("--interval", type=int, default=60, help="milliseconds between keys")
    parser.add_argument("--idle", type=float, default=5.0, help="seconds for which the app is measured at rest")
    parser.add_argument("--budget", type=pathlib.Path, metavar="FILE", help="print this budget instead of measuring")
    parser.add_argument("--compare", type=pathlib.Path, metavar="FILE", help="print ratios to this budget")
    parser.add_argument("--json", action="store_true", help="print an object instead of tables")
    parser.add_argument("--record", action="store_true", help="rewrite docs/key-budget.json and the tables of docs/performance.md")
    options = parser.parse_args(arguments)
    if options.json and options.compare:
        parser.error("--json prints no ratios: leave out --compare")
    if options.record and not options.budget and options.layout != "both":
        parser.error("--record needs --layout both")
    if not options.budget and not (options.data / "indexes").is_dir():
        parser.error(f"{options.data} has no indexes; `make data` imports those of the demo")
    return options


def main(arguments=None):
    """Measures and prints."""
    options = parsed(arguments)
    # Before the measurement, which takes a minute, and may record to the same file.
    former = json.loads(options.compare.read_text(encoding="utf-8")) if options.compare else None
    budget = json.loads(options.budget.read_text(encoding="utf-8")) if options.budget else measure(options)
    print(json.dumps(budget, ensure_ascii=False, sort_keys=True) if options.json else report(budget, former))
    if options.record:
        record(budget)


if __name__ == "__main__":
    main()
