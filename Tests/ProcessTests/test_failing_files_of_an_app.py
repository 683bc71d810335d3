# SPDX-License-Identifier: MIT
"""
The processes of an app, with a call of theirs failing that writes a file: nothing acknowledged is lost, doubled or out of order, and
work resumes by itself when the cause ends.

SEARCHBUS_TEST_ALL=1 fails every call in every way; otherwise a few are drawn.
"""

import errno
import http.client
import itertools
import os
import shutil
import time

import pytest
from algolia_testing import call
from fault_injection import FOREVER, HALF, KILL
from searchbus_bus import Draft, NoAnswer, Refused
from searchbus_testing import Broker, Stack, eventually

ALL = os.environ.get("SEARCHBUS_TEST_ALL") == "1"
WAYS = {"EIO": (errno.EIO, 1), "ENOSPC": (errno.ENOSPC, 1), "SIGKILL": (KILL, 1), "half a write": (HALF, 1)}
STORAGE = {"storage-full", "storage-failed"}
PATIENCE = 30
APP = """name: written
algolia: true
searchers:
  products: { type: hits, index: counted }
widgets:
  box: { type: search-box, searcher: products }
"""

pytestmark = pytest.mark.timeout(3600 if ALL else 300)


def chosen(count, chance, drawn=6):
    """Which calls fail, and how; the last one is always among them."""
    assert count > 0, "the calls of the processes are not seen"
    every = list(itertools.product(range(1, count + 1), WAYS))
    if ALL:
        return every
    return chance.sample(every, min(len(every), drawn)) + [(count, way) for way in ("EIO", "SIGKILL")]


class Log:
    """A broker's log beside a model of it."""

    def __init__(self, folder, faults, durability):
        folder.mkdir(mode=0o700)
        self.faults = faults
        self.broker = Broker("--durability", durability, data=folder, env=faults.environment)
        self.appended, self.number = [], 0

    def close(self):
        """Ends the broker."""
        self.faults.disarm()
        self.broker.close()

    def drafts(self):
        """Events for one round."""
        self.number += 1
        return [Draft(f"intent/w/s{index % 2}/", {"filler": "x" * 20_000}, id=f"e{self.number}-{index}") for index in range(6)]

    def append(self, bus, draft):
        """Appends an event, again and again while a broker that runs does not answer."""
        for _ in range(PATIENCE * 2):
            try:
                return bus.append(draft, patience=0.5)
            except NoAnswer:
                if not self.broker.child.is_running:
                    raise
        raise AssertionError("a broker that runs does not answer")

    def round(self, first=0, action=0):
        """Appends some events and ends the broker in order, while a call may fail; then appends what was not acknowledged."""
        self.broker.start()
        self.check()
        rest = []
        drafts = self.drafts()
        self.faults.arm(f"{self.broker.data}/", first, action)
        with self.broker.bus() as bus:
            for draft in drafts:
                try:
                    self.append(bus, draft)
                    self.appended.append(draft.id)
                except Refused as refusal:
                    assert refusal.code in STORAGE and refusal.remedy, refusal
                    rest.append(draft)
                except NoAnswer:
                    rest.append(draft)
        if self.broker.child.is_running:
            self.broker.child.end()
        count = self.faults.count
        self.faults.disarm()
        if rest:
            self.broker.start()
            with self.broker.bus() as bus:
                # An append that was not answered may be on the log; the same id again has no second effect.
                for draft in rest:
                    bus.append(draft)
                    self.appended.append(draft.id)
            self.broker.child.kill()
        return count

    def check(self):
        """The log has what was acknowledged, once, and the events of each topic in their order."""
        with self.broker.bus() as bus:
            events = bus.read()
        assert sorted(event.id for event in events) == sorted(self.appended)
        sequences = [event.sequence for event in events]
        assert sequences == sorted(set(sequences))


@pytest.mark.parametrize("durability", ["process", "power"])
def test_what_a_broker_acknowledged_is_on_its_log(durability, faults, place, chance):
    log = Log(place / durability, faults, durability)
    try:
        log.round()
        count = log.round()
        assert count > 6, "the broker's calls are not seen"
        for number, way in chosen(count, chance, drawn=4):
            log.round(number, WAYS[way][0])
        log.round()
    finally:
        log.close()


def test_a_broker_that_cannot_start_starts_again_with_the_same_log(faults, place, chance):
    """No sequence number is given twice, though the record of places beside the log could not be written."""
    log = Log(place / "starts", faults, "process")
    try:
        log.round()
        faults.arm(f"{log.broker.data}/")
        log.broker.start()
        count, heads = faults.count, []
        for number, way in chosen(count, chance, drawn=4):
            log.broker.child.kill()
            faults.arm(f"{log.broker.data}/", number, WAYS[way][0])
            log.broker.launch()
            with log.broker.bus() as bus:
                eventually(lambda: bus.is_answered() or not log.broker.child.is_running, bool, "the broker answers or ends")
            if not log.broker.child.is_running:
                faults.disarm()
                code = log.broker.child.process.returncode
                assert code == -9 or (code in (66, 74) and "error: " in log.broker.child.output), log.broker.child.output
                log.broker.start()
            faults.disarm()
            log.check()
            with log.broker.bus() as bus:
                draft = log.drafts()[0]
                heads.append(bus.append(draft)[0])
                log.appended.append(draft.id)
        assert heads == sorted(set(heads))
    finally:
        log.close()


