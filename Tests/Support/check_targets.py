#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that Package.swift names what the sources import, that few places know of the cluster, and that docs/architecture.md agrees with both and names types that exist."""

import json
import os
import pathlib
import re
import subprocess
import sys

from check_layout import IMPORTERS, ROOT

PAGE = ROOT / "docs/architecture.md"
IMPORT = re.compile(r"^\s*(?:@\w+ )?(?:public |internal |package )?import (?:struct |enum |class |func )?(\w+)", re.MULTILINE)
TYPE = re.compile(r"`([A-Z][a-z]+(?:[A-Z]\w*)?)(?:(\.swift)|\.(\w+))?`")
# A module of a library that comes with it, and that its users need beside it.
BESIDE = {"GRDBSQLite"}
# The places outside of Sources/Cluster that may know that there is a cluster.
CLUSTER_PLACES = ["Widgets/AppModel/Log", "Operations/AppFile/Reading/AppReader+Log.swift", "Commands/searchbus-broker/",
                  "Commands/searchbus/Cluster/", "Commands/searchbus/Up/AppRunner.swift"]
CLUSTER_WORD = re.compile(r"NATS|JetStream|jetstream")


def manifest():
    """What Package.swift says, with the replicated log."""
    done = subprocess.run(["swift", "package", "dump-package"], cwd=ROOT, env=os.environ | {"SEARCHBUS_JETSTREAM": "1"},
                          capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def targets(package):
    """The targets below Sources/ with what they depend on."""
    found = {}
    for target in package["targets"]:
        if target["path"].startswith("Sources/"):
            found[target["name"]] = {next(iter(each.values()))[0] for each in target["dependencies"]}
    return found


def imports(target):
    """The modules that a target imports."""
    return {name for path in (ROOT / "Sources").glob(f"*/{target}/**/*.swift") for name in IMPORT.findall(path.read_text(encoding="utf-8"))}


def manifest_problems(known):
    """Dependencies that no file imports, and imports that the manifest leaves to another target."""
    for target, wanted in known.items():
        used = imports(target)
        if used:
            for name in sorted(wanted - used - BESIDE):
                yield f"Package.swift: {target} depends on {name}, and no file of it imports it"
            for name in sorted((used & set(known)) - wanted):
                yield f"Package.swift: {target} imports {name}, which is not among its dependencies"


def rows(page, heading):
    """The first cells of the tables with a heading: the names in each, by row."""
    for line in (line for table in page.split(heading)[1:] for line in table.split("\n\n", 1)[0].splitlines()):
        cells = [re.findall(r"`([\w*-]+)`", cell) for cell in line.strip("|").split("|")]
        if cells[0]:
            yield cells


def page_problems(page, known):
    """Targets that the page's list does not have, or has above what they depend on; libraries that others import than it says."""
    above = set()
    for cells in rows(page, "| target | holds |\n"):
        row = set(cells[0])
        for name in sorted(row):
            if name == "searchbus*":
                row |= {other for other in known if other.startswith("searchbus")}
            elif name not in known:
                yield f"{PAGE.name}: there is no target {name}"
            for other in sorted((known.get(name, set()) & set(known)) - above - row):
                yield f"{PAGE.name}: {name} is listed above {other}, which it depends on"
        above |= row
    for name in sorted(set(known) - above):
        yield f"{PAGE.name}: the target {name} is missing in the list"
    said = {library: set(cells[1]) for cells in rows(page, "| library | imported by |\n") for library in cells[0]}
    for library in sorted(set(said) | (set(IMPORTERS) - set(known)) | {name for name in IMPORTERS if name.startswith("C")}):
        if said.get(library) != IMPORTERS.get(library):
            yield f"{PAGE.name}: {library} is imported by {', '.join(sorted(IMPORTERS.get(library, ['any target'])))}"


def floor_problems(page, package):
    """Floors whose list on the page is not that of the manifest, and dependencies on a floor further down."""
    floors = {floor: {name for cells in rows(table, "| target | holds |\n") for name in cells[0]}
              for floor, table in re.findall(r"^\*\*(\w+)\*\*: .*\n\n((?:\|.*\n)+)", page, re.MULTILINE)}
    folders = {}
    for target in package["targets"]:
        parts = target["path"].split("/")
        if parts[0] == "Sources":
            folders.setdefault(parts[1], set()).add("searchbus*" if parts[1] == "Commands" else target["name"])
    for floor in floors | folders:
        if floors.get(floor) != folders.get(floor):
            yield f"{PAGE.name}: the floor {floor} has {sorted(floors.get(floor, []))}; its folder has {sorted(folders.get(floor, []))}"


def name_problems(page, known):
    """Types, members of types, folders and files in backticks that there are not."""
    sources = list((ROOT / "Sources").rglob("*.swift"))
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    files = {path.name for path in [*sources, *ROOT.iterdir()]}
    folders = {path.parent.name for path in sources}
    declared = set(re.findall(r"\b(?:struct|class|enum|actor|protocol|typealias) (\w+)", text)) | set(IMPORTERS)
    for name, suffix, member in sorted(set(TYPE.findall(page))):
        if name + suffix not in (files if suffix else declared | folders | files | set(known)):
            yield f"{PAGE.name}: there is no file {name}{suffix}" if suffix else f"{PAGE.name}: Sources declares no type {name}"
        elif member and not re.search(rf"\b(?:let|var|func|case) {member}\b", text):
            yield f"{PAGE.name}: Sources declares no {name}.{member}"


def cluster_problems(package):
    """Sources outside of Sources/Cluster that import a target of it or name its servers, beside the few that may."""
    own = {target["name"] for target in package["targets"] if target["path"].startswith("Sources/Cluster/")}
    folder = ROOT / "Sources"
    for path in sorted(folder.rglob("*.swift")):
        name = path.relative_to(folder).as_posix()
        text = path.read_text(encoding="utf-8")
        if not name.startswith(("Cluster/", *CLUSTER_PLACES)) and (own & set(IMPORT.findall(text)) or CLUSTER_WORD.search(text)):
            yield f"Sources/{name}: knows of the cluster; move it to Sources/Cluster, or to one of the {len(CLUSTER_PLACES)} places that may"


def platform_problems(package):
    """Systems whose oldest version the page on the client does not tell."""
    page = (ROOT / "docs/swift-client.md").read_text(encoding="utf-8")
    for platform in package["platforms"]:
        text = f"{platform['platformName']} {platform['version'].removesuffix('.0')}"
        if text.lower() not in page.lower():
            yield f"swift-client.md: Package.swift names {text}"


def main():
    package = manifest()
    known = targets(package)
    page = PAGE.read_text(encoding="utf-8")
    problems = [*manifest_problems(known), *page_problems(page, known), *floor_problems(page, package), *name_problems(page, known), *cluster_problems(package), *platform_problems(package)]
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
