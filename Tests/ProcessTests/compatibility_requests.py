# SPDX-License-Identifier: MIT
"""
The requests of a recording: those that create its data directory, and those that are repeated on copies of it.

Placeholders such as `{owner}` stand for keys, cookies and ids that the version created.
"""

import itertools
import json

# The intents' ids differ.
NUMBERS = itertools.count(1)
ADMIN = {"x-algolia-application-id": "{application}", "x-algolia-api-key": "{admin}"}
SEARCH = {**ADMIN, "x-algolia-api-key": "{search}"}
JSON = {"content-type": "application/json"}


def key(name):
    """The headers of a program that has a key."""
    return {**JSON, "authorization": f"Bearer {{{name}}}"}


OWNER = key("owner")


def http(method, path, body=None, headers=OWNER, **more):
    """A request to the gateway."""
    return {"by": "http", "method": method, "path": path, "headers": headers, **({} if body is None else {"body": body}), **more}


def get(path, headers=OWNER, **more):
    """A read. The test repeats it until the answer is the recorded one."""
    return http("GET", path, None, headers, **more)


def intents(session, *sent, headers=OWNER, **more):
    """A batch of intents, each `(to, type, data)`, which waits for their outcomes."""
    body = {"intents": [{"to": to, "type": name, "data": data, "id": f"{session}-{next(NUMBERS)}"} for to, name, data in sent]}
    return http("POST", f"/api/sessions/{session}/intents?wait=outcome", body, headers, **more)


def bus(header, *frames):
    """A command to the broker; frames are texts or JSON."""
    return {"by": "bus", "body": [header, *frames]}


def run(*words, **more):
    """A command line of `searchbus`."""
    return {"by": "command", "words": ["searchbus", *words], **more}


def on_data(*words, **more):
    """A command line about the data directory."""
    return run(*words, "--data", "{data}", **more)


def algolia(method, path, body=None, headers=ADMIN, **more):
    """A request to Algolia's interface."""
    return http(method, f"/1{path}", body, headers, **more)


FACET = {"type": "facet", "attribute": "freeShipping", "value": True}
BOX = [[30, 60], [60, 150]]

# What the data directory contains: records, keys, sessions, links, writes of Algolia's interface, a replay.
INDEXES = ("products", "films", "actors", "cities", "suggestions")
STOPPED_BEGINNING = [
    *(on_data("index", "import", name, f"{{work}}/{name}.ndjson", "--settings", f"{{demo}}/{name}.settings.json")
      for name in INDEXES),
    *(on_data("keys", "create", "--role", role, "--description", role, "--json", *more,
              keep={name: "printed.key"})
      for name, role, *more in (("read", "read"), ("session", "session"), ("annOnly", "session", "--session", "ann"))),
]
BEGINNING = [
    http("PUT", "/api/sessions/ann", {}),
    http("PUT", "/api/sessions/bob", {}),
    intents("ann", ("box", "set-query", {"query": "pro"})),
    intents("ann", ("shipping", "toggle", {}), ("price", "set-range", {"range": [10, None]})),
    intents("bob", ("places", "set-query", {"query": "a"}), ("map", "set-box", {"box": BOX})),
    intents("bob", ("saved", "save", {"name": "all"}), ("finder", "set-query", {"query": "the"})),
    http("POST", "/api/links", {"session": "ann", "expiresIn": None}, keep={"annLink": "content.url.?token"}),
    http("POST", "/api/links", {"session": "bob", "readOnly": True, "expiresIn": None}, keep={"bobLink": "content.url.?token"}),
    algolia("POST", "/indexes/notes/batch", {"requests": [
        {"action": "addObject", "body": {"objectID": name, "text": text, "kind": kind, "size": size}}
        for name, text, kind, size in (("n1", "a lamp for the desk", "home", 3), ("n2", "two lamps", "home", 5),
                                       ("n3", "a kettle", "kitchen", 2))]}),
    algolia("PUT", "/indexes/notes/settings", {"searchableAttributes": ["text"], "attributesForFaceting": ["kind"],
                                               "numericAttributesForFiltering": ["size"], "replicas": ["notes_small"]}),
    algolia("PUT", "/indexes/notes_small/settings", {"ranking": ["asc(size)", "typo", "words"]}),
    algolia("PUT", "/indexes/notes/synonyms/s1", {"objectID": "s1", "type": "synonym", "synonyms": ["kettle", "teapot"]}),
    algolia("POST", "/keys", {"acl": ["search"], "indexes": ["notes*"], "description": "Notes"}, keep={"notesKey": "content.key"}),
    algolia("POST", "/indexes/notes/query", {"query": "lamp", "clickAnalytics": True, "userToken": "u1"}, SEARCH,
            keep={"algoliaQuery": "content.queryID"}),
    http("POST", "/api/search", {"searcher": "products", "query": "pro", "clickAnalytics": True},
         keep={"query": "content.queryID"}),
    intents("ann", ("products", "report-click", {"objectID": "p00003", "position": 1})),
]
AFTERWARDS = [on_data("replay", "--with-settings", "products=trial.json", "--keep", "trial")]

