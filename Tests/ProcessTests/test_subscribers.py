# SPDX-License-Identifier: MIT
"""A subscriber with a cursor sees everything, or is notified; one that does not read costs others nothing."""

import re
import signal
import threading
import time

import pytest
from searchbus_bus import Draft, Refused
from searchbus_checks import check_order
from searchbus_testing import Child, binary, eventually, is_alive, memory_peak, resident_bytes

MEBIBYTE = 1 << 20
FLOOD = 20_000
OLD = 6_000
BATCH = 250


def watch(broker, *arguments, name="watch"):
    """`searchbus watch --json`: a subscriber in a process of its own, built on the client that all workers use."""
    return Child([binary("searchbus"), "watch", "intent", "--json", "--data", broker.data, *arguments],
                 broker.data / f"{name}.txt")


def seen(child):
    """The places of the events that a watcher has printed, without a line that is still being written."""
    whole = child.output.rpartition("\n")[0]
    return [int(place) for place in re.findall(r'"sequence":"(\d{20})"', whole)]


def flood(bus, count=FLOOD, size=300, batch=BATCH):
    """Appends events, some batches at once; answers with the last place."""
    filler = "x" * size
    waiting = set()
    for start in range(0, count, batch):
        drafts = [Draft("intent/flood/s/", {"n": start + n, "filler": filler}) for n in range(batch)]
        header = {"op": "append", "topics": [draft.topic for draft in drafts]}
        waiting.add(bus.send(header, *(frame for draft in drafts for frame in draft.frames)))
        while len(waiting) >= 4:
            waiting.discard(take_answer(bus))
    while waiting:
        waiting.discard(take_answer(bus))
    return bus.head()


def take_answer(bus):
    """The correlation of the next answer, which has to be a good one."""
    answer = bus.receive(20)
    assert answer is not None and answer[1]["status"] == "ok", answer
    return answer[0]


def wait_for(child, last):
    """Waits until a watcher has printed the event at a place."""
    eventually(lambda: seen(child)[-1:], lambda places: places == [last], f"the watcher has seen {last}", interval=0.1)
    return seen(child)


class Reader(threading.Thread):
    """A subscriber that reads all the time."""

    def __init__(self, broker, count):
        super().__init__(daemon=True)
        self.bus = broker.bus()
        self.subscription = self.bus.subscribe("intent/flood/")
        self.count = count
        self.events = []

    def run(self):
        with self.bus:
            while len(self.events) < self.count and (event := self.subscription.receive(20)):
                self.events.append(event.sequence)


def test_a_suspended_subscriber_costs_others_nothing_and_misses_nothing(make_broker):
    """One socket is never read, one watcher is suspended; the others get everything, and the suspended one catches up.

    Silence follows the flood, so the watcher learns of its end from heartbeats alone.
    """
    broker = make_broker().start()
    with broker.bus() as bus, broker.bus() as other:
        bus.append(Draft("intent/flood/s/"))
        watcher = watch(broker, "--after", "0")
        wait_for(watcher, 1)
        never_read = other.subscribe("intent/flood/", limit=1000)
        reader = Reader(broker, FLOOD)
        reader.start()
        before = resident_bytes(broker.child.pid)
        watcher.send_signal(signal.SIGSTOP)
        last = flood(bus)
        reader.join(20)
        assert reader.events == list(range(2, last + 1)), "who reads gets everything"
        growth = memory_peak(broker.child.pid) - before
        assert growth <= 64 * MEBIBYTE, f"the broker grew by {growth / MEBIBYTE:.0f} MiB"
        watcher.send_signal(signal.SIGCONT)
        assert wait_for(watcher, last) == list(range(1, last + 1)), "the suspended one sees each once, in order"
        arrived = sum(1 for _ in iter(lambda: never_read.receive(0.3), None))
        print(f"broker grew by {growth / MEBIBYTE:.1f} MiB; the unread socket got {arrived} of {FLOOD}")
        assert arrived < FLOOD, "the flood was more than the sockets hold, so something had to be fetched again"
        watcher.end()


def test_a_suspended_subscriber_of_large_events_costs_bounded_memory(make_broker):
    """An answer may have many kilobytes: the memory for a suspended reader of answers is bounded too.

    Others get what was withheld from the log, and in the end the suspended one is disconnected and holds nothing.
    """
    broker = make_broker().start()
    with broker.bus() as bus, broker.bus() as other:
        # Heartbeats name every channel: with many they are large too, and must come all the same.
        bus.append(*(Draft(f"intent/channel-{number}/s/") for number in range(80)))
        never_read = other.subscribe("intent/flood/", limit=1)
        watcher = watch(broker, "--after", "0")
        before = resident_bytes(broker.child.pid)
        last = flood(bus, count=2_300, size=32_000, batch=10)
        growth = memory_peak(broker.child.pid) - before
        assert growth <= 64 * MEBIBYTE, f"the broker grew by {growth / MEBIBYTE:.0f} MiB"
        assert wait_for(watcher, last) == list(range(1, last + 1)), "who reads sees each once, in order"
        health = bus.subscribe("status/broker/")
        log = health.receive().data["log"]
        print(f"broker grew by {growth / MEBIBYTE:.1f} MiB; {log['withheld']} of {last} events were withheld")
        assert log["withheld"] > 0, "the flood was more than may wait"
        eventually(lambda: health.receive().data["log"]["heldBytes"], lambda held: held < MEBIBYTE,
                   "the suspended one is disconnected", patience=30)
        never_read.close()
        watcher.end()


