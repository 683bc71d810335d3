#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Part of SearchBus.
"""Makes a Python wheel of the build, which runs on machines without anything else of SearchBus.

    wheel.py FOLDER_OF_EXECUTABLES OUTPUT_FOLDER

COMPRESSION=none is faster, and the file is larger.
In it are the Python client, the executables, the console, the demo apps, and all libraries but those of the C library: pip
installs them into one folder, and the executables look for them beside themselves. The platform that it is for follows from the newest symbol
of the C library that any of them needs (PEP 600).
"""

import base64
import hashlib
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
CLIENT = HERE.parents[1] / "web/python-client"
# They belong to the system's C library, and must be of the version of its loader.
OF_THE_SYSTEM = re.compile(r"(ld-linux.*|linux-vdso|libc|libm|libdl|librt|libpthread|libutil|libresolv|libnsl)\.so\.\d+")
LEVEL = 1 if os.environ.get("COMPRESSION") == "none" else 9
FOUND = re.compile(r"^\s*(\S+) => (/\S+)", re.MULTILINE)
NEEDED_SYMBOL = re.compile(r"\bGLIBC_(\d+)\.(\d+)")


def said(*command):
    """What a command prints."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def complete(programs):
    """Puts all libraries beside the programs that these need and the system's C library is not; answers with their Debian packages."""
    packages = set()
    waiting = list(programs.iterdir())
    while waiting:
        for name, place in FOUND.findall(said("ldd", waiting.pop())):
            target = programs / name
            if target.exists() or OF_THE_SYSTEM.fullmatch(name):
                continue
            shutil.copy(place, target)
            target.chmod(0o755)
            subprocess.run(["strip", "--strip-unneeded", target], check=True)
            subprocess.run(["patchelf", "--set-rpath", "$ORIGIN", target], check=True)
            packages.add(said(HERE / "owner.sh", pathlib.Path(place).resolve()).split()[0])
            waiting.append(target)
    return sorted(packages)


def platform_tag(programs):
    """The platform that has all symbols of the C library that the programs need."""
    versions = {tuple(map(int, found)) for file in programs.iterdir() for found in NEEDED_SYMBOL.findall(said("readelf", "-VW", file))}
    major, minor = max(versions)
    return f"manylinux_{major}_{minor}_{platform.machine()}"


class Wheel:
    """A wheel that is being written: its files, each with its digest in the record."""

    def __init__(self, path):
        self.file = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL)
        self.record = []

    def add(self, name, data, is_executable=False):
        """Adds a file, the same for the same contents."""
        info = zipfile.ZipInfo(name)
        info.external_attr = (0o100755 if is_executable else 0o100644) << 16
        self.file.writestr(info, data, zipfile.ZIP_DEFLATED, LEVEL)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(data)}")

    def add_folder(self, folder, name):
        """Adds what is below a folder."""
        for path in sorted(folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                self.add(f"{name}/{path.relative_to(folder)}", path.read_bytes(), path.stat().st_mode & 0o100 != 0)

    def close(self, info):
        """Writes the record."""
        name = f"{info}/RECORD"
        self.file.writestr(zipfile.ZipInfo(name), "\n".join([*self.record, f"{name},,", ""]))
        self.file.close()


def metadata(project, version):
    """What pip shows and needs of the package; its words are those of the Python client and of the README."""
    fields = [("Metadata-Version", "2.1"), ("Name", "searchbus"), ("Version", version), ("Summary", "Search screens as processes on a bus."),
              ("License", project["license"]["text"]), ("Requires-Python", project["requires-python"]),
              *(("Requires-Dist", needed) for needed in project["dependencies"]),
              *(("Classifier", classifier) for classifier in project["classifiers"]), ("Description-Content-Type", "text/markdown")]
    return "".join(f"{name}: {value}\n" for name, value in fields) + "\n" + (CLIENT / "README.md").read_text(encoding="utf-8")


def entry_points(project):
    """The command, which the package alone does not have, and what the package has for other programs."""
    groups = {"console_scripts": {"searchbus": "searchbus.__main__:main"}, **project["entry-points"]}
    return "\n".join(f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in names.items()) for group, names in groups.items())


def main():
    """Runs it as a command."""
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        sys.exit(64)
    executables, output = map(pathlib.Path, sys.argv[1:])
    project = tomllib.loads((CLIENT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder)
        subprocess.run([HERE / "install.sh", executables, tree], check=True, stdout=subprocess.DEVNULL)
        programs, shared = tree / "lib/searchbus", tree / "share/searchbus"
        packages = complete(programs)
        version = said(programs / "searchbus", "--version").strip()
        tag = f"py3-none-{platform_tag(programs)}"
        output.mkdir(parents=True, exist_ok=True)
        path = output / f"searchbus-{version}-{tag}.whl"
        wheel, info = Wheel(path), f"searchbus-{version}.dist-info"
        for package in sorted((CLIENT / "src").iterdir()):
            if (package / "__init__.py").exists():
                wheel.add_folder(package, package.name)
        wheel.add_folder(programs, "searchbus/installed/lib/searchbus")
        for name in ("web", "demo", "javascript-client"):
            wheel.add_folder(shared / name, f"searchbus/installed/share/searchbus/{name}")
        wheel.add(f"{info}/METADATA", metadata(project, version).encode())
        wheel.add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: searchbus {version}\nRoot-Is-Purelib: false\nTag: {tag}\n".encode())
        wheel.add(f"{info}/entry_points.txt", entry_points(project).encode())
        wheel.add(f"{info}/licenses/LICENSE", (HERE.parents[1] / "LICENSE").read_bytes())
        for package in packages:
            wheel.add(f"{info}/licenses/{package}.txt", pathlib.Path(f"/usr/share/doc/{package}/copyright").read_bytes())
        wheel.close(info)
        if LEVEL > 1:
            # The same format, which all installers read, packed better than the standard library does.
            subprocess.run(["advzip", "--recompress", "--shrink-extra", "--quiet", path], check=True)
    print(path)


if __name__ == "__main__":
    main()
