# SPDX-License-Identifier: MIT
"""`POST /api/search`: searches of programs that have no session, over the embedded index, a program of one's own and an engine over HTTP."""

import csv
import signal
import sys
import threading

import pytest
from algolia_testing import client, secrets
from algoliasearch.http.exceptions import RequestException
from searchbus_testing import ROOT, Stack, eventually, running
from shop_data import COUNT, records
from slow_service import SlowService

CSV = ROOT / "Examples" / "csv-backend-python" / "csv_backend.py"
APP = """
name: answers
algolia: true
backends:
  catalog: {{ type: embedded }}
  mine: {{ run: [{python}, {program}, {folder}, "name,brand,description"] }}
  far: {{ type: algolia, url: "{far}" }}
searchers:
  ours:   {{ type: hits, index: products, backend: catalog, hitsPerPage: 5, attributesToRetrieve: [name, brand, price] }}
  theirs: {{ type: hits, index: products, backend: mine, hitsPerPage: 5 }}
  brands: {{ type: facets, index: products, attribute: brand, backend: catalog }}
  both:   {{ type: multi, searchers: [ours, theirs, brands] }}
  sheet:  {{ type: hits, index: sheet, backend: mine, filters: [{{ attribute: brand, value: Acme }}] }}
  shades: {{ type: facets, index: sheet, attribute: color, backend: mine }}
  away:   {{ type: hits, index: films, backend: far, hitsPerPage: 3 }}
widgets:
  box:  {{ type: search-box, searcher: both }}
  list: {{ type: hits, searcher: ours }}
  far-list: {{ type: hits, searcher: away }}
"""


@pytest.fixture(scope="module")
def engine():
    """An engine over HTTP that fails on request."""
    broken = threading.Event()
    service = SlowService(lambda _: 0, fails=lambda _: broken.is_set())
    service.broken = broken
    yield service
    service.close()


@pytest.fixture(scope="module")
def stack(indexes, engine, tmp_path_factory):
    folder = tmp_path_factory.mktemp("answers")
    rows = [record | {"objectID": record["objectID"][1:]} for record in records()]
    for name in ("products.csv", "sheet.csv"):
        with (folder / name).open("w", newline="") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)
    app = folder / "app.yaml"
    app.write_text(APP.format(python=sys.executable, program=CSV, folder=folder, far=engine.url))
    with running(Stack(app, indexes)) as shared:
        yield shared


def brand(name):
    return [{"kind": "or", "name": "brand", "filters": [{"type": "facet", "attribute": "brand", "value": name}]}]


def ask(stack, body, status=200):
    answered, answer = stack.gateway.try_call("POST", "/api/search", body)
    assert answered == status, answer
    return answer


def test_every_engine_answers_and_filters_hold(stack):
    """Structured filters, counts, bounds and fewer attributes, over two engines and a searcher of values in one call."""
    some = next(record["brand"] for record in records())
    wanted = {"filters": brand(some), "facets": ["brand"], "stats": ["price"], "attributesToRetrieve": ["name", "brand"]}
    searches = [{"searcher": "ours"} | wanted, {"searcher": "theirs"} | wanted, {"searcher": "brands", "query": some[:2]},
                {"searcher": "away", "query": "ab"}]
    ours, theirs, brands, away = ask(stack, {"requests": searches})["results"]
    count = sum(record["brand"] == some for record in records())
    for answer in ours, theirs:
        assert answer["nbHits"] == count and len(answer["hits"]) == min(5, count)
        assert all(set(hit["record"]) <= {"objectID", "name", "brand"} for hit in answer["hits"])
        assert {"value": some, "count": count} in answer["facets"]["brand"] and len(answer["facets"]["brand"]) > 1
        assert answer["facetStats"]["price"]["min"] <= answer["facetStats"]["price"]["max"]
    assert some in [hit["value"] for hit in brands["facetHits"]]
    assert away["searcher"] == "away" and away["query"] == "ab"
    alone = ask(stack, {"searcher": "ours", "query": "", "hitsPerPage": 1, "page": 1})
    assert alone["page"] == 1 and len(alone["hits"]) == 1 and set(alone["hits"][0]["record"]) <= {"objectID", "name", "brand", "price"}


def test_they_leave_no_views_and_few_sessions(stack):
    """However many searches are made, in a few sessions; no widget looks at them, and no index change searches them again."""
    for number in range(30):
        ask(stack, {"searcher": "ours", "query": f"a{number}"})
    bus = stack.bus()
    sessions = {event.session for event in bus.latest(["request/both/"]) if event.session.startswith("search-")}
    assert 1 <= len(sessions) <= 3
    assert not [event for event in bus.latest(["view/"]) if event.session in sessions]
    place = max(event.sequence for event in bus.latest(["results/ours/"]))
    screen = stack.new_session()
    eventually(lambda: stack.gateway.views(screen), lambda views: views.get("list", {}).get("phase") == "ready", "a screen")
    stack.gateway.insist("POST", "/api/indexes/products/changed", {})
    change = max(event.sequence for event in bus.latest(["index/"]))
    answered = eventually(lambda: [event for event in bus.latest(["results/ours/"]) if event.sequence > change],
                          lambda events: screen in {event.session for event in events}, "the screen is searched again")
    assert place < change and not {event.session for event in answered} & sessions


