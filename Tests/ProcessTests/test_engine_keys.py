# SPDX-License-Identifier: MIT
"""The keys of engines reach the processes that ask them, and nothing else, however engines fail and whatever they repeat."""

import base64
import collections
import contextlib
import itertools
import json
import pathlib
import sqlite3
import sys

import pytest
from engine_faults import metrics
from failing_engine import FailingEngine
from searchbus_testing import ROOT, Stack, eventually, free_port, log_path, running

CSV = ROOT / "Examples" / "csv-backend-python" / "csv_backend.py"
# What is secret, by the variable in which it stands, and the searcher that needs it.
OWNERS = {
    "ALGOLIA_KEY": "algolia", "ELASTIC_KEY": "elastic", "BASIC_WORD": "basic", "OPENSEARCH_KEY": "opensearch", "MEILI_KEY": "meili",
    "TYPESENSE_KEY": "typesense", "GROONGA_KEY": "groonga", "PATH_KEY": "mapped", "BODY_KEY": "mapped", "HEADER_KEY": "mapped",
    "DATABASE_WORD": "database", "ADDRESS_WORD": "address", "OWN_KEY": "own",
}
SECRETS = {name: f"s3cret-{name.lower().replace('_', '-')}-{number}x" for number, name in enumerate(OWNERS, 17)}
ENGINES = {
    "algolia": 'type: algolia, url: "{url}", apiKey: "${{ALGOLIA_KEY}}"',
    "elastic": 'type: elasticsearch, url: "{url}", apiKey: "id:${{ELASTIC_KEY}}"',
    "basic": 'type: elasticsearch, url: "{url}", username: me, password: "${{BASIC_WORD}}"',
    "opensearch": 'type: opensearch, url: "{url}", apiKey: "${{OPENSEARCH_KEY}}"',
    "meili": 'type: meilisearch, url: "{url}", apiKey: "${{MEILI_KEY}}"',
    "typesense": 'type: typesense, url: "{url}", apiKey: "${{TYPESENSE_KEY}}"',
    "groonga": 'type: groonga, url: "{url}", headers: {{ X-Key: "${{GROONGA_KEY}}" }}',
    "mapped": 'type: http, url: "{url}", path: "/find?key=${{PATH_KEY}}", body: {{ key: "${{BODY_KEY}}", q: "{{query}}" }}, '
              'headers: {{ Authorization: "Bearer ${{HEADER_KEY}}" }}, hits: hits',
    "database": 'type: postgresql, url: "postgresql://me@localhost:{closed}/x", password: "${{DATABASE_WORD}}"',
    "address": 'type: postgresql, url: "postgresql://me:${{ADDRESS_WORD}}@localhost:{closed}x/x"',
    "own": 'run: [{python}, {csv}, {folder}, name], parameters: {{ key: "${{OWN_KEY}}" }}',
}


class Parrot(FailingEngine):
    """Refuses everything and repeats the request, each time in another way."""

    def __init__(self):
        ways = [self.refuse(number) for number in (403, 401, 400, 404, 429, 500)] + [self.scribble, self.nest]
        # Each engine gets all of them: of one cycle for all, one might get the same way again and again.
        self.ways = collections.defaultdict(lambda: itertools.cycle(ways))
        # The requests of each engine.
        self.heard = ""
        super().__init__()

    @staticmethod
    def told(exchange):
        """The whole request, and its decoded parts."""
        words = " ".join(exchange.headers.values()).split()
        for word in list(words):
            with contextlib.suppress(ValueError):
                words.append(base64.b64decode(word, validate=True).decode())
        # Messages end after 300 characters, and these are the words that matter.
        words = [word for word in words if "3cret" in word or len(word) > 15]
        return " ".join([*words, exchange.path, exchange.content.decode()])

    def answer(self, exchange):
        self.heard += self.told(exchange)
        next(self.ways[exchange.path.partition("?")[0]])(exchange)

    def refuse(self, number):
        """A refusal in the format of each engine, which repeats the request."""
        def way(exchange):
            words = f"No index for {self.told(exchange)}"
            error = {"root_cause": [{"reason": words}], "reason": words, "message": words}
            answer = [[-22, 0, 0, words], words] if exchange.path.startswith("/d/") else {"message": words, "error": error}
            exchange.reply(number, json.dumps(answer).encode())
        return way

    def scribble(self, exchange):
        """No JSON at all."""
        exchange.reply(200, f"<h1>{self.told(exchange)}".encode())

    def nest(self, exchange):
        """JSON that repeats the request in names and values, where something else is expected."""
        words = self.told(exchange)
        exchange.reply(200, json.dumps({"results": {words: words}, "responses": words, "hits": {words: [words]}}).encode())


