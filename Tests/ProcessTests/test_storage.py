# SPDX-License-Identifier: MIT
"""A full disk stops acknowledgements, not reads, and work continues automatically; damaged data are not touched."""

import contextlib
import datetime
import resource
import shutil
import signal
import sqlite3
import subprocess
import threading

import pytest
from fault_injection import Faults
from searchbus_bus import Draft, Refused
from searchbus_checks import check_order
from searchbus_testing import Broker, Child, binary, eventually, make_directory

KIBIBYTE = 1 << 10
LIMIT = 2 << 20


@pytest.fixture
def small_disk():
    """A disk of two megabytes, and the way to make it larger."""
    place = make_directory()

    def mount(*options):
        return subprocess.run(["mount", "-t", "tmpfs", "-o", *options, "tmpfs", place], capture_output=True, text=True,
                              check=False)
    mounted = mount(f"size={LIMIT}")
    if mounted.returncode != 0:
        place.rmdir()
        pytest.skip(f"no disk can be mounted here: {mounted.stderr.strip()}")
    try:
        yield place, lambda: mount(f"remount,size={LIMIT * 16}")
    finally:
        subprocess.run(["umount", "-l", place], check=True)
        place.rmdir()


def fill(bus, codes):
    """Appends until it is refused; answers with what was acknowledged and what was not."""
    acknowledged = []
    for number in range(2000):
        draft = Draft("intent/full/s/", {"n": number, "filler": "x" * 4 * KIBIBYTE})
        try:
            bus.append(draft)
        except Refused as refusal:
            assert refusal.code in codes and refusal.remedy, refusal
            return acknowledged, draft
        acknowledged.append(draft.id)
    raise AssertionError("the disk took everything")


def check_reads(bus, acknowledged):
    """Everything that was acknowledged can be read, in every way."""
    events = bus.read()
    assert [event.id for event in events] == acknowledged
    assert bus.latest(["intent/"])[0].id == acknowledged[-1]
    assert bus.cursor("nobody") == 0 and bus.head() == len(acknowledged)


def check_full(broker, make_room, codes):
    """Fills the disk under a broker, makes room, and looks at what can be done before and after."""
    with broker.bus() as bus:
        subscription = bus.subscribe("intent/")
        acknowledged, refused = fill(bus, codes)
        for _ in range(3):
            with pytest.raises(Refused) as refusal:
                bus.append(Draft("intent/full/s/", {"filler": "x" * 64 * KIBIBYTE}))
            assert refusal.value.code in codes
        check_reads(bus, acknowledged)
        check_statuses(bus)
        make_room()
        bus.append(refused)
        acknowledged.append(refused.id)
        check_reads(bus, acknowledged)
        heard = [subscription.receive().id for _ in acknowledged]
        assert heard == acknowledged, "nothing that was refused was published"
        broker.child.kill()
        broker.start()
        check_reads(bus, acknowledged)
        check_order(bus.read())


def check_statuses(bus):
    """What is not stored needs no disk, also when it is handled together with appends that fail."""
    large = Draft("intent/full/s/", {"filler": "x" * 64 * KIBIBYTE})
    waiting = {}
    for number in range(30):
        for draft in (large, Draft(f"status/p{number}/")):
            waiting[bus.send({"op": "append", "topics": [draft.topic]}, *draft.frames)] = draft.topic
    while waiting:
        correlation, header, _ = bus.receive(20)
        if waiting.pop(correlation).startswith("status/"):
            assert header["status"] == "ok", header


def test_a_full_disk_stops_acknowledgements_only(small_disk):
    place, make_room = small_disk
    broker = Broker(data=place)
    try:
        check_full(broker.start(), make_room, {"storage-full"})
    finally:
        broker.close()


def test_a_limit_on_files_stops_acknowledgements_only(make_broker):
    """The same where no disk can be mounted: the system refuses to let files grow."""
    def limit():
        # The limit's signal would end the process; what is meant here is the error.
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, resource.RLIM_INFINITY))

    broker = make_broker(preexec_fn=limit).start()

    def make_room():
        resource.prlimit(broker.child.pid, resource.RLIMIT_FSIZE, (LIMIT * 16, resource.RLIM_INFINITY))
        broker.options = {}
    check_full(broker, make_room, {"storage-full", "storage-failed"})


