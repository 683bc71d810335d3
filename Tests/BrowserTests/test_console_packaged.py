# SPDX-License-Identifier: MIT
"""The console as a package has it: bundled, compressed, cached for good; and no other than that of the sources."""

import contextlib
import re
import subprocess

import pytest
from playwright.sync_api import expect

from console_screen import Screen
from console_stack import ROOT, Stack

PAGES = sorted(path.stem for path in (ROOT / "web/src/pages").glob("*.js") if path.stem != "locked")
FOREVER = "public, max-age=31536000, immutable"
# What was fetched from the server; what came from the cache has no size.
FETCHED = """() => performance.getEntriesByType("resource").filter((each) => each.transferSize > 0)
  .map((each) => new URL(each.name).pathname)"""
# The sheets of the sources, without effect yet.
ADD = """(names) => Promise.all(names.map((name) => new Promise((resolve, reject) => {
  const onload = ({ target }) => { target.sheet.disabled = true; resolve(); };
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: name, onload, onerror: reject }));
})))"""
# The elements whose style is another with the sheets of the sources. Nothing else changes meanwhile; images have other addresses, and
# values of variables another spelling.
DIFFERENCES = """() => {
  const sheets = [...document.querySelectorAll("link[rel=stylesheet]")];
  const use = (isBundle) => { for (const sheet of sheets) sheet.sheet.disabled = isBundle !== sheet.href.includes("/immutable/"); };
  const elements = [...document.querySelectorAll("body, body *")];
  const styles = () => elements.map((element) => {
    const style = getComputedStyle(element);
    return [...style].filter((name) => !name.startsWith("--")).map((name) => `${name}: ${style.getPropertyValue(name)}`.replaceAll(/[^/]*\\/([\\w-]+?)(-[A-Z0-9]{8})?\\.svg/g, "$1"));
  });
  const bundled = styles();
  use(false);
  const own = styles();
  use(true);
  return [elements.length, elements.flatMap((element, index) => {
    const other = own[index].filter((line, place) => line !== bundled[index][place]);
    return other.length === 0 ? [] : [[element.outerHTML.slice(0, 80), other.slice(0, 3)]];
  })];
}"""


@pytest.fixture(scope="module")
def packaged(tmp_path_factory):
    """The store, with the console that the package gets."""
    folder = tmp_path_factory.mktemp("console") / "web"
    subprocess.run([ROOT / "deploy/package/console.py", ROOT / "web", folder], check=True)
    with started(Stack(web=folder)) as running:
        yield running


@contextlib.contextmanager
def started(stack):
    """A stack that runs."""
    try:
        stack.start()
        yield stack
    finally:
        stack.stop()


@pytest.fixture
def visitor(packaged, contexts):
    """A page of a browser that may use it, and has nothing in its cache; what it gets as `answers`."""
    return visit(packaged, contexts)


def visit(stack, contexts):
    """A visitor of a stack."""
    context, traps = contexts()
    screen = Screen(context.new_page(), stack, stack.new_session(), traps)
    screen.answers = {}
    screen.page.on("response", lambda answer: screen.answers.update({answer.url.removeprefix(stack.url): answer}))
    screen.page.goto(stack.new_link())
    return screen.open()


def open_each_page(visitor):
    """Searches, and opens each page; answers with the paths of what was loaded."""
    visitor.type("lamp")
    visitor.shows(visitor.stack.settled(visitor.session, "lamp"))
    for name in PAGES:
        visitor.open(name)
    return {path for path in visitor.answers if not path.startswith(("/api/", "/?token="))}


def test_every_page_opens(visitor):
    """None lacks a file or breaks the policy, which the traps would catch; and what they load is the bundle."""
    others = {path for path in open_each_page(visitor) if not path.startswith("/immutable/")}
    assert others == {"/"}, others


def test_every_page_opens_from_the_sources(contexts):
    """Without a bundle, as a checkout serves them."""
    with started(Stack(web=ROOT / "web")) as stack:
        loaded = open_each_page(visit(stack, contexts))
        assert {"/", "/src/main.js", "/client/session.js"} <= loaded and not any(path.startswith("/immutable/") for path in loaded)


