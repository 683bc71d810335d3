#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the unit tests that were built: one process for each test target, two at a time for each processor.

Usage: unit_tests.py [--workers N] [TARGET…]

Within a process tests run one after the other, so that no test waits for a thread that another one blocks. A process that
writes nothing for SEARCHBUS_TEST_SILENCE seconds (600) hangs: it is killed, and its last lines name the test. The output of a
target is printed only where a test of it failed.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
import time

from slowest_tests import record

BUNDLE = pathlib.Path(__file__).resolve().parents[2] / ".build/debug/SearchBusPackageTests.xctest"
COMMAND = [str(BUNDLE), "--testing-library", "swift-testing", "--no-parallel"]
# Few tests that take long: begun last, they would end alone.
SLOW = {"JetStreamTests", "LogContractTests"}
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
ENDED = re.compile(r"^(✔|✘) Test (?!run with)(.+?)(?: with \d+ test cases?)? (passed|failed) after ([\d.]+) seconds")
RUN = re.compile(r"Test run with (\d+) tests? .*(passed|failed) after")
REPEATED = re.compile(r"^✘|error: |Fatal error|SEARCHBUS_TEST_SEED=")


class Result:
    """What the process of one target printed and how it ended."""

    def __init__(self, target, lines, code, seconds):
        self.target, self.lines, self.code, self.seconds = target, lines, code, seconds
        ended = [match.groups() for match in map(ENDED.match, lines) if match]
        self.times = [(float(taken), name) for _, name, _, taken in ended]
        self.failed = sum(1 for mark, *_ in ended if mark == "✘")
        whole = next((match for match in map(RUN.search, reversed(lines)) if match), None)
        self.count = int(whole[1]) if whole else 0
        # A process that died has no closing line: whatever it had still to do has failed.
        self.has_passed = code == 0 and whole is not None and self.count > 0
        if not self.has_passed:
            self.failed = max(self.failed, 1)


def targets():
    """The test targets of the bundle: those that wait for servers first, then those with most tests."""
    listed = subprocess.run([*COMMAND, "--list-tests"], capture_output=True, text=True, check=True).stdout
    names = re.findall(r"^(\w+)\.", listed, re.MULTILINE)
    return sorted(set(names), key=lambda name: (name not in SLOW, -names.count(name), name))


def run(target, silence):
    """Runs the tests of one target."""
    began = time.monotonic()
    process = subprocess.Popen([*COMMAND, "--filter", rf"^{target}\."], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", process_group=0)
    lines, written = [], threading.Event()

    def watch():
        while written.wait(silence):
            written.clear()
        if process.poll() is None:
            lines.append(f"error: nothing was written for {silence:g} s; the tests of {target} were killed")
            os.killpg(process.pid, signal.SIGKILL)

    threading.Thread(target=watch, daemon=True).start()
    for line in process.stdout:
        written.set()
        lines.append(ESCAPES.sub("", line.rstrip("\n")))
    return Result(target, lines, process.wait(), time.monotonic() - began)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workers", type=int, default=2 * (os.cpu_count() or 1))
    parser.add_argument("targets", nargs="*", help="test targets; all by default")
    options = parser.parse_args()
    silence = float(os.environ.get("SEARCHBUS_TEST_SILENCE", "600"))
    results = []
    with concurrent.futures.ThreadPoolExecutor(options.workers) as pool:
        pending = [pool.submit(run, target, silence) for target in options.targets or targets()]
        for future in concurrent.futures.as_completed(pending):
            result = future.result()
            results.append(result)
            if not result.has_passed:
                print("\n".join(result.lines))
            mark = "✔" if result.has_passed else f"✘ (exit code {result.code})"
            print(f"{mark} {result.target}: {result.count} tests, {result.seconds:.1f} s", flush=True)
    record("unit", [(seconds, f"{result.target}: {name}") for result in results for seconds, name in result.times])
    failed = sum(result.failed for result in results)
    if failed:
        print("\nThe failures again:")
        for result in results:
            if not result.has_passed:
                shown = [line for line in result.lines if REPEATED.search(line)] or result.lines[-20:]
                print("\n".join(f"{result.target}: {line}" for line in shown[:100]))
    print(f"{max(sum(result.count for result in results) - failed, 0)} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
