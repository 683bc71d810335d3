# SPDX-License-Identifier: MIT
# Part of SearchBus.
"""The Python client's pure parts are tested from its sources."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "web/python-client/src"))
