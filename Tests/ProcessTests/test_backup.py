# SPDX-License-Identifier: MIT
"""A backup of a running app is one moment of it; a restore brings that moment back, under a new epoch, as a whole or not at all."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import threading
import time

import pytest
from algolia_testing import call
from searchbus_bus import Draft
from searchbus_testing import Child, Stack, binary, command, eventually, make_directory, running
from shop_data import FIXTURES, VIEWS

KILLS = int(os.environ.get("SEARCHBUS_BACKUP_KILLS", "4"))
FILLER = "x" * 4000


@pytest.fixture
def place():
    """A folder for backups."""
    folder = make_directory()
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def search(stack, session, query):
    """Types a text, and waits until the page shows it."""
    stack.gateway.send(session, ("box", "set-query", {"query": query}), wait=True)
    eventually(lambda: stack.gateway.views(session),
               lambda views: views["box"]["query"] == query
               and all(views[name]["phase"] == "ready" and views[name]["query"] == query for name in ("stats", "hits")),
               f"the page shows {query}")


def shown(stack, session):
    """What a page shows, without the parts that differ in each answer."""
    views = stack.gateway.views(session)
    return views["box"]["query"], [hit["objectID"] for hit in views["hits"]["hits"]], views["stats"]["nbHits"]


def fill(broker, first, count):
    """Appends events."""
    with broker.bus() as bus:
        for start in range(first, first + count, 20):
            bus.append(*(Draft("view/w/s/", {"n": number, "filler": FILLER}, id=f"e{number}", type="searchbus.view.t")
                         for number in range(start, start + 20)))


def numbers(broker):
    """The numbers of the events on the log, and its epoch; every event says that one."""
    with broker.bus() as bus:
        events, epoch = bus.read(["view/"]), bus.replay(["view/"]).epoch
    assert {event.body["epoch"] for event in events} <= {epoch}
    return [event.data["n"] for event in events], epoch


def test_a_restored_app_has_the_state_of_the_backup(make_shop, place):
    """Users type during the backup; later events are removed; every subscriber is notified, and continues."""
    shop = make_shop()
    session, other = shop.new_session(VIEWS), shop.new_session(VIEWS)
    search(shop, session, "kettle")
    before, epoch = shown(shop, session), shop.gateway.call("GET", "/api/app")["epoch"]
    watcher = Child([binary("searchbus"), "watch", "view/box", "--data", shop.data], place / "watch.txt")
    is_over = threading.Event()

    def write():
        for number in range(1000):
            if is_over.is_set():
                return
            shop.gateway.send(other, ("box", "set-query", {"query": "lamp"[:1 + number % 4]}))
    writer = threading.Thread(target=write)
    writer.start()
    try:
        made = json.loads(shop.run("backup", place / "monday", "--json")[0])
    finally:
        is_over.set()
        writer.join()
    assert made["log"]["epoch"] == epoch and [index["name"] for index in made["indexes"]] == ["products"]
    assert not made["secrets"] and not (place / "monday.partial").exists()
    assert "is intact" in command("backup", "verify", place / "monday")[0]
    search(shop, session, "speaker")
    stream = shop.gateway.stream(f"/api/sessions/{session}/events")
    name, place_id, _ = next(stream)
    assert name == "reset" and place_id.startswith(epoch)
    _, said = shop.run("restore", place / "monday", code=75)
    assert "data-directory-in-use" in said and str(shop.child.pid) in said
    secret = (shop.data / "gateway.secret").read_bytes()
    assert shop.child.end() == 0
    told = json.loads(shop.run("restore", place / "monday", "--json")[0])
    assert told["epoch"] != epoch and told["before"].startswith(str(shop.data))
    assert (shop.data / "gateway.secret").read_bytes() == secret, "without secrets in it, a restore leaves those that are there"
    shop.start()
    eventually(lambda: shown(shop, session), lambda now: now == before, "the page is as at the backup")
    with shop.bus() as bus:
        events = bus.read()
    assert {event.body["epoch"] for event in events} == {told["epoch"]}
    eventually(lambda: watcher.output, lambda text: "the log is a new one" in text, "a subscriber is notified")
    name, place_id, _ = next(shop.gateway.stream(f"/api/sessions/{session}/events", **{"Last-Event-ID": place_id}))
    assert name == "reset" and place_id.startswith(told["epoch"]), "a page continues with the restored state"
    search(shop, session, "camera")
    eventually(lambda: watcher.output, lambda text: "camera" in text, "the subscriber continues")
    old = sqlite3.connect(f"file:{told['before']}/log.sqlite?mode=ro", uri=True)
    assert old.execute("SELECT value FROM meta WHERE key = 'epoch'").fetchone()[0] == epoch


def test_an_index_makes_up_from_the_log_for_what_it_lacks(place):
    """Writes continue during a backup. After the restore the index has each that is on the log, once."""
    with running(Stack(FIXTURES / "algolia.yaml")) as stack:
        counted, is_over = [0], threading.Event()

        def write():
            while not is_over.is_set():
                body = {"requests": [{"action": "partialUpdateObject", "body": {
                    "objectID": "one", "count": {"_operation": "Increment", "value": 1}}}]}
                assert call(stack, "POST", "/1/indexes/counted/batch", body, key="admin")[0] == 200
                counted[0] += 1
        writer = threading.Thread(target=write)
        writer.start()
        try:
            eventually(lambda: counted[0], lambda count: count > 20, "there are writes")
            least = counted[0]
            stack.run("backup", place / "b")
            eventually(lambda: counted[0], lambda count: count > least + 20, "there are more")
        finally:
            is_over.set()
            writer.join()
        assert stack.child.end() == 0
        stack.run("restore", place / "b")
        stack.start()
        with stack.bus() as bus:
            writes = bus.read(["write/"])
            eventually(lambda: bus.cursor("indexer"), lambda cursor: cursor >= writes[-1].sequence, "all are applied")
        assert least <= len(writes) < counted[0]
        record = call(stack, "GET", "/1/indexes/counted/one", key="admin")[2]
        assert record["count"] == len(writes)


def test_a_killed_backup_is_invalid_and_a_killed_restore_is_whole_or_has_not_begun(make_broker, place, chance):
    """Both are killed at drawn moments, until a kill has interrupted each; what counts afterwards is the old data, or the new, and all of it."""
    broker = make_broker().start()
    fill(broker, 0, 1200)
    began = time.monotonic()
    command("backup", place / "whole", "--data", broker.data)
    usual = time.monotonic() - began
    kills = interrupted = 0
    while kills < KILLS or not interrupted:
        kills += 1
        if killed(chance, usual, "backup", place / "other", "--data", broker.data):
            usual /= 2
        else:
            interrupted += 1
        if (place / "other").exists():
            command("backup", "verify", place / "other")
            shutil.rmtree(place / "other")
        elif (place / "other.partial").exists():
            # Its manifest comes last: with that, all of it is there but the name.
            is_whole = (place / "other.partial/backup.json").exists()
            command("backup", "verify", place / "other.partial", code=0 if is_whole else 64)
    command("backup", place / "other", "--data", broker.data)
    assert not (place / "other.partial").exists()
    fill(broker, 1200, 200)
    epoch = numbers(broker)[1]
    assert broker.child.end() == 0
    usual, found = 0.5, {"old": 0, "new": 0}
    while sum(found.values()) < KILLS or not found["old"]:
        if killed(chance, usual, "restore", place / "whole", "--data", broker.data):
            usual /= 2
        broker.start()
        now, other = numbers(broker)
        if other == epoch:
            assert now == list(range(1400))
        else:
            assert now == list(range(1200)), "it is as at the backup"
            fill(broker, 1200, 200)
        found["old" if other == epoch else "new"] += 1
        epoch = other
        assert broker.child.end() == 0
    command("restore", place / "whole", "--data", broker.data)
    broker.start()
    assert numbers(broker)[0] == list(range(1200))


def killed(chance, usual, *arguments):
    """Runs a command and kills it at a drawn moment; answers whether it had ended before."""
    process = subprocess.Popen([binary("searchbus"), *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    time.sleep(chance.uniform(0, usual))
    process.kill()
    output = process.communicate(timeout=60)[0]
    assert process.returncode in (0, -9), output
    return process.returncode == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_backup_that_is_ended_leaves_nothing(make_broker, place, number):
    """It stops; the lock is free, and the next backup names what a kill has left elsewhere."""
    broker = make_broker().start()
    fill(broker, 0, 2400)
    process = stopped_backup(broker, place / "b")
    process.send_signal(number)
    process.send_signal(signal.SIGCONT)
    output = process.communicate(timeout=60)[0].decode()
    assert process.returncode == 130 and "interrupted" in output, output
    assert list(place.iterdir()) == []
    killed = stopped_backup(broker, place / "killed")
    killed.kill()
    killed.communicate(timeout=60)
    _, said = command("backup", place / "b", "--data", broker.data)
    assert "killed.partial" in said and (place / "killed.partial").is_dir()
    command("backup", "verify", place / "b")


def stopped_backup(broker, folder):
    """A backup that was stopped while it is at work."""
    partial = folder.with_name(f"{folder.name}.partial") / "log.sqlite"
    for _ in range(10):
        process = subprocess.Popen([binary("searchbus"), "backup", folder, "--data", broker.data],
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        eventually(lambda process=process: partial.exists() or process.poll() is not None, bool, "it is at work", interval=0)
        if process.poll() is None:
            process.send_signal(signal.SIGSTOP)
            os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
            if partial.exists():
                return process
        # It was over before.
        process.communicate(timeout=60)
        shutil.rmtree(folder)
    raise AssertionError("it is always over before it can be stopped")


def test_what_cannot_be_a_backup_is_refused(make_broker, place):
    """Each with what is wrong and what to do; nothing is changed."""
    broker = make_broker().start()
    fill(broker, 0, 40)
    data = ["--data", broker.data]
    full = place / "full"
    full.mkdir()
    (full / "mine").write_text("x")
    assert "not an empty folder" in command("backup", full, *data, code=64)[1]
    (place / "b.partial").mkdir()
    (place / "b.partial/mine").write_text("x")
    assert "no leftover" in command("backup", place / "b", *data, code=64)[1]
    shutil.rmtree(place / "b.partial")
    (place / "b").mkdir()
    command("backup", place / "b", *data)
    assert broker.child.end() == 0
    assert "is not a backup" in command("restore", full, *data, code=64)[1]
    log = (place / "b/log.sqlite").read_bytes()
    (place / "b/log.sqlite").write_bytes(log[:-100] + b"y" * 100)
    assert "log.sqlite was changed or damaged" in command("restore", place / "b", *data, code=74)[1]
    (place / "b/log.sqlite").write_bytes(log)
    text = (place / "b/backup.json").read_text()
    (place / "b/backup.json").write_text(text.replace('"format":1', '"format":2', 1))
    said = command("restore", place / "b", *data, code=74)[1]
    assert "format 2" in said and "version" in said
    (place / "b/backup.json").write_text(text.replace('"events":40', '"events":41'))
    assert "damaged" in command("backup", "verify", place / "b", code=74)[1]
    assert sorted(path.name for path in broker.data.iterdir() if path.name.startswith(("restore", "before"))) == []
    broker.start()
    assert numbers(broker)[0] == list(range(40))
    if os.getuid() == 0:
        os.chown(broker.data, 12345, -1)
        assert "belongs to user 12345" in command("backup", place / "c", *data, code=66)[1]
        os.chown(broker.data, 0, -1)


def test_a_full_disk_leaves_no_part_of_a_backup(make_broker, place):
    """It is reported, and nothing is left; the app continues."""
    broker = make_broker().start()
    fill(broker, 0, 600)
    small = place / "small"
    small.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", small], check=False).returncode:
        pytest.skip("no disk can be mounted here")
    try:
        said = command("backup", small / "b", "--data", broker.data, code=74)[1]
        assert "storage-full" in said and list(small.iterdir()) == []
    finally:
        subprocess.run(["umount", "-l", small], check=True)
    fill(broker, 600, 20)


def test_secrets_are_in_a_backup_only_where_it_is_asked_for(shop, place):
    """Then only its owner may read them."""
    shop.run("backup", place / "without")
    assert not (place / "without/secrets").exists()
    shop.run("backup", place / "with", "--with-secrets")
    secret = place / "with/secrets/gateway.secret"
    assert secret.read_bytes() == (shop.data / "gateway.secret").read_bytes()
    assert secret.stat().st_mode & 0o777 == 0o600 and (place / "with").stat().st_mode & 0o777 == 0o700


def test_sessions_are_listed_exported_and_deleted(make_shop, place):
    """Beside the running app, and when it is stopped; what is exported can be replayed; others keep what they have."""
    shop = make_shop()
    sessions = [shop.new_session(VIEWS) for _ in range(3)]
    for session in sessions:
        search(shop, session, "kettle")
    shop.gateway.send(sessions[0], ("brand", "select", {"value": "Acme"}), wait=True)
    listed = json.loads(shop.run("session", "list", "--json")[0])
    assert {entry["session"] for entry in listed["sessions"]} == set(sessions) and listed["total"] == 3
    assert sessions[0] in shop.run("session", "list")[0]
    whole = json.loads(shop.run("session", "show", sessions[0], "--json")[0])
    assert whole["topics"]["view/box"]["data"]["query"] == "kettle" and "view/hits" in shop.run("session", "show", sessions[0])[0]
    out, _ = shop.run("session", "export", sessions[0])
    lines = [json.loads(line) for line in out.splitlines()]
    assert all(line["topic"].endswith(f"/{sessions[0]}/") for line in lines)
    places = [line["event"]["sequence"] for line in lines]
    assert places == sorted(places) and len(lines) == whole["events"]
    shop.run("session", "export", sessions[0], "--output", place / "s.ndjson")
    assert (place / "s.ndjson").read_text() == out
    report = json.loads(shop.run("replay", "--json", "--from", place / "s.ndjson", "--with-index", "products=products")[0])
    assert report["searches"] > 0
    with shop.bus() as bus:
        expired = bus.subscribe("bus/expired/")
        deleted = json.loads(shop.run("session", "delete", sessions[0], "nobody", "--json")[0])
        assert [entry["session"] for entry in deleted["deleted"]] == [sessions[0]] and deleted["unknown"] == ["nobody"]
        assert deleted["deleted"][0]["events"] == len(lines)
        assert expired.receive().data["sessions"] == [sessions[0]]
        assert bus.read(session=sessions[0]) == [] and bus.read(session=sessions[1])
    assert "unknown-session" in shop.run("session", "show", sessions[0], code=66)[1]
    with shop.bus() as bus:
        bus.append(Draft(f"intent/box/{sessions[0]}/", {"query": "lamp"}, type="searchbus.intent.set-query"))
        eventually(lambda: [event.data for event in bus.latest(["view/stats/"], session=sessions[0])],
                   lambda views: views and views[0]["phase"] == "ready", "it starts over")
        asked = [event.body["data"] for event in bus.read(["request/", "filters/"], session=sessions[0])]
        assert asked and "Acme" not in json.dumps(asked) and "kettle" not in json.dumps(asked), "no process remembers it"
    shop.run("session", "delete", sessions[0])
    search(shop, sessions[1], "lamp")
    assert shop.child.end() == 0
    shop.run("session", "delete", sessions[1])
    listed = json.loads(shop.run("session", "list", "--json")[0])
    assert [entry["session"] for entry in listed["sessions"]] == [sessions[2]]
    shop.start()
    assert shown(shop, sessions[2])[0] == "kettle"
