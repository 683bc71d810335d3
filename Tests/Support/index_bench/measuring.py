# SPDX-License-Identifier: MIT
"""How yardsticks are measured: the same figures, under the same names, as SearchIndexBenchmark tells of the embedded index."""

from __future__ import annotations

import math
import os
import pathlib
from collections.abc import Callable, Iterable, Iterator

# How many records an engine is given at once.
BATCH = 10_000


def memory(pid: int | str, line: str) -> int:
    """A line of a process's status, such as `VmRSS`, in bytes."""
    for text in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if text.startswith(f"{line}:"):
            return int(text.split()[1]) << 10
    return 0


def bytes_under(directory: str) -> int:
    """How many bytes the files of an engine have on the disk."""
    return sum(
        os.stat(os.path.join(folder, name)).st_blocks * 512
        for folder, _, names in os.walk(directory)
        for name in names
    )


def batches(items: Iterable) -> Iterator[list]:
    """The items in lists of the size that engines are fed with."""
    batch = []
    for item in items:
        batch.append(item)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def times(answers: list[tuple[float, int]]) -> dict:
    """The times in microseconds at which a half, nine tenths, 99 of 100 and all were answered, by the nearest rank."""
    order = sorted(time * 1e6 for time, _ in answers)

    def at(part: float) -> int:
        return round(order[max(1, math.ceil(part * len(order))) - 1])

    found = round(sum(found for _, found in answers) / len(answers))
    return {"count": len(order), "p50": at(0.5), "p90": at(0.9), "p99": at(0.99), "max": at(1), "meanFound": found}


def run_log(ask: Callable[[dict], tuple[float, int]], lines: list[dict]) -> dict:
    """The figures of one pass; `ask` gives the seconds that a line took and how many records were found."""
    kinds: dict[str, list[tuple[float, int]]] = {}
    for line in lines:
        kinds.setdefault(line["kind"], []).append(ask(line))
    return {
        "all": times([answer for answers in kinds.values() for answer in answers]),
        "kinds": {kind: times(answers) for kind, answers in sorted(kinds.items())},
    }


def score(ranks: list[int | None]) -> dict:
    """How many of the items are at the first ranks, and the mean of one divided by the rank."""
    def success(limit: int) -> float:
        return round(sum(rank is not None and rank <= limit for rank in ranks) / len(ranks), 3)

    mean = sum(1 / rank for rank in ranks if rank) / len(ranks)
    return {"count": len(ranks), **{f"success@{k}": success(k) for k in (1, 5, 10)}, "mrr": round(mean, 3)}


def run_items(find: Callable[[str], list[tuple[str, str]]], items: list[dict]) -> dict:
    """The score of each class; `find` gives identifiers and names of the first ten hits."""
    ranks: dict[str, list[int | None]] = {}
    for item in items:
        hits = find(item["query"])
        places = [place for place, hit in enumerate(hits, 1) if item["objectID"] == hit[0] or item["name"] == hit[1]]
        ranks.setdefault(item["class"], []).append(places[0] if places else None)
    return {"classes": {title: score(found) for title, found in ranks.items()}}
