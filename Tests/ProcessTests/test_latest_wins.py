# SPDX-License-Identifier: MIT
"""A view never goes back: whatever is typed while a search is in flight, only the newest search counts."""

import json
import random
import shutil
import subprocess
import threading
from collections import Counter

import pytest
from searchbus_checks import check_app_log
from searchbus_testing import Stack, binary, command, eventually, make_directory, running
from shop_data import SETTINGS, records
from shop_data import APP as SHOP
from shop_sessions import Person, calm_views, check_same, person, step, wait_quiet
from slow_service import SlowService, count_of

APP = """
name: slow
backends:
  slow: {{ type: algolia, url: "{url}" }}
searchers:
  products: {{ type: hits, index: products, backend: slow, hitsPerPage: 5 }}
widgets:
  box: {{ type: search-box, searcher: products }}
  hits: {{ type: hits, searcher: products }}
  stats: {{ type: stats, searcher: products }}
  spinner: {{ type: loading, searcher: products }}
"""
LARGE = 3_000
ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def delay(text):
    """How long a text takes, the same every time: mostly a little, sometimes longer than a search is called slow."""
    return random.Random(text).choice([0.0, 0.002, 0.02, 0.03, 0.06, 0.35 if len(text) % 7 == 0 else 0.01])


@pytest.fixture(scope="module")
def slow(tmp_path_factory):
    """A running app whose only searcher asks a slow service; the service, and the app."""
    helped = subprocess.run([binary("searchbus-remote-worker"), "searcher", "--help"], capture_output=True, text=True, check=False)
    if "--searcher" not in helped.stdout:
        pytest.skip("searchbus-remote-worker is not built")
    service = SlowService(delay, fails=lambda text: text.endswith("!"))
    app = tmp_path_factory.mktemp("slow") / "slow.yaml"
    app.write_text(APP.format(url=service.url))
    try:
        with running(Stack(app)) as stack:
            yield service, stack
    finally:
        service.close()


def texts_of(chance, count):
    """Different texts, as a user types and deletes them."""
    texts, text = [], ""
    while len(texts) < count:
        text = text[:-1] if text and chance.random() < 0.3 else text + chance.choice(ALPHABET)
        if text and text not in texts:
            texts.append(text)
    return texts


@pytest.fixture(scope="module")
def large():
    """A running shop with so many products that a search takes longer than a keystroke."""
    data = make_directory()
    text = "".join(json.dumps(record) + "\n" for record in records(LARGE))
    command("index", "import", "products", "-", "--format", "ndjson", "--data", data,
            "--settings", SETTINGS, text=text, patience=60)
    with running(Stack(SHOP, data / "indexes")) as stack:
        shutil.rmtree(data)
        yield stack


def test_typing_faster_than_searching(large, chance):
    """A burst of keystrokes and refinements: searches overtake each other, and no view shows an older one again."""
    plans = [person(chance, refinements=6) for _ in range(3)]
    persons = [Person(large, large.new_session(), plan) for plan in plans]
    for one in persons:
        one.start()
    for one in persons:
        one.finish()
    wait_quiet(large)
    with large.bus() as bus:
        events = bus.read()
    check_app_log(events)
    life = Counter(event.type for event in events if event.kind == "search" and event.component == "products")
    answers = sum(event.channel == "results/products/" for event in events)
    print(f"searches of products: {dict(life)}, {answers} answers")
    for one, expected in zip(persons, calm_views(large, *plans)):
        check_same(large, one.session, expected, "nothing was harmed")


def test_views_never_go_back(slow, chance):
    """Several people type fast, at different speeds; what is shown follows what was typed, and ends with its end."""
    service, stack = slow
    plans = [[step("box", "set-query", query=text) for text in texts_of(chance, 40)] for _ in range(4)]
    persons = [Person(stack, stack.new_session(), plan, pause=pause)
               for plan, pause in zip(plans, (0.0, 0.01, 0.03, 0.06))]
    for one in persons:
        one.start()
    for one in persons:
        one.finish()
    wait_quiet(stack, quiet=0.8)
    with stack.bus() as bus:
        events = bus.read()
    check_app_log(events)
    for one in persons:
        views = stack.gateway.views(one.session)
        last = one.steps[-1].data["query"]
        assert views["stats"]["query"] == last and views["stats"]["nbHits"] == count_of(last)
        assert views["hits"]["hits"][0]["objectID"] == f"for {last}" and views["hits"]["phase"] == "ready"
        assert views["spinner"]["loading"] is False
    asked = len(service.asked)
    print(f"{asked} searches for {sum(map(len, plans))} texts")
    assert asked < sum(map(len, plans)), "typing was faster than searching"
    check_results_fit(events)


