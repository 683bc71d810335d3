# SPDX-License-Identifier: MIT
"""
What commit 4f13787 stored and answered, compared with this version: its data directory and app file are opened, and its
requests, bus commands and command lines are repeated. `record_compatibility.py` recorded `fixtures/4f13787`.
"""

import http.client
import json
import re
import time

import pytest
import recordings
from searchbus_testing import PATIENCE, make_directory

EXCHANGES = [json.loads(line) for line in recordings.RECORDING.read_text().splitlines()]

# Answers that were changed on purpose, or that each run may have otherwise, by the request and the place in the answer, and why.
CHANGED = {
    r"keys (rotate|delete) absent .*answer\.error$": "a missing key has an error code of its own; the exit code is the same",
    r"init .*\.choice$": "the text shows names of attributes without `unordered()`; the settings are the same",
    r"send cora price .*answer\.printed$": "an invalid intent is refused before it reaches the log, as by the gateway",
    r"status .*\.cursors\.makerValues$": "a searcher of a list's values that no session used has no cursor",
    r"/api/sessions/gus .*\.views\.(brand|maker)\.": "a link's `q` does not search the values of lists",
    r"/api/sessions/ivy .*\.views\.session\.link$": "the same: such searchers are not part of `q`",
    r"\.views\.price\.precision$": "a range has as many decimals as its bounds",
    r"bus .*filters/main/.*answer\.frames\[1\]\.(previous|causationid|data\.revision)$":
        "the intents of two widgets to a filter state are folded in one turn or in two, by the speed of their processes",
    r"\.views\.current\.items\[\d+\]\.label$": "numbers in labels have a fraction, as in InstantSearch",
}


def name_of(exchange):
    """What is asked, for the name of a test."""
    words = exchange.get("words") or [exchange.get("method", "bus"), exchange.get("path") or exchange["body"][0]]
    return " ".join(map(str, words))


def differences(player, exchange):
    """Where the answer differs from the recorded one. A read is repeated until it is equal: what it reads may follow later."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            found = list(recordings.differences(exchange["answer"], player.play(exchange)))
        except (OSError, http.client.HTTPException) as error:
            found = [repr(error)]
        found = [place for place in found if not any(
            re.search(pattern, f"{name_of(exchange)} {place.partition(': ')[0]}") for pattern in CHANGED)]
        if not found or exchange.get("method") != "GET" or time.monotonic() > deadline:
            return found


@pytest.fixture(scope="module")
def found():
    """The differences of each exchange; all are played in their order."""
    data = make_directory()
    player = recordings.Player(data, recordings.unpack(data))
    try:
        answers = []
        for exchange in EXCHANGES:
            if exchange["when"] == "running" and player.stack.child is None:
                player.stack.start()
            answers.append(differences(player, exchange))
        yield answers
    finally:
        player.close()


@pytest.mark.parametrize("number", range(len(EXCHANGES)),
                         ids=[f"{number} {name_of(exchange)}"[:80] for number, exchange in enumerate(EXCHANGES)])
def test_the_answer_is_the_recorded_one(found, number):
    assert not found[number], "\n".join(found[number][:20])
