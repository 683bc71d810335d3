# SPDX-License-Identifier: MIT
"""`searchbus session export --case` and `searchbus test`: recorded sessions, run again and compared screen by screen."""

import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import xml.etree.ElementTree

import pytest
import searchbus_testing as testing
from example_widgets import EXAMPLES, STEPS, app_with, steps, widget
from searchbus_testing import ROOT, Child, Stack, running
from shop_data import APP, SETTINGS, records
from shop_sessions import Person, person, step, wait_quiet

CASES = ROOT / "Tests/Cases"
# 1,000 take some twenty minutes: `make cases`.
SESSIONS = int(os.environ.get("SEARCHBUS_TEST_SESSIONS", "8"))


@pytest.fixture(scope="module")
def stack(indexes):
    """A shop whose sessions are recorded."""
    with running(Stack(APP, indexes)) as stack:
        yield stack


def record(stack, did, path, *arguments):
    """A case of a session in which each step waits until the screen is at rest."""
    session = stack.recorded = stack.new_session()
    wait_quiet(stack, 0.3)
    for one in did:
        Person(stack, session, [one]).run()
        wait_quiet(stack, 0.3)
    stack.run("session", "export", session, "--case", path, "--app", stack.app, *arguments)
    return path


@pytest.fixture(scope="module")
def case(stack, place):
    """A visitor who types, refines, loads more and takes a step back."""
    did = [step("box", "set-query", query="lamp"), step("brand", "select", value="Acme"), step("hits", "load-more"),
           step("price", "set-range", range=[10, 200]), step("session", "undo")]
    return record(stack, did, place / "shop.case")


def replayed(stack, *arguments, code=0, data=None, patience=120):
    """The reports of a test, by case."""
    words = ["test", *arguments, "--data", data or stack.data, "--json"]
    out, errors = testing.command(*words, code=code, patience=patience)
    return json.loads(out)["reports"] if out else [], errors


def shown(stack, *arguments, code=0):
    """What a test prints for people."""
    out, errors = testing.command("test", *arguments, "--data", stack.data, code=code, patience=120)
    return out + errors


def changed(place, name, old, new):
    """The app of the shop with a change."""
    text = APP.read_text()
    assert old in text
    path = place / f"{name}.yaml"
    path.write_text(text.replace(old, new))
    return path


def test_a_session_replays_to_the_same_screens(stack, case, place):
    before = sorted(path.name for path in stack.data.iterdir())
    (report,), _ = replayed(stack, case, "--junit", place / "report.xml")
    assert report["result"] == "same" and [each["compared"] for each in report["steps"]] == [True] * 6
    assert all(each["took"] > 0 for each in report["steps"])
    suite = xml.etree.ElementTree.parse(place / "report.xml").getroot()
    assert suite.attrib["tests"] == "1" and suite.attrib["failures"] == suite.attrib["errors"] == "0"
    # Nothing is left in the data directory.
    assert sorted(path.name for path in stack.data.iterdir()) == before


def test_a_changed_app_differs_at_the_right_step(stack, case, place):
    """More hits a page are lost from the first screen on; a limit of values only where there are more."""
    fewer = changed(place, "fewer", "hitsPerPage: 8", "hitsPerPage: 5")
    text = shown(stack, case, "--app", fewer, code=1)
    assert "first at step 1: session start" in text and "hits: hits[p394] lost" in text
    assert f"{fewer} is not the app file that the case was recorded with" in text
    limited = changed(place, "limited", "attribute: price }", "attribute: price, precision: 2 }")
    (report,), _ = replayed(stack, case, "--app", limited, "--no-fail-on-difference")
    different = [each["step"] for each in report["steps"] if each["result"] != "same"]
    assert different[0] == 1 and {each["widget"] for each in report["steps"][0]["differences"]} == {"price"}


def test_a_removed_widget_is_reported(stack, case, place):
    gone = changed(place, "gone", "  price: {", "  cost: {")
    (report,), _ = replayed(stack, case, "--app", gone, code=1)
    outcomes = [each for entry in report["steps"] for each in entry.get("differences", ()) if each["path"] == "outcome"]
    assert [(each["widget"], each["before"]) for each in outcomes] == [("price", "applied")]
    assert outcomes[0]["after"].startswith("rejected: The intent is for `price`, which the app does not have")
    _, errors = stack.run("session", "export", stack.recorded, "--case", place / "gone.case", "--app", gone)
    assert f"The app has changed since the session: {gone} has no `price`." in errors


def test_a_program_that_ends_is_reported_with_its_reason(stack, case, place):
    """As a note, or as the error if it ends again and again before the case does."""
    app = app_with(place, widget("own", "sum", [sys.executable, "-c", "raise SystemExit('no luck today')"]), name="ends.yaml")
    done = subprocess.run([testing.binary("searchbus"), "test", case, "--app", app, "--data", stack.data], capture_output=True,
                          text=True, check=False)
    assert done.returncode in (0, 70) and "he process `custom-own` of the app " in done.stdout and "no luck today" in done.stdout
    assert not list(stack.data.glob("test-*"))