def test_a_subscriber_lives_through_restarts_of_the_broker(make_broker, chance):
    broker = make_broker().start()
    with broker.bus() as bus:
        bus.append(Draft("intent/a/s/"))
        watcher = watch(broker, "--after", "0")
        wait_for(watcher, 1)
        for _ in range(12):
            for number in range(chance.randint(1, 30)):
                bus.insist(Draft(f"intent/{chance.choice('abc')}/s{number % 3}/"))
            broker.child.kill()
            broker.start()
        bus.insist(Draft("intent/a/s/"))
        events = bus.read()
        check_order(events)
        eventually(lambda: len(seen(watcher)), lambda count: count >= len(events), "the watcher has seen as many")
        channels = {event.sequence: event.channel for event in events}
        for channel in set(channels.values()):
            wanted = [event.sequence for event in events if event.channel == channel]
            assert [place for place in seen(watcher) if channels[place] == channel] == wanted, "once and in order"
        assert is_alive(watcher.pid)
        watcher.end()


def test_a_late_subscriber_is_notified(make_broker):
    """With a small retention, events are trimmed; a reader of removed events gets `trimmed`, and the last values stay."""
    broker = make_broker("--retention", "1").start()
    with broker.bus() as bus:
        bus.append(Draft("intent/first/s/", {"n": "first"}))
        early = watch(broker, "--after", "0", name="early")
        wait_for(early, 1)
        early.send_signal(signal.SIGSTOP)
        flood(bus, count=OLD, size=500)
        page = wait_trimmed(bus)
        flood(bus, count=500, size=50)
        last = bus.append(Draft("intent/end/s/"))[1]
        kept = [event for event in page.events if event.sequence <= min(page.trimmed, OLD)]
        assert all(event.topic == "intent/first/s/" for event in kept), "what is old and not the last of its topic went"
        assert [event.data for event in bus.latest(["intent/first/"])] == [{"n": "first"}]
        early.send_signal(signal.SIGCONT)
        late = watch(broker, "--after", "1", name="late")
        eventually(lambda: is_told(late), bool, "the late one is notified")
        mark = bus.replay(after=1).trimmed
        for watcher in (early, late):
            wanted = set(range(mark + 1, last + 1))
            eventually(lambda: wanted - set(seen(watcher)), lambda missing: not missing,
                       "beyond the gap is everything", interval=0.1)
            places = [place for place in seen(watcher) if place != last]
            assert places == sorted(set(places)), "each channel comes once and in order"
            assert is_told(watcher) or len(places) == last - 1, "a gap, and nothing was said"
            watcher.end()


def wait_trimmed(bus, rest=1.2):
    """Waits until the log has been cut to its size, and answers with what is left of its beginning."""
    last = [0, time.monotonic()]

    def has_settled(page):
        if page.trimmed != last[0]:
            last[:] = page.trimmed, time.monotonic()
        return page.trimmed > 2000 and time.monotonic() - last[1] > rest
    return eventually(lambda: bus.replay(after=1), has_settled, "the log is trimmed", interval=0.1)


def is_told(watcher):
    """Whether a watcher has said that the log begins later than what it asked for."""
    return "older events are no longer on the log" in watcher.output


def test_a_subscription_that_is_there_before_the_broker(make_broker):
    """Created before any broker ran, a subscriber joins when one starts, and receives later events."""
    broker = make_broker()
    broker.runtime.mkdir(mode=0o700)
    joined = []
    with broker.bus() as early, broker.bus() as bus:
        waiting = threading.Thread(target=lambda: joined.append(early.subscribe("intent/")), daemon=True)
        waiting.start()
        assert not bus.is_answered() and not joined
        broker.start()
        began = time.monotonic()
        waiting.join(10)
        assert joined and time.monotonic() - began < 2
        last = bus.append(Draft("intent/a/s/"))[1]
        assert joined[0].receive().sequence == last
        # The same for the client that all workers use, across another start.
        watcher = watch(broker, "--after", "0")
        wait_for(watcher, last)
        broker.child.kill()
        broker.start()
        assert wait_for(watcher, bus.insist(Draft("intent/a/s/"))[1]) == [last, last + 1]
        watcher.end()


def test_events_that_are_not_stored_are_received(make_broker):
    broker = make_broker().start()
    with broker.bus() as bus:
        subscription = bus.subscribe("status/")
        assert bus.append(Draft("status/mine/", {"n": 1})) == (0, 0)
        mine = next(event for event in iter(subscription.receive, None) if event.component == "mine")
        assert mine.sequence == 0 and mine.data == {"n": 1}
        with pytest.raises(Refused) as refusal:
            bus.append(Draft("bus/heartbeat/", {}))
        assert refusal.value.code == "not-permitted"
        assert bus.read() == []
