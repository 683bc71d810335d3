# SPDX-License-Identifier: MIT
"""SIGKILL at any moment of a change leaves the old index or the new one, and the next change removes leftovers.

SEARCHBUS_INDEX_KILLS sets how often a writer is killed. A process that applies writes of the log is killed too: each counts once.
"""

import collections
import json
import os
import random
import shutil
import signal
import subprocess
import threading
import time

import pytest
from index_writes import Writes
from searchbus_testing import Stack, binary, command, make_directory, running
from shop_data import FIXTURES

KILLS = int(os.environ.get("SEARCHBUS_INDEX_KILLS", "30"))
IDENTIFIERS = 1500
SETTINGS = {"searchableAttributes": ["name"], "attributesForFaceting": ["v"], "numericAttributes": ["v"]}


@pytest.fixture
def place():
    """A data directory, with settings beside it."""
    folder = make_directory()
    (folder / "settings.json").write_text(json.dumps(SETTINGS))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


class Index:
    """An index beside a model of it, and what changes both."""

    def __init__(self, place, chance):
        self.place, self.chance = place, chance
        self.records, self.version, self.usual = {}, 0, 0.3

    def record(self, number):
        """A record as it is written now."""
        return {"objectID": f"r{number}", "name": f"red thing {number}", "v": self.version,
                "text": f"{self.version} words of wood and steel " * 4}

    def plan(self):
        """Draws a change: the command, what it reads, and the records as they are after it."""
        self.version += 1
        kind = self.chance.choice(["append", "append", "append", "delete", "import"])
        if kind == "delete" and self.records:
            names = self.chance.sample(sorted(self.records), min(len(self.records), self.chance.randrange(1, 400)))
            after = {name: record for name, record in self.records.items() if name not in set(names)}
            options = [word for name in names for word in ("--record", name)]
            return ["index", "delete", "things", *options], "", after
        start = self.chance.randrange(IDENTIFIERS)
        count = self.chance.choice([1, 20, 300, 1200])
        new = [self.record((start + number) % IDENTIFIERS) for number in range(count)]
        after = {} if kind == "import" else dict(self.records)
        after.update({record["objectID"]: record for record in new})
        arguments = ["index", "import", "things", "-", "--format", "ndjson"]
        arguments += ["--settings", self.place / "settings.json"] if kind == "import" else ["--append"]
        return arguments, "".join(json.dumps(record) + "\n" for record in new), after

    def change(self, kills=False):
        """Makes a change, and may kill who makes it at any moment of it; answers whether he had ended before."""
        arguments, text, after = self.plan()
        began = time.monotonic()
        writer = subprocess.Popen([binary("searchbus"), *map(str, arguments), "--data", str(self.place)],
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            writer.stdin.write(text)
            writer.stdin.close()
            if kills:
                time.sleep(self.chance.uniform(0, self.usual))
                writer.kill()
        except BrokenPipeError:
            pass
        output = writer.stdout.read()
        ended = writer.wait(60) == 0
        if not kills:
            self.usual = time.monotonic() - began
        assert ended or writer.returncode == -9, output
        found = self.found()
        if ended:
            assert found == after, "what was changed is not there"
        else:
            assert found in (self.records, after), f"{len(self.records)} or {len(after)} records, not {len(found)}"
        self.records = found
        return ended

    def found(self):
        """All records of the index, with their counts looked at."""
        if not (self.place / "indexes" / "things" / "manifest.json").exists():
            return {}
        records, page = {}, 0
        while True:
            answer = json.loads(command("index", "search", "things", "--hits", 1000, "--page", page, "--facet", "v", "--json",
                                        "--data", self.place)[0])
            for hit in answer["hits"]:
                records[hit["objectID"]] = hit["record"]
            page += 1
            if page >= answer["nbPages"]:
                break
        assert answer["nbHits"] == len(records)
        counted = collections.Counter(record["v"] for record in records.values())
        listed = {value["value"]: value["count"] for value in answer["facets"]["v"]}
        assert all(counted[value] == count for value, count in listed.items())
        return records

    def check_leftovers(self):
        """The folder holds what the version in use names, and nothing else."""
        folder = self.place / "indexes" / "things"
        manifest = json.loads((folder / "manifest.json").read_text())
        named = {"manifest.json", manifest["dictionary"]}
        for segment in manifest["segments"]:
            named |= {segment.get(name) for name in ("file", "deletions", "dictionary")}
        assert {path.name for path in folder.iterdir()} == named - {None}


def test_a_killed_writer_leaves_the_old_index_or_the_new_one(place, chance):
    index = Index(place, chance)
    index.change()
    killed = 0
    for number in range(KILLS):
        killed += not index.change(kills=True)
        if number % 5 == 4:
            index.change()
            index.check_leftovers()
    assert killed > KILLS / 5, "the writers were too quick"


def test_every_acknowledged_write_counts_once_though_who_applies_it_is_killed(chance, seed):
    with running(Stack(FIXTURES / "algolia.yaml")) as stack:
        writes = Writes(stack, chance)
        writes.send("PUT", "settings", {"attributesForFaceting": ["kind"]})
        is_over, killed = threading.Event(), []

        def kill():
            moments = random.Random(seed + 1)
            while not is_over.wait(moments.uniform(0.1, 0.7)):
                killed.append(stack.send_signal("indexer", signal.SIGKILL))
                stack.wait_running()

        killer = threading.Thread(target=kill)
        killer.start()
        try:
            deadline = time.monotonic() + 5
            while time.monotonic() < deadline:
                writes.draw()
        finally:
            is_over.set()
            killer.join()
        stack.wait_running()
        assert writes.found() == writes.records
        assert len(killed) > 3 and writes.count > 30, "too little was killed, or written"
        command("index", "verify", "counted", "--data", stack.data)
