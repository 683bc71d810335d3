# SPDX-License-Identifier: MIT
"""`searchbus up` keeps everything running, follows its app file, and leaves nothing behind."""

import json
import os
import pathlib
import signal
import subprocess
import time

import pytest
from searchbus_checks import comparable
from searchbus_testing import Stack, eventually, is_alive, running
from shop_data import APP, VIEWS
from shop_sessions import wait_quiet

# A program that does nothing and does not know of SearchBus; it starts another one, and neither minds a request to end.
STUBBORN = ["/bin/sh", "-c", "trap '' TERM INT; sleep 1000 & wait; sleep 1000"]


def app_with(directory, *widgets):
    """An app file: the shop with more widgets, each a line of YAML."""
    path = pathlib.Path(directory) / "more.yaml"
    path.write_text(APP.read_text() + "".join(f"  {line}\n" for line in widgets))
    return path


def custom(name, command):
    """A widget that is a third-party program."""
    return f"{name}: {{ type: {name}, run: {json.dumps(command)} }}"


def processes_below(directory):
    """Every process of the system that has the directory among its arguments or its environment."""
    found = {}
    for place in pathlib.Path("/proc").iterdir():
        if place.name.isdigit() and int(place.name) != os.getpid():
            try:
                text = (place / "cmdline").read_bytes() + (place / "environ").read_bytes()
            except OSError:
                continue
            if str(directory).encode() in text and is_alive(int(place.name)):
                found[int(place.name)] = text[:120]
    return found


@pytest.mark.parametrize("name", ["interactor-stats", "searcher-everything", "state", "gateway", "broker"])
def test_a_killed_process_is_restarted(sound_shop, name):
    stack = sound_shop
    before = stack.wait_running()[name]
    os.kill(before["pid"], signal.SIGKILL)
    after = eventually(stack.processes, lambda processes: processes[name]["state"] == "running"
                       and processes[name]["pid"] != before["pid"], f"{name} runs again", patience=8)[name]
    assert after["restarts"] == before["restarts"] + 1
    assert f"{name} exited (signal 9, SIGKILL), restarting at once" in stack.output()
    stack.new_session()


@pytest.mark.parametrize("name", ["interactor-stats", "searcher-everything", "gateway", "broker"])
def test_a_suspended_process_is_replaced(sound_shop, name):
    """Only that process: the others must not be ended because a broker is silent."""
    stack = sound_shop
    before = stack.wait_running()
    os.kill(before[name]["pid"], signal.SIGSTOP)
    after = eventually(stack.processes, lambda processes: processes[name]["state"] == "running"
                       and processes[name]["pid"] != before[name]["pid"], f"{name} is replaced", patience=12)
    assert f"{name} has reported nothing for 5 s and is killed" in stack.output()
    others = [other for other in before if other != name]
    assert [after[other]["pid"] for other in others] == [before[other]["pid"] for other in others]
    stack.new_session()


@pytest.fixture(scope="module")
def sound_shop(indexes):
    """A shop of which one process after the other is killed."""
    with running(Stack(APP, indexes)) as stack:
        yield stack


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_everything_ends_in_order(make_shop, tmp_path, number):
    """Within five seconds, with a program among them that has to be killed."""
    stack = make_shop(app=app_with(tmp_path, custom("stubborn", STUBBORN)))
    assert len(processes_below(stack.data)) >= 13
    began = time.monotonic()
    assert stack.child.end(number, patience=5) == 0
    took = time.monotonic() - began
    eventually(lambda: processes_below(stack.data), lambda left: not left, "nothing is left behind", patience=2)
    assert took < 5
    lines = stack.child.output.splitlines()
    assert lines.index("gateway stopped") < next(i for i, line in enumerate(lines) if line.startswith("broker stopped"))
    killed = [line for line in lines if "did not end in time" in line]
    assert killed == ["custom-stubborn did not end in time and is killed"], "all others end when they are asked to"
    assert not (stack.runtime / "supervisor.json").exists()


@pytest.mark.thorough
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_request_to_end_is_never_lost(make_shop, number):
    """Not where processes were killed before, and not where it starts with the signal ignored, as in the background of a shell."""
    for _ in range(5 if os.environ.get("SEARCHBUS_TEST_ALL") else 1):
        stack = make_shop(preexec_fn=lambda: signal.signal(number, signal.SIG_IGN))
        for _ in range(2):
            for name in list(stack.pids()):
                stack.send_signal(name, signal.SIGKILL)
            stack.wait_running()
        assert stack.child.end(number, patience=10) == 0
        assert stack.child.output.splitlines()[-1].startswith("broker stopped")


