# SPDX-License-Identifier: MIT
"""The commands that write files: what each needs, and what tells whether it has done its work."""

import json
import re
import shutil
import sqlite3
from dataclasses import dataclass
from typing import Callable

from searchbus_bus import Draft
from searchbus_testing import Broker, binary, command
from shop_data import APP

SETTINGS = {"searchableAttributes": ["name"], "attributesForFaceting": ["v"], "numericAttributes": ["v"]}
PRODUCTS = "sku,name,price\n" + "".join(f"A-{number},Lamp {number},{number}.50\n" for number in range(30))


@dataclass(frozen=True)
class Writer:
    """A command that writes files below a folder."""

    name: str
    # Makes what is there before, in an empty folder.
    prepare: Callable
    # The command's arguments, for a folder.
    arguments: Callable
    # What is there, as far as it counts: the same value before, where nothing happened, and the same after.
    state: Callable
    text: Callable = lambda: None
    # The exit code of doing it again after it is done; `None` where that would do more.
    repeated: int | None = 0
    # Whether a kill may leave a part of several things, which the next attempt replaces.
    is_one_step: bool = True

    def command(self, folder):
        """What is run."""
        return [str(word) for word in (binary("searchbus"), *self.arguments(folder))]


def nothing(folder):
    """Makes only the data directory."""
    (folder / "data").mkdir(mode=0o700)


def lines(first, count, version=1):
    """Records as they are imported."""
    return "".join(json.dumps({"objectID": f"r{number}", "name": f"red thing {number}", "v": version}) + "\n"
                   for number in range(first, first + count))


def run(folder, *words, text=None):
    """A command of which nothing fails."""
    return command(*words, "--data", folder / "data", text=text)[0]


def index(folder):
    """An index of 40 records, with settings that stay."""
    nothing(folder)
    (folder / "settings.json").write_text(json.dumps(SETTINGS))
    run(folder, "index", "import", "things", "-", "--format", "ndjson", "--settings", folder / "settings.json",
        text=lines(0, 40))


def index_state(folder, name="things"):
    """The records of an index that was found sound."""
    if not (folder / "data" / "indexes" / name / "manifest.json").exists():
        return None
    run(folder, "index", "verify", name)
    answer = json.loads(run(folder, "index", "search", name, "--hits", 1000, "--json"))
    return {hit["objectID"]: hit["record"] for hit in answer["hits"]}


def settings_state(folder):
    """The records of an index, and the settings that were given."""
    return index_state(folder), json.loads(run(folder, "index", "settings", "things", "--json"))["given"]


def index_with_small_segments(folder):
    """An index that the next change has to merge."""
    index(folder)
    for number in range(11):
        run(folder, "index", "import", "things", "-", "--format", "ndjson", "--append", text=lines(100 + number * 5, 5))


def index_and_its_backup(folder):
    """An index that has changed since its backup was made."""
    index(folder)
    run(folder, "index", "backup", "things", folder / "copy")
    run(folder, "index", "import", "things", "-", "--format", "ndjson", "--append", text=lines(100, 5))


def index_backup_state(folder):
    """Whether there is a backup of an index, which can be restored."""
    if not (folder / "copy").exists():
        return None
    run(folder, "index", "restore", "again", folder / "copy", "--replace")
    return index_state(folder, "again")


def keys(folder):
    """A data directory with a key of either kind."""
    nothing(folder)
    run(folder, "keys", "create", "--role", "read", "--description", "first")
    run(folder, "keys", "create", "--acl", "search", "--description", "second")


def key_state(folder):
    """The keys of both files without what is drawn for each."""
    found = []
    for name in ("gateway.secret", "algolia.keys"):
        path = folder / "data" / name
        ring = json.loads(path.read_text()) if path.exists() else {"keys": []}
        for key in ring["keys"]:
            found.append([name, key.get("role"), key.get("acl"), key.get("description"), len(key.get("former", [])),
                          "revokedAt" in key])
    if found:
        run(folder, "keys", "list")
    return sorted(found, key=str)


def listed_keys(folder):
    """The keys of either kind."""
    listed = json.loads(run(folder, "keys", "list", "--json"))
    return [key for keys in listed.values() if isinstance(keys, list) for key in keys]


def key_id(folder):
    """The id of the key that `keys` has made."""
    return next(key["id"] for key in listed_keys(folder) if key.get("description") == "first")


def append(folder, numbers):
    """Appends events of a session."""
    broker = Broker(data=folder / "data").start()
    try:
        with broker.bus() as bus:
            bus.append(*(Draft("intent/box/s1/", {"n": number}, id=f"e{number}") for number in numbers))
    finally:
        broker.child.end()
        shutil.rmtree(folder / "data" / "run")


def log(folder):
    """A data directory with a log of some events of a session, and an index."""
    index(folder)
    append(folder, range(30))


def app_data(folder):
    """What a data directory has: an index, a log, and keys."""
    log(folder)
    run(folder, "keys", "create", "--role", "read")


def log_state(folder):
    """How many events the log has that was found sound, and the index beside it."""
    if (folder / "data" / "restore.journal").exists():
        # A restore that was decided is carried out by the next who takes the directory in use.
        append(folder, [])
    file = folder / "data" / "log.sqlite"
    if not file.exists():
        return None, index_state(folder)
    database = sqlite3.connect(file)
    try:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return database.execute("SELECT count(*) FROM events").fetchone()[0], index_state(folder)
    finally:
        database.close()


