#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Part of SearchBus.
"""Turn this machine's own Debian package lists into records for an index.

Reads the lists that `apt-get update` left on the machine and writes one JSON
object a line (NDJSON), one for each package name; the newest version wins.

    python3 packages.py packages.ndjson      # or to standard output
"""

from __future__ import annotations

import argparse
import glob
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import IO

LISTS = "/var/lib/apt/lists"
HELPER = "/usr/lib/apt/apt-helper"
REMEDY = "no package lists in {}: run `apt-get update` (as root), then try again"

PACKINGS = ("", ".lz4", ".gz", ".xz", ".bz2", ".zst")
PRIORITY_POINTS = {"required": 5000, "important": 2000, "standard": 800}
ESSENTIAL_POINTS = 8000
NAME = re.compile(r"\s*([a-z0-9][a-z0-9+.-]+)")
VERSION_PART = re.compile(r"(\d+)|([^\d]+)")

Fields = dict[str, str]


class ListsMissing(Exception):
    """There is nothing to read; the message says what to do."""


def find_lists(directory: str) -> list[str]:
    """The package lists in a directory, whatever they are packed with."""
    found = sorted(
        path
        for path in glob.glob(os.path.join(glob.escape(directory), "*_Packages*"))
        if path.rpartition("_Packages")[2] in PACKINGS
    )
    if not found:
        raise ListsMissing(REMEDY.format(directory))
    return found


def read_lines(path: str) -> Iterator[str]:
    """The lines of one list; packed lists go through apt's own reader."""
    if path.endswith("_Packages"):
        with open(path, encoding="utf-8", errors="replace") as plain:
            yield from plain
        return
    command = [HELPER, "cat-file", path]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, encoding="utf-8", errors="replace"
    ) as process:
        assert process.stdout is not None
        yield from process.stdout
    if process.returncode != 0:
        raise OSError(f"{HELPER} could not read {path} (exit {process.returncode})")


def paragraphs(lines: Iterable[str]) -> Iterator[Fields]:
    """Split a list into paragraphs of fields; folded lines are joined."""
    fields: Fields = {}
    last = ""
    for line in lines:
        line = line.rstrip("\n")
        if not line:
            if fields:
                yield fields
            fields, last = {}, ""
        elif line[0] in " \t":
            if last:
                fields[last] += " " + line.strip()
        else:
            last, _, value = line.partition(":")
            fields[last] = value.strip()
    if fields:
        yield fields


def character_order(character: str) -> int:
    """Debian's order of characters: `~`, then letters, then all others."""
    if character == "~":
        return -1
    return ord(character) if character.isalpha() else ord(character) + 256


def part_key(text: str) -> list[tuple[list[int], int]]:
    """The key of an upstream version or a revision.

    Text and numbers take turns, text first. The 0 that ends each text stands
    for "no more characters", which comes after `~` and before anything else.
    """
    pieces = VERSION_PART.findall(text)
    if not pieces or pieces[0][0]:
        pieces.insert(0, ("", ""))
    key = []
    for index in range(0, len(pieces), 2):
        letters = [character_order(character) for character in pieces[index][1]] + [0]
        number = pieces[index + 1][0] if index + 1 < len(pieces) else ""
        key.append((letters, int(number or 0)))
    return [*key, ([0], 0)]


def version_key(version: str) -> tuple:
    """A sort key that follows Debian's rules for comparing versions."""
    epoch, colon, rest = version.partition(":")
    if not colon:
        epoch, rest = "0", version
    upstream, dash, revision = rest.rpartition("-")
    if not dash:
        upstream, revision = rest, ""
    return int(epoch) if epoch.isdigit() else 0, part_key(upstream), part_key(revision)


def relation_names(relations: str) -> set[str]:
    """The package names in a `Depends` field, alternatives included."""
    names = set()
    for relation in re.split(r"[,|]", relations):
        match = NAME.match(relation)
        if match:
            names.add(match.group(1))
    return names


def newest(candidates: Iterable[Fields]) -> dict[str, Fields]:
    """One paragraph for each package name: that of the newest version."""
    kept: dict[str, Fields] = {}
    for fields in candidates:
        name = fields.get("Package", "")
        if not name:
            continue
        other = kept.get(name)
        if other is None or version_key(fields.get("Version", "")) > version_key(
            other.get("Version", "")
        ):
            kept[name] = fields
    return kept


