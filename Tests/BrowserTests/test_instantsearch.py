# SPDX-License-Identifier: MIT
"""docs/instantsearch.md: its page with InstantSearch, the requests that InstantSearch sends, and its program.

InstantSearch is published on npm alone, which these tests do without. So its requests are sent in their recorded form, by Algolia's own
client for JavaScript, which is part of DocSearch (PyPI's `sphinx-docsearch`). The page itself runs where SEARCHBUS_TEST_INSTANTSEARCH
names a folder with `instantsearch.js` and `algoliasearch.js`; with SEARCHBUS_RECORD=1 this records the requests.
"""

import functools
import http.server
import importlib.resources
import json
import os
import pathlib
import re
import subprocess
import sys
import threading

import pytest
from playwright.sync_api import expect

sys.path += [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("Support", "ProcessTests")]

import searchbus_testing as testing  # noqa: E402
from algolia_testing import secrets  # noqa: E402
from shop_data import SETTINGS, records  # noqa: E402

DOCUMENT = (testing.ROOT / "docs/instantsearch.md").read_text()
BLOCKS = dict(re.findall(r"^```(yaml|html|python)\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL))
RECORDED = pathlib.Path(__file__).parent / "fixtures/instantsearch.json"
LIBRARIES = os.environ.get("SEARCHBUS_TEST_INSTANTSEARCH")
NAMES = {record["objectID"]: record["name"] for record in records()}
LAMPS = [record for record in records() if "lamp" in record["name"].split()]


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    """The app of the page, with its products."""
    app = tmp_path_factory.mktemp("instantsearch") / "shop.yaml"
    app.write_text(BLOCKS["yaml"])
    stack = testing.Stack(app)
    testing.command("index", "import", "products", "-", "--format", "ndjson", "--data", stack.data, "--settings", SETTINGS,
                    text="".join(json.dumps(record) + "\n" for record in records()))
    with testing.running(stack):
        yield stack


@pytest.fixture
def serve(tmp_path):
    """Serves files as a page of another origin; answers with its address."""
    servers = []

    def serve(files):
        for name, content in files.items():
            (tmp_path / name).write_bytes(content)
        handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=tmp_path)
        servers.append(http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler))
        threading.Thread(target=servers[-1].serve_forever, daemon=True).start()
        return f"http://localhost:{servers[-1].server_port}/index.html"
    yield serve
    for server in servers:
        server.shutdown()


def filled(text, shop, key="search"):
    """A block with the address and the keys of the running app."""
    application, keys = secrets(shop)
    return (text.replace("APPLICATION", application).replace("ADMIN-KEY", keys["admin"]).replace('"KEY"', f'"{keys[key]}"')
            .replace("127.0.0.1:8080", f"127.0.0.1:{shop.port}").replace("port=8080", f"port={shop.port}"))


@pytest.mark.skipif(not LIBRARIES, reason="InstantSearch is on npm alone; SEARCHBUS_TEST_INSTANTSEARCH names its folder")
def test_the_page_searches_refines_and_turns_pages(browser, shop, serve):
    files = {name: pathlib.Path(LIBRARIES, name).read_bytes() for name in ("instantsearch.js", "algoliasearch.js")}
    address = serve({**files, "index.html": filled(BLOCKS["html"], shop).encode()})
    sent, problems, actions = [], [], {}
    with browser.new_context() as context:
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", lambda request: request.post_data and sent.append(json.loads(request.post_data)))
        hits = page.locator(".ais-Hits-item")

        def note(action):
            """What was sent since the action before."""
            actions[action] = sent[:]
            sent.clear()
        page.goto(address)
        expect(hits).to_have_count(8)
        note("open")
        page.locator(".ais-SearchBox-input").press_sequentially("lamp", delay=80)
        expect(page.locator(".ais-Stats-text")).to_contain_text(f"{len(LAMPS)} results found")
        expect(hits.first.locator("mark")).to_have_text("lamp")
        note("type")
        acme = page.locator(".ais-RefinementList-item", has_text="Acme")
        found = [record for record in LAMPS if record["brand"] == "Acme"]
        expect(acme.locator(".ais-RefinementList-count")).to_have_text(str(len(found)))
        acme.locator("input").check()
        expect(page.locator(".ais-Stats-text")).to_contain_text(f"{len(found)} results found")
        expect(page.locator(".ais-RefinementList-item")).to_have_count(5)
        note("refine")
        page.get_by_role("link", name="Page 2").click()
        expect(page.locator(".ais-Pagination-item--selected")).to_have_text("2")
        expect(hits.first).to_contain_text("lamp")
        note("turn the page")
        page.locator(".ais-SearchBox-input").fill("unheardof")
        expect(page.locator(".ais-Hits--empty")).to_be_visible()
        note("find nothing")
    assert problems == [] and all(actions.values())
    if os.environ.get("SEARCHBUS_RECORD"):
        RECORDED.parent.mkdir(exist_ok=True)
        RECORDED.write_text(json.dumps(actions, indent=1) + "\n")


CAPTURE = """<!doctype html><meta charset="utf-8"><div id="docsearch"></div><script src="docsearch.js"></script><script>
docsearch({ container: "#docsearch", appId: "APPLICATION", apiKey: "KEY", indexName: "products",
  transformSearchClient(client) {
    client.transporter.hosts.splice(0, Infinity, { url: "127.0.0.1:8080", accept: "readWrite", protocol: "http" });
    return window.client = client;
  } });
</script>"""


def test_the_requests_of_instantsearch_are_answered_with_what_its_widgets_read(browser, shop, serve):
    static = importlib.resources.files("sphinx_docsearch").joinpath("static", "docsearch.js").read_bytes()
    address = serve({"docsearch.js": static, "index.html": filled(CAPTURE, shop).encode()})
    actions = json.loads(RECORDED.read_text())
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(address)
        page.locator(".DocSearch-Button").click()
        page.wait_for_function("window.client")
        answers = {action: [page.evaluate("body => client.search(body)", body)["results"] for body in bodies]
                   for action, bodies in actions.items()}
    for results in [results for each in answers.values() for results in each]:
        for result in results:
            assert {"index", "query", "params", "hits", "nbHits", "page", "nbPages", "hitsPerPage", "processingTimeMS", "exhaustiveNbHits"} <= set(result)
    opened, typed, refined, turned, nothing = (answers[action][-1] for action in ("open", "type", "refine", "turn the page", "find nothing"))
    assert opened[0]["nbHits"] == len(NAMES) and len(opened[0]["hits"]) == 8 and len(opened[0]["facets"]["brand"]) == 5
    assert typed[0]["nbHits"] == len(LAMPS) and "ais-highlight" in typed[0]["hits"][0]["_highlightResult"]["name"]["value"]
    acme = [record for record in LAMPS if record["brand"] == "Acme"]
    # The second query of an action counts the values of the refined attribute without its refinement.
    assert refined[0]["nbHits"] == len(acme) and refined[1]["facets"]["brand"]["Acme"] == len(acme) and len(refined[1]["facets"]["brand"]) == 5
    assert turned[0]["page"] == 1 and turned[0]["nbPages"] == -(-len(acme) // 8)
    assert all(NAMES[hit["objectID"]] == hit["name"] for hit in turned[0]["hits"])
    assert nothing[0]["nbHits"] == 0 and nothing[0]["hits"] == []


def test_the_program_writes_and_finds(shop):
    done = subprocess.run([sys.executable, "-c", filled(BLOCKS["python"], shop)], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (0, "new\n"), done.stderr