# Commands while no app runs.
STOPPED = [
    run("check", "{work}/app.yaml"),
    run("check", "{work}/app.yaml", "--data", "{data}", "--json"),
    run("check", "{work}/absent.yaml"),
    run("check", "{work}/wrong.yaml"),
    run("check", "{work}/wrong.yaml", "--json"),
    run("check", "{work}/unknown.yaml", "--strict", "--data", "{data}"),
    run("nonsense"),
    run("--version"),
    on_data("index", "list", "--json"),
    on_data("index", "show", "products", "--json"),
    on_data("index", "show", "absent"),
    on_data("index", "search", "products", "pro", "--json"),
    on_data("index", "search", "absent", "pro"),
    on_data("index", "search"),
    on_data("index", "settings", "notes", "--json"),
    on_data("index", "settings", "notes", "--set", "{work}/broken.json"),
    on_data("index", "settings", "notes", "--set", "{work}/absent.json"),
    on_data("index", "verify", "films"),
    on_data("index", "verify", "absent"),
    on_data("index", "tune", "films", "--json"),
    on_data("index", "import", "bad name", "-", "--format", "ndjson", input="{}"),
    on_data("index", "import", "new", "-", "--format", "ndjson", input='{"objectID":"a"}\n{"objectID":\n'),
    on_data("index", "import", "new", "-", "--format", "ndjson", "--skip-invalid", "--json",
            input='{"objectID":"a"}\n{"objectID":\n'),
    on_data("index", "import", "new", "{work}/absent.ndjson"),
    on_data("index", "delete", "new"),
    on_data("index", "delete", "absent"),
    on_data("index", "backup", "films", "{work}/films-backup"),
    on_data("index", "restore", "films", "{work}/films-backup"),
    on_data("index", "restore", "films", "{work}/films-backup", "--replace"),
    on_data("index", "changed", "films"),
    on_data("keys", "list", "--json"),
    on_data("keys", "create", "--role", "emperor"),
    on_data("keys", "create", "--role", "read", "--json", keep={"revoked": "printed.key", "revokedID": "printed.id"}),
    on_data("keys", "delete", "{revokedID}"),
    on_data("keys", "rotate", "absent"),
    on_data("keys", "delete", "absent"),
    on_data("key"),
    run("key", "--data", "{work}/absent"),
    on_data("session", "list", "--json"),
    on_data("session", "show", "ann", "--json"),
    on_data("session", "show", "absent"),
    on_data("session", "export", "bob", isShape=True),
    on_data("session", "export", "absent"),
    on_data("session", "delete", "absent"),
    on_data("insights", "--json", isShape=True),
    on_data("insights", "--since", "7x"),
    on_data("status"),
    on_data("status", "--json"),
    on_data("watch", "--count", "1"),
    on_data("send", "ann", "box", "set-query", '{"query":"x"}'),
    on_data("restart", "all"),
    on_data("open", "--print"),
    on_data("link"),
    on_data("replay", "--with-settings", "products={work}/trial.json"),
    on_data("backup", "{work}/backup"),
    on_data("backup", "{work}/backup"),
    run("backup", "verify", "{work}/backup"),
    run("backup", "verify", "{work}/absent"),
    run("restore", "{work}/absent", "--data", "{work}/restored"),
    run("restore", "{work}/backup", "--data", "{work}/restored"),
    run("index", "list", "--json", "--data", "{work}/restored"),
    on_data("cluster", "leave"),
    on_data("cluster", "found"),
    run("widgets", "search-box", "--json"),
    run("widgets", "absent"),
    run("completion", "bash"),
    run("completion", "klingon"),
    run("init", "{work}/films.ndjson", "--json"),
    run("init", "{work}/absent.ndjson"),
    run("init", "{work}/broken.json"),
    run("up", "{work}/wrong.yaml", "--data", "{work}/up"),
    run("up", "{work}/absent.yaml"),
    run("up", "{work}/app.yaml", "--data", "{work}/up", "--listen", "0.0.0.0:{port}"),
    run("up", "{work}/app.yaml", "--data", "{work}/up", "--listen", "nowhere"),
    run("up", "{work}/app.yaml", "--data", "{work}/app.yaml/file"),
    run("demo", "absent"),
    *({"by": "command", "words": [f"searchbus-{name}", "--nonsense"]}
      for name in ("broker", "gateway")),
]

# Commands while the app runs.
COMMANDS = [
    on_data("status"),
    on_data("status", "--json", isShape=True),
    on_data("send", "cora", "box", "set-query", '{"query":"lamp"}', "--json"),
    on_data("send", "cora", "price", "set-range", '{"range":[9,1]}', "--json"),
    on_data("send", "cora", "absent", "set-query", "{}"),
    on_data("send", "cora", "box", "set-query", "{"),
    on_data("send", "c/d", "box", "set-query", "{}"),
    on_data("watch", "intent/box", "--after", "0", "--session", "ann", "--count", "1", "--json"),
    on_data("watch", "nonsense/x", "--count", "1"),
    on_data("session", "list", "--json", isShape=True),
    on_data("session", "delete", "cora"),
    on_data("link", "--session", "ann", "--json"),
    on_data("link", "--session", "absent"),
    on_data("open", "--print"),
    on_data("index", "changed", "films"),
    on_data("index", "changed", "bad name"),
    on_data("index", "import", "films", "-", "--format", "ndjson", "--append", "--json",
            input=json.dumps({"objectID": "new", "title": "New", "year": 2020}) + "\n"),
    on_data("restart", "absent"),
    on_data("restart", "films"),
    on_data("replay", "--with-settings", "products={work}/trial.json", "--json", isShape=True),
    on_data("replay", "--with-settings", "products={work}/trial.json", "--fail-on-difference"),
    on_data("replay", "--with-settings", "absent={work}/trial.json"),
    on_data("replay", "--with-settings", "products"),
    on_data("restore", "{work}/backup"),
    on_data("backup", "{work}/backup-running"),
    run("up", "{work}/app.yaml", "--data", "{data}", "--listen", "127.0.0.1:0"),
    run("up", "{work}/app.yaml", "--data", "{work}/other", "--listen", "127.0.0.1:{port}"),
]
