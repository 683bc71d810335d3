# SPDX-License-Identifier: MIT
"""Search engines of one's own, as programs that `searchbus up` starts: beside the embedded index, on the same records."""

import csv
import http.server
import json
import re
import signal
import sys
import threading

import algolia_testing as algolia
import pytest
from searchbus_testing import ROOT, Stack, binary, command, eventually, running
from shop_data import SETTINGS, records

CSV = ROOT / "Examples" / "csv-backend-python" / "csv_backend.py"
APP = """
name: own
algolia: true
indexes: [nowhere]
backends:
  catalog: {{ type: embedded }}
  mine: {{ run: [{python}, {program}, {folder}, "name,brand,description"] }}
  elements: {{ run: {elements} }}
searchers:
  ours:   {{ type: hits, index: products, backend: catalog, hitsPerPage: 400, attributesToRetrieve: [name] }}
  theirs: {{ type: hits, index: products, backend: mine, hitsPerPage: 400, attributesToRetrieve: [name] }}
  both:   {{ type: multi, searchers: [ours, theirs] }}
  light:  {{ type: hits, index: elements, backend: elements }}
  families: {{ type: facets, index: elements, attribute: family, backend: elements }}
filterStates:
  main: {{ searchers: [ours, theirs] }}
  few: {{ searchers: [light, families] }}
widgets:
  box:          {{ type: search-box, searcher: both }}
  our-brands:   {{ type: refinement-list, searcher: ours, filterState: main, attribute: brand, operator: or }}
  their-brands: {{ type: refinement-list, searcher: theirs, filterState: main, attribute: brand, operator: or }}
  our-prices:   {{ type: number-range, searcher: ours, filterState: main, attribute: price }}
  their-prices: {{ type: number-range, searcher: theirs, filterState: main, attribute: price }}
  our-stats:    {{ type: stats, searcher: ours }}
  their-stats:  {{ type: stats, searcher: theirs }}
  our-hits:     {{ type: hits, searcher: ours }}
  their-hits:   {{ type: hits, searcher: theirs }}
  light-hits:   {{ type: hits, searcher: light }}
  families-found: {{ type: refinement-list, searcher: light, filterState: few, attribute: family }}
"""


