# SPDX-License-Identifier: MIT
"""A sample of the fault injection of `make soak-cluster`, and that its checks notice what they are there for.

`make test` injects three kinds of fault, which the seed chooses; with SEARCHBUS_TEST_ALL=1 each kind is injected once.
"""

import os
import random

import network_nodes
import pytest
import soak_cluster
from cluster_faults import KILL_EVERY, KINDS, LEADER, OTHERS, each_once, schedule
from cluster_nodes import NAMES, Cluster
from searchbus_bus import Event
from searchbus_checks import check_outcomes
from shop_data import APP

# Room for one fault of any kind, in seconds.
FAULT_SECONDS = 12
SAMPLE = len(KINDS) if os.environ.get("SEARCHBUS_TEST_ALL") else 3


def demand_namespaces():
    """Skips without network namespaces, with the reason; fails in CI, where a skip would not be noticed."""
    if reason := network_nodes.why_not():
        if os.environ.get("CI"):
            pytest.fail(f"{reason}; CI (the variable is set) has to harm machines, and cannot here")
        pytest.skip(reason)


@pytest.fixture(scope="module")
def namespaces():
    """What machines are made of."""
    demand_namespaces()


@pytest.mark.alone
@pytest.mark.thorough
@pytest.mark.usefixtures("namespaces")
def test_nodes_that_die_are_partitioned_or_suspended_lose_and_repeat_nothing(indexes, seed):
    """Each of the chosen kinds of fault happens once, in an order that the seed decides. How long writes were away is printed and not judged:
    other tests may keep the machine busy."""
    chance = random.Random(f"faults-{seed}")
    kinds = chance.sample(KINDS, SAMPLE)
    with Cluster(APP, indexes, *soak_cluster.ARGUMENTS) as cluster:
        report = soak_cluster.ClusterSoak(cluster, seed).attempt(1, each_once(chance, SAMPLE * FAULT_SECONDS, kinds))
    print("\n".join(report.lines()))
    assert not report.wrong, "\n".join(report.wrong)
    assert report.faults == dict.fromkeys(kinds, 1)
    assert report.acknowledged > 0 and report.compared > 0


def test_a_schedule_is_its_seeds_and_has_every_kind(chance):
    faults = schedule(chance, len(OTHERS) * KILL_EVERY)
    assert {fault.kind for fault in faults} == set(KINDS)
    assert faults == sorted(faults, key=lambda fault: fault.at)
    assert all(fault.node == LEADER for fault in faults if fault.kind == "cut-leader")


def test_a_short_schedule_has_each_kind_once_whatever_its_seed():
    """In its time, at nodes that there are, the leader cut off where the leader is meant; one seed gives one order."""
    seconds = len(KINDS) * FAULT_SECONDS
    for number in range(20):
        faults = each_once(random.Random(number), seconds)
        assert sorted(fault.kind for fault in faults) == sorted(KINDS)
        assert faults == sorted(faults, key=lambda fault: fault.at) and 0 <= faults[0].at and faults[-1].at < seconds
        assert {fault.node for fault in faults} <= {*NAMES, LEADER}
        assert [fault.node for fault in faults if fault.kind == "cut-leader"] == [LEADER]
        assert faults == each_once(random.Random(number), seconds)
        assert [fault.kind for fault in faults] != [fault.kind for fault in each_once(random.Random(number + 1), seconds)]


def test_a_machine_that_permits_no_namespaces_fails_in_ci_and_skips_elsewhere(monkeypatch):
    """Either way the reason is reported."""
    monkeypatch.setattr(network_nodes, "why_not", lambda: "network namespaces need root")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="need root; CI"):
        demand_namespaces()
    monkeypatch.delenv("CI")
    with pytest.raises(pytest.skip.Exception, match="need root"):
        demand_namespaces()
    monkeypatch.setattr(network_nodes, "why_not", lambda: None)
    demand_namespaces()


def event(place, topic, kind, data, **more):
    """An event as on a log."""
    body = {"id": f"e{place}", "sequence": str(place), "previous": "0", "epoch": "x", "type": kind, "data": data, **more}
    return Event(topic, body)


def test_a_doubled_outcome_and_logs_that_differ_are_noticed():
    log = [event(1, "intent/box/s/", "searchbus.intent.set-query", {"query": "a"}),
           event(2, "outcome/box/s/", "searchbus.outcome.accepted", {"intent": "e1"}, source="/state")]
    check_outcomes(log)
    soak_cluster.check_equal([soak_cluster.contents(log)] * 3)
    doubled = [*log, event(3, "outcome/box/s/", "searchbus.outcome.accepted", {"intent": "e1"}, source="/state")]
    with pytest.raises(AssertionError, match="2 outcomes"):
        check_outcomes(doubled)
    with pytest.raises(AssertionError, match="1 intents, 0 outcomes"):
        check_outcomes(log[:1])
    with pytest.raises(AssertionError, match="log 0 has 2 events, and log 2 has 3"):
        soak_cluster.check_equal([soak_cluster.contents(one) for one in (log, log, doubled)])
    other = [log[0], event(2, "outcome/box/s/", "searchbus.outcome.accepted", {"intent": "e2"}, source="/state")]
    with pytest.raises(AssertionError, match="log 0 and log 1 differ"):
        soak_cluster.check_equal([soak_cluster.contents(one) for one in (log, other, log)])
