# SPDX-License-Identifier: MIT
"""The documents as a site: every link leads somewhere, and SearchBus finds every section."""

import http.client
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect, sync_playwright
from searchbus_testing import BROWSER, ROOT, Child, Stack, binary, command, eventually, free_port, running

sys.path.insert(0, str(ROOT / "deploy/docs"))
sys.path.insert(0, str(ROOT / "Tests/BrowserTests"))

from build import build  # noqa: E402
from console_axe import findings  # noqa: E402

pytestmark = pytest.mark.release


@pytest.fixture(scope="module")
def output(tmp_path_factory):
    """The site, and the records of its search."""
    folder = tmp_path_factory.mktemp("docs")
    _, broken = build(ROOT, folder)
    assert broken == []
    return folder


class Site(Stack):
    """The app of the documents, which serves the site instead of the console."""

    def __init__(self, output, lets_everybody_in=True):
        super().__init__(ROOT / "deploy/docs/docs.yaml", None, *(["--no-auth"] if lets_everybody_in else []))
        self.output_folder = output
        command("index", "import", "sections", output / "sections.ndjson", "--settings", ROOT / "deploy/docs/sections.settings.json",
                "--data", self.data, patience=60)

    @property
    def command(self):
        return [binary("searchbus"), "up", self.app, "--data", self.data, "--listen", f"127.0.0.1:{self.port}",
                "--web", self.output_folder / "site", *self.arguments]


@pytest.fixture(scope="module")
def site(output):
    with running(Site(output)) as stack:
        yield stack


class References(HTMLParser):
    """What a page refers to, and the anchors that it has."""

    def __init__(self, text):
        super().__init__()
        self.targets, self.anchors = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.targets += [given[name] for name in ("href", "src") if given.get(name)]
        self.anchors |= {given["id"]} if given.get("id") else set()


def test_no_link_inside_the_site_is_broken(output):
    site = output / "site"
    pages = {str(path.relative_to(site)): References(path.read_text()) for path in site.rglob("*.html")}
    broken = []
    for name, page in pages.items():
        for target in page.targets:
            if re.match(r"https?:|mailto:", target):
                continue
            path, _, anchor = target.partition("#")
            wanted = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(path))) if path else name
            is_known = wanted in pages if wanted.endswith(".html") else (site / wanted).is_file()
            if not is_known or (anchor and wanted in pages and unquote(anchor) not in pages[wanted].anchors):
                broken.append(f"{name}: {target}")
    assert len(pages) > 30 and broken == []


def test_every_section_is_found_by_its_heading(site, output):
    """Among the first eight, as below the box; of several with one heading, any."""
    sections = [json.loads(line) for line in (output / "sections.ndjson").read_text().splitlines()]
    assert len(sections) > 250
    missing = []
    for start in range(0, len(sections), 50):
        asked = sections[start:start + 50]
        answers = site.gateway.call("POST", "/api/search", {"requests": [
            {"searcher": "sections", "query": section["title"][:400], "hitsPerPage": 8} for section in asked]})["results"]
        for section, answer in zip(asked, answers, strict=True):
            if section["title"] not in [hit["record"]["title"] for hit in answer["hits"]]:
                missing.append(section["title"])
    assert missing == []


def test_a_reader_finds_a_section_while_typing(site):
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"]) as browser:
        page = browser.new_page()
        said = []
        page.on("console", lambda message: said.append(message.text))
        page.goto(f"http://127.0.0.1:{site.port}/docs/http.html")
        page.keyboard.press("/")
        page.keyboard.type("behind a pro")
        first = page.get_by_role("option").first
        expect(first.locator("strong")).to_have_text("Behind a proxy", timeout=20_000)
        expect(first).to_have_attribute("aria-selected", "true")
        page.keyboard.press("Enter")
        page.wait_for_url("**/docs/operations.html#behind-a-proxy")
        expect(page.get_by_role("heading", name="Behind a proxy")).to_be_in_viewport()
        assert said == [], "the gateway's policy lets the site do all that it does"
        page.route("**/api/search", lambda route: route.abort())
        page.get_by_role("combobox").fill("widget")
        expect(page.get_by_role("status")).to_contain_text("The search does not respond", timeout=20_000)
        page.keyboard.press("Escape")
        expect(page.locator("#found")).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_the_site(site, scheme):
    """axe-core has nothing to say of a page with code and tables, nor of the list below the box."""
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"]) as browser:
        page = browser.new_page(color_scheme=scheme)
        page.goto(f"http://127.0.0.1:{site.port}/docs/python-client.html")
        assert findings(page, "page") == []
        page.get_by_role("combobox").fill("widget")
        expect(page.get_by_role("option").first).to_be_visible(timeout=20_000)
        assert findings(page, "list") == []


def test_the_recipe_for_nginx_lets_visitors_search_and_nothing_else(output, tmp_path):
    """The key is nginx's; a page of the public address is answered, whatever its browser says of where it comes from."""
    recipe = re.search(r"^```nginx\n(.*?)^```$", (ROOT / "deploy/docs/README.md").read_text(), re.MULTILINE | re.DOTALL)[1]
    with running(Site(output, lets_everybody_in=False)) as stack:
        port = free_port()
        changes = {"127.0.0.1:8080": f"127.0.0.1:{stack.port}", "/srv/searchbus-docs": str(output),
                   "Bearer KEY": stack.gateway.headers["authorization"]}
        for old, new in changes.items():
            assert old in recipe
            recipe = recipe.replace(old, new)
        places = "".join(f"{kind}_temp_path {tmp_path / kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        user = "user root;" if os.getuid() == 0 else ""
        (tmp_path / "nginx.conf").write_text(
            f"{user} daemon off; worker_processes 1; pid {tmp_path / 'pid'}; error_log {tmp_path / 'error.log'}; events {{}}\n"
            f"http {{ include /etc/nginx/mime.types; access_log off; {places} server {{ listen 127.0.0.1:{port};\n{recipe} }} }}\n")
        server = Child([shutil.which("nginx") or "/usr/sbin/nginx", "-c", tmp_path / "nginx.conf", "-p", tmp_path, "-e", tmp_path / "error.log"],
                       tmp_path / "nginx.txt")

        def ask(method, path, body=None, origin="https://docs.example.org"):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
            try:
                connection.request(method, path, body, {"host": "docs.example.org", "origin": origin, "sec-fetch-site": "same-origin",
                                                        "content-type": "application/json"})
                response = connection.getresponse()
                return response.status, response.read()
            except OSError:
                assert server.is_running, server.output
                return 0, b""
            finally:
                connection.close()
        eventually(lambda: ask("GET", "/index.html")[0], lambda status: status == 200, "nginx serves the site")
        status, answer = ask("POST", "/api/search", json.dumps({"searcher": "sections", "query": "backup"}))
        assert status == 200 and json.loads(answer)["nbHits"] > 0
        assert ask("GET", "/docs/http.html")[0] == 200 and ask("GET", "/api/app")[0] == 404
        assert ask("POST", "/api/sessions", "{}")[0] in (404, 405)
        server.end()


def test_the_reference_is_made_of_what_was_built(tmp_path):
    """Of the library that imports the most; what is public in it has a page."""
    done = subprocess.run([ROOT / "deploy/docs/reference.sh", binary("searchbus").parent, tmp_path / "reference"], cwd=ROOT, text=True,
                          env={**os.environ, "REFERENCE_MODULES": "SearchClient"}, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "reference/documentation/searchclient/searchsession/index.html").exists()
