#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Part of SearchBus.
"""Check records against their settings file, and films against actors.

    python3 check_data.py                          # the films and actors here
    python3 check_data.py products=products.ndjson # and a file of your own

Prints what is wrong, one finding a line; exit code 1 if there was any.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
FIRST_FILM, LAST_YEAR = 1895, 2030
YOUNGEST = 3
OLDEST = 110
LONGEST = 300

Record = dict[str, object]


def read_records(path: Path) -> list[Record]:
    """The records of an NDJSON file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def value_at(record: Record, attribute: str) -> object:
    """The value under a dotted name, None if there is none."""
    value: object = record
    for part in attribute.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return value


def is_number(value: object) -> bool:
    """Whether a value is a number (true and false are not)."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def check_settings(index: str, records: list[Record]) -> Iterator[str]:
    """Every attribute of the settings occurs, and numbers are numbers."""
    settings = json.loads((HERE / f"{index}.settings.json").read_text(encoding="utf-8"))
    ranked = [rule.partition("(")[2].rstrip(")") for rule in settings["customRanking"]]
    lists = [names for key, names in settings.items() if key != "customRanking"]
    for attribute in sorted({name for names in [*lists, ranked] for name in names}):
        if all(value_at(record, attribute) is None for record in records):
            yield f"{index}: no record has the attribute {attribute}"
    for attribute in settings["numericAttributes"]:
        for record in records:
            value = value_at(record, attribute)
            if value is not None and not is_number(value):
                yield f"{index}: {record['objectID']}: {attribute} is not a number: {value!r}"


def check_unique(index: str, records: list[Record], attribute: str) -> Iterator[str]:
    """No two records have the same value."""
    seen = set()
    for record in records:
        if record[attribute] in seen:
            yield f"{index}: {attribute} {record[attribute]!r} is there twice"
        seen.add(record[attribute])


def check_film(film: Record) -> Iterator[str]:
    """A film's facts are plausible."""
    if not FIRST_FILM <= film["year"] <= LAST_YEAR:
        yield f"films: {film['title']}: year {film['year']}"
    if not 0 < film.get("runtime", 90) <= LONGEST:
        yield f"films: {film['title']}: {film['runtime']} minutes"
    for attribute in ("genres", "country", "cast"):
        values = film.get(attribute, ["none"])
        if not values or len(values) != len(set(values)) or "" in values:
            yield f"films: {film['title']}: {attribute} is {values!r}"


def check_actor(actor: Record, films: dict[str, Record]) -> Iterator[str]:
    """An actor was born in time for the films."""
    known = actor["knownFor"]
    if not known or len(known) != len(set(known)):
        yield f"actors: {actor['name']}: knownFor is {known!r}"
    for title in known:
        if title in films and "born" in actor:
            age = films[title]["year"] - actor["born"]
            if not YOUNGEST <= age <= OLDEST:
                yield f"actors: {actor['name']}: aged {age} in {title}"


def check_people(films: list[Record], actors: list[Record]) -> Iterator[str]:
    """Films and actors agree with each other."""
    by_title = {film["title"]: film for film in films}
    by_name = {actor["name"]: actor for actor in actors}
    for film in films:
        yield from check_film(film)
        for name in film.get("cast", []):
            actor = by_name.get(name, {})
            if "born" in actor and film["year"] - actor["born"] < YOUNGEST:
                yield f"films: {film['title']}: {name} was born in {actor['born']}"
    for actor in actors:
        yield from check_actor(actor, by_title)


def main() -> int:
    """Run; 0 is all well, 1 is findings."""
    films, actors = read_records(HERE / "films.ndjson"), read_records(HERE / "actors.ndjson")
    sets = {"films": films, "actors": actors}
    for argument in sys.argv[1:]:
        index, _, path = argument.partition("=")
        sets[index] = read_records(Path(path))
    findings = list(check_people(films, actors))
    findings += check_unique("films", films, "title")
    findings += check_unique("actors", actors, "name")
    for index, records in sets.items():
        findings += check_unique(index, records, "objectID")
        findings += check_settings(index, records)
        print(f"{index}: {len(records)} records")
    print(*findings, sep="\n", end="\n" if findings else "")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