def test_an_interrupted_test_leaves_nothing(stack, case, place):
    (place / "many").mkdir()
    for number in range(50):
        shutil.copy(case, place / f"many/{number}.case")
    child = Child([testing.binary("searchbus"), "test", place / "many", "--data", stack.data], place / "many.txt")
    testing.eventually(lambda: list(stack.data.glob("test-*/log.sqlite")), bool, "the app starts")
    assert child.end(signal.SIGINT) == 130
    assert not list(stack.data.glob("test-*"))


def test_another_ranking_moves_and_loses_hits(stack, case, place):
    """The same records in another order: the index is no other, its order is."""
    data = place / "ranked"
    text = "".join(json.dumps(record) + "\n" for record in records())
    settings = place / "ranked.json"
    settings.write_text(json.dumps(json.loads(SETTINGS.read_text()) | {"customRanking": ["asc(price)"]}))
    testing.command("index", "import", "products", "-", "--format", "ndjson", "--data", data, "--settings", settings, text=text,
                    patience=60)
    (report,), _ = replayed(stack, case, data=data, code=1)
    assert "notes" not in report
    kinds = {each["kind"] for entry in report["steps"] for each in entry.get("differences", ())}
    assert {"lost", "new", "moved"} <= kinds


def test_an_update_accepts_the_screens_of_now(stack, case, place):
    fewer = changed(place, "fewer", "hitsPerPage: 8", "hitsPerPage: 5")
    copy = place / "updated.case"
    shutil.copy(case, copy)
    replayed(stack, copy, "--app", fewer, "--update")
    (report,), _ = replayed(stack, copy)
    assert report["result"] == "same" and all(each["compared"] for each in report["steps"])
    assert '"  products: { type: hits, index: products, hitsPerPage: 5 }"' in copy.read_text()


def test_other_records_are_noted_and_a_missing_index_is_an_error(stack, case, place):
    data = place / "other"
    testing.command("index", "import", "products", "-", "--format", "ndjson", "--data", data, "--settings", SETTINGS,
                    text=json.dumps(next(records())) + "\n", patience=60)
    (report,), _ = replayed(stack, case, data=data, code=1)
    assert report["notes"] == ["the index `products` has other records than when the case was recorded"]
    (report,), _ = replayed(stack, case, data=place / "none", code=66)
    assert report["error"]["message"] == f"The index `products` of the case is missing in {place / 'none'}."


def test_what_is_malformed_or_missing_is_one_sentence(stack, case, place):
    """The others are run all the same."""
    folder = place / "folder"
    folder.mkdir()
    shutil.copy(case, folder / "a.case")
    (folder / "b.case").write_text(case.read_text()[:5000])
    reports, _ = replayed(stack, folder, code=65)
    assert [report["result"] for report in reports] == ["same", "failed"]
    assert reports[1]["error"]["message"].startswith(f"{folder / 'b.case'} is not JSON: ")
    assert f"There is no case {place / 'x'}." in shown(stack, place / "x", code=66)
    (place / "empty").mkdir()
    assert f"{place / 'empty'} has no file that ends with `.case`." in shown(stack, place / "empty", code=66)
    (report,), _ = replayed(stack, case, "--engine", "solr", code=64)
    assert report["error"]["message"] == "The app has no backend `solr`."


def test_an_engine_that_does_not_respond_is_an_error(stack, case, place):
    """With another engine of the same app file there is nothing to complain about."""
    gone = f"gone: {{ type: elasticsearch, url: 'http://127.0.0.1:{testing.free_port()}' }}"
    app = changed(place, "engine", "index: products", "backend: gone, index: products")
    app.write_text(app.read_text() + f"backends:\n  {gone}\n  local: {{ type: embedded }}\n")
    (report,), _ = replayed(stack, case, "--app", app, code=69)
    assert report["result"] == "failed"
    assert report["error"]["message"].startswith("The engine of `") and "fails at step 1: " in report["error"]["message"]
    (report,), _ = replayed(stack, case, "--app", app, "--engine", "local")
    assert report["result"] == "same"


def test_a_session_without_its_beginning_is_not_recorded(make_shop, place):
    stack = make_shop("--retention", "1")
    session = stack.new_session()

    def export():
        """What an export says, after more was searched for."""
        for text in ["lamp", "kettle", "wire", ""] * 5:
            stack.gateway.send(session, ("box", "set-query", {"query": text}), wait=True)
        words = ["session", "export", session, "--case", place / "trimmed.case", "--app", stack.app, "--data", stack.data]
        (place / "trimmed.case").unlink(missing_ok=True)
        done = subprocess.run([testing.binary("searchbus"), *words], capture_output=True, text=True, check=False)
        return done.returncode, done.stderr
    code, text = testing.eventually(export, lambda done: done[0], "retention removes the beginning", patience=120)
    assert code == 75 and f"Retention removed the beginning of the session `{session}`: it cannot be run again." in text
    assert not (place / "trimmed.case").exists()


