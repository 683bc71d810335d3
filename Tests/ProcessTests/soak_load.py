# SPDX-License-Identifier: MIT
"""Users of the shop, until they are asked to stop, and pages that watch them."""

import contextlib
import http.client
import random
import threading
import time
from dataclasses import dataclass, field

from searchbus_testing import eventually
from shop_data import WORDS
from shop_sessions import copied, refining, step

TURNS_BACK = ("undo", "undo", "redo", "reset")


@dataclass(frozen=True)
class Batch:
    """Intents that are sent together."""

    steps: tuple


@dataclass(frozen=True)
class MorePages:
    """A wish for the next page, once the first one of a text is there: what it comes to depends on what is shown."""

    text: str
    wish: object = field(default_factory=lambda: step("hits", "load-more"))


def texts(chance, used):
    """Two words, more once those are used up, the last letter by letter; no text comes twice in a session."""
    count = 2
    while True:
        *whole, typed = chance.sample(WORDS, count)
        new = [text for length in range(1, len(typed) + 1) if (text := " ".join([*whole, typed[:length]])) not in used]
        count = 2 if new else min(count + 1, len(WORDS))
        used.update(new)
        yield from new


def actions(chance, used=None, is_alone=True):
    """What one person does, without end; users of a shared session do nothing that depends on what is shown."""
    for text in texts(chance, set() if used is None else used):
        kind = chance.random()
        typed = step("box", "set-query", query=text)
        if kind < 0.62:
            yield typed
        elif kind < 0.82:
            yield refining(chance)
        elif kind < 0.90:
            yield Batch((refining(chance), typed, refining(chance)) if is_alone else (typed,))
        elif kind < 0.95 and is_alone:
            yield typed
            yield MorePages(text)
        else:
            yield step("session", chance.choice(TURNS_BACK))


def again(done):
    """The same actions as new intents."""
    for action in done:
        if isinstance(action, Batch):
            yield Batch(tuple(copied(action.steps)))
        elif isinstance(action, MorePages):
            yield MorePages(action.text)
        else:
            yield copied([action])[0]


class Visitor(threading.Thread):
    """Does one action after the other in a session, each until it is acknowledged, until asked to stop."""

    def __init__(self, stack, session, work, pauses=None, stop=None):
        super().__init__(daemon=True)
        self.gateway = stack.gateway
        self.session = session
        self.work = work
        self.pauses = pauses
        self.stop = stop or threading.Event()
        self.done = []
        self.acknowledged = []
        self.failure = None

    def run(self):
        try:
            for action in self.work:
                if self.stop.is_set():
                    break
                if isinstance(action, MorePages):
                    self.ask_for_more(action)
                else:
                    self.send(action.steps if isinstance(action, Batch) else (action,))
                self.done.append(action)
                if self.pauses:
                    self.stop.wait(self.pauses())
        except BaseException as error:  # pylint: disable=broad-exception-caught
            self.failure = error

    def send(self, steps):
        """Sends intents, and again with the same ids until they are acknowledged."""
        self.gateway.insist("POST", f"/api/sessions/{self.session}/intents",
                            {"intents": [one.json for one in steps]}, patience=60)
        self.acknowledged += [one.id for one in steps]

    def ask_for_more(self, action):
        """Waits for the first page of a text, asks for the next, and waits for that."""
        def hits():
            return self.gateway.insist("GET", f"/api/sessions/{self.session}", patience=60)["views"]["hits"]
        shown = eventually(hits, lambda view: view["query"] == action.text and view["phase"] == "ready",
                           f"`{action.text}` is shown", patience=60)
        if shown["hasMore"]:
            self.send((action.wish,))
            eventually(hits, lambda view: view["pages"] > shown["pages"] and not view["loadingMore"]
                       and view["phase"] == "ready", f"the next page of `{action.text}` is there", patience=60)

    def finish(self, patience=180):
        """Waits until everything was acknowledged."""
        self.join(patience)
        assert not self.is_alive() and self.failure is None, f"session {self.session}: {self.failure!r}"


class Watcher(threading.Thread):
    """A page: follows a session's event stream across all that happens to it, and checks that no view goes back."""

    def __init__(self, stack, session, stop):
        super().__init__(daemon=True)
        self.gateway = stack.gateway
        self.session = session
        self.stop = stop
        self.views = {}
        self.places = {}
        self.count = 0
        self.backwards = []

    def run(self):
        last = None
        while not self.stop.is_set():
            headers = {"last-event-id": last} if last else {}
            with contextlib.suppress(OSError, http.client.HTTPException, AssertionError):
                # A stream sends something each few seconds; a silent one is opened again.
                path = f"/api/sessions/{self.session}/events"
                for name, place, data in self.gateway.stream(path, patience=6, **headers):
                    last = place or last
                    self.take(name, data)
                    if self.stop.is_set():
                        return
            time.sleep(0.05)

    def take(self, name, data):
        """Takes in one message of the stream."""
        if name == "reset":
            self.views = dict(data["views"])
        elif name == "view":
            widget, event = data["topic"].split("/")[1], data["event"]
            place = int(event["sequence"])
            if place <= self.places.get(widget, 0):
                self.backwards.append((widget, self.places[widget], place))
            self.places[widget] = place
            self.views[widget] = event["data"]
            self.count += 1


def visitors(stack, seed, stop, count=6):
    """Sessions with one person each, and one that two people share; answers with the persons, session by session."""
    chance = random.Random(seed)

    def pauses():
        return chance.uniform(0.02, 0.25)
    groups = []
    for number in range(count):
        work = actions(random.Random(f"{seed}-{number}"))
        groups.append([Visitor(stack, stack.new_session(), work, pauses, stop)])
    shared, used = stack.new_session(), set()
    groups.append([Visitor(stack, shared, actions(random.Random(f"{seed}-{name}"), used, is_alone=False), pauses, stop)
                   for name in ("left", "right")])
    return groups
