# SPDX-License-Identifier: MIT
"""
What the holder of a public key may try against an app: it costs bounded memory, others are answered meanwhile, no process is
restarted, and nothing of others is shown.

A key with the role `session` and a search key of Algolia's interface are public: pages carry them.
"""

import contextlib
import http.client
import json
import random
import threading

import pytest
from algolia_testing import call, secrets
from searchbus_bus import Draft
from searchbus_testing import Stack, command, make_directory, memory_peak, resident_bytes, running
from test_keys_roles import ask, make_key, make_link

MEBIBYTE = 1 << 20
# What a process may grow by while it is attacked, far below what the attacks took without bounds.
ROOM = 160 * MEBIBYTE
APP = """name: attacked
algolia: true
searchers:
  products: { type: hits, index: products, hitsPerPage: 8 }
  all: { type: hits, index: words }
widgets:
  box: { type: search-box, searcher: products }
  hits: { type: hits, searcher: products }
"""
SITE = "search.example.org"
LETTERS = "abcdefghijklmnopqrstuvwxyz"

pytestmark = pytest.mark.timeout(120)


def words(chance, count):
    """Texts of letters."""
    return ["".join(chance.choices(LETTERS, k=chance.randint(5, 9))) for _ in range(count)]


@pytest.fixture(scope="module")
def stack():
    """An app with products that the key's holder may see, records of 10 KB, and records of many different words."""
    chance = random.Random(7)
    folder = make_directory()
    data = {
        "products": [{"objectID": f"p{number}", "name": f"lamp {number}"} for number in range(50)],
        "large": [{"objectID": f"l{number}", "name": "lamp", "text": "x" * 10_000} for number in range(1000)],
        "words": [{"objectID": f"w{number}", "name": " ".join(words(chance, 6))} for number in range(2000)],
    }
    for name, records in data.items():
        command("index", "import", name, "-", "--format", "ndjson", "--data", folder, patience=60,
                text="".join(json.dumps(record) + "\n" for record in records))
    (folder / "app.yaml").write_text(APP)
    with running(Stack(folder / "app.yaml", folder / "indexes", "--public-url", f"http://{SITE}",
                       "--trusted-proxy", "127.0.0.1")) as stack:
        yield stack


