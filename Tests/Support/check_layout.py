#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks what no formatter checks: file lengths, licence headers, who imports what, where the log's SQL is, and sinks that must not be used."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAXIMUM_LINES = 400
CODE = {".swift", ".js", ".css", ".py"}
# Files that `searchbus widgets` prints; a test compares them.
PRINTED = {"WidgetTypes.swift", "widgets.d.ts", "widgets.py", "_sync.py"}

# The only places that may import a library; everybody else reaches it through them.
IMPORTERS = {
    "CNATS": {"NATS"},
    "CEpoll": {"Runtime"},
    "CZeroMQ": {"Bench"},
    "CPostgreSQL": {"PostgreSQL"},
    "PostgreSQL": {"Engines"},
    "GRDB": {"Broker", "Insights", "Replication"},
    "CZlib": {"Gateway"},
    "CZstd": {"JetStream", "SearchIndex"},
    "Hummingbird": {"Gateway"},
    "HummingbirdCore": {"Gateway"},
    "Yams": {"AppFile"},
    "COpenSSL": {"Digests"},
    "CCurl": {"CurlClient"},
    "Subprocess": {"Supervisor"},
}

# Targets that are for programs far from the bus, and all that they may import.
ONLY = {
    "SearchClient": {"Foundation", "FoundationNetworking", "Observation", "Synchronization", "Wire"},
}

# Ways into the page, or out of Swift's checks, that the project does without.
FORBIDDEN = {
    ".js": re.compile(r"\b(innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\()"),
    ".swift": re.compile(r"\btry!|\bfatalError\("),
}


def tracked():
    """The files that git tracks or would track."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return sorted({ROOT / line for line in listed.splitlines() if (ROOT / line).is_file()})


def problems_of(path):
    """What is wrong with one file."""
    name = path.relative_to(ROOT)
    if path.suffix not in CODE:
        return
    lines = path.read_text(encoding="utf-8").splitlines()
    # The manifest is one file for the tools' sake.
    if len(lines) > MAXIMUM_LINES and name.name not in PRINTED | {"Package.swift"}:
        yield f"{name}: {len(lines)} lines; {MAXIMUM_LINES} are the most"
    if name.name != "Package.swift" and "SPDX-License-Identifier" not in "\n".join(lines[:3]):
        yield f"{name}: the licence header is missing"
    # FLOOR/TARGET/FILE
    target = name.parts[2] if len(name.parts) > 3 else None
    if name.parts[0] == "Tests":
        # A release build builds what tests share, and knows no `@testable`.
        is_shared = path.suffix == ".swift" and target and not target.endswith("Tests") and not name.parts[1].endswith("Tests")
        if is_shared and any(line.startswith("@testable") for line in lines):
            yield f"{name}: a library that tests share may not import with @testable; use `package` or `public`"
        return
    pattern = FORBIDDEN.get(path.suffix)
    for number, line in enumerate(lines, 1):
        code = line.split("//")[0]
        if pattern and pattern.search(code):
            yield f"{name}:{number}: {pattern.search(code).group(0)} is not used here"
        imported = re.match(r"\s*(?:@\w+ )?(?:public |internal |package )?import (?:struct |enum )?(\w+)", line)
        if path.suffix == ".swift" and imported and name.parts[0] == "Sources":
            allowed = IMPORTERS.get(imported.group(1))
            if allowed is not None and target not in allowed:
                yield f"{name}:{number}: only {', '.join(sorted(allowed))} may import {imported.group(1)}"
            if imported.group(1) not in ONLY.get(target, {imported.group(1)}):
                yield f"{name}:{number}: {target} may not import {imported.group(1)}"


def table_problems():
    """SQL that names a table of the log, outside of the file of that table; joins may be in the file of another one, changes may not."""
    folder = ROOT / "Sources/Log/Broker/Tables"
    created = re.compile(r"CREATE TABLE (?:IF NOT EXISTS )?(\w+)")
    owners = {table: path for path in folder.glob("*.swift") for table in created.findall(path.read_text(encoding="utf-8"))}
    names = "|".join(owners)
    used, changed = (re.compile(rf"\b(?:{words})\s+({names})\b") for words in ("FROM|JOIN|INTO|UPDATE|TABLE", "DELETE FROM|INTO|UPDATE|TABLE"))
    for path in [path for floor in ("Log", "Cluster") for path in sorted((ROOT / "Sources" / floor).rglob("*.swift"))]:
        pattern = changed if path.parent == folder else used
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for table in pattern.findall(line):
                if path not in (owners[table], folder.parent / "Store/LogMigration.swift"):
                    yield f"{path.relative_to(ROOT)}:{number}: SQL of `{table}` belongs to {owners[table].name}"


def version_problems():
    """The version that programs say of themselves is the changelog's newest."""
    said = re.search(r'version = "([^"]+)"', (ROOT / "Sources/Base/Wire/Release.swift").read_text(encoding="utf-8"))
    newest = re.search(r"^## \[(\d[^]]*)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    if not said or not newest or said.group(1) != newest.group(1):
        yield "Sources/Base/Wire/Release.swift: the version is not the newest of CHANGELOG.md"


def main():
    problems = [problem for path in tracked() for problem in problems_of(path)] + [*table_problems(), *version_problems()]
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
