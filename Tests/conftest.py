# SPDX-License-Identifier: MIT
"""What all tests in Python share: each run keeps how long its tests took."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "Support"))

from slowest_tests import pytest_terminal_summary  # noqa: E402, F401
