# SPDX-License-Identifier: MIT
"""What a stream's events mean, over all of its connections."""

import json

import pytest
from searchbus_client import AppChange, Gap, Health, Problem, Reset, ServerSentEvent, Settings, Started, ViewChange
from searchbus_client._follow import BusFollower, SessionFollower
from searchbus_client._problems import problem_of
from searchbus_client._retry import Retry

LIMIT = 1 << 20


def event(name, data, id=""):
    return ServerSentEvent(name, json.dumps(data), id)


def bus_event(topic, sequence, data, name="view", epoch="e"):
    place = f"{sequence:020d}"
    body = {"id": f"i{sequence}", "type": f"searchbus.{name}.x", "sequence": place, "epoch": epoch, "data": data}
    return event(name, {"topic": topic, "event": body}, f"{epoch}-{place}")


def reset(sequence, views, epoch="e"):
    return event("reset", {"sequence": f"{sequence:020d}", "views": views}, f"{epoch}-{sequence:020d}")


def test_views_are_the_newest_and_nothing_comes_twice():
    follower = SessionFollower(LIMIT)
    assert follower.take(reset(5, {"box": 1})) == Reset({"box": 1}, 5, "e", False)
    assert follower.take(bus_event("view/box/S/", 5, 0)) is None
    change = follower.take(bus_event("view/box/S/", 7, 2))
    assert isinstance(change, ViewChange) and (change.widget, change.view) == ("box", 2)
    assert follower.take(bus_event("view/box/S/", 7, 2)) is None
    assert follower.take(bus_event("view/hits.1/S/", 6, 3)).widget == "hits.1"
    assert follower.views == {"box": 2, "hits.1": 3}
    assert follower.last_event_id.endswith("-00000000000000000006")


def test_another_log_is_reported_and_its_sequence_numbers_start_over():
    follower = SessionFollower(LIMIT)
    follower.take(reset(50, {"box": 1, "old": 2}))
    follower.take(bus_event("view/box/S/", 60, 2))
    assert follower.take(reset(3, {"box": 9}, epoch="f")) == Reset({"box": 9}, 3, "f", True)
    assert follower.take(bus_event("view/box/S/", 4, 10, epoch="f")).view == 10
    assert follower.views == {"box": 10} and follower.epoch == "f"


def test_an_event_that_makes_no_sense_is_asked_for_again():
    follower = SessionFollower(LIMIT)
    follower.take(reset(1, {}))
    known = follower.last_event_id
    for bad in [ServerSentEvent("view", "{", "e-2"), event("view", {"topic": "view/box/S/"}, "e-2"),
                event("reset", {"sequence": "x", "views": {}}, "e-2"), event("view", [], "e-2")]:
        with pytest.raises(Problem, match="malformed-json"):
            follower.take(bad)
    assert follower.last_event_id == known and follower.views == {}


def test_the_app_and_silent_components_are_reported():
    follower = SessionFollower(LIMIT)
    assert follower.take(event("app", {"revision": "a"})) is None
    assert follower.take(event("app", {"revision": "a"})) is None
    assert follower.take(event("app", {"revision": "b"})) == AppChange("b")
    assert follower.take(event("health", {"silent": ["p"], "components": ["hits"]})) == Health(("hits",), ("p",))
    assert follower.take(event("heartbeat", {"head": "1"})) is None
    with pytest.raises(Problem) as raised:
        follower.take(event("notice", {"code": "busy", "message": "Too slow.", "remedy": "Come back."}))
    assert raised.value.code == "busy" and raised.value.may_pass


def test_views_of_more_bytes_than_allowed_are_refused():
    follower = SessionFollower(1000)
    follower.take(reset(1, {}))
    for sequence in range(2, 40):
        follower.take(bus_event("view/box/S/", sequence, "x" * 100))
    with pytest.raises(Problem, match="too-large"):
        for number in range(20):
            follower.take(bus_event(f"view/box{number}/S/", 50 + number, "x" * 100))


def test_the_bus_tells_events_and_gaps():
    follower = BusFollower()
    assert follower.take(event("start", {"after": f"{5:020d}"}, f"e-{5:020d}")) == Started(5)
    assert follower.last_event_id == f"e-{5:020d}", "a connection lost now resumes from here"
    assert follower.take(event("trimmed", {"code": "epoch-changed", "message": "m", "remedy": "r"})) == Gap("epoch-changed", "m", "r")
    found = follower.take(bus_event("results/products/S/", 8, {"query": "x"}, name="event"))
    assert (found.kind, found.component, found.session, found.sequence) == ("results", "products", "S", 8)
    assert follower.take(event("heartbeat", {})) is None and follower.last_event_id == "e-00000000000000000008"


def test_waits_grow_and_what_cannot_pass_is_not_tried_again():
    retry = Retry(Settings(chance=lambda: 0, first_wait=1, longest_wait=4), attempts=6)
    lost = Problem("unreachable", "", status=503)
    assert [retry.wait_after(lost) for _ in range(5)] == [1, 2, 4, 4, 4] and retry.wait_after(lost) is None
    retry.succeeded()
    assert retry.wait_after(lost) == 1
    assert retry.wait_after(Problem("invalid-intent", "", status=400)) is None
    retry.succeeded()
    assert retry.wait_after(Problem("busy", "", status=429, retry_after=9.0)) == 9
    endless = Retry(Settings(chance=lambda: 1, first_wait=1, longest_wait=8), attempts=None)
    assert [endless.wait_after(lost) for _ in range(2000)][-1] == 4


@pytest.mark.parametrize("body", [b"", b"<html>", b"[1]", b"[" * 100_000, b'"x"', b"\xff\xfe"])
def test_a_failure_that_is_not_ours_says_its_status(body):
    problem = problem_of(502, {"retry-after": "soon"}, body)
    assert (problem.code, problem.status, problem.retry_after) == ("http-502", 502, None) and problem.may_pass
    ours = problem_of(404, {}, json.dumps({"code": "unknown-session", "detail": "No.", "remedy": "Make it."}).encode())
    assert str(ours) == "No. [unknown-session] Make it." and not ours.may_pass
