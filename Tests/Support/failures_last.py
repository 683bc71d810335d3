# SPDX-License-Identifier: MIT
# Part of SearchBus.
"""Runs a test command and says once more, at the end of its output, what failed and with which seed.

Usage: failures_last.py COMMAND [ARGUMENT…]

A run of a thousand tests writes thousands of lines; who sees only the last of them sees what is wrong. A command that
writes nothing for SEARCHBUS_TEST_SILENCE seconds (600) waits for ever: it is ended, and its last lines name the test.
"""

import os
import re
import signal
import subprocess
import sys
import threading

TOLD = re.compile(r"^✘|error: |Fatal error|SEARCHBUS_TEST_SEED=")


def main() -> int:
    silence = float(os.environ.get("SEARCHBUS_TEST_SILENCE", "600"))
    # A group of its own, since what waits for ever is not the command but the tests that it started.
    process = subprocess.Popen(
        sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace",
        process_group=0,
    )
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: os.killpg(process.pid, number))
    told: list[str] = []
    written = threading.Event()

    def watch() -> None:
        while written.wait(silence):
            written.clear()
        if process.poll() is None:
            told.append(f"error: nothing was written for {silence:g} s; the tests were ended\n")
            os.killpg(process.pid, signal.SIGKILL)

    threading.Thread(target=watch, daemon=True).start()
    for line in process.stdout:
        written.set()
        print(line, end="", flush=True)
        if TOLD.search(line):
            told.append(line)
    code = process.wait()
    if code != 0:
        print("\nWhat failed, once more:")
        print("".join(told[:200]), end="", flush=True)
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main())
