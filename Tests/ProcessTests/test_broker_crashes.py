# SPDX-License-Identifier: MIT
"""An acknowledged append survives the broker's death at any moment, and one that is repeated has one effect."""

import sqlite3
import threading
import time
from dataclasses import dataclass, field

import pytest
from searchbus_bus import Draft, NoAnswer, Refused
from searchbus_checks import check_order, twice
from searchbus_testing import eventually


@dataclass
class History:
    """What one writer tried, and the replies."""

    attempted: list = field(default_factory=list)
    acknowledged: dict = field(default_factory=dict)
    repeated: int = 0


class Writer(threading.Thread):
    """Appends one to three events at a time, to a topic of its own and to one that all share, until asked to stop."""

    def __init__(self, broker, number, chance):
        super().__init__(daemon=True)
        self.bus = broker.bus()
        self.number = number
        self.chance = chance
        self.history = History()
        self.must_stop = threading.Event()
        self.failure = None

    def run(self):
        try:
            with self.bus:
                while not self.must_stop.is_set():
                    self.write()
        except Exception as error:  # pylint: disable=broad-exception-caught
            self.failure = error

    def write(self):
        """One append. Where there is no answer, it is mostly tried again with the same ids."""
        drafts = [self.draft() for _ in range(self.chance.randint(1, 3))]
        gives_up = self.chance.random() < 0.3
        while True:
            try:
                places = self.bus.append(*drafts, patience=0.25)
                self.history.acknowledged.update({draft.id: places for draft in drafts})
                return
            except NoAnswer:
                if gives_up or self.must_stop.is_set():
                    return
                self.history.repeated += 1

    def draft(self):
        topic = self.chance.choice([f"intent/writer{self.number}/s/", "intent/shared/s/"])
        draft = Draft(topic, {"writer": self.number, "number": len(self.history.attempted)})
        self.history.attempted.append(draft.id)
        return draft


def kill_at_random(broker, kills, chance):
    """Kills the broker again and again under load; answers with how long it took to be back."""
    waits = []
    for _ in range(kills):
        time.sleep(chance.uniform(0.0, 0.08))
        began = time.monotonic()
        broker.child.kill()
        broker.start()
        waits.append(time.monotonic() - began)
    return waits


def check_history(events, writers):
    """Jepsen's total queue: nothing lost, duplicated, reordered or invented."""
    seen = [event.id for event in events]
    places = {event.id: event.sequence for event in events}
    attempted = {name for writer in writers for name in writer.history.attempted}
    acknowledged = {name: place for writer in writers for name, place in writer.history.acknowledged.items()}
    assert set(acknowledged) - set(seen) == set(), "acknowledged events are lost"
    assert set(seen) - attempted == set(), "there are events that were never appended"
    assert twice(seen) == [], "events are there twice"
    for name, (first, last) in acknowledged.items():
        assert first <= places[name] <= last, f"{name} is not where its acknowledgement says"
    for writer in writers:
        for topic in {event.topic for event in events}:
            numbers = [event.data["number"] for event in events
                       if event.topic == topic and event.data["writer"] == writer.number]
            assert numbers == sorted(numbers), f"events of writer {writer.number} on {topic} changed places"


@pytest.mark.parametrize("durability, kills", [("process", 70), ("power", 10)])
def test_acknowledged_appends_survive_kills(make_broker, chance, durability, kills):
    broker = make_broker("--durability", durability).start()
    writers = [Writer(broker, number, type(chance)(chance.random())) for number in range(6)]
    for writer in writers:
        writer.start()
    waits = kill_at_random(broker, kills, chance)
    for writer in writers:
        writer.must_stop.set()
    for writer in writers:
        writer.join(10)
        assert not writer.is_alive() and writer.failure is None, writer.failure
    with broker.bus() as bus:
        events = bus.read()
    check_order(events)
    check_history(events, writers)
    acknowledged = sum(len(writer.history.acknowledged) for writer in writers)
    repeated = sum(writer.history.repeated for writer in writers)
    print(f"{kills} kills, {acknowledged} acknowledged, {len(events)} stored, {repeated} repeats, "
          f"back within {max(waits):.2f} s")
    assert acknowledged > kills and repeated > 0, "there was load, and the kills met it"


def test_repeats_get_the_first_answer_across_a_kill(make_broker):
    broker = make_broker().start()
    drafts = [Draft("intent/a/s/", {"n": n}) for n in range(3)]
    with broker.bus() as bus:
        first = bus.append(*drafts)
        bus.append(Draft("intent/a/s/"))
        broker.child.kill()
        broker.start()
        assert bus.append(*drafts, patience=5) == first
        with pytest.raises(Refused) as refusal:
            bus.append(drafts[0], Draft("intent/a/s/"))
        assert refusal.value.code == "partial-repeat" and refusal.value.remedy
        assert len(bus.read()) == 4


def test_an_id_sent_to_two_sessions_is_two_events(make_broker):
    """Ids of different topics never meet; under one topic an id belongs to what came with it."""
    broker = make_broker().start()
    with broker.bus() as bus:
        assert bus.append(Draft("intent/a/s/", {"n": 1}, id="one")) == (1, 1)
        assert bus.append(Draft("intent/a/t/", {"n": 1}, id="one")) == (2, 2)
        broker.child.kill()
        broker.start()
        with pytest.raises(Refused) as refusal:
            bus.append(Draft("intent/a/s/", {"n": 2}, id="one"), patience=5)
        assert refusal.value.code == "id-reused" and refusal.value.remedy
        assert bus.append(Draft("intent/a/s/", {"n": 1}, id="one")) == (1, 1)


