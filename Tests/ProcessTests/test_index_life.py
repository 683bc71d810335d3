# SPDX-License-Identifier: MIT
"""What becomes of an index after its import: shown, checked, changed, copied and put back, as people do it."""

import json
import os
import random
import shutil
import subprocess
import time

import pytest
from searchbus_testing import binary, command, eventually
from shop_data import COUNT, records
from test_commands import import_into


def fill(data, numbers, word="thing"):
    """Imports records of a word and a number."""
    lines = [{"objectID": f"r{number}", "name": f"{word} {number}", "kind": f"k{number % 3}", "n": number}
             for number in numbers]
    import_into(data, "things", "--format", "ndjson", text="".join(json.dumps(line) + "\n" for line in lines))


def search(data, query="", name="things"):
    """All answers to a query, without how long they took."""
    out, _ = command("index", "search", name, query, "--hits", "1000", "--facet", "kind", "--json", "--data", data)
    found = json.loads(out)
    del found["processingTimeMS"]
    return found


@pytest.mark.parametrize(("content", "more"), [(b"", []), (b"objectID,name\n", []), (b"[]", ["--format", "json"]),
                                               (b"objectID;name\n1;St\xfchle\n", ["--skip-invalid"])])
def test_an_import_without_records_is_refused(tmp_path, content, more):
    """As of a download that failed, or a file in another encoding: the index stays, unless an empty one is asked for."""
    fill(tmp_path, range(3))
    path = tmp_path / "new.csv"
    path.write_bytes(content)
    _, errors = command("index", "import", "things", path, *more, "--data", tmp_path, code=65)
    assert f"No records in {path}" in errors and "--allow-empty" in errors and "not changed" in errors
    assert search(tmp_path)["nbHits"] == 3
    command("index", "import", "things", path, *more, "--append", "--data", tmp_path)
    assert search(tmp_path)["nbHits"] == 3
    command("index", "import", "things", path, *more, "--allow-empty", "--data", tmp_path)
    assert search(tmp_path)["nbHits"] == 0


def test_records_with_the_identifier_of_an_earlier_one_are_reported(tmp_path):
    records = tmp_path / "things.ndjson"
    records.write_text("".join(f'{{"objectID":"{name}","n":{number}}}\n' for number, name in enumerate("abcabd")))
    out, errors = command("index", "import", "things", records, "--data", tmp_path)
    assert "6 records read" in out and "the index holds 4" in out
    assert "warning: 2 records have the `objectID` of an earlier record; the last of each was kept: `a`, `b`" in errors
    out, _ = command("index", "import", "things", records, "--json", "--data", tmp_path)
    assert len(json.loads(out)["warnings"]) == 1
    _, errors = command("index", "import", "things", records, "--append", "--data", tmp_path)
    assert "warning" not in errors, "to replace records is what is asked for"


def test_a_folder_is_not_a_file_of_records(tmp_path):
    _, errors = command("index", "import", "things", tmp_path, "--data", tmp_path, code=64)
    assert "is a folder" in errors and "invalid-argument" in errors


def test_long_numbers_keep_their_digits(tmp_path):
    text = '{"objectID":"a","serial":12345678901234567890123,"price":1.10}\n'
    import_into(tmp_path, "things", "--format", "ndjson", text=text)
    out, _ = command("index", "search", "things", "--json", "--data", tmp_path)
    assert '"serial":12345678901234567890123,"price":1.10' in out


def test_show_tells_of_every_attribute(tmp_path):
    fill(tmp_path, range(40))
    shown = json.loads(command("index", "show", "things", "--json", "--data", tmp_path)[0])
    by_name = {attribute["name"]: attribute for attribute in shown["attributes"]}
    assert list(by_name) == ["objectID", "name", "kind", "n"] and shown["segments"] == 1
    assert by_name["kind"]["types"] == ["text"] and by_name["kind"]["values"] == {"count": 3, "certainty": "exact"}
    assert by_name["kind"]["uses"]["facet"] and by_name["n"]["uses"]["numeric"]
    assert sum(shown["bytesByPart"].values()) == shown["bytes"] > 0
    plain = command("index", "show", "things", "--data", tmp_path)[0]
    assert all(name in plain for name in by_name)


