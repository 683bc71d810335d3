# SPDX-License-Identifier: MIT
"""An engine like Elasticsearch that fails in its own ways: with the status 200, in parts, or where it is only looked at."""

import json

import pytest
from engine_faults import Crowd, check_failed, counts, health, is_up, shows, wait_closed, wait_open
from failing_elastic import FailingElastic, refusal
from failing_engine import FailingEngine, status
from searchbus_testing import Stack, running

APP = """
name: elastic
backends:
  near: {{ type: algolia, url: "{near}" }}
  far: {{ type: elasticsearch, url: "{far}", timeout: 1 }}
searchers:
  near: {{ type: hits, index: near, backend: near, hitsPerPage: 5 }}
  far: {{ type: hits, index: far, backend: far, hitsPerPage: 5 }}
  all: {{ type: multi, searchers: [near, far] }}
widgets:
  box: {{ type: search-box, searcher: all }}
  near-stats: {{ type: stats, searcher: near }}
  far-hits: {{ type: hits, searcher: far }}
  far-stats: {{ type: stats, searcher: far }}
"""
SEARCHER = "searcher-all"


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """A running app, its engine, and those who use it."""
    near, far = FailingEngine(), FailingElastic()
    app = tmp_path_factory.mktemp("elastic") / "app.yaml"
    app.write_text(APP.format(near=near.url, far=far.url))
    try:
        with running(Stack(app)) as stack:
            yield stack, far, Crowd(stack, "box")
    finally:
        near.down()
        far.down()


@pytest.fixture
def ground(shared):
    """The same with all engines well, before and after a test."""
    yield shared
    shared[1].mend()


FAULTS = {
    "shards that all fail": (refusal(503, "no_shard_available_action_exception", "No shard available for [far]"),
                             "backend-failed", ["status 503", "No shard available"], True),
    "too much to do": (refusal(429, "es_rejected_execution_exception", "rejected execution: queue capacity 1000"),
                       "backend-busy", ["too much to do", "queue capacity"], True),
    "an error of its own": (refusal(500, "null_pointer_exception", "Cannot invoke this"), "backend-failed", ["status 500"], True),
    "no such index": (refusal(404, "index_not_found_exception", "no such index [far]"), "unknown-index",
                      ["does not have the index", "no such index [far]"], False),
    "no right to the index": (refusal(403, "security_exception", "action [search] is unauthorized for API key id [a]"),
                              "backend-denied", ["denies access", "unauthorized"], False),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_search_that_fails_in_an_answer_that_does_not(ground, fault):
    """HTTP says 200, and one of the answers is an error."""
    stack, far, crowd = ground
    part, code, words, opens = FAULTS[fault]
    before = crowd.type("calm")
    crowd.see(shows("far-hits", before), "all is well")
    far.part = lambda whole: part
    text = crowd.type("harmed")
    views = crowd.see(lambda views: views["far-hits"]["phase"] == "failed", "it is said")
    check_failed(views["far-hits"], code, words, before)
    crowd.see(counts("near-stats", text), "the other engine is not disturbed")
    if opens:
        wait_open(stack, SEARCHER, "far")
    assert health(stack, SEARCHER, "near")["circuit"] == "closed" and is_up(stack, SEARCHER, "near")
    far.mend()
    crowd.see(shows("far-hits", text), "the search comes by itself")
    wait_closed(stack, SEARCHER, "far")


@pytest.mark.parametrize("answer, words", [
    ({"took": 1}, ["`responses` is missing"]), ({"responses": []}, ["0 results to 1 queries"]),
    ({"responses": [{"took": 1}]}, ["`hits` is missing"]),
])
def test_an_answer_of_another_shape(ground, answer, words):
    """What is missing is named."""
    _, far, crowd = ground
    before = crowd.type("calm")
    crowd.see(shows("far-hits", before), "all is well")
    far.failure = lambda exchange: exchange.reply(200, json.dumps(answer).encode())
    text = crowd.type("harmed")
    views = crowd.see(lambda views: views["far-hits"]["phase"] == "failed", "it is said")
    check_failed(views["far-hits"], "backend-failed", ["not understood", *words], before)
    far.mend()
    crowd.see(shows("far-hits", text), "the search comes by itself")


def test_parts_of_an_index_that_fail(ground):
    """What the others found is shown, and that something is missing is said, until nothing is."""
    stack, far, crowd = ground
    shards = {"total": 5, "successful": 3, "skipped": 0, "failed": 2,
              "failures": [{"shard": 1, "index": "far", "reason": {"type": "node_disconnected_exception", "reason": "node left"}}]}
    far.part = lambda whole: whole | {"_shards": shards}
    text = crowd.type("part")
    views = crowd.see(lambda views: counts("far-stats", text)(views) and shows("far-hits", text)(views), "what there is is shown")
    warning = views["far-stats"]["warning"]
    assert warning["code"] == "answer-incomplete" and "2 of 5 parts of the index failed: node left" in warning["message"]
    assert "health" in warning["remedy"]
    assert health(stack, SEARCHER, "far")["circuit"] == "closed"
    far.mend()
    text = crowd.type("whole")
    views = crowd.see(counts("far-stats", text), "all of it is shown")
    assert "warning" not in views["far-stats"]


def test_an_index_that_cannot_be_looked_at_again(ground):
    """After a refusal the mapping is read again; if that fails, the index is searched with the known one."""
    _, far, crowd = ground
    before = crowd.type("calm")
    crowd.see(shows("far-hits", before), "all is well")
    far.part = lambda whole: refusal(400, "illegal_argument_exception", "Fielddata is disabled on [name]")
    crowd.type("refused")
    views = crowd.see(lambda views: views["far-hits"]["phase"] == "failed", "it is said")
    error = views["far-hits"]["error"]
    assert error["code"] == "backend-refused" and "Fielddata is disabled" in error["message"]
    assert "by itself" not in error["remedy"], "the same question would be refused again"
    far.part, far.look = None, status(500, "The master is not known.")
    text = crowd.type("again")
    crowd.see(shows("far-hits", text), "it is searched")
