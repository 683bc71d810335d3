# SPDX-License-Identifier: MIT
"""Sinks: events that leave the bus over HTTP, each at least once, also when processes on either side are killed."""

import contextlib
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time

import pytest

from receiver import SECRET, Receiver
from searchbus_bus import Draft
from searchbus_testing import ROOT, Stack, eventually, free_port, running

# How many times something is killed.
KILLS = int(os.environ.get("SEARCHBUS_TEST_KILLS", "8"))
APP = """
name: sinks
searchers:
  products: {{ type: hits, index: products }}
widgets:
  box: {{ type: search-box, searcher: products }}
sinks:
  orders:
    url: {url}
    topics: [{topics}]
    secret: "${{SINK_SECRET}}"
    headers: {{ x-tenant: "${{SINK_TENANT}}" }}
"""


def note(number):
    """An event that no process of the app folds."""
    return Draft("index/notes/", {"index": "notes", "generation": number}, type="searchbus.index.changed")


@pytest.fixture(name="receiver")
def a_receiver():
    """A receiver, and its end."""
    receiver = Receiver()
    yield receiver
    receiver.close()


@pytest.fixture(name="start")
def a_start(receiver, tmp_path, monkeypatch):
    """Starts an app with a sink."""
    monkeypatch.setenv("SINK_SECRET", f"whsec_{SECRET}")
    monkeypatch.setenv("SINK_TENANT", "shop")

    def start(*topics):
        app = tmp_path / "sinks.yaml"
        app.write_text(APP.format(url=receiver.url, topics=", ".join(topics)))
        return running(Stack(app))

    return start


def numbers(receiver):
    """The numbers of the notes, in the order of their first delivery."""
    return list(dict.fromkeys(event["data"]["generation"] for event in receiver.events))


def test_a_receiver_gets_the_events_of_its_topics_signed_and_in_order(start, receiver):
    with start("request/products/", "intent/box/") as stack:
        session = stack.new_session(1)
        for text in ("l", "la", "lamp"):
            stack.gateway.send(session, ("box", "set-query", {"query": text}), wait=True)
        with stack.bus() as bus:
            stored = [event.body for event in bus.read(["request/products/", "intent/box/"])]
        events = eventually(lambda: receiver.events, lambda events: len(events) >= len(stored), "they are delivered")
        assert [event["sequence"] for event in events] == [event["sequence"] for event in stored]
        assert [{**event, "topic": None} for event in events] == [{**event, "topic": None} for event in stored]
        assert {event["topic"] for event in events} == {f"request/products/{session}/", f"intent/box/{session}/"}
        for message in receiver.messages:
            assert message.is_signed_with(b"a secret of the tests")
            assert message.headers["content-type"] == "application/cloudevents-batch+json"
            assert message.headers["x-tenant"] == "shop"


def test_a_receiver_that_is_down_or_failing_gets_everything_later(start, receiver):
    with start("index/notes/") as stack, stack.bus() as bus:
        receiver.close()
        bus.append(*(note(number) for number in range(300)))
        problem = eventually(
            lambda: [problem for process in stack.gateway.call("GET", "/api/status")["processes"]
                     for problem in process.get("problems", [])],
            bool, "the status tells that the receiver is down")[0]
        assert problem["code"] == "receiver-failed" and "/events" not in problem["message"]
        # The session does not wait for it.
        session = stack.new_session(1)
        stack.gateway.send(session, ("box", "set-query", {"query": "x"}), wait=True)
        statuses = iter([500, 429, 404, 0])
        receiver.answer = lambda message: next(statuses, 204)
        receiver.open()
        eventually(lambda: numbers(receiver), lambda found: found == list(range(300)), "all are delivered", patience=60)
        ids = [message.headers["webhook-id"] for message in receiver.messages]
        # The message that was taken without an answer has come twice, and the ID shows it.
        assert len(ids) == len(set(ids)) + 1


