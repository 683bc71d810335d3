# SPDX-License-Identifier: MIT
"""What Algolia's own Python client writes, whatever is killed meanwhile."""

import signal
import threading
import time

import pytest
import searchbus_testing as testing
from algolia_testing import call, client, secrets
from algoliasearch.http.exceptions import RequestException
from shop_data import FIXTURES


@pytest.fixture(scope="module")
def shop():
    """A running shop with Algolia's interface, without an index."""
    with testing.running(testing.Stack(FIXTURES / "algolia.yaml")) as stack:
        yield stack


@pytest.fixture
def admin(shop):
    """A client with the key for everything."""
    return client(shop)


def done(admin, index, answer):
    """Waits for a write."""
    admin.wait_for_task(index, answer.task_id)


def everything(admin, index):
    """All records of an index, by their identifiers."""
    found = {}
    admin.browse_objects(index, lambda page: found.update({hit.object_id: hit.to_dict() for hit in page.hits}))
    return found


def test_records_are_saved_changed_and_deleted(admin):
    records = [{"objectID": f"n{number}", "name": f"thing {number}", "price": number} for number in range(2_500)]
    admin.save_objects("things", records, wait_for_tasks=True)
    assert everything(admin, "things") == {record["objectID"]: record for record in records}
    assert admin.search_single_index("things", {"query": "thing 17"}).hits[0].object_id == "n17"
    admin.partial_update_objects("things", [{"objectID": "n17", "price": {"_operation": "Increment", "value": 5}, "new": [1]},
                                            {"objectID": "n9999", "name": "made"}], create_if_not_exists=True, wait_for_tasks=True)
    admin.partial_update_objects("things", [{"objectID": "absent", "name": "x"}], create_if_not_exists=False, wait_for_tasks=True)
    assert admin.get_object("things", "n17") == {"objectID": "n17", "name": "thing 17", "price": 22, "new": [1]}
    done(admin, "things", admin.partial_update_object("things", "n17", {"new": {"_operation": "AddUnique", "value": 2}}))
    assert admin.get_object("things", "n17")["new"] == [1, 2]
    done(admin, "things", admin.add_or_update_object("things", "n18", {"name": "other"}))
    assert admin.get_object("things", "n18") == {"objectID": "n18", "name": "other"}
    admin.delete_objects("things", ["n0", "n1"], wait_for_tasks=True)
    done(admin, "things", admin.delete_object("things", "n2"))
    found = admin.get_objects({"requests": [{"indexName": "things", "objectID": name} for name in ("n0", "n3", "absent")]}).to_dict()
    assert found["results"] == [None, records[3], None]
    with pytest.raises(RequestException) as error:
        admin.get_object("things", "n2")
    assert error.value.status_code == 404
    done(admin, "things", admin.delete_by("things", {"filters": "price >= 100"}))
    left = everything(admin, "things")
    assert set(left) == {f"n{number}" for number in range(3, 100)} | {"n9999"}
    done(admin, "things", admin.clear_objects("things"))
    assert everything(admin, "things") == {}
    made = admin.save_object("things", {"name": "nameless"})
    done(admin, "things", made)
    assert admin.get_object("things", made.object_id)["name"] == "nameless"


