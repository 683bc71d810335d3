# SPDX-License-Identifier: MIT
"""The plugin for pytest, as the tests of an app use it: each runs a pytest of its own."""

import pathlib
import re

import pytest
from searchbus_testing import ROOT, binary, is_alive

pytest_plugins = ["pytester"]

APP = """
name: shop
searchers:
  products: { type: hits, index: products }
widgets:
  box:  { type: search-box, searcher: products }
  hits: { type: hits, searcher: products }
"""
FIXTURE = """
import pytest

RECORDS = [{"objectID": "1", "name": "red lamp"}, {"objectID": "2", "name": "blue table"}]

@pytest.fixture(scope="session")
def app(searchbus):
    return searchbus.run("app.yaml", indexes={"products": RECORDS}, settings={"products": {"searchableAttributes": ["name"]}})
"""


@pytest.fixture
def run(pytester, monkeypatch):
    """Runs tests with the plugin, which finds what was built."""
    monkeypatch.setenv("SEARCHBUS_COMMAND", str(binary("searchbus")))
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "web/python-client/src"))
    # The package may be installed as well, and then pytest has the plugin already.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makefile(".yaml", app=APP)
    pytester.makeconftest(FIXTURE)

    def run(text):
        pytester.makepyfile(text)
        return pytester.runpytest_subprocess("-p", "searchbus._pytest", "-p", "no:cacheprovider", "-q")
    return run


def test_an_app_is_ready_waits_and_is_ended(run, tmp_path):
    """One app for all tests, with the records that they name, and nothing left of it afterwards."""
    left = tmp_path / "left.txt"
    result = run(f"""
        def test_a_word_finds(app):
            session = app.open()
            session.send("box", "set-query", {{"query": "lamp"}})
            view = app.wait(session, "hits", lambda view: view["phase"] == "ready" and view["query"] == "lamp")
            assert [hit["objectID"] for hit in view["hits"]] == ["1"]

        def test_records_change_while_it_runs(app):
            session = app.open(link="?q=chair")
            app.wait(session, "hits", lambda view: view["phase"] == "ready" and view["nbHits"] == 0)
            app.import_records("products", [{{"objectID": "3", "name": "chair"}}])
            app.wait(session, "hits", lambda view: view["nbHits"] == 1)

        def test_its_client_and_its_commands(app):
            assert app.client.search("products", "chair").nb_hits == 1
            assert app.run("key").strip() == app.key
            assert "gateway" in app.run("status")
            open({str(left)!r}, "w").write(f"{{app.folder}} {{app._process.pid}}")
        """)
    result.assert_outcomes(passed=3)
    folder, pid = left.read_text().split()
    assert not pathlib.Path(folder).exists() and not is_alive(int(pid))


def test_the_tests_of_the_document_pass(run, pytester):
    """Its app file, and each of its files of tests."""
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", (ROOT / "docs/testing.md").read_text(), re.MULTILINE | re.DOTALL)
    app, = (text for language, text in blocks if language == "yaml")
    pytester.makefile(".yaml", app=app)
    first, second = (text for language, text in blocks if language == "python")
    pytester.makepyfile(test_widget=second)
    run(first).assert_outcomes(passed=4)


def test_two_apps_side_by_side(run):
    """Each has a port, data and records of its own; one is written as a dictionary."""
    run("""
        def test_two(searchbus, app):
            small = {"name": "small", "searchers": {"products": {"type": "hits", "index": "products"}},
                     "widgets": {"box": {"type": "search-box", "searcher": "products"}}}
            other = searchbus.run(small, indexes={"products": [{"objectID": "9", "name": "lamp"}]}, arguments=["--no-auth"])
            assert other.url != app.url
            found = [[hit["objectID"] for hit in one.client.search("products", "lamp").hits] for one in (app, other)]
            assert found == [["1"], ["9"]]
        """).assert_outcomes(passed=1)


def test_an_index_of_a_file(run, pytester):
    """Imported with the arguments that `init` writes into the app file."""
    pytester.makefile(".csv", things="name,price\nred lamp,$12\nblue lamp,$40\n")
    run("""
        def test_prices_are_numbers(searchbus):
            things = ["things.csv", "--generate-ids", "--convert", "price=number"]
            found = searchbus.run("app.yaml", indexes={"products": things}).client.search("products", "red").hits
            assert [(hit["name"], hit["price"]) for hit in found] == [("red lamp", 12)]
        """).assert_outcomes(passed=1)


def test_a_failed_test_shows_the_log_and_the_view(run):
    """The last view says what is wrong; a view that never comes ends the wait in time, also in an event loop."""
    result = run("""
        import asyncio

        def test_waits_in_vain(app):
            app.wait(app.open(), "hits", lambda view: view["phase"] == "on fire", timeout=4)

        def test_waits_in_an_event_loop(app):
            async def wait():
                return app.wait(app.open(), "box", lambda view: view["query"] == "")
            assert asyncio.run(wait())["query"] == ""
        """)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*AssertionError: The view of `hits` is not as it should be after 4 s; it is {*",
                                 "*searchbus up app.yaml*", "*gateway started*", "ready in *"])


def test_an_app_that_does_not_start_says_why(run, pytester):
    """The problems of the app file are in the report, and nothing is waited for."""
    pytester.makefile(".yaml", app=APP.replace("search-box", "search-bax"))
    result = run("""
        def test_it(app):
            pass
        """)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*AppProblem: `searchbus up` ended with 78:*", "*search-bax*"])


def test_a_missing_program_is_named(run, monkeypatch):
    monkeypatch.delenv("SEARCHBUS_COMMAND")
    monkeypatch.setenv("PATH", "/nowhere")
    result = run("""
        def test_it(app):
            pass
        """)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*The program `searchbus` is not in the path.*", "*SEARCHBUS_COMMAND=/path/to/searchbus*"])