class App:
    """A running app whose processes fail, beside a model of what was written."""

    def __init__(self, folder, faults):
        folder.mkdir()
        (folder / "app.yaml").write_text(APP)
        self.faults, self.stack = faults, Stack(folder / "app.yaml")
        self.records, self.searched, self.number = {}, {}, 0
        self.stack.start(env=faults.environment)

    def close(self):
        """Ends the app."""
        self.faults.disarm()
        self.stack.close()

    def write(self):
        """Writes records, as one batch that must be acknowledged; answers with its task."""
        self.number += 1
        records = [{"objectID": f"r{index}", "name": f"lamp {self.number}", "n": self.number}
                   for index in range(self.number % 7, self.number % 7 + 5)]
        self.records |= {record["objectID"]: record for record in records}
        body = {"requests": [{"action": "addObject", "body": record} for record in records]}
        status, _, answer = call(self.stack, "POST", "/1/indexes/counted/batch", body, key="admin")
        assert status == 200, answer
        return answer["taskID"]

    def published(self, task):
        """Waits until a write is applied, which must not have failed."""
        def ask():
            return call(self.stack, "GET", f"/1/indexes/counted/task/{task}", key="admin")
        status, _, answer = eventually(ask, lambda found: found[2].get("status") == "published" or found[0] != 200,
                                       "the write is applied", PATIENCE)
        assert status == 200 and "error" not in answer, answer

    def check(self):
        """The index has the records that were written, and is sound."""
        _, _, answer = call(self.stack, "POST", "/1/indexes/counted/browse", {"hitsPerPage": 1000}, key="admin")
        assert {hit["objectID"]: hit for hit in answer["hits"]} == self.records
        self.stack.run("index", "verify", "counted")

    def search(self):
        """Searches for a text of its own, which counts once."""
        self.number += 1
        text = f"word{self.number}"
        self.stack.gateway.call("POST", "/api/search", {"requests": [{"searcher": "products", "query": text}]})
        self.searched[text] = 1

    def counted(self):
        """How often each text was searched for, by the report."""
        try:
            report = self.stack.gateway.call("GET", "/api/insights?days=7&limit=1000")["report"]
        except (OSError, http.client.HTTPException):
            # The gateway reads the file too.
            return {}
        return {row["query"]: row["searches"] for row in report["queries"]} if report else {}


@pytest.fixture
def app(faults, place):
    """A running app."""
    made = App(place / "app", faults)
    yield made
    made.close()
    shutil.rmtree(place / "app")


def test_writes_are_applied_though_a_file_of_the_index_fails(app, faults, chance):
    app.published(app.write())
    faults.arm(app.stack.data / "indexes/")
    app.published(app.write())
    for number, way in chosen(faults.count, chance):
        faults.arm(app.stack.data / "indexes/", number, WAYS[way][0])
        task = app.write()
        app.published(task)
        faults.disarm()
        app.stack.wait_running()
        app.check()


def test_writes_wait_until_the_disk_has_room(app, faults):
    """However long that takes (SEARCHBUS_TEST_ALL=1: half a minute): none is given up, and none is applied before an earlier one."""
    began = time.monotonic()
    app.published(app.write())
    faults.arm(app.stack.data / "indexes/", 1, errno.ENOSPC, FOREVER)
    tasks = [app.write() for _ in range(3)]
    eventually(lambda: (faults.count, time.monotonic() - began), lambda found: found[0] > 10 and found[1] > (30 if ALL else 0),
               "the indexer tries again", PATIENCE * 2)
    _, _, answer = call(app.stack, "GET", f"/1/indexes/counted/task/{tasks[0]}", key="admin")
    assert answer["status"] == "notPublished", answer
    faults.disarm()
    for task in tasks:
        app.published(task)
    app.check()


def test_searches_are_counted_once_though_the_file_of_the_counts_fails(app, faults, chance):
    app.published(app.write())
    file = app.stack.data / "insights.sqlite"
    app.search()
    eventually(app.counted, lambda counts: counts == app.searched, "the first search is counted", PATIENCE)
    faults.arm(file)
    app.search()
    eventually(app.counted, lambda counts: counts == app.searched, "a search is counted", PATIENCE)
    for number, way in chosen(faults.count, chance):
        faults.arm(file, number, WAYS[way][0])
        app.search()
        eventually(app.counted, lambda counts: counts == app.searched, f"counted with {way} in call {number}", PATIENCE)
        faults.disarm()
        app.stack.wait_running()


def test_an_app_starts_though_a_file_of_its_start_failed(faults, place, chance):
    """It starts, or ends and names the cause; the next start succeeds, with a key that opens it."""
    folder = place / "start"
    folder.mkdir()
    (folder / "app.yaml").write_text(APP)
    faults.arm(place)
    stack = Stack(folder / "app.yaml")
    faults.arm(f"{stack.data}/")
    try:
        stack.start(env=faults.environment)
        count = faults.count
        for number, way in chosen(count, chance, drawn=count if ALL else 1):
            stack.child.end(2)
            faults.arm(f"{stack.data}/", number, WAYS[way][0])
            stack.launch(env=faults.environment)
            eventually(lambda: "ready in" in stack.child.output or not stack.child.is_running, bool, "it starts or ends", PATIENCE)
            faults.disarm()
            if not stack.child.is_running:
                assert stack.child.process.returncode in (-9, 66, 74) and stack.child.output, stack.child.output
                stack.start(env=faults.environment)
            assert stack.gateway.call("GET", "/api/app")["name"] == "written"
    finally:
        faults.disarm()
        stack.close()