def test_the_second_visit_fetches_the_page_alone(visitor):
    """Files with a hash in their names come compressed, and never again; only the page is asked for each time."""
    expect(visitor.hits.first).to_be_visible()
    files = {path: answer for path, answer in visitor.answers.items() if path.startswith("/immutable/")}
    assert any(path.endswith(".js") for path in files) and any(path.endswith(".css") for path in files), files
    for path, answer in files.items():
        assert answer.status == 200 and answer.headers["cache-control"] == FOREVER, (path, answer.headers)
        assert re.search(r"-[A-Z0-9]{8}\.\w+$", path) and answer.headers["content-encoding"] in ("br", "gzip"), (path, answer.headers)
    page = visitor.answers["/"]
    assert page.headers["cache-control"] == "no-cache" and "etag" in page.headers, page.headers

    second = visitor.page.context.new_page()
    Screen(second, visitor.stack, visitor.session, visitor.traps).open()
    expect(second.locator("[data-hit]").first).to_be_visible()
    fetched = second.evaluate(FETCHED)
    assert fetched and all(path.startswith("/api/") for path in fetched), fetched


def test_the_styles_are_those_of_the_sources(visitor):
    """On every page each element looks the same with the sheets of the sources in place of the bundled one."""
    names = re.findall(r'rel="stylesheet" href="([^"]+)"', (ROOT / "web/index.html").read_text())
    for pattern in ("*.css", "css/*.css", "stars/*"):
        visitor.page.route(f"{visitor.stack.url}/{pattern}", lambda route: route.fulfill(
            path=f"{ROOT}/web{route.request.url.removeprefix(visitor.stack.url)}"))
    expect(visitor.hits.first).to_be_visible()
    visitor.page.evaluate(ADD, names)
    for name in PAGES:
        visitor.open(name)
        count, differences = visitor.page.evaluate(DIFFERENCES)
        assert count > 50 and differences == [], (name, differences[:5])


def test_the_client_module_keeps_its_address(visitor):
    """Pages of others import it; its parts are compressed too."""
    made = visitor.page.evaluate("async () => Object.keys(await import('/client/index.js'))")
    assert {"connect", "Session"} <= set(made)
    module = visitor.answers["/client/index.js"]
    assert module.headers["cache-control"] == "no-cache" and module.headers["content-encoding"] in ("br", "gzip"), module.headers


def test_the_client_module_is_a_few_files(visitor):
    """Its parts are bundled; a page may load the core alone, which has no element in it; the types and the style sheet are beside it."""
    loaded = """async (name) => {
      performance.clearResourceTimings();
      const made = await import(`/client/${name}.js`);
      const files = performance.getEntriesByType("resource").map((each) => new URL(each.name).pathname).filter((path) => path.startsWith("/client/"));
      return [files.length, Object.keys(made), Boolean(customElements.get("searchbus-hits"))];
    }"""
    count, names, has_elements = visitor.page.evaluate(loaded, "core")
    assert count < 6 and "connect" in names and not has_elements
    count, names, has_elements = visitor.page.evaluate(loaded, "index")
    assert count < 8 and "ViewElement" in names and has_elements
    for name in ("searchbus.css", "searchbus.d.ts", "core.d.ts", "react.js", "vue.js", "package.json"):
        assert visitor.page.evaluate("(name) => fetch(`/client/${name}`).then(({ status }) => status)", name) == 200


def test_the_inspector_of_a_page_is_one_file(packaged, visitor):
    """It needs nothing else of the console, and looks at the session of the page."""
    page = visitor.page.context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(packaged.url)))
    page.route(f"{packaged.url}/own.html", lambda route: route.fulfill(content_type="text/html", body="""<!doctype html><html lang="en">
      <title>Own</title><script type="module" src="/client/index.js"></script><script type="module" src="/client/devtools.js"></script>
      <searchbus-session url="/"><searchbus-box widget="box"></searchbus-box></searchbus-session><searchbus-devtools></searchbus-devtools>"""))
    page.goto(f"{packaged.url}/own.html")
    page.locator("searchbus-box input").fill("lamp")
    page.keyboard.press("Control+.")
    row = page.locator("bus-page .action-row[role=option]").first
    expect(row).to_contain_text("set-query box “lamp”")
    expect(row).to_have_css("position", "absolute")
    others = {path for path in asked if not path.startswith(("/api/", "/client/"))}
    assert others == {"/own.html"}, others
