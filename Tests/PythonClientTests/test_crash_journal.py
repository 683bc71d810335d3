# SPDX-License-Identifier: MIT
"""What the Python host of a widget remembers of the events that ended its process, as the Swift host does."""

import pytest

from searchbus._health import CrashJournal
from searchbus.bus import Event


@pytest.fixture(autouse=True)
def failed(monkeypatch):
    """What a supervisor tells a process whose predecessor was not killed from outside."""
    monkeypatch.setenv(CrashJournal.VARIABLE, "1")


@pytest.fixture
def path(tmp_path):
    """The journal's file."""
    return str(tmp_path / "custom-own.crashes")


def event(place, epoch="test"):
    """The event with a sequence number."""
    return Event(b"intent/own/s/", f'{{"id":"e","epoch":"{epoch}","sequence":"{place}"}}'.encode())


def die(path, *places):
    """A process that folds events and crashes in the first that it does not skip; returns whether it crashed."""
    journal = CrashJournal(path)
    for place in places:
        if not journal.must_set_aside(event(place)):
            journal.begin(event(place))
            return True
    return False


def test_an_event_that_has_crashed_three_processes_is_skipped(path):
    assert [die(path, 7) for _ in range(4)] == [True, True, True, False]
    journal = CrashJournal(path)
    assert journal.must_set_aside(event(7))
    assert not journal.must_set_aside(event(8)) and not journal.must_set_aside(event(7, epoch="other"))


def test_an_event_over_which_the_process_was_killed_from_outside_is_skipped_after_ten_kills(path, monkeypatch):
    monkeypatch.delenv(CrashJournal.VARIABLE)
    assert [die(path, 7) for _ in range(11)] == [True] * 10 + [False]


def test_a_completed_event_is_not_a_crash(path):
    for _ in range(5):
        journal = CrashJournal(path)
        assert not journal.must_set_aside(event(7))
        journal.begin(event(7))
        journal.end()


@pytest.mark.parametrize("count", [2, 16])
def test_several_events_that_crash_the_process_are_all_skipped_though_they_come_again_together(path, count):
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


def test_an_invalid_file_is_started_over(path):
    with open(path, "wb") as file:
        file.write(b"\0" * 600)
    assert [die(path, 7) for _ in range(4)] == [True, True, True, False]
