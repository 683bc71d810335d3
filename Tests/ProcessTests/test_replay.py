# SPDX-License-Identifier: MIT
"""`searchbus replay`: users' searches, repeated with a change."""

import json

import pytest
from algolia_testing import call
from searchbus_testing import Stack, command, running
from shop_data import APP, FIXTURES, records

HITS = 8  # a page of the shop


@pytest.fixture(scope="module")
def stack(indexes):
    """A shop in which was searched: three times for kettles, once for a brand, once for everything."""
    with running(Stack(APP, indexes)) as stack:
        for query in ["kettle", "kettle", "acme", ""]:
            search(stack, query)
        stack.kettles = search(stack, "kettle")
        yield stack


def search(stack, query):
    """The identifiers of what is found."""
    answer = stack.gateway.call("POST", "/api/search", {"requests": [{"searcher": "products", "query": query}]})
    return [hit["objectID"] for hit in answer["results"][0]["hits"]]


def file(folder, name, content):
    """A file of JSON, or of text."""
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def replay(stack, *arguments, code=0, text=None):
    """What a replay says, and what it says of it."""
    out, errors = stack.run("replay", "--json", *arguments, code=code, text=text)
    return json.loads(out) if out else None, errors


def by_query(report):
    """The differences by what was searched for."""
    return {entry["search"]["query"]: entry for entry in report["differences"]}


def test_trial_settings_tell_exactly_what_they_change(stack, tmp_path):
    """Only brands are searched: kettles are no longer found, a brand as before, everything as before."""
    settings = file(tmp_path, "brands.json", {"searchableAttributes": ["brand"]})
    before = sorted(path.name for path in stack.data.iterdir())
    report, _ = replay(stack, "--with-settings", f"products={settings}", "--fail-on-difference", code=1)
    kettles = [record["objectID"] for record in records() if "kettle" in record["name"]]
    assert (report["searches"], report["asked"]) == (3, 5)
    assert report["different"] == report["becameEmpty"] == {"searches": 1, "asked": 3}
    assert report["hits"] == {"gained": 0, "lost": HITS, "moved": 0}
    assert report["before"]["empty"]["searches"] == 0 and report["after"]["empty"] == {"searches": 1, "asked": 3}
    assert report["before"]["latencyMS"]["p99"] >= report["before"]["latencyMS"]["p50"] > 0
    entry = by_query(report)["kettle"]
    assert entry["asked"] == 3 and entry["turn"] == "becameEmpty"
    assert entry["nbHits"] == {"before": len(kettles), "after": 0}
    assert [(hit["objectID"], hit["place"]) for hit in entry["lost"]] == [
        (name, place) for place, name in enumerate(stack.kettles, 1)]
    assert entry["facets"] == {name: len({record[name] for record in records() if record["objectID"] in kettles})
                               for name in ("brand", "color")}
    # The index itself is unchanged, and nothing is left behind.
    assert sorted(path.name for path in stack.data.iterdir()) == before
    given = json.loads(stack.run("index", "settings", "products", "--json")[0])["given"]
    assert given["searchableAttributes"] == ["name", "brand", "description"]


def test_a_report_is_kept_with_both_lists(stack, tmp_path):
    settings = file(tmp_path, "brands.json", {"searchableAttributes": ["brand"]})
    report, errors = replay(stack, "--with-settings", f"products={settings}", "--keep", "brands")
    assert f"kept as brands: http://127.0.0.1:{stack.port}/#/replay?report=brands" in errors
    gateway = stack.gateway
    assert [entry["name"] for entry in gateway.call("GET", "/api/replays")["replays"]] == ["brands"]
    kept = gateway.call("GET", "/api/replays/brands")
    assert kept["different"] == report["different"] and kept["with"] == f"the settings products={settings}"
    lists = by_query(kept)["kettle"]["lists"]
    names = {record["objectID"]: record["name"] for record in records()}
    assert lists["before"] == [{"objectID": name, "label": names[name]} for name in stack.kettles] and lists["after"] == []
    _, errors = replay(stack, "--with-settings", f"products={settings}", "--keep", "../up", code=64)
    assert "--keep" in errors


