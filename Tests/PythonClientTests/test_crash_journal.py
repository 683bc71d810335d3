# SPDX-License-Identifier: MIT
# Part of SearchBus.
"""What the Python host of Examples/python remembers of the events that ended its process, as the Swift host does."""

import sys

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "Examples/python"))

from searchbus import Event  # pylint: disable=wrong-import-position
from searchbus_health import CrashJournal  # pylint: disable=wrong-import-position


@pytest.fixture
def path(tmp_path):
    """The journal's file."""
    return str(tmp_path / "custom-own.crashes")


def event(place, epoch="test"):
    """The event at a place of a log."""
    return Event(b"intent/own/s/", f'{{"id":"e","epoch":"{epoch}","sequence":"{place}"}}'.encode())


def die(path, *places):
    """A process that folds events and ends over the first that it does not set aside; answers whether it ended."""
    journal = CrashJournal(path)
    for place in places:
        if not journal.must_set_aside(event(place)):
            journal.begin(event(place))
            return True
    return False


def test_an_event_that_has_ended_three_processes_is_set_aside(path):
    assert [die(path, 7) for _ in range(4)] == [True, True, True, False]
    journal = CrashJournal(path)
    assert journal.must_set_aside(event(7))
    assert not journal.must_set_aside(event(8)) and not journal.must_set_aside(event(7, epoch="other"))


def test_what_was_survived_is_no_death(path):
    for _ in range(5):
        journal = CrashJournal(path)
        assert not journal.must_set_aside(event(7))
        journal.begin(event(7))
        journal.end()


@pytest.mark.parametrize("count", [2, 16])
def test_several_events_that_end_the_process_are_all_set_aside_though_they_come_again_together(path, count):
    places = range((1 << 63) - count, 1 << 63)
    deaths = 0
    while die(path, *places):
        deaths += 1
        assert deaths <= 3 * count, "one makes the others forgotten"
    assert deaths == 3 * count


def test_no_more_are_remembered_than_fit(path):
    for place in range(1, 18):
        assert [die(path, place) for _ in range(3)] == [True] * 3
    journal = CrashJournal(path)
    assert [place for place in range(1, 18) if journal.must_set_aside(event(place, "test"))] == list(range(2, 18))


def test_a_file_that_nobody_can_read_is_begun_anew(path):
    with open(path, "wb") as file:
        file.write(b"\0" * 600)
    assert [die(path, 7) for _ in range(4)] == [True, True, True, False]
