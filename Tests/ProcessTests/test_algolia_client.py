# SPDX-License-Identifier: MIT
"""Algolia's own Python clients, method by method: what each finds, and the errors of unsupported services."""

import inspect
import pathlib
import re

import pytest
import searchbus_testing as testing
from algolia_testing import call, client, recommend_client, secrets
from algoliasearch.http.exceptions import RequestException
from algoliasearch.search.client import SearchClientSync
from shop_data import FIXTURES, records

# What the client does without asking anybody.
LOCAL = {"add_user_agent", "close", "create_temporary_name"}

# What is a service of Algolia's own: each with the arguments that the client wants.
ABSENT = {
    "append_source": [{"source": "10.0.0.1"}], "assign_user_id": ["u", {"cluster": "c"}],
    "batch_assign_user_ids": ["u", {"cluster": "c", "users": ["u"]}],
    "batch_dictionary_entries": ["stopwords", {"requests": []}], "delete_source": ["10.0.0.1"], "get_app_task": [1],
    "get_dictionary_languages": [], "get_dictionary_settings": [], "get_logs": [], "get_sources": [], "get_top_user_ids": [],
    "get_user_id": ["u"], "has_pending_mappings": [], "list_clusters": [], "list_user_ids": [], "remove_user_id": ["u"],
    "replace_sources": [[{"source": "10.0.0.1"}]], "restore_api_key": ["k"],
    "search_dictionary_entries": ["stopwords", {"query": "x"}], "search_user_ids": [{"query": "x"}],
    "set_dictionary_settings": [{"disableStandardEntries": {"stopwords": {"en": True}}}], "wait_for_app_task": [1],
}

# What works by way of Algolia's Ingestion API, which has a host of its own.
INGESTION = {"partial_update_objects_with_transformation", "replace_all_objects_with_transformation",
             "save_objects_with_transformation", "set_transformation_options"}


@pytest.fixture(scope="module")
def shop(indexes):
    """A running shop with Algolia's interface."""
    with testing.running(testing.Stack(FIXTURES / "algolia.yaml", indexes)) as stack:
        yield stack


@pytest.fixture(scope="module")
def admin(shop):
    """A client with the key for everything."""
    return client(shop)


@pytest.fixture(scope="module")
def recommend(shop):
    """The client for recommendations."""
    return recommend_client(shop)


def refused(ask):
    """The error of a refused call: status and message."""
    with pytest.raises(RequestException) as error:
        ask()
    return error.value.status_code, str(error.value)


def test_every_method_of_the_client_is_tried_or_said_to_be_absent():
    methods = {name for name, _ in inspect.getmembers(SearchClientSync, inspect.isfunction)
               if not name.startswith("_") and not name.endswith("_with_http_info")}
    text = "".join(path.read_text() for path in sorted(pathlib.Path(__file__).parent.glob("test_algolia_*.py")))
    untried = {name for name in methods - LOCAL - set(ABSENT) - INGESTION if not re.search(rf"\.{name}\b", text)}
    assert not untried and set(ABSENT) | LOCAL | INGESTION <= methods


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("method", sorted(ABSENT))
def test_what_is_a_service_of_algolias_own_is_said_not_to_be_here(admin, method):
    status, words = refused(lambda: getattr(admin, method)(*ABSENT[method]))
    assert status == 404 and "docs/algolia.md" in words


def test_there_are_no_rules_and_writing_some_is_refused(shop, admin):
    admin.save_objects("plain", [{"objectID": "1", "name": "one"}], wait_for_tasks=True)
    seen = []
    admin.browse_rules("plain", lambda page: seen.extend(page.hits))
    assert seen == [] and admin.search_rules("plain").nb_pages == 0
    assert refused(lambda: admin.get_rule("plain", "r"))[0] == 404
    rule = {"objectID": "r", "consequence": {"params": {"query": "x"}}}
    for write in [lambda: admin.save_rule("plain", "r", rule), lambda: admin.save_rules("plain", [rule])]:
        status, words = refused(write)
        assert status == 400 and "keeps no rules" in words
    for answer in [admin.clear_rules("plain"), admin.save_rules("plain", []), admin.delete_rule("plain", "r")]:
        admin.wait_for_task("plain", answer.task_id)
    assert [hit.object_id for hit in admin.search_single_index("plain", {}).hits] == ["1"]
    for method, path, body in [("POST", "synonyms/search", {}), ("PUT", "rules/r", {}), ("POST", "synonyms/clear", {})]:
        assert call(shop, method, f"/1/indexes/plain/{path}", body)[0] == 403


