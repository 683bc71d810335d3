# SPDX-License-Identifier: MIT
"""Runs a widget on the bus: `searchbus.widgets.run` starts it; the steps are those of docs/protocol.md, section 8."""

import hashlib
import json
import re
import sys
import time
import uuid
from typing import Any

from searchbus._health import CrashJournal, ExceptionReports, Status
from searchbus.bus import Bus, BusError, Draft, Event
from searchbus.widgets import INTENT_LIMIT, Asks, Refused, Widget

IDLE_LIMIT = 512  # after so many events without an output the cursor is moved all the same
TURN_LIMIT = 128  # how many events one turn folds, and how many sessions one `latest` command may have
DRAFT_LIMIT = 500  # roughly how many events one turn appends before the views of its sessions; an append takes 1,024
MEMORY_LIMIT = 32 << 20  # how many bytes of views the sessions held in memory may have
APPEND_LIMIT = 12 << 20  # how many bytes a turn may append in all; the broker takes 16 MiB at once
SIZE_LIMIT = 1 << 20  # how large an event's data may be, in bytes
DEPTH_LIMIT, VALUE_LIMIT = 64, 200_000  # how deep it may be nested, and how many values it may have
PATIENCE = 0.2  # the timeout in seconds after which results are overdue
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Host:
    """One widget on the bus."""

    role, label = "custom", "custom"

    def __init__(self, bus: Bus, widget: Any, configuration: Widget, program: bytes = b""):
        self.bus, self.widget, self.name = bus, widget, configuration.name
        self.topics, self.searcher = configuration.topics, configuration.searcher
        self.asked_for = [topic for topic in self.topics if topic.startswith(("request/", "filters/"))]
        self.memories = [f"view/{self.name}/", *(topic for topic in self.topics if not topic.startswith("intent/"))]
        self.digest = hashlib.sha256(repr(configuration).encode() + program).hexdigest()[:32]
        self.source = f"/interactor/{self.name}"
        self.turn_limit = TURN_LIMIT
        self.journal = CrashJournal(f"{bus.runtime}/custom-{self.name}.crashes")
        self.status = Status(self)
        self.exceptions = ExceptionReports()
        self.asked = {to for to, _, _ in self.needs()}  # the components that it has ever sent intents to
        self.claim()

    @property
    def writes(self) -> list[str]:
        """The beginnings of the topics that it writes to."""
        return [f"view/{self.name}/", f"outcome/{self.name}/", *(f"intent/{to}/" for to in sorted(self.asked))]

    def claim(self) -> None:
        """Makes this the only process of the widget."""
        claim = self.bus.claim(self.name)
        self.incarnation, self.configured = claim["incarnation"], claim.get("configuration")

    def run(self) -> None:
        """Runs until the process is ended, or until another process has claimed the widget."""
        while True:
            try:
                self.run_from_cursor()
            except BusError as error:
                if error.code == "fenced":  # there is one at a time
                    print(f"error: {error}", file=sys.stderr)
                    sys.exit(75)
                if error.code in ("epoch-changed", "diverged"):  # its state is no longer on the log
                    self.claim()
                elif error.code == "too-large" and self.turn_limit > 1:  # the outputs of a turn together
                    self.turn_limit //= 2
                elif error.is_transient:  # the event is folded again, from the cursor on
                    time.sleep(0.5)
                elif error.code not in ("cursor-moved", "events-missed"):
                    raise
                self.status.started_over += 1

    def run_from_cursor(self) -> None:
        """Runs from the cursor on, with nothing in memory, until it must start over."""
        self.cursor = self.folded = self.bus.cursor(self.name)
        self.count = 0  # events folded since the cursor was moved
        self.forget()
        self.review()
        subscription = self.bus.subscribe(self.topics, after=self.cursor)
        try:
            while True:
                try:
                    events = subscription.next(timeout=max(0.0, self.next_at() - time.monotonic()))
                except BusError as error:
                    if error.code != "trimmed":
                        raise
                    continue  # the log begins later: continue from there
                while events:
                    events = events[self.turn(events) :]
                    self.status.tell()
                self.call_slow()
                self.status.tell()
        finally:
            subscription.close()

    # Turns.

    def turn(self, events: list[Event]) -> int:
        """Folds some events, appends their outputs, and returns how many they were."""
        events = events[: self.turn_limit]
        self.load({event.session for event in events})
        drafts: list[Draft] = []
        causes: dict[str, tuple[int, int, Event]] = {}
        count = 0
        for event in events:
            said = self.fold(event)
            met = (weight(event, said), event.sequence, event)
            causes[event.session] = max(met, causes.get(event.session, met))
            drafts += said
            self.folded = max(self.folded, event.sequence)
            count += 1
            if len(drafts) >= DRAFT_LIMIT:
                break
        drafts += self.conclude({session: event for session, (_, _, event) in causes.items()})
        self.count += count
        self.status.note(count)
        if drafts or self.count >= IDLE_LIMIT:
            self.append(drafts)
        return count

    def fold(self, event: Event) -> list[Draft]:
        """Folds one event; returns its outputs."""
        is_own = event.kind == "intent" and event.component == self.name
        reset = getattr(self.widget, "reset", None) if event.type == "searchbus.intent.reset" and not is_own else None
        if event.kind == "intent" and not is_own and not reset and event.type != "searchbus.intent.start":
            return []  # its effect arrives in `filters/` and `request/`
        if self.journal.must_set_aside(event):
            return self.set_aside(event, "the process ended each time it worked on it")
        self.journal.begin(event)
        try:
            state = self.states[event.session]
            state, result = (reset(state), None) if reset else self.widget.fold(state, event)
            intents = self.intents(result)
        except Refused as refusal:
            return [self.outcome(event, "rejected", reason("invalid-intent", *refusal_words(refusal)))] if is_own else []
        except Exception as error:  # one invalid event must not stop the widget
            if isinstance(error, BusError) and error.is_transient:
                raise
            what = self.exceptions.report(f"`{self.name}` skipped event {event.sequence} ({event.type}):", error)
            return self.set_aside(event, what)
        self.states[event.session] = state
        self.blamed[event.session] = event
        if event.kind == "results":
            self.faults.pop(event.session, None)
        if event.type == "searchbus.intent.start" and not is_own:
            intents += self.needs()
        drafts = [self.outcome(event, "applied" if isinstance(result, Asks) else result or "unchanged")] if is_own else []
        return drafts + self.requests(intents, event.session, event)

    def intents(self, result: Any) -> list[tuple[str, str, dict[str, Any]]]:
        """The intents of a fold to others, if they are valid."""
        if not isinstance(result, Asks):
            if result not in (None, "applied", "unchanged"):
                raise TypeError(f"fold returned {result!r} instead of 'applied', 'unchanged', asks(…) or None")
            return []
        if len(result.intents) > INTENT_LIMIT:
            raise ValueError(f"fold returned {len(result.intents)} intents; at most {INTENT_LIMIT} are allowed")
        for to, type, data in result.intents:
            if not (NAME.fullmatch(str(to)) and NAME.fullmatch(str(type))):
                raise ValueError(f"fold returned an intent `{type}` to `{to}`, which is invalid")
            if problem := problem_of(data):
                raise Refused(f"The intent to `{to}` {problem}.", "Send less at once.")
        if sum(size_of(data) for _, _, data in result.intents) > 8 * SIZE_LIMIT:
            raise Refused("The intents to other components are too large together.", "Send less at once.")
        return list(result.intents)

    def needs(self) -> list[tuple[str, str, dict[str, Any]]]:
        """The counts that the widget needs: its searcher knows only the needs of built-in types."""
        needs = getattr(self.widget, "needs", None)
        return [(self.searcher, "add-needs", needs)] if needs and self.searcher else []

    def requests(self, intents: list[Any], session: str, cause: Event | None) -> list[Draft]:
        self.asked |= {to for to, _, _ in intents}
        return [
            Draft(f"intent/{to}/{session}/", f"searchbus.intent.{type}", data, self.source, cause)
            for to, type, data in intents
        ]

    def set_aside(self, event: Event, what: str) -> list[Draft]:
        """Skips an invalid event, and shows it."""
        message = f"`{self.name}` skipped event {event.sequence} ({event.type}): {what[:1000]}"
        told = reason("poison-event", message, "Correct the widget, or the sender of the event.")
        self.status.set_aside += 1
        if event.kind != "intent":
            self.faults[event.session] = told
        return [self.outcome(event, "rejected", told)]

    def conclude(self, causes: dict[str, Event | None]) -> list[Draft]:
        """The changed views of some sessions."""
        drafts = []
        for session, cause in causes.items():
            if blamed := self.blamed.pop(session, None):
                self.journal.begin(blamed)
            else:
                self.journal.end()  # the last recorded event was another session's, or was skipped
            view, text = self.view(session)
            if text != self.views[session]:
                self.held += len(text) - len(self.views[session] or "")
                self.views[session] = text
                topic = f"view/{self.name}/{session}/"
                drafts.append(Draft(topic, f"searchbus.view.{self.widget.type}", view, self.source, cause))
            self.note_waiting(session)
        self.journal.end()
        return drafts

    def view(self, session: str) -> tuple[dict[str, Any], str]:
        """A session's view, and the same as text; or an error view."""
        try:
            view = dict(self.widget.view(self.states[session]))
            if fault := self.faults.get(session):
                view |= {"phase": "failed", "error": fault, "stale": True}
            text = json.dumps(view, allow_nan=False)
            if len(text) > SIZE_LIMIT:
                view, text = self.failed("too-large", f"has {len(text)} bytes; at most {SIZE_LIMIT} are allowed")
        except Exception as error:
            what = self.exceptions.report(f"The view of `{self.name}` cannot be created:", error)
            view, text = self.failed("internal-error", f"cannot be created: {what}")
        return view, text

    def failed(self, code: str, what: str) -> tuple[dict[str, Any], str]:
        """The view that replaces an invalid one."""
        remedy = "Show less at once." if code == "too-large" else "Correct the widget."
        view = {"phase": "failed", "error": reason(code, f"The view of `{self.name}` {what}.", remedy)}
        return view, json.dumps(view)

    def outcome(self, event: Event, result: str, told: dict[str, Any] | None = None) -> Draft:
        data = {"intent": event.id, "result": result} | (told or {})
        topic = f"outcome/{self.name}/{event.session}/"
        return Draft(topic, f"searchbus.outcome.{result}", data, self.source, event)

    # Overdue results.

    def note_waiting(self, session: str) -> None:
        is_waiting = getattr(self.widget, "is_waiting", None)
        if is_waiting and is_waiting(self.states[session]):
            self.waiting.setdefault(session, time.monotonic())
        else:
            self.waiting.pop(session, None)

    def next_at(self) -> float:
        """The time at which it must work even without events."""
        return min([self.status.told_at + 1, *(since + PATIENCE for since in self.waiting.values())])

    def call_slow(self) -> None:
        """Lets widgets show that results are overdue, whichever process is the cause."""
        now = time.monotonic()
        late = [session for session, since in self.waiting.items() if since + PATIENCE <= now][: self.turn_limit]
        for session in late:
            self.states[session] = self.widget.overdue(self.states[session])
        drafts = self.conclude(dict.fromkeys(late))
        for session in late:
            self.waiting.pop(session, None)
        if drafts:
            self.append(drafts)

    # Memory.

    def forget(self) -> None:
        self.states: dict[str, Any] = {}
        self.views: dict[str, str | None] = {}  # the last view as text
        self.faults: dict[str, dict[str, Any]] = {}  # why the last results could not be folded; until the next ones are
        self.waiting: dict[str, float] = {}  # since when results are awaited
        self.blamed: dict[str, Event] = {}  # the last event that each session of a turn folded: its view may crash the process
        self.held = 0

    def load(self, sessions: set[str]) -> None:
        """Restores sessions from their last view and the latest folded events of their inputs."""
        missing = sorted(session for session in sessions if session not in self.states)
        for start in range(0, len(missing), TURN_LIMIT):
            some = missing[start : start + TURN_LIMIT]
            known: dict[str, list[Event]] = {session: [] for session in some}
            for event in self.bus.latest(self.memories, some):
                if event.kind == "view" or event.sequence <= self.folded:
                    known[event.session].append(event)
            for session, events in known.items():
                views = [event.data for event in events if event.kind == "view"]
                self.views[session] = json.dumps(views[-1]) if views else None
                self.held += 1_000 + len(self.views[session] or "")
                self.states[session] = self.restored(events, views[-1] if views else None)

    def restored(self, events: list[Event], view: dict[str, Any] | None) -> Any:
        """A session's state; a new one if the view of an older version cannot be read."""
        try:
            state = self.widget.initial()
            for event in events:
                if event.kind != "view":
                    state, _ = self.widget.fold(state, event)
            has_more = view is not None and hasattr(self.widget, "restore")
            return self.widget.restore(state, view) if has_more else state
        except Exception:
            return self.widget.initial()

    def review(self) -> None:
        """Reviews all sessions once if the widget's configuration or its program has changed."""
        if self.configured not in (None, self.digest):
            roster = self.asked_for[:1] or ["view/session/"]
            for page in self.bus.latest_pages(roster, limit=self.turn_limit):
                sessions = {event.session for event in page}
                self.load(sessions)
                asked = [self.requests(self.needs(), session, None) for session in sorted(sessions)]
                drafts = sum(asked, []) + self.conclude(dict.fromkeys(sorted(sessions)))
                if drafts:
                    self.append(drafts, is_reviewing=True)
                self.status.tell()
            self.append([])

    # The log.

    def append(self, drafts: list[Draft], is_reviewing: bool = False) -> None:
        """Appends outputs and cursor in one transaction. The broker compares `folded` with its log and refuses if an event was missed."""
        move = {
            "component": self.name,
            "from": str(self.cursor),
            "to": str(self.folded),
            "folded": self.count,
            "prefixes": self.topics,
            "incarnation": self.incarnation,
        }
        if self.configured != self.digest and not is_reviewing:
            move["configuration"] = self.digest
        self.append_persistently(drafts, move)
        self.configured = move.get("configuration", self.configured)
        self.cursor, self.count = self.folded, 0
        if self.held > MEMORY_LIMIT:
            self.forget()

    def append_persistently(self, drafts: list[Draft], move: dict[str, Any]) -> None:
        """Waits as long as the broker cannot write; replaces outputs that it refuses."""
        append_id, has_replaced = uuid.uuid4().hex, False
        if len(drafts) > 8 and sum(len(frame) for draft in drafts for frame in draft.frames()) > APPEND_LIMIT:
            raise BusError("too-large", "The outputs of a turn are too large together.")
        while True:
            try:
                self.bus.append_retrying(drafts, move, append_id, self.status.tell)
                return
            except BusError as error:
                if error.code in ("too-large", "invalid-event", "malformed-json") and not has_replaced:
                    has_replaced = True
                    if not any([self.replace(draft) for draft in drafts]):
                        raise
                else:
                    raise

    def replace(self, draft: Draft) -> bool:
        """Replaces a view that the broker refuses, which would stop the widget for all sessions."""
        problem = problem_of(draft.data)
        if problem:
            draft.data, _ = self.failed("too-large", problem)
        return bool(problem)