@pytest.fixture(scope="module")
def ground(tmp_path_factory):
    """An app with an engine of each type, all of which fail, and their requests."""
    folder = tmp_path_factory.mktemp("keys")
    (folder / "things.csv").write_text("objectID,name\n1,red lamp\n")
    parrot = Parrot()
    places = {"url": parrot.url, "closed": free_port(), "python": sys.executable, "csv": CSV, "folder": folder}
    lines = ["name: keys", "interactors: together", "backends:"]
    lines += [f"  {name}: {{ {text.format(**places)} }}" for name, text in ENGINES.items()]
    lines += ["searchers:"] + [f"  {name}: {{ type: hits, index: things, backend: {name} }}" for name in ENGINES]
    lines += ["widgets:"] + [f"  {name}-hits: {{ type: hits, searcher: {name} }}" for name in ENGINES]
    app = folder / "app.yaml"
    app.write_text("\n".join(lines) + "\n")
    with pytest.MonkeyPatch.context() as environment:
        for name, value in SECRETS.items():
            environment.setenv(name, value)
        try:
            with running(Stack(app)) as stack:
                yield stack, parrot
        finally:
            parrot.down()


@pytest.fixture(scope="module")
def failed(ground):
    """The same after every engine has failed in every way, and what people saw of it."""
    stack, parrot = ground
    session = stack.new_session()
    gateway = stack.gateway
    seen = {name: set() for name in ENGINES}
    for word in "abcdefghij":
        for name in ENGINES:
            gateway.send(session, (name, "set-query", {"query": word}))
        views = eventually(lambda: gateway.views(session),
                           lambda views: all(views[f"{name}-hits"]["phase"] in ("failed", "ready") for name in ENGINES), "all have ended")
        for name in ENGINES:
            seen[name].add(json.dumps(views[f"{name}-hits"].get("error", {}), ensure_ascii=False))
    return stack, parrot, seen


def found(text):
    """The secrets in a text, in any encoding."""
    return [name for name, value in SECRETS.items()
            if value in text or base64.b64encode(value.encode()).decode() in text or base64.b64encode(b"id:" + value.encode()).decode() in text]


def bytes_of(database):
    """All that a database holds, and its files as they are."""
    parts = [path.read_bytes() for path in database.parent.glob(database.name + "*")]
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for row in connection.execute(f'SELECT * FROM "{table}"'):
                parts.append(b" ".join(cell if isinstance(cell, bytes) else str(cell).encode() for cell in row))
    return b"\n".join(parts).decode(errors="replace")


def test_engines_received_their_keys_and_repeated_them(failed):
    """What follows would prove nothing otherwise."""
    _, parrot, seen = failed
    others = {"database", "address", "own"}
    assert sorted(found(parrot.heard)) == sorted(name for name, owner in OWNERS.items() if owner not in others)
    for name in set(ENGINES) - others:
        assert any("…" in error for error in seen[name]), f"{name} repeats nothing: {seen[name]}"


def test_keys_are_in_no_event(failed):
    """The whole log, as it lies on the disk and as it is read."""
    stack = failed[0]
    text = bytes_of(stack.data / "log.sqlite")
    assert "No index for" in text, "the log has the repeated request"
    assert not found(text)
    with stack.bus() as bus:
        assert not found(str([event.body for event in bus.read()]))


def test_keys_are_in_nothing_that_people_see(failed):
    """Views, the log over HTTP, the description of the app, the status, metrics, and whatever the processes print."""
    stack, parrot, seen = failed
    gateway = stack.gateway
    session = stack.new_session()
    # A status tells of failures after which an engine is let alone; which of the ways came last before was anyone's guess.
    parrot.ways = collections.defaultdict(lambda: itertools.repeat(parrot.refuse(500)))
    words = itertools.count()

    def status_after_a_search():
        gateway.send(session, *((name, "set-query", {"query": f"again {next(words)}"}) for name in ENGINES))
        return json.dumps(gateway.call("GET", "/api/status"))

    eventually(status_after_a_search, lambda status: "No index for" in status, "the status has the last error")
    texts = {path: json.dumps(gateway.call("GET", path)) for path in ("/api/app", "/api/status", log_path(limit=1000), "/api/schemas")}
    texts |= {"views": str(seen), "metrics": metrics(stack), "output": stack.output()}
    texts["status"] = "".join(stack.run("status", "--json"))
    assert not {path: found(text) for path, text in texts.items() if found(text)}


def test_keys_are_in_no_file_and_no_other_process(failed):
    """Files of the data directory; the arguments of every process, and the environment of all that need no key, or another one."""
    stack = failed[0]
    files = {path.name: found(path.read_bytes().decode(errors="replace")) for path in stack.data.rglob("*") if path.is_file()}
    assert not {name: secrets for name, secrets in files.items() if secrets}
    held = {}
    for name, pid in stack.pids().items():
        process = pathlib.Path(f"/proc/{pid}")
        assert not found((process / "cmdline").read_bytes().decode(errors="replace")), name
        held[name] = sorted(found((process / "environ").read_bytes().decode(errors="replace")))
    wanted = {name: [] for name in held}
    for secret, owner in OWNERS.items():
        wanted[f"searcher-{owner}"] = sorted([*wanted[f"searcher-{owner}"], secret])
    assert held == wanted
