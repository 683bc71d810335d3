# SPDX-License-Identifier: MIT
# Part of SearchBus.
"""Some forty seconds of the harm that `make soak-cluster` does for twenty minutes, and that its checks notice what they are there for."""

import network_nodes
import pytest
import soak_cluster
from cluster_faults import KILL_EVERY, LEADER, OTHERS, schedule
from cluster_nodes import Cluster
from searchbus_bus import Event
from searchbus_checks import check_outcomes
from shop_data import APP

# Of harm; what is looked at afterwards takes some more.
SECONDS = 38


@pytest.fixture(scope="module")
def namespaces():
    """Skips where there can be none, and says why."""
    if reason := network_nodes.why_not():
        pytest.skip(reason)


@pytest.mark.usefixtures("namespaces")
def test_machines_that_die_are_cut_off_or_stand_still_lose_and_double_nothing(indexes, seed):
    """How long writes were away is printed and not judged: other tests may keep the machine busy."""
    with Cluster(APP, indexes, *soak_cluster.ARGUMENTS) as cluster:
        report = soak_cluster.ClusterSoak(cluster, seed).run(SECONDS)
    print("\n".join(report.lines()))
    assert report.acknowledged > 0 and report.faults["kill"] > 0 and report.compared > 0
    assert not report.wrong, "\n".join(report.wrong)


def test_a_schedule_is_its_seeds_and_has_every_kind(chance):
    faults = schedule(chance, len(OTHERS) * KILL_EVERY)
    assert {fault.kind for fault in faults} == {"kill", *OTHERS}
    assert faults == sorted(faults, key=lambda fault: fault.at)
    assert all(fault.node == LEADER for fault in faults if fault.kind == "cut-leader")


def event(place, topic, kind, data, **more):
    """An event as it stands on a log."""
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
