#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Part of SearchBus.
"""Packs the JavaScript client as npm does: OUTPUT/searchbus-VERSION.tgz, which `npm install ./searchbus-VERSION.tgz` installs.

    npm.py OUTPUT

The version is that of SearchBus. The inspector is not in it: it is made of the console's modules.
"""

import gzip
import io
import json
import pathlib
import re
import sys
import tarfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLIENT = ROOT / "web/client"
# npm sets all files to this time: equal contents are equal archives.
TIME = 499_162_500


def version():
    """The version that all programs report."""
    source = (ROOT / "Sources/Base/Wire/Release.swift").read_text(encoding="utf-8")
    return re.search(r'version = "([^"]+)"', source)[1]


def contents():
    """The files of the package, by name."""
    manifest = json.loads((CLIENT / "package.json").read_text(encoding="utf-8"))
    manifest = {"name": manifest.pop("name"), "version": version(), **manifest}
    yield "package.json", json.dumps(manifest, indent=2).encode() + b"\n"
    yield "LICENSE", (ROOT / "LICENSE").read_bytes()
    for path in sorted(CLIENT.rglob("*")):
        if path.is_file() and path.name != "package.json" and path.stem != "devtools":
            yield path.relative_to(CLIENT).as_posix(), path.read_bytes()


def pack(output):
    """Writes the archive, and returns its path."""
    output.mkdir(parents=True, exist_ok=True)
    path = output / f"searchbus-{version()}.tgz"
    with path.open("wb") as file, gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=TIME) as stream, \
            tarfile.open(fileobj=stream, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in contents():
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size, entry.mtime, entry.mode = len(content), TIME, 0o644
            archive.addfile(entry, io.BytesIO(content))
    return path


def main():
    """Runs it as a command."""
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 64
    print(pack(pathlib.Path(sys.argv[1])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
