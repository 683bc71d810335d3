#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Makes a query log from records: what a screen asks after each key of people who type what the records hold.

    python3 make_log.py products RECORDS.ndjson LOG.ndjson [--queries N] [--seed N]

The same records and seed make the same log. No line is repeated. The kinds of lines:

    facets                   every beginning of every query, with five facets
    refinement               the same with one value chosen, of which others could be chosen too (disjunctive)
    range                    the same with bounds of a number
    refinement and range     the same with both
    one letter               each letter and digit, alone and with each of the above
    frequent words           the words that most records have, alone, in pairs, and with a letter of a next word
    empty                    nothing typed, alone and with each of the above
    typo                     the queries with one error or two, from the error to the end
"""

from __future__ import annotations

import argparse
import math
import os
import pathlib
import sys
from collections import Counter
from collections.abc import Iterator

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from catalogue import CATALOGUES, Catalogue, Dice, read_records, values_of, write_lines  # noqa: E402
from words import LETTERS, ONE_ERROR, TWO_ERRORS, is_plain, with_error, words_of  # noqa: E402

# Words are counted in a part of a large file, of about this many bytes.
COUNTED = 40_000_000
FREQUENT = 40


def sample(catalogue: Catalogue, path: str, count: int, dice: Dice) -> tuple[list[dict], list[str]]:
    """Records, the popular ones more likely, and the commonest words of all."""
    step = max(1, os.path.getsize(path) // COUNTED)
    chosen: list[tuple[float, int, dict]] = []
    frequencies: Counter[str] = Counter()
    lowest = -math.inf
    for number, record in enumerate(read_records(path)):
        # The n greatest of u^(1/w) are a sample by weight (Efraimidis and Spirakis); logarithms keep them apart.
        key = math.log(dice.random() or 1e-300) / (1 + math.sqrt(record.get("popularity", 0)))
        if len(chosen) < count or key > lowest:
            chosen.append((key, number, record))
            if len(chosen) >= 2 * count:
                chosen = sorted(chosen, key=lambda one: -one[0])[:count]
                lowest = chosen[-1][0]
        if number % step == 0:
            texts = (str(value) for name in catalogue.searchable for value in values_of(record, name))
            frequencies.update({word for text in texts for word in words_of(text)})
    best = sorted(chosen, key=lambda one: -one[0])[:count]
    records = [record for _, _, record in sorted(best, key=lambda one: (dice.random(), one[1]))]
    order = sorted(frequencies.items(), key=lambda one: (-one[1], one[0]))
    return records, [word for word, _ in order if len(word) > 1][:FREQUENT]


def query_of(dice: Dice, record: dict) -> str:
    """What someone types who looks for a record: mostly of its name, in small letters."""
    names = words_of(record["name"])
    form = dice.random()
    if form < 0.45:
        return " ".join(names[: 1 + dice.below(4)])
    if form < 0.6:
        return record["name"].lower()
    if form < 0.75:
        return dice.pick(names)
    told = [word for word in words_of(record.get("description", "")) if len(word) > 2]
    if not told:
        return " ".join(names)
    start = dice.below(len(told))
    words = told[start : start + 1 + dice.below(3)]
    return " ".join(words if form < 0.9 else [dice.pick(names), *words[:2]])


def beginnings(query: str) -> Iterator[str]:
    """The text of the box after each key."""
    for length in range(1, len(query) + 1):
        if query[length - 1] != " ":
            yield query[:length]


def mistyped(dice: Dice, query: str) -> Iterator[str]:
    """The texts of the box from the first error of a query to its end; nothing if no word is long enough."""
    words = query.split(" ")
    places = [place for place, word in enumerate(words) if is_plain(word) and len(word) >= ONE_ERROR]
    if not places:
        return
    place = dice.pick(places)
    changed = with_error(dice, words[place])
    if len(words[place]) >= TWO_ERRORS and dice.chance(0.4):
        changed = with_error(dice, with_error(dice, words[place], TWO_ERRORS), TWO_ERRORS)
    typed = " ".join([*words[:place], changed, *words[place + 1 :]])
    same = os.path.commonprefix([query, typed])
    yield from (text for text in beginnings(typed) if len(text) > len(same))


class Log:
    """Lines, each once."""

    def __init__(self, catalogue: Catalogue, dice: Dice) -> None:
        self.catalogue = catalogue
        self.dice = dice
        self.lines: list[dict] = []
        self.known: set[tuple] = set()

    def refinement(self, record: dict) -> dict:
        """A value that the record has of an attribute, or none."""
        attribute = self.dice.pick(self.catalogue.refined)
        values = values_of(record, attribute)
        return {"refine": {"attribute": attribute, "value": self.dice.pick(values)}} if values else {}

    def range(self, record: dict) -> dict:
        """Bounds that the record is within."""
        attribute = self.dice.pick(self.catalogue.ranges)
        value = record.get(attribute, 0)
        low, high = 0.25 + 0.7 * self.dice.random(), 1.05 + 2 * self.dice.random()
        return {"range": {"attribute": attribute, "min": round(value * low), "max": round(value * high) + 1}}

    def forms(self, record: dict) -> dict[str, dict]:
        """The refinements that queries for a record are asked with."""
        refinement, bounds = self.refinement(record), self.range(record)
        return {
            "facets": {},
            "refinement": refinement,
            "range": bounds,
            "refinement and range": {**refinement, **bounds},
        }

    def add(self, kind: str, query: str, form: dict) -> None:
        """Add a line that is not there yet."""
        line = {"kind": kind, "query": query, "facets": list(self.catalogue.facets), **form}
        key = (query, *(str(form.get(part)) for part in ("refine", "range")))
        if key not in self.known:
            self.known.add(key)
            self.lines.append(line)


def make_log(catalogue: Catalogue, path: str, queries: int, seed: int) -> list[dict]:
    """The lines of a log; those of one query stand together, as they are typed."""
    dice = Dice(f"log {seed}")
    records, frequent = sample(catalogue, path, queries, dice)
    log = Log(catalogue, dice)
    singles = LETTERS + "0123456789"
    # What would be two kinds is the rarer one: so the special lines come first and are put among the others afterwards.
    for letter in singles:
        for form in log.forms(dice.pick(records)).values():
            log.add("one letter", letter, form)
    for word in frequent:
        texts = (word, f"{word} {dice.pick(frequent)}", f"{word} {dice.pick(LETTERS)}")
        for text in texts:
            for form in log.forms(dice.pick(records)).values():
                log.add("frequent words", text, form)
    for record in records[: max(20, queries // 5)]:
        for form in log.forms(record).values():
            log.add("empty", "", form)
    special, log.lines = log.lines, []
    blocks: list[list[dict]] = [[line] for line in special]
    for record in records:
        query = query_of(dice, record)
        for kind, form in log.forms(record).items():
            for text in beginnings(query):
                log.add(kind, text, form)
        for text in mistyped(dice, query):
            log.add("typo", text, {})
        blocks.append(log.lines)
        log.lines = []
    order = sorted(range(len(blocks)), key=lambda place: (dice.random(), place))
    return [line for place in order for line in blocks[place]]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[1])
    parser.add_argument("catalogue", choices=sorted(CATALOGUES))
    parser.add_argument("records")
    parser.add_argument("output")
    parser.add_argument("--queries", type=int, default=120, help="how many queries are typed (120)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    lines = make_log(CATALOGUES[options.catalogue], options.records, options.queries, options.seed)
    write_lines(options.output, lines)
    for kind, count in Counter(line["kind"] for line in lines).items():
        print(f"{count:6} {kind}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
