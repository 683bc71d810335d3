# SPDX-License-Identifier: MIT
"""The widgets of Examples/, in both languages, on a running app: what they show, what they ask for, what they refuse."""

import os
import pathlib
import signal

import pytest
from example_widgets import EXAMPLES, STEPS, SUM, SWIFT_STEPS, SWIFT_SUM, app_with, steps, wait_view, widget
from searchbus_testing import Stack, command, eventually, running
from shop_sessions import wait_quiet

LANGUAGES = ["python", "swift"]
STEP_COMMANDS = {"python": STEPS, "swift": SWIFT_STEPS}


@pytest.fixture(scope="module")
def stack(indexes, tmp_path_factory):
    """The shop with every example widget; `popular` needs bounds that no other widget needs."""
    app = app_with(
        tmp_path_factory.mktemp("app"),
        widget("sum-python", "sum-searches", SUM), widget("sum-swift", "sum-searches", SWIFT_SUM),
        steps("steps-python", STEPS), steps("steps-swift", SWIFT_STEPS),
        steps("popular-python", STEPS, attribute="popularity"), steps("popular-swift", SWIFT_STEPS, attribute="popularity"),
    )
    with running(Stack(app, indexes)) as shared:
        yield shared


@pytest.fixture
def session(stack):
    """A session in which every widget has its view, the first answer included."""
    name = stack.new_session()
    wait_view(stack, name, "stats", lambda view: view["phase"] == "ready", "the first answer is here")
    return name


def outcome(stack, session, to, kind, **data):
    """Sends one intent; answers with its outcome."""
    return stack.gateway.send(session, (to, kind, data), wait=True)[0]["outcome"]