@pytest.fixture(scope="module")
def stack(indexes, tmp_path_factory):
    """An app with one searcher over the embedded index, one over a CSV file of the same records, and one in Swift."""
    folder = tmp_path_factory.mktemp("csv")
    # Ids of digits are texts all the same.
    rows = [record | {"objectID": record["objectID"][1:]} for record in records()]
    with (folder / "products.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    app = folder / "app.yaml"
    app.write_text(APP.format(python=sys.executable, program=CSV, folder=folder, elements=binary("elements-backend")))
    with running(Stack(app, indexes)) as shared:
        yield shared


def same(views):
    """What both searchers show, if it is the same; without what tells them apart."""
    def told(side):
        stats, hits, brands, prices = (views.get(f"{side}-{name}", {}) for name in ("stats", "hits", "brands", "prices"))
        shown = [brands.get("items"), prices.get("bounds"), stats.get("nbHits")]
        return [*shown, sorted(hit["objectID"].removeprefix("p") for hit in hits.get("hits", [])), stats.get("phase")]
    ours = told("our")
    return ours if ours == told("their") and ours[-1] == "ready" else None


def shown(stack, session, count):
    """Waits until both show so many hits; answers with what they show."""
    views = eventually(lambda: stack.gateway.views(session), lambda views: (found := same(views)) and found[2] == count,
                       f"both show {count} hits")
    return same(views)


def test_an_engine_of_ones_own_shows_what_the_embedded_index_does(stack):
    """Words, values, ranges: the same hits, counts and bounds from both, by the same filters."""
    session = stack.new_session()
    shown(stack, session, 400)
    for to, kind, data in [
        ("box", "set-query", {"query": "la"}), ("our-brands", "select", {"value": "Acme"}),
        ("their-brands", "select", {"value": "Ember"}), ("their-prices", "set-range", {"range": [100, 300]}),
        ("box", "set-query", {"query": "kettle"}),
    ]:
        stack.gateway.send(session, (to, kind, data), wait=True)
        views = eventually(lambda: stack.gateway.views(session), same, f"both show the same after {kind}")
        assert same(views)[2] > 0, "a question that finds nothing shows little"


@pytest.mark.parametrize("name", ["searcher-both-mine", "searcher-light"])
def test_a_killed_engine_answers_what_was_asked(stack, name):
    """SIGKILL while it is asked: the next process answers, and the other engine is not disturbed."""
    session = stack.new_session()
    shown(stack, session, 400)
    pid = stack.send_signal(name, signal.SIGKILL)
    assert pid
    stack.gateway.send(session, ("box", "set-query", {"query": "camera"}))
    stack.gateway.send(session, ("light", "set-query", {"query": "ne"}))
    views = eventually(lambda: stack.gateway.views(session),
                       lambda views: same(views) and views["our-stats"].get("query") == "camera", "both have answered")
    assert same(views)[2] < 400
    eventually(lambda: stack.gateway.views(session)["light-hits"].get("hits", []),
               lambda hits: [hit["record"]["name"] for hit in hits] == ["Neon"], "the element is found")
    assert stack.wait_running()[name]["pid"] != pid


def test_unsupported_requests_of_an_engine_are_reported(stack):
    """A missing index fails with a message; the searcher continues."""
    session = stack.new_session()
    shown(stack, session, 400)
    stack.gateway.send(session, ("theirs", "set-index", {"index": "nowhere"}), wait=True)
    view = eventually(lambda: stack.gateway.views(session)["their-hits"], lambda view: view["phase"] == "failed", "it fails")
    assert view["error"]["code"] == "unknown-index" and "nowhere.csv" in view["error"]["message"]
    stack.gateway.send(session, ("theirs", "set-index", {"index": None}), wait=True)
    shown(stack, session, 400)


def test_the_engine_of_the_document(make_shop, tmp_path):
    """Its program and its app find and count; what it raises is reported with its place, and so is an invalid result."""
    text = (ROOT / "docs/backends.md").read_text()
    (engine,) = [block for block in re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)]
    app = next(block for block in re.findall(r"^```yaml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL) if "things.py" in block)
    path = f"import sys\nsys.path.append({str(ROOT / 'web/python-client/src')!r})\n"
    (tmp_path / "things.py").write_text(path + engine)
    (tmp_path / "app.yaml").write_text(app.replace(".venv/bin/python, things.py", f"{sys.executable}, {tmp_path / 'things.py'}"))
    stack = make_shop(app=tmp_path / "app.yaml")
    session = stack.new_session()

    def answered(act, holds, what):
        act()
        return eventually(lambda: stack.gateway.views(session)["hits"], holds, what)
    view = answered(lambda: stack.gateway.send(session, ("box", "set-query", {"query": "la"})), lambda view: view["query"] == "la", "it finds")
    assert [hit["objectID"] for hit in view["hits"]] == ["1"]
    assert [item["value"] for item in stack.gateway.views(session)["brand"]["items"]] == ["Acme"]
    for line, message in [("raise KeyError('oops')", "KeyError('oops') in things.py, line "), ("return {'a': 1}", "neither `hits` nor `facetHits`")]:
        (tmp_path / "things.py").write_text(path + engine.replace("    records = INDEXES", f"    {line}\n    records = INDEXES"))
        problem = eventually(lambda: stack.gateway.try_call("POST", "/api/search", {"searcher": "things"})[1],
                             lambda problem, said=message: said in problem.get("detail", ""), f"{line} is reported")
        assert problem["code"] == "backend-failed"
    assert "Traceback" in stack.output() and "oops" in stack.output()


def test_clicks_on_what_it_found_are_counted_as_those_of_any_engine(stack):
    """Algolia's interface: what is typed is one search of a user, and a click with its `queryID` belongs to it."""
    def ask(query, **more):
        status, _, answer = algolia.call(
            stack, "POST", "/1/indexes/elements/query", {"query": query, "userToken": "ann", **more})
        assert status == 200 and answer["nbHits"] > 0
        return answer
    assert "queryID" not in ask("n")
    ask("ne", clickAnalytics=True)
    found = ask("neon", clickAnalytics=True)
    told = {"eventName": "x", "index": "elements", "userToken": "ann", "queryID": found["queryID"], "objectIDs": ["10"]}
    status, _, _ = algolia.call(stack, "POST", "/1/events", {"events": [
        {**told, "eventType": "click", "positions": [2]}, {**told, "eventType": "conversion"}]})
    assert status == 200

    def rows():
        told = stack.gateway.call("GET", "/api/insights")["report"]
        return [(row["query"], row["searches"], row["tracked"], row["clicked"], row["averageClickPosition"], row["averageResults"])
                for row in (told or {"queries": []})["queries"] if row["searcher"] == "algolia:elements" and row["conversions"]]

    eventually(rows, lambda rows: rows == [("neon", 1, 1, 1, 2, found["nbHits"])], "it is counted")
    # Without Algolia's interface it is the same.
    found = stack.gateway.call("POST", "/api/search", {"searcher": "light", "query": "neon", "clickAnalytics": True})
    answer = stack.gateway.call("POST", "/api/search/reports", {"reports": [
        {"type": "click", "queryID": found["queryID"], "objectIDs": ["10"], "positions": [1]}]})
    assert answer == {"counted": 1, "unknown": []}


def test_the_app_file_is_checked(tmp_path):
    """`run` alone makes a backend one's own; an invalid type, or a missing program, is reported with its line."""
    app = tmp_path / "app.yaml"
    app.write_text("name: x\nbackends:\n  mine: { run: [] , url: 'http://x' }\n  ext: { external: true }\n"
                   "searchers:\n  a: { type: hits, index: i, backend: mine }\n")
    found, _ = command("check", app, code=78)
    assert "`url`" in found and "names no program" in found and found.count("app.yaml:3:") == 2


def test_an_index_that_changes_is_searched_again(stack):
    """An engine of your own receives changes on the bus: sessions that search the index are answered again."""
    session = stack.new_session()
    shown(stack, session, 400)
    said = json.loads(command("index", "changed", "products", "--json", "--data", stack.data)[0])

    def answers():
        topic = f"results/theirs/{session}/"
        return stack.gateway.call("GET", f"/api/log?topic={topic}&after={said['sequence']}")["events"]

    eventually(answers, bool, "it answers again")


ELASTIC = """name: x
backends:
  far: {{ type: elasticsearch, url: "{url}", apiKey: "${{SB_KEY}}", timeout: 20, retries: 0 }}
searchers:
  a: {{ type: hits, index: products, backend: far }}
  b: {{ type: hits, index: gone, backend: far }}
filterStates:
  main: {{ searchers: [a] }}
widgets:
  brand: {{ type: refinement-list, searcher: a, filterState: main, attribute: brnad }}
  note:  {{ type: refinement-list, searcher: a, filterState: main, attribute: note }}
  price: {{ type: number-range, searcher: a, filterState: main, attribute: price }}
"""
MAPPING = {"products": {"mappings": {"properties": {
    "brand": {"type": "keyword"}, "note": {"type": "text"}, "price": {"type": "double"}}}}}


class Mappings(http.server.BaseHTTPRequestHandler):
    """Tells what indexes have, to who has the key."""

    def do_GET(self):  # pylint: disable=invalid-name
        """One index."""
        is_known = self.path.startswith("/products/")
        is_allowed = self.headers.get("authorization") == "ApiKey c2VjcmV0"
        body = MAPPING if is_known else {"error": {"type": "index_not_found_exception", "reason": "no such index [gone]"}}
        content = json.dumps(body if is_allowed else {"error": "who are you?"}).encode()
        self.send_response((200 if is_known else 404) if is_allowed else 401)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        """Says nothing."""


def test_check_asks_the_engine(tmp_path, monkeypatch):
    """What an engine's index does not have, cannot count, or is not there, is a warning with its line."""
    monkeypatch.setenv("SB_KEY", "c2VjcmV0")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Mappings)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    app = tmp_path / "app.yaml"
    try:
        app.write_text(ELASTIC.format(url=f"http://127.0.0.1:{server.server_port}"))
        found, _ = command("check", app, "--json")
    finally:
        server.shutdown()
        server.server_close()
    warnings = {warning["line"]: f"{warning['message']} {warning['remedy']}" for warning in json.loads(found)["warnings"]}
    assert sorted(warnings) == [6, 10, 11]
    assert "gone" in warnings[6] and "brnad" in warnings[10] and "Did you mean `brand`?" in warnings[10]
    assert "cannot count" in warnings[11] and "c2VjcmV0" not in found
    found, _ = command("check", app)
    assert found.count("cannot be read") == 2 and "cannot be reached" in found and "in order" in found
