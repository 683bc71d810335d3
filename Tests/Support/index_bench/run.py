#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Measures the embedded index and its yardsticks on the same records and the same query log, one after the other.

    python3 run.py --packages PACKAGES.ndjson --products PRODUCTS.ndjson --bin DIRECTORY [--output DIRECTORY]
                   [--engines searchbus,tantivy,groonga,fts5] [--queries N] [--lines N] [--slow-lines N] [--items N]

`--bin` holds SearchIndexBenchmark. `--lines` asks no more than so many lines of the log, evenly of each kind, of every
engine, and `--slow-lines` fewer of Groonga and FTS5, which would need hours for a log of a million records; 0 is all.
Prints the tables in Markdown; the directory gets `index.json` with every figure, the logs and the items.

Each engine is measured in processes that do nothing else: one imports; one opens the index and asks the log twice
(`cold` and `warm`; the system's cache of files is as the import left it); one looks for the known items. A line's time
is that of the call, hits fetched and facets counted; Groonga's is what its server tells, without HTTP.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from datetime import datetime, timezone

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from catalogue import CATALOGUES, ROOT, Catalogue, read_records, write_lines  # noqa: E402
from table import tables  # noqa: E402

ENGINES = ("searchbus", "tantivy", "groonga", "fts5")
SLOW = ("groonga", "fts5")
FINDING = ("searchbus", "tantivy")
# So many lines of a kind are asked at least, where there are as many.
FEWEST = 8


def tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def provenance() -> dict:
    """Where, when and what of."""
    git = ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    commit = subprocess.run(git, capture_output=True, text=True, check=False).stdout.strip()
    lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "commit": commit or "unknown",
        "machine": f"{os.cpu_count()} × {model}, {memory / 2**30:.0f} GiB, {platform.system()} {platform.release()}",
        "date": datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "load": round(os.getloadavg()[0], 2),
    }


def sampled(lines: list[dict], count: int) -> list[dict]:
    """About so many lines in their order, of each kind as large a part, but some of each."""
    if count <= 0 or count >= len(lines):
        return lines
    totals, seen, kept = Counter(line["kind"] for line in lines), Counter(), []
    for line in lines:
        total = totals[line["kind"]]
        wanted = max(min(FEWEST, total), round(total * count / len(lines)))
        place = seen[line["kind"]]
        seen[line["kind"]] += 1
        if place * wanted // total != (place + 1) * wanted // total:
            kept.append(line)
    return kept


class Run:
    """The measurements of one set of records."""

    def __init__(self, catalogue: Catalogue, records: str, options: argparse.Namespace) -> None:
        self.catalogue, self.records, self.options = catalogue, records, options
        self.folder = pathlib.Path(options.output) / catalogue.name
        self.folder.mkdir(parents=True, exist_ok=True)

    def prepare(self) -> None:
        """Make the logs and the known items, in processes that give their memory back."""
        self.make("make_log.py", "all.ndjson", "--queries", self.options.queries)
        lines = sampled(list(read_records(self.folder / "all.ndjson")), self.options.lines)
        write_lines(self.folder / "log.ndjson", lines)
        write_lines(self.folder / "slow.ndjson", sampled(lines, self.options.slow_lines))
        if self.options.items:
            self.make("make_relevance.py", "items.ndjson", "--count", self.options.items)

    def make(self, program: str, output: str, option: str, count: int) -> None:
        """Run one of the programs that make questions from records."""
        tell(f"{self.catalogue.name}: {program}")
        command = [sys.executable, str(HERE / program), self.catalogue.name, self.records, str(self.folder / output)]
        subprocess.run([*command, option, str(count)], stderr=subprocess.DEVNULL, check=True)

    def command(self, engine: str, action: str, scratch: str) -> list[str]:
        """The command line of one measurement."""
        log = "slow.ndjson" if engine in SLOW else "log.ndjson"
        files = {"import": self.records, "search": self.folder / log, "relevance": self.folder / "items.ndjson"}
        name, path = self.catalogue.name, str(files[action])
        if engine != "searchbus":
            return [sys.executable, str(HERE / "yardstick.py"), engine, action, name, scratch, path]
        option = {"import": "--records", "search": "--log", "relevance": "--items"}[action]
        command = [f"{self.options.bin}/SearchIndexBenchmark", action, name, "--directory", scratch, option, path]
        return command + (["--settings", str(self.catalogue.settings)] if action == "import" else [])

    def measure(self, engine: str) -> dict:
        """The figures of one engine."""
        figures = {}
        scratch = tempfile.mkdtemp(prefix=f"index-bench-{engine}-", dir=self.options.scratch)
        try:
            for action in ("import", "search", "relevance"):
                if action == "relevance" and (engine not in FINDING or not self.options.items):
                    continue
                tell(f"{self.catalogue.name}: {engine} {action}")
                done = subprocess.run(self.command(engine, action, scratch), stdout=subprocess.PIPE, check=True)
                figures[action] = json.loads(done.stdout)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
        return figures


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[1])
    for name in CATALOGUES:
        parser.add_argument(f"--{name}", metavar="FILE", help=f"the {name}, one JSON object a line")
    parser.add_argument("--bin", required=True, help="where SearchIndexBenchmark is")
    parser.add_argument("--output", default=".searchbus/index-bench", help="what is kept (.searchbus/index-bench)")
    parser.add_argument("--scratch", help="where indexes are made for the time being (the system's place)")
    parser.add_argument("--engines", default=",".join(ENGINES), help=f"which to measure ({','.join(ENGINES)})")
    parser.add_argument("--queries", type=int, default=120, help="how many queries the log is of (120)")
    parser.add_argument("--lines", type=int, default=0, help="how many lines of it are asked (all)")
    parser.add_argument("--slow-lines", type=int, default=400, help="how many by Groonga and FTS5 (400)")
    parser.add_argument("--items", type=int, default=200, help="how many known items a class has; 0 for none (200)")
    options = parser.parse_args()
    options.engines = options.engines.split(",")
    unknown = set(options.engines) - set(ENGINES)
    if unknown:
        parser.error(f"--engines: no {', '.join(sorted(unknown))}")
    if not any(getattr(options, name) for name in CATALOGUES):
        parser.error("name a file of records")
    return options


def main() -> int:
    options = arguments()
    report = {**provenance(), "catalogues": {}}
    for name, catalogue in sorted(CATALOGUES.items()):
        path = getattr(options, name)
        if not path:
            continue
        run = Run(catalogue, path, options)
        run.prepare()
        report["catalogues"][name] = {
            "lines": Counter(line["kind"] for line in read_records(run.folder / "log.ndjson")),
            "engines": {engine: run.measure(engine) for engine in options.engines},
        }
    pathlib.Path(options.output, "index.json").write_text(json.dumps(report, indent=2) + "\n")
    text = tables(report)
    pathlib.Path(options.output, "index.md").write_text(text)
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
