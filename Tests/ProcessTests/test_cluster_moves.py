# SPDX-License-Identifier: MIT
"""`searchbus cluster found` and `leave` where something is wrong: refused, and nothing changed; or by force, and said what it costs."""

import contextlib
import hashlib
import json
import os
import shutil
import signal
import sqlite3
from collections import Counter

import pytest
from cluster_nodes import SHARDS
from cluster_servers import session_of_shard
from searchbus_testing import Stack, eventually, running
from shop_data import APP
from test_cluster import Servers, hits, kill_machine, search, shown
from test_cluster_copies import change_last_event


@pytest.fixture(scope="module")
def servers():
    """One server of NATS."""
    made = Servers().start()
    yield made
    made.close()


def app_called(name, folder, log=None):
    """The shop under another name, which is that of its journal; with a log that machines share, or without."""
    path = folder / "shop.yaml"
    text = APP.read_text()
    assert "name: shop\n" in text
    shared = f"log: {json.dumps({'type': 'jetstream', **log})}\n" if log else ""
    path.write_text(text.replace("name: shop\n", f"name: {name}\n") + shared)
    return path


def contents(log):
    """Everything that a log has, table by table, as of now; nothing is written by looking."""
    with contextlib.closing(sqlite3.connect(f"file:{log}?mode=ro", uri=True)) as database:
        names = sorted(name for name, in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'"))
        return {name: [repr(row) for row in database.execute(f'SELECT * FROM "{name}"')] for name in names}


def state(stack):
    """What may not change on a machine: the log's content, the files and folders, and the bytes of all but the log's."""
    files = {}
    for path in sorted(stack.data.rglob("*")):
        name = path.relative_to(stack.data)
        # Locks and sockets are not data, and readers may rearrange the log's own files.
        if path.is_file() and name.parts[0] != "run" and not name.name.startswith("log.sqlite") and name.suffix != ".lock":
            files[str(name)] = hashlib.sha256(path.read_bytes()).hexdigest()
        elif path.is_dir():
            files[str(name)] = "folder"
    return contents(stack.data / "log.sqlite"), files


@contextlib.contextmanager
def unchanged(stack):
    """Fails where a machine has changed meanwhile."""
    before = state(stack)
    yield
    after = state(stack)
    assert after[1] == before[1], set(after[1].items()) ^ set(before[1].items())
    assert after[0] == before[0]


@contextlib.contextmanager
def damaged(stack):
    """The log of a machine is damaged for a while: an event's bytes are others than were written."""
    body = change_last_event(stack, lambda body: body + b" ")
    yield
    change_last_event(stack, lambda _: body)


def test_a_damaged_log_cannot_be_shared(make_shop, servers, tmp_path):
    """It is refused, and neither the machine nor the servers have anything of it: the log that is whole again is then the beginning."""
    stack = make_shop(app=app_called("found", tmp_path))
    session = stack.new_session()
    search(stack, session, "lamp")
    before = shown(stack, session, "lamp")
    assert stack.child.end(signal.SIGINT) == 0
    options = ("cluster", "found", stack.app, "--journal", servers.address)
    with damaged(stack), unchanged(stack):
        _, told = stack.run(*options, code=74)
        assert "[log-corrupt]" in told, told
    # A journal that was there already would be refused.
    out, _ = stack.run(*options)
    assert "checked" in out
    stack.arguments = ("--journal", servers.address, "--machine", "a")
    stack.start()
    assert shown(stack, session, "lamp") == before


def test_a_start_with_the_new_setting_too_early_is_refused_and_does_no_harm(make_shop, servers, tmp_path):
    """An app that ran alone gets `log` in its app file, and is started before its log is shared: it is refused, with the command that
    shares it, which then succeeds."""
    stack = make_shop(app=app_called("early", tmp_path))
    session = stack.new_session()
    search(stack, session, "lamp")
    before = shown(stack, session, "lamp")
    assert stack.child.end(signal.SIGINT) == 0
    shutil.copy(app_called("early", tmp_path, {"servers": [servers.address], "shards": SHARDS}), stack.app)
    stack.arguments = ("--machine", "a")
    stack.launch()
    assert stack.child.process.wait(30) == 64
    assert "is of this machine alone" in stack.child.output and "`searchbus cluster found`" in stack.child.output
    assert "checked" in stack.run("cluster", "found", stack.app)[0]
    stack.start()
    assert shown(stack, session, "lamp") == before


def freeze_and_send(stack, session, count):
    """Has intents accepted without an outcome, as the workers die and are not restarted; then everything dies."""
    stack.child.send_signal(signal.SIGSTOP)
    for name, pid in stack.pids().items():
        if name not in ("broker", "gateway") and stack.is_ours(pid):
            os.kill(pid, signal.SIGKILL)
    for number in range(count):
        stack.gateway.send(session, ("box", "set-query", {"query": f"cable {number}"}))
    kill_machine(stack)


@pytest.mark.release
@pytest.mark.parametrize("number", [0, SHARDS - 1])
def test_what_is_left_behind_by_force_is_counted(indexes, servers, tmp_path, number):
    """A machine that has not everything, and one on which intents wait, are refused and not changed, and a damaged log also with
    --force. With it the waiting intents stay behind, which is said with their number; the log is whole, of another epoch, and its
    sessions continue unchanged, whichever shard they belong to."""
    app = app_called(f"leave{number}", tmp_path, {"shards": SHARDS, "servers": [servers.address]})
    with running(Stack(app, indexes, "--machine", "a")) as first, \
            running(Stack(app, None, "--machine", "b", "--roles", "gateway")) as second:
        session = session_of_shard(first, number, SHARDS)
        search(first, session, "lamp")
        lamp = shown(first, session, "lamp")
        assert shown(second, session, "lamp") == lamp
        assert second.child.end(signal.SIGINT) == 0
        search(first, session, "kettle")
        kettle = shown(first, session, "kettle")
        with first.bus() as bus:
            epoch = bus.replay().epoch
        freeze_and_send(first, session, 3)
        leave = ("cluster", "leave", app)

        with unchanged(second):
            _, told = second.run(*leave, code=64)
            assert "[events-missed]" in told and "this machine has it up to" in told and "--force" in told, told
        with unchanged(first):
            _, told = first.run(*leave, code=64)
            assert "[events-missed]" in told and "has yet to carry out 3 of the intents" in told and "--force" in told, told
        with damaged(first), unchanged(first):
            _, told = first.run(*leave, "--force", code=74)
            assert "[log-corrupt]" in told, told

        out, _ = second.run(*leave, "--force")
        assert "discarded" not in out and "the previous data are in" in out, out
        out, _ = first.run(*leave, "--force")
        assert "discarded: 3 intents that were pending" in out, out
        aside = out.rpartition("the previous data are in ")[2].strip()
        assert contents(f"{aside}/log.sqlite")["events"], "what was there before is kept"
        for stack, view, carried in ((first, kettle, 3), (second, lamp, 2)):
            goes_on_alone(stack, session, view)
            with stack.bus() as bus:
                assert bus.replay().epoch != epoch
            # The start of the session, and a text or two before; one more now.
            assert outcomes(stack, session) == [1] * (carried + 1)
            assert stack.child.end(signal.SIGINT) == 0


def outcomes(stack, session):
    """How many outcomes each intent of a session has that has any."""
    with stack.bus() as bus:
        events = bus.read(["outcome/"], session=session)
    return sorted(Counter(event.data["intent"] for event in events).values())


def goes_on_alone(stack, session, view):
    """A node with a log of its own shows a session unchanged, and accepts new intents."""
    shutil.copy(APP, stack.app)
    stack.arguments = ()
    stack.start()
    eventually(lambda: hits(stack, session), lambda found: found == view, "the session is unchanged", patience=10)
    search(stack, session, "stand")
    assert shown(stack, session, "stand")[1] > 0


@pytest.mark.parametrize("number", [0, SHARDS - 1])
def test_who_leaves_in_order_carries_nothing_out_again(indexes, servers, tmp_path, number):
    """Whichever shard a session is of, each of its intents has had its one outcome, and no other one comes."""
    app = app_called(f"order{number}", tmp_path, {"shards": SHARDS, "servers": [servers.address]})
    with running(Stack(app, indexes, "--machine", "a")) as stack:
        session = session_of_shard(stack, number, SHARDS)
        search(stack, session, "lamp")
        lamp = shown(stack, session, "lamp")
        assert outcomes(stack, session) == [1, 1]
        assert stack.child.end(signal.SIGINT) == 0
        note = stack.data / "indexes/.products.newer"
        note.write_text('{"origin": "b, today", "since": "now"}')
        stack.run("cluster", "leave", app)
        assert not note.exists(), "results would warn forever of an index that is not fetched"
        goes_on_alone(stack, session, lamp)
        assert outcomes(stack, session) == [1, 1, 1]
