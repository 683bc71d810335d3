# SPDX-License-Identifier: MIT
"""Bytes become events, however they are cut."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from searchbus_client import EventParser, Problem, ServerSentEvent

LIMIT = 1 << 20
# Texts of what matters to a parser: line ends of every kind, colons, spaces, letters of several bytes.
LINES = st.sampled_from(["data: a", "data:é😀", "data", "event: view", "id: e-1", "id: a\0b", "retry: 5", ": note", ":", "", "\ufeff", " x"])
ENDS = st.sampled_from(["\n", "\r", "\r\n"])
TEXTS = st.lists(st.tuples(LINES, ENDS).map("".join), max_size=30).map("".join) | st.text(st.sampled_from("ad:\r\n \0é\ufeff"))


def parse(pieces, limit=LIMIT):
    """The events of pieces of bytes."""
    parser = EventParser(limit)
    return [event for piece in pieces for event in parser.push(piece)]


def expected(text):
    """The events of a whole text, as the HTML standard tells it."""
    events, data, name, last = [], [], "", ""
    *lines, _ = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
    for line in lines:
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if not line:
            if data:
                events.append(ServerSentEvent(name or "message", "\n".join(data), last))
            data, name = [], ""
        elif field == "data":
            data.append(value)
        elif field == "event":
            name = value
        elif field == "id" and "\0" not in value:
            last = value
    return events


@given(TEXTS, st.data())
def test_events_are_the_same_however_the_bytes_are_cut(text, data):
    content = text.encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(content)), max_size=8)))
    pieces = [content[start:end] for start, end in zip([0, *cuts], [*cuts, len(content)], strict=True)]
    assert parse(pieces) == expected(text) == parse(content[place:place + 1] for place in range(len(content)))


@given(st.lists(st.tuples(st.text(st.characters(exclude_characters="\r\n\0", exclude_categories=["Cs"]), min_size=1),
                          st.sampled_from(["", "view", "reset"]), st.sampled_from(["", "e-1", "e-2"]))))
def test_what_a_gateway_writes_is_read(events):
    written = "".join((f"id: {id}\n" if id else "") + f"event: {name or 'message'}\ndata: {text}\n\n" for text, name, id in events)
    last, wanted = "", []
    for text, name, id in events:
        last = id or last
        wanted.append(ServerSentEvent(name or "message", text, last))
    assert parse([written.encode()]) == wanted


@given(st.binary(max_size=300), st.integers(0, 40))
def test_whatever_the_bytes_there_is_an_answer_or_a_problem(content, limit):
    try:
        parse([content], limit)
    except Problem as problem:
        assert problem.code == "too-large" and len(content) > limit


@pytest.mark.parametrize("piece", [b"data: " + b"a" * 90, b"data: a\n" * 20, b"a\n" * 60, b"id" + b"1" * 120])
def test_an_event_without_an_end_is_refused(piece):
    with pytest.raises(Problem, match="too-large"):
        parse([piece] * 2, limit=100)
    assert len(parse([b"data: " + b"a" * 60 + b"\n\n"] * 5, limit=100)) == 5


def test_comments_of_any_number_are_not_an_event():
    assert parse([b": still here\n" * 1000, b"data: x\n\n"], limit=100) == [ServerSentEvent("message", "x", "")]