def test_a_fast_typist_sees_something_of_a_slow_engine(slow):
    """The search in flight is shown when it ends, although a newer text waits; the newest text is shown last."""
    _, stack = slow
    session = stack.new_session()
    texts = [word for word in (f"type{n:03}" for n in range(1000)) if delay(word) > 0.3][:2]
    wait_quiet(stack)
    stack.gateway.send(session, ("box", "set-query", {"query": texts[0]}))
    with stack.bus() as bus:
        eventually(lambda: bus.read(["search/"], session=session), bool, "the first search is in flight")
        stack.gateway.send(session, ("box", "set-query", {"query": texts[1]}))
        eventually(lambda: stack.gateway.views(session)["stats"], lambda view: view["nbHits"] == count_of(texts[1]),
                   "the newest text is shown in the end")
        shown = [event.data["query"] for event in bus.read(["results/products/"], session=session)]
    assert shown[-2:] == texts, "the first search was shown too"


def check_results_fit(events):
    """Every answer on the log is the answer to the text that it names."""
    for event in events:
        if event.kind == "results":
            assert event.data["nbHits"] == count_of(event.data["query"]), event
        elif event.kind == "view" and event.component == "stats" and event.data["phase"] == "ready":
            assert event.data["nbHits"] == count_of(event.data["query"]), event


def test_a_failure_keeps_what_was_shown(slow):
    """A search that fails marks the last good results as stale; the next good one ends that."""
    _, stack = slow
    session = stack.new_session()
    gateway = stack.gateway
    gateway.send(session, ("box", "set-query", {"query": "good"}))
    eventually(lambda: gateway.views(session)["stats"], lambda view: view["nbHits"] == count_of("good"), "searched")
    gateway.send(session, ("box", "set-query", {"query": "bad!"}))
    views = eventually(lambda: gateway.views(session), lambda views: views["stats"]["phase"] == "failed"
                       and views["hits"]["phase"] == "failed", "it fails")
    assert views["hits"]["stale"] is True and views["hits"]["hits"][0]["objectID"] == "for good"
    assert views["stats"]["error"]["code"] == "backend-failed" and "not today" in views["stats"]["error"]["message"]
    gateway.send(session, ("box", "set-query", {"query": "good again"}))
    views = eventually(lambda: gateway.views(session), lambda views: views["stats"]["phase"] == "ready"
                       and views["hits"]["phase"] == "ready", "it works again")
    assert "stale" not in views["hits"] and "error" not in views["stats"]


def test_a_slow_search_is_marked(slow):
    """A search of more than 200 ms is stalled, and then answered."""
    _, stack = slow
    text = next(word for word in (f"word{n:03}" for n in range(1000)) if delay(word) > 0.3)
    session = stack.new_session()
    wait_quiet(stack)
    stack.gateway.send(session, ("box", "set-query", {"query": text}))
    eventually(lambda: stack.gateway.views(session)["stats"], lambda view: view["nbHits"] == count_of(text), "answered")
    with stack.bus() as bus:
        phases = [event.data["phase"] for event in bus.read(["view/stats/"], session=session)]
        life = [event.type for event in bus.read(["search/"], session=session) if event.data["query"] == text]
    assert life == ["started", "stalled"] and phases[-3:] == ["loading", "stalled", "ready"]


def test_an_answer_that_would_be_wrong_is_given_up(slow):
    """When the box is emptied, the search in flight is cancelled down to the engine, and never shown."""
    _, stack = slow
    late = next(word for word in (f"late{n:03}" for n in range(1000)) if delay(word) > 0.3)
    session = stack.new_session()
    wait_quiet(stack)
    with stack.bus() as bus:
        stack.gateway.send(session, ("box", "set-query", {"query": late}))
        (started,) = eventually(lambda: [event for event in bus.read(["search/"], session=session)
                                         if event.data["query"] == late], bool, "it is in flight")
        stack.gateway.send(session, ("box", "set-query", {"query": ""}))
        # What is shown is that of an empty box from before, too.
        texts = eventually(lambda: {(event.type, event.data["query"]) for event in bus.read(["search/"], session=session)
                                    if event.data["request"] == started.data["request"]},
                           lambda texts: ("superseded", late) in texts, "it is given up")
        eventually(lambda: stack.gateway.views(session)["stats"], lambda view: view["nbHits"] == count_of(""),
                   "everything is shown")
        answered = {event.data["query"] for event in bus.read(["results/products/"], session=session)}
    assert texts - {("stalled", late)} == {("started", late), ("superseded", late)} and late not in answered


def test_a_searcher_that_dies_while_it_searches_searches_again(slow, chance):
    """Searches in flight when the process died are repeated by the next one."""
    _, stack = slow
    sessions = [stack.new_session() for _ in range(3)]
    for session in sessions:
        threading.Timer(chance.uniform(0, 0.1), stack.gateway.send,
                        [session, ("box", "set-query", {"query": f"last {session}"})]).start()
    for _ in range(3):
        pid = stack.wait_running()["searcher-products"]["pid"]
        threading.Event().wait(chance.uniform(0.01, 0.15))
        stack.send_signal("searcher-products", 9)
        eventually(stack.processes, lambda processes, pid=pid: processes["searcher-products"]["pid"] not in (None, pid),
                   "it is started again")
    for session in sessions:
        wanted = count_of(f"last {session}")
        eventually(lambda session=session: stack.gateway.views(session)["stats"],
                   lambda view, wanted=wanted: view["nbHits"] == wanted, "it is searched in the end")
    wait_quiet(stack)
    with stack.bus() as bus:
        check_app_log(bus.read())