def test_synonyms_are_stored_found_and_heeded(admin):
    admin.save_objects("words", [{"objectID": "1", "name": "television"}, {"objectID": "2", "name": "ipad"}], wait_for_tasks=True)

    def done(answer):
        admin.wait_for_task("words", answer.task_id)
        return {name: [hit.object_id for hit in admin.search_single_index("words", {"query": name}).hits] for name in ("telly", "tablet", "ipad")}

    synonym = {"objectID": "tv", "type": "synonym", "synonyms": ["telly", "television"]}
    one_way = {"objectID": "pad", "type": "oneWaySynonym", "input": "tablet", "synonyms": ["ipad"]}
    assert done(admin.save_synonym("words", "tv", synonym)) == {"telly": ["1"], "tablet": [], "ipad": ["2"]}
    assert done(admin.save_synonyms("words", [one_way])) == {"telly": ["1"], "tablet": ["2"], "ipad": ["2"]}
    hit = admin.search_single_index("words", {"query": "telly"}).hits[0].to_dict()
    assert hit["_highlightResult"]["name"]["value"] == "<em>television</em>" and hit["_highlightResult"]["name"]["matchedWords"] == ["telly"]
    assert admin.get_synonym("words", "tv").synonyms == ["telly", "television"] and admin.search_synonyms("words", {"query": "tab"}).nb_hits == 1
    seen = []
    admin.browse_synonyms("words", lambda page: seen.extend(hit.object_id for hit in page.hits))
    assert seen == ["tv", "pad"] and admin.search_synonyms("words", {"type": "synonym"}).nb_hits == 1
    assert done(admin.save_synonyms("words", [], replace_existing_synonyms=True))["telly"] == []
    assert done(admin.save_synonyms("words", [synonym, one_way]))["telly"] == ["1"]
    assert done(admin.delete_synonym("words", "tv")) == {"telly": [], "tablet": ["2"], "ipad": ["2"]}
    assert done(admin.set_settings("words", {"typoTolerance": False}))["tablet"] == ["2"]
    assert refused(lambda: admin.get_synonym("words", "tv"))[0] == 404
    status, words = refused(lambda: admin.save_synonym("words", "bad", {"objectID": "bad", "type": "synonym", "synonyms": []}))
    assert status == 400 and words.startswith("synonyms: ")
    assert done(admin.clear_synonyms("words"))["tablet"] == [] and admin.search_synonyms("words").nb_hits == 0


def test_helpers_of_the_client_work(shop, admin):
    rows = [{"objectID": f"r{number}", "name": f"row {number}"} for number in range(250)]
    answers = admin.chunked_batch("helped", rows, batch_size=100, wait_for_tasks=True)
    assert len(answers) == 3 and admin.browse("helped", {"hitsPerPage": 1000}).nb_hits == 250
    answer = admin.batch("helped", {"requests": [{"action": "deleteObject", "body": {"objectID": "r0"}}]})
    admin.wait_for_task("helped", answer.task_id)
    assert admin.get_task("helped", answer.task_id).status == "published"
    admin.set_settings("helped", {"searchableAttributes": ["name"], "attributesForFaceting": ["name"]})
    admin.replace_all_objects("helped", rows[:7], batch_size=3)
    assert {hit.object_id for hit in admin.browse("helped").hits} == {f"r{number}" for number in range(7)}
    assert admin.get_settings("helped").attributes_for_faceting == ["name"]
    assert [item.name for item in admin.list_indices().items if "tmp" in item.name] == []
    answer = admin.operation_index("helped", {"operation": "copy", "destination": "bare", "scope": ["settings", "rules", "synonyms"]})
    admin.wait_for_task("helped", answer.task_id)
    assert admin.browse("bare").nb_hits == 0 and admin.get_settings("bare").attributes_for_faceting == ["name"]
    assert admin.custom_get("1/indexes/helped/settings")["attributesForFaceting"] == ["name"]
    assert admin.custom_post("1/indexes/helped/query", None, {"query": "row 3"})["nbHits"] == 1
    admin.wait_for_task("helped", admin.custom_put("1/indexes/helped/r1", None, {"name": "other"})["taskID"])
    admin.wait_for_task("helped", admin.custom_delete("1/indexes/helped/r2")["taskID"])
    assert admin.get_object("helped", "r1")["name"] == "other" and admin.browse("helped").nb_hits == 6


def test_keys_can_be_waited_for_and_taken(shop, admin):
    made = admin.add_api_key({"acl": ["search"], "description": "Waited for"})
    admin.wait_for_api_key(made.key, "add")
    admin.update_api_key(made.key, {"acl": ["search", "browse"], "description": "Changed"})
    admin.wait_for_api_key(made.key, "update", {"description": "Changed"})
    assert made.key in {key.value for key in admin.list_api_keys().keys}
    other = client(shop, secrets(shop)[1]["search"])
    other.set_client_api_key(made.key)
    assert other.browse("products", {"hitsPerPage": 1}).nb_hits > 0
    admin.delete_api_key(made.key)
    admin.wait_for_api_key(made.key, "delete")
    secured = admin.generate_secured_api_key(made.key, {"validUntil": 4_000_000_000})
    assert admin.get_secured_api_key_remaining_validity(secured) > 0


