# SPDX-License-Identifier: MIT
"""
A client of SearchBus over HTTP: sessions and their views, intents and what becomes of them, searches, the log, streams.

    with SearchBus("http://127.0.0.1:8080", token) as bus:
        session = bus.open()
        session.send("box", "set-query", {"query": "lamp"})
        print(session.views()["hits"]["nbHits"])

`AsyncSearchBus` is the same for asyncio.
"""

from ._async import AsyncSearchBus, AsyncSession, AsyncStream, AsyncViewStream
from ._follow import AppChange, Change, Gap, Health, Lost, Reset, Started, ViewChange
from ._json import JSONObject
from ._keys import restricted_key
from ._models import (
    App, Event, FacetValue, Intent, LogPage, Outcome, Search, SearchAnswer, SessionState, Widget,
)
from ._problems import NoOutcome, NoView, Problem, Rejected, Unreachable
from ._retry import Settings
from ._sse import EventParser, ServerSentEvent
from ._sync import SearchBus, Session, Stream, ViewStream

__all__ = [
    "App", "AppChange", "AsyncSearchBus", "AsyncSession", "AsyncStream", "AsyncViewStream", "Change", "Event",
    "EventParser", "FacetValue", "Gap", "Health", "Intent", "JSONObject", "LogPage", "Lost", "NoOutcome", "NoView", "Outcome",
    "Problem", "Rejected", "Reset", "Search", "SearchAnswer", "SearchBus", "ServerSentEvent", "Session", "SessionState",
    "Settings", "Started", "Stream", "Unreachable", "ViewChange", "ViewStream", "Widget",
    "restricted_key",
]
