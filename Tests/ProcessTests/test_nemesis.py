# SPDX-License-Identifier: MIT
"""When the system falls quiet, every view equals the view of a run in which nothing failed."""

import json
import os
import random

import pytest
from searchbus_checks import check_app_log
from searchbus_testing import Stack, eventually, running
from shop_data import APP, COUNT
from shop_sessions import Nemesis, Person, calm_views, check_same, person, step, wait_quiet

ROUNDS = int(os.environ.get("SEARCHBUS_TEST_ROUNDS", "6" if os.environ.get("SEARCHBUS_TEST_ALL") else "3"))


@pytest.fixture(scope="module")
def harmed(indexes):
    """A shop that runs through all rounds: a process that is killed from outside is restarted at once, however often."""
    with running(Stack(APP, indexes)) as stack:
        yield stack


@pytest.mark.thorough
@pytest.mark.parametrize("number", range(ROUNDS))
def test_views_come_out_right(harmed, chance, number):
    """Users type and refine while processes are killed and suspended, one at a time and several together."""
    stack = harmed
    seed = chance.random()
    plans = [person(random.Random(seed + index)) for index in range(3)]
    sessions = [stack.new_session() for _ in plans]
    persons = [Person(stack, session, plan, pause=0.03) for session, plan in zip(sessions, plans)]
    nemesis = Nemesis(stack, chance)
    for one in persons:
        one.start()
    nemesis.rage(persons)
    for one in persons:
        one.finish()
    wait_quiet(stack)
    story = f"{len(nemesis.story)} strikes: {nemesis.story}"
    print(f"round {number}: {story}")
    with stack.bus() as bus:
        check_app_log(bus.read(), sessions)
    for session, expected in zip(sessions, calm_views(stack, *plans)):
        check_same(stack, session, expected, story)


def lose_searcher(stack):
    """Kills the searcher, and waits until it is back."""
    Nemesis(stack, None).kill("searcher-everything", stack.pids()["searcher-everything"])
    eventually(stack.processes, lambda processes: processes["searcher-everything"]["restarts"] == 1, "it is restarted")
    wait_quiet(stack)


def test_the_first_refinement_after_a_searcher_died_is_searched(make_shop):
    """The session is unknown to the new process, and it is restored by the very change that must be searched."""
    stack = make_shop()
    session = stack.new_session()
    before = [step("box", "set-query", query="wire"), step("brand", "select", value="Acme")]
    after = [step("color", "select", value="red")]
    Person(stack, session, before).run()
    wait_quiet(stack)
    lose_searcher(stack)
    Person(stack, session, after).run()
    wait_quiet(stack)
    (expected,) = calm_views(stack, before + after)
    check_same(stack, session, expected, "the searcher was killed once")


def test_an_index_that_changes_after_a_searcher_died_is_searched_again(make_shop):
    """Live searches run again when their index changes, also those that were made before the searcher was restarted."""
    stack = make_shop()
    session = stack.new_session()
    # A search is the last that the searcher did, so nothing brings the session back to the new process by chance.
    wait_quiet(stack)
    Person(stack, session, [step("box", "set-query", query="wire"), step("box", "set-query", query="")]).run()
    wait_quiet(stack)
    lose_searcher(stack)
    record = {"objectID": "new", "name": "wireless novelty", "brand": "Acme", "color": "red", "price": 5}
    stack.run("index", "import", "products", "-", "--format", "ndjson", "--append", text=json.dumps(record))
    eventually(lambda: stack.gateway.views(session)["stats"]["nbHits"], lambda count: count == COUNT + 1,
               "the session is searched again", patience=8)
