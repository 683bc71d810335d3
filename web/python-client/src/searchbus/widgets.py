# SPDX-License-Identifier: MIT
"""A widget written in Python: you write a pure fold, `run` does the rest.

A widget is a class with

* `type`                  the widget type in the app file
* `__init__(widget)`      optional: takes a `Widget`, what the app file says of it; raises `ValueError` for parameters that
                          make no sense
* `initial()`             the state of a session in which nothing has happened yet
* `fold(state, event)`    one event in: the new state and what became of it. `event.kind` is `intent`, `filters`,
                          `request`, `search` or `results`. For an intent: `"applied"`, `"unchanged"`, or `asks(…)` where
                          others are to carry it out; for everything else None, or `asks(…)`. Raises `Refused`, before it
                          has changed the state, for an intent that makes no sense
* `view(state)`           the whole of what a controller draws: an object with `phase` and what else there is to say
* `restore(state, view)`  optional: what only the last view knows. Called after a restart with a state into which the session's
                          last filters, request, progress and results have been folded
* `needs`                 optional: what the searcher is to count for it, `{"facets": [{"attribute": "brand"}], "stats": ["price"]}`
* `is_waiting(state)` and `overdue(state)`   optional: whether an answer is awaited, and the state once that has taken long

`run(Type)` runs it on the bus. All outputs of a turn are appended together with the cursor: kill the program
at any time, and the next one resumes exactly after the last append.
"""

import inspect
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NoReturn

from searchbus._health import environment
from searchbus.bus import Bus, Event

__all__ = ["Asks", "Event", "Refused", "SearchPhase", "Widget", "asks", "run"]
INTENT_LIMIT = 100  # how many requests to others one event may lead to


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
    members: list[str] = field(default_factory=list[Any])  # the searchers that answer: itself, or those of a `multi` one
    unit: str | None = None  # the searcher whose `request/` says what they are asked for
    filter_state: str | None = None
    parameters: dict[str, Any] = field(default_factory=dict[str, Any])

    @property
    def topics(self) -> list[str]:
        """The inputs of the widget."""
        topics = ["intent/session/", f"intent/{self.name}/"]
        if self.unit:
            topics.append(f"request/{self.unit}/")
        if self.filter_state:
            topics.append(f"filters/{self.filter_state}/")
        return topics + [f"{kind}/{name}/" for name in self.members for kind in ("search", "results")]


@dataclass
class Asks:
    """Requests to a filter state or a searcher, which carry an intent out."""

    intents: list[tuple[str, str, dict[str, Any]]]


def asks(to: str, type: str, data: dict[str, Any] | None = None) -> Asks:
    """Asks a component for something: `asks(widget.filter_state, "set-filters", {…})`."""
    return Asks([(to, type, data or {})])


