# SPDX-License-Identifier: MIT
"""Vue: the component of docs/react.md and what it is in, in a browser, with the Vue that a package of PyPI's has."""

import pathlib
import re

import pytest
import trame_client
from playwright.sync_api import expect

from client_package import ROOT, Project
from own_page import shop, testing, visit  # noqa: F401

LIBRARY = pathlib.Path(trame_client.__file__).parent / "module/vue3-www/vue.global.js"
HITS = re.compile(r"^```js\n(// Hits.js\n.*?)^```$", re.MULTILINE | re.DOTALL)
APP = """
import { createApp, h, ref } from "vue";
import { provideSession, useSession, useText } from "searchbus/vue";
import { Hits } from "./Hits.js";

const Box = { setup() {
  const field = useText("box");
  return () => h("input", { type: "search", ref: field });
} };
const Status = { setup() {
  const status = useSession();
  return () => h("output", status.value.connection);
} };
const Shop = { setup() {
  window.session = provideSession(window.given);
  return () => [h(Box), h(Status), h(Hits)];
} };
const isThere = ref(true);
window.leave = () => { isThere.value = false; };
document.body.replaceChildren(document.createElement("main"));
createApp({ setup: () => () => (isThere.value ? h(Shop) : null) }).mount("main");
"""


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    """The app, bundled; Vue itself is the page's."""
    project = Project(tmp_path_factory.mktemp("vue"))
    project.write("node_modules/vue/index.js", "export const { createApp, h, inject, onScopeDispose, provide, ref, shallowRef, watch } = globalThis.Vue;")
    project.write("Hits.js", HITS.search((ROOT / "docs/react.md").read_text())[1])
    project.write("app.js", APP)
    return project.bundle("app.js")


def test_components_follow_a_session(shop, visit, script):  # noqa: F811
    """They draw views, send intents, and leave the session with the component that made it."""
    page = visit("/plain.html", bypass_csp=True)
    page.evaluate("given => { window.given = given; }", {"url": shop.url, "token": shop.key})
    page.add_script_tag(path=LIBRARY)
    page.add_script_tag(content=script, type="module")
    expect(page.locator("output")).to_have_text("live")
    expect(page.locator("ol li")).to_have_count(12)
    page.get_by_role("searchbox").fill("chair")
    session = page.evaluate("session.id")
    view = testing.eventually(lambda: shop.gateway.views(session)["hits"], lambda view: view["query"] == "chair" and view["phase"] == "ready", "results")
    expect(page.locator("ol li")).to_have_text([hit["record"]["name"] for hit in view["hits"]])
    page.evaluate("document.activeElement.blur()")
    shop.gateway.send(session, ("box", "set-query", {"query": "sofa"}))
    expect(page.get_by_role("searchbox")).to_have_value("sofa")
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/events")):
        page.evaluate("leave()")
    expect(page.locator("ol")).to_have_count(0)
