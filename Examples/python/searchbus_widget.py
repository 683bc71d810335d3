# SPDX-License-Identifier: MIT
# Part of SearchBus.
"""Runs a widget written in Python: you write a pure fold, this does the rest. Copy it with searchbus.py.

A widget is a class with

* `type`                  the widget type in the app file
* `__init__(widget)`      optional: takes a `Widget`, what the app file says of it; raises `ValueError` for parameters that
                          make no sense
* `restore(view)`         the state of a session whose last view was `view`; None for a new session
* `fold(state, event)`    one event in: the new state and what became of it. `event.kind` is `intent`, `filters`,
                          `request`, `search` or `results`. For an intent: `"applied"`, `"unchanged"`, or `asks(…)` where
                          others are to carry it out; for everything else None, or `asks(…)`. Raises `Refused` for an intent
                          that makes no sense
* `needs`                 optional: what the searcher is to count for it, `{"facets": [{"attribute": "brand"}], "stats": ["price"]}`
* `view(state)`           the whole of what a controller draws, from which `restore` makes the state again

`run(Type)` keeps it on the bus. Everything that a turn says is appended together with the cursor: kill the program
whenever you like, and the next one goes on exactly where the last append was.
"""

import json
import os
import sys
import time
from dataclasses import dataclass, field

from searchbus import Bus, BusError, Draft, Event

IDLE_LIMIT = 512  # after so many events without a word the cursor is moved all the same
TURN_LIMIT = 128  # how many events one turn folds at the most
SESSION_LIMIT = 10_000  # how many sessions are held in memory
SIZE_LIMIT = 1 << 20  # how large an event's data may be, in bytes


class Refused(Exception):
    """An intent that makes no sense: why, and what would make sense."""

    def __init__(self, message: str, remedy: str = "See what the widget's type understands."):
        super().__init__(message)
        self.message, self.remedy = message, remedy


@dataclass
class Widget:
    """What the app file says of the widget."""

    name: str
    type: str
    title: str | None = None
    searcher: str | None = None
    members: list[str] = field(default_factory=list)  # the searchers that answer: itself, or those of a `multi` one
    unit: str | None = None  # the searcher whose `request/` says what they are asked for
    filter_state: str | None = None
    parameters: dict = field(default_factory=dict)

    @property
    def topics(self) -> list[str]:
        """What the widget is told."""
        topics = ["intent/session/", f"intent/{self.name}/"]
        if self.unit:
            topics.append(f"request/{self.unit}/")
        if self.filter_state:
            topics.append(f"filters/{self.filter_state}/")
        return topics + [f"{kind}/{name}/" for name in self.members for kind in ("search", "results")]


@dataclass
class Asks:
    """Requests to a filter state or a searcher, which carry an intent out."""

    intents: list[tuple[str, str, dict]]


def asks(to: str, type: str, data: dict | None = None) -> Asks:
    """Asks a component for something: `asks(widget.filter_state, "set-filters", {…})`."""
    return Asks([(to, type, data or {})])


def run(make) -> None:
    """Works until the process is ended. `searchbus up` sets the variables that say where and as which widget."""
    with open(os.environ["SEARCHBUS_APP"]) as file:
        app = json.load(file)
    entry = next(entry for entry in app["widgets"] if entry["name"] == os.environ["SEARCHBUS_WIDGET"])
    configuration = Widget(
        name=entry["name"],
        type=entry["type"],
        title=entry.get("title"),
        searcher=entry.get("searcher"),
        members=entry.get("members", []),
        unit=entry.get("unit"),
        filter_state=entry.get("filterState"),
        parameters=entry.get("parameters", {}),
    )
    try:
        widget = make(configuration) if "__init__" in vars(make) else make()
    except ValueError as error:
        # What the app file says is wrong stays wrong: this code ends `searchbus up` instead of another try.
        print(f"error: widget `{configuration.name}`: {error} [invalid-app-file]", file=sys.stderr)
        sys.exit(78)
    host = Host(Bus(os.environ["SEARCHBUS_RUNTIME"]), widget, configuration)
    while True:
        try:
            host.run_from_cursor()
        except BusError as error:
            if error.code == "fenced":  # another process of this widget has come: there is one at a time
                print(error, file=sys.stderr)
                sys.exit(75)
            # This one missed something, or the log is new: begin again.
            if error.code not in ("cursor-moved", "events-missed", "epoch-changed"):
                raise