class SearchPhase:
    """How far a widget's searcher has got: `phase`, `error` and `stale` of its view, and which answers come too late.

    Keep one in the state, let it `take` every event, and make the view with it: `search.view({"bounds": …})`.
    """

    def __init__(self, widget: Widget):
        # By searcher: its phase, the newest request, the oldest whose answer may be shown, the one that is shown.
        self.members: dict[str, dict[str, Any]] = {
            name: {"phase": "idle", "newest": 0, "since": 0, "shown": 0} for name in widget.members
        }
        self.awaited: set[str] = set()

    def take(self, event: Event) -> bool:
        """Folds an event. True for results to show, and for a request that invalidates what is shown."""
        if event.kind == "request":
            changes = [self._request(name, request) for name, request in event.data["members"].items()]
            return any(changes)
        member = self.members.get(event.component)
        if member is None or event.kind not in ("search", "results"):
            return False
        number = event.data["request"]
        return (self._results if event.kind == "results" else self._search)(event, member, number)

    def _request(self, name: str, request: dict[str, Any]) -> bool:
        member, number, is_admitted = self.members.get(name), request["number"], request["search"]
        if member is None or not (number > member["newest"] or number == member["newest"] and not is_admitted):
            return False
        member |= {"newest": number, "since": max(member["since"], request["since"])}
        if is_admitted:
            self.awaited.add(name)
            return False
        self.awaited.discard(name)
        was_shown = member["phase"] != "idle"
        member |= {"phase": "idle", "shown": 0}
        return bool(was_shown)

    def _results(self, event: Event, member: dict[str, Any], number: int) -> bool:
        if number < max(member["since"], member["shown"]):
            return False
        member["shown"] = number
        if number >= member["newest"]:
            member |= {"phase": "ready", "newest": number}
            self.awaited.discard(event.component)
        return True

    def _search(self, event: Event, member: dict[str, Any], number: int) -> bool:
        word = event.type.rpartition(".")[2]
        if number < member["since"] or word == "superseded":
            return False
        if word == "failed":
            if number >= max(member["newest"], member["shown"]):
                member |= {"phase": "failed", "newest": number, "error": event.data}
                self.awaited.discard(event.component)
        elif number > member["shown"]:
            if number > member["newest"]:
                member["newest"] = number
                self.awaited.add(event.component)
            if word == "stalled" or member["phase"] != "stalled":
                member["phase"] = "stalled" if word == "stalled" else "loading"
        return False

    @property
    def is_waiting(self) -> bool:
        """Whether results are awaited that are not marked as stalled yet."""
        return any(self.members[name]["phase"] != "stalled" for name in self.awaited)

    def overdue(self) -> None:
        """What is awaited has not come for long."""
        for name in self.awaited:
            self.members[name]["phase"] = "stalled"

    def view(self, rest: dict[str, Any]) -> dict[str, Any]:
        """A view: `phase`, the widget's own members, and after a failure what went wrong and whether the rest is stale."""
        members = [self.members[name] for name in sorted(self.members)]
        phases = [member["phase"] for member in members]
        started = [phase for phase in phases if phase != "idle"]
        under_way = [word for word in ("stalled", "loading", "ready") if word in phases]
        phase = [*under_way, *started, "idle"][0]
        view: dict[str, Any] = {"phase": phase} | rest
        if phase == "failed":
            error = next(member["error"] for member in members if member["phase"] == "failed")
            view["error"] = {key: error[key] for key in ("code", "message", "remedy") if key in error}
            if any(member["shown"] for member in members):
                view["stale"] = True
        return view


def run(make: Callable[..., Any]) -> None:
    """Works until the process is ended. `searchbus up` sets the variables that say where and as which widget."""
    from searchbus._widget_host import Host  # only what runs needs it: tests of a fold do not

    path, name, runtime = environment("SEARCHBUS_APP", "SEARCHBUS_WIDGET", "SEARCHBUS_RUNTIME")
    with open(path, encoding="utf-8") as file:
        app = json.load(file)
    entry = next(entry for entry in app["widgets"] if entry["name"] == name)
    known = ("name", "type", "title", "searcher", "members", "unit", "parameters")
    configuration = Widget(
        filter_state=entry.get("filterState"), **{key: entry[key] for key in known if entry.get(key) is not None}
    )
    try:
        widget = make(configuration) if inspect.signature(make).parameters else make()
    except KeyError as error:
        end(configuration, f"`{error.args[0]}` is missing.")
    except (TypeError, ValueError) as error:
        end(configuration, str(error))
    Host(Bus(runtime), widget, configuration, program_of(make)).run()


def program_of(make: Callable[..., Any]) -> bytes:
    """The program's text: after a change of it the views of all sessions are made again."""
    try:
        return inspect.getsource(inspect.getmodule(make) or make).encode()
    except (OSError, TypeError):
        return b""


def end(widget: Widget, problem: str) -> NoReturn:
    """Ends for good: what the app file says wrong stays wrong, and with this code `searchbus up` gives the widget up."""
    print(f"error: widget `{widget.name}`: {problem} [invalid-app-file]\n  Correct it in the app file.", file=sys.stderr)
    sys.exit(78)
