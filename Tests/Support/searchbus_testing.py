# SPDX-License-Identifier: MIT
"""
What tests of real processes are made of: waiting, processes that can be harmed, a running app, its HTTP interface.

SEARCHBUS_BIN names the folder of the executables; `.build/debug` otherwise.
"""

import contextlib
import http.client
import itertools
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.parse

from bus_document import check_log_against
from searchbus_bus import Bus

ROOT = pathlib.Path(__file__).resolve().parents[2]
# How long anything may take that ought to be done at once, on a machine that has other things to do.
PATIENCE = 20
# The shell is the same engine without the windows of a browser, which take half of the time.
BROWSER = os.environ.get("SEARCHBUS_TEST_BROWSER", "/usr/bin/chromium-headless-shell")


def binary(name):
    """The path of an executable."""
    return pathlib.Path(os.environ.get("SEARCHBUS_BIN", ROOT / ".build/debug")).resolve() / name


# Below the range from which the system gives ports to connections: a port from that range may be taken between the moment
# it is found free and the moment a server binds it. Each process of the tests begins elsewhere.
_ports = itertools.cycle(range(10_000, 32_000))
for _ in range(os.getpid() * 7919 % 22_000):
    next(_ports)


def free_port():
    """A port on which no program listens, and which this process returns once only."""
    for port in itertools.islice(_ports, 22_000):
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("no port is free")


def eventually(ask, holds, what, patience=PATIENCE, interval=0.03):
    """Asks until the answer is right, and answers with it; says what was waited for when the time is up."""
    deadline = time.monotonic() + patience
    while True:
        value = ask()
        if holds(value):
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {patience} s: {what}; last was {str(value)[:2000]}")
        time.sleep(interval)