def test_settings_are_kept_and_take_effect(admin):
    answer = admin.set_settings("tuned", {
        "searchableAttributes": ["unordered(title)", "text"], "attributesForFaceting": ["searchable(kind)", "filterOnly(year)"],
        "customRanking": ["desc(year)"], "hitsPerPage": 2, "ignorePlurals": True, "highlightPreTag": "<i>"})
    done(admin, "tuned", answer)
    admin.save_objects("tuned", [{"objectID": str(year), "title": "war and peace", "text": "hidden", "kind": "book", "year": year,
                                  "note": "invisible"} for year in (1990, 2010, 2000)], wait_for_tasks=True)
    found = admin.search_single_index("tuned", {"query": "peace", "facets": ["*"]})
    assert [hit.object_id for hit in found.hits] == ["2010", "2000"] and found.nb_hits == 3
    assert found.hits[0].to_dict()["_highlightResult"]["title"]["value"] == "war and <i>peace</em>" and found.facets["kind"] == {"book": 3}
    assert admin.search_single_index("tuned", {"query": "invisible"}).nb_hits == 0
    settings = admin.get_settings("tuned").to_dict()
    assert settings["ignorePlurals"] is True and settings["searchableAttributes"] == ["unordered(title)", "text"]
    done(admin, "tuned", admin.set_settings("tuned", {"searchableAttributes": ["note"], "hitsPerPage": None}))
    assert admin.search_single_index("tuned", {"query": "invisible"}).nb_hits == 3
    assert admin.get_settings("tuned").to_dict()["hitsPerPage"] == 20
    content = {"facetOrdering": {"facets": {"order": ["kind"]}, "values": {"kind": {"hide": ["film"], "sortRemainingBy": "alpha"}}}}
    done(admin, "tuned", admin.set_settings("tuned", {"renderingContent": content}))
    assert admin.get_settings("tuned").rendering_content.to_dict() == content
    answer = admin.search_single_index("tuned", {"query": ""})
    assert answer.rendering_content.to_dict() == content and answer.params == "query="
    for wrong in [{"renderingContent": {"facetOrdering": []}}, {"customRanking": ["up(year)"]}, {"ranking": ["fun"]}, {"typoTolerance": "never"}]:
        with pytest.raises(RequestException) as error:
            admin.set_settings("tuned", wrong)
        assert error.value.status_code == 400


def test_replicas_are_the_same_records_in_orders_of_their_own(admin):
    records = [{"objectID": name, "name": "lamp", "price": price, "year": year}
               for name, price, year in (("a", 2, 2001), ("b", 3, 2003), ("c", 1, 2002))]
    admin.save_objects("lamps", records, wait_for_tasks=True)
    done(admin, "lamps", admin.set_settings("lamps", {"replicas": ["lamps_cheap", "virtual(lamps_new)"], "hitsPerPage": 2}))
    done(admin, "lamps_cheap", admin.set_settings("lamps_cheap", {"ranking": ["asc(price)", "typo", "custom"]}))
    done(admin, "lamps_new", admin.set_settings("lamps_new", {"customRanking": ["desc(year)"]}))

    def order(index):
        return [hit.object_id for hit in admin.search_single_index(index, {"query": "lamp", "hitsPerPage": 10}).hits]

    assert (order("lamps"), order("lamps_cheap"), order("lamps_new")) == (["a", "b", "c"], ["c", "a", "b"], ["b", "c", "a"])
    assert admin.get_settings("lamps").to_dict()["replicas"] == ["lamps_cheap", "virtual(lamps_new)"]
    settings = admin.get_settings("lamps_cheap").to_dict()
    assert settings["primary"] == "lamps" and settings["hitsPerPage"] == 2 and settings["ranking"][0] == "asc(price)"
    done(admin, "lamps", admin.set_settings("lamps", {"ranking": ["desc(price)"]}, forward_to_replicas=True))
    assert order("lamps") == order("lamps_cheap") == ["b", "a", "c"]
    admin.save_objects("lamps", [{"objectID": "d", "name": "lamp", "price": 9, "year": 1999}], wait_for_tasks=True)
    assert order("lamps_new") == ["b", "c", "a", "d"]


