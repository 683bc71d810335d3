#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A search engine of one's own in Python: searches the lines of a CSV file.

`searchbus up` runs it; README.md has the lines for the app file. Needs the package `searchbus`.
"""

import csv
import json
import pathlib
import sys

# In the sources of SearchBus; elsewhere the package `searchbus` is installed.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "web/python-client/src"))

from searchbus.engines import Request, Unanswerable, run


def typed(cell: str):
    """The value of a cell: a number, a boolean, a list such as `["red", "blue"]`, or a text; None if it is empty."""
    try:
        return json.loads(cell)
    except ValueError:
        return cell or None


def load(path: pathlib.Path) -> list[dict]:
    with path.open(newline="", encoding="utf-8") as file:
        rows = [{name: typed(cell) for name, cell in row.items() if cell} for row in csv.DictReader(file)]
    return [row | {"objectID": str(row.get("objectID", number))} for number, row in enumerate(rows)]


folder = pathlib.Path(sys.argv[1])
searched = sys.argv[2].split(",")
indexes = {path.stem: load(path) for path in folder.glob("*.csv")}


def search(request: Request) -> dict:
    if request.index not in indexes:
        raise Unanswerable(f"There is no {request.index}.csv.", "Put it into the folder.", "unknown-index")
    rows = indexes[request.index]
    if request.attribute is None:  # then what was typed is sought in the rows, and not in an attribute's values
        rows = [row for row in rows if request.finds(" ".join(str(row.get(name, "")) for name in searched))]
    return request.answer(rows, searched)


if __name__ == "__main__":
    run(search)