def move(start, end, append, folded, prefixes=("intent/a/",)):
    """A component's step along the log."""
    return {"component": "a", "from": str(start), "to": str(end), "append": append, "folded": folded,
            "prefixes": list(prefixes)}


def refused(bus, *drafts, cursor):
    """The code with which an append is refused."""
    with pytest.raises(Refused) as refusal:
        bus.append(*drafts, cursor=cursor)
    return refusal.value.code


def test_outputs_and_cursor_are_one(make_broker):
    """A component's repeat, its ghost and one that missed an event: none of them changes the log."""
    broker = make_broker().start()
    with broker.bus() as bus:
        bus.append(*[Draft("intent/a/s/") for _ in range(3)])
        output = Draft("view/a/s/", type="searchbus.view.test")
        assert refused(bus, output, cursor=move(0, 3, "one", folded=2)) == "events-missed"
        assert refused(bus, output, cursor=move(0, 9, "one", folded=3)) == "cursor-moved"
        first = bus.append(output, cursor=move(0, 3, "one", folded=3))
        broker.child.kill()
        broker.start()
        assert bus.append(output, cursor=move(0, 3, "one", folded=3), patience=5) == first
        assert refused(bus, output, cursor=move(0, 3, "two", folded=3)) == "cursor-moved"
        assert bus.cursor("a") == 3
        assert [event.kind for event in bus.read()] == ["intent"] * 3 + ["view"]


def test_who_was_replaced_appends_nothing_more(make_broker):
    """A process that was suspended while another claimed its component: fenced, whether or not its cursor moves."""
    broker = make_broker().start()
    with broker.bus() as bus:
        bus.append(*[Draft("intent/a/s/") for _ in range(3)])
        old = bus.claim("a", "b")["a"]["incarnation"]
        bus.append(Draft("view/a/s/"), cursor=move(0, 3, "one", folded=3) | {"incarnation": old})
        nonce = "come-in-its-place"
        new = bus.claim("a", nonce=nonce)["a"]
        assert new["incarnation"] > old and int(new["sequence"]) == 3
        broker.child.kill()
        broker.start()
        assert bus.claim("a", nonce=nonce)["a"] == new, "a claim that comes again changes nothing"
        for last in (3, 4):
            late = move(3, last, f"late-{last}", folded=0) | {"incarnation": old}
            assert refused(bus, Draft("results/a/s/"), cursor=late) == "fenced"
        assert refused(bus, Draft("results/a/s/"), cursor=move(3, 3, "unclaimed", folded=0)) == "fenced"
        bus.append(Draft("results/a/s/"), cursor=move(3, 3, "next", folded=0) | {"incarnation": new["incarnation"]})
        assert [event.kind for event in bus.read()] == ["intent"] * 3 + ["view", "results"]


def test_a_missed_event_is_noticed_across_a_kill(make_broker):
    """What a component was shown is checked also where part of it was stored before the broker was restarted.

    Otherwise a component that receives one channel sooner than another moves its cursor over an intent that it has not received
    yet, and loses it when it is killed at that moment.
    """
    broker = make_broker().start()
    with broker.bus() as bus:
        bus.append(*[Draft("intent/a/s/") for _ in range(3)])
        broker.child.kill()
        broker.start()
        last = bus.insist(Draft("intent/a/s/"))[1]
        assert refused(bus, Draft("view/a/s/"), cursor=move(0, last, "one", folded=1)) == "events-missed"
        assert bus.append(Draft("view/a/s/"), cursor=move(0, last, "two", folded=4))[0] == last + 1


def test_a_large_session_is_deleted_at_once_and_its_events_follow_across_kills(make_broker):
    """Others append meanwhile; the caller gets the number of deleted events, or retries after a kill."""
    broker = make_broker().start()

    def fill(session):
        with broker.bus() as bus:
            for start in range(0, 6_000, 250):
                bus.append(*(Draft(f"view/w{n % 3}/{session}/", {"n": n}, type="searchbus.view.t") for n in range(start, start + 250)))

    def left(table="events"):
        log = sqlite3.connect(f"file:{broker.data}/log.sqlite?mode=ro", uri=True, timeout=10)
        try:
            return log.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        finally:
            log.close()

    fill("first")
    with broker.bus() as bus:
        answer = bus.ask({"op": "expire", "sessions": ["first", "nobody"]})[0]
        assert [(gone["session"], gone["events"]) for gone in answer["sessions"]] == [("first", 6_000)]
        assert left() == 0 and left("receipts") == 0 and left("topics") == 0
    fill("large")
    with broker.bus() as bus, broker.bus() as asking:
        expired = bus.subscribe("bus/expired/")
        expired.await_barrier()
        asking.send({"op": "expire", "sessions": ["large"]})
        assert expired.receive().data["sessions"] == ["large"]
        bus.append(Draft("view/w/large/", {"n": "anew"}, id="anew"))
        broker.child.kill()
    seen = [left()]
    for _ in range(3):
        broker.start()
        with broker.bus() as bus:
            assert [event.id for event in bus.read()] == ["anew"]
        broker.child.kill()
        seen.append(left())
    print(f"events that were left after each kill: {seen}")
    assert seen == sorted(seen, reverse=True)
    broker.start()
    eventually(lambda: (left(), left("topics"), left("receipts")), lambda counts: counts == (1, 1, 1), "nothing else is left")
    with broker.bus() as bus:
        assert bus.append(Draft("view/w1/large/", {"n": 1})) == (12_002, 12_002)
