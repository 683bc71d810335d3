# SPDX-License-Identifier: MIT
"""What every fault of an engine has to come to: what people see of it, what the status and the metrics say, and its end."""

import http.client
import itertools

from searchbus_testing import PATIENCE, eventually
from slow_service import count_of

# So many sessions search at once that one failing search of each opens a circuit.
CROWD = 6


class Crowd:
    """Sessions that type the same, each text for the first time."""

    texts = itertools.count()

    def __init__(self, stack, box):
        self.stack = stack
        self.box = box
        self.sessions = [stack.new_session() for _ in range(CROWD)]

    def type(self, word):
        """Types a new word that begins so; answers with it."""
        text = f"{word}{next(self.texts)}"
        for session in self.sessions:
            self.stack.gateway.send(session, (self.box, "set-query", {"query": text}))
        return text

    def see(self, holds, what, patience=PATIENCE):
        """Waits until the views of every session are so; answers with those of the first."""
        for session in self.sessions:
            eventually(lambda session=session: self.views(session), lambda views: views and holds(views), what, patience, 0.1)
        return self.views(self.sessions[0])

    def views(self, session):
        """The views of a session; none while the gateway restarts."""
        try:
            return self.stack.gateway.views(session)
        except OSError:
            return {}


def shows(widget, text):
    """Whether a list of hits has the answer for a text."""
    def holds(views):
        view = views[widget]
        return view["phase"] == "ready" and "stale" not in view and [hit["objectID"] for hit in view["hits"]] == [f"for {text}"]
    return holds


def counts(widget, text):
    """Whether a line of statistics is that of a text."""
    return lambda views: views[widget]["phase"] == "ready" and views[widget]["nbHits"] == count_of(text)


def check_failed(view, code, words, text):
    """Whether a list of hits says what is wrong, and still has what was found for an earlier text."""
    error = view["error"]
    assert view["phase"] == "failed" and error["code"] == code, error
    missing = [word for word in words if word not in f"{error['message']} {error['remedy']}"]
    assert not missing, f"{missing} not in {error}"
    assert "tried again by itself" in error["remedy"], error
    assert view["stale"] is True and [hit["objectID"] for hit in view["hits"]] == [f"for {text}"], "the last good hits stay"


def health(stack, process, backend):
    """What a searcher's process says of an engine; without a circuit while it has said nothing yet."""
    processes = {process["name"]: process for process in stack.gateway.call("GET", "/api/status")["processes"]}
    return {"circuit": None} | processes[process].get("backends", {}).get(backend, {})


def metrics(stack):
    """The metrics, as text."""
    connection = http.client.HTTPConnection("127.0.0.1", stack.port, timeout=PATIENCE)
    try:
        connection.request("GET", "/metrics", headers=stack.gateway.headers)
        return connection.getresponse().read().decode()
    finally:
        connection.close()


def is_up(stack, process, backend):
    """The gauge of an engine."""
    start = f'searchbus_backend_up{{process="{process}",backend="{backend}"}} '
    return next(float(line.removeprefix(start)) for line in metrics(stack).splitlines() if line.startswith(start)) == 1


def wait_open(stack, process, backend):
    """Waits until an engine gets no requests."""
    told = eventually(lambda: health(stack, process, backend), lambda told: told["circuit"] not in (None, "closed"), f"{backend} is left in peace")
    assert told["failures"] >= 1 and told["lastError"], told
    assert not is_up(stack, process, backend)


def wait_closed(stack, process, backend):
    """Waits until an engine is seen to be asked again."""
    eventually(lambda: health(stack, process, backend), lambda told: told["circuit"] == "closed" and "lastError" not in told,
               f"{backend} is asked again")
    assert is_up(stack, process, backend)
