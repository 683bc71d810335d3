# SPDX-License-Identifier: MIT
"""Which errors the Python hosts take for transient, and that they lose nothing over them."""

import re

import pytest
from conftest import ROOT

from searchbus import bus


def test_the_codes_are_those_of_the_product():
    wire = ROOT / "Sources/Base/Wire"
    cases = re.search(r"isTransient: Bool \{.*?case (.*?):\n", (wire / "ErrorCode+Transient.swift").read_text(), re.DOTALL)
    words = dict(re.findall(r'^    case (\w+) = "([\w-]+)"$', (wire / "ErrorCode.swift").read_text(), re.MULTILINE))
    assert bus.TRANSIENT == {words.get(name, name) for name in re.findall(r"\.(\w+)", cases[1])}


class Log(bus.Bus):
    """A bus whose broker answers with these errors, one after the other, and then stores."""

    def __init__(self, *codes):  # pylint: disable=super-init-not-called
        self.codes, self.appends = list(codes), []

    def append(self, drafts, move=None, id=None):
        self.appends.append(id)
        if self.codes:
            raise bus.BusError(self.codes.pop(0), "Not now.")
        return {"sequence": "1"}


def test_an_append_is_made_again_until_it_is_stored_with_the_same_id(monkeypatch):
    monkeypatch.setattr(bus.time, "sleep", lambda seconds: None)
    log, waits = Log(*["storage-full", "journal-unavailable"] * 50), []
    assert log.append_retrying([], {}, "id", lambda: waits.append(1)) == {"sequence": "1"}
    assert log.appends == ["id"] * 101 and len(waits) == 100
    with pytest.raises(bus.BusError, match="cursor-moved"):
        Log("cursor-moved").append_retrying([])
