# SPDX-License-Identifier: MIT
"""Runs the program `searchbus` of this wheel in place of Python."""

import os
import pathlib
import sys

PROGRAM = pathlib.Path(__file__).parent / "installed/lib/searchbus/searchbus"


def main() -> None:
    """Becomes the program, with the same arguments, or says why it cannot."""
    if not PROGRAM.exists():
        sys.exit("error: This package has the Python client alone. Install the wheel of your platform, or SearchBus itself.")
    os.execv(PROGRAM, ["searchbus", *sys.argv[1:]])


if __name__ == "__main__":
    main()