def test_a_failure_is_reported_at_once_and_not_retried(stack, engine):
    """An engine that fails is a problem with a status; the others of the call have their answers."""
    engine.broken.set()
    try:
        problem = ask(stack, {"searcher": "away", "query": "x"}, status=502)
        assert problem["code"] == "backend-failed" and problem["remedy"]
        near, far = ask(stack, {"requests": [{"searcher": "ours"}, {"searcher": "away", "query": "x"}]})["results"]
        assert near["nbHits"] == COUNT and far["error"]["code"] in ("backend-failed", "backend-timeout")
        failed = [event for event in stack.bus().latest(["search/away/"]) if event.session.startswith("search-")]
        assert failed and not any("retryAt" in event.data for event in failed)
    finally:
        engine.broken.clear()


def test_a_searcher_that_is_killed_answers_after_its_restart(stack):
    """A search that is asked for while its process is dead is answered by the next one."""
    for name in ("searcher-both", "searcher-both-mine"):
        stack.send_signal(name, signal.SIGKILL)
        searcher = "theirs" if name.endswith("mine") else "ours"
        answer = ask(stack, {"searcher": searcher, "query": "", "hitsPerPage": 1})
        assert answer["nbHits"] == COUNT


def test_invalid_searches_are_refused_with_a_reason(stack):
    """Messages for invalid requests, which reach no searcher."""
    for body, status, words in [
        ({"searcher": "both"}, 404, "several searchers"), ({"searcher": "no"}, 404, "no searcher"),
        ({"searcher": "ours", "filter": []}, 400, "`filter`"), ({"searcher": "ours", "filters": "brand:x"}, 400, "filters"),
        ({"requests": []}, 400, "1 to 50"), ({"searcher": "ours", "query": "a" * 3_000}, 400, "longer than"),
    ]:
        problem = ask(stack, body, status)
        assert words in problem["detail"], problem
    assert ask(stack, {"searcher": "ours", "index": "nothing"}, 404)["code"] == "unknown-index"
    # Another index of the data directory, which the app does not name for this searcher.
    other = ask(stack, {"searcher": "ours", "index": "other"}, 404)
    assert other["code"] == "unknown-index" and "`indexes:`" in other["remedy"], other


def test_algolias_clients_ask_a_program_of_ones_own(stack):
    """The index of a program: counts are those under all filters, the app's own filters hold, the rest is asked as ever."""
    search = client(stack, secrets(stack)[1]["search"])
    acme = [record for record in records() if record["brand"] == "Acme"]
    red = [record for record in acme if record["color"] == "red"]
    answer = search.search_single_index("sheet", {"facets": ["color"], "facetFilters": [["color:red", "color:none"]], "hitsPerPage": 3})
    assert answer.nb_hits == len(red) and {hit.to_dict()["brand"] for hit in answer.hits} == {"Acme"}
    assert answer.facets == {"color": {"red": len(red)}}
    counts = search.search_single_index("sheet", {"facets": ["color"], "hitsPerPage": 0})
    assert counts.hits == [] and counts.nb_hits == len(acme) and counts.facets["color"]["red"] == len(red)
    values = search.search_for_facet_values("sheet", "color", {"facetQuery": "re", "maxFacetHits": 1}).facet_hits
    assert [hit.value for hit in values] == ["red"]
    both = search.search({"requests": [{"indexName": "products", "query": "kettle", "hitsPerPage": 1},
                                       {"indexName": "sheet", "query": "kettle", "hitsPerPage": 1, "attributesToRetrieve": ["name"]}]})
    near, far = (result.actual_instance for result in both.results)
    assert near.index == "products" and near.nb_hits > far.nb_hits > 0 and far.index == "sheet"
    assert "kettle" in far.hits[0].to_dict()["name"] or "kettle" in str(far.hits[0].to_dict())
    with pytest.raises(RequestException, match="values of size"):
        search.search_for_facet_values("sheet", "size", {"facetQuery": "x"})


def test_as_many_as_a_call_holds(stack):
    """Fifty searches of one searcher in one call, each with its own answer."""
    texts = [record["name"].split()[0][:number % 4 + 1] for number, record in enumerate(records()) if number < 50]
    results = ask(stack, {"requests": [{"searcher": "ours", "query": text, "hitsPerPage": 1} for text in texts]})["results"]
    assert [result["query"] for result in results] == texts and all(result["nbHits"] > 0 for result in results)


def test_hits_explain_why_they_are_where_they_are(stack):
    """Only where it was asked for, and only of engines that can tell."""
    ask = {"searcher": "ours", "query": "lamq", "hitsPerPage": 3}
    assert all("ranking" not in hit for hit in stack.gateway.call("POST", "/api/search", ask)["hits"])
    hits = stack.gateway.call("POST", "/api/search", ask | {"explain": True})["hits"]
    assert [[each["name"] for each in hit["ranking"]["criteria"]][:2] for hit in hits] == [["typo", "words"]] * 3
    assert {(match["word"], match["kind"]) for hit in hits for match in hit["ranking"]["matches"]} == {("lamq", "typo")}
    theirs = stack.gateway.call("POST", "/api/search", {"searcher": "theirs", "query": "lamp", "explain": True})["hits"]
    assert theirs and all("ranking" not in hit for hit in theirs)