def test_a_redacted_case_has_no_texts_and_still_runs(stack, place):
    did = [step("box", "set-query", query="wireless"), step("brand", "select", value="Borealis"), step("hits", "load-more")]
    path = record(stack, did, place / "redacted.case", "--redact")
    text = path.read_text()
    assert not [word for word in ("wireless", "Borealis", "p399", "A lamp thing") if word in text]
    (report,), _ = replayed(stack, path)
    assert report["result"] == "same" and report["notes"][0].startswith("the case is redacted")
    assert "is redacted, and cannot be updated" in shown(stack, path, "--update", code=64)


def test_a_mutated_widget_is_caught_at_the_right_step(place, indexes):
    """A widget of one's own that selects another step of the price than asked for, if it is not one of the first two."""
    path = place / "steps.py"
    text = pathlib.Path(STEPS[1]).read_text().replace("import pathlib\n", f"import pathlib, sys\nsys.path.append({str(ROOT / 'web/python-client/src')!r})\n", 1)
    path.write_text(text)
    app = app_with(place, steps("steps", [STEPS[0], str(path)]))
    with running(Stack(app, indexes)) as stack:
        did = [step("box", "set-query", query="lamp"), step("steps", "select", step=1), step("steps", "select", step=3),
               step("box", "set-query", query="kettle")]
        case = record(stack, did, place / "steps.case")
    (report,), _ = replayed(stack, case, data=indexes.parent)
    assert report["result"] == "same"
    assert "else self.filters(step)" in text
    path.write_text(text.replace("else self.filters(step)", "else self.filters(min(step, 1))"))
    (report,), _ = replayed(stack, case, data=indexes.parent, code=1)
    results = [each["result"] for each in report["steps"]]
    assert results[:3] == ["same"] * 3 and results[3] != "same", results
    assert {"steps", "price", "hits"} <= {each["widget"] for each in report["steps"][3]["differences"]}


@pytest.fixture(scope="module")
def films(place):
    """A data directory with the indexes of the demo of films and actors."""
    data = place / "films"
    subprocess.run([ROOT / "deploy/demo/import.sh", testing.binary("searchbus"), "actors-films", data], check=True,
                   stdout=subprocess.DEVNULL)
    return data


@pytest.mark.parametrize("app", sorted(path.name for path in CASES.iterdir() if path.is_dir()))
def test_recorded_sessions_of_the_projects_apps_are_the_same(app, indexes, films):
    """Which of the two is wrong, the change or the case, only people know: `--update` accepts the screens of now."""
    data, path = {"shop": (indexes.parent, APP), "films": (films, ROOT / "deploy/demo/actors-films.yaml")}[app]
    reports, _ = replayed(None, CASES / app, "--app", path, data=data)
    assert reports and all(report["result"] == "same" and "notes" not in report for report in reports)


def bursts(chance):
    """What a random user does: types quickly, and now and then looks at the screen."""
    did = person(chance, refinements=6)
    while did:
        count = chance.choice([1, 1, 2, 4])
        yield did[:count]
        did = did[count:]


@pytest.mark.thorough
def test_random_users_replay_to_equal_screens(stack, seed, place):
    """Sessions side by side, some steps before the screen was at rest; each is recorded and run again."""
    folder = place / "random"
    folder.mkdir()
    print(f"{SESSIONS} sessions, seed {seed}")
    plans = [list(bursts(random.Random(seed + number))) for number in range(SESSIONS)]
    for start in range(0, SESSIONS, 50):
        sessions = [(stack.new_session(), plan) for plan in plans[start:start + 50]]
        for burst in range(max(len(plan) for _, plan in sessions)):
            wait_quiet(stack, 0.3)
            for session, plan in sessions:
                if burst < len(plan):
                    Person(stack, session, plan[burst]).run()
        wait_quiet(stack, 0.3)
        for session, _ in sessions:
            stack.run("session", "export", session, "--case", folder / f"{session}.case", "--app", stack.app)
    reports, _ = replayed(stack, folder, "--jobs", "16", "--no-fail-on-difference", patience=120 + 5 * SESSIONS)
    wrong = [report for report in reports if report["result"] != "same"]
    assert len(reports) == SESSIONS and not wrong, json.dumps(wrong)[:4000]
    screens = sum(each["compared"] for report in reports for each in report["steps"])
    print(f"{screens} screens of {sum(len(report['steps']) for report in reports)} steps are the same")
    assert screens > 3 * SESSIONS
