# SPDX-License-Identifier: MIT
"""Each reader of bytes from outside accepts or refuses its seeds and random changes of them; `make fuzz` goes further."""

import os
import subprocess

import pytest
from searchbus_testing import binary

MUTATIONS = 100


def targets():
    """The names of the targets."""
    if not binary("Fuzz").exists():
        return []
    done = subprocess.run([binary("Fuzz"), "list"], capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.parametrize("target", targets())
def test_a_reader_accepts_or_refuses_whatever_it_is_fed(target, seed, tmp_path):
    path = tmp_path / "input"
    done = subprocess.run([binary("Fuzz"), target, "--mutations", str(MUTATIONS), str(seed)], capture_output=True, text=True,
                          check=False, timeout=300,
                          env={**os.environ, "TMPDIR": str(tmp_path), "SEARCHBUS_FUZZ_INPUT": str(path)})
    fed = path.read_bytes() if path.exists() else b"a seed"
    assert done.returncode == 0, f"{done.returncode}: {done.stderr[-3000:]}\ninput: {fed!r}"


def test_there_are_targets():
    assert len(targets()) > 20, "build the product Fuzz"