def test_settings_and_parameters_of_relevance_take_effect(admin):
    rows = [("1", "Trail running shoe", "trail", 3), ("2", "Running shoes for the road", "road", 9), ("3", "Road shoe, wide", "road", 5)]
    admin.save_objects("shoes", [{"objectID": key, "name": name, "model": model, "sold": sold} for key, name, model, sold in rows],
                       wait_for_tasks=True)

    def order(query, **parameters):
        return [hit.object_id for hit in admin.search_single_index("shoes", {"query": query, **parameters}).hits]

    done(admin, "shoes", admin.set_settings("shoes", {
        "searchableAttributes": ["unordered(name)"], "customRanking": ["desc(sold)"], "ranking": ["custom", "typo"]}))
    assert order("shoe") == ["2", "3", "1"] and order("shoe", ignorePlurals=True, queryType="prefixNone") == ["2", "3", "1"]
    assert order("shoe", queryType="prefixNone", typoTolerance=False) == ["3", "1"] and order("runing shoe") == ["2", "1"]
    assert order("runing shoe", typoTolerance="false") == [] and order("the wide shoe") == [] != order("the wide shoe", removeStopWords=["en"])
    assert order("wide trail", removeWordsIfNoResults="allOptional") == ["3", "1"] and order("wide trail", optionalWords=["trail"]) == ["3"]
    done(admin, "shoes", admin.set_settings("shoes", {"attributeForDistinct": "model", "distinct": 1, "typoTolerance": False}))
    assert order("shoe") == ["2", "1"] and order("shoe", distinct=False) == ["2", "3", "1"] and order("runing") == []
    hit = admin.search_single_index("shoes", {"query": "runing", "typoTolerance": True, "attributesToSnippet": ["name:2"]}).hits[0].to_dict()
    assert hit["_highlightResult"]["name"]["value"] == "<em>Running</em> shoes for the road"
    assert hit["_snippetResult"]["name"] == {"value": "<em>Running</em> shoes…", "matchLevel": "full"}
    assert admin.get_settings("shoes").to_dict()["distinct"] == 1
    done(admin, "shoes", admin.set_settings("shoes", {"distinct": False, "ranking": ["asc(sold)", "typo", "custom"]}))
    assert order("shoe") == ["1", "3", "2"]
    with pytest.raises(RequestException) as error:
        admin.search_single_index("shoes", {"minProximity": 9})
    assert error.value.status_code == 400


def test_indexes_are_copied_moved_listed_and_replaced(admin):
    admin.save_objects("first", [{"objectID": "a", "name": "alpha"}], wait_for_tasks=True)
    done(admin, "first", admin.operation_index("first", {"operation": "copy", "destination": "second"}))
    admin.save_objects("first", [{"objectID": "b", "name": "beta"}], wait_for_tasks=True)
    assert set(everything(admin, "second")) == {"a"} and set(everything(admin, "first")) == {"a", "b"}
    done(admin, "first", admin.operation_index("first", {"operation": "move", "destination": "third"}))
    names = {item.name: item.entries for item in admin.list_indices().items}
    assert names["third"] == 2 and names["second"] == 1 and "first" not in names
    admin.replace_all_objects("third", [{"objectID": "c", "name": "gamma"}], scopes=["settings"])
    assert set(everything(admin, "third")) == {"c"} and admin.index_exists("third")
    done(admin, "third", admin.delete_index("third"))
    assert not admin.index_exists("third")
    answer = admin.multiple_batch({"requests": [
        {"indexName": name, "action": "addObject", "body": {"objectID": "x", "name": name}} for name in ("second", "fourth")]})
    for name, task in answer.task_id.items():
        admin.wait_for_task(name, task)
    assert set(everything(admin, "second")) == {"a", "x"} and set(everything(admin, "fourth")) == {"x"}


def test_writes_that_make_no_sense_are_refused_before_they_are_written(shop):
    for method, path, body in [
            ("POST", "things/batch", {"requests": [{"action": "dance", "body": {}}]}),
            ("POST", "things/batch", {"requests": [{"action": "updateObject", "body": {"name": "x"}}]}),
            ("POST", "things/batch", {"requests": [{"action": "addObject"}]}),
            ("POST", "things/batch", {"requests": [{"action": "addObject", "body": {"objectID": "x", "text": "y" * 600_000}}]}),
            ("PUT", "not%20a%20name/x", {}), ("POST", "things/operation", {"operation": "copy", "destination": "../x"}),
            ("POST", "things/deleteByQuery", {}), ("GET", "things/task/soon", None)]:
        status, _, answer = call(shop, method, f"/1/indexes/{path}", body, key="admin")
        assert status == 400 and answer["message"], (path, answer)
    assert shop.gateway.call("GET", testing.log_path(topic="write/things", limit=1))["events"] is not None