def is_alive(pid):
    """Whether there is such a process, other than as a zombie."""
    with contextlib.suppress(OSError):
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def resident_bytes(pid):
    """What a process takes of the machine's memory."""
    return int(pathlib.Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


def memory_peak(pid):
    """The most that a process has taken of the machine's memory."""
    lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:"))


def make_directory():
    """A directory of its own. Sockets have short paths, so it lies directly below the system's place for such."""
    return pathlib.Path(tempfile.mkdtemp(prefix="searchbus-test-"))


class Child:
    """A process that the tests started: its output, and the ways in which it can be harmed."""

    # Every one that was started; those that a test leaves behind are found here.
    all = []

    def __init__(self, command, output, **options):
        self.output_path = pathlib.Path(output)
        with self.output_path.open("ab") as file:
            self.output_start = file.tell()
            self.process = subprocess.Popen([str(word) for word in command], stdout=file, stderr=subprocess.STDOUT,
                                            **{"stdin": subprocess.DEVNULL, **options})
        self.pid = self.process.pid
        Child.all.append(self)

    @property
    def output(self):
        """What it has printed, without what others had printed into its file before."""
        return self.output_path.read_bytes()[self.output_start:].decode(errors="replace")

    @property
    def is_running(self):
        """Whether it has not ended."""
        return self.process.poll() is None

    def send_signal(self, number):
        """Sends it a signal, if it has not ended."""
        self.process.send_signal(number)

    def kill(self):
        """Ends it as kill -9 does."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def end(self, number=signal.SIGTERM, patience=PATIENCE):
        """Asks it to end; answers with its exit code, negative for a signal."""
        self.process.send_signal(number)
        try:
            return self.process.wait(patience)
        except subprocess.TimeoutExpired:
            threads = "\n".join(self.threads())
            self.kill()
            raise AssertionError(f"it did not end within {patience} s:\n{self.output}\n{threads}") from None

    def threads(self):
        """What each of its threads is at, for a report."""
        for path in sorted(pathlib.Path(f"/proc/{self.pid}/task").glob("*")):
            with contextlib.suppress(OSError):
                state = [line for line in (path / "status").read_text().splitlines() if line[:3] in ("Nam", "Sta", "Sig")]
                yield f"{path.name}: {' '.join(' '.join(state).split())} {(path / 'wchan').read_text()}"


class Broker:
    """A broker alone, without a supervisor, in a data directory of its own unless one is given."""

    def __init__(self, *arguments, data=None, **options):
        self.owns_data = data is None
        self.data = data or make_directory()
        self.runtime = self.data / "run"
        self.arguments = arguments
        self.options = options
        self.child = None

    @property
    def command(self):
        """What is run."""
        return [binary("searchbus-broker"), "--data", self.data, "--runtime", self.runtime, *self.arguments]

    def start(self):
        """Starts it, and returns when it answers."""
        self.launch()
        with self.bus() as bus:
            eventually(lambda: bus.is_answered() or not self.child.is_running, bool, "the broker answers")
        assert self.child.is_running, self.child.output
        return self

    def launch(self):
        """Starts it."""
        self.child = Child(self.command, self.data / "broker.txt", **self.options)

    def bus(self):
        """A connection to it."""
        return Bus(self.runtime)

    def close(self):
        """Ends it and removes its directory, unless that was given."""
        if self.child is not None and self.child.is_running:
            self.child.kill()
        if self.owns_data:
            shutil.rmtree(self.data, ignore_errors=True)


class Gateway:
    """The HTTP interface of an app, with the key of its data directory."""

    def __init__(self, port, data):
        self.port = port
        self.headers = {"authorization": f"Bearer {json.loads((data / 'gateway.secret').read_text())['bearer']}",
                        "content-type": "application/json"}

    def connection(self, patience):
        """A connection to it."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=patience)

    def try_call(self, method, path, body=None, patience=PATIENCE):
        """One call; answers with its status and JSON. Raises OSError or HTTPException where there is no answer."""
        connection = self.connection(patience)
        try:
            text = None if body is None else json.dumps(body)
            connection.request(method, path, text, self.headers)
            response = connection.getresponse()
            content = response.read()
            return response.status, json.loads(content) if content else None
        finally:
            connection.close()

    def call(self, method, path, body=None):
        """A call that has to succeed; answers with its JSON."""
        status, answer = self.try_call(method, path, body)
        assert status < 300, f"{method} {path}: {status} {answer}"
        return answer

    def insist(self, method, path, body=None, patience=PATIENCE):
        """A call that is repeated until it succeeds, which is harmless where the intents in it have ids."""
        def attempt():
            try:
                return self.try_call(method, path, body, patience=3)
            except (OSError, http.client.HTTPException) as error:
                return 503, repr(error)
        return eventually(attempt, lambda answer: answer[0] < 300, f"{method} {path} succeeds", patience)[1]

    def views(self, session):
        """A session's views by widget."""
        return self.call("GET", f"/api/sessions/{session}")["views"]

    def send(self, session, *intents, wait=False):
        """Sends intents, each `(to, type, data)`, as one batch; answers with what is said of each."""
        body = {"intents": [dict(zip(("to", "type", "data"), intent, strict=True)) for intent in intents]}
        return self.call("POST", f"/api/sessions/{session}/intents{'?wait=outcome' if wait else ''}", body)["intents"]

    def stream(self, path, patience=PATIENCE, method="GET", **headers):
        """The events of a stream as they come: name, id, data; ends with OSError when nothing comes for that long."""
        connection = self.connection(patience)
        try:
            connection.request(method, path, headers={**self.headers, **headers})
            response = connection.getresponse()
            assert response.status == 200, response.read()
            fields = {}
            for line in iter(response.readline, b""):
                name, _, value = line.decode().rstrip("\n").partition(":")
                if name:
                    fields[name] = value.strip()
                elif fields:
                    if "data" in fields:
                        yield fields.get("event", "message"), fields.get("id"), json.loads(fields["data"])
                    fields = {}
        finally:
            connection.close()


class Stack:
    """`searchbus up` with an app, on a free port, in a data directory of its own unless one is given."""

    def __init__(self, app, indexes=None, *arguments, data=None):
        self.data = data or make_directory()
        self.app = self.data / "app.yaml"
        shutil.copy(app, self.app)
        if indexes:
            shutil.copytree(indexes, self.data / "indexes")
        self.arguments = arguments
        self.port = free_port()
        self.runtime = self.data / "run"
        self.child = None
        # The description of its bus, which the log is compared with at the end.
        self.document = None

    @property
    def command(self):
        """What is run."""
        return [binary("searchbus"), "up", self.app, "--data", self.data, "--listen", f"127.0.0.1:{self.port}",
                "--web", ROOT / "web", *self.arguments]

    def launch(self, **options):
        """Starts it."""
        self.child = Child(self.command, self.data / "up.txt", **options)
        return self

    def start(self, **options):
        """Starts it, and returns when every process runs."""
        self.launch(**options)
        eventually(self.output, lambda text: "ready in" in text, "the app is ready")
        # The gateway of some tests listens only on a socket, or for a proxy.
        with contextlib.suppress(OSError, http.client.HTTPException):
            status, document = self.gateway.try_call("GET", "/asyncapi.json")
            self.document = json.dumps(document) if status == 200 else None
        return self

    def output(self):
        """What it has printed; it has to run."""
        code = self.child.process.poll()
        assert code is None, f"searchbus up ended with {code}:\n{self.child.output}"
        return self.child.output

    @property
    def gateway(self):
        """Its HTTP interface."""
        return Gateway(self.port, self.data)

    def bus(self):
        """A connection to its broker."""
        return Bus(self.runtime)

    def new_session(self, count=None):
        """A session that has all its views."""
        gateway = self.gateway
        count = len(gateway.call("GET", "/api/app")["widgets"]) if count is None else count
        session = gateway.call("POST", "/api/sessions", {})["session"]
        eventually(lambda: gateway.views(session), lambda views: len(views) >= count, "a new session has its views")
        return session

    def run(self, *arguments, text=None, code=0):
        """Runs a `searchbus` command on this data directory; answers with what it printed and its errors."""
        return command(*arguments, "--data", self.data, text=text, code=code)

    def processes(self):
        """Every process by name, as the supervisor writes them down; none before it has."""
        with contextlib.suppress(OSError):
            report = json.loads((self.runtime / "supervisor.json").read_text())
            return {process["name"]: process for process in report["processes"]}
        return {}

    def pids(self):
        """The pid of each process that lives, by name."""
        return {name: process["pid"] for name, process in self.processes().items() if process["pid"]}

    def send_signal(self, name, number):
        """Sends a process a signal; answers with its pid, or with nothing where it does not live.

        One that is killed has ended then: on a busy machine it lives on for a moment, and would count as running.
        """
        pid = self.pids().get(name)
        with contextlib.suppress(ProcessLookupError):
            if pid:
                os.kill(pid, number)
                if number == signal.SIGKILL:
                    eventually(lambda: is_alive(pid), lambda alive: not alive, f"{name} ends")
                return pid
        return None

    def wait_running(self, patience=PATIENCE):
        """Waits until every process runs."""
        def all_run(processes):
            return processes and all(process["state"] == "running" and is_alive(process["pid"])
                                     for process in processes.values())
        return eventually(self.processes, all_run, "every process runs", patience)

    def close(self):
        """Ends it and removes its directory; whatever it left behind is ended too."""
        pids = self.pids().values()
        try:
            if self.child is not None and self.child.is_running:
                code = self.child.end(signal.SIGINT)
                assert code == 0, f"searchbus up did not end in order, but with {code}:\n{self.child.output}"
                if self.document:
                    check_log_against(self.document, self.data / "log.sqlite")
        finally:
            for pid in filter(self.is_ours, pids):
                os.kill(pid, signal.SIGKILL)
            shutil.rmtree(self.data, ignore_errors=True)

    def is_ours(self, pid):
        """Whether a process lives and works on this data directory."""
        with contextlib.suppress(OSError):
            return is_alive(pid) and str(self.data).encode() in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()
        return False


@contextlib.contextmanager
def running(stack):
    """A running app, which is ended afterwards."""
    try:
        yield stack.start()
    finally:
        stack.close()


def command(*arguments, text=None, code=0, patience=PATIENCE):
    """Runs a `searchbus` command; answers with what it printed and its errors."""
    words = [str(word) for word in (binary("searchbus"), *arguments)]
    done = subprocess.run(words, input=text, capture_output=True, text=True, timeout=patience, check=False)
    assert done.returncode == code, f"{words[1:]} ended with {done.returncode}: {done.stdout}{done.stderr}"
    return done.stdout, done.stderr


def log_path(**parameters):
    """The path of a call that reads the log."""
    return f"/api/log?{urllib.parse.urlencode(parameters, doseq=True)}"
