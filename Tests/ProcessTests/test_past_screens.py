# SPDX-License-Identifier: MIT
"""Past screens: the views of a session at earlier sequence numbers are those that it had then."""

import pytest
from searchbus_testing import eventually

MOMENTS = 200
ACTIONS = (
    lambda chance: ("box", "set-query", {"query": chance.choice(["", "l", "la", "lam", "lamp", "kettle", "zzz", "camera stand"])}),
    lambda chance: ("brand", "select", {"value": chance.choice(["Acme", "Borealis", "Cirrus", "Dynamo"])}),
    lambda chance: ("color", "select", {"value": chance.choice(["red", "green", "blue"])}),
    lambda chance: ("session", "undo", {}),
    lambda chance: ("session", "redo", {}),
)


def test_past_screens_are_those_that_were_shown(shop, chance):
    """Recorded live at any instant, also between the views that one action changes."""
    session = shop.new_session()
    recorded = []
    for number in range(MOMENTS):
        shop.gateway.send(session, chance.choice(ACTIONS)(chance), wait=number % 3 == 0)
        recorded.append(shop.gateway.call("GET", f"/api/sessions/{session}"))
    assert len({screen["sequence"] for screen in recorded}) > MOMENTS / 2
    for screen in chance.sample(recorded, len(recorded)):
        assert shop.gateway.call("GET", f"/api/sessions/{session}?at={screen['sequence']}") == screen


def test_a_session_begins_empty_and_ends_with_now(shop):
    session = shop.new_session()
    first = shop.gateway.call("GET", f"/api/sessions/{session}?at=0")
    assert (int(first["sequence"]), first["views"]) == (0, {})

    def pair():
        return [shop.gateway.call("GET", f"/api/sessions/{session}{query}") for query in ("", "?at=9223372036854775807")]
    now, last = eventually(pair, lambda screens: screens[0]["sequence"] == screens[1]["sequence"], "both are of the same moment")
    assert now == last and len(now["views"]) > 5


@pytest.mark.parametrize("place", ["x", "-1", "1.5", "1" * 30, ""])
def test_a_place_is_a_sequence_number(shop, place):
    status, problem = shop.gateway.try_call("GET", f"/api/sessions/{shop.new_session()}?at={place}")
    assert (status, problem["code"]) == (400, "invalid-argument")
