# SPDX-License-Identifier: MIT
# Part of SearchBus.
"""The Debian package in a bare Debian, where nothing of what built it is; and the app as a service."""

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tarfile

import pytest
import searchbus_testing as testing
from searchbus_testing import ROOT, Child, Gateway, binary, eventually

AS_ROOT = [] if os.geteuid() == 0 else ["sudo"]
USER = 1000 if os.geteuid() == 0 else os.geteuid()
# A process of the bare system: its own mounts, an ordinary user, and nothing of our environment.
INSIDE = ('mount -t proc proc "$0/proc" && user=$1 && shift && '
          'exec chroot --userspec="$user:$user" "$0" /usr/bin/env -i HOME=/home/me PATH=/usr/bin:/bin "$@"')


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """The Debian package and the tar file of what was built."""
    folder = tmp_path_factory.mktemp("package")
    subprocess.run([ROOT / "deploy/package/build.sh", binary("searchbus").parent, folder], check=True,
                   env={**os.environ, "COMPRESSION": "gzip"}, stdout=subprocess.DEVNULL)
    return folder


@pytest.fixture(scope="module")
def bare(package):
    """A bare Debian in which the package is installed, with what it says it needs and no more."""
    root = testing.make_directory() / "root"
    file = next(package.glob("*.deb"))
    field = subprocess.run(["dpkg-deb", "--field", file, "Depends"], check=True, capture_output=True, text=True).stdout
    needed = ",".join(entry.split()[0] for entry in field.split(","))
    release = pathlib.Path("/etc/os-release").read_text()
    codename = next(line.partition("=")[2] for line in release.splitlines() if line.startswith("VERSION_CODENAME="))
    subprocess.run([*AS_ROOT, "debootstrap", "--variant=minbase", f"--include={needed}", codename, root], check=True,
                   stdout=subprocess.DEVNULL)
    subprocess.run([*AS_ROOT, "cp", file, root / "searchbus.deb"], check=True)
    subprocess.run([*AS_ROOT, "chroot", root, "dpkg", "--install", "/searchbus.deb"], check=True,
                   stdout=subprocess.DEVNULL)
    subprocess.run([*AS_ROOT, "install", "-d", "-o", str(USER), "-g", str(USER), root / "home/me"], check=True)
    yield root
    subprocess.run([*AS_ROOT, "rm", "-rf", root.parent], check=True)


def inside(root, *words):
    """A command for an ordinary user of the bare system."""
    return [*AS_ROOT, "unshare", "--mount", "sh", "-c", INSIDE, root, str(USER), *words]


def test_the_package_runs_the_demo_in_a_bare_debian(bare):
    """No Swift, no Python, no compiler: one command imports the data and starts the store, for an ordinary user."""
    assert not list(bare.glob("usr/bin/python3*")) and not list(bare.glob("opt/*"))
    port = testing.free_port()
    words = ["sh", "-c", f"cd && exec searchbus demo --listen 127.0.0.1:{port}"]
    child = Child(inside(bare, *words), bare.parent / "demo.txt")
    eventually(lambda: child.output, lambda text: "ready in" in text or not child.is_running, "the demo is ready", 90)
    assert child.is_running, child.output
    data = bare / "home/me/.searchbus/store"
    gateway = Gateway(port, data)
    session = gateway.call("POST", "/api/sessions", {})["session"]
    gateway.send(session, ("box", "set-query", {"query": "headphones"}), wait=True)
    eventually(lambda: gateway.views(session), lambda views: views.get("hits", {}).get("hits"), "the store finds something")
    processes = gateway.call("GET", "/api/status")["processes"]
    version = subprocess.run(inside(bare, "searchbus", "--version"), check=True, capture_output=True, text=True).stdout
    assert {process["version"] for process in processes} == {version.strip()}
    assert child.end(signal.SIGINT) == 0


def test_what_is_installed_knows_nothing_of_where_it_was_built(bare):
    """Programs look for libraries beside themselves alone."""
    for file in (bare / "usr/lib/searchbus").iterdir():
        section = subprocess.run(["readelf", "-d", file], check=True, capture_output=True, text=True).stdout
        paths = [line.rpartition("[")[2].rstrip("]\n") for line in section.splitlines() if "PATH)" in line]
        assert paths in (["$ORIGIN"], []), f"{file.name}: {paths}"


def test_the_tar_file_runs_where_it_is_unpacked(package, tmp_path):
    """Its command is below one folder, with everything else."""
    with tarfile.open(next(package.glob("*.tar.gz"))) as archive:
        archive.extractall(tmp_path, filter="fully_trusted")
    command = next(tmp_path.glob("searchbus-*/bin/searchbus"))
    help_text = subprocess.run([command, "demo", "--help"], check=True, capture_output=True, text=True).stdout
    assert "gallery" in help_text
    shutil.rmtree(next(tmp_path.glob("searchbus-*")))


def test_the_unit_is_one_that_systemd_reads(bare, tmp_path):
    """systemd itself finds nothing wrong with the unit, but that its command is not of this system."""
    unit = tmp_path / "searchbus@shop.service"
    text = (bare / "usr/lib/systemd/system/searchbus@.service").read_text()
    text = text.replace("/usr/bin/searchbus", str(binary("searchbus")))
    unit.write_text(text.replace("file:/usr", f"file:{bare}/usr"))
    told = subprocess.run(["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True)
    assert told.returncode == 0 and "searchbus@shop" not in told.stderr, told.stderr


def test_the_service_manager_hears_how_the_app_is(make_shop):
    """Ready once everything runs, alive again and again while the supervisor decides, stopping when it is ended."""
    folder = testing.make_directory()
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    listener.bind(str(folder / "notify"))
    listener.settimeout(testing.PATIENCE)
    environment = {**os.environ, "NOTIFY_SOCKET": str(folder / "notify"), "WATCHDOG_USEC": "400000"}
    shop = make_shop(is_sound=False, env=environment)
    try:
        told = [listener.recv(100).decode()]
        while told.count("WATCHDOG=1") < 3 or "READY=1" not in told:
            told.append(listener.recv(100).decode())
        assert set(told) == {"READY=1", "WATCHDOG=1"}
        for pid in shop.pids().values():
            assert b"NOTIFY_SOCKET" not in pathlib.Path(f"/proc/{pid}/environ").read_bytes()
        shop.child.send_signal(signal.SIGINT)
        eventually(lambda: listener.recv(100).decode(), lambda text: text == "STOPPING=1", "that it stops is told")
        assert shop.child.process.wait(testing.PATIENCE) == 0
    finally:
        listener.close()
        shutil.rmtree(folder)