def ending(broker, code):
    """Starts a broker that has to give up; answers with what it says."""
    broker.launch()
    assert broker.child.process.wait(20) == code, broker.child.output
    return broker.child.output


def test_a_damaged_log_is_refused_and_left_alone(make_broker):
    broker = make_broker()
    garbage = b"this is not a database" * 1000
    (broker.data / "log.sqlite").write_bytes(garbage)
    said = ending(broker, 74)
    assert "[log-corrupt]" in said and "log.sqlite" in said and "backup" in said
    assert (broker.data / "log.sqlite").read_bytes() == garbage


def test_a_log_with_damaged_pages_is_never_answered_wrongly(make_broker, chance):
    """Random bytes in the middle of the file: refused at the start, or at the read that meets them."""
    broker = make_broker().start()
    with broker.bus() as bus:
        for _ in range(20):
            bus.append(*[Draft("intent/a/s/", {"filler": "x" * 500}) for _ in range(20)])
        good = {event.sequence: event.body for event in bus.read()}
        broker.child.kill()
    path = broker.data / "log.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray(path.read_bytes())
    for _ in range(6):
        page = chance.randrange(2, len(content) // 4096) * 4096
        content[page:page + 64] = chance.randbytes(64)
    path.write_bytes(content)
    broker.launch()
    with broker.bus() as bus:
        eventually(lambda: bus.is_answered() or not broker.child.is_running, bool, "it answers or ends")
        if not broker.child.is_running:
            assert broker.child.process.returncode == 74 and "[log-corrupt]" in broker.child.output
            return
        try:
            found = bus.read()
        except Refused as refusal:
            assert refusal.code == "log-corrupt", refusal
            return
        assert all(good.get(event.sequence) == event.body for event in found), "an event is not what it was"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_broker_ends_when_it_is_asked_to(make_broker, number):
    broker = make_broker().start()
    with broker.bus() as bus:
        bus.append(Draft("intent/a/s/"))
        assert broker.child.end(number, patience=2) == 0


def test_a_log_of_another_version_is_refused(make_broker):
    broker = make_broker()
    with contextlib.closing(sqlite3.connect(broker.data / "log.sqlite")) as database:
        database.execute("PRAGMA user_version = 99")
        database.execute(f"PRAGMA application_id = {0x53427573}")
        database.commit()
    assert "format 99" in ending(broker, 74)


def test_a_second_broker_is_kept_away(make_broker):
    """It would take the sockets over in silence, were it not for the lock."""
    broker = make_broker().start()
    second = Broker(data=broker.data)
    second.launch()
    assert second.child.process.wait(20) == 75
    assert "[data-directory-in-use]" in second.child.output and str(broker.child.pid) in second.child.output
    with broker.bus() as bus:
        assert bus.is_answered(5), "the first one is still reached"


def test_directories_that_cannot_be_used(make_broker):
    broker = make_broker()
    file = broker.data / "file"
    file.write_text("")
    for arguments, code, word in [
        (["--data", file, "--runtime", broker.runtime], 66, "[data-directory-unusable]"),
        (["--data", broker.data, "--runtime", broker.data / ("long" * 40)], 78, "[path-too-long]"),
    ]:
        child = Child([binary("searchbus-broker"), *arguments], broker.data / "said.txt")
        assert child.process.wait(20) == code and word in child.output, child.output


class Load(threading.Thread):
    """Appends all the time, some events at once, until asked to stop; knows what was acknowledged."""

    def __init__(self, broker):
        super().__init__(daemon=True)
        self.bus = broker.bus()
        self.acknowledged = []
        self.must_stop = threading.Event()

    def run(self):
        with self.bus:
            while not self.must_stop.is_set():
                drafts = [Draft(f"intent/load/s{n}/", {"filler": "x" * 2000}) for n in range(20)]
                self.bus.append(*drafts)
                self.acknowledged += [draft.id for draft in drafts]

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.must_stop.set()
        self.join(10)


def place_copy(source, broker):
    """Puts a copy of a log, made by SQLite, where a broker finds it."""
    with contextlib.closing(sqlite3.connect(source)) as log, \
            contextlib.closing(sqlite3.connect(broker.data / "log.sqlite")) as copy:
        log.backup(copy)


def test_a_copy_of_a_working_brokers_log_continues(make_broker):
    """SQLite copies the log while the broker writes: the copy has every event that was acknowledged before.

    Events that were given after it are not in it. The copy gives none of their places again, and readers that saw them are notified.
    """
    broker, copy = make_broker().start(), make_broker()
    with Load(broker) as load:
        eventually(lambda: len(load.acknowledged), lambda count: count > 2000, "there is load")
        before = len(load.acknowledged)
        place_copy(broker.data / "log.sqlite", copy)
        after = len(load.acknowledged)
        eventually(lambda: len(load.acknowledged), lambda count: count > after + 1000, "it continues")
    with broker.bus() as bus:
        last = bus.head()
    copy.start()
    with copy.bus() as bus:
        events = bus.read()
        check_order(events)
        found = [event.id for event in events]
        assert set(load.acknowledged[:before]) <= set(found) and len(found) < len(load.acknowledged)
        assert bus.append(Draft("intent/load/s/"))[0] > last, "a place is given twice"
        assert bus.replay(after=last).diverged == len(found), "a reader that saw more is notified"
        assert bus.replay(after=len(found)).diverged is None
    copy.child.kill()
    copy.start()
    with copy.bus() as bus:
        assert bus.replay(after=last).diverged == len(found), "and is notified later"


def test_a_torn_copy_of_the_files_is_refused(make_broker):
    """The files of a working broker, copied one after the other: what does not add up is refused, not opened in silence."""
    broker, copy = make_broker().start(), make_broker()
    waiting = broker.data / "log.sqlite-wal"
    with Load(broker) as load:
        # Past the first checkpoint, so that there is something in the file itself.
        eventually(lambda: (broker.data / "log.sqlite").stat().st_size, lambda size: size > 4 << 20, "a checkpoint")
        shutil.copy(broker.data / "log.sqlite", copy.data)
        count = len(load.acknowledged)
        eventually(lambda: len(load.acknowledged), lambda now: now > count + 4000, "it continues")
    with contextlib.closing(sqlite3.connect(broker.data / "log.sqlite")) as log:
        eventually(lambda: log.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0], lambda busy: not busy, "cut")
        eventually(lambda: waiting.stat().st_size, lambda size: size == 0, "the write-ahead log is empty")
    with broker.bus() as bus:
        bus.append(*(Draft("intent/later/s/") for _ in range(20)))
    shutil.copy(waiting, copy.data)
    said = ending(copy, 74)
    assert "[log-corrupt]" in said and "backup" in said, said


