# SPDX-License-Identifier: MIT
"""Insights: what people searched for is counted exactly once, whatever dies meanwhile, and reported by command and HTTP."""

import json
import os
import random
import signal
import stat
import time

import algolia_testing as algolia
import pytest
from algoliasearch.insights.client import InsightsClientSync
from algoliasearch.insights.config import InsightsConfig
from algoliasearch.insights.models.insights_events import InsightsEvents
from searchbus_testing import Stack, eventually, running
from shop_data import APP, FIXTURES

WORDS = ["kettle", "lamp", "camera", "speaker", "cable"]


@pytest.fixture(scope="module")
def stack(indexes):
    """A shop."""
    with running(Stack(APP, indexes)) as stack:
        yield stack


def report(stack, days=7):
    """The report over HTTP; nothing where nothing was counted."""
    return stack.gateway.call("GET", f"/api/insights?days={days}&limit=1000")["report"]


def counted(stack):
    """How often each text was searched for, and clicked."""
    told = report(stack)
    return {row["query"]: (row["searches"], row["clicks"]) for row in told["queries"]} if told else {}


def search_and_open(stack, session, query, position):
    """Types a text and, once it is searched for, opens a result, which makes a search of it."""
    stack.gateway.send(session, ("products", "set-query", {"query": query}), wait=True)
    stack.gateway.send(session, ("products", "report-click", {"objectID": "p1", "position": position, "query": query}))


def test_typed_texts_and_clicks_are_reported(stack):
    """Prefixes are not counted; a text without results, a filter, a click and its position are; by HTTP, JSON and a table."""
    gateway, session = stack.gateway, stack.new_session()
    for query in ["k", "ket", "kettle"]:
        gateway.send(session, ("products", "set-query", {"query": query}), wait=True)
    sent = gateway.send(session, ("products", "report-click", {"objectID": "p1", "position": 3, "query": "kettle"}), wait=True)
    assert sent[0]["outcome"]["result"] == "unchanged"
    gateway.send(session, ("products", "report-conversion", {"objectID": "p1"}))
    gateway.send(session, ("products", "set-query", {"query": "zzzz"}), wait=True)
    eventually(lambda: counted(stack), lambda counts: {"kettle", "zzzz"} <= set(counts), "both texts are counted")
    told = json.loads(stack.run("insights", "--json", "--since", "1d")[0])
    rows = {row["query"]: row for row in told["queries"]}
    assert set(rows) == {"kettle", "zzzz"}
    assert rows["kettle"]["clickThroughRate"] == 1 and rows["kettle"]["averageClickPosition"] == 3
    assert rows["kettle"]["conversions"] == 1 and rows["kettle"]["averageResults"] > 0
    assert [row["query"] for row in told["withoutResults"]] == ["zzzz"]
    assert told["totals"]["sessions"] == 1 and told["latency"]["answers"] >= 2
    assert sum(moment["searches"] for moment in told["timeline"]) == 2
    table, _ = stack.run("insights")
    assert "kettle" in table and "Without results" in table and "100 %" in table
    assert stat.S_IMODE(os.stat(stack.data / "insights.sqlite").st_mode) == 0o600


def test_wrong_reports_are_refused(stack):
    """A click without a record, or at an invalid position, is rejected with the reason."""
    session = stack.new_session()
    for data in [{}, {"objectID": "p1", "position": 0}, {"objectID": "p1", "query": 5}]:
        outcome = stack.gateway.send(session, ("products", "report-click", data), wait=True)[0]["outcome"]
        assert outcome["result"] == "rejected" and outcome["code"] == "invalid-intent"


def test_no_search_is_counted_twice_or_lost_whatever_is_killed(stack):
    """While searches are made, the counting process is killed again and again; then the file is deleted: the same."""
    chance = random.Random(11)
    before = counted(stack)
    sessions = [stack.new_session() for _ in range(4)]
    wanted = dict.fromkeys(WORDS, (0, 0))
    for number in range(40):
        query = WORDS[number % len(WORDS)]
        search_and_open(stack, sessions[number % 4], query, 1 + number)
        wanted[query] = (wanted[query][0] + 1, wanted[query][1] + 1)
        if chance.random() < 0.2:
            stack.send_signal("insights", signal.SIGKILL)
        time.sleep(chance.random() * 0.05)
    def sums():
        now = counted(stack)
        return {word: tuple(now.get(word, (0, 0))[at] - before.get(word, (0, 0))[at] for at in (0, 1)) for word in WORDS}
    eventually(sums, lambda found: found == wanted, "every search is counted once")
    whole = report(stack)
    pid = stack.pids()["insights"]
    os.kill(pid, signal.SIGSTOP)
    for name in ("insights.sqlite", "insights.sqlite-wal", "insights.sqlite-shm"):
        (stack.data / name).unlink(missing_ok=True)
    os.kill(pid, signal.SIGKILL)
    def same(told):
        return told and (told["queries"], told["totals"], told["refinements"], told["withoutResults"]) == (
            whole["queries"], whole["totals"], whole["refinements"], whole["withoutResults"])
    eventually(lambda: report(stack), same, "the recount from the log is the same")


