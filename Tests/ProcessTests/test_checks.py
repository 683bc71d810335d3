# SPDX-License-Identifier: MIT
"""The checks of logs and streams fire when they should: whatever they say of real logs is worth what this says of them."""

import copy
import threading

import pytest
from bus_document import bus_document
from searchbus_bus import Event
from searchbus_checks import check_app_log, comparable
from searchbus_testing import log_path
from soak_load import Watcher


class Log:
    """Events as a broker would number them, of one session."""

    def __init__(self):
        self.events = []
        self.last = {}

    def add(self, topic, kind, data, source="/test", name=None):
        """One more event."""
        place = len(self.events) + 1
        body = {"id": name or f"e{place}", "type": f"searchbus.{topic.split('/')[0]}.{kind}", "source": source,
                "data": data, "sequence": str(place), "previous": str(self.last.get(topic, 0)),
                "channelprevious": str(self.last.get(topic, 0)), "epoch": "one"}
        self.last[topic] = place
        self.events.append(Event(topic, body))
        return self.events[-1]


def sound_log():
    """Two texts, each asked for, carried out, searched and shown."""
    log = Log()
    for number, text in enumerate(["a", "ab"], 1):
        intent = log.add("intent/box/s/", "set-query", {"query": text}, name=f"i{number}")
        log.add("outcome/box/s/", "applied", {"intent": intent.id, "result": "applied"}, source="/state")
        log.add("request/products/s/", "changed", {"number": number, "members": {"products": {"number": number, "since": 0}}})
        log.add("results/products/s/", "hits", {"request": number, "query": text})
        log.add("view/hits/s/", "hits", {"query": text, "list": number})
        log.add("view/stats/s/", "stats", {"query": text})
    return log


def changed(log, place, **members):
    """The log with other data in one event."""
    event = log.events[place]
    log.events[place] = Event(event.topic, {**event.body, "data": {**event.data, **members}})
    return log


def without(log, place):
    """The log in which one event is another's: its place is there, what it said is not."""
    event = log.events[place]
    log.events[place] = Event(event.topic, {**event.body, "data": {**event.data, "intent": "i0"}})
    return log


def test_a_sound_log_passes():
    check_app_log(sound_log().events)


WRONG = {
    "has no outcome": lambda log: without(log, 1),
    "has two outcomes": lambda log: log.add("outcome/box/s/", "applied", {"intent": "i1", "result": "applied"}) and log,
    "places have holes": lambda log: log.events.pop(3) and log,
    "request goes back": lambda log: changed(log, 8, number=2, members={"products": {"number": 0, "since": 0}}),
    "results go back": lambda log: log.add("results/products/s/", "hits", {"request": 1, "query": "a"}) and log,
    "results twice": lambda log: log.add("results/products/s/", "hits", {"request": 2, "query": "ab"}) and log,
    "a list goes back": lambda log: log.add("view/hits/s/", "hits", {"query": "ab", "list": 1}) and log,
    "a text goes back": lambda log: log.add("view/stats/s/", "stats", {"query": "a"}) and log,
    "an id is there twice": lambda log: log.add("view/stats/s/", "stats", {"query": "ab"}, name="i2") and log,
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_found(what):
    log = WRONG[what](sound_log())
    with pytest.raises(AssertionError):
        check_app_log(log.events)


def test_intents_carried_out_in_another_order_are_found():
    log = sound_log()
    first, second = log.events[1].data["intent"], log.events[7].data["intent"]
    changed(changed(log, 1, intent=second), 7, intent=first)
    with pytest.raises(AssertionError, match="in the order of the log"):
        check_app_log(log.events)


class NoStack:
    """An app that is not there."""

    gateway = None


def test_a_view_that_goes_back_on_a_page_is_found():
    watcher = Watcher(NoStack, "s", threading.Event())
    for place in (5, 7, 6):
        watcher.take("view", {"topic": "view/hits/s/", "event": {"sequence": str(place).zfill(20), "data": {}}})
    watcher.take("view", {"topic": "view/stats/s/", "event": {"sequence": "00000000000000000004", "data": {"n": 1}}})
    assert watcher.backwards == [("hits", 7, 6)] and watcher.views["stats"] == {"n": 1}


def test_views_differ_where_people_see_a_difference():
    view = {"session": {"link": "?q=a"}, "stats": {"nbHits": 3, "processingTimeMS": 1}, "hits": {"list": 4, "hits": [1]}}
    other = {"session": {"link": "?q=a"}, "stats": {"nbHits": 3, "processingTimeMS": 9}, "hits": {"list": 9, "hits": [1]}}
    assert comparable(view) == comparable(other)
    other["hits"]["hits"] = [2]
    assert comparable(view) != comparable(other)


def test_the_description_of_the_bus_fits_its_events_and_no_others(shop):
    """Each kind of fault in an event is found: another type, another value, a member that is missing or unknown."""
    document = bus_document(shop.document)
    session = shop.new_session()
    shop.gateway.send(session, ("box", "set-query", {"query": "lamp"}), wait=True)
    entries = shop.gateway.call("GET", log_path(session=session, after=0, limit=200))["events"]
    # A further page of a view, whose type the description leaves open, may be the last event of its kind.
    # So may the view of the session itself, which may have further members.
    entries = [entry for entry in entries if not entry["event"]["type"].endswith("-page") and not entry["topic"].startswith("view/session/")]
    events = {entry["topic"].partition("/")[0]: (entry["topic"], entry["event"]) for entry in entries}
    assert {"intent", "outcome", "request", "view"} <= set(events)
    assert [problem for event in events.values() if (problem := document.problem(*event))] == []

    def changed(kind, change):
        topic, event = copy.deepcopy(events[kind])
        change(event)
        return document.problem(topic, event)

    assert "no message has the type" in changed("request", lambda event: event.update(type="searchbus.request.odd"))
    assert "result" in changed("outcome", lambda event: event["data"].update(result="odd"))
    assert "searcher" in changed("request", lambda event: event["data"].pop("searcher"))
    assert "odd" in changed("view", lambda event: event["data"].update(odd=1))
    assert "epoch" in changed("intent", lambda event: event.update(epoch=1))