def weight(event: Event, said: list[Draft]) -> int:
    """The rank of an event as the cause of its turn's view: the newest results, else the newest intent that
    the widget itself applied, else the newest other event."""
    if event.kind == "results" or event.type == "searchbus.search.failed":
        return 3
    return 2 if any(draft.type == "searchbus.outcome.applied" for draft in said) else 1


def reason(code: str, message: str, remedy: str) -> dict[str, Any]:
    return {"code": code, "message": message, "remedy": remedy}


def refusal_words(refusal: Refused) -> tuple[str, str]:
    return refusal.message[:4_000], refusal.remedy[:4_000]


def size_of(data: Any) -> int:
    return len(json.dumps(data).encode())


def problem_of(data: Any) -> str | None:
    """The reason for which the broker would refuse an event's data, as the end of a sentence."""
    try:
        size = len(json.dumps(data, allow_nan=False).encode())
    except (RecursionError, TypeError, ValueError) as error:
        return f"is not valid JSON ({error})"
    if size > SIZE_LIMIT:
        return f"has {size} bytes; at most {SIZE_LIMIT} are allowed"
    level, depth, count = [data], 0, 0
    while level:
        depth, count = depth + 1, count + len(level)
        level = [part for value in level for part in parts_of(value)]
    if depth > DEPTH_LIMIT or count > VALUE_LIMIT:
        return f"is nested {depth} deep and has {count} values; at most {DEPTH_LIMIT} and {VALUE_LIMIT} are allowed"
    return None


def parts_of(value: Any) -> list[Any]:
    return list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