def backup_of_another_state(folder):
    """A backup of data that are other ones now."""
    app_data(folder)
    run(folder, "backup", "make", folder / "copy", "--with-secrets")
    run(folder, "index", "import", "things", "-", "--format", "ndjson", "--append", text=lines(100, 5))
    append(folder, range(30, 40))


def backup_state(folder):
    """Whether there is a backup, which was found sound."""
    if not (folder / "copy").exists():
        return None
    command("backup", "verify", folder / "copy")
    # A kill right after the backup is in place may leave the marker of one that grows, which then says nothing.
    return sorted(path.name for path in (folder / "copy").iterdir() if path.name != "backup.partial")


def file_state(*names):
    """The bytes of files, or that they are missing, without what tells one time or folder from another."""
    def state(folder):
        found = {}
        for name in names:
            path = folder / name
            text = path.read_text() if path.exists() else None
            found[name] = text and re.sub(r'"(made|latencyMS|p50|p99|milliseconds|seconds)":[^,}]*', "", text).replace(
                str(folder), "FOLDER")
        return found
    return state


def products(folder):
    """A file of products."""
    nothing(folder)
    (folder / "products.csv").write_text(PRODUCTS)


def app_state(folder):
    """The files that `init` has made, and the index."""
    app, settings = folder / "app" / "searchbus.yaml", folder / "app" / "products.settings.json"
    index = folder / "app" / ".searchbus" / "products" / "indexes" / "products" / "manifest.json"
    if app.exists() and settings.exists() and index.exists():
        command("check", app)
        command("index", "verify", "products", "--data", folder / "app" / ".searchbus" / "products")
    return app.exists(), settings.exists(), index.exists()


def folder_for_an_app(folder):
    """A file of products, and a folder for an app."""
    products(folder)
    (folder / "app").mkdir()


def searches(folder):
    """An app with an index and searches to make again."""
    nothing(folder)
    (folder / "data" / "app.yaml").write_text(APP.read_text())
    (folder / "searches.txt").write_text("red\nthing\n")
    for name in ("products",):
        run(folder, "index", "import", name, "-", "--format", "ndjson",
            text="".join(json.dumps({"objectID": str(number), "name": "red thing", "brand": "a", "color": "red",
                                     "price": number}) + "\n" for number in range(5)))


def imported(*more):
    """The arguments of an import."""
    return lambda folder: ["index", "import", "things", "-", "--format", "ndjson", *more, "--data", folder / "data"]


def on_data(*words):
    """Arguments with the data directory; `FOLDER/` at the beginning of a word is the folder."""
    return lambda folder: [str(word).replace("FOLDER", str(folder)) for word in words] + ["--data", folder / "data"]


WRITERS = [
    Writer("a new index", nothing, imported(), index_state, lambda: lines(0, 40)),
    Writer("an index that is replaced", index, imported(), index_state, lambda: lines(20, 40, version=2)),
    Writer("records that are added", index, imported("--append"), index_state, lambda: lines(30, 20, version=2)),
    Writer("segments that are merged", index_with_small_segments, imported("--append"), index_state,
           lambda: lines(300, 5)),
    Writer("records that are deleted", index, on_data("index", "delete", "things", "--record", "r3", "--record", "r5"),
           index_state),
    Writer("an index that is deleted", index, on_data("index", "delete", "things"), index_state, repeated=66),
    Writer("settings of an index", index, on_data("index", "settings", "things", 'customRanking=["desc(v)"]'),
           settings_state),
    Writer("a backup of an index", index, on_data("index", "backup", "things", "FOLDER/copy"), index_backup_state,
           repeated=64),
    Writer("an index that is restored", index_and_its_backup,
           on_data("index", "restore", "things", "FOLDER/copy", "--replace"), index_state),
    Writer("a key", keys, on_data("keys", "create", "--role", "session", "--description", "third"), key_state,
           repeated=None),
    Writer("the first key", nothing, on_data("keys", "create", "--role", "session"), key_state, repeated=None),
    Writer("a key of Algolia's interface", keys, on_data("keys", "create", "--acl", "browse"), key_state,
           repeated=None),
    Writer("a key that is revoked", keys, lambda folder: ["keys", "delete", key_id(folder), "--data", folder / "data"],
           key_state, repeated=66),
    Writer("a key that is rotated", keys,
           lambda folder: ["keys", "rotate", key_id(folder), "--grace", "1h", "--data", folder / "data"], key_state,
           repeated=None),
    Writer("a backup", app_data, on_data("backup", "make", "FOLDER/copy", "--with-secrets"), backup_state, repeated=64),
    Writer("a restore", backup_of_another_state, on_data("restore", "FOLDER/copy"), log_state),
    Writer("an exported session", log, on_data("session", "export", "s1", "--output", "FOLDER/s1.ndjson"),
           file_state("s1.ndjson"), repeated=64),
    Writer("an app", folder_for_an_app,
           lambda folder: ["init", folder / "products.csv", "--output", folder / "app" / "searchbus.yaml", "--force"], app_state,
           is_one_step=False),
    Writer("a replay that is kept", searches,
           on_data("replay", "--from", "FOLDER/searches.txt", "--keep", "kept", "--app", "FOLDER/data/app.yaml",
                   "--with-index", "products=products"),
           file_state("data/replays/kept.json")),
]
