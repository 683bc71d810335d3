# SPDX-License-Identifier: MIT
"""The commands that people and scripts use on a running app."""

import http.client
import json
import signal
import subprocess

import pytest
from searchbus_testing import Child, binary, command, eventually
from shop_data import COUNT, VIEWS


def import_into(data, name, *arguments, text=None, code=0):
    """Imports from standard input; answers with the result as JSON, and the errors."""
    out, errors = command("index", "import", name, "-", "--json", "--data", data, *arguments, text=text, code=code)
    return json.loads(out) if code == 0 else out, errors


def test_watch_prints_events_as_json(shop):
    session = shop.new_session()
    child = Child([binary("searchbus"), "watch", "intent/box", "view/box/" + session, "--json", "--after", "0",
                   "--session", session, "--data", shop.data], shop.data / f"watch-{session}.txt")
    shop.run("send", session, "box", "set-query", '{"query":"kettle"}')
    lines = eventually(lambda: [json.loads(line) for line in child.output.splitlines()],
                       lambda lines: any(line["event"]["data"].get("query") == "kettle" and "view/" in line["topic"]
                                         for line in lines), "the view is printed")
    child.end()
    assert {line["topic"] for line in lines} == {f"intent/box/{session}/", f"view/box/{session}/"}
    assert all(line["event"]["specversion"] == "1.0" and line["event"]["subject"] == session for line in lines)
    (query,) = [line["event"] for line in lines if line["event"]["type"] == "searchbus.intent.set-query"]
    assert query["source"] == "/searchbus" and query["data"] == {"query": "kettle"}


def test_watch_ends_after_a_number_of_events(shop):
    shop.new_session()
    out, _ = shop.run("watch", "--json", "--after", "0", "--count", "5")
    assert [json.loads(line)["event"]["sequence"] for line in out.splitlines()] == [f"{n:020}" for n in range(1, 6)]
    plain, _ = shop.run("watch", "intent", "--after", "0", "--count", "1")
    assert plain.split()[1] == "1" and "intent/session/" in plain


def test_send_answers_with_the_outcome(shop):
    """A session that is new is started first, so that it has all its views."""
    sent = json.loads(shop.run("send", "new-session", "box", "set-query", '{"query":"lamp"}', "--json")[0])
    assert sent["outcome"]["result"] == "applied" and len(sent["sequence"]) == 20
    assert shop.run("send", "new-session", "box", "set-query", '{"query":"lamp"}')[0].strip() == "unchanged"
    eventually(lambda: shop.gateway.views("new-session"), lambda views: len(views) == VIEWS
               and views["stats"]["query"] == "lamp", "it is a whole session")
    rejected = shop.run("send", "new-session", "session", "restore", '{"link":"?price=9..1"}', "--json", code=64)
    assert json.loads(rejected[0])["outcome"]["code"] == "invalid-intent" and "[invalid-intent]" in rejected[1]
    # What the gateway would refuse does not get as far as the log.
    refused = shop.run("send", "new-session", "price", "set-range", '{"range":[9,1]}', "--json", code=64)
    assert refused[0] == "" and "[invalid-intent]" in refused[1]


def test_status_tells_of_every_process(shop):
    shown = json.loads(eventually(lambda: shop.run("status", "--json")[0], bool, "status answers"))
    assert shown["healthy"] is True and shown["app"] == "shop"
    by_name = {process["name"]: process for process in shown["processes"]}
    assert by_name.keys() == shop.pids().keys()
    for name, process in by_name.items():
        assert process["state"] == "running" and process["pid"] == shop.pids()[name], process
        assert process["memoryBytes"] > 0 and process["uptimeSeconds"] > 0 and process["restarts"] == 0, process
    plain = shop.run("status")[0]
    assert all(name in plain for name in by_name)


def test_status_of_nothing(tmp_path):
    assert "[broker-unavailable]" in command("status", "--data", tmp_path, code=69)[1]


def test_a_link_lets_in_once(shop):
    link = shop.run("link")[0].strip()
    path = link[link.index("/?"):]
    statuses = []
    for _ in range(2):
        connection = http.client.HTTPConnection("127.0.0.1", shop.port, timeout=10)
        connection.request("GET", path)
        response = connection.getresponse()
        statuses.append((response.status, bool(response.getheader("set-cookie"))))
        connection.close()
    assert statuses[0] == (303, True) or statuses[0] == (302, True), statuses
    assert not statuses[1][1], "a token works once"


