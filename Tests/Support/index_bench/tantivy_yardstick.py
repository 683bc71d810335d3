# SPDX-License-Identifier: MIT
"""tantivy as a yardstick: beginnings of one to three letters are words of a field, facets are aggregations."""

from __future__ import annotations

import json
import os
import time

import tantivy
from catalogue import Catalogue, values_of
from measuring import batches
from words import ONE_ERROR, TWO_ERRORS, words_of

LIMIT = 100
HITS = 20
EDGE = 3
HEAP = 200_000_000
NAME_BOOST = 4.0

MUST, SHOULD = tantivy.Occur.Must, tantivy.Occur.Should


class Tantivy:
    """An index with a field of all words, one of the name's, and one of the words' first letters."""

    def __init__(self, catalogue: Catalogue, directory: str) -> None:
        self.catalogue = catalogue
        self.pid = os.getpid()
        os.makedirs(directory, exist_ok=True)
        builder = tantivy.SchemaBuilder()
        builder.add_bytes_field("data", stored=True)
        builder.add_text_field("name", tokenizer_name="default")
        builder.add_text_field("text", tokenizer_name="default")
        builder.add_text_field("edges", tokenizer_name="whitespace", index_option="basic")
        self.values = list(dict.fromkeys((*catalogue.facets, *catalogue.refined)))
        for name in dict.fromkeys((*self.values, *catalogue.ranges)):
            if name in catalogue.numbers:
                builder.add_float_field(f"v_{name}", fast=True, indexed=True)
            else:
                builder.add_text_field(f"v_{name}", fast=True, tokenizer_name="raw", index_option="basic")
        builder.add_unsigned_field("popularity", fast=True)
        self.schema = builder.build()
        self.index = tantivy.Index(self.schema, path=directory)
        self.searcher = self.index.searcher()

    def document(self, record: dict) -> tantivy.Document:
        made = tantivy.Document()
        made.add_bytes("data", json.dumps(record).encode())
        made.add_text("name", record["name"])
        texts = [str(value) for name in self.catalogue.searchable for value in values_of(record, name)]
        made.add_text("text", " ".join(texts))
        words = {word for text in texts for word in words_of(text)}
        made.add_text("edges", " ".join({word[:length] for word in words for length in range(1, EDGE + 1)}))
        for name in dict.fromkeys((*self.values, *self.catalogue.ranges)):
            for value in values_of(record, name):
                if name in self.catalogue.numbers:
                    made.add_float(f"v_{name}", float(value))
                else:
                    made.add_text(f"v_{name}", self.text(value))
        made.add_unsigned("popularity", record["popularity"])
        return made

    @staticmethod
    def text(value: object) -> str:
        return str(value).lower() if isinstance(value, bool) else str(value)

    def load(self, records) -> float:
        """Store the records; the answer is how many seconds that took, apart from making them ready in Python."""
        writer = self.index.writer(heap_size=HEAP)
        seconds = 0.0
        for batch in batches(records):
            documents = [self.document(record) for record in batch]
            start = time.perf_counter()
            for document in documents:
                writer.add_document(document)
            seconds += time.perf_counter() - start
        start = time.perf_counter()
        writer.commit()
        writer.wait_merging_threads()
        self.index.reload()
        self.searcher = self.index.searcher()
        return seconds + time.perf_counter() - start

    # MARK: Queries

    def term(self, field: str, word: str) -> tantivy.Query:
        return tantivy.Query.term_query(self.schema, field, word)

    def words(self, query: str) -> list[tuple]:
        """Every word must be there, the last one as a beginning; names count more."""
        words = words_of(query)
        parts = [(MUST, self.term("text", word)) for word in words[:-1]]
        parts += [(SHOULD, tantivy.Query.boost_query(self.term("name", word), NAME_BOOST)) for word in words]
        if words:
            last = words[-1]
            beginning = (
                self.term("edges", last)
                if len(last) <= EDGE
                else tantivy.Query.regex_query(self.schema, "text", f"{last}.*")
            )
            parts.append((MUST, beginning))
        return parts

    def fuzzy_words(self, query: str) -> list[tuple]:
        """The same with as many errors in each word as its length allows; exact words and names count more."""
        words, parts = words_of(query), []
        for place, word in enumerate(words):
            errors = 2 if len(word) >= TWO_ERRORS else 1 if len(word) >= ONE_ERROR else 0
            ways = []
            for field, boost in (("name", NAME_BOOST), ("text", 1.0)):
                ways.append((SHOULD, tantivy.Query.boost_query(self.term(field, word), 4 * boost)))
                for allowed in range(errors + 1):
                    fuzzy = tantivy.Query.fuzzy_term_query(
                        self.schema, field, word, allowed, True, place == len(words) - 1
                    )
                    ways.append((SHOULD, tantivy.Query.boost_query(fuzzy, boost)))
            parts.append((MUST, tantivy.Query.boolean_query(ways)))
        return parts

    @staticmethod
    def all_of(parts: list[tuple]) -> tantivy.Query:
        return tantivy.Query.boolean_query(parts) if parts else tantivy.Query.all_query()

    def counts(self, query: tantivy.Query, facets: list[str]) -> None:
        wanted = {facet: {"terms": {"field": f"v_{facet}", "size": LIMIT}} for facet in facets}
        self.searcher.aggregate(query, wanted)

    def ask(self, line: dict) -> tuple[float, int]:
        """Answer a line of a log; where errors are in it, with fuzzy words."""
        start = time.perf_counter()
        parts = self.fuzzy_words(line["query"]) if line["kind"] == "typo" else self.words(line["query"])
        is_empty = not parts
        if "range" in line:
            bounds = line["range"]
            limits = (float(bounds["min"]), float(bounds["max"]))
            field = f"v_{bounds['attribute']}"
            parts.append((MUST, tantivy.Query.range_query(self.schema, field, tantivy.FieldType.Float, *limits)))
        facets, refine = line["facets"], line.get("refine")
        if refine:
            self.counts(self.all_of(parts), [refine["attribute"]])
            facets = [facet for facet in facets if facet != refine["attribute"]]
            parts = [*parts, (MUST, self.term(f"v_{refine['attribute']}", self.text(refine["value"])))]
        query = self.all_of(parts)
        order = {"order_by_field": "popularity"} if is_empty else {}
        result = self.searcher.search(query, HITS, count=True, **order)
        for _, address in result.hits:
            self.searcher.doc(address)
        self.counts(query, facets)
        return time.perf_counter() - start, result.count

    def find(self, query: str) -> list[tuple[str, str]]:
        """Identifiers and names of the first ten hits of a query that may have errors."""
        hits = self.searcher.search(self.all_of(self.fuzzy_words(query)), 10).hits
        records = (json.loads(self.searcher.doc(address).to_dict()["data"][0]) for _, address in hits)
        return [(record["objectID"], record["name"]) for record in records]

    def close(self) -> None:
        """Nothing is held but memory."""
