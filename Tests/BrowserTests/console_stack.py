# SPDX-License-Identifier: MIT
"""The store, running for real: its processes, its API, and ways to hurt it."""

import contextlib
import functools
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

from searchbus_testing import free_port

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATIENCE = 30
sys.path.insert(0, str(ROOT / "deploy/package"))

import console  # noqa: E402


def binaries():
    """The folder of the executables: SEARCHBUS_BIN, otherwise the debug build."""
    return pathlib.Path(os.environ.get("SEARCHBUS_BIN", ROOT / ".build/debug")).resolve()


def eventually(read, accept, what, patience=PATIENCE):
    """Reads until the value is accepted, and returns it; fails with the last value after the timeout."""
    deadline = time.monotonic() + patience
    while True:
        value = read()
        if accept(value):
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {patience} s: {what}; last was {value!r:.1000}")
        time.sleep(0.1)


@functools.cache
def bundled():
    """
    The console of the sources, whose page loads a bundle of them: a page is there in half of the time. Modules that a test imports by
    their names are beside it. Made once, and removed at the end.
    """
    folder = tempfile.TemporaryDirectory(prefix="searchbus-console-")
    web = pathlib.Path(folder.name, "web")
    shutil.copytree(ROOT / "web", web, ignore=shutil.ignore_patterns("python-client"))
    console.bundle(ROOT / "web", web)
    # It lives as long as the answer, which is kept.
    return folder, web


