#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Measures one yardstick in a process of its own, and prints what SearchIndexBenchmark prints of the embedded index.

    python3 yardstick.py fts5|groonga|tantivy import    CATALOGUE DIRECTORY RECORDS.ndjson
    python3 yardstick.py fts5|groonga|tantivy search    CATALOGUE DIRECTORY LOG.ndjson
    python3 yardstick.py tantivy              relevance CATALOGUE DIRECTORY ITEMS.ndjson
"""

from __future__ import annotations

import argparse
import json
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from catalogue import CATALOGUES, read_records  # noqa: E402
from measuring import bytes_under, memory, run_items, run_log  # noqa: E402


def open_yardstick(name: str, *arguments):
    """The yardstick of a name; tantivy is looked for only where it is meant."""
    if name == "tantivy":
        from tantivy_yardstick import Tantivy

        return Tantivy(*arguments)
    if name == "groonga":
        from groonga import Groonga

        return Groonga(*arguments)
    from fts5 import FTS5

    return FTS5(*arguments)


def measure(engine, command: str, path: str, directory: str, opening: float) -> dict:
    """The figures of one command."""
    if command == "import":
        count = 0

        def counted():
            nonlocal count
            for record in read_records(path):
                count += 1
                yield record

        seconds = engine.load(counted())
        return {
            "records": count,
            "seconds": round(seconds, 3),
            "recordsPerSecond": round(count / seconds),
            "peakBytes": memory(engine.pid, "VmHWM"),
            "diskBytes": bytes_under(directory),
        }
    lines = list(read_records(path))
    if command == "relevance":
        return run_items(engine.find, lines)
    cold = run_log(engine.ask, lines)
    warm = run_log(engine.ask, lines)
    figures = {"lines": len(lines), "openMicroseconds": round(opening * 1e6), "cold": cold, "warm": warm}
    figures["memory"] = {
        "resident": memory(engine.pid, "VmRSS"),
        "anonymous": memory(engine.pid, "RssAnon"),
        "files": memory(engine.pid, "RssFile"),
    }
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[1])
    parser.add_argument("yardstick", choices=["fts5", "groonga", "tantivy"])
    parser.add_argument("command", choices=["import", "search", "relevance"])
    parser.add_argument("catalogue", choices=sorted(CATALOGUES))
    parser.add_argument("directory")
    parser.add_argument("path")
    options = parser.parse_args()
    start = time.perf_counter()
    engine = open_yardstick(options.yardstick, CATALOGUES[options.catalogue], options.directory)
    opening = time.perf_counter() - start
    try:
        figures = measure(engine, options.command, options.path, options.directory, opening)
    finally:
        engine.close()
    print(json.dumps(figures, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
