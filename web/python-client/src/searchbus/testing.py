# SPDX-License-Identifier: MIT
"""Apps that run for a test: on a free port, in a temporary folder, with the records that the test names.

With pytest the fixture `searchbus` starts them, and a test imports nothing:

    @pytest.fixture(scope="session")
    def app(searchbus):
        return searchbus.run("app.yaml", indexes={"products": [{"objectID": "1", "name": "lamp"}]})

    def test_a_word_finds(app):
        session = app.open()
        session.send("box", "set-query", {"query": "lamp"})
        assert app.wait(session, "hits", lambda view: view.get("query") == "lamp" and view["nbHits"] == 1)

Elsewhere `with Apps() as apps:` does the same.
"""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any

from searchbus.__main__ import PROGRAM
from searchbus_client import Problem, SearchBus, Session

__all__ = ["App", "AppProblem", "Apps", "command_path"]
VARIABLE = "SEARCHBUS_COMMAND"
# What fills an index.
Records = Iterable[Mapping[str, Any]] | Sequence[str]
READY = re.compile(r"ready in .*: (http://[^/\s]+)")


class AppProblem(Exception):
    """Why an app does not run, or a command of it failed, with what it printed."""


def command_path() -> str:
    """The program `searchbus`: what the variable names, or that of this package's wheel, or that of the path."""
    found = os.environ.get(VARIABLE) or (str(PROGRAM) if PROGRAM.exists() else shutil.which("searchbus"))
    if not found:
        raise AppProblem(f"The program `searchbus` is not in the path.\n  Install it, or name it: {VARIABLE}=/path/to/searchbus")
    return found


class App:
    """A running app. It is ready: its processes run, and its gateway answers."""

    def __init__(self, file: pathlib.Path, folder: pathlib.Path, arguments: Sequence[str], root: pathlib.Path):
        self.file, self.folder, self.root = file, folder, root
        self._arguments = arguments
        self._lines: list[str] = []
        self._is_ready = threading.Event()
        self._process: subprocess.Popen[str] | None = None
        self._client: SearchBus | None = None
        self.url = ""
        self.key = ""

    @property
    def data(self) -> pathlib.Path:
        """Its data directory."""
        return self.folder / "data"

    @property
    def log(self) -> str:
        """What `searchbus up` has printed so far."""
        return "".join(self._lines)

    @property
    def client(self) -> SearchBus:
        """The client of its gateway, which `stop` closes."""
        if self._client is None:
            raise AppProblem("The app does not run.")
        return self._client

    def open(self, session: str | None = None, *, link: str | None = None) -> Session:
        """A new session, or that with this name; it begins as a permalink says."""
        return self.client.open(session, link=link)

    def wait(self, session: Session, widget: str, holds: Callable[[Any], bool], timeout: float = 10) -> Any:
        """Waits until a widget's view is as it should be and returns it. Raises `AssertionError` after the timeout, in seconds."""
        __tracebackhide__ = True
        with session.stream() as stream:
            try:
                return stream.wait_for(widget, holds, timeout)
            except Problem as problem:
                raise AssertionError(f"{problem.message} {problem.remedy}") from None

    def import_records(self, index: str, records: Records, settings: Mapping[str, Any] | None = None) -> None:
        """
        Replaces an index by these records, also while the app runs: its sessions then show the new results.

        In place of records there may be the arguments of `searchbus index import` behind the name, such as
        `["books.csv", "--generate-ids"]`, with paths from pytest's root folder.
        """
        given = list(records)
        if arguments := [each for each in given if isinstance(each, str)]:
            self.run("index", "import", index, *arguments)
            return
        text = "".join(json.dumps(record) + "\n" for record in given)
        arguments = ["index", "import", index, "-", "--format", "ndjson"]
        if settings is not None:
            path = self.folder / f"{index}.settings.json"
            path.write_text(json.dumps(settings), encoding="utf-8")
            arguments += ["--settings", str(path)]
        self.run(*arguments, text=text)

    def run(self, *arguments: str, text: str = "") -> str:
        """Runs a command of `searchbus` on its data directory, with this input; returns what it printed."""
        command = [command_path(), *arguments, "--data", str(self.data)]
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=False, cwd=self.root)
        if done.returncode != 0:
            raise AppProblem(f"`searchbus {' '.join(arguments)}` ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout

    def start(self, timeout: float) -> None:
        """Starts it, and returns when it is ready."""
        command = [command_path(), "up", str(self.file), "--data", str(self.data), "--listen", "127.0.0.1:0", *self._arguments]
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                         text=True, encoding="utf-8", errors="replace")
        threading.Thread(target=self._read, args=(self._process,), daemon=True).start()
        if not self._is_ready.wait(timeout):
            self.stop()
            raise AppProblem(f"The app is not ready after {timeout} s:\n{self.log}")
        if not self.url:
            raise AppProblem(f"`searchbus up` ended with {self._process.wait()}:\n{self.log}")
        secret = self.data / "gateway.secret"
        self.key = "" if "--no-auth" in self._arguments else json.loads(secret.read_text(encoding="utf-8"))["bearer"]
        self._client = SearchBus(self.url, self.key or None)

    def stop(self) -> None:
        """Ends it, as Ctrl-C does, and returns when its processes have ended."""
        if self._process is None:
            return
        if self._client is not None:
            self._client.close()
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None

    def _read(self, process: "subprocess.Popen[str]") -> None:
        """Keeps what it prints, and notes when it is ready or has ended."""
        assert process.stdout is not None
        with process.stdout as output:
            for line in output:
                self._lines.append(line)
                if not self.url and (found := READY.search(line)):
                    self.url = found[1]
                    self._is_ready.set()
        self._is_ready.set()


class Apps:
    """The apps that a test run has started; `close` ends them, and removes their folders."""

    def __init__(self, root: pathlib.Path | None = None):
        self._root = root or pathlib.Path.cwd()
        self.running: list[App] = []

    def __enter__(self) -> "Apps":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def run(
        self,
        app: str | os.PathLike[str] | Mapping[str, Any],
        *,
        indexes: Mapping[str, Records] | None = None,
        settings: Mapping[str, Mapping[str, Any]] | None = None,
        arguments: Sequence[str] = (),
        timeout: float = 60,
    ) -> App:
        """
        Starts an app, and returns when it is ready.

        `app` is an app file, with a path from pytest's root folder, or its contents as a dictionary. `indexes` are the records of each
        index, or the arguments that import it, `settings` those of an index, where it has any. `arguments` are for `searchbus up`. Raises `AppProblem` with what was
        printed, also after `timeout` seconds.
        """
        # Directly below the system's folder for such: the names of sockets are short.
        folder = pathlib.Path(tempfile.mkdtemp(prefix="searchbus-"))
        if isinstance(app, Mapping):
            file = folder / "app.yaml"
            file.write_text(json.dumps(app), encoding="utf-8")
        else:
            file = self._root / app
        started = App(file, folder, arguments, self._root)
        self.running.append(started)
        started.data.mkdir(mode=0o700)
        for index, records in (indexes or {}).items():
            started.import_records(index, records, (settings or {}).get(index))
        started.start(timeout)
        return started

    def close(self) -> None:
        """Ends them all."""
        while self.running:
            app = self.running.pop()
            try:
                app.stop()
            finally:
                shutil.rmtree(app.folder, ignore_errors=True)
