# SPDX-License-Identifier: MIT
"""Sessions of the small shop as tests use them: people who type and refine, and what harms the processes meanwhile."""

import contextlib
import os
import signal
import threading
import time
import uuid
from dataclasses import dataclass

from searchbus_checks import comparable, differences
from searchbus_testing import eventually
from shop_data import BRANDS, COLORS, WORDS


@dataclass(frozen=True)
class Step:
    """An intent that a person sends; its id makes it the same one however often it is sent."""

    to: str
    type: str
    data: dict
    id: str

    @property
    def json(self):
        return {"to": self.to, "type": self.type, "data": self.data, "id": self.id}


def step(to, kind, **data):
    """An intent with an id of its own."""
    return Step(to, kind, data, uuid.uuid4().hex)


def typing(chance, texts):
    """Two or three words letter by letter; no text comes twice in a session."""
    for word in chance.sample(WORDS, chance.randint(2, 3)):
        for length in range(1, len(word) + 1):
            if (text := word[:length]) not in texts:
                texts.add(text)
                yield step("box", "set-query", query=text)


def refining(chance):
    """A facet value turned around, or a range of prices. Widgets do not depend on each other's order."""
    kind = chance.randrange(3)
    if kind == 0:
        return step("brand", "select", value=chance.choice(BRANDS))
    if kind == 1:
        return step("color", "select", value=chance.choice(COLORS))
    low = chance.randint(1, 200)
    return step("price", "set-range", range=chance.choice([None, [low, low + chance.randint(50, 300)]]))


def person(chance, refinements=12):
    """What one person does: types, and refines in between."""
    texts = set()
    steps = list(typing(chance, texts))
    for _ in range(refinements):
        steps.insert(chance.randrange(len(steps) + 1), refining(chance))
    return steps


def copied(steps):
    """The same steps as new intents."""
    return [Step(one.to, one.type, one.data, uuid.uuid4().hex) for one in steps]


class Person(threading.Thread):
    """Sends steps to a session through the gateway, each until it is acknowledged."""

    def __init__(self, stack, session, steps, pause=0.0):
        super().__init__(daemon=True)
        self.gateway = stack.gateway
        self.session = session
        self.steps = steps
        self.pause = pause
        self.failure = None

    def run(self):
        try:
            for one in self.steps:
                self.gateway.insist("POST", f"/api/sessions/{self.session}/intents", {"intents": [one.json]})
                time.sleep(self.pause)
        except BaseException as error:  # pylint: disable=broad-exception-caught
            self.failure = error

    def finish(self, patience=60):
        """Waits until everything was acknowledged."""
        self.join(patience)
        assert not self.is_alive() and self.failure is None, self.failure


def expected_filters(steps, order=None):
    """The filters that the steps come to: toggles by parity, ranges by the last one."""
    toggled, price = set(), None
    for one in sorted(steps, key=order) if order else steps:
        if one.type == "select":
            toggled ^= {(one.to, one.data["value"])}
        elif one.type == "set-range":
            price = one.data["range"]
    return toggled, price


def filters_of(event):
    """The same of a `filters/` event."""
    toggled, price = set(), None
    for group in event.data["groups"]:
        for one in group["filters"]:
            if one["type"] == "facet":
                toggled.add((one["attribute"], one["value"]))
            else:
                price = one["range"]
    return toggled, price


class Nemesis:
    """Kills processes of a running app, or freezes them for a moment."""

    def __init__(self, stack, chance):
        self.stack = stack
        self.chance = chance
        self.story = []

    def strike(self, count):
        """Harms some processes at once."""
        pids = {name: pid for name, pid in self.stack.pids().items() if self.stack.is_ours(pid)}
        for name in self.chance.sample(sorted(pids), min(count, len(pids))):
            if self.chance.random() < 0.6:
                self.kill(name, pids[name])
            else:
                self.freeze(name, pids[name], self.chance.uniform(0.05, 0.6))

    def kill(self, name, pid):
        """Ends a process as kill -9 does."""
        self.story.append(f"kill {name}")
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)

    def freeze(self, name, pid, duration):
        """Stops a process for a while."""
        self.story.append(f"freeze {name} {duration:.2f}")
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
            threading.Timer(duration, self.thaw, [pid]).start()

    @staticmethod
    def thaw(pid):
        """Resumes a suspended process."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)

    def rage(self, persons, pause=(0.1, 0.5)):
        """Strikes again and again while a user is at work; sometimes at several processes."""
        while any(one.is_alive() for one in persons):
            self.strike(self.chance.choice([1, 1, 1, 2, 4]))
            time.sleep(self.chance.uniform(*pause))


def wait_quiet(stack, quiet=0.5):
    """Waits until every process runs and the log has not grown for a while."""
    stack.wait_running()
    with stack.bus() as bus:
        last = [bus.head(), time.monotonic()]

        def rest():
            head = bus.head()
            if head != last[0]:
                last[:] = head, time.monotonic()
            return time.monotonic() - last[1]
        eventually(rest, lambda rest: rest >= quiet, "the log is at rest", interval=0.1)


def calm_views(stack, *plans):
    """The views of sessions in which the same was done and nothing failed."""
    persons = [Person(stack, stack.new_session(), copied(steps)) for steps in plans]
    for one in persons:
        one.start()
    for one in persons:
        one.finish()
    wait_quiet(stack)
    return [comparable(stack.gateway.views(one.session)) for one in persons]


def check_same(stack, session, expected, story):
    """A session's views have become the expected ones, and stay."""
    try:
        eventually(lambda: comparable(stack.gateway.views(session)), lambda views: views == expected,
                   "the views are those of a run without failures", patience=5)
    except AssertionError:
        found = differences(comparable(stack.gateway.views(session)), expected)
        raise AssertionError(f"session {session} differs (found, expected): {str(found)[:3000]}\n{story}") from None
