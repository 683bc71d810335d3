# SPDX-License-Identifier: MIT
"""What a program gets whose Python has no pyzmq."""

import subprocess
import sys

import pytest
from conftest import ROOT


@pytest.mark.parametrize("module", ["searchbus.bus", "searchbus.widgets", "searchbus.engines"])
def test_a_missing_pyzmq_is_named(module):
    program = f"import sys; sys.modules['zmq'] = None; sys.path.insert(0, {str(ROOT / 'web/python-client/src')!r}); import {module}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and done.stderr.splitlines()[-1].endswith("need pyzmq, which this Python does not have: pip install pyzmq")
