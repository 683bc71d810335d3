# SPDX-License-Identifier: MIT
"""Compares the events on a log with the description of the bus, `/asyncapi.json`."""

import contextlib
import functools
import json
import re
import sqlite3

import jsonschema_rs

# How many of the newest events are read, and how many of one type are checked.
READ, CHECKED = 4_000, 25
# Events of other programs are what tests make of them.
OWN_SOURCE = re.compile(r"/(gateway|state|searcher|interactor|searchbus|broker|indexer|insights|copies)\b")


class BusDocument:
    """The description: for each kind of topic the types of its events, with validators."""

    def __init__(self, document):
        self.components = document["components"]
        self.messages = {
            kind: [self.components["messages"][reference["$ref"].rpartition("/")[2]]["payload"]
                   for reference in channel["messages"].values()]
            for kind, channel in document["channels"].items() if "parameters" in channel
        }
        self.validators = {}

    def problem(self, topic, event):
        """What is wrong with an event; None if nothing is."""
        kind = topic.partition("/")[0]
        if kind not in self.messages:
            return f"{topic}: no channel"
        if not OWN_SOURCE.match(event["source"]):
            return self.invalid(self.validator("event", {"$ref": "#/components/schemas/Event"}), topic, event)
        for place, payload in enumerate(self.messages[kind]):
            type_schema = payload["allOf"][1]["properties"]["type"]
            names, pattern = type_schema.get("enum", []), type_schema.get("pattern")
            if event["type"] in names or pattern and re.match(pattern, event["type"]):
                return self.invalid(self.validator((kind, place), payload), topic, event)
        return f"{topic}: no message has the type {event['type']}"

    def validator(self, key, schema):
        """A validator, compiled once."""
        if key not in self.validators:
            self.validators[key] = jsonschema_rs.Draft202012Validator({"components": self.components, **schema})
        return self.validators[key]

    @staticmethod
    def invalid(validator, topic, event):
        """The first fault that a validator finds."""
        error = next(validator.iter_errors(event), None)
        return error and f"{topic} {event['type']} {event['sequence']}: at {list(error.instance_path)}: {error.message[:300]}"


@functools.lru_cache
def bus_document(text):
    """A description, read once for all apps that have the same."""
    return BusDocument(json.loads(text))


def newest_events(path):
    """The newest events of a log that no process has open, a bounded number of each type: topic and event."""
    counts = {}
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as log:
        rows = log.execute("SELECT name, body FROM events JOIN topics ON topics.id = topic ORDER BY sequence DESC LIMIT ?",
                           (READ,))
        for topic, body in rows:
            event = json.loads(body)
            counts[event["type"]] = counts.get(event["type"], 0) + 1
            if counts[event["type"]] <= CHECKED:
                yield topic, event


def check_log_against(text, path):
    """Raises AssertionError for events that are not as the description of the bus says."""
    document = bus_document(text)
    problems = [problem for topic, event in newest_events(path) if (problem := document.problem(topic, event))]
    assert not problems, "events are not as /asyncapi.json describes them:\n" + "\n".join(problems[:10])
