# SPDX-License-Identifier: MIT
"""What Algolia's own Python client finds: its whole search surface, unmodified but for the host."""

import json

import pytest
import searchbus_testing as testing
from algolia_testing import call, client, secrets
from algoliasearch.http.exceptions import RequestException
from shop_data import COUNT, FIXTURES, records


@pytest.fixture(scope="module")
def shop(indexes):
    """A running shop with Algolia's interface."""
    with testing.running(testing.Stack(FIXTURES / "algolia.yaml", indexes)) as stack:
        yield stack


@pytest.fixture(scope="module")
def search(shop):
    """A client with the key for searches."""
    return client(shop, secrets(shop)[1]["search"])


def matching(holds):
    """The identifiers of the records that a rule lets through."""
    return {record["objectID"] for record in records() if holds(record)}


def found(answer):
    """The identifiers in an answer."""
    return {hit.object_id for hit in answer.hits}


def test_a_query_finds_pages_counts_and_marks(search):
    answer = search.search_single_index("products", {
        "query": "kettle", "hitsPerPage": 5, "page": 1, "facets": ["brand", "price"], "maxValuesPerFacet": 1000,
        "highlightPreTag": "<b>", "highlightPostTag": "</b>", "attributesToSnippet": ["description:3"],
        "attributesToHighlight": ["*"]})
    expected = matching(lambda record: "kettle" in record["name"] or "kettle" in record["description"])
    assert (answer.nb_hits, answer.page, answer.hits_per_page) == (len(expected), 1, 5) and len(answer.hits) == 5
    assert answer.nb_pages == -(-len(expected) // 5) and found(answer) < expected
    assert sum(answer.facets["brand"].values()) == len(expected)
    prices = [record["price"] for record in records() if record["objectID"] in expected]
    assert answer.facets_stats["price"].min == min(prices) and answer.facets_stats["price"].max == max(prices)
    assert answer.facets_stats["price"].sum == pytest.approx(sum(prices))
    hit = answer.hits[0].to_dict()
    name = hit["_highlightResult"]["name"]
    assert name["value"] == hit["name"].replace("kettle", "<b>kettle</b>")
    assert (name["matchLevel"], name["matchedWords"], name["fullyHighlighted"]) == ("full", ["kettle"], False)
    assert hit["_highlightResult"]["brand"]["matchLevel"] == "none"
    assert "<b>kettle</b>" in hit["_snippetResult"]["description"]["value"]


def test_all_facets_come_with_the_statistics_of_the_numbers(search):
    answer = search.search_single_index("products", {"query": "kettle", "facets": ["*"]})
    expected = matching(lambda record: "kettle" in record["name"] or "kettle" in record["description"])
    prices = [record["price"] for record in records() if record["objectID"] in expected]
    assert set(answer.facets_stats) == {"price"}, "the settings name one number"
    assert (answer.facets_stats["price"].min, answer.facets_stats["price"].max) == (min(prices), max(prices))
    assert sum(answer.facets["brand"].values()) == len(expected)


@pytest.mark.parametrize(("parameters", "holds"), [
    ({"filters": "brand:Acme AND price < 100"}, lambda r: r["brand"] == "Acme" and r["price"] < 100),
    ({"filters": "(brand:Acme OR brand:Ember) AND NOT color:red"},
     lambda r: r["brand"] in ("Acme", "Ember") and r["color"] != "red"),
    ({"filters": "price:100 TO 200"}, lambda r: 100 <= r["price"] <= 200),
    ({"facetFilters": [["brand:Acme", "brand:Ember"], "color:-red"]},
     lambda r: r["brand"] in ("Acme", "Ember") and r["color"] != "red"),
    ({"facetFilters": "brand:Acme,(color:red,color:blue)"}, lambda r: r["brand"] == "Acme" and r["color"] in ("red", "blue")),
    ({"filters": "brand:aCME AND NOT color:RED"}, lambda r: r["brand"] == "Acme" and r["color"] != "red"),
    ({"facetFilters": [["brand:ACME", "brand:ember"]]}, lambda r: r["brand"] in ("Acme", "Ember")),
    ({"numericFilters": ["price>=450", "price!=460"]}, lambda r: r["price"] >= 450 and r["price"] != 460),
    ({"numericFilters": [["price<10", "price>490"]]}, lambda r: r["price"] < 10 or r["price"] > 490),
])
def test_filters_let_the_right_records_through(search, parameters, holds):
    answer = search.search_single_index("products", {"hitsPerPage": 1000, **parameters})
    assert found(answer) == matching(holds)


def test_values_in_another_case_are_counted_as_the_records_spell_them(shop, search):
    answer = search.search_single_index("products", {"facetFilters": ["brand:ACME"], "facets": ["brand"]})
    count = len(matching(lambda record: record["brand"] == "Acme"))
    assert (answer.nb_hits, answer.facets["brand"]) == (count, {"Acme": count})
    values = search.search_for_facet_values("products", "brand", {"facetQuery": "", "params": "facetFilters=brand%3AACME"})
    assert [(hit.value, hit.count) for hit in values.facet_hits] == [("Acme", count)]
    browsed = client(shop).browse("products", {"filters": "brand:acme", "hitsPerPage": 1000})
    assert {hit.object_id for hit in browsed.hits} == matching(lambda record: record["brand"] == "Acme")


def test_several_queries_and_searches_of_values_are_one_call_and_one_event(shop, search):
    answer = search.search({"requests": [
        {"indexName": "products", "query": "lamp", "hitsPerPage": 2},
        {"indexName": "products", "type": "facet", "facet": "brand", "facetQuery": "ac"},
        {"indexName": "products", "query": "", "facets": ["brand"], "hitsPerPage": 0},
    ]})
    first, values, counts = (result.actual_instance for result in answer.results)
    assert len(first.hits) == 2 and [hit.value for hit in values.facet_hits] == ["Acme"]
    assert values.facet_hits[0].highlighted == "<em>Ac</em>me" and sum(counts.facets["brand"].values()) == COUNT
    shop.gateway.call("GET", "/api/status")
    events = shop.gateway.call("GET", testing.log_path(topic="request/algolia", limit=1000))["events"]
    request = next(event for event in events if len(event["event"]["data"]["requests"]) == 3)["event"]
    assert request["type"] == "searchbus.request.algolia" and request["subject"].startswith("algolia-")
    (results,) = [event["event"] for event in shop.gateway.call("GET", testing.log_path(topic="results/algolia", limit=1000))["events"]
                  if event["event"]["causationid"] == request["id"]]
    assert [len(result.get("hits", result.get("facetHits"))) for result in results["data"]["results"]] == [2, 1, 0]


def test_values_of_a_facet_are_searched(search):
    answer = search.search_for_facet_values("products", "brand", {"facetQuery": "e", "params": "filters=color%3Ared"})
    expected = [record for record in records() if record["brand"] == "Ember" and record["color"] == "red"]
    assert [(hit.value, hit.count) for hit in answer.facet_hits] == [("Ember", len(expected))]


def test_what_an_answer_holds_can_be_chosen(search):
    answer = search.search_single_index("products", {
        "attributesToRetrieve": ["brand"], "attributesToHighlight": ["name"], "offset": 7, "length": 4,
        "responseFields": ["hits", "nbHits", "offset", "length"]}).to_dict()
    assert answer.keys() <= {"hits", "nbHits", "offset", "length"} and (answer["offset"], answer["length"]) == (7, 4)
    assert all(set(hit) == {"objectID", "brand", "_highlightResult"} for hit in answer["hits"]) and len(answer["hits"]) == 4
    assert all(set(hit["_highlightResult"]) == {"name"} for hit in answer["hits"])
    page = search.search_single_index("products", {"hitsPerPage": 11})
    assert [hit["objectID"] for hit in answer["hits"]] == [hit.object_id for hit in page.hits[7:]]
    everything = search.search_single_index("products", {"facets": ["*"], "attributesToRetrieve": ["*", "-description"]})
    assert {"brand", "color"} <= set(everything.facets)
    assert all("description" not in hit.to_dict() and "price" in hit.to_dict() for hit in everything.hits)


def test_errors_have_algolias_format(shop, search):
    with pytest.raises(RequestException) as error:
        search.search_single_index("nothing", {"query": "x"})
    assert error.value.status_code == 404 and "Index nothing does not exist" in str(error.value)
    for body in [{"filters": "a AND"}, {"filters": "(a:1"}, {"hitsPerPage": 1001}, {"page": -1}, {"facetFilters": [[["x:1"]]]},
                 {"filters": "(a:1 AND b:2) OR c:3"}, {"numericFilters": ["price"]}, {"insidePolygon": [[1, 2]]},
                 {"insidePolygon": [[80, -120, 80, 0, 80, 120]]}]:
        status, _, answer = call(shop, "POST", "/1/indexes/products/query", body)
        assert status == 400 and answer["status"] == 400 and answer["message"], body
    for text in ["[]", "{", '"x"', "\xff\xfe", "[" * 10_000]:
        assert call(shop, "POST", "/1/indexes/products/query", text.encode("latin-1"))[0] == 400, text[:20]
    assert call(shop, "POST", "/1/indexes/products/nonsense", {})[0] == 404
    assert call(shop, "POST", "/1/indexes/products/query", "x" * 11_000_000)[0] == 413


def test_parameters_that_the_index_does_not_know_are_accepted(search):
    answer = search.search_single_index("products", {
        "query": "lamp", "typoTolerance": "min", "ruleContexts": ["a"], "clickAnalytics": True, "queryType": "prefixAll",
        "removeWordsIfNoResults": "allOptional", "enablePersonalization": True, "getRankingInfo": True})
    assert answer.nb_hits > 0


def test_a_browser_may_ask_from_any_page(shop):
    """The lite client of browsers: a body that is plain text, and what it knows in the query."""
    application, keys = secrets(shop)
    path = f"/1/indexes/*/queries?x-algolia-agent=test&x-algolia-api-key={keys['search']}&x-algolia-application-id={application}"
    body = {"requests": [{"indexName": "products", "params": "query=lamp&facets=%5B%22brand%22%5D&hitsPerPage=3"}]}
    status, fields, answer = call(shop, "POST", path, body, key=None, content_type="text/plain",
                                  origin="https://elsewhere.example", sec_fetch_site="cross-site")
    assert status == 200 and len(answer["results"][0]["hits"]) == 3 and answer["results"][0]["facets"]["brand"]
    assert fields["Access-Control-Allow-Origin"] == "*" and "Access-Control-Allow-Credentials" not in fields
    status, fields, _ = call(shop, "OPTIONS", "/1/indexes/products/query", key=None, origin="https://elsewhere.example",
                             access_control_request_headers="x-algolia-api-key")
    assert status == 204 and "x-algolia-api-key" in fields["Access-Control-Allow-Headers"]
    status, fields, _ = call(shop, "GET", "/api/status", key=None, origin="https://elsewhere.example")
    assert status == 403 and "Access-Control-Allow-Origin" not in fields


def test_every_search_is_an_event_that_can_be_subscribed_to(shop, search):
    stream = shop.gateway.stream("/api/events?topic=results/algolia/")
    assert next(stream)[0] is not None
    search.search_single_index("products", {"query": "camera", "hitsPerPage": 1, "userToken": "somebody"})
    for _, _, data in stream:
        if "results" in json.dumps(data) and "algolia-somebody" in json.dumps(data):
            break
    session = shop.gateway.call("GET", testing.log_path(session="algolia-somebody"))["events"]
    assert [event["topic"] for event in session] == ["request/algolia/algolia-somebody/", "results/algolia/algolia-somebody/"]


def test_all_records_can_be_browsed(shop):
    seen = []
    client(shop).browse_objects("products", lambda page: seen.extend(page.hits), {"hitsPerPage": 150, "attributesToRetrieve": ["name"]})
    assert len(seen) == COUNT and {hit.object_id for hit in seen} == matching(lambda record: True)
    assert all("description" not in hit.to_dict() for hit in seen)


def test_keys_do_not_reach_logs_events_or_environments(shop):
    _, keys = secrets(shop)
    call(shop, "POST", "/1/indexes/products/query", {"params": "query=lamp", "apiKey": keys["search"], "X-Algolia-API-Key": keys["search"]})
    call(shop, "GET", f"/1/keys/{keys['search']}")
    log = json.dumps(shop.gateway.call("GET", testing.log_path(limit=1000))) + shop.output()
    log += json.dumps(shop.gateway.call("GET", "/api/status")) + json.dumps(shop.gateway.call("GET", "/api/app"))
    for name, pid in shop.pids().items():
        log += testing.pathlib.Path(f"/proc/{pid}/environ").read_text() + testing.pathlib.Path(f"/proc/{pid}/cmdline").read_text()
        assert name
    assert not [name for name, key in keys.items() if key in log]
    assert (shop.data / "algolia.keys").stat().st_mode & 0o077 == 0
