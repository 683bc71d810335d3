# SPDX-License-Identifier: MIT
"""The Python client against a running shop, and streams over a gateway that is killed; test_documents.py runs what its page shows."""

import asyncio
import contextlib
import json
import signal
import sys
import threading

import pytest
from searchbus_testing import ROOT, eventually

sys.path.insert(0, str(ROOT / "web/python-client/src"))

from searchbus_client import (  # noqa: E402
    AsyncSearchBus, Event, Intent, Lost, NoView, Problem, Rejected, Reset, SearchBus, Session, Started, ViewChange,
)


def key(stack):
    return json.loads((stack.data / "gateway.secret").read_text())["bearer"]


def connect(stack, kind=SearchBus):
    return kind(f"http://127.0.0.1:{stack.port}", key(stack))


def is_searched(query):
    return lambda view: view["phase"] == "ready" and view["query"] == query


def test_a_stream_outlives_the_gateway(make_shop):
    """Killed under an open stream; what happened meanwhile comes, there is no second `Reset`, and an intent is carried out once."""
    stack = make_shop()
    with connect(stack) as bus:
        session = bus.open()
        with session.stream() as stream:
            stream.wait_for("hits", lambda view: view["phase"] != "loading")
            epoch = stream.epoch
            old = stack.send_signal("gateway", signal.SIGKILL)
            # Sent while the gateway is down: the client retries until it is back.
            assert session.send("box", "set-query", {"query": "lamp"}).result == "applied"
            items = []
            for item in stream:
                items.append(item)
                if isinstance(item, Reset) or isinstance(item, ViewChange) and item.widget == "hits" and is_searched("lamp")(item.view):
                    break
        assert old != stack.pids()["gateway"]
        assert any(isinstance(item, Lost) for item in items) and not any(isinstance(item, Reset) for item in items)
        assert stream.epoch == epoch
        intents = [event for event in bus.read_log("intent/box/", session=session.id) if event.type.endswith("set-query")]
        assert len(intents) == 1


def test_the_bus_is_followed_over_a_killed_gateway(make_shop):
    """Each event once and in order, asynchronously."""
    stack = make_shop()

    async def follow():
        async with connect(stack, AsyncSearchBus) as bus:
            session = await bus.open()
            found, losses = [], 0
            async with bus.events("intent/box/", session=session.id, after=0) as events:
                for number in range(12):
                    if number in (4, 8):
                        stack.send_signal("gateway", signal.SIGKILL)
                    await session.send("box", "set-query", {"query": "wireless headphones"[:number + 1]})
                    async for item in events:
                        losses += isinstance(item, Lost)
                        if isinstance(item, Event) and item.type.endswith("set-query"):
                            found.append(item.data["query"])
                            break
            return found, losses

    found, losses = asyncio.run(asyncio.wait_for(follow(), 60))
    assert found == ["wireless headphones"[:number + 1] for number in range(12)] and losses >= 1


def test_events_before_the_first_message_of_a_lost_connection_follow_after_it(make_shop):
    """The stream resumes from its start, though it had no event yet."""
    stack = make_shop()
    with connect(stack) as bus:
        session = bus.open()
        with bus.events("intent/box/", session=session.id) as events:
            assert isinstance(next(events), Started)
            stack.send_signal("gateway", signal.SIGKILL)
            session.send("box", "set-query", {"query": "lamp"})
            items = []
            while not items or not isinstance(items[-1], Event):
                items.append(next(events))
        assert items[-1].data["query"] == "lamp" and isinstance(items[0], Lost), items


def test_two_clients_share_a_session(shop):
    """One with asyncio and one without: intents of one reach the other."""
    told = threading.Event()

    async def listen(id):
        async with connect(shop, AsyncSearchBus) as bus:
            session = await bus.open(id)
            async with session.stream() as stream:
                await anext(stream)
                told.set()
                return await stream.wait_for("hits", is_searched("kettle"))

    with connect(shop) as bus:
        session = bus.open(link="?q=lamp")
        eventually(session.link, lambda link: link == "?q=lamp", "the session begins as the link says")
        views = []
        listener = threading.Thread(target=lambda: views.append(asyncio.run(asyncio.wait_for(listen(session.id), 20))))
        listener.start()
        assert told.wait(20)
        outcomes = session.send_all([Intent("box", "set-query", {"query": "kettle"}), Intent("brand", "select", {"value": "Acme"})])
        assert {outcome.result for outcome in outcomes} == {"applied"}
        listener.join(20)
        assert views and views[0]["nbHits"] > 0 and all("kettle" in str(hit["record"]) for hit in views[0]["hits"])
        assert "Acme" in session.link()
        # Undo takes the batch back as one.
        session.send("session", "undo")
        assert session.link() == "?q=lamp"


