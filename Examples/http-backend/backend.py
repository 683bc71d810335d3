#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The smallest search engine that SearchBus can ask: Python's standard library over the records of elements.json.

    python3 backend.py [PORT]

SearchBus sends one call for all it wants to know, `POST /1/indexes/*/queries` with `{"requests": [query, …]}`, and
expects `{"results": [answer, …]}` in the same order: Algolia's search protocol. Put your own engine in `answer`.
"""

import json
import pathlib
import re
import sys
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from operator import eq, ge, gt, le, lt, ne

RECORDS = json.loads(pathlib.Path(__file__).with_name("elements.json").read_text())
INDEXES = {"elements": RECORDS}
SEARCHED = ["name", "symbol", "category"]
COMPARISONS = {"<": lt, "<=": le, "=": eq, "!=": ne, ">=": ge, ">": gt}


def answer(query: dict) -> dict:
    """Answers one query: records, or the values of a facet."""
    start = time.perf_counter()
    records = [record for record in INDEXES[query["indexName"]] if passes(record, query)]
    result = facet_values(records, query) if query.get("type") == "facet" else hits(records, query)
    return result | {"processingTimeMS": round((time.perf_counter() - start) * 1000, 2)}


def hits(records: list[dict], query: dict) -> dict:
    text = query.get("query", "")
    found = [record for record in records if matches(text, " ".join(record[name] for name in SEARCHED))]
    page, size = query.get("page", 0), query.get("hitsPerPage", 20)
    facets, stats = {}, {}
    for name in query.get("facets", []):
        values = [record[name] for record in found]
        counts = Counter(str(value) for value in values).most_common(query.get("maxValuesPerFacet", 100))
        facets[name] = dict(counts)
        if values and isinstance(values[0], (int, float)):
            stats[name] = {"min": min(values), "max": max(values)}
    return {
        "hits": [record | highlights(record, query) for record in found[page * size : (page + 1) * size]],
        "nbHits": len(found),
        "page": page,
        "hitsPerPage": size,
        "facets": facets,
        "facets_stats": stats,
    }


def facet_values(records: list[dict], query: dict) -> dict:
    """The values of one facet that match `facetQuery`, the commonest first."""
    text, name = query.get("facetQuery", ""), query["facet"]
    counts = Counter(str(record[name]) for record in records if matches(text, str(record[name])))
    return {
        "facetHits": [
            {"value": value, "count": count, "highlighted": marked(value, text, query)}
            for value, count in counts.most_common(query.get("maxFacetHits", 10))
        ]
    }


# Text: every word of the query must begin a word of the record.


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def matches(query: str, text: str) -> bool:
    return all(any(word.startswith(part) for word in words(text)) for part in words(query))


def marked(text: str, query: str, tags: dict) -> str:
    """The text with the tags that were asked for around what matches."""
    before, after = tags.get("highlightPreTag", "<em>"), tags.get("highlightPostTag", "</em>")
    parts = "|".join(re.escape(part) for part in sorted(words(query), key=len, reverse=True))
    return re.sub(rf"\b({parts})", rf"{before}\1{after}", text, flags=re.IGNORECASE) if parts else text


def highlights(record: dict, query: dict) -> dict:
    values = {name: marked(record[name], query.get("query", ""), query) for name in SEARCHED}
    return {
        "_highlightResult": {
            name: {"value": value, "matchLevel": "none" if value == record[name] else "full"}
            for name, value in values.items()
        }
    }


# Filters: a list of which every element must hold; an element that is a list holds when one of its members does.


def passes(record: dict, query: dict) -> bool:
    return all(
        any(holds(record, filter) for filter in (element if isinstance(element, list) else [element]))
        for kind, holds in (("facetFilters", has_value), ("numericFilters", has_number))
        for element in query.get(kind, [])
    )


def has_value(record: dict, filter: str) -> bool:
    """`state:gas`, or `state:-gas` for all others; a value's own leading dash comes as `\\-`."""
    name, value = filter.split(":", 1)
    is_negated = value.startswith("-")
    value = value[1:] if value.startswith(("-", "\\-")) else value
    return (str(record.get(name)) == value) != is_negated


def has_number(record: dict, filter: str) -> bool:
    """`number>=10`, or `number:10 TO 20`."""
    name, comparison, value = re.fullmatch(r"([\w.]+)(<=|>=|!=|<|>|=|:)(.+)", filter).groups()
    number = record.get(name)
    if not isinstance(number, (int, float)):
        return False
    if comparison == ":":
        low, high = value.split(" TO ")
        return float(low) <= number <= float(high)
    return COMPARISONS[comparison](number, float(value))


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # keeps connections open between searches

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path != "/1/indexes/*/queries":
            return self.reply(404, {"message": "There is only /1/indexes/*/queries."})
        try:
            self.reply(200, {"results": [answer(query) for query in json.loads(body)["requests"]]})
        except KeyError as error:
            self.reply(404, {"message": f"There is no index or attribute {error}."})
        except (AttributeError, TypeError, ValueError) as error:
            self.reply(400, {"message": f"The request is not understood: {error}"})

    def reply(self, status: int, answer: dict) -> None:
        body = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments) -> None:
        pass  # a line for every keystroke is too much


if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 9200
    print(f"listening on http://127.0.0.1:{port}", flush=True)
    try:
        ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()
    except KeyboardInterrupt:
        pass
