# SPDX-License-Identifier: MIT
"""Faults of real processes: a chosen call that changes files fails, does half of its work or kills the process; the clock is wrong."""

import contextlib
import mmap
import os
import pathlib
import struct
import subprocess
from dataclasses import dataclass

SOURCE = pathlib.Path(__file__).with_name("fault_shim.c")
# As in fault_shim.c, in this order.
KINDS = ("open", "write", "sync", "rename", "truncate", "unlink", "mkdir", "link")
KILL, HALF = -1, -2
FOREVER = 1 << 40
NUMBERS = struct.Struct("=5q")
SHIFT = struct.Struct("=q")
PREFIX = NUMBERS.size + SHIFT.size
SIZE = 256


@dataclass(frozen=True)
class Call:
    """A call of a process under test."""

    number: int
    kind: str
    failed: bool
    path: str
    other: str | None = None


class Faults:
    """What fails in the processes that are started with `environment`; it can be changed while they run."""

    def __init__(self, folder):
        self.library, self.log, path = folder / "fault_shim.so", folder / "faults.log", folder / "faults.control"
        if not self.library.exists():
            command = ["cc", "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o", self.library, SOURCE, "-ldl"]
            subprocess.run(command, check=True)
        path.write_bytes(bytes(SIZE))
        with path.open("r+b") as file:
            self.control = mmap.mmap(file.fileno(), SIZE)
        self.environment = {**os.environ, "LD_PRELOAD": str(self.library)}

    def close(self):
        """Releases the control file."""
        self.control.close()

    def arm(self, prefix, first=0, action=0, length=1, kinds=KINDS):
        """Counts calls below a path from now on; from the `first` one `length` calls fail with the action."""
        name = str(prefix).encode()
        assert 0 < len(name) < SIZE - PREFIX
        self.disarm()
        with contextlib.suppress(FileNotFoundError):
            os.truncate(self.log, 0)
        mask = sum(1 << KINDS.index(kind) for kind in kinds)
        self.control[:NUMBERS.size] = NUMBERS.pack(0, first, length, action, mask)
        self.control[PREFIX:] = name.ljust(SIZE - PREFIX, b"\0")

    def disarm(self):
        """Lets every call through, uncounted."""
        self.control[PREFIX:] = bytes(SIZE - PREFIX)

    def shift_clock(self, seconds):
        """Sets the wall clock of the processes ahead, or behind."""
        self.control[NUMBERS.size:PREFIX] = SHIFT.pack(seconds)

    @property
    def count(self):
        """How many calls matched since `arm`."""
        return NUMBERS.unpack(self.control[:NUMBERS.size])[0]

    @property
    def calls(self):
        """The calls that matched since `arm`."""
        lines = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
        return [Call(int(number), kind, outcome == "failed", *paths)
                for number, kind, outcome, *paths in (line.split("\t") for line in lines)]


def unsynchronized(calls):
    """What a power loss could undo half, though the process ended with success: see each `wrong`."""
    new, dirty, named = set(), set(), set()  # New files without bytes, files with bytes, folders with new names.
    moved, wrong = {}, []
    for call in calls:
        parent = os.path.dirname(call.other or call.path)
        if call.kind == "sync":
            dirty.discard(call.path)
            named.discard(call.path)
            moved.pop(call.path, None)
        elif call.kind == "open":
            new.add(call.path)
        elif call.kind in ("write", "truncate"):
            dirty.add(call.path)
            if call.path in new:
                named.add(parent)
        elif call.kind in ("mkdir", "link"):
            named.add(parent)
        elif call.kind == "unlink":
            dirty.discard(call.path)
            named.discard(call.path)
        elif call.kind == "rename":
            below = {path for path in dirty | named if path == call.path or path.startswith(f"{call.path}/")}
            wrong += [f"{path} was not synchronized before {call.path} was renamed to {call.other}" for path in sorted(below)]
            dirty -= below
            named -= below
            moved[parent] = call.other
    return wrong + [f"the folder of {path} was not synchronized after it got its name" for path in moved.values()]
