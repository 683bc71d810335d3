# SPDX-License-Identifier: MIT
"""How long the processes of an app are away after they were killed: until each does its own work again."""

import contextlib
import http.client
import itertools
import os
import signal
import time
import uuid

from searchbus_bus import Draft, NoAnswer
from shop_data import WORDS

PATIENCE = 60.0
INTERVAL = 0.004
WORKERS = ("state", "searcher", "interactor")


class Recovery:
    """
    Kills processes, and measures until each of them works again.

    A broker works when it answers, a gateway when it does. A worker works when it has folded something that was asked of a
    session after the kill: only the new process can have done that. The state store has, when what was asked has
    become filters and a request; the others, when their cursors have passed these, with what they say of it on the log.
    """

    def __init__(self, stack):
        self.stack = stack
        self.session = stack.new_session()
        self.bus = stack.bus()
        self.widgets = [widget["name"] for widget in stack.gateway.call("GET", "/api/app")["widgets"]]
        # Something else each time, so that every widget has something to say.
        self.words = itertools.cycle(WORDS)
        self.numbers = itertools.count()

    def close(self):
        """Ends the connection."""
        self.bus.close()

    def kill(self, names):
        """Kills processes at once, as kill -9 does; answers with the seconds that each was away."""
        pids = self.stack.pids()
        victims = [name for name in names if name in pids and self.stack.is_ours(pids[name])]
        began = time.monotonic()
        for name in victims:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pids[name], signal.SIGKILL)
        away = {}
        if "broker" in victims:
            self.wait_for_broker()
            away["broker"] = time.monotonic() - began
        if "gateway" in victims:
            self.wait_for_gateway()
            away["gateway"] = time.monotonic() - began
        if workers := [name for name in victims if name.startswith(WORKERS)]:
            away |= self.wait_for_workers(workers, began)
        return away

    def wait_for_broker(self):
        """Knocks until there is an answer; what is sent to a broker that dies is lost, so it knocks often."""
        deadline = time.monotonic() + PATIENCE
        sent = set()
        while time.monotonic() < deadline:
            sent.add(self.bus.send({"op": "echo", "nonce": "knock"}))
            while answer := self.bus.receive(0.01):
                if answer[0] in sent:
                    return
        raise AssertionError(f"the broker did not come back within {PATIENCE:g} s")

    def wait_for_gateway(self):
        """Asks for what runs, which the gateway tells from what it has read."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError, http.client.HTTPException):
                status, _ = self.stack.gateway.try_call("GET", f"/api/sessions/{self.session}", patience=1)
                if status == 200:
                    return
            time.sleep(INTERVAL)
        raise AssertionError(f"the gateway did not come back within {PATIENCE:g} s")

    def wait_for_workers(self, names, began):
        """Asks something of the session, and waits until each of the workers has done its part."""
        probe = uuid.uuid4().hex
        number = next(self.numbers)
        price = [1 + number % 17, 500 - number % 13]
        drafts = [self.draft("box", "set-query", {"query": next(self.words)}, f"{probe}-text"),
                  self.draft("price", "set-range", {"range": price}, f"{probe}-range")]
        self.bus.insist(*drafts, attempts=600, patience=0.1)
        deadline = began + PATIENCE
        places = self.asked(probe, deadline)
        away = {name: time.monotonic() - began for name in names if name == "state"}
        waiting = [name for name in names if name != "state"]
        while waiting:
            for name in list(waiting):
                # Some widgets read nothing but filters, which stand right before the request.
                place = places["request" if name.startswith("searcher") else "filters"]
                if all(self.cursor(component) >= place for component in self.components(name)):
                    away[name] = time.monotonic() - began
                    waiting.remove(name)
            if time.monotonic() > deadline:
                raise AssertionError(f"not back within {PATIENCE:g} s: {waiting}")
            time.sleep(INTERVAL)
        return away

    def draft(self, to, kind, data, name):
        """An intent to a widget of the session."""
        return Draft(f"intent/{to}/{self.session}/", data, f"searchbus.intent.{kind}", name)

    def asked(self, probe, deadline):
        """The places of what the state store made of the last intent."""
        while time.monotonic() < deadline:
            with contextlib.suppress(NoAnswer):
                events = self.bus.latest(["outcome/price/", "filters/", "request/"], self.session, patience=0.1)
                if any(event.kind == "outcome" and event.data["intent"] == f"{probe}-range" for event in events):
                    return {event.kind: event.sequence for event in events}
            time.sleep(INTERVAL)
        raise AssertionError(f"the state store did not come back within {PATIENCE:g} s")

    def cursor(self, component):
        """The cursor of a component; zero until it is known."""
        with contextlib.suppress(NoAnswer):
            return self.bus.cursor(component, patience=0.1)
        return 0

    def components(self, process):
        """The components of a worker."""
        if process == "interactors":
            return self.widgets
        return [process.partition("-")[2]]