def test_a_database_of_another_program_is_left_alone(make_broker):
    broker = make_broker()
    path = broker.data / "log.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE mine (x)")
        database.commit()
    before = path.read_bytes()
    said = ending(broker, 74)
    assert "[log-corrupt]" in said and "another program" in said
    assert path.read_bytes() == before


def test_retention_keeps_unfolded_intents(make_broker):
    """A small log, a component that is away: the intents to it stay, and a repeat is a repeat, whatever else goes."""
    broker = make_broker("--retention", "1").start()
    with broker.bus() as bus:
        bus.claim("w")
        intents = [Draft("intent/w/s/", {"n": number}) for number in range(10)]
        first = bus.append(*intents)
        for start in range(0, 900, 30):
            bus.append(*(Draft(f"view/w/s{start % 4}/", {"filler": "x" * 8 * KIBIBYTE}) for _ in range(30)))
        eventually(lambda: bus.replay(after=0).trimmed, lambda trimmed: trimmed >= first[1], "the log was trimmed")
        assert [event.id for event in bus.read(["intent/w/"])] == [draft.id for draft in intents]
        assert bus.append(*intents) == first, "a repeat is known"
        broker.child.kill()
        broker.start()
        page = bus.replay(["intent/w/"])
        assert len(page.events) == 10
        step = {"component": "w", "from": "0", "to": str(first[1]), "append": "ap", "folded": 10,
                "prefixes": ["intent/w/"], "incarnation": 1}
        bus.append(cursor=step)
        bus.append(*(Draft("view/w/s0/", {"filler": "x" * 8 * KIBIBYTE}) for _ in range(100)))
        eventually(lambda: len(bus.read(["intent/w/"])), lambda count: count == 1, "what was folded goes")


