#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Measures apps of a dozen shapes, each alone: start, rest, one keystroke.

    python3 Tests/Support/app_shapes.py [SHAPE…] [--rest SECONDS] [--keys N] [--json]

For each shape: processes, seconds until ready, percent of one core and memory (PSS) at rest, milliseconds from a
keystroke to the last view that it changes, milliseconds of processor time a key takes over all processes.
SEARCHBUS_BIN names the folder of the executables; `.build/debug` otherwise. The exit code is 1 where an app at rest takes
more than --most percent of a core.
"""

import argparse
import contextlib
import json
import os
import pathlib
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "ProcessTests"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from searchbus_testing import Stack, command, eventually, is_alive  # noqa: E402
from shop_data import SETTINGS, records  # noqa: E402

HITS = "products: { type: hits, index: products, hitsPerPage: 8 }"
BRANDS = "brands: { type: facets, index: products, attribute: brand }"
BOTH = "everything: { type: multi, searchers: [products, brands] }"
MAIN = "main: { searchers: [products] }"
BOX = "box: { type: search-box, searcher: products }"
LIST = "hits: { type: hits, searcher: products }"
FORTY = [f"facet{n}: {{ type: refinement-list, searcher: products, filterState: main, attribute: "
         f"{'brand' if n % 2 else 'color'}, group: g{n} }}" for n in range(20)]
FORTY += [f"stats{n}: {{ type: stats, searcher: products }}" for n in range(18)]
USUAL = [BOX, LIST, "stats: { type: stats, searcher: products }",
         "brand: { type: refinement-list, searcher: products, filterState: main, attribute: brand }",
         "price: { type: number-range, searcher: products, filterState: main, attribute: price }",
         "current: { type: current-filters, filterState: main }"]

# Name: searchers, filter states, widgets, more lines of the file; keys are typed where there is a box.
SHAPES = {
    "searcher-alone": ([HITS], [], [], ""),
    "box-and-hits": ([HITS], [], [BOX, LIST], ""),
    "box-alone": ([HITS], [], [BOX], ""),
    "usual": ([HITS], [MAIN], USUAL, ""),
    "usual-together": ([HITS], [MAIN], USUAL, "interactors: together"),
    "usual-groups": ([HITS], [MAIN], USUAL, "interactors: { groups: { screen: [hits, stats], filters: [brand, price] } }"),
    "multi": ([HITS, BRANDS, BOTH], [MAIN], ["box: { type: search-box, searcher: everything }", *USUAL[1:]], ""),
    "multi-without-filters": ([HITS, BRANDS, BOTH], [], ["box: { type: search-box, searcher: everything }", LIST], ""),
    "two-searchers": ([HITS, BRANDS], [], [BOX, LIST, "names: { type: search-box, searcher: brands }"], ""),
    "idle-filter-state": ([HITS], [MAIN, "idle: {}"], [BOX, LIST], ""),
    "filters-without-box": ([HITS], [MAIN], USUAL[1:], ""),
    "manual": (["products: { type: hits, index: products, searchWhen: manual }"], [], [BOX, LIST], ""),
    "forty-widgets": ([HITS], [MAIN], [BOX, LIST, *FORTY], ""),
    "forty-together": ([HITS], [MAIN], [BOX, LIST, *FORTY], "interactors: together"),
}


def app_text(shape):
    """The app file of a shape."""
    searchers, states, widgets, more = SHAPES[shape]
    sections = [("searchers", searchers), ("filterStates", states), ("widgets", widgets)]
    return "\n".join([f"name: {shape}", *(f"{name}:\n  " + "\n  ".join(lines) for name, lines in sections if lines),
                      more, ""])


def pids(stack):
    """Every process of an app, the supervisor first; these shapes have no third-party programs."""
    return [stack.child.pid, *(pid for pid in stack.pids().values() if is_alive(pid))]


def seconds_of(pid):
    """The processor time that a process has taken."""
    with contextlib.suppress(OSError):
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0


def processor_seconds(stack):
    """The processor time that an app has taken, over all its processes."""
    return sum(map(seconds_of, pids(stack)))


def memory(stack):
    """The memory of an app's processes in MiB, shared pages counted once."""
    total = 0
    for pid in pids(stack):
        with contextlib.suppress(OSError):
            lines = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


