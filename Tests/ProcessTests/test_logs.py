# SPDX-License-Identifier: MIT
"""What `searchbus up` writes: lines of JSON where they are asked for, and nothing that anybody has to read."""

import json
import os
import re
import signal
import subprocess
import sys

from searchbus_bus import Draft
from searchbus_testing import Child, Stack, eventually, running
from shop_data import APP

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z")
# A third-party program, with its own log format.
SPEAKER = """
import json, sys, time
print("plain words, and http://127.0.0.1/?token=SECRET-1", flush=True)
print(json.dumps({"level": "WARNING", "message": "Bearer SECRET-2 of \\n its own", "correlation": "c-1", "tries": 3}), flush=True)
print('{"level": "warning", "messag', flush=True)
print("error: a failure\\u2028", file=sys.stderr, flush=True)
print("x" * 20000, flush=True)
time.sleep(1000)
"""
# One that never stops.
CHATTERBOX = "import time\nwhile True:\n    print('x' * 4000, flush=True)\n    time.sleep(0.0005)\n"


def app_with(directory, program):
    """The shop with a third-party widget."""
    (directory / "own.py").write_text(program)
    path = directory / "own.yaml"
    run = json.dumps([sys.executable, str(directory / "own.py")])
    path.write_text(APP.read_text() + f"  own: {{ type: own, run: {run} }}\n")
    return path


def test_every_line_is_json_where_that_is_asked_for(indexes, tmp_path):
    with running(Stack(app_with(tmp_path, SPEAKER), indexes, "--log", "json", "--print-link")) as stack:
        def lines():
            return [json.loads(line) for line in stack.output().splitlines()]

        def of(process):
            return [line for line in lines() if line["process"] == process]

        eventually(lambda: of("custom-own"), lambda said: len(said) >= 7, "all that it wrote is there")
        # An invalid event is skipped, and reported with its chain.
        with stack.bus() as bus:
            draft = Draft("request/everything/s-1/", {"number": "none"}, "searchbus.request.changed")
            bus.append(draft)
        aside = eventually(lambda: of("searcher-everything"), bool, "the skipped event is reported")[0]
        assert aside["level"] == "warning" and aside["correlation"] == draft.id and aside["component"] == "everything"
        assert draft.type in aside["message"], aside
        stack.send_signal("interactor-stats", signal.SIGKILL)
        eventually(lambda: [line for line in of("supervisor") if line.get("about") == "interactor-stats"],
                   lambda said: [line["event"] for line in said][-3:] == ["started", "restarting", "started"],
                   "the supervisor tells what it does")
        for line in lines():
            assert TIME.fullmatch(line["time"]) and line["level"] and line["component"] and line["message"], line
        assert max(len(line.encode()) for line in stack.output().splitlines()) < 4096
        said = of("custom-own")
        assert said[0] | {"time": ""} == {"time": "", "level": "info", "process": "custom-own",
                                          "component": "custom-own", "message": "plain words, and http://127.0.0.1/?token=…"}
        assert (said[1]["level"], said[1]["correlation"], said[1]["tries"]) == ("warning", "c-1", "3")
        assert said[1]["message"] == "Bearer … of \n its own"
        assert (said[2]["level"], said[2]["message"]) == ("info", '{"level": "warning", "messag')
        assert (said[3]["level"], said[3]["message"][:9]) == ("error", "a failure")
        assert "SECRET" not in stack.output() and "token=" not in stack.output().replace("token=…", "")
        gateway = json.loads((stack.data / "gateway.secret").read_text())["bearer"]
        assert gateway not in stack.output()


def test_why_up_ended_is_json_too(tmp_path):
    child = Child(Stack(APP, None, "--log", "json", "--public-url", "nonsense").command, tmp_path / "said.txt")
    assert child.process.wait(20) == 64
    line = json.loads(child.output.splitlines()[-1])
    assert line["level"] == "error" and line["code"] == "invalid-argument" and line["remedy"], line


def test_a_reader_that_goes_away_stops_nothing(tmp_path, indexes):
    """As with `searchbus up --log json | head -1`: processes are started again all the same, and all ends when asked to."""
    stack = Stack(app_with(tmp_path, CHATTERBOX), indexes, "--log", "json")
    reading, writing = os.pipe()
    process = subprocess.Popen([str(word) for word in stack.command], stdin=subprocess.DEVNULL, stdout=writing,
                               stderr=writing)
    os.close(writing)
    try:
        assert os.read(reading, 1) == b"{"
        os.close(reading)
        before = stack.wait_running()
        for name in ("interactor-stats", "gateway"):
            os.kill(before[name]["pid"], signal.SIGKILL)
            eventually(stack.processes, lambda now, name=name: now[name]["state"] == "running"
                       and now[name]["pid"] != before[name]["pid"], f"{name} runs again")
        process.terminate()
        assert process.wait(10) == 0
    finally:
        process.kill()
        process.wait()
        stack.close()
