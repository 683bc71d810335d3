# SPDX-License-Identifier: MIT
"""
Every writer of files, with one of its calls failing: the old version is unchanged or the new one complete, the exit code reports
which, the next attempt works, and nothing is left behind.

SEARCHBUS_TEST_ALL=1 fails every call in every way; otherwise a few are drawn.
"""

import contextlib
import errno
import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest
from fault_injection import FOREVER, HALF, KILL, unsynchronized
from file_writers import WRITERS

ALL = os.environ.get("SEARCHBUS_TEST_ALL") == "1"
DRAWN = 3
# The calls that matter most come last: synchronizing, renaming, removing what was before.
LAST = 2
# Each: what the call does instead, and how many calls from there on do it.
WAYS = {"EIO": (errno.EIO, 1), "ENOSPC": (errno.ENOSPC, 1), "a full disk": (errno.ENOSPC, FOREVER), "SIGKILL": (KILL, 1),
        "half a write": (HALF, 1)}
FAILED = {"storage-full", "storage-failed", "data-directory-unusable", "busy"}


def left(folder):
    """The files below a folder, without the names that are drawn for the files of an index."""
    names = set()
    for parent, folders, files in os.walk(folder):
        named = set()
        with contextlib.suppress(OSError, ValueError, KeyError):
            manifest = json.loads((pathlib.Path(parent) / "manifest.json").read_text())
            named = {manifest["dictionary"]}
            for segment in manifest["segments"]:
                named |= {segment.get(part) for part in ("file", "deletions", "dictionary")}
        for name in [*folders, *files]:
            if name not in named:
                path = str((pathlib.Path(parent) / name).relative_to(folder))
                names.add(re.sub(r"before-restore-[^/]*", "before-restore", path))
    return names


class Attempts:
    """One writer, tried again and again from the same beginning."""

    def __init__(self, writer, faults, place):
        self.writer, self.faults = writer, faults
        self.place = place / writer.name.replace(" ", "-")
        self.base = self.place / "base"
        self.base.mkdir(parents=True)
        writer.prepare(self.base)
        self.old = writer.state(self.copy("old"))
        done = self.copy("new")
        result, self.calls = self.run(done)
        assert result.returncode == 0, result.stderr
        self.new, self.left = writer.state(done), left(done)
        assert self.new != self.old, "the command changes nothing"
        assert self.calls, "the command's calls are not seen"

    def copy(self, name):
        """A copy of the beginning."""
        shutil.rmtree(self.place / name, ignore_errors=True)
        return shutil.copytree(self.base, self.place / name, symlinks=True)

    def run(self, folder, first=0, action=0, length=1):
        """Runs the command; answers with its result and its calls."""
        words = self.writer.command(folder)
        self.faults.arm(folder, first, action, length)
        try:
            result = subprocess.run(words, input=self.writer.text(), capture_output=True, text=True, timeout=60, check=False,
                                    env=self.faults.environment, cwd=folder)
            return result, self.faults.calls
        finally:
            self.faults.disarm()

    def attempt(self, number, way):
        """Fails a call, and looks at what came of it."""
        action, length = WAYS[way]
        folder = self.copy("work")
        result, calls = self.run(folder, number, action, length)
        failed = [call for call in calls if call.failed]
        what = f"{way} in call {number} ({failed[0].kind} {failed[0].path})" if failed else f"no call {number}"
        said = f"{what}: exit code {result.returncode}\n{result.stdout}{result.stderr}"
        state = self.writer.state(folder)
        if action == KILL and failed:
            assert result.returncode == -9, said
        elif result.returncode != 0:
            code = re.search(r"\[([a-z-]+)\]", result.stderr)
            assert result.returncode in (66, 74, 75) and code and code[1] in FAILED, said
        allowed = (self.new,) if result.returncode == 0 else (self.old, self.new)
        assert state in allowed or (action == KILL and not self.writer.is_one_step), f"{said}\n{state}"
        if state != self.new or self.writer.repeated is not None:
            again, _ = self.run(folder)
            expected = (0, self.writer.repeated) if state == self.new else (0,)
            assert again.returncode in expected, f"{said}\nthe next attempt: {again.returncode} {again.stdout}{again.stderr}"
        before, state = state, self.writer.state(folder)
        assert state == self.new, f"{said}\nafter the next attempt: {state}"
        # Leftovers are removed by the next change; one that finds its work done makes none.
        is_tidy = result.returncode == 0 or before != self.new
        if is_tidy and not any(call.kind == "unlink" for call in failed):
            assert left(folder) <= self.left, f"{said}\nleft behind: {sorted(left(folder) - self.left)}"

    def chosen(self, chance):
        """Which calls fail, and how."""
        every = list(itertools.product(range(1, len(self.calls) + 1), WAYS))
        if ALL:
            return every
        last = [(number, chance.choice(list(WAYS))) for number in range(1, len(self.calls) + 1)
                if number > len(self.calls) - LAST]
        return chance.sample(every, min(len(every), DRAWN - LAST)) + last


@pytest.mark.timeout(3600 if ALL else 300)
@pytest.mark.parametrize("writer", WRITERS, ids=lambda writer: writer.name)
def test_a_call_that_fails_leaves_the_old_version_or_the_new_one(writer, faults, place, chance):
    attempts = Attempts(writer, faults, place)
    wrong = []
    for number, way in attempts.chosen(chance):
        try:
            attempts.attempt(number, way)
        except AssertionError as error:
            wrong.append(str(error))
    shutil.rmtree(attempts.place)
    assert not wrong, f"{len(wrong)} of the attempts:\n" + "\n\n".join(wrong[:10])
    lost = unsynchronized(attempts.calls)
    assert not lost, "\n".join(lost)
