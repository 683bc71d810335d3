# SPDX-License-Identifier: MIT
"""The calls of the gateway as values: the request, and the decoding of its response. They are sent elsewhere."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from urllib.parse import quote, urlencode

from ._json import JSONObject, as_object, objects, parsed, place, text
from ._models import App, Intent, LogPage, Outcome, Search, SearchAnswer, SessionState, answer_of, app_of, event_of
from ._problems import NoOutcome, Problem, Rejected, invalid_answer

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Call(Generic[Answer]):
    """One request. Every one may be made again: those that write carry their ids."""

    method: str
    path: str
    read: Callable[[JSONObject], Answer]
    body: JSONObject | None = None

    def answer(self, body: bytes) -> Answer:
        """What the body of an answer says."""
        return self.read(parsed(body))


def new_id() -> str:
    """A random name for a session or an intent."""
    return secrets.token_hex(10)


def session_path(session: str, rest: str = "") -> str:
    """The path of a session, or of something below it."""
    return f"/api/sessions/{quote(session, safe='')}{rest}"


def open_session(session: str, link: str | None) -> Call[str]:
    """Makes sure that a session exists; a new one begins as the link says."""
    if link is None:
        # A key of this session alone permits it, and no other call that creates sessions.
        return Call("PUT", f"/api/sessions/{quote(session, safe='')}", lambda answer: text(answer, "session"), {})
    return Call("POST", "/api/sessions", lambda answer: text(answer, "session"), {"session": session, "link": link})


def get_app() -> Call[App]:
    """What runs."""
    return Call("GET", "/api/app", app_of)


def get_views(session: str) -> Call[SessionState]:
    """A session's views."""

    def read(answer: JSONObject) -> SessionState:
        return SessionState(text(answer, "session"), text(answer, "epoch"), place(answer, "sequence"),
                            as_object(answer.get("views")))

    return Call("GET", session_path(session), read)


def with_ids(intents: Sequence[Intent]) -> list[dict[str, Any]]:
    """Intents as they are sent, each with an id."""
    return [{"to": one.to, "type": one.type, "data": one.data, "id": one.id or new_id()} for one in intents]


def send_intents(session: str, bodies: Sequence[JSONObject], waits: bool) -> Call[tuple[Outcome, ...]]:
    """Puts intents on the log; with `waits`, for what becomes of them."""

    def read(answer: JSONObject) -> tuple[Outcome, ...]:
        sent = objects(answer, "intents")
        if len(sent) != len(bodies):
            raise invalid_answer("it is about other intents")
        return tuple(outcome(told, body, waits) for told, body in zip(sent, bodies, strict=True))

    path = session_path(session, "/intents" + ("?wait=outcome" if waits else ""))
    return Call("POST", path, read, {"intents": list(bodies)})


def outcome(told: JSONObject, intent: JSONObject, waits: bool) -> Outcome:
    """What became of one intent; raises what it was rejected for."""
    said = told.get("outcome")
    if said is None:
        if waits:
            raise NoOutcome("component-failed", f"`{intent['to']}` has not applied `{intent['type']}` yet.",
                            "It is on the log and will be applied; `searchbus status` shows which process does not run.")
        return Outcome(text(told, "id"), place(told, "sequence"), "pending")
    said = as_object(said)
    if said.get("result") == "rejected":
        raise Rejected(text(said, "code", "invalid-intent"), text(said, "message", "The intent was rejected."),
                       text(said, "remedy", ""))
    return Outcome(text(told, "id"), place(told, "sequence"), text(said, "result"))


def search(one: Search) -> Call[SearchAnswer]:
    """One search."""
    return Call("POST", "/api/search", answer_of, one.body)


def search_many(searches: Sequence[Search]) -> Call[tuple[SearchAnswer | Problem, ...]]:
    """Several searches at once; a failed one has a problem instead of an answer."""

    def read_one(answer: JSONObject) -> SearchAnswer | Problem:
        if "error" not in answer:
            return answer_of(answer)
        error = as_object(answer["error"])
        return Problem(text(error, "code"), text(error, "message", ""), text(error, "remedy", ""))

    def read(answer: JSONObject) -> tuple[SearchAnswer | Problem, ...]:
        return tuple(read_one(one) for one in objects(answer, "results"))

    return Call("POST", "/api/search", read, {"requests": [one.body for one in searches]})


def event_query(topics: Sequence[str], **rest: str | int | None) -> str:
    """The parameters that choose events."""
    pairs: list[tuple[str, str | int]] = [("topic", topic) for topic in topics]
    return urlencode(pairs + [(name, value) for name, value in rest.items() if value is not None])


def read_log(topics: Sequence[str], **rest: str | int | None) -> Call[LogPage]:
    """A part of the log."""

    def read(answer: JSONObject) -> LogPage:
        return LogPage(tuple(map(event_of, objects(answer, "events"))), place(answer, "from"), place(answer, "through"),
                       place(answer, "head"), answer.get("more") is True, answer.get("trimmed") is True)

    return Call("GET", f"/api/log?{event_query(topics, **rest)}", read)


def browser_link() -> Call[str]:
    """A link that lets one more browser in."""
    return Call("POST", "/api/links", lambda answer: text(answer, "url"), {})


def index_changed(index: str) -> Call[None]:
    """Tells that an index of an engine elsewhere has changed."""
    return Call("POST", f"/api/indexes/{quote(index, safe='')}/changed", lambda _: None, {})