@pytest.mark.parametrize("years", [10, -10])
def test_a_wrong_clock_deletes_no_session(make_broker, tmp_path, years):
    """At a start with a wrong clock, while it runs, and after it is set right; repeats are recognized all the while."""
    faults = Faults(tmp_path)
    broker = make_broker("--session-days", "1", env=faults.environment).start()
    kept = [Draft(f"intent/w/s{number}/", {"n": number}) for number in range(20)]
    moment = datetime.datetime.now(datetime.UTC)
    with broker.bus() as bus:
        first = bus.append(*kept)

        def check(seconds):
            place, _ = bus.append(Draft("intent/other/s/", {}))
            time = datetime.datetime.fromisoformat(bus.replay(["intent/other/"], after=place - 1).events[0].body["time"])
            assert abs((time - moment).total_seconds() - seconds) < 1000, "the broker has the clock of the test"
            assert [event.id for event in bus.read(["intent/w/"])] == [draft.id for draft in kept]
            assert bus.append(*kept) == first, "a repeat is recognized"

        for seconds in (years * 365 * 86_400, 0):
            broker.child.kill()
            faults.shift_clock(seconds)
            broker.start()
            # A start removes old sessions before it answers.
            check(seconds)
        faults.shift_clock(years * 365 * 86_400)
        check(years * 365 * 86_400)
    faults.close()


def test_questions_and_answers_cost_no_session_its_events(make_broker):
    """A flood of answers takes its share of a small log: the oldest go, and a session keeps everything."""
    broker = make_broker("--retention", "4").start()
    with broker.bus() as bus, contextlib.closing(bus.subscribe("status/broker/")) as status:
        kept = [Draft("intent/nobody/s/", {"n": number}) for number in range(200)]
        bus.append(*kept)
        cursor = 0
        for turn in range(60):
            _, last = bus.append(*(Draft(f"request/algolia/algolia-{n % 3}/", {"turn": turn}) for n in range(10)))
            step = {"component": "algolia", "from": str(cursor), "to": str(last), "append": f"ap{turn}", "folded": 10,
                    "prefixes": ["request/algolia/"], "incarnation": 0}
            bus.append(*(Draft(f"results/algolia/algolia-{n % 3}/", {"filler": "x" * 30 * KIBIBYTE}) for n in range(10)),
                       cursor=step)
            cursor = last

        def is_small(log):
            return 0 < log["questionBytes"] <= 1 << 20 and log["bytes"] < 2 << 20
        eventually(lambda: status.receive().data["log"], is_small, "they take only their share")
        assert [event.id for event in bus.read(["intent/nobody/"])] == [draft.id for draft in kept]
        assert not bus.replay(["intent/"], after=0).trimmed, "no other reader is notified"
        page = bus.replay(["results/algolia/"], after=0)
        assert page.trimmed > 0
        assert len(page.events) > 20


def test_the_write_ahead_log_is_cut(make_broker):
    """Much is written in one go; soon the file that takes what is new is small again, and nothing is lost."""
    broker = make_broker().start()
    count, filler = 1600, "x" * 32_000
    with broker.bus() as bus:
        for start in range(0, count, 16):
            bus.append(*(Draft(f"view/w/s{start + n}/", {"filler": filler}) for n in range(16)))
        waiting = broker.data / "log.sqlite-wal"
        eventually(lambda: waiting.stat().st_size, lambda size: size <= 32 << 20, "the write-ahead log is cut", patience=60)
        assert len(bus.read(["view/"])) == count
