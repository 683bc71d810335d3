# SPDX-License-Identifier: MIT
"""A bare Debian that systemd has started, in namespaces of its own."""

import contextlib
import os
import pathlib
import subprocess

from bare_debian import AS_ROOT
from searchbus_testing import PATIENCE, ROOT, Child, eventually

# Who calls commands as other users where there is no sudo.
SUDO = """sudo() {
    if [ "$1" = -u ]; then user=$2; shift 2; setpriv --reuid="$user" --regid="$user" --init-groups "$@"; else "$@"; fi
}
"""


def control_groups():
    """Where this machine has its control groups of the second version; nothing where it has none that can be written."""
    for line in pathlib.Path("/proc/self/mounts").read_text().splitlines():
        _, place, kind, options, *_ = line.split()
        if kind == "cgroup2" and "rw" in options.split(","):
            return pathlib.Path(place)
    return None


class BareSystemd:
    """A bare Debian with a running systemd; commands in it are its administrator's."""

    def __init__(self, root):
        self.root = root
        self.group = control_groups() / f"searchbus-test-{os.getpid()}"
        self.child = Child([*AS_ROOT, ROOT / "Tests/Support/bare_systemd.sh", root, self.group], root.parent / "systemd.txt")
        eventually(lambda: self.run("systemctl is-active basic.target", code=None)[0], lambda said: said == "active\n",
                   "systemd runs", 60)

    def run(self, script, code=0):
        """Runs a script, with a `sudo` in it; answers with what it printed, and its errors. The code `None` allows any."""
        process = self.first_process()
        if process is None:
            return "", "it does not run yet"
        done = subprocess.run([*AS_ROOT, "nsenter", "--target", str(process), "--all", f"--root=/proc/{process}/root",
                               f"--wd=/proc/{process}/root", "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "sh", "-ec",
                               SUDO + script], capture_output=True, text=True, timeout=60)
        assert code is None or done.returncode == code, f"{script} ended with {done.returncode}: {done.stdout}{done.stderr}"
        return done.stdout, done.stderr

    def first_process(self):
        """The id of the systemd, once it is there."""
        process = self.child.pid
        with contextlib.suppress(OSError, IndexError):
            for _ in range(8):
                if pathlib.Path(f"/proc/{process}/comm").read_text() == "systemd\n":
                    return process
                process = int(pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()[0])
        return None

    def show(self, unit, name):
        """A property of a unit."""
        return self.run(f"systemctl show --property={name} --value {unit}")[0].strip()

    def journal(self, unit):
        """What the processes of a unit have written."""
        return self.run(f"journalctl _SYSTEMD_UNIT={unit}.service --output=cat --no-pager")[0]

    def close(self):
        """Ends all of it."""
        process = self.first_process()
        if process is not None:
            subprocess.run([*AS_ROOT, "kill", "-KILL", str(process)], check=True)
        self.child.process.wait(PATIENCE)

        def are_gone():
            groups = sorted(self.group.rglob("*/"), reverse=True) if self.group.exists() else []
            return subprocess.run([*AS_ROOT, "rmdir", *groups, self.group], capture_output=True, check=False).returncode == 0
        eventually(are_gone, bool, "its processes have ended")
