#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Keeps how long each test took, and prints the ten slowest of a whole run.

Usage: slowest_tests.py begin | print

Each runner records its tests into a file of its own in `.build/test-times`: `unit_tests.py` by itself, pytest by
`Tests/conftest.py`.
"""

import os
import pathlib
import shutil
import sys

FOLDER = pathlib.Path(__file__).resolve().parents[2] / ".build/test-times"
SHOWN = 10


def record(name, times):
    """Keeps the times of one runner: pairs of seconds and a test's name."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / name).open("a", encoding="utf-8") as file:
        file.writelines(f"{seconds:.3f}\t{test}\n" for seconds, test in times)


def pytest_terminal_summary(terminalreporter):
    """Keeps the times of a pytest run; setup and teardown count as the test's, and those of workers come to their controller."""
    if hasattr(terminalreporter.config, "workerinput"):
        return
    times = {}
    for reports in terminalreporter.stats.values():
        for report in reports:
            if hasattr(report, "duration") and hasattr(report, "nodeid"):
                times[report.nodeid] = times.get(report.nodeid, 0) + report.duration
    record(f"pytest-{os.getpid()}", [(seconds, test) for test, seconds in times.items()])


def main():
    """Clears the times at the beginning of a run, or prints them at its end."""
    if sys.argv[1:] == ["begin"]:
        shutil.rmtree(FOLDER, ignore_errors=True)
        return
    lines = [line for path in sorted(FOLDER.glob("*")) for line in path.read_text(encoding="utf-8").splitlines()]
    times = sorted(((float(line.split("\t")[0]), line.split("\t")[1]) for line in lines), reverse=True)
    print(f"\nThe {SHOWN} slowest of {len(times)} tests:")
    for seconds, test in times[:SHOWN]:
        print(f"{seconds:8.1f} s  {test}")


if __name__ == "__main__":
    main()