def test_a_killed_supervisor_leaves_nothing_behind(make_shop, tmp_path):
    stack = make_shop(app=app_with(tmp_path, custom("stubborn", STUBBORN)))
    stack.child.kill()
    eventually(lambda: processes_below(stack.data), lambda left: not left, "nothing is left behind", patience=6)
    stack.start()
    stack.new_session(count=VIEWS)


def test_unread_output_blocks_nothing(make_shop, tmp_path):
    """A pipe is full, and stays so: processes are started again all the same, and everything ends when asked to."""
    chatty = custom("chatty", ["/bin/sh", "-c", "while :; do echo 'something to say'; done"])
    stack = Stack(app_with(tmp_path, chatty))
    reader, writer = os.pipe()
    try:
        process = subprocess.Popen([str(word) for word in stack.command], stdin=subprocess.DEVNULL, stdout=writer,
                                   stderr=writer)
        try:
            before = eventually(stack.processes, lambda processes: len(processes) > 5 and all(
                process["state"] == "running" for process in processes.values()), "every process runs")
            pid = before["gateway"]["pid"]
            os.kill(pid, signal.SIGKILL)
            eventually(stack.processes, lambda processes: processes["gateway"]["state"] == "running"
                       and processes["gateway"]["pid"] != pid, "the gateway runs again", patience=5)
            process.terminate()
            assert process.wait(6) == 0
        finally:
            process.kill()
            process.wait()
        assert os.read(reader, 100), "the pipe is full of what was said"
    finally:
        os.close(reader)
        os.close(writer)
        stack.close()


def test_the_link_is_not_given_to_whatever_keeps_the_output(make_shop):
    """A log file gets the address; the link needs an option or a command."""
    stack = make_shop()
    assert f"http://127.0.0.1:{stack.port}/" in stack.output() and "token" not in stack.output()
    assert "token" not in stack.run("status", "--json")[0] + (stack.runtime / "supervisor.json").read_text()
    assert "?token=" in stack.run("link")[0]
    other = make_shop("--print-link")
    assert "?token=" in other.output()


def test_a_program_that_keeps_ending_is_shown(make_shop, tmp_path):
    """It is restarted with longer and longer waits; everything else works, and status says that not all is well."""
    stack = make_shop(app=app_with(tmp_path, custom("hopeless", ["/bin/sh", "-c", "echo no luck; exit 3"])),
                      is_sound=False)

    def only_it_fails(processes):
        others = {process["state"] for name, process in processes.items() if name != "custom-hopeless"}
        return others == {"running"} and processes["custom-hopeless"]["restarts"] >= 4 and (
            processes["custom-hopeless"]["state"] in ("backoff", "failed"))
    eventually(stack.processes, only_it_fails, "it waits for its next try, and all others run")
    assert "custom-hopeless exited (code 3), restarting in 0.8 s" in stack.output() and "no luck" in stack.output()
    shown = json.loads(stack.run("status", "--json", code=70)[0])
    assert shown["healthy"] is False
    states = {process["name"]: process["state"] for process in shown["processes"]}
    assert states.pop("custom-hopeless") in ("backoff", "failed", "starting")
    assert set(states.values()) == {"running"}
    board = {process["name"]: process["health"] for process in stack.gateway.call("GET", "/api/status")["processes"]}
    assert board["custom-hopeless"] in ("failed", "backoff", "gone", "starting"), board
    stack.new_session(count=VIEWS)


def test_a_program_that_is_missing_does_not_hide_the_console(make_shop, tmp_path):
    """What cannot be started is named, and people still get the link to everything else."""
    stack = make_shop(app=app_with(tmp_path, custom("missing", ["./not-there"])), is_sound=False)
    eventually(lambda: stack.processes().get("custom-missing", {}).get("restarts", 0), lambda count: count >= 2,
               "it is tried again")
    assert "not-there" in stack.output()
    said = eventually(stack.output, lambda text: "ready in" in text, "the console's address is printed", patience=5)
    assert f"http://127.0.0.1:{stack.port}/" in said


