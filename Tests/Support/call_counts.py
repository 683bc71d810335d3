# SPDX-License-Identifier: MIT
"""Counts of a process: calls of the C library by counting_shim.c, processor time and wake-ups by the system."""

import contextlib
import pathlib
import shutil
import struct
import subprocess
import time

SOURCE = pathlib.Path(__file__).with_name("counting_shim.c")
FOLDER_VARIABLE = "LD_COUNTING_FOLDER"
# As in counting_shim.c, in this order.
COUNTERS = (
    "reads", "read_bytes", "received_bytes", "writes", "written_bytes", "sent_bytes", "polls", "epoll_changes",
    "positioned_reads", "positioned_read_bytes", "positioned_writes", "positioned_written_bytes", "pages",
    "syncs", "getpids", "others", "allocations", "allocated_bytes",
)
SYSTEM_CALLS = ("reads", "writes", "polls", "epoll_changes", "positioned_reads", "positioned_writes", "syncs", "getpids",
                "others")
NUMBERS = struct.Struct(f"={len(COUNTERS)}Q")


class CallCounts:
    """The counts of all processes that are started with `environment`, and of their children."""

    def __init__(self, folder):
        self.folder = folder / "counts"
        self.folder.mkdir()
        library = folder / "counting_shim.so"
        # A compiler for C comes with Swift, but not by the name of the system's.
        compiler = shutil.which("cc") or "clang"
        # An optimizer that knows `malloc` might call it in our `calloc`.
        flags = ["-shared", "-fPIC", "-O1", "-fno-builtin", "-Wall", "-Wextra", "-Werror"]
        subprocess.run([compiler, *flags, "-o", library, SOURCE, "-ldl"], check=True)
        self.environment = {"LD_PRELOAD": str(library), FOLDER_VARIABLE: str(self.folder)}

    def of(self, pid):
        """The counts of a process since its start, by name; `None` for a process that does not count."""
        with contextlib.suppress(OSError):
            return dict(zip(COUNTERS, NUMBERS.unpack((self.folder / str(pid)).read_bytes()), strict=True))
        return None


def processor_nanoseconds(pid):
    """The processor time of a process, with that of its threads that have ended."""
    # The id of another process's clock; see clock_getcpuclockid(3) and the kernel's posix-timers.h.
    return time.clock_gettime_ns((~pid << 3) | 2)


def wake_ups(pid):
    """The voluntary context switches of each thread of a process, by the thread's id: after each the thread was woken."""
    found = {}
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):
            lines = (task / "status").read_text().splitlines()
            found[int(task.name)] = next(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches:"))
    return found


def wake_ups_between(before, after):
    """The wake-ups from one sample to a later one; those of threads that ended in between are not known."""
    return sum(count - before.get(thread, 0) for thread, count in after.items())
