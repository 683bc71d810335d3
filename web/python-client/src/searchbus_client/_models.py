# SPDX-License-Identifier: MIT
"""What a client sends and is answered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ._json import JSONObject, as_object, objects, place, text
from ._problems import invalid_answer


@dataclass(frozen=True)
class Intent:
    """A request to a widget, a filter state, a searcher, or to `session`."""

    to: str
    type: str
    data: JSONObject = field(default_factory=dict)
    id: str | None = None
    """Left out, the client chooses one, so that it may repeat the intent without a second effect."""


@dataclass(frozen=True)
class Outcome:
    """What became of an intent that was not rejected."""

    id: str
    sequence: int
    """Its sequence number."""
    result: str
    """`applied`, `unchanged`, or `pending` if the call did not wait for it."""


@dataclass(frozen=True)
class Widget:
    """A widget of the app."""

    name: str
    type: str
    title: str | None
    searcher: str | None
    filter_state: str | None
    parameters: JSONObject


@dataclass(frozen=True)
class App:
    """What runs. `revision` is another text when anything of it has changed; `raw` is the whole answer."""

    name: str
    epoch: str
    revision: str
    widgets: tuple[Widget, ...]
    raw: JSONObject = field(repr=False)


@dataclass(frozen=True)
class SessionState:
    """A session's newest views by widget, at the sequence number `sequence` of the log `epoch`."""

    session: str
    epoch: str
    sequence: int
    views: Mapping[str, Any]


@dataclass(frozen=True)
class Search:
    """One search without a session. Names are those of docs/http.md, as Python writes them."""

    searcher: str
    query: str = ""
    filters: Sequence[JSONObject] | JSONObject | None = None
    base_filters: Sequence[JSONObject] | JSONObject | None = None
    page: int | None = None
    hits_per_page: int | None = None
    index: str | None = None
    facets: Sequence[str | JSONObject] | None = None
    stats: Sequence[str] | None = None
    attributes_to_retrieve: Sequence[str] | None = None
    parameters: JSONObject | None = None

    @property
    def body(self) -> dict[str, Any]:
        """The search as it is sent; what is left out is the gateway's to choose."""
        members = {
            "searcher": self.searcher, "query": self.query, "filters": self.filters, "baseFilters": self.base_filters,
            "page": self.page, "hitsPerPage": self.hits_per_page, "index": self.index, "facets": self.facets,
            "stats": self.stats, "attributesToRetrieve": self.attributes_to_retrieve, "parameters": self.parameters,
        }
        return {name: value for name, value in members.items() if value is not None}


@dataclass(frozen=True)
class FacetValue:
    """A value of an attribute, and how many records have it."""

    value: str | int | float | bool
    """A text, a number or a boolean, as in the records."""
    count: int


@dataclass(frozen=True)
class SearchAnswer:
    """The results of a search. `raw` is the whole response, with highlights, bounds and everything else."""

    searcher: str
    query: str
    nb_hits: int
    """How many were found; of a searcher of values, how many values came."""
    hits: tuple[JSONObject, ...]
    """The records of this page."""
    facets: Mapping[str, tuple[FacetValue, ...]]
    raw: JSONObject = field(repr=False)

    @property
    def warnings(self) -> tuple[JSONObject, ...]:
        """What could not be done while the rest is valid, such as a facet that no record has: `attribute`, `code`, `message`, `remedy`."""
        listed = self.raw.get("warnings")
        return tuple(each for each in listed if isinstance(each, dict)) if isinstance(listed, list) else ()


@dataclass(frozen=True)
class Event:
    """An event of the log: a CloudEvent at its place. `raw` has every attribute."""

    topic: str
    id: str
    type: str
    sequence: int
    epoch: str
    data: Any
    raw: JSONObject = field(repr=False)

    @property
    def kind(self) -> str:
        """`intent`, `results`, `view` …: the first part of the topic."""
        return self.topic.partition("/")[0]

    @property
    def component(self) -> str:
        """Whom it concerns: the second part of the topic."""
        return self.topic.split("/")[1] if "/" in self.topic else ""

    @property
    def session(self) -> str:
        """The session, empty where it concerns none."""
        parts = self.topic.split("/")
        return parts[2] if len(parts) > 2 else ""


@dataclass(frozen=True)
class LogPage:
    """A part of the log: nothing was left out between `start` and `through`."""

    events: tuple[Event, ...]
    start: int
    through: int
    head: int
    more: bool
    """Whether there may be more in the direction of reading."""
    trimmed: bool
    """Whether the log no longer reaches back to where the reading was to begin."""


def app_of(answer: JSONObject) -> App:
    """What `GET /api/app` says."""
    widgets = tuple(
        Widget(text(one, "name"), text(one, "type"), one.get("title"), one.get("searcher"), one.get("filterState"),
               as_object(one.get("parameters", {})))
        for one in objects(answer, "widgets")
    )
    return App(text(answer, "name"), text(answer, "epoch", ""), text(answer, "revision"), widgets, answer)


def event_of(message: JSONObject) -> Event:
    """An event with its topic, as the log and the streams tell it."""
    event = as_object(message.get("event"), "an event is missing")
    return Event(text(message, "topic"), text(event, "id"), text(event, "type"), place(event, "sequence"),
                 text(event, "epoch"), event.get("data"), event)


def facet_value(one: JSONObject) -> str | int | float | bool:
    """The value of a facet."""
    value = one.get("value")
    if isinstance(value, str | int | float):
        return value
    raise invalid_answer("a facet has no value")


def answer_of(answer: JSONObject) -> SearchAnswer:
    """What one search found."""
    found = [as_object(hit.get("record", {})) for hit in objects(answer, "hits")] if "hits" in answer else []
    facets = as_object(answer.get("facets", {}))
    values = {
        name: tuple(FacetValue(facet_value(one), int(one.get("count", 0))) for one in objects(facets, name))
        for name in facets
    }
    return SearchAnswer(text(answer, "searcher"), text(answer, "query", ""),
                        int(answer.get("nbHits", len(answer.get("facetHits", [])))), tuple(found), values, answer)
