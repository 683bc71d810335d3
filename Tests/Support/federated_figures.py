#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Measures federated search: what several indexes in one search cost, and the effect of a slow engine on typing.

    python3 Tests/Support/federated_figures.py [--keys N] [PART…]

indexes   one key over three embedded indexes (the demo's products, films and actors), beside each of them alone
answers   one key over three engines elsewhere whose answers come at once, and one after the other: what an answer costs that
          leaves alone
typist    ten keys a second on an engine that takes 300 ms: when results are seen
hang      one key beside an engine that never answers

Times are from the key to the last view on the session's stream. SEARCHBUS_BIN names the folder of the executables;
`.build/debug` otherwise.
"""

import argparse
import contextlib
import json
import pathlib
import statistics
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from app_shapes import processor_seconds, seconds_of  # noqa: E402
from searchbus_testing import Stack, binary, eventually, make_directory, running  # noqa: E402
from slow_service import SlowService  # noqa: E402

DEMO = pathlib.Path(__file__).resolve().parents[2] / "deploy/demo"
INDEXES = ("products", "films", "actors")
PAUSE = 0.1


def app_text(members, backends=()):
    """An app with one list of hits for each member, which is the name of an index too; with backends, each has its own."""
    lines = ["name: measured", "interactors: together"]
    if backends:
        lines += ["backends:", *(f"  {name}: {{ type: algolia, url: '{url}', timeout: 30 }}"
                                 for name, url in zip(members, backends, strict=True))]
    lines.append("searchers:")
    lines += [f"  {name}: {{ type: hits, index: {name}, hitsPerPage: 20{f', backend: {name}' if backends else ''} }}"
              for name in members]
    searcher = members[0]
    if len(members) > 1:
        searcher = "all"
        lines.append(f"  all: {{ type: multi, searchers: [{', '.join(members)}] }}")
    lines += ["widgets:", f"  box: {{ type: search-box, searcher: {searcher} }}",
              *(f"  {name}-hits: {{ type: hits, searcher: {name} }}" for name in members)]
    return "\n".join(lines) + "\n"


class Seen:
    """The views of a session as they come, with when."""

    def __init__(self, stack):
        self.session = stack.new_session()
        self.stack = stack
        self.times = {}
        self.changed = threading.Condition()
        threading.Thread(target=self.follow, daemon=True).start()
        with self.changed:
            self.changed.wait(10)

    def follow(self):
        """Notes when each text is first shown by each widget."""
        with contextlib.suppress(OSError, ValueError):
            for name, _, data in self.stack.gateway.stream(f"/api/sessions/{self.session}/events", patience=60):
                now = time.monotonic()
                with self.changed:
                    if name == "view":
                        view, widget = data["event"]["data"], data["topic"].split("/")[1]
                        if "query" in view:
                            self.times.setdefault((widget, view["query"]), now)
                    self.changed.notify_all()

    def type(self, text):
        """Types a text; answers with when."""
        began = time.monotonic()
        self.stack.gateway.send(self.session, ("box", "set-query", {"query": text}))
        return began

    def wait(self, text, widgets):
        """When the last of some widgets has shown a text."""
        wanted = [(widget, text) for widget in widgets]
        with self.changed:
            assert self.changed.wait_for(lambda: all(each in self.times for each in wanted), 20), (text, widgets)
            return max(self.times[each] for each in wanted)


def texts(count):
    """So many different texts that find something."""
    words = ["red", "steel", "tom", "light", "wireless", "john", "lamp", "black", "robert", "green"]
    return [word[:length] + " " * (number // 100) for number in range(count)
            for word in [words[number % 10]] for length in [1 + number // 10 % len(word)]]


def key_times(seen, widgets, count):
    """Milliseconds from each key to the last of some widgets."""
    times = []
    for number, text in enumerate(texts(count)):
        text = f"{text} {number}"  # No text twice, or it would have been seen before.
        began = seen.type(text)
        times.append((seen.wait(text, widgets) - began) * 1000)
        time.sleep(PAUSE / 2)
    return times


def percentile(times, part):
    """The figure that so many percent of the times do not pass."""
    return sorted(times)[min(int(len(times) * part / 100), len(times) - 1)]


def words_of(times):
    """Median and worst of a hundred, in words."""
    return f"p50 {statistics.median(times):6.1f} ms   p99 {percentile(times, 99):6.1f} ms"


def measure_indexes(keys):
    """Three indexes in one search, beside each alone; keys go round, so that the machine's moods meet all alike."""
    data = make_directory()
    subprocess.run([DEMO / "import.sh", binary("searchbus"), "store", data], check=True, capture_output=True)
    shapes = {"all": INDEXES, **{name: (name,) for name in INDEXES}}
    with contextlib.ExitStack() as stacks:
        seen, times = {}, {name: [] for name in shapes}
        for name, members in shapes.items():
            app = make_directory() / "app.yaml"
            app.write_text(app_text(members))
            seen[name] = Seen(stacks.enter_context(running(Stack(app, data / "indexes"))))
        for number, text in enumerate(texts(keys)):
            for name, members in shapes.items():
                began = seen[name].type(f"{text} {number}".strip())
                shown = seen[name].wait(f"{text} {number}".strip(), [f"{each}-hits" for each in members])
                times[name].append((shown - began) * 1000)
                time.sleep(PAUSE / 4)
    for name, found in times.items():
        print(f"  {name:10} {words_of(found)}")
    slowest = max(statistics.median(times[name]) for name in INDEXES)
    print(f"  all beside the slowest member: {statistics.median(times['all']) / slowest:.2f}")


def measure_answers(keys):
    """Answers that come at once, and one after the other: processor time a key of the processes that do not ask the engines."""
    for words, delays in [("at once", (0, 0, 0)), ("one by one", (0, 0.005, 0.01))]:
        services = [SlowService(lambda _, delay=delay: delay) for delay in delays]
        app = make_directory() / "app.yaml"
        app.write_text(app_text(INDEXES, [service.url for service in services]))
        with running(Stack(app)) as stack:
            seen = Seen(stack)
            key_times(seen, [f"{name}-hits" for name in INDEXES], 10)
            asker = stack.pids()["searcher-all"]
            before = processor_seconds(stack) - seconds_of(asker)
            times = key_times(Seen(stack), [f"{name}-hits" for name in INDEXES], keys)
            spent = (processor_seconds(stack) - seconds_of(asker) - before) * 1000 / keys
        for service in services:
            service.close()
        print(f"  {words:10} {words_of(times)}   {spent:5.2f} ms of processor time a key")


def measure_typist(keys):
    """Ten keys a second on an engine that takes 300 ms."""
    service = SlowService(lambda _: 0.3)
    app = make_directory() / "app.yaml"
    app.write_text(app_text(("products",), [service.url]))
    with running(Stack(app)) as stack:
        seen = Seen(stack)
        eventually(lambda: stack.gateway.views(seen.session)["products-hits"], lambda view: view["phase"] == "ready", "it begins")
        text, typed = "", []
        for number in range(keys):
            text += "abcdefghij"[number % 10]
            typed.append((text, seen.type(text)))
            time.sleep(PAUSE)
        last = seen.wait(text, ["products-hits"])
        shown = sorted(time for (widget, query), time in seen.times.items() if widget == "products-hits" and query)
        first = (shown[0] - typed[0][1]) * 1000
        gaps = [(later - earlier) * 1000 for earlier, later in zip(shown, shown[1:])]
        print(f"  {keys} keys in {(typed[-1][1] - typed[0][1]):.1f} s: first results after {first:.0f} ms, "
              f"{sum(time < typed[-1][1] for time in shown)} times while typing, every {statistics.median(gaps):.0f} ms; "
              f"those of the whole text {(last - typed[-1][1]) * 1000:.0f} ms after the last key; {len(service.asked)} searches")
    service.close()


def measure_hang(keys):
    """One key beside an engine that never answers, and without it."""
    free = threading.Event()
    for words, hold in [("beside one that answers", lambda _: 0), ("beside one that hangs", lambda _: free.wait(300) and 0)]:
        services = [SlowService(lambda _: 0), SlowService(hold)]
        app = make_directory() / "app.yaml"
        app.write_text(app_text(("products", "films"), [service.url for service in services]))
        with running(Stack(app)) as stack:
            seen = Seen(stack)
            print(f"  {words:24} {words_of(key_times(seen, ['products-hits'], keys))}")
        free.set()
        for service in services:
            service.close()


PARTS = {"indexes": measure_indexes, "answers": measure_answers, "typist": measure_typist, "hang": measure_hang}


def main():
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", choices=[[], *PARTS], help=", ".join(PARTS))
    parser.add_argument("--keys", type=int, default=60, help="how many keys are typed")
    words = parser.parse_args()
    for part in words.parts or PARTS:
        print(part, flush=True)
        PARTS[part](20 if part == "typist" else words.keys)


if __name__ == "__main__":
    sys.exit(main())
