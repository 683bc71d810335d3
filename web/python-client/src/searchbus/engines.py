# SPDX-License-Identifier: MIT
"""A search engine of your own, written in Python: you write one function, `run` does the rest.

The function takes a `Request` and answers with the data of a `results/` event (docs/protocol.md, section 5). An engine
that only finds records by their text returns `request.answer(records)`, which filters, counts, cuts the page and highlights
matches. It raises `Unanswerable` with the reason if there is no answer.

`run(search)` runs it on the bus. Results are appended together with the cursor: kill the program at any time, and
the next one answers the requests without an answer.
"""

import json
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from searchbus._engine_host import SearcherHost
from searchbus._filters import Unanswerable, matches, value_key, values
from searchbus._health import environment
from searchbus.bus import Bus

__all__ = ["Request", "Unanswerable", "run"]
WORD = re.compile(r"[^\W_]+")


class Request:
    """What a session asks of one searcher: what the app file says of it, and what the session changed."""

    def __init__(self, searcher: dict[str, Any], asked: dict[str, Any]):
        needs = searcher.get("needs", {})
        self.searcher = searcher["name"]
        self.attribute: str | None = searcher.get("attribute")  # whose values are searched; None where records are
        self.index: str = asked["index"]
        self.query: str = asked["query"]
        self.page: int = asked["page"]
        self.hits_per_page: int = asked.get("hitsPerPage") or searcher.get("hitsPerPage", 20)
        self.groups: list[dict[str, Any]] = asked["filters"]["groups"]  # the session's filters
        # The app's own filters, which stay whatever is counted, and those that a program wants to stay.
        self.base_groups: list[dict[str, Any]] = searcher.get("filters", []) + asked.get("baseFilters", {}).get("groups", [])
        self.facets: list[dict[str, Any]] = needs.get("facets", []) + asked.get("facets", [])  # attribute, limit, order
        self.stats: list[str] = needs.get("stats", []) + asked.get("stats", [])
        allowed, wanted = searcher.get("attributesToRetrieve"), asked.get("attributesToRetrieve")
        self.retrieve: list[str] | None = wanted if allowed is None else allowed  # None for whole records
        if allowed is not None and wanted is not None:
            self.retrieve = [name for name in allowed if name in wanted]

    @property
    def words(self) -> list[str]:
        """The words of the text, in lower case."""
        return WORD.findall(self.query.lower())

    def finds(self, text: str) -> bool:
        """Whether each word of the query begins a word of a text."""
        found = WORD.findall(text.lower())
        return all(any(word.startswith(part) for word in found) for part in self.words)

    def passes(self, record: dict[str, Any], without: str | None = None) -> bool:
        """Whether the filters let a record through; `without` leaves out those that choose among an attribute's values."""
        base = all(matches(group, record) for group in self.base_groups)
        return base and all(matches(group, record) for group in counting(self.groups, without))

    def bounded(self, record: dict[str, Any], attribute: str) -> bool:
        """Whether all filters but those on an attribute let a record through."""
        others = without(self.groups, attribute)
        return all(matches(group, record) for group in self.base_groups + others)

    def answer(self, records: list[dict[str, Any]], searched: Sequence[str] = ()) -> dict[str, Any]:
        """Results made of the records that the text finds, best first, before any filter; each has an `objectID`.

        What was typed is marked in the attributes `searched`.
        """
        if self.attribute:
            return self._facet_values(self.attribute, records)
        found = [record for record in records if self.passes(record)]
        page = found[self.page * self.hits_per_page : (self.page + 1) * self.hits_per_page]
        return {
            "query": self.query,
            "page": self.page,
            "nbHits": len(found),
            "nbPages": -(-len(found) // self.hits_per_page),
            "hitsPerPage": self.hits_per_page,
            "hits": [self._hit(record, searched) for record in page],
            "facets": {name: self._counts(name, records) for name in {need["attribute"] for need in self.facets}},
            "facetStats": {name: ends for name in self.stats if (ends := self._ends(name, records))},
            "exhaustive": {"nbHits": True, "facetsCount": True},
        }

    def _hit(self, record: dict[str, Any], searched: Sequence[str]) -> dict[str, Any]:
        kept = record
        if self.retrieve is not None:
            kept = {name: value for name, value in record.items() if name in [*self.retrieve, "objectID"]}
        texts = {name: self.marked(kept[name]) for name in searched if isinstance(kept.get(name), str)}
        marked = {name: spans for name, spans in texts.items() if any(is_hit for _, is_hit in spans)}
        return {"objectID": str(record["objectID"]), "record": kept} | ({"highlights": marked} if marked else {})

    def marked(self, text: str) -> list[list[Any]]:
        """A text as spans `[text, matched]`, with the beginnings of words marked that were typed."""
        spans, end = [], 0
        for word in WORD.finditer(text):
            length = max((len(part) for part in self.words if word.group().lower().startswith(part)), default=0)
            if length:
                spans += [[text[end : word.start()], False], [text[word.start() : word.start() + length], True]]
                end = word.start() + length
        return [span for span in [*spans, [text[end:], False]] if span[0]]

    def _counts(self, name: str, records: list[dict[str, Any]]) -> list[dict[str, Any]]:
        counts = counted(name, (record for record in records if self.passes(record, without=name)))
        chosen = {value_key(f["value"]) for f in chosen_filters(self.groups, name)}
        wanted = set(chosen)
        for need in self.facets:
            if need["attribute"] == name:
                wanted |= set(ordered(counts, need.get("order", "count:desc"))[: need.get("limit", 100)])
        listed = sorted(wanted, key=lambda key: (-counts[key], name_key(key)))
        return [{"value": key[1], "count": counts[key]} for key in listed]

    def _ends(self, name: str, records: list[dict[str, Any]]) -> dict[str, Any] | None:
        numbers = [v for r in records if self.bounded(r, name) for v in values(r, name) if type(v) in (int, float)]
        return {"min": min(numbers), "max": max(numbers)} if numbers else None

    def _facet_values(self, attribute: str, records: list[dict[str, Any]]) -> dict[str, Any]:
        limit = max((need.get("limit", 100) for need in self.facets), default=100)
        counts = counted(attribute, (record for record in records if self.bounded(record, attribute)))
        listed = [value for value in ordered(counts, "count:desc") if self.finds(label(value))][:limit]
        hits = [{"value": v[1], "count": counts[v], "highlighted": self.marked(label(v))} for v in listed]
        return {"query": self.query, "attribute": attribute, "facetHits": hits}


def without(groups: list[dict[str, Any]], attribute: str) -> list[dict[str, Any]]:
    """The groups without the filters on an attribute."""
    return [group | {"filters": [f for f in group["filters"] if f.get("attribute") != attribute]} for group in groups]


def counting(groups: list[dict[str, Any]], attribute: str | None) -> list[dict[str, Any]]:
    """The groups under which an attribute's values are counted: without those that choose among them."""
    result = []
    for group in groups:
        filters = group["filters"]
        if group["kind"] == "hierarchical":
            names = group.get("attributes") or [f.get("attribute") for f in filters]
            above = names[: names.index(attribute)] if attribute in names else names
            filters = [f for f in filters if f.get("attribute") in above]
        elif group["kind"] == "or":
            filters = [f for f in filters if f.get("attribute") != attribute or f["type"] != "facet"]
        result.append(group | {"filters": filters})
    return result


def counted(name: str, records: Iterable[dict[str, Any]]) -> Counter[tuple[Any, ...]]:
    """How many records have each value of an attribute."""
    return Counter(value for record in records for value in {value_key(value) for value in values(record, name)})


def chosen_filters(groups: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    filters = [f for group in groups if group["kind"] != "optional" for f in group["filters"]]
    return [f for f in filters if f.get("attribute") == name and f["type"] == "facet" and not f.get("negated")]


def label(key: tuple[Any, ...]) -> str:
    return key[1] if isinstance(key[1], str) else json.dumps(key[1])


def name_key(key: tuple[Any, ...]) -> tuple[Any, ...]:
    """Numbers as numbers, then texts without regard to case."""
    is_number = type(key[1]) in (int, float)
    return (0, key[1], "") if is_number else (1, label(key).lower(), label(key))


def ordered(counts: Counter[tuple[Any, ...]], order: str) -> list[tuple[Any, ...]]:
    by, _, way = order.partition(":")
    names = sorted((key for key in counts if counts[key]), key=name_key, reverse=by == "name" and way == "desc")
    return names if by == "name" else sorted(names, key=lambda key: counts[key] * (1 if way == "asc" else -1))


def run(search: Callable[[Request], dict[str, Any]]) -> None:
    """Works until the process is ended. `searchbus up` sets the variables that say where and for which searcher."""
    path, unit, backend, runtime = environment("SEARCHBUS_APP", "SEARCHBUS_SEARCHER", "SEARCHBUS_BACKEND", "SEARCHBUS_RUNTIME")
    with open(path, encoding="utf-8") as file:
        app = json.load(file)
    searchers = {entry["name"]: entry for entry in app["searchers"]}
    names = searchers[unit].get("searchers", [unit])
    members = {name: searchers[name] for name in names if searchers[name].get("backend") == backend}
    component = unit if len(members) == len(names) else f"{unit}-{backend}"

    def answer(name: str, asked: dict[str, Any]) -> dict[str, Any]:
        start = time.perf_counter()
        result = search(Request(members[name], asked))
        return {"processingTimeMS": round((time.perf_counter() - start) * 1000, 3)} | result

    try:
        SearcherHost(Bus(runtime), unit, component, members, answer).run()
    except KeyboardInterrupt:
        sys.exit(0)