def test_a_boolean_is_read_in_the_spelling_of_any_client(shop, admin):
    def update(name, spelling):
        status, _, answer = call(shop, "POST", f"/1/indexes/spelled/{name}/partial?createIfNotExists={spelling}", {"name": name}, key="admin")
        if status == 200:
            admin.wait_for_task("spelled", answer["taskID"])
        return status, answer

    for number, spelling in enumerate(["true", "True", "1", "yes", "TRUE"]):
        assert update(f"yes{number}", spelling)[0] == 200
    for number, spelling in enumerate(["false", "False", "0", "no"]):
        assert update(f"no{number}", spelling)[0] == 200
    status, answer = update("other", "perhaps")
    assert status == 400 and "createIfNotExists" in answer["message"] and "perhaps" in answer["message"]
    assert set(everything(admin, "spelled")) == {f"yes{number}" for number in range(5)}


@pytest.mark.parametrize("victim", ["indexer", "broker", "gateway", "searcher-algolia"])
def test_what_is_killed_loses_no_write_and_makes_none_twice(shop, victim):
    """Counters are added to while a process is killed again and again; each addition counts once."""
    admin = client(shop)
    index = f"counters-{victim}"
    admin.save_objects(index, [{"objectID": "c", "count": 0}], wait_for_tasks=True)
    is_over = threading.Event()

    def kill():
        while not is_over.wait(0.7):
            shop.send_signal(victim, signal.SIGKILL)
            shop.wait_running()

    killer = threading.Thread(target=kill)
    killer.start()
    accepted, unknown, last = 0, 0, None
    try:
        deadline = time.monotonic() + 4
        while time.monotonic() < deadline:
            body = {"requests": [{"action": "partialUpdateObject",
                                  "body": {"objectID": "c", "count": {"_operation": "Increment", "value": 1}}}]}
            try:
                status, _, answer = call(shop, "POST", f"/1/indexes/{index}/batch", body, key="admin")
            except OSError:
                unknown += 1
                continue
            if status == 200:
                accepted, last = accepted + 1, answer["taskID"]
            else:
                assert status >= 500, answer
                unknown += 1
    finally:
        is_over.set()
        killer.join()
    shop.wait_running()
    testing.eventually(lambda: call(shop, "GET", f"/1/indexes/{index}/task/{last}", key="admin")[2],
                       lambda answer: answer["status"] == "published", "the last write is applied")
    count = admin.get_object(index, "c")["count"]
    assert accepted > 10 and accepted <= count <= accepted + unknown


@pytest.mark.parametrize("victim", ["searcher-algolia", "broker"])
def test_a_question_is_answered_though_who_answers_is_killed(shop, victim):
    client(shop).save_objects("questions", [{"objectID": "q", "name": "question"}], wait_for_tasks=True)
    for _ in range(3):
        pid = shop.send_signal(victim, signal.SIGSTOP)
        answers = []
        asking = threading.Thread(target=lambda: answers.append(
            call(shop, "POST", "/1/indexes/questions/query", {"query": "question"})))
        asking.start()
        assert shop.send_signal(victim, signal.SIGKILL) == pid
        asking.join()
        ((status, _, answer),) = answers
        assert status == 200 and answer["nbHits"] == 1, answer
        shop.wait_running()