# Imports

GOOD = '{"objectID":"a","name":"one"}\n{"objectID":"b","name":"two"}\n'


def test_an_import_from_standard_input(tmp_path):
    done, _ = import_into(tmp_path, "things", "--format", "ndjson", text=GOOD)
    assert (done["read"], done["skipped"], done["name"]) == (2, 0, "things")
    found = json.loads(command("index", "search", "things", "two", "--json", "--data", tmp_path)[0])
    assert [hit["objectID"] for hit in found["hits"]] == ["b"]


@pytest.mark.parametrize("kind, text, place", [
    ("ndjson", GOOD + '{"objectID":"c",\n' + '{"objectID":"d"}\n', "3"),
    ("ndjson", GOOD + '["c"]\n', "3"),
    ("ndjson", GOOD + '{"name":"without an id"}\n', "3"),
    ("json", '[{"objectID":"a"},\n{"objectID":7.5e400}]', "2"),
    ("csv", "objectID,name\na,one\nb,two,three\n", "3"),
])
def test_a_bad_record_is_named_by_number_and_refused(tmp_path, kind, text, place):
    """Nothing is changed; with the option to skip such records, the import takes the others."""
    import_into(tmp_path, "things", "--format", "ndjson", text='{"objectID":"old"}\n')
    _, errors = import_into(tmp_path, "things", "--format", kind, text=text, code=65)
    assert "[invalid-record]" in errors and "standard input" in errors and place in errors, errors
    kept = json.loads(command("index", "show", "things", "--json", "--data", tmp_path)[0])
    assert kept["records"] == 1, "nothing is changed"


def test_bad_records_are_skipped_on_request(tmp_path):
    text = GOOD + '{"objectID":"c",\n' + '{"objectID":"d"}\n'
    done, errors = import_into(tmp_path, "things", "--format", "ndjson", "--skip-invalid", text=text)
    assert (done["read"], done["skipped"]) == (3, 1) and "3" in errors and "skipped" in errors


def test_settings_that_cannot_be_read(tmp_path):
    settings = tmp_path / "settings.json"
    settings.write_text('{"searchableAttributes": 5')
    _, errors = import_into(tmp_path, "things", "--format", "ndjson", "--settings", settings, text=GOOD, code=65)
    assert "settings.json" in errors and "[malformed-json]" in errors


def test_an_import_is_seen_by_live_searches(make_shop):
    """An import into a running app: sessions are searched again by themselves, and what they show is the new index."""
    stack = make_shop()
    session = stack.new_session()
    eventually(lambda: stack.gateway.views(session)["stats"]["nbHits"], lambda count: count == COUNT, "it is searched")
    record = {"objectID": "new", "name": "wireless novelty", "brand": "Novel", "color": "red", "price": 5}
    stack.run("index", "import", "products", "-", "--format", "ndjson", "--append", text=json.dumps(record) + "\n")
    views = eventually(lambda: stack.gateway.views(session), lambda views: views["stats"]["nbHits"] == COUNT + 1,
                       "it is searched again")
    eventually(lambda: stack.gateway.views(session)["brand"]["items"],
               lambda items: "Novel" in [item["value"] for item in items], "and every widget shows it")
    assert views["stats"]["phase"] == "ready"
    with stack.bus() as bus:
        (changed,) = bus.latest(["index/"])
        assert changed.topic == "index/products/" and changed.data["records"] == COUNT + 1


# The target of a change without an option, by the contents of the folder: data of other apps, an app file.
PLACES = [
    ([], None, None), (["other"], None, None), (["one", "two"], None, None), ([], "mine", "mine"),
    (["other"], "mine", "mine"), (["other", "mine"], "mine", "mine"),
]


