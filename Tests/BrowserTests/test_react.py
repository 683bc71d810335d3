# SPDX-License-Identifier: MIT
"""React: the code of docs/react.md and docs/react-server.md, on a server and in a browser."""

import json
import os
import re
import subprocess

import pytest
from playwright.sync_api import expect

from client_package import ROOT, Project
from own_page import shop, testing  # noqa: F401

PATTERN = re.compile(r"^```jsx?\n(// (\S+)\n.*?)^```$", re.MULTILINE | re.DOTALL)
COMMANDS = re.compile(r"^esbuild (\S+) (.+)$", re.MULTILINE)


@pytest.fixture(scope="module")
def page_project(tmp_path_factory):
    """A project with the modules of the page, bundled by its commands."""
    project = Project(tmp_path_factory.mktemp("react"))
    project.use("react", "react-dom", "scheduler")
    text = "".join((ROOT / "docs" / name).read_text() for name in ("react.md", "react-server.md"))
    for code, name in PATTERN.findall(text):
        project.write(name, code)
    for entry, options in COMMANDS.findall(text):
        subprocess.run(["esbuild", entry, *options.split()], cwd=project.folder, check=True, capture_output=True)
    return project


@pytest.fixture(scope="module")
def server(shop, page_project):  # noqa: F811
    """The page's server, running."""
    environment = {**os.environ, "GATEWAY": shop.url, "KEY": shop.key, "TOKEN": shop.key, "PORT": str(shop.second_port)}
    running = testing.Child(["node", "server.js"], page_project.folder / "server.txt", cwd=page_project.folder, env=environment)
    address = testing.eventually(lambda: running.output.strip(), bool, "the server listens")
    assert address == f"http://localhost:{shop.second_port}"
    yield address
    running.end()


def names(page):
    """The hits that are on the page."""
    return [text.split(", ")[0] for text in page.locator("ol li").all_inner_texts()]


def test_a_page_of_a_server_is_taken_over(shop, server, contexts):  # noqa: F811
    """The results are in the page before any script runs; React finds them as it would draw them, and follows the session from there."""
    still = contexts(java_script_enabled=False)[0].new_page()
    # A page that would have to wait longer than two seconds comes without results, as the first one of a busy machine may.
    drawn = testing.eventually(lambda: [still.goto(f"{server}/?q=chair"), names(still)][1], bool, "a page with results")
    assert len(drawn) == 12 and still.get_by_role("searchbox").input_value() == "chair"
    expect(still.locator("mark").first).to_have_text(re.compile("chair", re.IGNORECASE))

    page = contexts()[0].new_page()
    # React reports a difference between the two drawings on the console, where the traps find it.
    page.goto(f"{server}/?q=chair")
    assert names(page) == drawn
    page.evaluate("window.first = document.querySelector('ol li')")
    session = page.evaluate("JSON.parse(document.getElementById('given').textContent).initial.session")
    box = page.get_by_role("searchbox")
    testing.eventually(lambda: [box.fill("sofa"), shop.gateway.views(session)["box"]["query"]][1], lambda text: text == "sofa", "the box is alive")
    view = testing.eventually(lambda: shop.gateway.views(session)["hits"], lambda view: view["query"] == "sofa" and view["phase"] == "ready", "results")
    expect(page.locator("ol li")).to_have_text([re.compile("^" + re.escape(hit["record"]["name"])) for hit in view["hits"]])
    expect(page).to_have_url(f"{server}/?q=sofa")
    box.blur()
    page.go_back()
    expect(box).to_have_value("chair")
    expect(page.locator("ol li").first).to_contain_text(re.compile("chair", re.IGNORECASE))
    brand = page.get_by_role("checkbox").first
    brand.click()
    expect(brand).to_be_checked()
    assert testing.eventually(lambda: [item["selected"] for item in shop.gateway.views(session)["brand"]["items"]], any, "a brand is selected")