def test_what_is_refused_is_a_dead_letter_that_can_be_sent_again(start, receiver):
    refused = {3, 7}
    receiver.answer = lambda message: 422 if any(event["data"]["generation"] in refused for event in message.events) else 200
    with start("index/notes/") as stack, stack.bus() as bus:
        bus.append(*(note(number) for number in range(10)))
        eventually(lambda: numbers(receiver), lambda found: found == [0, 1, 2, 4, 5, 6, 8, 9], "the others are delivered")

        def letters():
            return json.loads(stack.run("sink", "letters", "orders", "--json")[0])["letters"]

        found = eventually(letters, lambda letters: len(letters) == 2, "two dead letters")
        assert {letter["reason"] for letter in found} == {"HTTP status 422"}
        refused.remove(3)
        stack.run("sink", "resend", "orders")
        eventually(letters, lambda letters: len(letters) == 1, "one is delivered")
        assert numbers(receiver)[-1] == 3
        refused.clear()
        stack.run("sink", "resend", "orders", str(int(letters()[0]["sequence"])))
        eventually(letters, lambda letters: not letters, "the other one too")
        assert sorted(numbers(receiver)) == list(range(10))
        assert "topics" in stack.run("sink", "list")[0]
        stack.run("sink", "resend", "orders", "1", code=64)
        stack.run("sink", "letters", "order", code=66)


def test_a_sink_begins_with_what_comes_after_its_first_start(start, receiver):
    with start("index/notes/") as stack, stack.bus() as bus:
        bus.append(note(1))
        eventually(lambda: numbers(receiver), lambda found: found == [1], "it is delivered")
        text = stack.app.read_text()
        second = text[text.index("  orders:"):].replace("orders", "late")
        stack.app.write_text(text + second)
        eventually(lambda: stack.processes().get("sink-late", {}), lambda process: process.get("state") == "running",
                   "the second sink runs")
        eventually(lambda: stack.run("sink", "list")[0], lambda text: "late" in text, "and is listed")
        bus.append(note(2))
        eventually(lambda: [event["data"]["generation"] for event in receiver.events], lambda found: sorted(found) == [1, 2, 2],
                   "each gets the new one")


def test_kills_on_both_sides_lose_nothing(start, receiver):
    """The sink, the broker and the receiver end at random moments, while events are appended."""
    seed = random.randrange(1 << 32)
    print(f"seed {seed}", file=sys.stderr)
    chance = random.Random(seed)
    with start("index/notes/") as stack, stack.bus() as bus:
        count = 0
        for _ in range(KILLS):
            for _ in range(chance.randrange(1, 6)):
                size = chance.randrange(1, 120)
                bus.insist(*(note(count + place) for place in range(size)))
                count += size
            victim = chance.choice(["sink-orders", "sink-orders", "broker", "receiver"])
            if victim == "receiver":
                receiver.close()
                bus.insist(note(count))
                count += 1
                receiver.open()
            else:
                # While a message is on its way, or has been taken and not answered.
                receiver.answer = lambda message: chance.choice([204, 204, 0, 503])
                stack.send_signal(victim, signal.SIGKILL)
            stack.wait_running(patience=60)
        receiver.answer = lambda message: 204
        begun = time.monotonic()
        eventually(lambda: len(set(numbers(receiver))), lambda found: found == count, "each is delivered", patience=120)
        print(f"{count} events, {len(receiver.events)} deliveries, {KILLS} kills, "
              f"the rest in {time.monotonic() - begun:.1f} s", file=sys.stderr)
        assert numbers(receiver) == list(range(count))
        repeats = [event["id"] for event in receiver.events]
        assert len(set(repeats)) == count, "a repeat has the same ID"


def test_the_example_of_the_document_prints_what_it_receives(receiver, tmp_path, monkeypatch):
    text = (ROOT / "docs/sinks.md").read_text(encoding="utf-8")
    program, example, app = (re.search(rf"```{language}\n(.*?)```", text, re.DOTALL)[1] for language in ("python", "json", "yaml"))
    port = free_port()
    monkeypatch.setenv("SINK_SECRET", "a key")
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env={**os.environ, "PORT": str(port)})
    try:
        eventually(lambda: receives(port), bool, "the receiver listens")
        path = tmp_path / "sinks.yaml"
        sinks = app.replace("https://shop.example/searchbus", f"http://127.0.0.1:{port}").replace("results/products/", "intent/box/")
        path.write_text(APP.format(url=receiver.url, topics="index/").partition("sinks:")[0] + sinks)
        with running(Stack(path)) as stack:
            session = stack.new_session(1)
            stack.gateway.send(session, ("box", "set-query", {"query": "sam"}), wait=True)
            line = eventually(child.stdout.readline, lambda line: "set-query" in line, "the intent is printed")
            assert line == f"intent/box/{session}/ searchbus.intent.set-query\n"
            with stack.bus() as bus:
                stored = bus.read(["intent/box/"])[-1].body
        assert set(json.loads(example)[0]) == {*stored, "topic"}
    finally:
        child.kill()
        child.wait()


def receives(port):
    """Whether a program listens on a port."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False
