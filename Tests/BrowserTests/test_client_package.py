# SPDX-License-Identifier: MIT
"""The JavaScript client outside of pages: as a package, in Node, with its types, and how large it is."""

import gzip
import json
import re
import subprocess
import urllib.request

import pytest

from client_package import ROOT, has_npm, project  # noqa: F401
from own_page import shop, testing  # noqa: F401

# Compressed, bundled, minified; what pages may have to load.
CORE_LIMIT, ELEMENTS_LIMIT = 20 * 1024, 60 * 1024

SEARCH = """
import { connect, Problem } from "searchbus";

const [url, token] = process.argv.slice(2);
const bus = connect({ url, token: async () => token });
const session = await bus.session({ link: "?q=sofa" }).open();
const found = new Promise((resolve) => session.view("hits").subscribe((view) => {
  if (view.phase === "ready" && view.query === "chair") resolve(view);
}));
await session.send({ to: "box", type: "set-query", data: { query: "chair" } });
const { hits, nbHits } = await found;
const refused = await session.view("hits").send("nonsense").catch((problem) => [problem instanceof Problem, problem.code]);
const { connection, id } = session;
session.close();
console.log(JSON.stringify({ names: hits.map(({ record }) => record.name), nbHits, refused, connection, id }));
"""


def test_a_session_in_node(shop, project):  # noqa: F811
    """A program types, gets hits and is refused as a page is; it ends once the session is closed."""
    done = project.run(SEARCH, shop.url, shop.key)
    expected = shop.gateway.call("POST", "/api/search", {"searcher": "products", "query": "chair"})
    assert done["nbHits"] == expected["nbHits"] > 0 and len(done["names"]) == 12
    assert done["refused"] == [True, "invalid-intent"] and done["connection"] == "live"
    assert shop.gateway.views(done["id"])["box"]["query"] == "chair"


TENANT = """
import { connect } from "searchbus";
import { restrictedKey } from "searchbus/keys";

const [url, key, brand, ...names] = process.argv.slice(2);
const filters = { brand };
const made = await restrictedKey(key, { filters, endsAt: new Date(Date.now() + 3_600_000) });
const session = await connect({ url, token: async () => made }).session().open();
const { nbHits } = await new Promise((resolve) => session.view("hits").subscribe((view) => {
  if (view.phase === "ready") resolve(view);
}));
session.close();
const refused = await Promise.allSettled([restrictedKey(key, {}), restrictedKey(made, { filters }), restrictedKey("", { filters })]);
const keys = await Promise.all(names.map((name) => restrictedKey(key, { filters: { name } })));
console.log(JSON.stringify({ nbHits, keys, refused: refused.map(({ reason }) => reason?.name) }));
"""
NAMES = ['a" OR brand:"b', "a\\", '\\"', '\\\\" OR brand:"b', "Größe 8", '"']