def test_keys_allow_what_they_say(shop):
    admin = client(shop)
    admin.save_objects("open", [{"objectID": "1", "name": "one", "owner": "ann"}, {"objectID": "2", "name": "two", "owner": "bob"}],
                       wait_for_tasks=True)
    admin.save_objects("closed", [{"objectID": "1", "name": "one", "owner": "ann"}], wait_for_tasks=True)
    made = admin.add_api_key({"acl": ["search"], "indexes": ["op*"], "queryParameters": "filters=owner%3Aann", "description": "Ann"})
    ann = client(shop, made.key)
    assert [hit.object_id for hit in ann.search_single_index("open", {"filters": "owner:bob OR owner:ann"}).hits] == ["1"]
    for refused in [lambda: ann.search_single_index("closed", {}), lambda: ann.save_object("open", {"name": "x"}),
                    lambda: ann.get_object("open", "2"), lambda: ann.list_api_keys(), lambda: ann.get_settings("open"),
                    lambda: ann.search({"requests": [{"indexName": "open"}, {"indexName": "closed"}]})]:
        with pytest.raises(RequestException) as error:
            refused()
        assert error.value.status_code == 403
    assert admin.get_api_key(made.key).to_dict()["acl"] == ["search"] and ann.get_api_key(made.key).description == "Ann"
    admin.update_api_key(made.key, {"acl": ["search", "browse"]})
    assert {hit.object_id for hit in ann.search_single_index("open", {}).hits} == {"1", "2"}
    admin.delete_api_key(made.key)
    with pytest.raises(RequestException) as error:
        ann.search_single_index("open", {})
    assert error.value.status_code == 403 and "Invalid Application-ID or API key" in str(error.value)


def test_keys_that_a_client_makes_of_a_key_are_bound_by_it(shop):
    admin = client(shop)
    admin.save_objects("owned", [{"objectID": "1", "owner": "ann"}, {"objectID": "2", "owner": "bob"}], wait_for_tasks=True)
    _, keys = secrets(shop)
    make = admin.generate_secured_api_key
    key = make(keys["search"], {"filters": "owner:ann", "userToken": "ann-1"})
    assert [hit.object_id for hit in client(shop, key).search_single_index("owned", {"filters": "owner:bob"}).hits] == []
    assert [hit.object_id for hit in client(shop, key).search_single_index("owned", {}).hits] == ["1"]
    events = shop.gateway.call("GET", testing.log_path(session="algolia-ann-1"))["events"]
    assert len(events) == 4
    for refused in [make(keys["search"], {"filters": "owner:ann", "validUntil": 1_000_000}), key[:-4] + "AAAA",
                    make(keys["search"], {"restrictIndices": ["other"]}), make("0" * 32, {"filters": "owner:ann"})]:
        with pytest.raises(RequestException) as error:
            client(shop, refused).search_single_index("owned", {})
        assert error.value.status_code == 403
    with pytest.raises(RequestException):
        client(shop, make(keys["admin"], {"filters": "owner:ann"})).save_object("owned", {"owner": "eve"})


def test_keys_are_made_shown_and_deleted_on_the_command_line(shop):
    client(shop).save_objects("kept", [{"objectID": "1", "visible": "yes"}, {"objectID": "2", "visible": "no"}], wait_for_tasks=True)
    key = shop.run("keys", "create", "--acl", "search", "--index", "kept", "--filters", "visible:yes", "--description", "Web")[0].strip()
    assert [hit.object_id for hit in client(shop, key).search_single_index("kept", {}).hits] == ["1"]
    listed, shown = shop.run("keys", "list")[0], shop.run("keys", "list", "--show")[0]
    assert key not in listed and key[:4] in listed and key in shown and secrets(shop)[0] in listed
    shop.run("keys", "delete", key)
    assert call(shop, "POST", "/1/indexes/kept/query", {}, key=key)[0] == 403
    assert "[not-permitted]" in shop.run("keys", "delete", secrets(shop)[1]["admin"], code=77)[1]
    assert "[unknown-key]" in shop.run("keys", "delete", "nonesuch", code=66)[1]
    assert "[unknown-key]" in shop.run("keys", "rotate", "nonesuch", code=66)[1]
    assert "[invalid-argument]" in shop.run("keys", "create", "--acl", "everything", code=64)[1]
