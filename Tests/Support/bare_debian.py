# SPDX-License-Identifier: MIT
"""The Debian package, and a bare Debian with nothing but that, what it says it needs, a proxy and a service manager."""

import os
import pathlib
import shutil
import subprocess

from searchbus_testing import ROOT, Child, binary, make_directory

AS_ROOT = [] if os.geteuid() == 0 else ["sudo"]
USER = 1000 if os.geteuid() == 0 else os.geteuid()
# A process of the bare system: its own mounts, an ordinary user, nothing of our environment, in a folder of that user.
INSIDE = ('mount -t proc proc "$0/proc" && user=$1 folder=$2 && shift 2 && exec chroot --userspec="$user:$user" "$0" '
          '/usr/bin/env -i --chdir="$folder" HOME=/home/me PATH=/usr/bin:/bin:/usr/sbin "$@"')


def make_package(folder):
    """Makes the Debian package and the tar file of what was built."""
    subprocess.run([ROOT / "deploy/package/build.sh", binary("searchbus").parent, folder], check=True,
                   env={**os.environ, "COMPRESSION": "none"}, stdout=subprocess.DEVNULL)
    return folder


def older_package(file, folder, version):
    """The same package as of an earlier version: its programs differ in nothing but what they say they are."""
    made = folder / "older"
    subprocess.run(["dpkg-deb", "--raw-extract", file, made], check=True)
    current = subprocess.run(["dpkg-deb", "--field", file, "Version"], check=True, capture_output=True, text=True).stdout.strip()
    assert len(version) == len(current)
    for program in (made / "usr/lib/searchbus").glob("searchbus*"):
        program.write_bytes(program.read_bytes().replace(current.encode() + b"\0", version.encode() + b"\0"))
        said = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.strip()
        assert said == version, f"{program.name} still says {said}"
    control = made / "DEBIAN/control"
    control.write_text(control.read_text().replace(f"Version: {current}", f"Version: {version}"))
    older = folder / f"searchbus_{version}.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Znone", "--build", made, older], check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(made)
    return older


def needed(package):
    """The names of the Debian packages that a package depends on."""
    field = subprocess.run(["dpkg-deb", "--field", package, "Depends"], check=True, capture_output=True, text=True)
    return [entry.split()[0] for entry in field.stdout.split(",")]


class BareDebian:
    """A bare Debian with some packages. People in it are one ordinary user, whose folder is `home`."""

    def __init__(self, packages):
        self.root = make_directory() / "root"
        self.home = self.root / "home/me"
        release = pathlib.Path("/etc/os-release").read_text()
        codename = next(line.partition("=")[2] for line in release.splitlines() if line.startswith("VERSION_CODENAME="))
        subprocess.run([*AS_ROOT, "debootstrap", "--variant=minbase", f"--include={','.join(packages)}", codename, self.root],
                       check=True, stdout=subprocess.DEVNULL)
        subprocess.run([*AS_ROOT, "install", "-d", "-o", str(USER), "-g", str(USER), self.home], check=True)

    def install(self, file):
        """Installs a package as its administrator does; answers with what dpkg said."""
        subprocess.run([*AS_ROOT, "cp", file, self.root / "searchbus.deb"], check=True)
        return subprocess.run([*AS_ROOT, "chroot", self.root, "dpkg", "--install", "/searchbus.deb"], check=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout

    def words(self, *words, folder="."):
        """The command with which the user runs another one, in a folder below its own."""
        place = os.path.join("/home/me", folder)
        return [*AS_ROOT, "unshare", "--mount", "sh", "-c", INSIDE, self.root, str(USER), place, *words]

    def run(self, *words, folder=".", code=0):
        """Runs a command as the user; answers with what it printed, and its errors."""
        done = subprocess.run([str(word) for word in self.words(*words, folder=folder)], capture_output=True, text=True, timeout=60)
        assert done.returncode == code, f"{words} ended with {done.returncode}: {done.stdout}{done.stderr}"
        return done.stdout, done.stderr

    def start(self, *words, folder=".", output="output.txt"):
        """Starts a command as the user; it runs until it is ended."""
        return Child(self.words(*words, folder=folder), self.root.parent / output)

    def remove(self):
        """Removes all of it."""
        subprocess.run([*AS_ROOT, "rm", "-rf", self.root.parent], check=True)