@contextlib.contextmanager
def unharmed(stack, *names, room=ROOM):
    """No process is restarted meanwhile, and the named ones stay within bounds of memory."""
    pids = stack.pids()
    before = {name: resident_bytes(pids[name]) for name in names}
    yield
    assert stack.pids() == pids, "a process was restarted"
    growth = {name: (memory_peak(pids[name]) - before[name]) // MEBIBYTE for name in names}
    print(f"grown by, MiB: {growth}")
    assert all(number < room // MEBIBYTE for number in growth.values()), growth


@contextlib.contextmanager
def attackers(count, attack):
    """Threads that attack until the end of the block; each has to have made one attempt by then, whatever came of it."""
    is_over, attempts = threading.Event(), [threading.Event() for _ in range(count)]

    def run(attempt):
        while not is_over.is_set():
            with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
                attack()
            attempt.set()

    threads = [threading.Thread(target=run, args=(attempt,), daemon=True) for attempt in attempts]
    for thread in threads:
        thread.start()
    try:
        yield attempts
    finally:
        is_over.set()
        for thread in threads:
            thread.join(60)


def others_are_answered(stack, key):
    """Another caller begins a session, types, searches in both ways, and reads a view."""
    status, _, made = ask(stack, "POST", "/api/sessions", key, {})
    assert status == 201, made
    path = f"/api/sessions/{made['session']}"
    intents = {"intents": [{"to": "box", "type": "set-query", "data": {"query": "lamp"}}]}
    calls = [("POST", f"{path}/intents", intents), ("GET", path, None),
             ("POST", "/api/search", {"requests": [{"searcher": "products", "query": "lamp"}]})]
    for method, target, body in calls:
        status, _, answer = ask(stack, method, target, key, body)
        assert status < 300, (target, status, answer)
    status, _, answer = call(stack, "POST", "/1/indexes/products/query", {"query": "lamp"})
    assert status == 200 and answer["nbHits"] == 50, answer


@pytest.fixture(scope="module")
def key(stack):
    """A public key."""
    return make_key(stack, "--role", "session")["key"]


def test_one_session_does_not_open_what_concerns_all(stack, key):
    """Insights and replay reports tell what everybody searched for: no key of a session reads them, whatever session it names."""
    session = stack.gateway.call("POST", "/api/sessions", {})["session"]
    one = [make_key(stack, "--role", role, "--session", session)["key"] for role in ("read", "session")]
    link = make_link(stack, session, "--read-only")[1].removeprefix(f"http://{SITE}")
    _, fields, _ = ask(stack, "GET", link, accept="text/html")
    cookie = fields["Set-Cookie"].partition(";")[0]
    for path in ("/api/insights", "/api/replays", "/api/replays/none"):
        for query in ("", f"?session={session}"):
            statuses = [ask(stack, "GET", f"{path}{query}", shown)[0] for shown in (key, *one)]
            statuses.append(ask(stack, "GET", f"{path}{query}", cookie=cookie)[0])
            assert statuses == [403] * 4, (path, query, statuses)


def test_many_large_questions_cost_bounded_memory(stack, key):
    application, keys = secrets(stack)
    fields = {"x-algolia-application-id": application, "x-algolia-api-key": keys["search"]}
    connection = http.client.HTTPConnection("127.0.0.1", stack.port, timeout=20)
    contexts = ["0"] * 15_000
    with unharmed(stack, "searcher-algolia", "gateway", "broker", room=32 * MEBIBYTE):
        for number in range(120):
            body = {"query": str(number), "ruleContexts": contexts, "responseFields": ["nbHits"]}
            connection.request("POST", "/1/indexes/products/query", json.dumps(body, separators=(",", ":")), fields)
            connection.getresponse().read()
        others_are_answered(stack, key)
    connection.close()


def queries(count, parameters, index):
    """A call of many queries."""
    return {"requests": [{"indexName": index, **parameters} for _ in range(count)]}


def test_a_call_for_large_answers_blocks_no_other(stack, key):
    """A request of 5 KB asks for 50 times 10 MB."""
    body = queries(50, {"hitsPerPage": 1000, "query": ""}, "large")
    with unharmed(stack, "searcher-algolia", "gateway"):
        with attackers(2, lambda: call(stack, "POST", "/1/indexes/*/queries", body)) as attempts:
            others_are_answered(stack, key)
            assert all(attempt.wait(60) for attempt in attempts)
        status, _, answer = call(stack, "POST", "/1/indexes/*/queries", body)
        assert status >= 400 and answer["message"], "what does not fit is refused with words"
        others_are_answered(stack, key)


def test_a_call_for_many_records_costs_bounded_memory(stack, key):
    body = {"requests": [{"indexName": "large", "objectID": f"l{number}"} for number in range(400)]}
    with unharmed(stack, "searcher-algolia", "gateway"):
        status, _, answer = call(stack, "POST", "/1/indexes/*/objects", body)
        assert status == 200 or answer["message"]
        others_are_answered(stack, key)


def fuzzy(chance, count):
    """Parameters of queries of 32 words that all are misspelt."""
    return [{"query": " ".join(words(chance, 32))[:500], "queryType": "prefixAll", "removeWordsIfNoResults": "allOptional",
             "minWordSizefor1Typo": 1, "minWordSizefor2Typos": 2} for _ in range(count)]


def test_misspelt_words_block_no_other(stack, key, chance):
    body = {"requests": [{"indexName": "words", **parameters} for parameters in fuzzy(chance, 50)]}
    with unharmed(stack, "searcher-algolia", "gateway"):
        with attackers(3, lambda: call(stack, "POST", "/1/indexes/*/queries", body)) as attempts:
            others_are_answered(stack, key)
            assert all(attempt.wait(60) for attempt in attempts)
            others_are_answered(stack, key)


def test_misspelt_words_of_a_session_key_block_no_other(stack, key, chance):
    own = make_key(stack, "--role", "session")["key"]
    body = {"requests": [{"searcher": "all", "query": parameters.pop("query"), "parameters": parameters}
                         for parameters in fuzzy(chance, 20)]}
    with unharmed(stack, "gateway"):
        with attackers(3, lambda: ask(stack, "POST", "/api/search", own, body)) as attempts:
            others_are_answered(stack, key)
            assert all(attempt.wait(60) for attempt in attempts)
            others_are_answered(stack, key)


def test_backward_reads_of_a_log_block_no_other(stack, key):
    """One session's key reads a long log of its own from its end, again and again and side by side."""
    session = stack.gateway.call("POST", "/api/sessions", {})["session"]
    own = make_key(stack, "--role", "session", "--session", session)["key"]
    with stack.bus() as bus:
        for number in range(60):
            bus.append(*(Draft(f"view/w{part}/{session}/", {"filler": "x" * 60_000}, type="searchbus.view.changed")
                         for part in range(8)))
    with unharmed(stack, "broker", "gateway"):
        with attackers(16, lambda: ask(stack, "GET", f"/api/log?session={session}&correlation=zzz", own)) as attempts:
            for _ in range(5):
                others_are_answered(stack, key)
            assert all(attempt.wait(60) for attempt in attempts)


def test_a_record_of_many_members_is_refused(stack, key):
    """A batch of 1.2 MB with 90,000 members; the gateway answers others meanwhile."""
    record = "{" + ",".join(f'"a{number}":{number % 10}' for number in range(90_000)) + "}"
    bodies = {"/1/indexes/products/batch": f'{{"requests":[{{"action":"addObject","body":{record}}}]}}',
              "/1/indexes/products/settings": record}
    with unharmed(stack, "gateway"):
        for path, body in bodies.items():
            method = "PUT" if path.endswith("settings") else "POST"
            with attackers(2, lambda m=method, p=path, b=body: call(stack, m, p, b, key="admin")) as attempts:
                others_are_answered(stack, key)
                assert all(attempt.wait(60) for attempt in attempts)
            status, _, answer = call(stack, method, path, body, key="admin")
            assert 400 <= status < 500 and answer["message"], (path, status, answer)


def test_an_answer_is_json_whatever_its_size(stack, chance):
    """`call` reads the answer as JSON; around the limit of 1 MiB as well as beyond it."""
    sizes = [1, 90, *range(100, 107), 1000, *(chance.randrange(1, 1000) for _ in range(5))]
    for size in sizes:
        for path, body in (("/1/indexes/large/query", {"hitsPerPage": size}),
                           ("/1/indexes/*/queries", queries(3, {"hitsPerPage": size // 3 + 1}, "large"))):
            status, _, answer = call(stack, "POST", path, body)
            found = [part for part in answer.get("results", [answer]) if "hits" in part]
            assert status == 200 and found or status >= 400 and answer["message"], (size, path, status)


def test_a_client_does_not_speak_for_a_proxy(stack, key):
    """What a trusted proxy says of the host counts though the client has sent the other header field for it, or both are refused."""
    assert ask(stack, "GET", "/api/app", key, x_forwarded_host=SITE)[0] == 200
    assert ask(stack, "GET", "/api/app", key, x_forwarded_host="evil.example")[0] == 421
    status, _, _ = ask(stack, "GET", "/api/app", key, x_forwarded_host="evil.example", forwarded=f"for=192.0.2.1;host={SITE}")
    assert status in (400, 421)
