# SPDX-License-Identifier: MIT
"""Imports beside acknowledged writes: a slow import delays no other writer, and no acknowledged write is lost."""

import contextlib
import fcntl
import json
import signal
import subprocess

import pytest
from algolia_testing import call, client
from algoliasearch.http.exceptions import RequestException
from index_writes import Writes
from searchbus_testing import Stack, binary, command, eventually, running
from shop_data import FIXTURES


@pytest.fixture(scope="module")
def shop():
    """A running shop with Algolia's interface."""
    with running(Stack(FIXTURES / "algolia.yaml")) as stack:
        yield stack


class Import:
    """An import from a pipe that the test fills."""

    def __init__(self, stack, index, *arguments):
        words = ["index", "import", index, "-", "--format", "ndjson", "--data", stack.data, *arguments]
        self.staging = stack.data / "indexes" / f".{index}.staging"
        # An import that was killed has left one, which is created again.
        former = self.begun()
        self.process = subprocess.Popen([binary("searchbus"), *map(str, words)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        eventually(self.begun, lambda begun: begun not in (None, former), "the import begins")

    def begun(self):
        """Tells the folder of the import from others; `None` before there is one."""
        with contextlib.suppress(FileNotFoundError):
            status = self.staging.stat()
            return status.st_ino, status.st_ctime_ns
        return None

    def feed(self, records):
        """Gives it records, which it reads before it continues."""
        self.process.stdin.write("".join(json.dumps(record) + "\n" for record in records))
        self.process.stdin.flush()

    def finish(self):
        """Ends its input; answers its exit code and its output."""
        output = self.process.communicate(timeout=60)[0]
        return self.process.returncode, output


def imported(number):
    """A record of an import."""
    return {"objectID": f"n{number}", "kind": "imported", "count": 1_000}


def task(stack, index, number):
    """What the interface answers for a task."""
    return call(stack, "GET", f"/1/indexes/{index}/task/{number}", key="admin")


def published(stack, index, number):
    """Waits until a task is published."""
    return eventually(lambda: task(stack, index, number)[2], lambda answer: answer.get("status") == "published",
                      "the write is applied")


def test_writes_beside_a_slow_import_are_applied_at_once_and_to_what_it_brings(shop, chance):
    writes = Writes(shop, chance)
    writes.send("PUT", "settings", {"attributesForFaceting": ["kind"]})
    for _ in range(5):
        writes.draw()
    assert writes.found() == writes.records
    slow = Import(shop, "counted")
    # It replaces what the index has now; every write from here on is applied to what it brings.
    before, writes.records = writes.records, {record["objectID"]: record for record in map(imported, range(40))}
    for turn in range(4):
        slow.feed(imported(number) for number in range(turn * 10, turn * 10 + 10))
        for _ in range(4):
            writes.draw()
        # No writer waits for the import.
        published(shop, "counted", writes.task)
        if turn == 1:
            shop.send_signal("indexer", signal.SIGKILL)
            writes.send("POST", "clear", {})
            writes.records = {}
            shop.wait_running()
    assert slow.process.poll() is None
    returncode, output = slow.finish()
    assert returncode == 0, output
    assert writes.found() == writes.records and writes.records != before
    command("index", "verify", "counted", "--data", shop.data)


def test_an_import_that_is_killed_changes_nothing_and_the_next_one_works(shop):
    admin = client(shop)
    admin.save_objects("killed", [{"objectID": "old", "n": 1}], wait_for_tasks=True)
    slow = Import(shop, "killed")
    slow.feed(imported(number) for number in range(500))
    admin.save_objects("killed", [{"objectID": "new", "n": 2}], wait_for_tasks=True)
    slow.process.kill()
    slow.process.communicate()
    assert {hit.object_id for hit in admin.browse("killed").hits} == {"old", "new"}
    following = Import(shop, "killed", "--append")
    following.feed([imported(1)])
    admin.save_objects("killed", [{"objectID": "newer", "n": 3}], wait_for_tasks=True)
    # Of one index there is one import at a time, and its settings are not changed beside it.
    assert "another process" in command("index", "import", "killed", "-", "--format", "ndjson", "--data", shop.data, code=75)[1]
    assert command("index", "settings", "killed", "typoTolerance=false", "--data", shop.data, code=75)
    returncode, output = following.finish()
    assert returncode == 0, output
    assert {hit.object_id for hit in admin.browse("killed").hits} == {"old", "new", "newer", "n1"}
    assert not following.staging.exists()


def test_an_import_of_an_index_that_is_deleted_or_replaced_meanwhile_is_refused(shop):
    admin = client(shop)
    for index, change in [("replaced", lambda: admin.delete_index("replaced")),
                          ("other", lambda: admin.operation_index("other", {"operation": "copy", "destination": "replaced"}))]:
        admin.save_objects("replaced", [{"objectID": "old"}], wait_for_tasks=True)
        admin.save_objects("other", [{"objectID": "other"}], wait_for_tasks=True)
        slow = Import(shop, "replaced")
        slow.feed([imported(1)])
        admin.wait_for_task(index, change().task_id)
        returncode, output = slow.finish()
        assert returncode == 75 and "Import it again" in output, output
    assert {hit.object_id for hit in admin.browse("replaced").hits} == {"other"}


def test_writes_to_a_locked_index_wait_with_the_reason_and_others_do_not(shop):
    admin = client(shop)
    for index in ["held", "free"]:
        admin.save_objects(index, [{"objectID": "old"}], wait_for_tasks=True)
    with open(shop.data / "indexes" / ".held.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        cleared = admin.clear_objects("held").task_id
        added = admin.save_objects("held", [{"objectID": "new"}])[0].task_id
        admin.save_objects("free", [{"objectID": "new"}], wait_for_tasks=True)
        answer = eventually(lambda: task(shop, "held", cleared)[2], lambda answer: "reason" in answer, "it is said why")
        assert answer["status"] == "notPublished" and answer["reason"]["code"] == "busy"
        assert answer["reason"]["subject"] == "index held" and answer["reason"]["remedy"]
        assert task(shop, "held", added)[2]["status"] == "notPublished"
        shop.send_signal("indexer", signal.SIGKILL)
        shop.wait_running()
        assert task(shop, "held", cleared)[2]["status"] == "notPublished"
    published(shop, "held", added)
    assert {hit.object_id for hit in admin.browse("held").hits} == {"new"}
    assert task(shop, "held", cleared)[2] == {"status": "published", "pendingTask": False}


def test_clients_raise_for_a_task_whose_write_failed(shop):
    admin = client(shop)
    answer = admin.operation_index("missing", {"operation": "copy", "destination": "copied"})
    with pytest.raises(RequestException) as error:
        admin.wait_for_task("missing", answer.task_id)
    assert error.value.status_code == 422 and "missing" in str(error.value)
    admin.save_objects("missing", [{"objectID": "1"}], wait_for_tasks=True)