def test_an_app_can_do_without(indexes, tmp_path):
    """`insights: false`: no process, no file; HTTP and the command report it."""
    app = tmp_path / "app.yaml"
    app.write_text(APP.read_text() + "\ninsights: false\n")
    with running(Stack(app, indexes)) as stack:
        assert "insights" not in stack.pids()
        assert stack.gateway.call("GET", "/api/insights") == {"counting": False, "report": None}
        assert not (stack.data / "insights.sqlite").exists()
        assert "insights: false" in stack.run("insights", code=66)[1]


def test_searches_without_a_session_have_an_id_to_report_clicks_by(stack):
    """For any engine: a `queryID` on request, reports that belong to it, and one with an unknown id."""
    def ask(**more):
        return stack.gateway.call("POST", "/api/search", {"searcher": "products", "query": "Standing  Desk", **more})
    assert "queryID" not in ask()
    found = ask(clickAnalytics=True)
    report_of = {"queryID": found["queryID"], "objectIDs": ["p00753"]}
    unknown = "0" * 16 + "f" * 16
    answer = stack.gateway.call("POST", "/api/search/reports", {"reports": [
        {**report_of, "type": "view"}, {**report_of, "type": "click", "positions": [4]}, {**report_of, "type": "conversion"},
        {"type": "click", "queryID": unknown, "objectIDs": ["1"]}]})
    assert answer == {"counted": 3, "unknown": [unknown]}
    def row():
        return next((row for row in (report(stack) or {}).get("queries", []) if row["query"] == "standing desk"), None)
    told = eventually(row, lambda row: row and row["conversions"], "the reports are counted")
    # Of the two searches one can be clicked on.
    assert (told["searches"], told["tracked"], told["clicked"], told["averageClickPosition"], told["views"]) == (2, 1, 1, 4, 1)
    status, problem = stack.gateway.try_call("POST", "/api/search/reports", {"reports": [{"type": "click"}]})
    assert status == 400 and "Report 1" in problem["detail"]


def test_events_of_algolias_clients_belong_to_their_searches(indexes):
    """A search with `clickAnalytics` has a queryID; a click and a conversion with it are counted for its text."""
    with running(Stack(FIXTURES / "algolia.yaml", indexes)) as stack:
        search = algolia.client(stack)
        ask = {"indexName": "products", "query": "lamp", "clickAnalytics": True, "userToken": "ann"}
        found = search.search({"requests": [ask]}).results[0].actual_instance
        assert len(found.query_id) == 32
        plain = search.search({"requests": [{**ask, "clickAnalytics": False}]}).results[0].actual_instance
        assert plain.query_id is None
        application, keys = algolia.secrets(stack)
        events = InsightsClientSync.create_with_config(
            algolia.pointed(stack, InsightsConfig(application, keys["search"]), {}))
        told = {"eventName": "opened", "index": "products", "userToken": "ann", "objectIDs": [found.hits[1].object_id],
                "queryID": found.query_id}
        answer = events.push_events(InsightsEvents.from_dict({"events": [
            {**told, "eventType": "click", "positions": [2]}, {**told, "eventType": "conversion"},
            {**told, "eventType": "view"},
            {"eventName": "seen", "index": "products", "userToken": "ann", "eventType": "view", "filters": ["brand:Acme"]}]}))
        assert answer.status == 200
        status, _, refused = algolia.call(stack, "POST", "/1/events", {"events": [{"eventType": "click"}]})
        assert status == 422 and "events[0]" in refused["message"]
        rows = eventually(lambda: (report(stack) or {}).get("queries"), lambda rows: rows and rows[0]["conversions"] == 1,
                          "the events are counted")
        assert [(row["searcher"], row["query"], row["clicks"], row["averageClickPosition"]) for row in rows] == [
            ("algolia:products", "lamp", 1, 2)]
        whole = report(stack)
        assert rows[0]["views"] == 1 and whole["totals"]["views"] == 1 and whole["totals"]["filterViews"] == 1
        assert whole["viewedFilters"] == [{"searcher": "algolia:products", "attribute": "brand", "value": "Acme", "views": 1}]
        assert "Seen: 1 result, 1 filter" in stack.run("insights")[0]
