# SPDX-License-Identifier: MIT
"""The values of a stream's events, and the position to resume from after a disconnect. Values in, values out."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from ._json import JSONObject, as_object, parsed, place, text
from ._models import Event, event_of
from ._problems import Problem, too_large
from ._sse import ServerSentEvent


@dataclass(frozen=True)
class Reset:
    """The complete state: replace everything that you hold. It comes first, and if the gateway could not resume."""

    views: JSONObject
    sequence: int
    epoch: str
    epoch_changed: bool
    """Whether the log is another one than before: its places mean nothing here."""


@dataclass(frozen=True)
class ViewChange:
    """A widget's newest view, whole."""

    widget: str
    view: Any
    event: Event


@dataclass(frozen=True)
class AppChange:
    """The app has changed: call `app()` again."""

    revision: str


@dataclass(frozen=True)
class Health:
    """The components whose process does not respond now; the names of the silent processes."""

    components: tuple[str, ...]
    silent: tuple[str, ...]


@dataclass(frozen=True)
class Lost:
    """The connection broke; the stream is opened again after `wait` seconds, where it left off."""

    problem: Problem
    wait: float


@dataclass(frozen=True)
class Started:
    """The bus is followed, or followed again: nothing behind the place `after` is missed from now on."""

    after: int


@dataclass(frozen=True)
class Gap:
    """Events are missing here: the log no longer reaches back (`trimmed`), or is another one (`epoch-changed`)."""

    code: str
    message: str
    remedy: str


Change = Reset | ViewChange | AppChange | Health
"""What a session's stream tells, beside `Lost`."""


def epoch_of(id: str) -> str:
    """The epoch in a stream's id; empty if the id has none."""
    return id.rpartition("-")[0]


def notice(data: JSONObject) -> Problem:
    """What a stream says before it ends. Another try may succeed, whatever it was."""
    return Problem(text(data, "code"), text(data, "message", ""), text(data, "remedy", ""), status=503)


class SessionFollower:
    """A session's views as its stream tells them, over all of its connections."""

    def __init__(self, view_limit: int):
        self.views: dict[str, Any] = {}
        self.epoch: str | None = None
        self.last_event_id: str | None = None
        self._view_limit = view_limit
        self._sizes: dict[str, int] = {}
        self._floor = -1
        self._places: dict[str, int] = {}
        self._revision: str | None = None
        self._names: frozenset[str] | None = None
        self._expected: str | None = None

    @contextmanager
    def expecting(self, widget: str) -> Iterator[None]:
        """The view of a widget is waited for. `Problem` is raised if the app has none, here or as soon as that is known."""
        self._expected = widget
        try:
            self._check_names()
            yield
        finally:
            self._expected = None

    def _check_names(self) -> None:
        if self._expected is None or self._names is None or self._expected in self._names:
            return
        names = ", ".join(sorted(self._names)[:40])
        raise Problem("unknown-addressee", f"The app has no widget `{self._expected}`.", f"Name one of these: {names}.")

    def take(self, event: ServerSentEvent) -> Change | None:
        """What an event of the stream changes."""
        data = parsed(event.data)
        change: Change | None = None
        if event.name == "reset":
            change = self._reset(data, event)
        elif event.name == "view":
            change = self._view(data, len(event.data))
        elif event.name == "app":
            change = self._app(text(data, "revision"))
            if isinstance(data.get("views"), list):
                self._names = frozenset(map(str, data["views"]))
            self._check_names()
        elif event.name == "health":
            change = Health(*(tuple(map(str, data.get(name) or ())) for name in ("components", "silent")))
        elif event.name == "notice":
            raise notice(data)
        # Only what was understood is not asked for again.
        if event.id:
            self.last_event_id = event.id
        return change

    def _reset(self, data: JSONObject, event: ServerSentEvent) -> Reset:
        views = as_object(data.get("views"), "`views` is missing")
        self._sizes = {"": len(event.data)}
        self._check()
        epoch = epoch_of(event.id)
        changed = self.epoch is not None and epoch != self.epoch
        self.views, self.epoch = dict(views), epoch
        self._floor, self._places = place(data, "sequence"), {}
        return Reset(views, self._floor, epoch, changed)

    def _view(self, data: JSONObject, size: int) -> ViewChange | None:
        event = event_of(data)
        # After a break, what was seen may come once more.
        if event.sequence <= self._places.get(event.topic, self._floor):
            return None
        self._places[event.topic] = event.sequence
        self._sizes[event.component] = size
        self._check()
        self.views[event.component] = event.data
        return ViewChange(event.component, event.data, event)

    def _app(self, revision: str) -> AppChange | None:
        known, self._revision = self._revision, revision
        return None if known in (None, revision) else AppChange(revision)

    def _check(self) -> None:
        if sum(self._sizes.values()) > self._view_limit:
            raise too_large("What the session's views hold", self._view_limit)


class BusFollower:
    """The events of the bus, over all connections of its stream."""

    def __init__(self) -> None:
        self.last_event_id: str | None = None

    def take(self, event: ServerSentEvent) -> Event | Gap | Started | None:
        """What an event of the stream tells."""
        if event.name not in ("start", "event", "trimmed", "notice"):
            return None
        data = parsed(event.data)
        if event.name == "notice":
            raise notice(data)
        if event.name == "trimmed":
            return Gap(text(data, "code"), text(data, "message", ""), text(data, "remedy", ""))
        found = Started(place(data, "after")) if event.name == "start" else event_of(data)
        # That of the start too: a connection lost before its first event resumes from its start.
        if event.id:
            self.last_event_id = event.id
        return found


def stream_headers(last_event_id: str | None) -> Sequence[tuple[str, str]]:
    """The header fields that open a stream where it left off."""
    resumed = [] if last_event_id is None else [("last-event-id", last_event_id)]
    return [("accept", "text/event-stream"), *resumed]
