# SPDX-License-Identifier: MIT
"""Cuts bytes into server-sent events, as the HTML standard has it. Values in, values out."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ._problems import too_large

_LINE_END = re.compile(rb"[\r\n]")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class ServerSentEvent:
    """One event of a stream: its name, its data, and the id to resume after."""

    name: str
    data: str
    id: str


class EventParser:
    """
    Takes the bytes of one connection as they come, in whatever pieces, and answers with the events they complete.

    An event that does not end within `limit` bytes is refused with the `Problem` `too-large`.
    """

    def __init__(self, limit: int):
        self._limit = limit
        self._line = bytearray()
        self._data: list[str] = []
        self._size = 0
        self._name = ""
        self._id = ""
        self._skips_newline = False
        self._is_first = True

    def push(self, piece: bytes) -> Iterator[ServerSentEvent]:
        """The events that a piece completes. Every one of them has to be taken before the next piece."""
        place = 0
        if self._skips_newline and piece:
            self._skips_newline = False
            place = 1 if piece[:1] == b"\n" else 0
        while (end := _LINE_END.search(piece, place)) is not None:
            self._keep(piece[place : end.start()])
            place = end.end()
            if end[0] == b"\r":
                if place == len(piece):
                    self._skips_newline = True
                elif piece[place] == 0x0A:
                    place += 1
            line = bytes(self._line)
            self._line.clear()
            event = self._take(line)
            if event is not None:
                yield event
        self._keep(piece[place:])

    def _keep(self, part: bytes) -> None:
        self._size += len(part)
        if self._size > self._limit:
            raise too_large("An event of the stream", self._limit)
        self._line += part

    def _take(self, line: bytes) -> ServerSentEvent | None:
        if self._is_first:
            self._is_first = False
            line = line.removeprefix(_BYTE_ORDER_MARK)
        if not line:
            return self._finish()
        if line[:1] == b":":
            # A comment never adds to an event, so that it does not count.
            self._size -= len(line)
            return None
        name, _, value = line.decode("utf-8", "replace").partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._name = value
        elif name == "id" and "\0" not in value:
            self._id = value
        return None

    def _finish(self) -> ServerSentEvent | None:
        event = ServerSentEvent(self._name or "message", "\n".join(self._data), self._id) if self._data else None
        self._data, self._name, self._size = [], "", 0
        return event
