#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Records the data directory and the answers of a version, for `test_compatibility.py`:

    SEARCHBUS_BIN=FOLDER record_compatibility.py CHECKOUT

FOLDER has the version's executables; the demo data are those of CHECKOUT, its source tree. The script creates a data directory,
then sends the same requests to three copies of it; values that differ between them are recorded by their type. All keys in the
recording are created by it. `fixtures/4f13787` has `data.tar.xz`, the `values.json` of placeholders, `exchanges.ndjson`, and in
`files` the app file and other files that commands read.
"""

import contextlib
import json
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Support"))

import recordings  # noqa: E402
from compatibility_http import RUNNING  # noqa: E402
from compatibility_requests import AFTERWARDS, BEGINNING, COMMANDS, INDEXES, STOPPED, STOPPED_BEGINNING  # noqa: E402
from searchbus_testing import make_directory  # noqa: E402

# Records of each index: the fewer, the smaller the recording.
COUNT = 16
# Seconds until the effects of a request are complete; reads wait for that long.
SETTLING = 0.7
RUNS = 3
# Members that differ between runs, machines or versions, even if three runs agree.
VOLATILE = {"processingTimeMS", "taskID", "queryID", "version", "bytes", "fileSize", "dataSize", "updatedAt", "createdAt", "list"}
# Files that only a running app needs.
LEFT_OUT = {"run", "up.txt", "app.yaml", "broker.lock", "supervisor.lock", "gateway.secret.lock", "algolia.keys.lock", "backup.lock"}


def write_records(checkout, work):
    """Writes some records of each index of the demo."""
    demo = checkout / "deploy/demo"
    products = subprocess.run([sys.executable, demo / "generate_products.py", "--count", str(COUNT)], capture_output=True,
                              text=True, check=True).stdout
    for name in INDEXES:
        text = products if name == "products" else (demo / f"{name}.ndjson").read_text()
        (work / f"{name}.ndjson").write_text("".join(text.splitlines(keepends=True)[:COUNT]))


def make_data(checkout):
    """Creates the data directory, and packs it."""
    data = make_directory()
    player = recordings.Player(data, {})
    player.values["demo"] = str(checkout / "deploy/demo")
    write_records(checkout, player.work)
    try:
        play_all(player, STOPPED_BEGINNING)
        player.stack.start()
        player.values["owner"] = json.loads((data / "gateway.secret").read_text())["bearer"]
        algolia = json.loads((data / "algolia.keys").read_text())
        player.values |= {"application": algolia["applicationID"],
                          **{key["description"].split()[0].lower(): key["value"] for key in algolia["keys"]}}
        player.values["cookie"] = follow_link(player.stack)
        play_all(player, BEGINNING, SETTLING)
        play_all(player, AFTERWARDS)
        assert player.stack.child.end(signal.SIGINT) == 0
        names = sorted(path.name for path in data.iterdir() if path.name not in LEFT_OUT)
        print("the data directory:", *names)
        with tarfile.open(recordings.DATA, "w:xz") as archive:
            for name in names:
                archive.add(data / name, name, filter=anonymous)
        names = ("read", "session", "annOnly", "annLink", "bobLink", "notesKey", "algoliaQuery", "query", "owner",
                 "application", "admin", "search", "cookie")
        values = {name: player.values[name] for name in names}
        (recordings.FOLDER / "values.json").write_text(json.dumps(values, indent=1) + "\n")
        shutil.copy(player.work / "films.ndjson", recordings.FOLDER / "files")
    finally:
        player.close()
        shutil.rmtree(data, ignore_errors=True)


def anonymous(member):
    """A member of the archive without its owner's name."""
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


def follow_link(stack):
    """The secret in the cookie of a browser that followed the link."""
    link = urllib.parse.urlsplit(stack.run("link")[0].strip())
    with contextlib.closing(stack.gateway.connection(SETTLING)) as connection:
        connection.request("GET", f"/?{link.query}")
        return connection.getresponse().getheader("set-cookie").split(";")[0].partition("=")[2]


def play_all(player, exchanges, pause=0):
    """Plays requests that must succeed."""
    for exchange in exchanges:
        answer = player.play(exchange)
        assert answer.get("status", 200) < 300 and answer.get("code", 0) == 0, (exchange, answer)
        # The app settles, so that what is recorded next does not depend on the speed of the machine.
        time.sleep(pause)


def record():
    """The answers of an app on one copy of the data directory, in the order of the requests."""
    data = make_directory()
    player = recordings.Player(data, recordings.unpack(data))
    answers = []

    def play(exchanges, pause):
        for exchange in exchanges:
            time.sleep(0 if exchange.get("method") == "POST" else pause)
            answer = player.play(exchange)
            if exchange.get("isShape"):
                answer |= {name: recordings.shape(answer[name]) for name in ("content", "printed") if name in answer}
            answers.append(answer)
    try:
        play([{**exchange, "when": "stopped"} for exchange in STOPPED], 0)
        player.stack.start()
        head = int(player.stack.gateway.call("GET", "/api/status")["head"])
        play(RUNNING, SETTLING)
        play(COMMANDS, 0)
    finally:
        player.close()
        shutil.rmtree(data, ignore_errors=True)
    return [timeless(answer, head) for answer in answers]


def timeless(value, head, name=None):
    """An answer with types instead of members that differ between runs, and of sequence numbers that the run assigned."""
    if isinstance(value, dict):
        return {key: timeless(member, head, key) for key, member in value.items()}
    if isinstance(value, list):
        return [timeless(element, head, name) for element in value]
    is_new = isinstance(value, str) and re.fullmatch(r"\d{20}", value) and int(value) > head
    return {recordings.ANY: recordings.kind(value)} if is_new or name in VOLATILE else value


def main():
    make_data(pathlib.Path(sys.argv[1]).resolve())
    runs = [record() for _ in range(RUNS)]
    exchanges = [*({**exchange, "when": "stopped"} for exchange in STOPPED),
                 *({**exchange, "when": "running"} for exchange in RUNNING + COMMANDS)]
    with recordings.RECORDING.open("w") as file:
        for exchange, answer, *others in zip(exchanges, *runs, strict=True):
            for other in others:
                for name in ("status", "code", "error"):
                    assert answer.get(name) == other.get(name), (exchange, answer, other)
                answer = recordings.common(answer, other)
            file.write(json.dumps({**exchange, "answer": answer}, ensure_ascii=False) + "\n")
    print(len(exchanges), "exchanges,", recordings.RECORDING.stat().st_size, "bytes; data:", recordings.DATA.stat().st_size)


if __name__ == "__main__":
    main()
