# SPDX-License-Identifier: MIT
"""Machines with one role: one that only works, and one that only has a gateway."""

import contextlib
import os
import signal
import socket

import pytest
from searchbus_testing import Child, Stack, eventually, running
from test_cluster import Servers, app_of, kill_machine, search, shards, shown

# What every machine of a shared log has, whatever its roles.
EVERYWHERE = {"broker", "copies"}
# Some of those that work.
SOME = {"state", "searcher-everything", "interactor-hits"}


@pytest.fixture(scope="module")
def servers():
    """One server of NATS."""
    made = Servers().start()
    yield made
    made.close()


@pytest.fixture(scope="module")
def machines(servers, indexes, tmp_path_factory):
    """The one that works, and the one that people reach."""
    app = app_of([servers.address], tmp_path_factory.mktemp("app"))
    with running(Stack(app, indexes, "--machine", "w", "--roles", "workers")) as worker, \
            running(Stack(app, None, "--machine", "g", "--roles", "gateway")) as gateway:
        eventually(lambda: shards(worker), lambda found: found == set(range(4)), "it owns all shards")
        yield worker, gateway


def workers(stack):
    """The processes of a machine that live and do the work, by name."""
    return {name: pid for name, pid in stack.pids().items() if name not in EVERYWHERE and stack.is_ours(pid)}


def test_a_node_with_workers_only_has_no_gateway(machines):
    """It has no gateway, no key and no address that answers, and all workers; the other one has a gateway and no worker."""
    worker, gateway = machines
    eventually(lambda: workers(worker), lambda found: SOME <= set(found), "it has workers")
    names, others = set(worker.pids()), set(gateway.pids())
    assert "gateway" not in names and "gateway" in others and EVERYWHERE <= names & others
    assert not set(workers(worker)) & set(workers(gateway)), (names, others)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", worker.port), timeout=5)
    assert not (worker.data / "gateway.secret").exists()

    def told():
        machines = gateway.gateway.call("GET", "/api/status")["machines"]
        return {one["name"]: (one.get("roles"), sorted(one.get("shards", []))) for one in machines}
    eventually(told, lambda found: found == {"w": (["workers"], [0, 1, 2, 3]), "g": (["gateway"], [])}, "the status tells of both")


def kill_workers(stack):
    """Kills the workers of a machine, once those that come after a kill before are there."""
    found = eventually(lambda: workers(stack), lambda found: SOME <= set(found), "there are workers")
    for pid in found.values():
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def test_a_session_of_another_machines_gateway_gets_its_views_while_the_workers_are_killed(machines):
    """All at once, before a text is taken and right after; each intent has one outcome in the end."""
    worker, gateway = machines
    session = gateway.new_session()
    for query in ("lamp", "kettle", "cable", "stand"):
        kill_workers(worker)
        search(gateway, session, query)
        kill_workers(worker)
        assert shown(gateway, session, query)[1] > 0
    with gateway.bus() as bus:
        events = bus.read(["intent/box/", "outcome/box/"], session=session)
    sent = [event.id for event in events if event.kind == "intent"]
    assert len(sent) == 4 and sorted(event.data["intent"] for event in events if event.kind == "outcome") == sorted(sent)


def ready(stack):
    """What `/readyz` of a machine answers."""
    return stack.gateway.try_call("GET", "/readyz")


def test_without_a_node_with_workers_the_gateway_is_not_ready(machines):
    """It still accepts intents, which are applied when one comes back; meanwhile `/readyz` excludes it."""
    worker, gateway = machines
    session = gateway.new_session()
    eventually(lambda: ready(gateway), lambda answer: answer[0] == 200, "the gateway is ready")
    kill_machine(worker)
    status, told = eventually(lambda: ready(gateway), lambda answer: answer[0] == 503, "no node has workers")
    assert status == 503 and told["remedy"], told
    search(gateway, session, "camera")
    assert gateway.gateway.views(session)["hits"]["query"] != "camera"
    worker.launch()
    # It is the module's, and no leftover of this test.
    Child.all.remove(worker.child)
    assert shown(gateway, session, "camera")[1] > 0
    eventually(lambda: ready(gateway), lambda answer: answer[0] == 200, "the gateway is ready again", patience=30)
