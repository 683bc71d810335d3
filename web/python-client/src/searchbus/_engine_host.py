# SPDX-License-Identifier: MIT
"""Keeps a searcher on the bus: what `searchbus.engines.run` starts. It reads `request/` and appends `results/`.

It answers one request after another. Of a session's pending requests, the newest counts; the others are reported as
superseded. Results are on the log, so it stores nothing: the cursor moves with the results, all or none.
"""

import json
import sys
import time
import uuid
from collections.abc import Callable
from typing import Any

from searchbus._filters import Unanswerable
from searchbus._health import CrashJournal, ExceptionReports, Status
from searchbus.bus import Bus, BusError, Draft, Event

TURN_LIMIT = 64  # how many events one turn reads
IDLE_LIMIT = 512  # after so many events without an output the cursor is moved all the same
SIZE_LIMIT = 1 << 20  # how large an event's data may be, in bytes
APPEND_LIMIT = 8 << 20  # how many bytes one append may have, roughly


# Answers what a session asks of one searcher, with the data of a `results/` event.
Answer = Callable[[str, dict[str, Any]], dict[str, Any]]


class SearcherHost:
    """One searcher, or those members of a `multi` one that a backend answers for, on the bus."""

    role, label = "searcher", "searcher"

    def __init__(self, bus: Bus, unit: str, component: str, members: dict[str, Any], answer: Answer):
        self.bus, self.unit, self.name, self.members, self.answer = bus, unit, component, members, answer
        self.source = f"/searcher/{component}"
        self.topics = [f"request/{unit}/", "index/"]
        self.writes = [f"{kind}/{name}/" for name in members for kind in ("results", "search")]
        self.journal = CrashJournal(f"{bus.runtime}/searcher-{component}.crashes")
        self.status = Status(self)
        self.exceptions = ExceptionReports()
        self.incarnation = bus.claim(component)["incarnation"]

    def run(self) -> None:
        """Works until the process is ended, or until another process of the searcher has come."""
        while True:
            try:
                self.run_from_cursor()
            except BusError as error:
                if error.code == "fenced":  # there is one at a time
                    print(f"error: {error}", file=sys.stderr)
                    sys.exit(75)
                if error.code in ("epoch-changed", "diverged"):  # its state is no longer on the log
                    self.incarnation = self.bus.claim(self.name)["incarnation"]
                elif error.is_transient:  # the requests are answered again, from the cursor on
                    time.sleep(0.5)
                elif error.code not in ("cursor-moved", "events-missed"):
                    raise
                self.status.started_over += 1

    def run_from_cursor(self) -> None:
        """Works from the cursor on, with nothing in memory, until something makes it start over."""
        self.cursor, self.count = self.bus.cursor(self.name), 0
        self.answered: dict[tuple[str, str], int] = {}  # by session and member: the newest request that has an answer
        subscription = self.bus.subscribe(self.topics, after=self.cursor)
        try:
            while True:
                try:
                    events = subscription.next(timeout=1)
                except BusError as error:
                    if error.code != "trimmed":
                        raise
                    continue  # the log begins later: continue from there
                while events:
                    self.turn(events[:TURN_LIMIT])
                    events = events[TURN_LIMIT:]
                self.status.tell()
        finally:
            subscription.close()

    def turn(self, events: list[Event]) -> None:
        """Answers the newest request of each session, tells the others that they are overtaken, and moves the cursor."""
        newest: dict[str, Event] = {}
        drafts = []
        for event in events:
            if event.kind == "index":
                drafts += [] if event.type.endswith(".failed") else self.search_again(event)
            else:
                if older := newest.get(event.session):
                    drafts += self.superseded(older, event)
                newest[event.session] = event
        self.learn(sorted(newest))
        for event in newest.values():
            drafts += self.search(event)
        self.count += len(events)
        self.status.note(len(events))
        if drafts or self.count >= IDLE_LIMIT:
            self.append(drafts, events[-1].sequence)

    # Searching.

    def learn(self, sessions: list[str]) -> None:
        """What was answered before this process began, as the log tells."""
        known = {session for session, _ in self.answered}
        unknown = [session for session in sessions if session not in known]
        if not unknown:
            return
        for session in unknown:
            self.answered |= {(session, name): 0 for name in self.members}
        for event in self.bus.latest(self.writes, unknown):
            if event.kind == "results" or event.type.endswith(".failed"):
                key = (event.session, event.component)
                self.answered[key] = max(self.answered[key], event.data.get("request") or 0)

    def search(self, event: Event, is_stale: bool = False, index: str | None = None) -> list[Draft]:
        """The answers to what a session wants and has not got, or wants again because an index has changed."""
        drafts = []
        for name, asked in event.data["members"].items():
            if name not in self.members or not asked["search"] or index not in (None, asked["index"]):
                continue
            if is_stale and asked.get("once"):  # what a program without a session asked for is answered once
                continue
            if is_stale or asked["number"] > self.answered.get((event.session, name), 0):
                drafts.append(self.result(event, name, asked))
                self.answered[event.session, name] = asked["number"]
        return drafts

    def search_again(self, event: Event) -> list[Draft]:
        """The answers of all sessions that search an index which has changed."""
        index = event.data.get("index", event.component)
        pages = self.bus.latest_pages([self.topics[0]], limit=TURN_LIMIT)
        return [draft for page in pages for last in page for draft in self.search(last, True, index)]

    def result(self, event: Event, name: str, asked: dict[str, Any]) -> Draft:
        if self.journal.must_set_aside(event):
            return self.failed(event, name, asked, "poison-event", "It has ended the engine's process several times.")
        self.journal.begin(event)
        try:
            about = {"searcher": name, "request": asked["number"], "index": asked["index"]}
            data = self.answer(name, asked) | about
            if not isinstance(data.get("facetHits", data.get("hits")), list):
                raise TypeError("the results have neither `hits` nor `facetHits`, a list")
            if not all(isinstance(hit.get("objectID"), str) for hit in data.get("hits", [])):
                raise TypeError("a hit has no `objectID` that is a text")
            if (size := len(json.dumps(data, allow_nan=False).encode())) > SIZE_LIMIT:
                raise Unanswerable(f"The results have {size} bytes.", "Retrieve less of fewer hits.", "too-large")
        except Unanswerable as error:
            return self.failed(event, name, asked, error.code, error.message, error.remedy)
        except Exception as error:  # one odd request must not stop the searcher
            what = self.exceptions.report(f"`{name}` did not answer request {event.sequence}:", error)
            return self.failed(event, name, asked, "backend-failed", f"The engine failed: {what}.")
        finally:
            self.journal.end()
        kind = "facets" if "facetHits" in data else "hits"
        return Draft(f"results/{name}/{event.session}/", f"searchbus.results.{kind}", data, self.source, event)

    def failed(self, event: Event, name: str, asked: dict[str, Any], code: str, message: str, remedy: str = "Correct the engine's program; it has printed the traceback.") -> Draft:
        return self.progress(event, name, asked, "failed", {"code": code, "message": message, "remedy": remedy})

    def superseded(self, older: Event, newer: Event) -> list[Draft]:
        """What is said of requests that a newer one has overtaken before they were searched."""
        new = newer.data["members"]
        own = [(name, asked) for name, asked in older.data["members"].items() if name in self.members and name in new]
        overtaken = [(name, asked) for name, asked in own if asked["search"] and asked["number"] < new[name]["number"]]
        return [self.progress(older, name, asked, "superseded") for name, asked in overtaken]

    def progress(self, event: Event, name: str, asked: dict[str, Any], word: str, more: dict[str, Any] | None = None) -> Draft:
        data = {"searcher": name, "request": asked["number"], "query": asked["query"], "page": asked["page"]}
        topic = f"search/{name}/{event.session}/"
        return Draft(topic, f"searchbus.search.{word}", data | (more or {}), self.source, event)

    # The log.

    def append(self, drafts: list[Draft], place: int) -> None:
        """Appends answers; the last part of them moves the cursor, so that a process that dies before it answers again."""
        while len(drafts) > 1 and sum(len(frame) for draft in drafts for frame in draft.frames()) > APPEND_LIMIT:
            half = len(drafts) // 2
            self.bus.append_retrying(drafts[:half], on_wait=self.status.tell)
            drafts = drafts[half:]
        move = {
            "component": self.name,
            "from": str(self.cursor),
            "to": str(place),
            "folded": self.count,
            "prefixes": self.topics,
            "incarnation": self.incarnation,
        }
        self.bus.append_retrying(drafts, move, uuid.uuid4().hex, self.status.tell)
        self.cursor, self.count = place, 0
        if len(self.answered) > 100_000:
            self.answered = {}
