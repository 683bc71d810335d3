# SPDX-License-Identifier: MIT
"""The host of widgets in Python: exactly once under kills, and faulty widgets, which do not affect others."""

import json
import os
import pathlib
import signal
import uuid

import pytest
from example_widgets import SUM, app_with, program, wait_view, widget
from searchbus_bus import Draft
from searchbus_testing import Child, eventually
from shop_sessions import Nemesis, Person, person, wait_quiet

# A widget with every fault there is, each on demand.
FAULTY = """
import os, time
from searchbus.widgets import Refused, asks, run

class Faulty:
    type = "faulty"

    def __init__(self, widget):
        self.widget = widget

    def initial(self):
        return {"seen": 0, "show": None}

    def restore(self, state, view):
        return {"seen": view["seen"], "show": None}

    def fold(self, state, event):
        if event.kind != "intent" or event.type == "searchbus.intent.start":
            return state, None
        kind = event.type.rpartition(".")[2]
        if kind == "die":
            os._exit(3)
        if kind == "hang":
            time.sleep(1000)
        if kind == "raise":
            raise KeyError("no such thing")
        if kind == "nonsense":
            return state, "done"
        if kind == "flood":
            return state, asks(self.widget.searcher, "set-query", {"query": "x" * (2 << 20)})
        return {"seen": state["seen"] + 1, "show": kind}, "applied"

    def view(self, state):
        if state["show"] == "vanish":
            os._exit(3)
        shown = {"large": "x" * (2 << 20), "deep": nested(80), "infinite": float("inf"), "set": {1}, "big": "x" * 900_000}
        return {"phase": "ready", "seen": state["seen"], "shown": shown.get(state["show"])}

def nested(depth):
    return [nested(depth - 1)] if depth else []

run(Faulty)
"""


# A widget that notes which of its hooks were called.
HOOKED = """
from searchbus.widgets import SearchPhase, run

class Hooked:
    type = "hooked"

    def __init__(self, widget):
        self.attribute = widget.parameters["attribute"]

    def initial(self):
        return {"calls": [], "filters": []}

    def reset(self, state):
        return {**state, "calls": ["reset"]}

    def fold(self, state, event):
        calls = list(state["calls"])
        if event.kind == "results":
            calls.append("results")
        if event.kind == "search" and event.type.endswith(".failed"):
            calls.append(f"error {event.data['code']}")
        filters = state["filters"]
        if event.kind == "filters":
            calls.append("refinements")
            of = [each for group in event.data["groups"] for each in group["filters"]
                  if each.get("attribute") == self.attribute]
            if of != filters:
                calls.append(f"refinements of {self.attribute}")
            filters = of
        return {"calls": calls, "filters": filters}, None

    def view(self, state):
        return {"phase": "ready", "calls": state["calls"]}

run(Hooked)
"""


@pytest.fixture(scope="module")
def faulty(tmp_path_factory):
    """The command of the faulty widget."""
    return program(tmp_path_factory.mktemp("faulty"), "faulty", FAULTY)


@pytest.fixture(scope="module")
def hooked(tmp_path_factory):
    """The command of the widget that notes its hooks."""
    return program(tmp_path_factory.mktemp("hooked"), "hooked", HOOKED)


@pytest.fixture(scope="module")
def stack(indexes, faulty, hooked, tmp_path_factory):
    """A shop with both."""
    from searchbus_testing import Stack, running  # pylint: disable=import-outside-toplevel
    app = app_with(tmp_path_factory.mktemp("app"), widget("own", "faulty", faulty),
                   widget("hooks", "hooked", hooked, filterState="main", attribute="color"), "indexes: [nowhere]\n")
    with running(Stack(app, indexes)) as shared:
        yield shared


def test_each_hook_of_a_widget_is_called(stack):
    """Answers, failures, changes of all filters and of those on one attribute, and a session that starts over."""
    session = stack.new_session()

    calls = []

    def called(*expected):
        """Waits for calls after those that are known."""
        nonlocal calls
        known = len(calls)
        calls = wait_view(stack, session, "hooks", lambda view: tuple(view["calls"][known:][-len(expected):]) == expected,
                          f"it is {expected}")["calls"]

    called("results")
    group = {"kind": "or", "name": "g"}
    for attribute, hooks in [("brand", ["refinements", "results"]), ("color", ["refinements", "refinements of color", "results"])]:
        stack.gateway.send(session, ("main", "toggle-filter", {
            "group": group, "filter": {"type": "facet", "attribute": attribute, "value": "x"}}))
        called(*hooks)
    stack.gateway.send(session, ("products", "set-index", {"index": "nowhere"}))
    called("error unknown-index")
    stack.gateway.send(session, ("session", "reset", {}))
    calls = []
    called("reset", "refinements", "refinements of color", "results")