def selected(view):
    """The steps that a view shows as selected."""
    return [step["step"] for step in view["steps"] if step["selected"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_widget_counts_answers(stack, session, language):
    name = f"sum-{language}"
    # What the widgets want counted leads to a second answer.
    wait_quiet(stack)
    before = wait_view(stack, session, name, lambda view: view["sum"] >= 1, "the first answer counts")["sum"]
    for text in ("l", "la", "lam"):
        outcome(stack, session, "box", "set-query", query=text)
        wait_quiet(stack, 0.2)
    assert wait_view(stack, session, name, lambda view: view["sum"] == before + 3, "each answer counts")
    assert outcome(stack, session, name, "reset")["result"] == "applied"
    assert outcome(stack, session, name, "reset")["result"] == "unchanged"
    refused = outcome(stack, session, name, "explode")
    assert refused["result"] == "rejected" and refused["code"] == "invalid-intent" and "reset" in refused["remedy"]
    assert stack.gateway.views(session)[name] == {"phase": "ready", "sum": 0}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_step_refines(stack, session, language):
    """The widget asks; the filter state decides; every widget on the attribute shows it."""
    name = f"steps-{language}"
    assert outcome(stack, session, name, "select", step=1)["result"] == "applied"
    view = wait_view(stack, session, name, lambda view: selected(view) == [1], "the step is selected")
    assert [step["label"] for step in view["steps"]] == ["up to 25", "25 to 100", "100 to 250", "from 250"]
    wait_view(stack, session, "price", lambda view: view["range"] == [25, 100], "the slider shows the same")
    hits = wait_view(stack, session, "hits", lambda view: view["phase"] == "ready" and all(
        25 <= hit["record"]["price"] <= 100 for hit in view["hits"]), "the records are within")
    assert hits["hits"]
    other = "steps-swift" if language == "python" else "steps-python"
    wait_view(stack, session, other, lambda view: selected(view) == [1], "the other language shows the same")
    outcome(stack, session, "price", "set-range", range=[100, 250])
    wait_view(stack, session, name, lambda view: selected(view) == [2], "a step that another client selected")
    outcome(stack, session, "price", "set-range", range=[120, 130])
    wait_view(stack, session, name, lambda view: selected(view) == [], "a range that is not a step")
    outcome(stack, session, name, "select", step=3)
    wait_view(stack, session, name, lambda view: selected(view) == [3], "the last step")
    outcome(stack, session, name, "select", step=3)
    wait_view(stack, session, name, lambda view: selected(view) == [], "the same step again selects none")
    wait_view(stack, session, "price", lambda view: view["range"] is None, "no filter is left")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_widget_gets_the_bounds_that_it_needs(stack, session, language):
    view = wait_view(stack, session, f"popular-{language}",
                     lambda view: view["phase"] == "ready" and view["bounds"] is not None, "there are bounds")
    assert view["bounds"] == [0, 399]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind, data", [("select", {}), ("select", {"step": 4}), ("select", {"step": "1"}), ("zap", {})])
def test_what_makes_no_sense_is_refused(stack, session, language, kind, data):
    refused = outcome(stack, session, f"steps-{language}", kind, **data)
    assert (refused["result"], refused["code"]) == ("rejected", "invalid-intent")
    assert ("select" if kind == "zap" else "step") in refused["remedy"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_answer_that_does_not_come_shows(stack, session, language):
    """A widget without an answer shows it, whichever process is the cause."""
    stack.send_signal("searcher-everything", signal.SIGSTOP)
    try:
        outcome(stack, session, "box", "set-query", query="kettle")
        wait_view(stack, session, f"steps-{language}", lambda view: view["phase"] == "stalled", "it is overdue", patience=4)
    finally:
        stack.send_signal("searcher-everything", signal.SIGCONT)
    wait_view(stack, session, f"steps-{language}", lambda view: view["phase"] == "ready", "the answer is here")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("parameters, said", [
    ({"steps": [100, 25]}, "`steps` is not a list of 1 to 20 rising numbers"),
    ({"steps": [25], "colour": "red"}, "`colour` is not a parameter of a `price-steps` widget"),
])
def test_a_wrong_parameter_is_reported_and_not_retried_forever(make_shop, tmp_path, language, parameters, said):
    line = widget("prices", "price-steps", STEP_COMMANDS[language], filterState="main", attribute="price", **parameters)
    stack = make_shop(app=app_with(tmp_path, line), is_sound=False)
    output = eventually(stack.output, lambda text: "custom-prices exited (code 78) and would do so each time" in text, "it is given up")
    assert f"widget `prices`: {said}" in output and "[invalid-app-file]" in output
    assert eventually(stack.processes, lambda processes: processes["custom-prices"]["state"] == "failed", "it has failed")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_changed_parameter_shows_in_sessions_that_are_there(make_shop, tmp_path, language):
    """The host reviews them; no session has to be used, and the new needs of the widget are counted."""
    def line(attribute, *numbers):
        return steps("prices", STEP_COMMANDS[language], list(numbers), attribute)
    stack = make_shop(app=app_with(tmp_path, line("price", 25, 100)))
    session = stack.new_session()
    wait_view(stack, session, "prices", lambda view: view["bounds"] is not None, "there are bounds")
    draft = pathlib.Path(f"{stack.app}.new")
    draft.write_text(stack.app.read_text().replace(line("price", 25, 100), line("popularity", 50, 75, 200)))
    os.replace(draft, stack.app)
    view = wait_view(stack, session, "prices", lambda view: len(view["steps"]) == 4 and view["bounds"] == [0, 399],
                     "the new steps are shown, with the bounds of the new attribute")
    assert [step["label"] for step in view["steps"]] == ["up to 50", "50 to 75", "75 to 200", "from 200"]


def test_the_app_of_the_examples_is_right():
    """`check` looks at the app alone; that the programs are there is seen when they are started."""
    command("check", EXAMPLES / "app-with-sum.yaml")
    command("check", EXAMPLES / "http-backend/elements.yaml")


def test_status_tells_of_widgets_of_ones_own(stack):
    def board():
        processes = stack.gateway.call("GET", "/api/status")["processes"]
        return {process["name"]: process for process in processes}
    for language in LANGUAGES:
        shown = eventually(board, lambda all: all.get(f"custom-steps-{language}", {}).get("memoryBytes", 0) > 1 << 20,
                           "its memory is known")[f"custom-steps-{language}"]
        assert "intent/main/" in shown["writes"] or language == "python", "before it has asked, Python does not know"
        assert "filters/main/" in shown["reads"] and "request/everything/" in shown["reads"]
