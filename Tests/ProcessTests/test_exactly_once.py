# SPDX-License-Identifier: MIT
"""An intent takes effect exactly once, in the order in which it was accepted, whichever worker is killed."""

import pytest
from searchbus_bus import Draft
from searchbus_checks import check_app_log, check_order, check_outcomes
from searchbus_testing import Stack, running
from shop_data import APP, BRANDS, COLORS
from shop_sessions import Nemesis, Person, expected_filters, filters_of, person, step, wait_quiet


def toggles(chance, count=40):
    """A person who turns facet values around and types, quickly."""
    steps = person(chance, refinements=0)
    for _ in range(count):
        one = chance.choice([step("brand", "select", value=chance.choice(BRANDS)),
                             step("color", "select", value=chance.choice(COLORS))])
        steps.insert(chance.randrange(len(steps) + 1), one)
    return steps


@pytest.fixture(scope="module")
def stack(indexes):
    """A shop whose workers are killed."""
    with running(Stack(APP, indexes)) as shared:
        yield shared


@pytest.mark.parametrize("victim", ["state", "interactor-brand", "searcher-everything", "interactor-box"])
def test_a_killed_worker_repeats_and_skips_nothing(stack, chance, victim):
    sessions = [stack.new_session() for _ in range(3)]
    persons = [Person(stack, session, toggles(chance), pause=0.002) for session in sessions]
    nemesis = Nemesis(stack, chance)
    for one in persons:
        one.start()
    for _ in range(4):
        if victim in (pids := stack.pids()):
            nemesis.kill(victim, pids[victim])
        persons[0].join(chance.uniform(0.1, 0.5))
    for one in persons:
        one.finish()
    wait_quiet(stack)
    with stack.bus() as bus:
        check_app_log(bus.read())
        for one in persons:
            events = bus.read(session=one.session)
            ids = {event.id for event in events if event.kind == "intent"}
            assert ids >= {step.id for step in one.steps}, "acknowledged intents are on the log"
            (filters,) = bus.latest(["filters/"], session=one.session)
            assert filters_of(filters) == expected_filters(one.steps)
            views = {event.component: event.data for event in bus.latest(["view/"], session=one.session)}
            selected = {("brand", item["value"]) for item in views["brand"]["items"] if item["selected"]}
            assert selected == {pair for pair in filters_of(filters)[0] if pair[0] == "brand"}


def test_repeated_intents_have_one_effect(stack):
    """The same intent, again and again through the gateway and beside it, is one intent."""
    session = stack.new_session()
    one = step("brand", "select", value=BRANDS[0])
    places = {stack.gateway.call("POST", f"/api/sessions/{session}/intents", one.json)["intents"][0]["sequence"]
              for _ in range(5)}
    assert len(places) == 1, "every repeat gets the first answer"
    with stack.bus() as bus:
        draft = Draft(f"intent/brand/{session}/", one.data, "searchbus.intent.select", one.id)
        assert {str(place).zfill(20) for place in bus.append(draft)} == places
        wait_quiet(stack)
        events = bus.read(session=session)
        check_order(bus.read())
        check_outcomes(events)
        assert [event.data["revision"] for event in events if event.kind == "filters"] == [1, 2]


def test_a_batch_is_one_change(stack):
    """Several intents at once are accepted together, take effect in order, and each has its outcome."""
    session = stack.new_session()
    sent = stack.gateway.send(session, *[("brand", "select", {"value": value}) for value in BRANDS],
                              ("brand", "select", {"value": BRANDS[0]}), wait=True)
    numbers = [int(one["sequence"]) for one in sent]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert {one["outcome"]["result"] for one in sent} == {"applied"}
    wait_quiet(stack)
    with stack.bus() as bus:
        (filters,) = bus.latest(["filters/"], session=session)
        assert filters_of(filters)[0] == {("brand", value) for value in BRANDS[1:]}