def outcome(stack, session, kind):
    """Sends the widget an intent and waits for its outcome, however often the process ends meanwhile."""
    sent = stack.gateway.send(session, ("own", kind, {}))[0]

    def found():
        with stack.bus() as bus:
            return [event.data for event in bus.read(["outcome/own/"], session=session) if event.cause == sent["id"]]
    return eventually(found, bool, f"there is an outcome of {kind}", patience=60, interval=0.2)


@pytest.mark.parametrize("kind", ["raise", "nonsense"])
def test_an_invalid_event_is_skipped(stack, faulty, kind):
    """The exception is in its outcome, with the place, and its traceback in the output of `up`."""
    session = stack.new_session()
    pid = stack.pids()["custom-own"]
    (told,) = outcome(stack, session, kind)
    assert told["result"] == "rejected" and told["code"] == "poison-event" and "faulty" not in told["remedy"]
    if kind == "raise":
        line = 1 + next(n for n, text in enumerate(pathlib.Path(faulty[1]).read_text().split("\n")) if "no such thing" in text)
        assert f"KeyError('no such thing') in faulty.py, line {line}" in told["message"]
        eventually(stack.output, lambda text: f'faulty.py", line {line}, in fold' in text and "Traceback" in text, "it is printed")
    assert outcome(stack, session, "count")[0]["result"] == "applied"
    assert stack.pids()["custom-own"] == pid


@pytest.mark.parametrize("kind", ["die", "hang"])
def test_an_event_that_crashes_the_process_is_skipped(stack, kind):
    """Three processes crash in it, or hang and are replaced; then it is skipped, and later events are folded."""
    session, other = stack.new_session(), stack.new_session()
    sent = stack.gateway.send(session, ("own", kind, {}))[0]["id"]
    stack.gateway.send(other, ("own", "count", {}))
    wait_view(stack, other, "own", lambda view: view["seen"] == 1, "others are served again", patience=90)
    with stack.bus() as bus:
        (told,) = [event.data for event in bus.read(["outcome/own/"], session=session) if event.cause == sent]
    assert told["code"] == "poison-event" and "ended each time" in told["message"]


@pytest.mark.parametrize("kind, code", [("large", "too-large"), ("deep", "too-large"), ("infinite", "internal-error"),
                                        ("set", "internal-error")])
def test_an_invalid_view_is_reported(stack, kind, code):
    """It stops neither the widget nor other sessions, and ends when the view is valid again."""
    session = stack.new_session()
    pid = stack.pids()["custom-own"]
    assert outcome(stack, session, kind)[0]["result"] == "applied"
    view = wait_view(stack, session, "own", lambda view: view["phase"] == "failed", "the view shows it")
    assert view["error"]["code"] == code and view["error"]["remedy"]
    outcome(stack, session, "count")
    wait_view(stack, session, "own", lambda view: view["phase"] == "ready" and view["seen"] == 2, "it is right again")
    assert stack.pids()["custom-own"] == pid


def test_intents_of_one_turn_have_each_their_outcome_and_the_last_has_the_view(stack):
    """Their sender waits for the chain of the last one."""
    session = stack.new_session()
    # A view that has met an answer in its turn follows from that.
    wait_view(stack, session, "hooks", lambda view: "results" in view["calls"], "it has its first answer")
    outcome(stack, session, "count")
    stack.send_signal("custom-own", signal.SIGSTOP)
    sent = [stack.gateway.send(session, ("own", "count", {}))[0]["id"] for _ in range(3)]
    stack.send_signal("custom-own", signal.SIGCONT)
    wait_view(stack, session, "own", lambda view: view["seen"] == 4, "all are counted")
    with stack.bus() as bus:
        assert [event.cause for event in bus.read(["outcome/own/"], session=session)][-3:] == sent
        (view,) = bus.latest(["view/own/"], session=session)
        assert view.cause == view.body["correlationid"] == sent[-1]


def test_a_request_that_is_too_large_is_refused(stack):
    session = stack.new_session()
    (told,) = outcome(stack, session, "flood")
    assert told["result"] == "rejected" and "1048576" in told["message"] and told["remedy"] == "Send less at once."


def test_a_turn_of_many_large_views(stack):
    """Together they are more than one append takes; each session has its view all the same."""
    sessions = [stack.new_session() for _ in range(24)]
    stack.send_signal("custom-own", signal.SIGSTOP)
    for session in sessions:
        stack.gateway.send(session, ("own", "big", {}))
    stack.send_signal("custom-own", signal.SIGCONT)
    for session in sessions:
        view = wait_view(stack, session, "own", lambda view: view["seen"] == 1, "it has its view", patience=40)
        assert len(view["shown"]) == 900_000
    with stack.bus() as bus:
        for session in sessions:
            told = [event.data["result"] for event in bus.read(["outcome/own/"], session=session)]
            assert told.count("applied") == 1 and "rejected" not in told


