# SPDX-License-Identifier: MIT
"""Searches that cost too much, with the public key and with a session key: their callers are refused or wait, and others are answered."""

import itertools
import json
import threading
import time

import pytest
import searchbus_testing as testing
from algolia_testing import call

APP = """
name: budgets
algolia: true
backends:
  catalog: { type: embedded }
searchers:
  products: { type: hits, index: products, backend: catalog }
widgets:
  box:  { type: search-box, searcher: products }
  list: { type: hits, searcher: products }
"""
LETTERS = "abcdefgh"
COUNT = 3_000
ATTACK_SECONDS = 6


def word(number):
    """A word of letters that other words have too, so that many are an error apart."""
    return "".join(LETTERS[number // 8 ** place % 8] for place in range(5))


def fuzzy(start):
    """The parameters of the dearest query for words: 32 with errors, all optional."""
    return {"query": " ".join(word(start * 37 + number * 911) for number in range(32)), "hitsPerPage": 1000,
            "queryType": "prefixAll", "removeWordsIfNoResults": "allOptional", "minWordSizefor1Typo": 1,
            "minWordSizefor2Typos": 2}


@pytest.fixture(scope="module")
def stack(tmp_path_factory):
    """An app over an index of many words and some large records."""
    folder = tmp_path_factory.mktemp("budgets")
    (folder / "app.yaml").write_text(APP)
    lines = [{"objectID": str(number), "name": " ".join(word(number * 7 + place * 131) for place in range(8)),
              "text": "x" * (20_000 if number % 30 == 0 else 50)} for number in range(COUNT)]
    data = testing.make_directory()
    testing.command("index", "import", "products", "-", "--format", "ndjson", "--data", data,
                    text="".join(json.dumps(line) + "\n" for line in lines), patience=90)
    with testing.running(testing.Stack(folder / "app.yaml", data / "indexes")) as shared:
        yield shared


def searcher_pids(stack):
    """The processes that search."""
    return {name: pid for name, pid in stack.pids().items() if name.startswith("searcher-")}


def attack(stop, ask, outcomes):
    """Sends requests without pause until stopped; records the status of each call."""
    for number in itertools.count():
        if stop.is_set():
            return
        outcomes.append(ask(number))


def under_attack(asks, seconds, look):
    """Looks again and again while attackers ask; answers with their statuses."""
    stop, outcomes = threading.Event(), []
    threads = [threading.Thread(target=attack, args=(stop, ask, outcomes)) for ask in asks]
    for thread in threads:
        thread.start()
    try:
        end = time.monotonic() + seconds
        count = 0
        while time.monotonic() < end:
            look()
            count += 1
    finally:
        stop.set()
        for thread in threads:
            thread.join(30)
    assert count > 0 and outcomes
    return outcomes


def test_the_public_search_key_blocks_no_other_caller(stack):
    """Fifty queries of 32 fuzzy words, of many large hits, and lookups of large records; a visitor's query is answered."""
    before = searcher_pids(stack)

    def words(number):
        queries = [{"indexName": "products", **fuzzy(number * 50 + place)} for place in range(50)]
        return call(stack, "POST", "/1/indexes/*/queries", {"requests": queries})[0]

    def hits(number):
        queries = [{"indexName": "products", "query": "", "hitsPerPage": 1000, "analyticsTags": f"{number}"}] * 50
        return call(stack, "POST", "/1/indexes/*/queries", {"requests": queries})[0]

    def objects(_):
        requests = [{"indexName": "products", "objectID": str(place % 100 * 30)} for place in range(1_000)]
        return call(stack, "POST", "/1/indexes/*/objects", {"requests": requests})[0]

    def look():
        status, _, answer = call(stack, "POST", "/1/indexes/products/query", {"query": word(7), "hitsPerPage": 2},
                                 x_algolia_usertoken="visitor")
        assert status == 200 and answer["nbHits"] > 0, answer

    outcomes = under_attack([words, hits, objects], ATTACK_SECONDS, look)
    assert set(outcomes) <= {200, 413, 429, 503, 504} and 413 in outcomes
    assert searcher_pids(stack) == before, "no searcher was started again"
    limit = 150 << 20
    assert all(testing.resident_bytes(pid) < limit for pid in before.values())


def test_a_session_key_blocks_no_other_caller(stack):
    """The same words by searches without a session; another caller's session is answered."""
    before = searcher_pids(stack)
    session = stack.new_session()

    def words(number):
        own = fuzzy(number)
        search = {"searcher": "products", "query": own.pop("query"), "hitsPerPage": own.pop("hitsPerPage"), "parameters": own}
        return stack.gateway.try_call("POST", "/api/search", {"requests": [search] * 50})[0]

    texts = itertools.cycle([word(7), word(8)])

    def look():
        text = next(texts)
        stack.gateway.send(session, ("box", "set-query", {"query": text}))
        testing.eventually(lambda: stack.gateway.views(session), lambda views: views["list"]["query"] == text
                           and views["list"]["phase"] == "ready", "the session's hits", patience=5)

    outcomes = under_attack([words, words], ATTACK_SECONDS, look)
    assert set(outcomes) <= {200, 503, 504}
    assert searcher_pids(stack) == before, "no searcher was started again"