def box(shape):
    """The name of a shape's search box, if it has one, whose searcher searches by itself."""
    widgets = SHAPES[shape][2]
    return "box" if shape != "manual" and any(line.startswith("box:") for line in widgets) else None


def type_keys(stack, count):
    """Types a text key by key; answers with the milliseconds from each key to its last view, and of processor time a key."""
    session = stack.new_session()
    gateway = stack.gateway
    before = processor_seconds(stack)
    times = []
    for number in range(count):
        text = "lampshade"[:number % 9 + 1]
        began = time.monotonic()
        gateway.send(session, ("box", "set-query", {"query": text}))
        # The box `names` is that of another searcher.
        eventually(lambda text=text: gateway.views(session), lambda views, text=text: all(
            view.get("query", text) == text and view.get("phase") in (None, "ready", "idle")
            for name, view in views.items() if name != "names"), f"every view is that of `{text}`", interval=0.002)
        times.append((time.monotonic() - began) * 1000)
        time.sleep(0.05)
    return times, (processor_seconds(stack) - before) * 1000 / count


def measure(shape, indexes, rest, keys):
    """One shape: a dictionary of figures."""
    with tempfile.TemporaryDirectory(prefix="searchbus-shape-") as folder:
        app = pathlib.Path(folder) / "app.yaml"
        app.write_text(app_text(shape))
        stack = Stack(app, indexes)
        began = time.monotonic()
        try:
            stack.start()
            ready = time.monotonic() - began
            stack.wait_running()
            time.sleep(1.5)
            before, since = processor_seconds(stack), time.monotonic()
            time.sleep(rest)
            idle = (processor_seconds(stack) - before) / (time.monotonic() - since) * 100
            found = {"shape": shape, "processes": len(pids(stack)), "ready": round(ready, 2),
                     "rest": round(idle, 1), "memory": round(memory(stack), 1)}
            if box(shape):
                times, processor = type_keys(stack, keys)
                found |= {"key": round(statistics.median(times), 1), "slowest": round(max(times), 1),
                          "processor": round(processor, 1)}
            return found
        finally:
            stack.close()


def main():
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shapes", nargs="*", metavar="SHAPE", choices=[[], *SHAPES], help=", ".join(SHAPES))
    parser.add_argument("--rest", type=float, default=5.0, help="seconds at rest")
    parser.add_argument("--keys", type=int, default=18, help="how many keys are typed")
    parser.add_argument("--most", type=float, default=20.0, help="the most percent of a core at rest")
    parser.add_argument("--json", action="store_true", help="print a line of JSON for each shape")
    words = parser.parse_args()
    data = pathlib.Path(tempfile.mkdtemp(prefix="searchbus-shapes-"))
    text = "".join(json.dumps(record) + "\n" for record in records())
    command("index", "import", "products", "-", "--format", "ndjson", "--data", data, "--settings", SETTINGS, text=text,
            patience=60)
    columns = [("shape", 24), ("processes", 10), ("ready", 8), ("rest", 8), ("memory", 9), ("key", 8), ("slowest", 9),
               ("processor", 10)]
    if not words.json:
        print("".join(name.rjust(width) if name != "shape" else name.ljust(width) for name, width in columns))
        print("".join(unit.rjust(width) if unit != "" else "".ljust(width) for unit, (_, width) in zip(
            ["", "", "s", "% core", "MiB", "ms", "ms", "ms/key"], columns, strict=True)))
    too_busy = []
    for shape in words.shapes or SHAPES:
        found = measure(shape, data / "indexes", words.rest, words.keys)
        if found["rest"] > words.most:
            too_busy.append(shape)
        print(json.dumps(found) if words.json else "".join(
            str(found.get(name, "-")).rjust(width) if name != "shape" else str(found[name]).ljust(width)
            for name, width in columns), flush=True)
    if too_busy:
        print(f"at rest above {words.most} % of a core: {', '.join(too_busy)}", file=sys.stderr)
    return 1 if too_busy else 0


if __name__ == "__main__":
    sys.exit(main())
