# SPDX-License-Identifier: MIT
"""An app that is started for a measurement, beside a copy of its indexes, and a session with a page open.

It needs nothing but Python's own library, so that `make bench` needs no more than `make build`.
"""

import contextlib
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

TIMEOUT = 60
# Without an event for that long, a page is complete.
QUIET = 0.4


def until(ask, what, timeout=TIMEOUT):
    """Asks until there is a result, and returns it."""
    deadline = time.monotonic() + timeout
    while not (found := ask()):
        if time.monotonic() > deadline:
            raise RuntimeError(f"not within {timeout} s: {what}")
        time.sleep(0.02)
    return found


def with_layout(text, layout):
    """The text of an app file with another `interactors`, which is the layout of its processes."""
    lines, is_layout = [], False
    for line in text.splitlines():
        # The value of a key is below it, further to the right.
        if line[:1] not in ("", " ", "\t", "#"):
            is_layout = line.startswith("interactors:")
        if not is_layout:
            lines.append(line)
    return "\n".join([*lines, f"interactors: {layout}", ""])


class MeasuredApp:
    """A running app with a log of its own; it ends with its context."""

    def __init__(self, executables, app, indexes, layout, environment):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="searchbus-budget-"))
        self.data, self.runtime, self.output = self.folder / "data", self.folder / "run", self.folder / "up.txt"
        self.data.mkdir(mode=0o700)
        shutil.copytree(indexes, self.data / "indexes")
        files = self.folder / "app"
        files.mkdir()
        for path in app.parent.iterdir():
            if path.name != app.name:
                (files / path.name).symlink_to(path.resolve())
        (files / app.name).write_text(with_layout(app.read_text(encoding="utf-8"), layout), encoding="utf-8")
        command = [executables / "searchbus", "up", files / app.name, "--data", self.data, "--runtime", self.runtime,
                   "--listen", "127.0.0.1:0", "--print-link"]
        with self.output.open("wb") as file:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT,
                                            env={**os.environ, **environment})

    def __enter__(self):
        try:
            self.port = int(until(self.ready, "the app is ready")[1])
            secret = json.loads((self.data / "gateway.secret").read_text())["bearer"]
            self.headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
            self.widgets = self.call("GET", "/api/app")["widgets"]
            return self
        except BaseException:
            self.close()
            raise

    def __exit__(self, *_):
        self.close()

    def ready(self):
        """The line with the address, once there is one."""
        text = self.output.read_text(errors="replace")
        if self.process.poll() is not None:
            raise RuntimeError(f"the app did not start:\n{text[-2000:]}")
        return re.search(r"^ready in .*?://[^/]*:(\d+)/", text, re.MULTILINE)

    def close(self):
        """Ends it and removes its folder."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(TIMEOUT)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def call(self, method, path, body=None):
        """A request, which must succeed; returns the JSON of its response."""
        self.connection.request(method, path, None if body is None else json.dumps(body), self.headers)
        response = self.connection.getresponse()
        content = response.read()
        if response.status >= 300:
            raise RuntimeError(f"{method} {path}: status {response.status}: {content.decode(errors='replace')}")
        return json.loads(content) if content else None

    @property
    def box(self):
        """The name of the first search box."""
        for widget in self.widgets:
            if widget["type"] == "search-box":
                return widget["name"]
        raise RuntimeError("the app has no search box")

    def pids(self):
        """The pid of each process, by name, as the supervisor reports it."""
        report = json.loads((self.runtime / "supervisor.json").read_text())
        return {"supervisor": self.process.pid, **{each["name"]: each["pid"] for each in report["processes"] if each["pid"]}}

    def new_session(self):
        """A session that has a view of each widget."""
        session = self.call("POST", "/api/sessions", {})["session"]
        until(lambda: len(self.call("GET", f"/api/sessions/{session}")["views"]) >= len(self.widgets), "a session has its views")
        return session


class Page(threading.Thread):
    """The event stream of a session, read as a page reads it, but not interpreted."""

    def __init__(self, app, session):
        super().__init__(daemon=True)
        # http.client would buffer what has arrived.
        self.socket = socket.create_connection(("127.0.0.1", app.port), timeout=TIMEOUT)
        head = "".join(f"{name}: {value}\r\n" for name, value in app.headers.items())
        self.socket.sendall(f"GET /api/sessions/{session}/events HTTP/1.1\r\nHost: 127.0.0.1:{app.port}\r\n"
                            f"Accept: text/event-stream\r\n{head}\r\n".encode())
        beginning = self.socket.recv(1 << 16)
        if not beginning.startswith(b"HTTP/1.1 200 "):
            raise RuntimeError(f"the event stream was refused: {beginning.decode(errors='replace')}")
        self.bytes, self.last = len(beginning), time.monotonic()
        self.start()

    def run(self):
        with contextlib.suppress(OSError):
            while count := len(self.socket.recv(1 << 16)):
                self.bytes += count
                self.last = time.monotonic()

    def wait_quiet(self):
        """Waits until nothing has arrived for a while."""
        until(lambda: time.monotonic() - self.last > QUIET, "the event stream of a session is quiet")

    def close(self):
        """Closes the stream."""
        self.socket.shutdown(socket.SHUT_RDWR)
        self.join()
        self.socket.close()
