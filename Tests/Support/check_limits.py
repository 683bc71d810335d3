#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that numbers in the documents are those of the constants in the source that the documents name.

The rows of docs/limits.md name them for readers too. Any other line does in a comment, which no page shows:
`at most 64 steps <!-- SessionLimits.historySteps -->`. It shows the value of each.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "limits.md"
CITED = re.compile(r"`([A-Z][\w.]*)\.(\w+)` = (\d+(?:,\d{3})*(?: (?:KiB|MiB|GiB|ms|s)\b)?)")
HIDDEN = re.compile(r"<!-- ([A-Z][\w.]*\.\w+(?:, [A-Z][\w.]*\.\w+)*) -->")
WORDS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten", 500: "half a second"}
UNITS = {"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "s": 1000, "ms": 1}
LITERAL = re.compile(r"[\d_]+(?:\s*(?:<<|\*)\s*[\d_]+)*")
DURATION = re.compile(r"(?:Duration)?\.(milliseconds|seconds)\(([\d_]+)\)")


def shown(text):
    """The value of a number as the page shows it; a time in milliseconds."""
    number, _, unit = text.replace(",", "").partition(" ")
    return int(number) * UNITS.get(unit, 1)


def value(expression):
    """The value of a literal expression of Swift: a number, the end of a range, or a time in milliseconds; `None` for others."""
    if duration := DURATION.match(expression):
        return int(duration[2].replace("_", "")) * (1000 if duration[1] == "seconds" else 1)
    expression = re.sub(r"^[\d_]+\.\.\.", "", expression)
    literal = LITERAL.match(expression)
    # Only digits, `<<` and `*`.
    return eval(literal[0]) if literal else None  # pylint: disable=eval-used


def declared(sources, types, name):
    """The values that a constant of a type has in the source; the members of a tuple are named like members of a type."""
    kind = re.compile(rf"\b(?:struct|class|enum|actor|extension|protocol)\s+(?:\w+\.)*{types[-1]}\b")
    texts = [text for text in sources if kind.search(text)]
    found = [match for text in texts for match in
             re.findall(rf"(?:\b(?:let|var)\s+|^\s+|[(,]\s*){name}(?:\s*:\s*[\w.<>?]+)?\s*(?:=|\{{)\s*(.+)", text, re.MULTILINE)]
    if not found and len(types) > 1:
        owner = re.compile(rf"\b(?:struct|class|enum|actor|extension)\s+(?:\w+\.)*{types[-2]}\b")
        tuples = [match for text in sources if owner.search(text)
                  for match in re.findall(rf"\blet\s+{types[-1]}\s*=\s*\w*\((.+)\)", text)]
        found = [match[1] for text in tuples if (match := re.search(rf"\b{name}:\s*([^,]+)", text))]
    return [number for expression in found if (number := value(expression)) is not None]


def problems(page, sources):
    """What is wrong, a line each."""
    cited = 0
    for number, line in enumerate(page.splitlines(), 1):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|") or set(line) <= set("|- ") or cells[0] == "what grows":
            continue
        constants = CITED.findall(cells[-1])
        if len(cells) != 4 or not constants or cells[-1].count("`") != 2 * len(constants):
            yield f"{PAGE.name}:{number}: the row does not name its constants as `Type.name` = NUMBER"
        for owner, name, text in constants:
            cited += 1
            values = declared(sources, owner.split("."), name)
            if shown(text) not in values:
                yield f"{PAGE.name}:{number}: {owner}.{name} is {' or '.join(map(str, values)) or 'not declared'}, not {text}"
            # The row's words show the same number.
            if not re.search(rf"(?<![\d,]){shown_form(text)}(?!\d|,\d)", " ".join(cells[:3])):
                yield f"{PAGE.name}:{number}: the row does not show {text} of {owner}.{name}"
    if cited == 0:
        yield f"{PAGE.name} names no constant"


def shown_form(text):
    """A pattern for a number in the words of a row."""
    number, _, unit = text.replace(",", "").partition(" ")
    forms = {f"{int(number):,}{' ' + unit if unit else ''}"}
    if not unit and int(number) % 1024 == 0:
        forms |= {f"{int(number) >> 10} KiB"}
    return "(?:" + "|".join(map(re.escape, sorted(forms))) + ")"


def written(number):
    """How a number may be written: plain, in a unit of bytes, and, where it is a time in milliseconds, in a unit of time."""
    yield from (f"{number:,}", str(number), WORDS.get(number, str(number)))
    for name, unit in (("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("s", 1000), ("min", 60_000), ("h", 3_600_000), ("days", 86_400_000)):
        if number % unit == 0 and number:
            yield f"{number // unit:,} {name}"
    if number % 3_600_000 == 0:
        yield f"{number // 3_600_000} hours"
    if number % 1000 == 0 and number:
        yield f"{number // 1000} seconds"


def hidden_problems(name, page, sources):
    """What is wrong with lines that name constants in comments."""
    for number, line in enumerate(page.splitlines(), 1):
        for comment in HIDDEN.findall(line):
            for constant in comment.split(", "):
                owner, _, member = constant.rpartition(".")
                values = declared(sources, owner.split("."), member)
                forms = {form for one in values for form in written(one)}
                if not re.search(rf"(?<![\w,])(?:{'|'.join(map(re.escape, sorted(forms))) or '(?!)'})(?![\w]|,\d)", HIDDEN.sub("", line)):
                    yield f"{name}:{number}: the line does not show {constant}, which is {' or '.join(map(str, values)) or 'not declared'}"


def main():
    """Prints what is wrong; ends with 1 where something is."""
    sources = [path.read_text() for path in sorted((ROOT / "Sources").rglob("*.swift"))]
    found = list(problems(PAGE.read_text(), sources))
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        found += hidden_problems(page.name, page.read_text(), sources)
    print("\n".join(found), end="\n" if found else "")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
