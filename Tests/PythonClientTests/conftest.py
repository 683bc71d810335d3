# SPDX-License-Identifier: MIT
"""The Python client's pure parts are tested from its sources."""

import pathlib
import sys

from hypothesis import HealthCheck, settings

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "web/python-client/src"))

# On a busy machine an example may take any time.
settings.register_profile("patient", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
