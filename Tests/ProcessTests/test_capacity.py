# SPDX-License-Identifier: MIT
"""docs/capacity.md says what `capacity.py` works out, from the costs that the same page tells."""

import math
import re
import subprocess
import sys

import capacity
import pytest
from searchbus_testing import ROOT

PAGE = (ROOT / "docs/capacity.md").read_text(encoding="utf-8")


def tables(text):
    """The tables of a text, each a list of rows of cells, by their first cell; signs that make words stand out are left off."""
    found, table = {}, []
    for line in [*text.replace("*", "").splitlines(), ""]:
        if line.startswith("|"):
            table.append([cell.strip() for cell in line.strip("|").split("|")])
        elif table:
            found[table[0][0]] = [table[0], *table[2:]]
            table = []
    return found


@pytest.fixture(scope="module")
def printed():
    """What the command of the page prints."""
    command = re.search(r"^python3 (Tests/Support/capacity\.py)", PAGE, re.MULTILINE)[1]
    done = subprocess.run([sys.executable, ROOT / command], capture_output=True, text=True, check=True, timeout=60)
    return done.stdout


@pytest.mark.parametrize("name", ["open sessions", "keys/s of one journal"])
def test_the_tables_are_what_the_simulation_prints(printed, name):
    """Row by row and number by number; the simulation draws the same numbers each time."""
    assert len(tables(PAGE)[name]) > 3
    assert tables(PAGE)[name] == tables(printed)[name]


def test_the_costs_are_those_that_the_page_says_were_measured():
    """The column of the busiest run, as exactly as it is printed."""
    rows = {cells[0]: cells[-1] for cells in tables(PAGE)["keys a second"]}
    assert rows["keys a second"] == "364"
    costs = {
        "broker of a machine without workers": capacity.EVENTS * capacity.BROKER_EVENT + capacity.LOADED_ENTRIES * capacity.BROKER_ENTRY,
        "broker of the machine with workers":
            capacity.EVENTS * capacity.WORKERS_BROKER_EVENT + capacity.LOADED_ENTRIES * capacity.WORKERS_BROKER_ENTRY,
        "state store, searcher, widgets, insights": capacity.STATE + capacity.SEARCHER + capacity.WIDGETS + capacity.INSIGHTS,
        "gateways, both": capacity.GATEWAY_OWN + capacity.GATEWAY_OTHERS,
        "NATS server": capacity.NATS_SERVER,
        "entries of the journal for a key": capacity.LOADED_ENTRIES,
    }
    for name, cost in costs.items():
        # The two lines of a broker's cost, by entry and by event, are a fit.
        assert math.isclose(cost, float(rows[name]), rel_tol=0.03), (name, cost, rows[name])
    assert sum(count for count, _ in capacity.STAGES) == pytest.approx(capacity.EVENTS)


def words(pattern):
    """The numbers of a sentence of the page, wherever its lines break."""
    found = re.search(pattern, " ".join(PAGE.split()))
    assert found, f"the page does not say: {pattern}"
    return [float(number.replace(",", "")) for number in found.groups()]


def test_the_sentences_say_the_same_numbers():
    """What is assumed, what a key leaves behind, and where one journal ends."""
    assert words(r"in (\d+) % of them, (\d+) times a minute") == [5, 60]
    assert words(r"daily mean is assumed to be (\d+) % of it") == [capacity.DAY * 100]
    assert words(r"at most (\d+) % busy") == [capacity.FULL * 100]
    events, journal, log, page = words(r"A key leaves ([\d.]+) events: (\d+) kB of the journal, some (\d+) kB .*?, (\d+) kB to a page")
    assert events == capacity.EVENTS
    assert [journal, log, page] == [round(size / 1000) for size in (capacity.JOURNAL_BYTES, capacity.LOG_BYTES, capacity.PAGE_BYTES)]
    assert words(r"takes ([\d.]+) ms \(p50\) to three servers") == [capacity.ORDER[0]]
    assert words(r"a broker's one thread uses (\d+) % of its time") == [round(capacity.THREAD * 100)]
    assert words(r"last event of each topic, some (\d+) kB") == [capacity.SESSION_BYTES / 1000]
    keys, sessions = words(r"At 60 % that is some ([\d,]+) keys a second, ([\d,]+) open sessions")
    assert keys == round(capacity.keys_of_a_journal(), -2)
    # With one in twenty who types once a second.
    assert sessions == pytest.approx(keys * 20, rel=0.05)
    assert words(r"events of all sessions: ([\d.]+) ms a key") == [capacity.GATEWAY_OTHERS]
