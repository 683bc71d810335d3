# SPDX-License-Identifier: MIT
"""
A network of a few machines on one: each node is a network namespace, a bridge in one of its own joins them.

Nothing of it reaches the machine's own network, and with the namespaces everything goes. Needs root and iproute2.
"""

import contextlib
import ctypes
import fcntl
import os
import pathlib
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time

from searchbus_testing import Child, is_alive

CLONE_NEWNET = 0x40000000
ETHTOOL = 0x8946
TRANSMIT_CHECKSUMS = 0x17
FOLDER = pathlib.Path("/run/netns")
PREFIX = "searchbus"
LIBRARY = ctypes.CDLL(None, use_errno=True)
OWN = os.open("/proc/self/ns/net", os.O_RDONLY | os.O_CLOEXEC)


def why_not():
    """Why namespaces are not available here; nothing if they are."""
    if os.getuid() != 0:
        return "network namespaces need root"
    if shutil.which("ip") is None:
        return "network namespaces need the command `ip` (apt-get install iproute2)"
    name = f"{PREFIX}-{os.getpid()}-probe"
    try:
        run("netns", "add", name)
        run("-n", name, "link", "add", "br0", "type", "bridge")
    except RuntimeError as error:
        return f"this system permits no network namespaces, or has no bridges: {error}"
    finally:
        remove(name)
    return None


def run(*words):
    """Runs `ip`."""
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False, timeout=20)
    if done.returncode != 0:
        raise RuntimeError(f"ip {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout


def pids(namespace):
    """The processes in a namespace."""
    return [int(word) for word in run("netns", "pids", namespace).split()]


def remove(namespace):
    """Ends the processes of a namespace, and removes it."""
    with contextlib.suppress(RuntimeError):
        kill_all(namespace)
    with contextlib.suppress(RuntimeError):
        run("netns", "del", namespace)


def kill_all(namespace, patience=10):
    """Ends everything in a namespace as kill -9 does, with what is started meanwhile."""
    deadline = time.monotonic() + patience
    while found := [pid for pid in pids(namespace) if is_alive(pid)]:
        for pid in found:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        assert time.monotonic() < deadline, f"processes in {namespace} do not end: {found}"


def remove_old():
    """Removes what was left by test runs that were themselves killed."""
    for path in FOLDER.glob(f"{PREFIX}-*-*") if FOLDER.is_dir() else []:
        owner = path.name.split("-")[1]
        if owner.isdigit() and not is_alive(int(owner)):
            remove(path.name)


@contextlib.contextmanager
def inside(namespace):
    """Lets this thread make sockets in a namespace; they stay there."""
    there = os.open(FOLDER / namespace, os.O_RDONLY | os.O_CLOEXEC)
    try:
        enter(there)
        yield
    finally:
        enter(OWN)
        os.close(there)


def enter(descriptor):
    """Changes this thread's namespace."""
    if LIBRARY.setns(descriptor, CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "setns")


def make_whole(namespace, device):
    """Lets a device send frames with checksums, cut to size, as a virtual line needs them."""
    with inside(namespace), socket.socket() as probe:
        value = ctypes.create_string_buffer(struct.pack("II", TRANSMIT_CHECKSUMS, 0))
        fcntl.ioctl(probe, ETHTOOL, struct.pack("16sP", device.encode(), ctypes.addressof(value)))


class Network:
    """Nodes on a bridge; each can be partitioned, and have a poor line."""

    def __init__(self, names):
        remove_old()
        self.names = list(names)
        self.hub = f"{PREFIX}-{os.getpid()}-hub"
        self.lines = {}
        try:
            self.build()
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def namespace(self, name):
        """A node's namespace."""
        return f"{PREFIX}-{os.getpid()}-{name}"

    def address(self, name):
        """A node's address."""
        return f"10.213.0.{self.names.index(name) + 1}"

    def build(self):
        """Makes the namespaces, and a line for each from the bridge: a good one, and a port for one that is poor."""
        run("netns", "add", self.hub)
        run("-n", self.hub, "link", "add", "br0", "type", "bridge")
        run("-n", self.hub, "link", "set", "br0", "up")
        for name in self.names:
            node = self.namespace(name)
            run("netns", "add", node)
            run("-n", node, "link", "set", "lo", "up")
            run("-n", self.hub, "link", "add", f"line-{name}", "type", "veth", "peer", "name", "eth0", "netns", node)
            run("-n", self.hub, "link", "add", f"port-{name}", "type", "veth", "peer", "name", f"far-{name}")
            run("-n", self.hub, "link", "set", f"port-{name}", "master", "br0")
            for device in (f"line-{name}", f"port-{name}", f"far-{name}"):
                run("-n", self.hub, "link", "set", device, "up")
            run("-n", node, "addr", "add", f"{self.address(name)}/24", "dev", "eth0")
            run("-n", node, "link", "set", "eth0", "up")
            make_whole(node, "eth0")
            make_whole(self.hub, f"port-{name}")
            self.heal(name)

    def close(self):
        """Ends everything in the namespaces, and removes them."""
        for name in self.names:
            remove(self.namespace(name))
        remove(self.hub)

    def cut(self, name):
        """Partitions the node in both directions, without a notification."""
        self.end_line(name)
        run("-n", self.hub, "link", "set", f"line-{name}", "nomaster")

    def heal(self, name):
        """The node has a good line."""
        self.end_line(name)
        run("-n", self.hub, "link", "set", f"line-{name}", "master", "br0")

    def spoil(self, name, folder, **line):
        """The node has a poor line: `delay`, `jitter`, `loss`, `seed` as `poor_line.py` takes them."""
        self.cut(name)
        options = [f"--{key}={value}" for key, value in line.items()]
        script = pathlib.Path(__file__).with_name("poor_line.py")
        words = ["ip", "netns", "exec", self.hub, sys.executable, script, f"line-{name}", f"far-{name}", *options]
        self.lines[name] = Child(words, folder / f"line-{name}.txt")

    def end_line(self, name):
        """Ends a poor line."""
        if (line := self.lines.pop(name, None)) is not None:
            assert line.is_running, f"the poor line has ended: {line.output}"
            line.kill()