class Host:
    """One widget on the bus."""

    def __init__(self, bus: Bus, widget, configuration: Widget):
        self.bus, self.widget, self.name = bus, widget, configuration.name
        self.topics, self.searcher = configuration.topics, configuration.searcher
        self.source = f"/interactor/{self.name}"
        self.started_at, self.told_at = time.monotonic(), 0.0
        self.events = self.turns = 0
        self.asked: set[str] = set()
        self.incarnation = bus.claim(self.name)["incarnation"]

    def run_from_cursor(self) -> None:
        self.cursor = self.folded = self.bus.cursor(self.name)
        self.count = 0  # events folded since the cursor was moved
        self.states: dict[str, object] = {}
        self.views: dict[str, dict | None] = {}
        subscription = self.bus.subscribe(self.topics, after=self.cursor)
        try:
            while True:
                try:
                    events = subscription.next(timeout=1)
                except BusError as error:
                    if error.code != "trimmed":
                        raise
                    continue  # the log begins later: go on from there
                for start in range(0, len(events), TURN_LIMIT):
                    self.turn(events[start : start + TURN_LIMIT])
                self.tell_status()
        finally:
            subscription.close()

    def turn(self, events: list[Event]) -> None:
        """Folds events, then says what came of them: outcomes, requests to others, one view for each session."""
        drafts, causes = [], {}
        for event in events:
            causes.setdefault(event.session, event)
            self.load(event.session)
            drafts += self.fold(event)
            self.folded = event.sequence
        for session, cause in causes.items():
            view = self.widget.view(self.states[session])
            if view != self.views[session]:
                self.views[session] = view
                drafts.append(self.bounded(self.draft("view", self.widget.type, view, cause)))
        self.count += len(events)
        self.events, self.turns = self.events + len(events), self.turns + 1
        if drafts or self.count >= IDLE_LIMIT:
            self.append(drafts)

    def fold(self, event: Event) -> list[Draft]:
        """Folds one event; what follows from it."""
        is_own = event.kind == "intent" and event.component == self.name
        if event.kind == "intent" and not is_own and event.type != "searchbus.intent.start":
            return []  # what the session is asked for shows in `filters/` and `request/`
        try:
            state, result = self.widget.fold(self.states[event.session], event)
        except Refused as refusal:
            reason = {"code": "invalid-intent", "message": refusal.message, "remedy": refusal.remedy}
            return [self.outcome(event, "rejected", reason)] if is_own else []
        except Exception as error:  # set aside and shown: one bad event must not stop the widget
            message = f"`{self.name}` set event {event.sequence} ({event.type}) aside: {error!r}"
            reason = {"code": "poison-event", "message": message, "remedy": "Mend the widget, or what sent the event."}
            return [self.outcome(event, "rejected", reason)]
        self.states[event.session] = state
        intents = list(result.intents) if isinstance(result, Asks) else []
        if event.type == "searchbus.intent.start" and self.searcher and getattr(self.widget, "needs", None):
            intents.append((self.searcher, "add-needs", self.widget.needs))
        drafts = [self.outcome(event, "applied" if intents else result or "unchanged")] if is_own else []
        for to, type, data in intents:
            self.asked.add(to)
            drafts.append(Draft(f"intent/{to}/{event.session}/", f"searchbus.intent.{type}", data, self.source, event))
        return drafts

    def load(self, session: str) -> None:
        """Brings a session back: from its last view, and from what it asks for as it was when the cursor was moved."""
        if session in self.states:
            return
        asked_for = [topic for topic in self.topics if topic.startswith(("filters/", "request/"))]
        known = self.bus.latest([f"view/{self.name}/", *asked_for], session)
        views = [event for event in known if event.kind == "view"]
        self.views[session] = views[-1].data if views else None
        state = self.widget.restore(self.views[session])
        for event in known:
            if event.kind != "view" and event.sequence <= self.folded:
                state, _ = self.widget.fold(state, event)
        self.states[session] = state

    def outcome(self, event: Event, result: str, reason: dict | None = None) -> Draft:
        return self.draft("outcome", result, {"intent": event.id, "result": result} | (reason or {}), event)

    def draft(self, kind: str, name: str, data: dict, cause: Event) -> Draft:
        topic = f"{kind}/{self.name}/{cause.session}/"
        return Draft(topic, f"searchbus.{kind}.{name}", data, self.source, cause)

    def bounded(self, draft: Draft) -> Draft:
        """The view, or what is wrong with it: one that the broker refuses would stop the widget for everybody."""
        size = len(json.dumps(draft.data))
        if size <= SIZE_LIMIT:
            return draft
        message = f"The view of `{self.name}` has {size} bytes; {SIZE_LIMIT} are the most."
        error = {"code": "too-large", "message": message, "remedy": "Show less at once."}
        draft.data = {"phase": "failed", "error": error}
        return draft

    def append(self, drafts: list[Draft]) -> None:
        """Outputs and cursor are one atom. The broker compares `folded` with its log and refuses if one was missed."""
        move = {
            "component": self.name,
            "from": str(self.cursor),
            "to": str(self.folded),
            "folded": self.count,
            "prefixes": self.topics,
            "incarnation": self.incarnation,
        }
        self.bus.append(drafts, move)
        self.cursor, self.count = self.folded, 0
        if len(self.states) > SESSION_LIMIT:
            self.states, self.views = {}, {}

    def tell_status(self) -> None:
        """Says each second how the process is: the System page shows it, and `up` replaces a process that is silent."""
        now = time.monotonic()
        if now - self.told_at < 1:
            return
        process = f"custom-{self.name}"
        data = {
            "name": process,
            "role": "custom",
            "component": self.name,
            "components": [self.name],
            "pid": os.getpid(),
            "cursor": f"{self.cursor:020}",
            "eventsPerSecond": round(self.events / (now - self.told_at), 1),
            "turnsPerSecond": round(self.turns / (now - self.told_at), 1),
            "uptimeSeconds": round(now - self.started_at, 1),
            "reads": self.topics,
            "writes": [f"view/{self.name}/", f"outcome/{self.name}/", *(f"intent/{to}/" for to in sorted(self.asked))],
        }
        self.told_at, self.events, self.turns = now, 0, 0
        self.bus.append([Draft(f"status/{process}/", "searchbus.status.process", data, self.source)])
