# SPDX-License-Identifier: MIT
"""Both clients over a transport that a test plays: what is sent, what is tried again, what is refused."""

import asyncio
import inspect
import json
import re
import subprocess
import sys

import httpx
import pytest
from conftest import ROOT
from searchbus_client import (
    AsyncSearchBus,
    AsyncSession,
    AsyncStream,
    Intent,
    NoOutcome,
    Problem,
    Rejected,
    Search,
    SearchBus,
    Session,
    Settings,
    Stream,
    Unreachable,
    restricted_key,
)

QUICK = Settings(first_wait=0, longest_wait=0, attempts=3, body_limit=10_000)


class Played:
    """A gateway with scripted answers, which records its requests."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.requests = []

    def __call__(self, request):
        self.requests.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        status, body = answer
        return httpx.Response(status, content=body if isinstance(body, bytes) else json.dumps(body).encode())


def both(answers, use, awaited):
    """What the two clients make of the same answers: each a value or a problem, and what was asked."""
    played = Played(*answers), Played(*answers)
    with SearchBus("http://h:1/", "key", settings=QUICK, transport=httpx.MockTransport(played[0])) as bus:
        done = outcome_of(lambda: use(bus))

    async def later():
        async with AsyncSearchBus("http://h:1/", "key", settings=QUICK, transport=httpx.MockTransport(played[1])) as bus:
            return await awaited(bus)

    assert repr(outcome_of(lambda: asyncio.run(later()))) == repr(done)
    assert [len(one.requests) for one in played] == [len(played[0].requests)] * 2
    return done, played[0].requests


def outcome_of(act):
    try:
        return act()
    except Problem as problem:
        return problem


def test_a_search_is_sent_with_the_key_and_read():
    answer = {"searcher": "p", "query": "x", "nbHits": 2, "hits": [{"objectID": "1", "record": {"name": "n"}}],
              "facets": {"brand": [{"value": "A", "count": 2}], "new": [{"value": True, "count": 1}],
                         "stars": [{"value": 4.5, "count": 1}]}}
    found, (request,) = both([(200, answer)], lambda bus: bus.search("p", "x", hits_per_page=1),
                             lambda bus: bus.search("p", "x", hits_per_page=1))
    assert found.nb_hits == 2 and found.hits == ({"name": "n"},) and found.facets["brand"][0].count == 2
    assert [found.facets[name][0].value for name in ("brand", "new", "stars")] == ["A", True, 4.5]
    assert request.headers["authorization"] == "Bearer key" and request.headers["content-type"] == "application/json"
    assert json.loads(request.content) == {"searcher": "p", "query": "x", "hitsPerPage": 1}


def test_a_failed_search_keeps_its_position():
    answer = {"results": [{"error": {"code": "backend-failed", "message": "m", "remedy": "r"}}, {"searcher": "p", "nbHits": 1}]}
    (failed, found), _ = both([(200, answer)], lambda bus: bus.search_many([Search("a"), Search("p")]),
                              lambda bus: bus.search_many([Search("a"), Search("p")]))
    assert isinstance(failed, Problem) and failed.code == "backend-failed" and found.nb_hits == 1


def test_an_intent_is_repeated_with_its_id():
    """A gateway that vanishes, one that is not ready, then the answer: the same id three times."""
    sent = {"intents": [{"id": "i", "sequence": "7", "outcome": {"result": "applied"}}]}
    answers = [httpx.ConnectError("refused"), (503, b""), (200, sent)]
    done, requests = both(answers, lambda bus: Session(bus, "s").send("box", "clear"),
                          lambda bus: AsyncSession(bus, "s").send("box", "clear"))
    assert done.result == "applied" and done.sequence == 7 and len(requests) == 3
    (id,) = {json.loads(request.content)["intents"][0]["id"] for request in requests}
    assert len(id) == 20
    assert requests[0].url.path == "/api/sessions/s/intents" and requests[0].url.query == b"wait=outcome"


def test_what_became_of_an_intent_is_raised():
    rejected = {"intents": [{"id": "i", "sequence": "7", "outcome": {"result": "rejected", "code": "invalid-intent", "message": "m"}}]}
    problem, _ = both([(200, rejected)], lambda bus: Session(bus, "s").send("box", "x"), lambda bus: AsyncSession(bus, "s").send("box", "x"))
    assert isinstance(problem, Rejected) and problem.code == "invalid-intent"
    missing = {"intents": [{"id": "i", "sequence": "7"}]}
    problem, requests = both([(200, missing)] * 3, lambda bus: Session(bus, "s").send("box", "x"),
                             lambda bus: AsyncSession(bus, "s").send("box", "x"))
    assert isinstance(problem, NoOutcome) and len(requests) == 3
    pending, _ = both([(200, missing)], lambda bus: Session(bus, "s").send_all([Intent("box", "x")], waits=False),
                      lambda bus: AsyncSession(bus, "s").send_all([Intent("box", "x")], waits=False))
    assert pending[0].result == "pending"


@pytest.mark.parametrize("answers, code", [
    ([httpx.ConnectError("refused")] * 3, "unreachable"), ([(500, b"")] * 3, "http-500"), ([(302, b"")], "http-302"),
    ([(401, {"code": "unauthorized", "detail": "No."})], "unauthorized"), ([(200, b"<html>")], "malformed-json"),
    ([(200, b"[]")], "malformed-json"), ([(200, {"widgets": [1]})], "malformed-json"), ([(200, b"[" * 9_000)], "malformed-json"),
    ([(200, b"x" * 10_001)], "too-large"),
])
def test_an_invalid_answer_is_a_problem(answers, code):
    problem, requests = both(answers, lambda bus: bus.app(), lambda bus: bus.app())
    assert isinstance(problem, Problem) and problem.code == code and len(requests) == len(answers)
    assert isinstance(problem, Unreachable) == (code == "unreachable")


def test_the_log_is_read_page_by_page():
    def page(start, through, more):
        event = {"id": "i", "type": "t", "sequence": str(through), "epoch": "e", "data": {}}
        return 200, {"events": [{"topic": "intent/box/s/", "event": event}], "from": str(start), "through": str(through),
                     "head": "9", "more": more, "trimmed": False}

    async def awaited(bus):
        return [event.sequence async for event in bus.read_log("intent/")]
    # The last page says that there is more, and goes no further: reading ends all the same.
    places, requests = both([page(0, 4, True), page(4, 9, True), page(9, 9, True)],
                            lambda bus: [event.sequence for event in bus.read_log("intent/")], awaited)
    assert places == [4, 9, 9] and dict(requests[1].url.params) == {"topic": "intent/", "after": "4", "limit": "1000"}


@pytest.mark.parametrize("url", ["127.0.0.1:8080", "ftp://h", "http://", "http://127.0.0.1:8080/?token=abc"])
def test_an_invalid_address_is_refused_before_anything_is_sent(url):
    for client in (SearchBus, AsyncSearchBus):
        with pytest.raises(Problem) as raised:
            client(url)
        assert raised.value.code == "invalid-argument" and "abc" not in str(raised.value)


def test_a_key_of_other_letters_is_refused():
    with pytest.raises(Problem, match="unauthorized"):
        SearchBus(token="schlüssel")


@pytest.mark.parametrize("one, other", [(SearchBus, AsyncSearchBus), (Session, AsyncSession), (Stream, AsyncStream)])
def test_both_clients_have_the_same_methods(one, other):
    def methods(kind):
        return {name: list(inspect.signature(value).parameters) for name, value in vars(kind).items()
                if inspect.isfunction(value) and not name.startswith("_")}
    assert methods(one) == methods(other)


@pytest.mark.parametrize("filters, said", [({}, "permit every record"), ("", "permit every record"),
                                           ({"tenant": ["acme", "globex"]}, "`tenant` is not a text")])
def test_a_restricted_key_has_filters_that_restrict(filters, said):
    with pytest.raises(ValueError, match=said):
        restricted_key("sbk_a_b", filters=filters)


def test_a_closed_client_is_reported():
    bus = SearchBus(transport=httpx.MockTransport(lambda request: httpx.Response(200, json={})))
    bus.close()
    with pytest.raises(Problem, match="This client is closed. "):
        bus.app()


def test_what_an_engine_refuses_is_not_tried_again():
    refusal = {"code": "backend-refused", "detail": "no", "remedy": "none", "more": 1}
    played = Played((502, refusal), (502, refusal))
    with SearchBus(transport=httpx.MockTransport(played), settings=QUICK) as bus, pytest.raises(Problem, match="no .backend-refused. none") as raised:
        bus.search("products")
    assert len(played.requests) == 1 and raised.value.details == {"more": 1}


def test_its_version_is_that_of_searchbus():
    said = re.search(r'version = "([^"]+)"', (ROOT / "Sources/Base/Wire/Release.swift").read_text())[1]
    assert f'version = "{said}"' in (ROOT / "web/python-client/pyproject.toml").read_text()


def test_types_are_sound():
    """`mypy --strict` has nothing to say."""
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", "/dev/null", ROOT / "web/python-client/src"],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