def test_a_key_of_a_tenant_is_made_in_node(shop, project):  # noqa: F811
    """The session finds what its filters let through; a name in any script, with any character, is one value."""
    key = shop.run("keys", "create", "--role", "session")[0].strip()
    whole = shop.gateway.call("POST", "/api/search", {"searcher": "products", "facets": ["brand"]})
    brand = whole["facets"]["brand"][0]
    done = project.run(TENANT, shop.url, key, brand["value"], *NAMES)
    assert done["nbHits"] == brand["count"] and done["refused"] == ["TypeError"] * 3
    assert 0 < brand["count"] < whole["nbHits"]
    for name, made in zip(NAMES, done["keys"], strict=True):
        request = urllib.request.Request(f"{shop.url}/api/sessions", b"{}", {
            "Authorization": f"Bearer {made}", "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=testing.PATIENCE) as response:
            session = json.load(response)["session"]
        view = testing.eventually(lambda session=session: shop.gateway.views(session).get("session"), bool, "the session begins")
        assert [each["filters"][0]["value"] for each in view["filters"]["groups"]] == [name]


def test_the_page_on_tenants_in_node(shop, project, monkeypatch):  # noqa: F811
    """What the page shows for Node makes a key that the gateway knows."""
    monkeypatch.setenv("SEARCHBUS_KEY", shop.run("keys", "create", "--role", "session")[0].strip())
    block, = re.findall(r"```js\n(.*?)```", (ROOT / "docs/tenants.md").read_text(encoding="utf-8"), re.DOTALL)
    made = project.run(f"{block}console.log(JSON.stringify(key));")
    request = urllib.request.Request(f"{shop.url}/api/app", headers={"Authorization": f"Bearer {made}"})
    with urllib.request.urlopen(request, timeout=testing.PATIENCE) as response:
        [access] = json.load(response)["access"]
    assert access["filters"] == ['"tenant":"acme"'] and access["endsAt"]


FAILURES = """
import { connect } from "searchbus";

const [nowhere] = process.argv.slice(2);
const reason = (act) => { try { act(); return null; } catch ({ code, message, remedy }) { return [code, message, remedy]; } };
const session = connect({ url: nowhere, token: "x" }).session();
const failed = new Promise((resolve) => session.addEventListener("problem", resolve, { once: true }));
session.open();
await failed;
session.close();
console.log(JSON.stringify([reason(() => connect()), reason(() => connect({ url: "search" })), session.problem.message]));
"""


def test_what_fails_in_node_is_reported(project):  # noqa: F811
    """There is no page whose origin would be the gateway's; what does not respond is waited for until the session is closed."""
    nowhere = f"http://127.0.0.1:{testing.free_port()}"
    missing, invalid, unreachable = project.run(FAILURES, nowhere)
    assert missing[0] == "invalid-argument" and "connect({ url, token })" in missing[2]
    assert invalid[0] == "invalid-argument" and "`search`" in invalid[1]
    assert unreachable == f"{nowhere} did not respond"


REFUSALS = """
import { connect } from "searchbus";

const [url, token, linkToken] = process.argv.slice(2);
const refusal = async (token, id) => {
  const session = connect({ url, token }).session({ id });
  const sent = session.send({ to: "box", type: "set-query", data: { query: "desk" } }).catch(({ code }) => code);
  const opened = await session.open().then(() => "open", ({ code }) => code);
  return [opened, await sent, session.connection];
};
console.log(JSON.stringify([await refusal("wrong", "mine"), await refusal(linkToken, "theirs"), await refusal(token, "not/a/session")]));
"""


def test_a_session_that_is_refused_ends_in_node(shop, project):  # noqa: F811
    """What no repetition changes is said at once, to who opens the session and to who has sent something; the program ends."""
    shop.gateway.call("PUT", "/api/sessions/mine", {})
    link = shop.gateway.call("POST", "/api/links", {"session": "mine"})["url"]
    done = project.run(REFUSALS, shop.url, shop.key, link.split("token=")[1])
    assert done == [[code, code, "lost"] for code in ("unauthorized", "not-permitted", "invalid-session")]


INITIAL = """
import { connect } from "searchbus";

const [url, token] = process.argv.slice(2);
const bus = connect({ url, token });
const initial = await bus.initial({ link: "?q=chair", timeout: 20_000 });
const again = await bus.initial({ id: initial.session, timeout: 20_000 });
const made = await bus.initial({ id: "made-by-a-server", widgets: ["stats"], timeout: 20_000 });
const session = bus.session({ initial });
console.log(JSON.stringify({ initial, again: again.session, made: [made.session, made.views.stats.phase],
  hits: [session.view("hits").initial.nbHits, session.view("hits").current.nbHits] }));
"""


def test_the_views_of_a_first_paint(shop, project):  # noqa: F811
    """A server gets those of a new session once they are there, and those of a visitor's."""
    done = project.run(INITIAL, shop.url, shop.key)
    views = done["initial"]["views"]
    assert views["hits"]["query"] == "chair" and views["hits"]["nbHits"] > 0 and views["box"]["query"] == "chair"
    assert {view["phase"] for view in views.values()} == {"ready"}, views
    assert done["again"] == done["initial"]["session"] and done["made"] == ["made-by-a-server", "ready"]
    assert done["hits"] == [views["hits"]["nbHits"]] * 2


def test_each_part_can_be_imported_in_node(project):  # noqa: F811
    """Programs that draw on a server import elements too: nothing is defined, and nothing needs a page."""
    done = project.run("""
      const modules = [await import("searchbus"), await import("searchbus/elements"), await import("searchbus/keys")];
      const types = (await import("searchbus/package.json", { assert: { type: "json" } })).default;
      console.log(JSON.stringify([...modules.map((each) => Object.keys(each)), types.version]));""")
    assert done[0] == ["Problem", "SearchBus", "Session", "View", "addressLink", "connect", "followAddress"]
    assert {"SessionElement", "ViewElement"} <= set(done[1])
    assert done[2] == ["restrictedKey"]
    assert done[3] == re.search(r"^## \[(\d[^]]*)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[1]


@pytest.mark.skipif(not has_npm(), reason="npm is missing")
def test_npm_installs_the_archive(project, tmp_path):  # noqa: F811
    """Without a network; each file that the manifest names is there, and no module names another that is missing."""
    folder = tmp_path / "installed"
    folder.mkdir()
    (folder / "package.json").write_text('{ "name": "other", "version": "1.0.0" }')
    subprocess.run(["npm", "install", "--offline", "--no-audit", "--no-fund", project.archive], cwd=folder, check=True, capture_output=True,
                   timeout=120)
    package = folder / "node_modules/searchbus"
    manifest = json.loads((package / "package.json").read_text())
    named = [path for entry in manifest["exports"].values() for path in (entry.values() if isinstance(entry, dict) else [entry])]
    assert named and all((package / path).is_file() for path in [*named, *manifest["sideEffects"]])
    for path in package.rglob("*.js"):
        for imported in re.findall(r'from "(\.[^"]+)"', path.read_text()):
            assert (path.parent / imported).is_file(), (path, imported)


def test_the_bundles_are_small(project):  # noqa: F811
    """The core alone takes a third of what all elements take."""
    sizes = {}
    for name in ("searchbus", "searchbus/elements"):
        project.write("entry.js", f'export * from "{name}";')
        sizes[name] = len(gzip.compress(project.bundle("entry.js", minify=True).encode()))
    assert sizes["searchbus"] <= CORE_LIMIT and sizes["searchbus/elements"] <= ELEMENTS_LIMIT, sizes


USE = """
import { connect, Problem, type HitsView, type Session, type WidgetTypes } from "searchbus";
import { SessionElement, ViewElement } from "searchbus/elements";
import { restrictedKey } from "searchbus/keys";
import * as react from "searchbus/react";
import * as vue from "searchbus/vue";

interface Product { name: string; price: number }

export async function start(): Promise<Session> {
  const bus = connect({ url: "https://search.example", token: () => restrictedKey("key", { filters: "a:b", endsAt: new Date() }) });
  // @ts-expect-error: a key has no such restriction
  await restrictedKey("key", { filter: "a:b" });
  const session = bus.session({ initial: await bus.initial({ link: "?q=a", widgets: ["hits"] }) });
  session.view<"refinement-list">("brand").subscribe(({ items }) => items[0].count.toFixed());
  session.view<"refinement-list">("brand").send("set", { value: "a", state: "exclude" });
  // @ts-expect-error: an unknown state
  session.view<"refinement-list">("brand").send("set", { value: "a", state: "excluded" });
  // @ts-expect-error: not a type of a widget
  session.view<"refinement">("brand");
  session.view<HitsView<Product>>("hits").current?.hits[0].record.price.toFixed();
  const list: ViewElement = document.createElement("searchbus-refinement-list");
  const place: SessionElement = document.createElement("searchbus-session");
  place.session = session;
  return list.view && !(session.problem instanceof Problem) ? session : await session.open();
}

export function drawn() {
  const menu = react.useView<"menu">("brand");
  const words: string | undefined = menu?.items[0].label;
  react.useIntent<"menu">("brand")("select", { value: null });
  react.useText("box")(document.querySelector("input"));
  // @ts-expect-error: the data of an intent are what the widget type declares
  react.useIntent<"menu">("brand")("select", { value: {} });
  const price = react.useView<HitsView<Product>>("hits")?.hits[0].record.price;
  const { connection, problem, waiting } = react.useSession();
  const seen: WidgetTypes["stats"]["view"] | null | undefined = vue.useView<"stats">("stats").value;
  vue.useIntent<"number">("floor")("increment", { by: 2 });
  vue.useIntent("any")("thing", { a: 1 });
  vue.provideSession({ url: "https://search.example", address: ["lang"], remember: "shop" });
  vue.useText("box").value?.focus();
  // @ts-expect-error: a session has no such option
  vue.provideSession({ adress: "https://search.example" });
  return [words, price?.toFixed(), connection === "live", problem?.remedy, waiting.stage, seen?.text];
}
"""


def test_the_types_of_the_package(project):  # noqa: F811
    """Views and intents of each widget type, in sessions and in hooks; without the types of React or Vue."""
    project.write("use.ts", USE)
    assert project.check("use.ts") == ""