def test_a_damaged_file_is_found_and_named(tmp_path):
    fill(tmp_path, range(300))
    assert "are intact" in command("index", "verify", "things", "--data", tmp_path)[0]
    folder = tmp_path / "indexes/things"
    for path in sorted(folder.iterdir()):
        whole = path.read_bytes()
        path.write_bytes(whole[:len(whole) // 2] + bytes([whole[len(whole) // 2] ^ 1]) + whole[len(whole) // 2 + 1:])
        _, errors = command("index", "verify", "things", "--data", tmp_path, code=74)
        assert path.name in errors and "[index-corrupt]" in errors and "restore" in errors, errors
        out, _ = command("index", "verify", "things", "--json", "--data", tmp_path, code=74)
        assert path.name in [problem["file"] for problem in json.loads(out)["problems"]]
        path.write_bytes(whole)
    assert json.loads(command("index", "verify", "things", "--json", "--data", tmp_path)[0])["sound"] is True
    assert "[unknown-index]" in command("index", "verify", "none", "--data", tmp_path, code=66)[1]


def test_a_file_that_is_truncated_under_a_searcher_is_reported(make_shop):
    """The process that reads it dies once; then its searches fail and say what to do, until the index is put back."""
    stack = make_shop()
    session, other = stack.new_session(), stack.new_session()
    copy = stack.data / "copy"
    folder = stack.data / "indexes/products"
    # A backup on the same disk has links to the same files.
    shutil.copytree(folder, copy)
    largest = max(folder.iterdir(), key=lambda path: path.stat().st_size)
    os.truncate(largest, 4096)
    bus = stack.bus()

    def failure():
        """The last word of the searcher to the session."""
        last = [event for event in bus.latest(["search/"], session) if event.type == "failed"]
        return last[-1].data if last else {}
    stack.gateway.send(session, ("box", "set-query", {"query": "lamp"}))
    found = eventually(failure, lambda data: data.get("code") == "index-corrupt", "the search fails")
    assert "restore" in found["remedy"], found
    stack.gateway.send(other, ("box", "set-query", {"query": "kettle"}))
    restarts = stack.processes()["searcher-everything"]["restarts"]
    assert restarts <= 3, stack.processes()["searcher-everything"]
    stack.wait_running()
    stack.run("index", "restore", "products", copy, "--replace")
    stack.gateway.send(session, ("box", "set-query", {"query": "kettle"}))
    eventually(lambda: stack.gateway.views(session)["hits"], lambda hits: hits["query"] == "kettle" and hits["hits"], "it is searched again")
    assert stack.processes()["searcher-everything"]["restarts"] == restarts
    bus.close()


def test_settings_change_while_the_app_runs(make_shop):
    stack = make_shop()
    session = stack.new_session()
    eventually(lambda: stack.gateway.views(session)["stats"]["nbHits"], lambda count: count == COUNT, "it is searched")
    before = stack.gateway.views(session)["hits"]["hits"][0]["objectID"]
    cheapest = min(records(COUNT), key=lambda record: record["price"])["price"]
    done = json.loads(stack.run("index", "settings", "products", 'customRanking=["asc(price)"]', "--json")[0])
    assert done["changed"] and "order" in done["rebuilt"] and done["seconds"] < 60
    hit = eventually(lambda: stack.gateway.views(session)["hits"]["hits"][0],
                     lambda hit: hit["record"]["price"] == cheapest, "it is searched again, in the new order")
    assert hit["objectID"] != before or cheapest == hit["record"]["price"]
    _, errors = stack.run("index", "settings", "products", 'customRanking=["up(price)"]', code=64)
    assert "`up(price)`" in errors and "nothing is changed" in errors
    shown = json.loads(stack.run("index", "settings", "products", "--json")[0])
    assert shown["settings"]["customRanking"] == ["asc(price)"] == shown["given"]["customRanking"]


def test_what_a_filter_lets_through_is_deleted(make_shop):
    stack = make_shop()
    session = stack.new_session()
    eventually(lambda: stack.gateway.views(session)["stats"]["nbHits"], lambda count: count == COUNT, "it is searched")
    meant = [record for record in records(COUNT) if record["price"] < 50 and record["color"] != "red"]
    words = ["index", "delete", "products", "--filter", "price < 50 AND NOT color:red", "--json"]
    dry = json.loads(stack.run(*words, "--dry-run")[0])
    assert dry["deleted"] == len(meant) > 0 and dry["dryRun"] is True
    assert json.loads(stack.run(*words)[0])["deleted"] == len(meant)
    eventually(lambda: stack.gateway.views(session)["stats"]["nbHits"], lambda count: count == COUNT - len(meant),
               "it is searched again")
    assert "`colour`" in stack.run("index", "delete", "products", "--filter", "NOT colour:red", code=64)[1]
    assert json.loads(stack.run("index", "show", "products", "--json")[0])["records"] == COUNT - len(meant)


def test_what_is_proposed_can_be_set(tmp_path):
    fill(tmp_path, range(200))
    (tmp_path / "s.json").write_text(command("index", "tune", "things", "--json", "--data", tmp_path)[0])
    command("index", "settings", "things", "--set", tmp_path / "s.json", "--data", tmp_path)
    assert json.loads(command("index", "tune", "things", "--json", "--data", tmp_path)[0]) == {}


def test_a_backup_is_put_back(tmp_path):
    fill(tmp_path, range(300))
    expected = [search(tmp_path, query) for query in ("", "thing", "thing 12", "thnig")]
    made = json.loads(command("index", "backup", "things", tmp_path / "copy", "--json", "--data", tmp_path)[0])
    assert made["sound"] and made["records"] == 300 and sorted(os.listdir(tmp_path)) == ["copy", "indexes"]
    command("index", "backup", "things", tmp_path / "copy", "--data", tmp_path, code=64)
    fill(tmp_path, range(5), "other")
    assert "--replace" in command("index", "restore", "things", tmp_path / "copy", "--data", tmp_path, code=64)[1]
    command("index", "restore", "things", tmp_path / "copy", "--replace", "--data", tmp_path)
    command("index", "restore", "again", tmp_path / "copy", "--data", tmp_path)
    for name in ("things", "again"):
        assert [search(tmp_path, query, name) for query in ("", "thing", "thing 12", "thnig")] == expected
        command("index", "verify", name, "--data", tmp_path)


@pytest.mark.parametrize("what", ["restore", "backup"])
def test_a_copy_that_is_killed_leaves_all_or_nothing(tmp_path, what):
    seed = int(os.environ.get("SEARCHBUS_TEST_SEED", "0")) or random.SystemRandom().randrange(1 << 32)
    print("SEARCHBUS_TEST_SEED", seed)
    moments = random.Random(seed)
    fill(tmp_path, range(4_000))
    command("index", "backup", "things", tmp_path / "old", "--data", tmp_path)
    fill(tmp_path, range(3_000), "other")
    command("index", "backup", "things", tmp_path / "new", "--data", tmp_path)
    began = time.monotonic()
    command("index", "restore", "things", tmp_path / "old", "--replace", "--data", tmp_path)
    whole = time.monotonic() - began
    counts = {"old": 4_000, "new": 3_000}
    current, outcomes = "old", set()
    for number in range(14):
        target = moments.choice(["old", "new"])
        words = {"restore": ["restore", "things", tmp_path / target, "--replace"],
                 "backup": ["backup", "things", tmp_path / f"copy{number}"]}[what]
        child = subprocess.Popen([str(word) for word in (binary("searchbus"), "index", *words, "--data", tmp_path)],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            child.wait(moments.uniform(0.01, whole * 1.1))
        except subprocess.TimeoutExpired:
            child.kill()
        child.wait()
        verified = json.loads(command("index", "verify", "things", "--json", "--data", tmp_path)[0])
        assert verified["sound"], verified
        if what == "restore":
            found = search(tmp_path)["nbHits"]
            assert found in (counts[current], counts[target]), (number, seed)
            current = next(name for name in counts if counts[name] == found)
            outcomes.add(child.returncode)
        elif (tmp_path / f"copy{number}").exists():
            command("index", "restore", "again", tmp_path / f"copy{number}", "--replace", "--data", tmp_path)
            assert search(tmp_path, name="again")["nbHits"] == counts[current]
    # Leftovers do not block anything.
    command("index", *(["restore", "things", tmp_path / "new", "--replace"] if what == "restore"
                       else ["backup", "things", tmp_path / "last"]), "--data", tmp_path)
    assert json.loads(command("index", "verify", "things", "--json", "--data", tmp_path)[0])["sound"]


def test_an_index_of_an_older_build_is_named(tmp_path):
    fill(tmp_path, range(3))
    (tmp_path / "indexes/old.sqlite").write_bytes(b"SQLite format 3\0")
    out, errors = command("index", "list", "--data", tmp_path)
    assert "things" in out and "old.sqlite" in errors and "index import old FILE" in errors
    assert json.loads(command("index", "list", "--json", "--data", tmp_path)[0])["outdated"] == ["old"]
    for words in (["show", "old"], ["search", "old", "x"], ["verify", "old"], ["delete", "old"], ["settings", "old"]):
        _, errors = command("index", *words, "--data", tmp_path, code=66)
        assert "old.sqlite" in errors and "index import old FILE" in errors, (words, errors)
