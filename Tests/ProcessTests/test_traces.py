# SPDX-License-Identifier: MIT
"""A caller's trace (`traceparent`) is on every event that follows from its request."""

import json
import urllib.request

from searchbus_bus import Draft
from searchbus_testing import eventually, log_path
from shop_sessions import wait_quiet

TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


def send_traced(stack, session, trace, intent):
    """Sends one intent with a header field of a caller's trace."""
    url = f"http://127.0.0.1:{stack.port}/api/sessions/{session}/intents?wait=outcome"
    request = urllib.request.Request(url, json.dumps(intent).encode(),
                                     {**stack.gateway.headers, "traceparent": trace}, method="POST")
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.loads(answer.read())["intents"][0]["id"]


def traces(stack, chain):
    """The trace of each event of a chain by its kind."""
    events = stack.gateway.call("GET", log_path(correlation=chain, limit=1000))["events"]
    return {entry["topic"].split("/")[0]: entry["event"].get("traceparent") for entry in events}


def test_a_callers_trace_is_kept_on_all_that_follows(shop):
    session = shop.new_session()
    wait_quiet(shop)
    intent = {"to": "box", "type": "set-query", "data": {"query": "kettle"}}
    chain = send_traced(shop, session, TRACE, intent)
    kinds = {"intent", "outcome", "request", "search", "results", "view"}
    found = eventually(lambda: traces(shop, chain), lambda found: kinds - {"search"} <= found.keys(), "it was searched")
    assert set(found.values()) == {TRACE}, found
    for wrong in (TRACE.upper(), TRACE[:-1], TRACE + "0", "ff" + TRACE[2:], f"00-{'0' * 32}-00f067aa0ba902b7-01"):
        chain = send_traced(shop, session, wrong, {**intent, "data": {"query": f"lamp {len(wrong)}{wrong[:2]}"}})
        assert set(traces(shop, chain).values()) == {None}, wrong


def test_processes_say_when_they_received_a_cause_and_began_to_work(shop):
    """In microseconds before the time of the event: between the two the cause waited for its turn."""
    session = shop.new_session()
    wait_quiet(shop)
    chain = send_traced(shop, session, TRACE, {"to": "box", "type": "set-query", "data": {"query": "kettle"}})
    eventually(lambda: traces(shop, chain), lambda found: {"results", "view"} <= found.keys(), "it was searched")
    events = [entry["event"] for entry in shop.gateway.call("GET", log_path(correlation=chain, limit=1000))["events"]]
    assert not {"received", "began"} & next(event for event in events if event["id"] == chain).keys()
    for event in events:
        assert event["id"] == chain or event["received"] >= event["began"] >= 0, event


def test_a_bus_clients_trace_is_kept_too(shop):
    session = shop.new_session()
    wait_quiet(shop)
    draft = Draft(f"intent/box/{session}/", {"query": "cable"}, "searchbus.intent.set-query", more={"traceparent": TRACE})
    with shop.bus() as bus:
        bus.append(draft)
    found = eventually(lambda: traces(shop, draft.id), lambda found: {"results", "view"} <= found.keys(), "it was searched")
    assert {kind: trace for kind, trace in found.items() if kind != "intent"} and set(found.values()) == {TRACE}, found