def empty(contexts, server):
    """A page of the server without its script, and without what the server has drawn."""
    page = contexts()[0].new_page()
    page.route("**/client.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto(server)
    page.evaluate("document.getElementById('root').replaceChildren()")
    return page


def test_a_page_without_a_server(shop, page_project, contexts, server):  # noqa: F811
    """An empty element is filled, and the session is a new one, which the tab keeps."""
    page = empty(contexts, server)
    page.evaluate("given => { Object.assign(document.getElementById('root').dataset, given); }", {"url": shop.url, "token": shop.key})
    page.add_script_tag(content=page_project.bundle("start.jsx"), type="module")
    expect(page.locator("ol li")).to_have_count(12)
    session = testing.eventually(lambda: page.evaluate("sessionStorage.getItem('searchbus.session.shop')"), bool, "the session is kept")
    shop.gateway.send(session, ("box", "set-query", {"query": "sofa"}))
    expect(page.get_by_role("searchbox")).to_have_value("sofa")
    expect(page).to_have_url(f"{server}/?q=sofa")


def test_a_range_and_reports_of_clicks(shop, page_project, contexts, server):  # noqa: F811
    """The components of the page: a number is sent when it is complete, and what is opened is counted."""
    page_project.write("more.jsx", """
      import { createRoot } from "react-dom/client";
      import { SessionProvider, useView } from "searchbus/react";
      import { Hit } from "./Hit.jsx";
      import { Price } from "./Price.jsx";

      const Hits = () => <ol>{useView("hits")?.hits.map((hit, index) => <li key={hit.objectID}><Hit hit={hit} position={index + 1} /></li>)}</ol>;
      createRoot(document.getElementById("root")).render(<SessionProvider {...window.given}><Price /><Hits /></SessionProvider>);""")
    page = empty(contexts, server)
    page.evaluate("given => { window.given = given; }", {"url": shop.url, "token": shop.key, "id": "range-and-clicks", "mayBeNew": True})
    page.add_script_tag(content=page_project.bundle("more.jsx"), type="module")
    low = page.get_by_label("from")
    low.press_sequentially("100")
    low.press("Enter")
    testing.eventually(lambda: shop.gateway.views("range-and-clicks")["price"]["range"], lambda span: span == [100, None], "the range is set")
    shop.gateway.send("range-and-clicks", ("price", "set-range", {"range": [50, 200]}))
    expect(low).to_have_value("50")
    expect(page.get_by_label("to")).to_have_value("200")
    with page.expect_request(lambda request: "report-click" in (request.post_data or "")) as report:
        page.locator("ol a").nth(1).click()
    intent = json.loads(report.value.post_data)["intents"][0]
    assert intent["to"] == "products" and intent["data"]["position"] == 2 and intent["data"]["objectID"]
    assert report.value.response().ok


def test_a_strict_page_makes_one_session(shop, page_project, contexts, server):  # noqa: F811
    """The provider keeps it while React mounts twice to find errors, and closes it when it is removed."""
    page_project.write("strict.jsx", """
      import { StrictMode, useState } from "react";
      import { createRoot } from "react-dom/client";
      import { SessionProvider, useSession, useView } from "searchbus/react";
      import { App } from "./App.jsx";

      function Status() {
        const { session, connection } = useSession();
        const drawn = useView("stats");
        window.session = session;
        window.drawings = (window.drawings ?? 0) + 1;
        return <output>{connection} {drawn?.nbHits}</output>;
      }

      function Page() {
        const [isThere, set] = useState(true);
        window.leave = () => set(false);
        return isThere && <SessionProvider {...window.given}><App /><Status /></SessionProvider>;
      }
      createRoot(document.getElementById("root")).render(<StrictMode><Page /></StrictMode>);""")
    script = page_project.bundle("strict.jsx")
    page = empty(contexts, server)
    page.evaluate("given => { window.given = given; }", {"url": shop.url, "token": shop.key})
    made = []
    page.on("request", lambda request: made.append(request) if request.method == "POST" and request.url.endswith("/api/sessions") else None)
    page.add_script_tag(content=script, type="module")
    expect(page.locator("output")).to_have_text("live 1500")
    expect(page.locator("ol li")).to_have_count(12)
    page.evaluate("window.drawings = 0")
    page.get_by_role("searchbox").fill("sofa")
    expect(page.locator("ol li").first).to_contain_text(re.compile("sofa", re.IGNORECASE))
    assert page.evaluate("window.drawings") < 12
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/events")):
        page.evaluate("leave()")
    expect(page.locator("ol")).to_have_count(0)
    assert len(made) == 1


def test_hooks_outside_of_a_provider_say_what_is_missing(page_project):
    """And a server draws what there is: nothing, without views."""
    done = page_project.run("""
      import { createElement as h } from "react";
      import { renderToString } from "react-dom/server";
      import { SessionProvider, useSession, useView } from "searchbus/react";

      const Status = () => `${useSession().connection} ${useView("hits")}`;
      let message;
      try { renderToString(h(Status)); } catch (error) { ({ message } = error); }
      const drawn = renderToString(h(SessionProvider, { url: "http://127.0.0.1:1", token: "x" }, h(Status)));
      console.log(JSON.stringify([message, drawn]));""")
    assert done == ["This component is not inside a <SessionProvider>", "connecting undefined"]
