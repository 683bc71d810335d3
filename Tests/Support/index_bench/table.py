# SPDX-License-Identifier: MIT
"""
The figures as tables in Markdown.

What a yardstick does better than the embedded index is set in bold.
"""

from __future__ import annotations

OURS = "searchbus"
TITLES = {OURS: "embedded", "tantivy": "tantivy", "groonga": "Groonga", "fts5": "FTS5"}
KINDS = (
    "facets", "refinement", "range", "refinement and range", "one letter", "frequent words", "empty", "typo", "all",
)
# The others look for the words as they stand, which is less work: their times of such lines are in brackets.
FORGIVING = {OURS, "tantivy"}
MEBIBYTE = 1 << 20


def row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def table(head: list[str], rows: list[list[str]]) -> str:
    return "\n".join([row(head), "|" + "---|" * len(head), *map(row, rows)])


def milliseconds(microseconds: float) -> str:
    """A time with three digits that mean something."""
    value = microseconds / 1000
    return f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 100 else f"{value:,.0f}"


def best(values: dict[str, float | None], highest: bool = False) -> set[str]:
    """The yardsticks that are better than the embedded index."""
    ours = values.get(OURS)
    if ours is None:
        return set()
    return {
        name for name, value in values.items() if value is not None and (value > ours if highest else value < ours)
    }


def cells(values: dict[str, float | None], text, highest: bool = False) -> dict[str, str]:
    """The value of each engine as text, bold where a yardstick is better."""
    better = best(values, highest)
    return {
        name: "" if value is None else f"**{text(value)}**" if name in better else text(value)
        for name, value in values.items()
    }


def times(engines: dict, which: str) -> str:
    """The times of each kind of line in one pass."""
    head = [f"{which}, ms: p50 / p99"] + [TITLES[name] for name in engines]
    rows = []
    for kind in KINDS:
        found = {
            name: figures["search"][which]["all"] if kind == "all" else figures["search"][which]["kinds"].get(kind)
            for name, figures in engines.items()
        }
        if not any(found.values()):
            continue
        compared = {name: one for name, one in found.items() if kind != "typo" or name in FORGIVING}
        rows.append([kind])
        for name, one in found.items():
            p50, p99 = (
                cells({name: one and one[part] for name, one in compared.items()}, milliseconds).get(name)
                or f"({milliseconds(one[part])})"
                for part in ("p50", "p99")
            )
            rows[-1].append(f"{p50} / {p99}")
    return table(head, rows)


def costs(engines: dict) -> str:
    """Import, disk, memory, opening."""
    def mebibytes(value: float) -> str:
        return f"{value / MEBIBYTE:,.0f} MiB"

    lines = (
        ("records imported a second", lambda one: one["import"]["recordsPerSecond"], lambda v: f"{v:,.0f}", True),
        ("peak memory of the import", lambda one: one["import"]["peakBytes"], mebibytes, False),
        ("on the disk", lambda one: one["import"]["diskBytes"], mebibytes, False),
        ("resident after the log", lambda one: one["search"]["memory"]["resident"], mebibytes, False),
        ("of which mapped files", lambda one: one["search"]["memory"]["files"], mebibytes, False),
        ("opening", lambda one: one["search"]["openMicroseconds"], lambda v: f"{milliseconds(v)} ms", False),
    )
    rows = [
        [title, *cells({name: value(figures) for name, figures in engines.items()}, text, highest).values()]
        for title, value, text, highest in lines
    ]
    return table([""] + [TITLES[name] for name in engines], rows)


def relevance(engines: dict) -> str:
    """Success among the first 1, 5 and 10, and the mean reciprocal rank, of each class."""
    scored = {name: figures["relevance"]["classes"] for name, figures in engines.items() if "relevance" in figures}
    if not scored:
        return ""
    measures = ("success@1", "success@5", "success@10", "mrr")
    head = ["class", "items"] + [f"{TITLES[name]}: @1 / @5 / @10 / MRR" for name in scored]
    classes = next(iter(scored.values()))
    rows = []
    for title in [*classes, "mean"]:
        found = {
            name: {part: mean(scores, part) for part in measures} if title == "mean" else scores[title]
            for name, scores in scored.items()
        }
        parts = [
            cells({name: one[part] for name, one in found.items()}, "{:.3f}".format, highest=True).values()
            for part in measures
        ]
        count = sum(one["count"] for one in classes.values()) if title == "mean" else classes[title]["count"]
        rows.append([title, str(count), *(" / ".join(texts) for texts in zip(*parts))])
    return table(head, rows)


def mean(scores: dict, part: str) -> float:
    return sum(one[part] for one in scores.values()) / len(scores)


INTRODUCTION = """## The embedded index

`make bench-index`, some half an hour: the embedded index and what one could have taken instead, on the same records and the same query
log, one after the other. FTS5 has indexes of prefixes, and facets are counted in SQL; Groonga counts by drilldowns; tantivy has a field
with the first one to three letters of each word, and counts by aggregations. Each has its process (Groonga its server, whose own times
count). What a yardstick does better is set in **bold**.

The log is made from the records: every beginning of every query, each with five facets, the same with a refinement that others could take
the place of, with a range of numbers, and with both; single letters, frequent words and the empty query likewise; and queries with errors.
*Cold* is the first pass after opening, *warm* the second; a line comes once in a pass. FTS5 and Groonga find nothing where there are
errors: their times of such lines are in brackets. The embedded index forgives errors on every line, tantivy is asked to on those alone.

Known items are what people look for who know that it is there: 200 of each class, found by the record or another of the very same name.
A query that more than ten records could mean is left out. tantivy gets a fuzzy term for each word, with one error from four letters and
two from eight, the last one as a beginning; names count four times as much, and so do exact words."""


def tables(report: dict) -> str:
    """Everything, as a section of the page on performance."""
    place = f"{report['date']}, commit {report['commit']}, {report['machine']}, load {report['load']} at the start."
    parts = [INTRODUCTION, place]
    for name, found in report["catalogues"].items():
        engines = found["engines"]
        records = next(iter(engines.values()))["import"]["records"]
        counts = {TITLES[engine]: figures["search"]["lines"] for engine, figures in engines.items()}
        asked = ", ".join(f"{title} {count:,}" for title, count in counts.items())
        parts += [f"### {records:,} {name}", f"Lines of the log that were asked: {asked}."]
        parts += [times(engines, which) for which in ("warm", "cold")]
        parts += [text for text in (costs(engines), relevance(engines)) if text]
    return "\n\n".join(parts) + "\n"