@pytest.mark.parametrize("folders, app, goes_to", PLACES)
def test_an_import_never_goes_to_an_app_that_was_not_named(tmp_path, monkeypatch, folders, app, goes_to):
    monkeypatch.chdir(tmp_path)
    for name in folders:
        import_into(tmp_path / ".searchbus" / name, "things", "--format", "ndjson", text='{"objectID":"old"}\n')
    if app:
        (tmp_path / "searchbus.yaml").write_text(f"name: {app}\nsearchers: {{ s: {{ type: hits, index: things }} }}\n")
    words = ["index", "import", "things", "-", "--format", "ndjson"]
    out, errors = command(*words, text=GOOD, code=0 if goes_to else 66)
    if not goes_to:
        assert "[data-directory-unusable]" in errors and "--app" in errors and "--data .searchbus/" in errors, errors
        command("index", "delete", "things", code=66)
    for name in {*folders, *([goes_to] if goes_to else [])}:
        shown = json.loads(command("index", "show", "things", "--json", "--data", f".searchbus/{name}")[0])
        assert shown["records"] == (2 if name == goes_to else 1), name


def test_commands_that_only_look_say_whom_they_found(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    import_into(tmp_path / ".searchbus/other", "things", "--format", "ndjson", text=GOOD)
    out, errors = command("index", "list", "--json")
    assert json.loads(out)["indexes"][0]["name"] == "things" and ".searchbus/other" in errors
    (tmp_path / "app.yaml").write_text("name: other\n")
    out, errors = command("index", "list", "--json")
    assert json.loads(out)["indexes"] and errors == ""
    (tmp_path / "elsewhere.yaml").write_text("name: mine\n")
    assert json.loads(command("index", "list", "--json", "--app", "elsewhere.yaml")[0])["indexes"] == []


# Invalid numbers, numbers out of range, and valid extremes.
NUMBERS = ["0", "1", "-1", "-0", "+1", "2147483648", "-9223372036854775808", "9223372036854775807", "9223372036854775808",
           "18446744073709551615", "99999999999999999999", "1e308", "1e-320", "1e309", "nan", "inf", "-inf", "0x10", "1_000",
           "1.5", "\u0663", " 1", "1 ", "1%", "%s%n%d", "", "--", "\u200b1"]
NUMERIC = [
    (["index", "search", "products", "lamp"], "--hits"), (["index", "search", "products", "lamp"], "--page"),
    (["watch", "--after", "0", "--json"], "--count"), (["watch", "--count", "1", "--json"], "--after"),
    (["send", "fuzz", "box", "set-query", '{"query":"lamp"}'], "--timeout"),
]


@pytest.mark.parametrize("words, option", NUMERIC, ids=[f"{words[0]} {option}" for words, option in NUMERIC])
def test_no_number_ends_a_command_otherwise_than_with_an_exit_code(shop, words, option):
    """A trap would be a signal. What waits for events that do not come is ended here."""
    for number in NUMBERS:
        child = Child([binary("searchbus"), *words, f"{option}={number}", "--data", shop.data], shop.data / "numbers.txt")
        try:
            code = child.process.wait(0.7 if words[0] == "watch" else 10)
        except subprocess.TimeoutExpired:
            assert words[0] == "watch", (words, number, child.output)
            code = child.end()
            assert code == -signal.SIGTERM, (words, number, code)
            continue
        # An outcome that is not there in no time at all is a failure of the component.
        assert code in (0, 64, 69, *([70] if words[0] == "send" else [])), (words, option, number, code, child.output)
        assert "Fatal error" not in child.output and "internal-error" not in child.output, (number, child.output)
    assert shop.wait_running()


@pytest.mark.parametrize("option", ["--retention", "--session-days", "--listen"])
def test_no_number_makes_up_or_the_broker_start_something_odd(tmp_path, option):
    for number in NUMBERS[2:]:
        value = f"127.0.0.1:{number}" if option == "--listen" else number
        # With an app file that is not there, a number that makes sense ends with 78.
        for words in (["up", tmp_path / "none.yaml"],) if option != "--listen" else ():
            child = Child([binary("searchbus"), *words, f"{option}={value}"], tmp_path / "numbers.txt")
            assert child.process.wait(10) in (64, 78), (number, child.output)
        program, extra = ("searchbus-broker", []) if option != "--listen" else (
            "searchbus-gateway", ["--app", "/no/app", "--web", "/no"])
        child = Child([binary(program), "--data", "/proc/no", "--runtime", "/proc/no", *extra, f"{option}={value}"],
                      tmp_path / "numbers.txt")
        assert child.process.wait(10) in (64, 66, 74, 78), (program, number, child.output)