def test_what_is_refused_says_what_to_do(shop):
    with connect(shop) as bus:
        session = bus.open()
        for act, code in [(lambda: session.send("nobody", "clear"), "unknown-addressee"), (lambda: bus.search("none"), "unknown-addressee"),
                          (lambda: session.send("box", "explode"), "invalid-intent"), (lambda: bus.open("not a name"), "invalid-session"),
                          (lambda: bus.search("products", filters=[{"kind": 1}]), "invalid-argument")]:
            with pytest.raises(Problem) as raised:
                act()
            assert raised.value.code == code and raised.value.remedy, raised.value
            assert not isinstance(raised.value, Rejected) and raised.value.status in (400, 404)
    for key_shown in ("wrong", None):
        with SearchBus(f"http://127.0.0.1:{shop.port}", key_shown) as bus, pytest.raises(Problem, match="unauthorized"):
            bus.app()
        with SearchBus(f"http://127.0.0.1:{shop.port}", key_shown) as bus, pytest.raises(Problem, match="unauthorized"):
            next(bus.events())


def test_waiting_for_a_view_ends(shop):
    """After the timeout, with the last view; at once for a widget that the app does not have. The stream can be read on after it."""
    with connect(shop) as bus:
        session = bus.open()
        with session.stream() as stream:
            stream.wait_for("hits", is_searched(""), timeout=20)
            with pytest.raises(NoView, match="after 0.3 s; it is {.*phase") as raised:
                stream.wait_for("hits", lambda view: False, timeout=0.3)
            assert raised.value.view == stream.views["hits"]
            with pytest.raises(Problem, match=r"no widget `hitz`. \[unknown-addressee\] Name one of these: .*hits"):
                stream.wait_for("hitz", bool)
            session.send("box", "set-query", {"query": "lamp"})
            assert stream.wait_for("hits", is_searched("lamp"), timeout=20)["nbHits"] > 0
        with session.stream() as stream, pytest.raises(Problem, match="no widget `hitz`"):
            stream.wait_for("hitz", bool)

    async def wait():
        async with connect(shop, AsyncSearchBus) as bus, (await bus.open(session.id)).stream() as stream:
            with pytest.raises(NoView):
                await stream.wait_for("hits", lambda view: False, timeout=0.3)
            return (await stream.wait_for("hits", is_searched("lamp"), timeout=20))["nbHits"]
    assert asyncio.run(wait()) > 0


def test_a_stream_is_closed_by_another_thread(shop):
    """Its reader waits for the next item, and its iteration ends."""
    with connect(shop) as bus:
        stream, begun = bus.open().stream(), threading.Event()

        def read():
            for _ in stream:
                begun.set()
        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        assert begun.wait(20)
        stream.close()
        reader.join(10)
        assert not reader.is_alive()
        assert list(stream) == []


def test_what_an_answer_says_besides_is_kept(shop):
    """Of a link that cannot be read the part that can; of a search what it could not count."""
    with connect(shop) as bus:
        with pytest.raises(Problem) as raised:
            bus.open(link="?brand=%zz&q=lamp")
        assert raised.value.details["readable"] == "?q=lamp"
        warnings = bus.search("products", facets=["gnre"]).warnings
        assert [(warning["code"], warning["attribute"]) for warning in warnings] == [("attribute-unknown", "gnre")]


def test_a_session_that_the_server_forgot_is_made_again(shop):
    """A stream of a session that never was makes it, under its id."""
    with connect(shop) as bus:
        with Session(bus, "never-seen-before").stream() as stream:
            assert isinstance(next(stream), Lost) and isinstance(next(stream), Reset)
        assert bus.open("never-seen-before").state().session == "never-seen-before"


def test_a_key_of_one_session_opens_that_session(shop):
    """Also one that was not there before; with a key that only reads, a program follows it without opening it."""
    made = json.loads(shop.run("keys", "create", "--role", "session", "--session", "live-3", "--json")[0])
    with SearchBus(f"http://127.0.0.1:{shop.port}", made["key"]) as bus:
        session = bus.open("live-3")
        assert session.send("box", "set-query", {"query": "lamp"}).result == "applied"
        with pytest.raises(Problem, match="live-3"):
            bus.open("live-4")
    reading = json.loads(shop.run("keys", "create", "--role", "read", "--session", "live-3", "--json")[0])
    with SearchBus(f"http://127.0.0.1:{shop.port}", reading["key"]) as bus:
        assert Session(bus, "live-3").views()["box"]["query"] == "lamp"
