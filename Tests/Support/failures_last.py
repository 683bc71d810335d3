# SPDX-License-Identifier: MIT
# Part of SearchBus.
"""Runs a test command and says once more, at the end of its output, what failed and with which seed.

Usage: failures_last.py COMMAND [ARGUMENT…]

A run of a thousand tests writes thousands of lines; who sees only the last of them sees what is wrong.
"""

import re
import subprocess
import sys

TOLD = re.compile(r"^✘|error: |Fatal error|SEARCHBUS_TEST_SEED=")


def main() -> int:
    process = subprocess.Popen(
        sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace"
    )
    told = []
    for line in process.stdout:
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
