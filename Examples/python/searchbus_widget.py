# SPDX-License-Identifier: MIT
# Part of SearchBus.
"""Runs a widget written in Python: you write a pure fold, this does the rest. Copy it with searchbus.py.

A widget is an object with

* `type`                  the widget type in the app file
* `restore(view)`         the state of a session whose last view was `view`; None for a new session
* `fold(state, event)`    one event in: the new state and, for an intent, `"applied"` or `"unchanged"` (None for
                          others); raises `Refused` for an intent that makes no sense
* `view(state)`           the whole of what a controller draws, from which `restore` makes the state again

`run(widget)` keeps it on the bus. Everything that a turn says is appended together with the cursor: kill the program
whenever you like, and the next one goes on exactly where the last append was.
"""

import json
import os
import sys
import time

from searchbus import Bus, BusError, Draft, Event

IDLE_LIMIT = 512  # after so many events without a word the cursor is moved all the same
TURN_LIMIT = 128  # how many events one turn folds at the most
SESSION_LIMIT = 10_000  # how many sessions are held in memory


class Refused(Exception):
    """An intent that makes no sense: why, and what would make sense."""

    def __init__(self, message: str, remedy: str):
        super().__init__(message)
        self.message, self.remedy = message, remedy


def run(widget) -> None:
    """Works until the process is ended. `searchbus up` sets the variables that say where and as which widget."""
    with open(os.environ["SEARCHBUS_APP"]) as file:
        app = json.load(file)
    name = os.environ["SEARCHBUS_WIDGET"]
    configuration = next(entry for entry in app["widgets"] if entry["name"] == name)
    topics = [f"intent/{name}/"] + [f"results/{searcher}/" for searcher in configuration.get("members", [])]
    host = Host(Bus(os.environ["SEARCHBUS_RUNTIME"]), widget, name, topics)
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

    def __init__(self, bus: Bus, widget, name: str, topics: list[str]):
        self.bus, self.widget, self.name, self.topics = bus, widget, name, topics
        self.source = f"/interactor/{name}"
        self.started_at, self.told_at = time.monotonic(), 0.0
        self.events = self.turns = 0
        self.incarnation = bus.claim(name)["incarnation"]

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
        """Folds events, then says what came of them: an outcome for each intent, one view for each session."""
        drafts, causes = [], {}
        for event in events:
            causes[event.session] = event
            self.load(event.session)
            if outcome := self.fold(event):
                drafts.append(self.draft("outcome", outcome["result"], outcome, event))
        for session, cause in causes.items():
            view = self.widget.view(self.states[session])
            if view != self.views[session]:
                self.views[session] = view
                drafts.append(self.draft("view", self.widget.type, view, cause))
        self.folded = max(self.folded, events[-1].sequence)
        self.count += len(events)
        self.events, self.turns = self.events + len(events), self.turns + 1
        if drafts or self.count >= IDLE_LIMIT:
            self.append(drafts)

    def fold(self, event: Event) -> dict | None:
        """Folds one event; the outcome where it is an intent, or makes no sense."""
        outcome = {"intent": event.id}
        try:
            state, result = self.widget.fold(self.states[event.session], event)
        except Refused as refusal:
            reason = {"code": "invalid-intent", "message": refusal.message, "remedy": refusal.remedy}
            return outcome | {"result": "rejected"} | reason
        except Exception as error:  # set aside and shown: one bad event must not stop the widget
            message = f"`{self.name}` set event {event.sequence} ({event.type}) aside: {error!r}"
            reason = {"code": "poison-event", "message": message, "remedy": "Mend the widget, or what sent the event."}
            return outcome | {"result": "rejected"} | reason
        self.states[event.session] = state
        return outcome | {"result": result} if result else None

    def load(self, session: str) -> None:
        """Brings a session back from its last view."""
        if session in self.states:
            return
        views = self.bus.latest([f"view/{self.name}/"], session)
        self.views[session] = views[-1].data if views else None
        self.states[session] = self.widget.restore(self.views[session])

    def draft(self, kind: str, name: str, data: dict, cause: Event) -> Draft:
        topic = f"{kind}/{self.name}/{cause.session}/"
        return Draft(topic, f"searchbus.{kind}.{name}", data, self.source, cause)

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
        """Says each second how the process is; the console's System page shows it. Not stored."""
        now = time.monotonic()
        if now - self.told_at < 1:
            return
        process = f"custom-{self.name}"
        data = {
            "name": process,
            "role": "custom",
            "component": self.name,
            "pid": os.getpid(),
            "cursor": f"{self.cursor:020}",
            "eventsPerSecond": round(self.events / (now - self.told_at), 1),
            "turnsPerSecond": round(self.turns / (now - self.told_at), 1),
            "uptimeSeconds": round(now - self.started_at, 1),
            "reads": self.topics,
            "writes": [f"view/{self.name}/", f"outcome/{self.name}/"],
        }
        self.told_at, self.events, self.turns = now, 0, 0
        self.bus.append([Draft(f"status/{process}/", "searchbus.status.process", data, self.source)])
