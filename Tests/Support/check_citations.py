#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that every test which the documents cite is there, under that name and in that file."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENTS = ["docs/guarantees.md", "docs/failure-modes.md", "docs/complaints.md"]
SWIFT_TEST = re.compile(r'@Test(?:\(\s*"((?:[^"\\]|\\.)*)")?|func `([^`]+)`')
PYTHON_TEST = re.compile(r"^def (test_\w+)", re.MULTILINE)


def tests():
    """The names of the tests of each file, by the file's name."""
    found = {}
    for path in (ROOT / "Tests").rglob("*.swift"):
        text = path.read_text(encoding="utf-8")
        # Folders may have files of one name.
        found.setdefault(path.stem, set()).update(name for pair in SWIFT_TEST.findall(text) for name in pair if name)
    for path in (ROOT / "Tests").rglob("test_*.py"):
        found[path.stem] = set(PYTHON_TEST.findall(path.read_text(encoding="utf-8")))
    return found


def cited(row):
    """What a row of a table names: each file, and the tests that follow it."""
    file = None
    for token in re.finditer(r"`(?:\w+/)*(\w+?)(?:\.swift|\.py)`|`(\w+Tests)`|`(test_\w+)`|“([^”]+)”", row):
        path, suite, function, sentence = token.groups()
        if path or suite:
            file = path or suite
            yield file, None
        elif function or sentence:
            yield file, function or sentence.strip("… ")


def problems():
    """What is cited and not there."""
    known = tests()
    names = {name for group in known.values() for name in group}
    for document in DOCUMENTS:
        for number, line in enumerate((ROOT / document).read_text(encoding="utf-8").splitlines(), 1):
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            if not cells:
                continue
            cell = cells[0] if document.endswith("guarantees.md") else cells[-1]
            for file, name in cited(cell):
                if name is None and file not in known and not (ROOT / "Tests/Support" / f"{file}.py").exists():
                    yield f"{document}:{number}: there is no {file}"
                elif name is not None and not any(name in one for one in known.get(file, names)):
                    yield f"{document}:{number}: {file or 'no file'} has no test “{name}”"


def main():
    found = list(problems())
    for problem in found:
        print(f"error: {problem}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