def test_another_order_moves_hits(stack, tmp_path):
    settings = file(tmp_path, "order.json", {"customRanking": ["asc(popularity)"]})
    report, _ = replay(stack, "--with-settings", f"products={settings}")
    everything = by_query(report)[""]
    assert [hit["objectID"] for hit in everything["lost"]] == [f"p{number}" for number in range(399, 399 - HITS, -1)]
    assert [hit["objectID"] for hit in everything["gained"]] == [f"p{number}" for number in range(HITS)]
    assert everything["nbHits"] == {"before": 400, "after": 400} and everything["facets"] == {}
    shown = stack.run("replay", "--with-settings", f"products={settings}")[0]
    assert "3 searches, sent 5 times" in shown and "products: “kettle”" in shown


def test_another_index_and_another_app(stack, tmp_path):
    """The same index by another name differs in nothing; an app with a filter of its own does."""
    stack.run("index", "backup", "products", stack.data / "indexes/copied")
    report, _ = replay(stack, "--with-index", "products=copied", "--fail-on-difference")
    assert report["different"]["searches"] == 0 and report["differences"] == []
    app = APP.read_text().replace("hitsPerPage: 8 }", "hitsPerPage: 8, filters: [{ attribute: color, value: red }] }")
    report, _ = replay(stack, "--with-app", file(tmp_path, "red.yaml", app))
    red = [record for record in records() if record["color"] == "red"]
    assert by_query(report)[""]["nbHits"] == {"before": 400, "after": len(red)}


def test_files_are_read_and_invalid_lines_named(stack, tmp_path):
    exported = stack.run("watch", "request", "--after", "0", "--count", "5", "--json")[0]
    lines = file(tmp_path, "searches.txt", exported + 'lamp\n{"topic": 1}\n')
    report, errors = replay(stack, "--with-index", "products=none", "--from", lines, code=66)
    assert report is None and f"{lines}:7: skipped: " in errors and "answer after: There is no index" in errors
    report, _ = replay(stack, "--with-data", stack.data, "--from", lines)
    assert (report["searches"], report["asked"], report["invalid"]) == (4, 6, 1)
    report, _ = replay(stack, "--with-data", stack.data, "--from", "-", "--searcher", "brands", text="ac\n")
    assert report["searches"] == 1 and report["before"]["empty"]["searches"] == 0


def test_what_is_missing_is_said(stack, tmp_path):
    _, errors = command("replay", "--data", stack.data, code=64)
    assert "--with-settings" in errors
    _, errors = command("replay", "--with-data", "x", "--data", tmp_path, "--app", APP, code=69)
    assert "[broker-unavailable]" in errors and "--from" in errors
    _, errors = replay(stack, "--with-settings", f"nothing={file(tmp_path, 'a.json', {})}", code=66)
    assert "[unknown-index]" in errors
    _, errors = replay(stack, "--with-settings", f"products={file(tmp_path, 'b.json', {'sise': 1})}", code=64)
    assert "sise" in errors
    assert not list(stack.data.glob("replay-*"))


def test_searches_by_algolias_interface_are_made_again(indexes, tmp_path):
    """With their filters, of all users, and without other requests."""
    with running(Stack(FIXTURES / "algolia.yaml", indexes)) as stack:
        check_algolia(stack, tmp_path)


def check_algolia(stack, tmp_path):
    asked = {"query": "kettle", "filters": "color:red", "hitsPerPage": 100}
    for token in ("me", "you"):
        assert call(stack, "POST", "/1/indexes/products/query", {**asked, "userToken": token})[0] == 200
    assert call(stack, "POST", "/1/indexes/products/query", {"query": "lamp"})[0] == 200
    assert call(stack, "GET", "/1/indexes/products/p1")[0] == 200
    settings = file(tmp_path, "brands.json", {"searchableAttributes": ["brand"], "attributesForFaceting": ["color"]})
    report, errors = replay(stack, "--with-settings", f"products={settings}")
    assert (report["searches"], report["asked"], report["otherQuestions"]) == (2, 3, 1) and "1 requests of Algolia's interface" in errors
    red = [record["objectID"] for record in records() if "kettle" in record["name"] and record["color"] == "red"]
    entry = by_query(report)["kettle"]
    assert entry["search"]["algolia"] == "products" and entry["asked"] == 2
    assert entry["nbHits"] == {"before": len(red), "after": 0} and red
