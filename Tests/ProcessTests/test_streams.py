# SPDX-License-Identifier: MIT
"""Browsers and programs that listen over HTTP miss nothing, whatever ends in between."""

import http.client
import os
import random
import signal
import threading

from searchbus_bus import Draft
from searchbus_checks import comparable
from searchbus_testing import eventually
from shop_sessions import Nemesis, Person, person, wait_quiet


class Listener(threading.Thread):
    """A page: opens a session's stream, opens it again where it left off when it ends, and keeps the views."""

    def __init__(self, stack, session):
        super().__init__(daemon=True)
        self.gateway = stack.gateway
        self.path = f"/api/sessions/{session}/events"
        self.views = {}
        self.resets = 0
        self.connections = 0
        self.place = None
        self.places = []
        self.must_stop = False

    def run(self):
        while not self.must_stop:
            try:
                self.connections += 1
                self.listen()
            except (OSError, http.client.HTTPException, AssertionError):
                threading.Event().wait(0.05)

    def listen(self):
        """One connection."""
        headers = {"last-event-id": self.place} if self.place else {}
        for name, place, data in self.gateway.stream(self.path, patience=3, **headers):
            if name == "reset":
                self.views = dict(data["views"])
                self.resets += 1
            elif name == "view":
                self.views[data["topic"].split("/")[1]] = data["event"]["data"]
                self.places.append(int(data["event"]["sequence"]))
            if place:
                self.place = place
            if self.must_stop:
                return


def test_a_page_sees_everything_across_restarts(make_shop, chance):
    """The gateway, the broker and workers are killed while a user types; the page ends with the session's views."""
    stack = make_shop()
    session = stack.new_session()
    listener = Listener(stack, session)
    listener.start()
    typist = Person(stack, session, person(chance), pause=0.05)
    typist.start()
    nemesis = Nemesis(stack, chance)
    victims = ["gateway", "broker", "interactor-hits"]
    while typist.is_alive():
        pids = stack.pids()
        victim = chance.choice(victims) if nemesis.story else "gateway"
        if victim in pids:
            nemesis.kill(victim, pids[victim])
        typist.join(chance.uniform(0.3, 0.8))
    typist.finish()
    wait_quiet(stack)
    eventually(lambda: listener.views == stack.gateway.views(session), bool, "the page shows the session's views")
    listener.must_stop = True
    print(f"{listener.connections} connections, {listener.resets} resets, {nemesis.story}")
    assert listener.connections > 1


def test_a_page_that_comes_back_gets_what_changed(shop):
    """With Last-Event-ID there is no reset, only the views that changed since."""
    session = shop.new_session()
    wait_quiet(shop)
    stream = shop.gateway.stream(f"/api/sessions/{session}/events")
    name, place, data = next(stream)
    assert name == "reset" and comparable(data["views"]) == comparable(shop.gateway.views(session))
    stream.close()
    shop.gateway.send(session, ("brand", "select", {"value": "Acme"}), wait=True)
    wait_quiet(shop)
    wanted = shop.gateway.views(session)
    views = dict(data["views"])
    for name, place, data in shop.gateway.stream(f"/api/sessions/{session}/events", **{"last-event-id": place}):
        if name in ("app", "health", "heartbeat"):
            continue
        assert name == "view", name
        views[data["topic"].split("/")[1]] = data["event"]["data"]
        if views == wanted:
            break
    for name, _, _ in shop.gateway.stream(f"/api/sessions/{session}/events", **{"last-event-id": "other-1"}):
        assert name == "reset", "a sequence number of another log is invalid"
        break


def test_a_program_reads_the_bus_from_the_beginning(shop):
    """`/api/events` replays and continues live: every event of the kind, once and in order."""
    session = shop.new_session()
    wait_quiet(shop)
    with shop.bus() as bus:
        wanted = [event.sequence for event in bus.read(["view/"], session=session)]
    found = []
    for name, _, data in shop.gateway.stream(f"/api/events?topic=view/&session={session}&after=0"):
        if name == "event":
            found.append(int(data["event"]["sequence"]))
            if len(found) == len(wanted):
                shop.gateway.send(session, ("box", "set-query", {"query": "stand"}))
            if data["event"]["data"].get("query") == "stand" and "view/hits/" in data["topic"]:
                break
    assert found[:len(wanted)] == wanted and found == sorted(set(found))


def test_a_page_that_does_not_read_costs_others_nothing(shop):
    """One page is suspended while the session changes a lot; another gets its views, and the gateway does not grow."""
    session = shop.new_session()
    stuck = shop.gateway.stream(f"/api/sessions/{session}/events")
    assert next(stuck)[0] == "reset"
    listener = Listener(shop, session)
    listener.start()
    eventually(lambda: listener.resets, bool, "the other page is there")
    for number in range(60):
        shop.gateway.send(session, ("box", "set-query", {"query": "wireless headphones"[:number % 19]}))
    wait_quiet(shop)
    eventually(lambda: listener.views == shop.gateway.views(session), bool, "the other page shows the session's views")
    listener.must_stop = True
    stuck.close()


def test_a_suspended_gateway_catches_up(make_shop):
    """Suspended for longer than a heartbeat, it catches up."""
    stack = make_shop()
    session = stack.new_session()
    listener = Listener(stack, session)
    listener.start()
    eventually(lambda: listener.resets, bool, "the page is there")
    pid = stack.send_signal("gateway", signal.SIGSTOP)
    try:
        with stack.bus() as bus:
            for one in person(random.Random(3)):
                bus.append(Draft(f"intent/{one.to}/{session}/", one.data, f"searchbus.intent.{one.type}"))
        wait_quiet(stack)
    finally:
        os.kill(pid, signal.SIGCONT)
    with stack.bus() as bus:
        wanted = {event.component: event.data for event in bus.latest(["view/"], session=session)}
    eventually(lambda: listener.views == wanted, bool, "the page shows the session's views")
    listener.must_stop = True