def test_a_widget_that_is_added_folds_what_was(make_shop):
    """A running app follows its file; the new widget has its view in a session that is older than it."""
    stack = make_shop()
    session = stack.new_session()
    stack.gateway.send(session, ("box", "set-query", {"query": "lamp"}), ("brand", "select", {"value": "Acme"}))
    wait_quiet(stack)
    old = stack.gateway.views(session)
    pids = stack.pids()
    replace(stack.app, stack.app.read_text() + "  more: { type: stats, searcher: products }\n"
            "  facet: { type: refinement-list, searcher: products, filterState: main, attribute: brand, limit: 20 }\n")
    eventually(stack.processes, lambda processes: processes.get("interactor-more", {}).get("state") == "running"
               and processes.get("interactor-facet", {}).get("state") == "running", "the widgets run")
    stack.wait_running()
    views = eventually(lambda: stack.gateway.insist("GET", f"/api/sessions/{session}")["views"],
                       lambda views: views.get("more", {}).get("phase") == "ready" and "facet" in views,
                       "the widgets have views", patience=8)
    for key in ("nbHits", "query", "page", "hitsPerPage", "phase"):
        assert views["more"][key] == old["stats"][key], key
    assert views["facet"]["items"] == old["brand"]["items"]
    now = stack.pids()
    unchanged = [name for name in pids if name.startswith(("interactor", "broker"))]
    assert all(now[name] == pids[name] for name in unchanged), "no other process is restarted"
    replace(stack.app, stack.app.read_text().replace("  more: { type: stats, searcher: products }\n", ""))
    eventually(stack.processes, lambda processes: "interactor-more" not in processes, "a widget that is removed ends")


def test_another_layout_takes_effect_in_a_running_app(make_shop):
    """Widgets move into one process and out of it; their views stay what they were."""
    stack = make_shop()
    session = stack.new_session()
    stack.gateway.send(session, ("box", "set-query", {"query": "lamp"}))
    wait_quiet(stack)
    views = stack.gateway.views(session)
    text = stack.app.read_text()
    for layout, workers in [("together", {"interactors"}),
                            ("{ groups: { screen: [hits, stats] } }", {"interactors-screen", "interactor-box"})]:
        replace(stack.app, f"{text}\ninteractors: {layout}\n")
        eventually(stack.processes, lambda found, workers=workers: workers <= {
            name for name, process in found.items() if process["state"] == "running"}, f"{layout} runs")
        stack.wait_running()
        wait_quiet(stack)
        # Two keystrokes may be one turn or two, and then are searched, which takes another time.
        assert comparable(stack.gateway.views(session)) == comparable(views)
        stack.gateway.send(session, ("box", "set-query", {"query": "lamps"}), ("box", "set-query", {"query": "lamp"}))
        eventually(lambda: stack.gateway.views(session)["stats"], lambda view: view["query"] == "lamp"
                   and view["phase"] == "ready", "it searches")


def test_a_program_that_is_changed_is_started_again(make_shop, tmp_path):
    """A custom widget is a file; saving it restarts the widget."""
    program = tmp_path / "talk.sh"
    program.write_text("echo first words; exec sleep 1000\n")
    stack = make_shop(app=app_with(tmp_path, custom("talk", ["/bin/sh", str(program)])))
    eventually(stack.output, lambda text: "first words" in text, "it runs")
    pids = stack.wait_running()
    replace(program, "echo second words; exec sleep 1000\n")
    eventually(stack.output, lambda text: "second words" in text, "it runs again")
    now = stack.wait_running()
    assert [name for name in now if now[name]["pid"] != pids[name]["pid"]] == ["custom-talk"]


def test_a_mistake_in_the_app_file_changes_nothing(sound_shop):
    stack = sound_shop
    pids = stack.wait_running()
    text = stack.app.read_text()
    replace(stack.app, text + "  wrong: { type: nonsense }\n")
    eventually(stack.output, lambda output: "the app continues unchanged" in output and "`wrong`" in output, "it is said")
    replace(stack.app, text)
    assert {name: process["pid"] for name, process in stack.processes().items()} == {
        name: process["pid"] for name, process in pids.items()}


def replace(path, text):
    """Writes a file as editors do: beside it, then over it."""
    beside = path.with_suffix(".new")
    beside.write_text(text)
    beside.rename(path)
