# SPDX-License-Identifier: MIT
"""DocSearch, Algolia's own search of documentation, in a browser: unmodified but for the host that it asks."""

import functools
import http.server
import importlib.resources
import json
import pathlib
import re
import sys
import threading

import pytest
from playwright.sync_api import expect

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Support"))

import searchbus_testing as testing  # noqa: E402
from algolia_testing import client, secrets  # noqa: E402

APP = """
name: documents
algolia: true
searchers:
  docs: { type: hits, index: docs }
"""

# The block of docs/algolia.md, behind DocSearch itself.
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Documents</title>
<link rel="stylesheet" href="docsearch.css"><script src="docsearch.js"></script>
""" + re.search(r"^```html\n(.*?)^```$", (testing.ROOT / "docs/algolia.md").read_text(), re.MULTILINE | re.DOTALL)[1]


def document(number, section, text):
    """A record as DocSearch's crawler makes it."""
    return {"objectID": str(number), "type": "content" if text else "lvl1", "url": f"/page#{number}", "content": text,
            "hierarchy": {"lvl0": "Guide", "lvl1": section, **{f"lvl{level}": None for level in range(2, 7)}}}


@pytest.fixture(scope="module")
def documents(tmp_path_factory):
    """A running app with an index of documents, written by Algolia's Python client."""
    app = tmp_path_factory.mktemp("docs") / "app.yaml"
    app.write_text(APP)
    with testing.running(testing.Stack(app)) as stack:
        admin = client(stack)
        task = admin.set_settings("docs", {
            "searchableAttributes": ["hierarchy.lvl1", "content"], "attributesForFaceting": ["type"],
            "attributesToHighlight": ["hierarchy", "content"]})
        admin.wait_for_task("docs", task.task_id)
        admin.save_objects("docs", [document(1, "Install the broker", None), document(2, "Sessions", "A session is one search screen."),
                                    document(3, "Streams", "Every search is an event.")], wait_for_tasks=True)
        yield stack


@pytest.fixture(scope="module")
def page_address(documents, tmp_path_factory):
    """A page of another origin with DocSearch on it, as the package from PyPI ships it."""
    folder = tmp_path_factory.mktemp("page")
    for name in ("docsearch.js", "docsearch.css"):
        folder.joinpath(name).write_bytes(importlib.resources.files("sphinx_docsearch").joinpath("static", name).read_bytes())
    application, keys = secrets(documents)
    folder.joinpath("index.html").write_text(
        PAGE.replace("APPLICATION", application).replace("'KEY'", f"'{keys['search']}'").replace(":8080", f":{documents.port}"))
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}/index.html"
    server.shutdown()


def test_docsearch_finds_shows_and_marks_what_is_typed(browser, documents, page_address):
    with browser.new_context(reduced_motion="reduce") as context:
        page = context.new_page()
        problems = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("requestfailed", lambda request: problems.append(request.url))
        page.goto(page_address)
        page.locator(".DocSearch-Button").click()
        page.locator(".DocSearch-Input").press_sequentially("sess", delay=30)
        hit = page.locator(".DocSearch-Hit")
        expect(hit).to_have_count(1)
        expect(hit.locator("mark").first).to_have_text("sess")
        expect(hit).to_contain_text("A session is one search screen.")
        assert hit.locator("a").get_attribute("href").endswith("/page#2")
        page.locator(".DocSearch-Input").fill("nothing like this")
        expect(page.locator(".DocSearch-NoResults")).to_be_visible()
        assert problems == []
    events = documents.gateway.call("GET", testing.log_path(topic="request/algolia", limit=1000))["events"]
    asked = [request["parameters"]["query"] for event in events for request in event["event"]["data"]["requests"]
             if request["kind"] == "hits"]
    assert "sess" in asked and asked[-1] == "nothing like this"
    assert secrets(documents)[1]["search"] not in json.dumps(events) + documents.output()