def count_dependents(packages: Iterable[Fields]) -> Counter[str]:
    """How many packages depend on each package or virtual name."""
    dependents: Counter[str] = Counter()
    for fields in packages:
        relations = fields.get("Depends", "") + "," + fields.get("Pre-Depends", "")
        dependents.update(relation_names(relations))
    return dependents


def popularity(fields: Fields, dependents: Counter[str]) -> int:
    """A rank: who needs it, and how much the distribution insists on it."""
    points = dependents[fields["Package"]]
    points += PRIORITY_POINTS.get(fields.get("Priority", ""), 0)
    if fields.get("Essential") == "yes":
        points += ESSENTIAL_POINTS
    return points


def maintainer_name(maintainer: str) -> str:
    """The name, without the mail address behind it."""
    name = maintainer.partition("<")[0].strip().strip('"').strip()
    return name or "unknown"


def plain_section(section: str) -> str:
    """The section without its archive area: `contrib/net` is `net`."""
    return section.rpartition("/")[2] or "unknown"


def tag_list(tags: str) -> list[str]:
    """The debtags; `a::{b,c}` stands for `a::b` and `a::c`."""
    spread = re.sub(
        r"(\S+?::)\{([^}]*)\}",
        lambda match: ", ".join(match.group(1) + part for part in match.group(2).split(",")),
        tags,
    )
    return sorted({tag.strip() for tag in spread.split(",") if tag.strip()})


def number(text: str) -> int:
    """A whole number, or 0 where the field is missing or damaged."""
    return int(text) if text.isdigit() else 0


def record(fields: Fields, dependents: Counter[str]) -> dict[str, object]:
    """The record of one package."""
    made: dict[str, object] = {
        "objectID": fields["Package"],
        "name": fields["Package"],
        "description": fields.get("Description", ""),
        "section": plain_section(fields.get("Section", "")),
        "maintainer": maintainer_name(fields.get("Maintainer", "")),
        "size": number(fields.get("Size", "")),
        "installedSize": number(fields.get("Installed-Size", "")),
        "tags": tag_list(fields.get("Tag", "")),
        "priority": fields.get("Priority", "optional"),
        "version": fields.get("Version", ""),
        "dependents": dependents[fields["Package"]],
        "popularity": popularity(fields, dependents),
    }
    if "Homepage" in fields:
        made["homepage"] = fields["Homepage"]
    return made


def tell(message: str, end: str = "\n") -> None:
    """Progress, for people only."""
    if sys.stderr.isatty():
        print(message, end=end, file=sys.stderr, flush=True)


def all_paragraphs(lists: list[str]) -> Iterator[Fields]:
    """The paragraphs of every list, with a word on how far it is."""
    seen = 0
    for path in lists:
        for fields in paragraphs(read_lines(path)):
            seen += 1
            if seen % 5000 == 0:
                tell(f"\r{seen} packages read", end="")
            yield fields
    tell(f"\r{seen} packages read")


def write_records(lists: list[str], out: IO[str]) -> int:
    """Write every record, sorted by name; the answer is how many."""
    packages = newest(all_paragraphs(lists))
    if not packages:
        raise ListsMissing(REMEDY.format(os.path.dirname(lists[0])))
    dependents = count_dependents(packages.values())
    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    for name in sorted(packages):
        out.write(encode(record(packages[name], dependents)) + "\n")
    return len(packages)


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("output", nargs="?", default="-", help="file to write; - is standard output")
    parser.add_argument("--lists", default=LISTS, metavar="DIR", help=f"where the lists are ({LISTS})")
    return parser.parse_args()


def main() -> int:
    """Run; 0 is done, 1 a failed read or write, 2 no lists."""
    options = arguments()
    try:
        lists = find_lists(options.lists)
        if options.output == "-":
            written = write_records(lists, sys.stdout)
            sys.stdout.flush()
        else:
            with open(options.output, "w", encoding="utf-8") as out:
                written = write_records(lists, out)
    except ListsMissing as missing:
        print(f"packages.py: {missing}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as failure:
        print(f"packages.py: {failure}", file=sys.stderr)
        return 1
    tell(f"{written} records written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