def test_queries_behind_one_that_finds_enough_are_not_processed(shop, admin):
    requests = [{"indexName": "products", "query": query, "hitsPerPage": 3} for query in ("unheardof", "lamp", "kettle")]
    requests.append({"indexName": "products", "type": "facet", "facet": "brand", "facetQuery": "ac"})
    answers = [result.actual_instance for result in admin.search({"requests": requests, "strategy": "stopIfEnoughMatches"}).results]
    assert [answer.to_dict()["processed"] for answer in answers] == [True, True, False, False]
    assert [answer.nb_hits > 0 for answer in answers[:3]] == [False, True, False] and answers[2].hits == [] and answers[3].facet_hits == []
    everything = [result.actual_instance for result in admin.search({"requests": requests, "strategy": "none"}).results]
    assert everything[2].nb_hits > 0 and "processed" not in everything[2].to_dict() and everything[3].facet_hits
    status, _, answer = call(shop, "POST", "/1/indexes/*/queries", {"requests": requests, "strategy": "sometimes"})
    assert status == 400 and "strategy" in answer["message"]


def test_places_are_found_in_polygons_and_ranked_information_tells_how_far_they_are(admin):
    places = {"munich": (48.137, 11.575), "berlin": (52.52, 13.405), "suva": (-18.141, 178.442), "apia": (-13.833, -171.767)}
    admin.save_objects("places", [{"objectID": name, "name": name, "_geoloc": {"lat": lat, "lng": lng}} for name, (lat, lng) in places.items()],
                       wait_for_tasks=True)

    def found(polygons, **more):
        return {hit.object_id for hit in admin.search_single_index("places", {"insidePolygon": polygons, **more}).hits}

    bavaria, brandenburg = [47, 10, 47, 13, 50, 11.5], [52, 12, 52, 14, 53, 14, 53, 12]
    assert found([bavaria]) == {"munich"} and found([bavaria, brandenburg]) == {"munich", "berlin"}
    assert found([[-20, 170, -20, -170, -10, -170, -10, 170]]) == {"suva", "apia"} and found([bavaria], query="berlin") == set()
    hits = admin.search_single_index("places", {"aroundLatLng": "48.137,11.575", "getRankingInfo": True, "query": "mun"}).hits
    info = hits[0].ranking_info
    assert (info.geo_distance, info.matched_geo_location.lat, info.nb_typos, info.words, info.nb_exact_words) == (0, 48.137, 0, 1, 0)
    hits = admin.search_single_index("places", {"aroundLatLng": "48.137,11.575", "getRankingInfo": True, "query": "berlin"}).hits
    assert 500_000 < hits[0].ranking_info.geo_distance < 510_000 and hits[0].ranking_info.nb_exact_words == 1
    assert admin.search_single_index("places", {"query": "berlin"}).hits[0].ranking_info is None
    admin.wait_for_task("places", admin.delete_by("places", {"insidePolygon": [bavaria]}).task_id)
    assert {hit.object_id for hit in admin.browse("places").hits} == set(places) - {"munich"}


def test_recommendations_are_records_that_share_most(recommend):
    subject = next(record for record in records() if record["objectID"] == "p7")
    answer = recommend.get_recommendations({"requests": [
        {"indexName": "products", "model": model, "objectID": "p7", "threshold": 0, "maxRecommendations": 8,
         "queryParameters": {"attributesToRetrieve": ["brand", "color"]}} for model in ("related-products", "looking-similar")]})
    for result in answer.results:
        hits = [hit.actual_instance.to_dict() for hit in result.hits]
        scores = [hit["_score"] for hit in hits]
        assert len(hits) == 8 and "p7" not in {hit["objectID"] for hit in hits} and scores == sorted(scores, reverse=True)
        assert scores[-1] > 0 and all(set(hit) - {"_highlightResult"} == {"objectID", "brand", "color", "_score"} for hit in hits)
        assert (hits[0]["brand"], hits[0]["color"]) == (subject["brand"], subject["color"])


def test_what_rests_on_what_people_do_is_left_to_the_fallback(recommend):
    answer = recommend.get_recommendations({"requests": [
        {"indexName": "products", "model": "bought-together", "objectID": "p7", "threshold": 0},
        {"indexName": "products", "model": "trending-items", "threshold": 0, "maxRecommendations": 3,
         "fallbackParameters": {"query": "lamp"}},
        {"indexName": "products", "model": "trending-facets", "facetName": "brand", "threshold": 0},
    ]})
    assert [len(result.hits) for result in answer.results] == [0, 3, 0]
    assert all("lamp" in str(hit.actual_instance.to_dict()) for hit in answer.results[1].hits)
    assert refused(lambda: recommend.get_recommendations({"requests": [
        {"indexName": "nothing", "model": "related-products", "objectID": "p7", "threshold": 0}]}))[0] == 404
    for ask in [lambda: recommend.search_recommend_rules("products", "related-products"), lambda: recommend.get_recommend_status("products", "related-products", 1)]:
        assert refused(ask)[0] == 404