def test_a_killed_widget_counts_exactly(make_shop, tmp_path, chance):
    """However often it is killed: its count is the number of answers on the log."""
    stack = make_shop(app=app_with(tmp_path, widget("sum", "sum-searches", SUM)))
    sessions = [stack.new_session() for _ in range(3)]
    persons = [Person(stack, session, person(chance), pause=0.02) for session in sessions]
    nemesis = Nemesis(stack, chance)
    for one in persons:
        one.start()
    for _ in range(4):
        if pid := stack.pids().get("custom-sum"):
            nemesis.kill("custom-sum", pid)
        persons[0].join(chance.uniform(0.2, 0.6))
    for one in persons:
        one.finish()
    wait_quiet(stack)
    with stack.bus() as bus:
        for session in sessions:
            answers = len(bus.read(["results/products/"], session=session))
            wait_view(stack, session, "sum", lambda view: view["sum"] == answers, f"it has counted {answers}", patience=10)


# Without an app: a broker, and the widget as another program starts it.


def beside(broker, directory, name, kind, command):
    """A way to start a widget beside a broker."""
    app = directory / "app.json"
    entry = {"name": name, "type": kind, "searcher": "p", "members": ["p"], "unit": "p", "parameters": {}}
    app.write_text(json.dumps({"widgets": [entry]}))
    # A process that ends here has failed: nothing kills it from outside.
    environment = os.environ | {"SEARCHBUS_APP": str(app), "SEARCHBUS_WIDGET": name, "SEARCHBUS_FAILED": "1",
                                "SEARCHBUS_RUNTIME": str(broker.runtime)}
    return lambda: Child(command, directory / "out.txt", env=environment)


@pytest.fixture
def alone(make_broker, tmp_path):
    """A broker, and a way to start the example beside it."""
    broker = make_broker().start()
    return broker, beside(broker, tmp_path, "sum", "sum-searches", SUM)


def answer(broker, session="s"):
    """Appends an answer of the searcher."""
    with broker.bus() as bus:
        bus.insist(Draft(f"results/p/{session}/", {"request": 1}, "searchbus.results.hits", uuid.uuid4().hex))


def wait_sum(broker, wanted, session="s"):
    """Waits until the widget has counted so many."""
    def seen():
        with broker.bus() as bus:
            return [event.data["sum"] for event in bus.latest(["view/sum/"], session=session)]
    return eventually(seen, lambda sums: sums == [wanted], f"it has counted {wanted}")


def test_there_is_one_process_of_a_widget(alone):
    """The last that comes is it; the one before is fenced, and ends with the code for that."""
    broker, start = alone
    first = start()
    answer(broker)
    wait_sum(broker, 1)
    second = start()

    def has_ended():
        answer(broker)
        return not first.is_running
    eventually(has_ended, bool, "the first one ends")
    assert first.process.returncode == 75 and "[fenced]" in first.output
    with broker.bus() as bus:
        wait_sum(broker, len(bus.read(["results/"])))
    assert second.is_running
    second.end()


def test_events_that_crash_the_process_when_their_view_is_made_are_all_skipped(make_broker, faulty, tmp_path):
    """Two of one turn, which come again together with each process; other sessions are served."""
    broker = make_broker().start()
    start = beside(broker, tmp_path, "own", "faulty", faulty)
    drafts = [Draft(f"intent/own/{session}/", {}, f"searchbus.intent.{kind}")
              for session, kind in [("first", "vanish"), ("second", "vanish"), ("other", "count")]]
    with broker.bus() as bus:
        bus.insist(*drafts)

    def told():
        with broker.bus() as bus:
            return {event.cause: event.data for event in bus.read(["outcome/own/"])}
    for deaths in range(8):
        process = start()
        eventually(lambda one=process: not one.is_running or len(told()) == 3, bool, "it has ended, or has printed all")
        if process.is_running:
            break
        assert process.process.returncode == 3, process.output
    assert deaths == 6
    first, second, other = (told()[draft.id] for draft in drafts)
    assert other["result"] == "applied"
    for outcome_told in (first, second):
        assert outcome_told["code"] == "poison-event" and "ended each time" in outcome_told["message"]
    with broker.bus() as bus:
        (view,) = [event.data for event in bus.latest(["view/own/"], session="other")]
    assert view["seen"] == 1


def test_a_restarted_broker_changes_nothing(alone):
    broker, start = alone
    process = start()
    for count in range(1, 4):
        answer(broker)
        wait_sum(broker, count)
        broker.child.kill()
        broker.start()
    answer(broker)
    wait_sum(broker, 4)
    assert process.is_running


def test_a_new_log_starts_over(alone):
    """Counts of the old log are not used for the new one."""
    broker, start = alone
    process = start()
    for count in (1, 2):
        answer(broker)
        wait_sum(broker, count)
    broker.child.kill()
    for path in broker.data.glob("log.sqlite*"):
        path.unlink()
    for path in broker.data.iterdir():
        if path.is_file() and path.suffix != ".txt":
            path.unlink()
    broker.start()
    answer(broker)
    wait_sum(broker, 1)
    assert process.is_running
