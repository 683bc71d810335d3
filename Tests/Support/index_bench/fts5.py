# SPDX-License-Identifier: MIT
"""SQLite's FTS5 as a yardstick: a table of words with prefix indexes, and facets counted in SQL."""

from __future__ import annotations

import json
import os
import sqlite3
import time

from catalogue import Catalogue, values_of
from measuring import batches
from words import words_of

LIMIT = 100
HITS = 20


class FTS5:
    """One file with the records, their words, and two tables for each facet: its values, and which record has which."""

    def __init__(self, catalogue: Catalogue, directory: str) -> None:
        self.catalogue = catalogue
        self.pid = os.getpid()
        os.makedirs(directory, exist_ok=True)
        self.database = sqlite3.connect(f"{directory}/index.sqlite", isolation_level=None)
        for setting in ("temp_store = memory", "cache_size = -200000", "mmap_size = 4000000000"):
            self.database.execute(f"PRAGMA {setting}")
        self.database.execute("CREATE TEMP TABLE base (row INTEGER PRIMARY KEY)")
        self.database.execute("CREATE TEMP TABLE found (row INTEGER PRIMARY KEY)")

    def load(self, records) -> float:
        """Store the records; the answer is how many seconds that took, apart from making them ready."""
        catalogue, run = self.catalogue, self.database.execute
        numbers = sorted(set(catalogue.ranges) | {"popularity"})
        columns = ", ".join(catalogue.searchable)
        run("PRAGMA journal_mode = off")
        run("PRAGMA synchronous = off")
        run("CREATE TABLE records (row INTEGER PRIMARY KEY, data TEXT)")
        run(f"CREATE TABLE numbers (row INTEGER PRIMARY KEY, {', '.join(numbers)})")
        run(f"CREATE VIRTUAL TABLE words USING fts5({columns}, content='', prefix='1 2 3')")
        for facet in catalogue.facets:
            run(f"CREATE TABLE n_{facet} (id INTEGER PRIMARY KEY, value UNIQUE)")
            run(f"CREATE TABLE f_{facet} (row INTEGER, id INTEGER, PRIMARY KEY (row, id)) WITHOUT ROWID")
        ids: dict[str, dict] = {facet: {} for facet in catalogue.facets}
        seconds, row = 0.0, 0
        for batch in batches(records):
            stored, compared, texts = [], [], []
            values: dict[str, list] = {facet: [] for facet in catalogue.facets}
            for record in batch:
                row += 1
                stored.append((row, json.dumps(record)))
                compared.append((row, *(record.get(name) for name in numbers)))
                texts.append((row, *(" ".join(map(str, values_of(record, name))) for name in catalogue.searchable)))
                for facet in catalogue.facets:
                    known = ids[facet]
                    for value in dict.fromkeys(values_of(record, facet)):
                        values[facet].append((row, known.setdefault(value, len(known))))
            start = time.perf_counter()
            run("BEGIN")
            self.insert("records", 2, stored)
            self.insert("numbers", len(numbers) + 1, compared)
            marks = ", ".join("?" * (len(catalogue.searchable) + 1))
            self.database.executemany(f"INSERT INTO words (rowid, {columns}) VALUES ({marks})", texts)
            for facet in catalogue.facets:
                self.insert(f"f_{facet}", 2, values[facet])
            run("COMMIT")
            seconds += time.perf_counter() - start
        start = time.perf_counter()
        run("INSERT INTO words (words) VALUES ('optimize')")
        for facet in catalogue.facets:
            self.insert(f"n_{facet}", 2, [(place, value) for value, place in ids[facet].items()])
            run(f"CREATE INDEX v_{facet} ON f_{facet} (id, row)")
        for name in numbers:
            run(f"CREATE INDEX i_{name} ON numbers ({name})")
        run("ANALYZE")
        return seconds + time.perf_counter() - start

    def insert(self, table: str, width: int, rows: list) -> None:
        self.database.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * width)})", rows)

    def ask(self, line: dict) -> tuple[float, int]:
        """Answer a line of a log: hits, and the counts of each facet."""
        start = time.perf_counter()
        run = self.database.execute
        words = words_of(line["query"])
        # The order of a cross join is kept: what was found comes first, whatever SQLite thinks of the tables.
        bounds, refine = line.get("range"), line.get("refine")
        limits = [bounds["min"], bounds["max"]] if bounds else []
        between = f"{bounds['attribute']} BETWEEN ? AND ?" if bounds else "true"
        text = " ".join(f'"{word}"' for word in words) + "*"
        matching = "words CROSS JOIN numbers ON numbers.row = words.rowid" if bounds else "words"
        if words:
            source = f"SELECT words.rowid FROM {matching} WHERE words MATCH ? AND {between}"
        else:
            source = f"SELECT row FROM numbers WHERE {between}"
        run("DELETE FROM base")
        run("DELETE FROM found")
        run(f"INSERT INTO base {source}", [text, *limits] if words else limits)
        if refine:
            facet = refine["attribute"]
            chosen = f"SELECT row FROM f_{facet} WHERE id = (SELECT id FROM n_{facet} WHERE value = ?)"
            run(f"INSERT INTO found SELECT row FROM base WHERE +row IN ({chosen})", [refine["value"]])
        table = "found" if refine else "base"
        found = run(f"SELECT count(*) FROM {table}").fetchone()[0]
        if words:
            # The sign keeps SQLite from asking for the words of one row after the other.
            filtered = f" AND +rowid IN {table}" if refine or bounds else ""
            ranked = f"SELECT rowid FROM words WHERE words MATCH ?{filtered} ORDER BY rank LIMIT {HITS}"
            rows = [row for (row,) in run(ranked, [text])]
        else:
            popular = f"SELECT row FROM numbers WHERE row IN {table} ORDER BY popularity DESC LIMIT {HITS}"
            rows = [row for (row,) in run(popular)]
        for row in rows:
            run("SELECT data FROM records WHERE row = ?", [row]).fetchone()
        for facet in line["facets"]:
            over = "base" if refine and facet == refine["attribute"] else table
            counts = f"SELECT id, count(*) AS n FROM {over} CROSS JOIN f_{facet} USING (row) GROUP BY id"
            best = f"{counts} ORDER BY n DESC LIMIT {LIMIT}"
            run(f"SELECT value, n FROM ({best}) CROSS JOIN n_{facet} USING (id)").fetchall()
        return time.perf_counter() - start, found

    def close(self) -> None:
        self.database.close()
