# SPDX-License-Identifier: MIT
"""What the benchmarks know of their two sets of records, and how they read them."""

from __future__ import annotations

import json
import pathlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[3]
DEMO = ROOT / "deploy/demo"
sys.path.insert(0, str(DEMO))

from generate_products import Dice  # noqa: E402,F401  chances that stay the same in every Python


@dataclass(frozen=True)
class Catalogue:
    """A set of records: what is searched in it, counted and compared."""

    name: str
    searchable: tuple[str, ...]
    facets: tuple[str, ...]
    # Attributes that people choose values of, and those of numbers of which they set bounds.
    refined: tuple[str, ...]
    ranges: tuple[str, ...]
    # Attributes whose value is a list.
    lists: frozenset[str]
    numbers: frozenset[str]

    @property
    def settings(self) -> pathlib.Path:
        """The file of settings that the demo's app uses."""
        return DEMO / f"{self.name}.settings.json"


CATALOGUES = {
    "products": Catalogue(
        name="products",
        searchable=("name", "brand", "categories", "color", "description"),
        facets=("brand", "categories", "color", "rating", "freeShipping"),
        refined=("brand", "categories", "color"),
        ranges=("price", "reviews"),
        lists=frozenset({"categories", "color"}),
        numbers=frozenset({"price", "rating", "reviews", "popularity"}),
    ),
    "packages": Catalogue(
        name="packages",
        searchable=("name", "description", "tags", "maintainer"),
        facets=("section", "maintainer", "tags", "priority", "dependents"),
        refined=("section", "tags", "maintainer"),
        ranges=("size", "installedSize"),
        lists=frozenset({"tags"}),
        numbers=frozenset({"size", "installedSize", "dependents", "popularity"}),
    ),
}


def read_records(path: str | pathlib.Path) -> Iterator[dict]:
    """The records of a file, one a line."""
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def values_of(record: dict, attribute: str) -> list:
    """The values that a record has of an attribute."""
    value = record.get(attribute)
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def write_lines(path: str | pathlib.Path, items: list[dict]) -> None:
    """Write one JSON object a line."""
    with open(path, "w", encoding="utf-8") as out:
        for item in items:
            out.write(json.dumps(item, ensure_ascii=False, separators=(",", ":")) + "\n")