class Stack:
    """`searchbus up` with the demo data, on a free port, in a directory of its own."""

    def __init__(self, app="store", web=None):
        self.app = app
        self.web = web or bundled()[1]
        # Sockets have short paths, so this lies directly below the system's directory for such things.
        self.data = pathlib.Path(tempfile.mkdtemp(prefix="searchbus-"))
        self.command = binaries() / "searchbus"
        self._output = self.data / "up.txt"
        self._process = None

    def start(self):
        """Imports what is missing, starts everything, and waits for the link. The first page load may use it."""
        self._import()
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        with self._output.open("wb") as output:
            self._process = subprocess.Popen(
                # A shell in the background ignores Ctrl-C for its children, and a script cannot change that for itself.
                ["env", "--default-signal=INT", *self._up(), "--listen", f"127.0.0.1:{self.port}",
                 "--web", self.web, "--print-link"],
                stdout=output, stderr=subprocess.STDOUT)
        # Engines of their own have to be made and filled first.
        words = eventually(self.output, lambda text: "?token=" in text, "the link is printed", patience=4 * PATIENCE)
        self.link = next(word for word in words.split() if "?token=" in word)
        self._key = json.loads((self.data / "gateway.secret").read_text())["bearer"]

    def _up(self):
        """The command that runs the app, with its data directory."""
        if self.app == "engines":
            return [ROOT / "deploy/demo/engines.sh", self.command, self.data]
        return [self.command, "up", ROOT / f"deploy/demo/{self.app}.yaml", "--data", self.data]

    def _import(self):
        ready_made = os.environ.get("SEARCHBUS_TEST_INDEXES")
        if ready_made:
            shutil.copytree(ready_made, self.data / "indexes")
        script = ROOT / "deploy/demo/import.sh"
        subprocess.run([script, self.command, self.app, self.data], check=True, capture_output=True, timeout=120)

    def output(self):
        """What `searchbus up` has printed."""
        code = self._process.poll()
        text = self._output.read_text()
        assert code is None, f"searchbus up ended with {code}:\n{text}"
        return text

    @property
    def pid(self):
        """The process that runs everything."""
        return self._process.pid

    def stop(self):
        """Ends it as Ctrl-C does, and removes its directory."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            try:
                code = self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                raise
            assert code == 0, f"searchbus up ended with {code}:\n{self._output.read_text()}"
        shutil.rmtree(self.data, ignore_errors=True)

    # The command line

    def run(self, *arguments, text=None):
        """Runs a `searchbus` command on this data directory; answers with what it printed."""
        done = subprocess.run([self.command, *arguments, "--data", self.data], input=text, capture_output=True,
                              text=True, timeout=PATIENCE)
        assert done.returncode == 0, f"searchbus {' '.join(arguments)}: {done.stderr}"
        return done.stdout

    def new_link(self):
        """An unused link."""
        return self.run("link").strip()

    def add_products(self, *records):
        """Adds records to the index of products."""
        self.run("index", "import", "products", "-", "--format", "ndjson", "--append",
                 text="".join(json.dumps(record) + "\n" for record in records))

    # The API

    def call(self, method, path, body=None):
        """One call with the key; answers with the JSON that came back."""
        request = urllib.request.Request(
            self.url + path, method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"authorization": f"Bearer {self._key}", "content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            return json.load(response)

    def new_session(self):
        """A session that has all its views."""
        session = self.call("POST", "/api/sessions", {})["session"]
        names = {widget["name"] for widget in self.call("GET", "/api/app")["widgets"]}
        eventually(lambda: self.views(session), lambda views: names <= set(views), "a new session has its views")
        return session

    def views(self, session):
        """A session's views by widget; a list of hits with all pages that belong to it."""
        views = self.call("GET", f"/api/sessions/{session}")["views"]
        for name, view in views.items():
            if isinstance(view.get("loaded"), list) and "." not in name:
                further = [each for other, each in views.items() if other.startswith(f"{name}.")]
                pages = {each["page"]: each["hits"] for each in further if each["list"] == view.get("list")}
                pages[view.get("page")] = view["hits"]
                view["hits"] = sum((pages.get(page, []) for page in view.get("loaded", [])), [])
        return views

    def send(self, session, *intents):
        """Sends intents, each `(to, type, data)`, as one batch. Answers with their ids."""
        body = {"intents": [dict(zip(("to", "type", "data"), intent, strict=True)) for intent in intents]}
        return [intent["id"] for intent in self.call("POST", f"/api/sessions/{session}/intents", body)["intents"]]

    def settled(self, session, query):
        """A session's views once its hits answer a query, and nothing changes."""
        def answered(pair):
            return pair[0] == pair[1] and all(
                pair[1][name]["phase"] == "ready" and pair[1][name]["query"] == query for name in ("hits", "stats"))

        def read():
            earlier = self.views(session)
            time.sleep(0.2)
            return earlier, self.views(session)
        return eventually(read, answered, f"the hits of {query!r}")[1]

    def fresh(self, query, *choices):
        """
        The views of a session in which nothing but these choices and this query ever happened: the right ones.

        The query is sent when the filters are there: only then do its results answer for both.
        """
        session = self.new_session()
        if choices:
            self.send(session, *choices)
            count = sum(len(data.get("values", ("a range",))) for _, _, data in choices)
            eventually(lambda: self.views(session)["current"]["items"], lambda items: len(items) == count,
                       f"{count} filters are in force")
        self.send(session, ("box", "set-query", {"query": query}))
        return self.settled(session, query)

    def log(self, **parameters):
        """A part of the log, as entries of topic and event."""
        return self.call("GET", f"/api/log?{urllib.parse.urlencode(parameters)}")["events"]

    def status(self):
        """The processes by name, as the gateway knows them; none while it does not answer."""
        with contextlib.suppress(urllib.error.URLError, OSError):
            return {process["name"]: process for process in self.call("GET", "/api/status")["processes"]}
        return {}

    # Harm

    def pids(self):
        """The pid of each running process by name, as the supervisor writes them down."""
        report = json.loads((self.data / "run/supervisor.json").read_text())
        return {process["name"]: process["pid"] for process in report["processes"] if process["state"] == "running"}

    def kill(self, name):
        """Kills a process as kill -9 does. Answers with its pid."""
        # A process that reports on the bus may still be starting for the supervisor.
        pid = eventually(self.pids, lambda pids: name in pids, f"{name} runs")[name]
        os.kill(pid, signal.SIGKILL)
        return pid

    def wait_healthy(self, name=None, instead_of=None):
        """Waits until all processes are well, and one of them is another than before."""
        def well(processes):
            new = name is None or name in processes and processes[name]["pid"] != instead_of
            return new and bool(processes) and all(process["health"] == "running" for process in processes.values())
        return eventually(self.status, well, f"all processes are well, {name} again")
