# SPDX-License-Identifier: MIT
"""Files of a log that are deleted, moved or rolled back: nothing acknowledged is lost in silence, no number is given twice."""

import shutil

import pytest
from searchbus_bus import Draft, Refused
from searchbus_testing import eventually, make_directory


def ending(broker, code):
    """Starts a broker that has to give up; answers with its output."""
    broker.launch()
    assert broker.child.process.wait(20) == code, broker.child.output
    return broker.child.output


def refusal_of(bus, draft):
    """The code with which an append is refused; `None` where it is acknowledged."""
    try:
        bus.append(draft)
    except Refused as refusal:
        return refusal.code
    return None


def test_a_log_that_is_moved_away_stops_acknowledgements_until_it_is_back(make_broker):
    """A running broker notices that its log has another name, refuses appends, and reports it; reads continue."""
    broker = make_broker().start()
    (path, away) = (broker.data / "log.sqlite", broker.data / "moved")
    with broker.bus() as bus:
        acknowledged = [bus.append(Draft("intent/a/s/"))[0] for _ in range(20)]
        statuses = bus.subscribe("status/broker/")
        path.rename(away)
        # What is acknowledged until it is noticed is in the file that is moved.
        eventually(lambda: refusal_of(bus, Draft("intent/a/s/")), lambda code: code == "storage-failed", "it is noticed")
        assert len(bus.read()) >= len(acknowledged)
        problems = eventually(lambda: statuses.receive().data.get("problems"), bool, "it is reported")
        assert [problem["subject"] for problem in problems] == ["append"] and "log.sqlite" in problems[0]["message"]
        away.rename(path)
        eventually(lambda: refusal_of(bus, Draft("intent/a/s/")), lambda code: code is None, "it resumes")
        eventually(lambda: statuses.receive().data.get("problems"), lambda found: not found, "it is resolved")
        before = [event.id for event in bus.read()]
    broker.child.kill()
    broker.start()
    with broker.bus() as bus:
        assert [event.id for event in bus.read()] == before


@pytest.mark.parametrize("ends", ["killed", "in order"])
def test_a_log_that_was_deleted_is_missed(make_broker, ends):
    """No broker begins an empty log instead of a deleted one, without a request."""
    broker = make_broker().start()
    with broker.bus() as bus:
        bus.append(Draft("intent/a/s/"))
        (broker.data / "log.sqlite").unlink()
        eventually(lambda: refusal_of(bus, Draft("intent/a/s/")), lambda code: code == "storage-failed", "it is noticed")
    if ends == "killed":
        broker.child.kill()
    else:
        broker.child.process.terminate()
        broker.child.process.wait(20)
    left = {path.name for path in broker.data.glob("log.sqlite*")}
    said = ending(broker, 66)
    assert "[data-directory-unusable]" in said and "restore" in said and "empty log" in said, said
    assert {path.name for path in broker.data.glob("log.sqlite*")} == left
    for path in broker.data.glob("log.sqlite*"):
        path.unlink()
    with broker.start().bus() as bus:
        assert bus.head() == 0


@pytest.mark.parametrize("name", ["log.sqlite-wal", "log.sqlite-shm"])
def test_a_broker_ends_in_order_where_a_file_beside_its_log_was_deleted(make_broker, name):
    """What it writes would be lost with it; the next broker has everything."""
    broker = make_broker().start()
    with broker.bus() as bus:
        before = [bus.append(Draft("intent/a/s/"))[0] for _ in range(50)]
        (broker.data / name).unlink()
        assert broker.child.process.wait(20) == 74, broker.child.output
    assert name in broker.child.output and "[storage-failed]" in broker.child.output
    with broker.start().bus() as bus:
        assert [event.sequence for event in bus.read()][:len(before)] == before


def test_a_data_directory_that_was_rolled_back_gives_no_sequence_number_again(make_broker):
    """The files of before are written over those that are there, under the same inodes, as by `cp -a` or a rolled back disk."""
    broker = make_broker().start()
    copy = make_directory()

    def end():
        broker.child.process.terminate()
        assert broker.child.process.wait(20) == 0
    try:
        with broker.bus() as bus:
            for _ in range(10):
                bus.append(Draft("intent/a/s/"))
        end()
        files = [path.name for path in broker.data.glob("log.sqlite*")]
        for name in files:
            shutil.copy2(broker.data / name, copy / name)
        with broker.start().bus() as bus:
            for _ in range(1000):
                bus.append(Draft("intent/a/s/"))
            assert bus.head() == 1010, "a broker that ends in order leaves no hole"
        end()
        for name in files:
            (broker.data / name).write_bytes((copy / name).read_bytes())
        with broker.start().bus() as bus:
            first = bus.append(Draft("intent/a/s/"))[0]
            for _ in range(1030):
                bus.append(Draft("intent/a/s/"))
            assert first > 1010
            assert bus.replay(after=1010).diverged == 10, "a reader of lost events is notified"
            assert bus.replay(after=10).diverged is None
            assert len(bus.read()) == 1041
    finally:
        shutil.rmtree(copy)
